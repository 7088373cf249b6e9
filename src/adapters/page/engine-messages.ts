/**
 * Texts of the engine that other languages have too, by id. A text that ends with a period is
 * found inside longer texts; any other is a whole line or a value.
 */
export const engineTexts = {
  damagedPsbt: 'This PSBT is cut off or damaged. Export or copy it again.',
  cutPsbt: 'This PSBT is cut off or changed. Copy or scan it again',
  damagedDescriptor: 'This descriptor is cut off or damaged. Copy it again.',
  damaged: 'This transaction is damaged. Copy it again.',
  noKeys: 'We found no keys or wallet here. Check the file or text.',
  unknownKeys:
    'This is not a descriptor, private key, seed phrase or known wallet file. Copy or export it again',
  publicKey:
    'This is a public key, which cannot sign: give the private key or the seed words, or the descriptor of a wallet',
  damagedKey:
    'This private key is damaged: a letter in it is wrong or missing. Compare it with your backup',
  damagedXprv:
    'This extended private key is damaged: a letter in it is wrong or missing. Compare it with your backup',
  oldSealed: 'This is encrypted ({0}): its password is needed',
  oldWrong: 'The password is wrong ({0}). Type it again, also capital letters and spaces',
  oldDamaged: 'This is cut off or changed ({0}). Copy it again',
  oldBoth:
    'The file opens with this password, but its keys have a second password (or spending PIN). Type the first password, a space, and the second password',
  oldCoin: 'This is a wallet of another coin than Bitcoin',
  oldNoKeys: 'This export of keys has no keys. Export them again',
  bitcoinjNoKeys: 'This wallet (bitcoinj) has no private keys',
  electrumMisfit:
    'A private key of this Electrum wallet does not fit its public key: the file was changed, or is damaged. Take another copy of it',
  electrumKind:
    'This kind of Electrum wallet is not read: open a copy of it in a current Electrum, which brings it up to date, and save that',
  blockchainNewer:
    'This wallet of blockchain.info is of a newer version. Export its seed words there',
  blockchainNoKeys: 'This wallet of blockchain.info has no private keys',
  secondPassword: '{0}, second password',
  blockchainOr: 'blockchain.info or MultiBit HD',
  codexDamaged:
    'This share (codex32) is damaged: a letter in it is wrong or missing. Compare it with your backup',
  codexShares:
    'This seed (codex32) needs {0} shares, and {1} is given. Give {2} of them, one a line',
  slip39Word: 'Word {0} of share {1} (SLIP39) is not on its list. Compare it with your backup',
  slip39Damaged:
    'Share {0} (SLIP39) is damaged: a word in it is wrong or in another place. Compare it with your backup',
  slip39Mixed:
    'These shares (SLIP39) do not belong together: they are of two seeds, or one is given twice. Use shares of one seed',
  slip39Changed:
    'These shares (SLIP39) do not give a seed, because one of them was changed. Compare each one with your backup, or use another one',
  slip39Slow:
    'These shares (SLIP39) ask for too many rounds for this program. A hardware wallet with SLIP39 can restore them',
  slip39Groups:
    'This seed (SLIP39) needs shares of {0} groups, and there are shares of {1}. Give the shares of {2} groups, one a line',
  slip39Shares:
    'Group {0} of this seed (SLIP39) needs {1} shares, and {2} is given. Give {3} of them, one a line',
  slip39Without: 'The shares (SLIP39) are opened without a passphrase.',
  slip39With:
    'The shares (SLIP39) are opened with this passphrase. Another one opens another wallet, so compare the fingerprint.',
  codexMixed:
    'These shares (codex32) do not belong together: their first eight letters differ, or one is given twice. Use shares of one seed',
  codexLong: 'This is a long codex32 seed, which is not read. Restore it with another program',
  multibitOrAndroid: 'MultiBit or Bitcoin Wallet for Android',
  armory:
    'This looks like a paper backup of Armory, which coldsign does not read. Restore it in Armory, and export its keys',
  bip38Damaged:
    'This encrypted key (BIP38) is damaged: a letter in it is wrong or missing. Compare it with your backup, also capital letters',
  bip38Code:
    'This is a code for making encrypted keys (BIP38), and has no private key. Give the encrypted key, which begins with 6P',
  miniDamaged:
    'This looks like a mini private key, as on coins of Casascius, but a letter in it is wrong or missing: it has 22, 26 or 30 letters, the first is a capital S, and it has no 0, O, I or l. Compare it with the coin, also capital letters',
  openAlready: 'This key is already open.',
  otherWalletFile:
    'This file’s wallet does not hold the coins of this transaction. It was not opened. Open the file of the wallet that holds them.',
  otherNetwork: 'This key is for another network than the keys that are open. Lock them first.',
  fileLocked: 'This wallet is locked. Enter its passphrase.',
  notWordHint: '“{0}” isn’t a BIP39 word. Did you mean {1}?',
  notWord: '“{0}” isn’t a BIP39 word.',
  notWordAtHint: 'Word {0} is “{1}”, which isn’t a BIP39 word. Did you mean {2}?',
  notWordAt: 'Word {0} is “{1}”, which isn’t a BIP39 word.',
  twiceWords: 'The same {0} words are here twice. Enter them once.',
  or: '“{0}” or {1}',
  checksum:
    'Every word is on the list, but the checksum is wrong. At least one word is wrong, or two are in the wrong order. Compare each word with your backup. Hold its number to see it.',
  phraseChecksum:
    'Every word is on the list ({0}), but the checksum is wrong. At least one word is wrong, or two are in the wrong order. Compare each word with your backup',
  pattern:
    'These words are a known test seed, or follow a simple pattern ({0}). Use them for tests only, and never keep bitcoin on them: others can open the same wallet.',
  phraseCount: '{0} words: a phrase has 12, 15, 18, 21 or 24',
  phraseWord: 'Word {0} is not a BIP39 word',
  phraseWordOf: 'Word {0} is not a BIP39 word ({1})',
  otherList: 'Word {0} is a word of another list ({1}), the others are {2}',
  numbering:
    'The numbers before the words are not in order. Number the words from 1, or leave all numbers out',
  seedQr:
    'These digits are not a valid English SeedQR, which has 48, 60, 72, 84 or 96 digits and a checksum. Scan it again',
  outerSpace: 'begins or ends with a space, which counts',
  doubleSpace: 'has several spaces in a row, and each counts',
  unseen: 'has invisible characters, which count',
  notAscii: 'has characters that some devices do not support',
  long: 'is longer than some devices support',
  cancelled: 'Cancelled: nothing was signed',
  alreadySigned: 'This transaction is already signed.',
  largeQr: 'Too large for QR ({0} frames). Save it as a file instead.',
  useDot: 'Enter the amount in BTC with a dot for decimals, such as 0.001 (100,000 sat).',
  satoshi:
    '{0} BTC? The amount is in BTC. If you mean {1} satoshi, enter {2}. Otherwise enter {3}.',
  noEstimate: 'There is no fee estimate.',
  feeAboveMost: 'The fee is more than 0.1 BTC. Enter a lower fee rate in sat/vB.',
  feeTooHigh: 'The fee of {0}, is more than {1}. Enter a lower fee rate.',
  highestRate: 'the highest fee rate of {0}',
  feeAbout: '{0}, about {1} sat/vB',
  liftsOthers: 'It lifts unconfirmed transactions. Choose confirmed coins.',
  foreignAddress: 'This address does not belong to the open keys.',
  compareAddress: 'Compare the address. A typo in the passphrase opens another wallet.',
  noPayee: 'Enter the address of the recipient.',
  overBalance:
    'Your balance does not cover the payment and its fee of {0} BTC. Enter a smaller amount or a lower fee rate.',
  share: '{0}, {1} % of the payment',
  tinyShare: '{0}, under 0.01 % of the payment',
  about: 'about {0} sat/vB',
  feeLimit: 'It is {0}, about {1}. The limit is {2}.',
  limitShare: '{0} % of the payment of {1}',
  claimed: 'The real fee is the true value of these coins, less the outputs.',
  sessions:
    'Each signature covers only the amount of its own input. An attacker could combine the signatures of two PSBTs that give different false amounts.',
  isFor: 'This transaction is for {0}.',
  youOpened: 'You opened {0}.',
  nameNotProven: '₿{0} is not proven.',
  nameUntil: '₿{0}: proven until {1}',
  nameNot: '₿{0}: NOT proven',
  nameDamaged: 'The file is damaged: it does not contain DNS records. Make the proof again.',
  nameSpelling: 'The name is not user@domain in ASCII letters. Check its spelling.',
  nameMissing: 'A record or its signature is missing. Make the proof again.',
  nameSignature:
    'A signature is not valid, or a key does not match its parent zone. Do not use it.',
  nameEarly: 'A signature is not valid yet. Check the clock of this machine.',
  nameExpired:
    'A signature has expired. Check the clock of this machine, then make the proof again.',
  nameWildcard:
    'Only a wildcard answers, and no record proves that the name itself does not exist. Do not use it.',
  nameEmpty: 'The name has no payment instructions: no text begins with "bitcoin:". Ask the payee.',
  nameSeveral:
    'The name has several payment instructions, and BIP353 allows one. Ask the payee to correct it.',
  nameLoop: 'The name leads to another name too many times. Ask the payee to correct it.',
  nameForeign: 'The proof of a payment name does not belong to its address. Open it again.',
  notProof: 'This is not a proof of a payment name. “coldsign prove-name” makes one.',
  silentDamaged: 'This silent payment address is damaged. Ask for it again.',
  label: 'A label is a number from 1 to {0}.',
  addressLine: 'Address: {0}',
  silentLine: 'Silent payment address: {0}',
  signedBy: 'Signed by: {0}',
  clockLine: 'The clock of this machine: {0}',
  rootLine: 'Keys of the DNS root: {0}',
  builtIn: 'built in, of {0}',
  seedWords: '{0} seed words',
  withPassphrase: '{0} + passphrase',
  psbt: 'a PSBT',
  address: 'an address',
  request: 'a payment request',
  descriptor: 'a descriptor',
  xpub: 'an extended public key',
  text: 'text',
  openFirst: 'Open a PSBT or a transaction first.',
  sentFirst: 'Open the PSBT that you sent first.',
  notPsbt: 'This is not a PSBT. Open the file from the signer.',
  notSnapshot: 'This is not a snapshot. “coldsign snapshot” makes one.',
  paidKeys: 'Open a transaction that paid your keys.',
  coinsOfAddress: 'Now open the list of the coins of this address.',
  notCoins: 'This JSON is not a list of coins.',
  noListAddress:
    'This list does not name its address. Open the address too, or the transactions that paid its coins.',
  unpaidCoin:
    'The list also has a coin of the transaction {0}. Open that transaction, or the address of the list.',
  badCoin: 'A coin has an address that is not valid here.',
  legacyCoin: 'A legacy coin needs the transaction that paid it. Open the transaction {0}.',
  cannotPay: 'This wallet can’t make payments here. Pay in the program that made it.',
  sendAll: 'Coins of a list are all sent to one address. Choose “Send everything”.',
  noPaymentMade: 'No payment was made. Check the amounts.',
  enterAddress: 'Enter an address.',
  requestUnknown: 'This payment request needs an unknown feature. Ask for an address.',
  requestDamaged: 'This payment request is damaged. Ask for an address.',
  requestEmpty: 'This payment request has no address. Ask for one.',
  longQr: 'This is too long for a QR code. Copy it instead.',
  lockTimes: 'The inputs’ lock times exclude each other. Spend them apart.',
  notAddress: 'This isn’t a valid Bitcoin address. Check for a missing or mistyped character.',
  addressTypo:
    'This address has a typing error, probably at character {0}. Compare it with the original.',
  pageNetwork:
    'This is for {0}, but the page is set to {1}. If that is right, lock the page, then choose the network under Keys.',
  pageTestNetwork: 'This is for {0}, but the page is set to {1}. Choose the network under Keys.',
  feeRate: 'Enter a fee rate in sat/vB with a dot for decimals, such as 2.5.',
  sameAddress: 'Two recipients have the same address. Add up their amounts, and remove one.',
  tooLittle:
    'Your coins are not enough for this payment. Enter a smaller amount, or choose more coins.',
  tooSmall: 'An amount is too small to send. Enter a larger amount.',
  feeTakesAll:
    'The fee is more than an amount that pays it. Enter a lower fee rate, or a larger amount.',
  rateTooHigh: 'The fee rate is too high. It is {0}. The limit is {1}. Enter a lower fee rate.',
  pathForm: 'A path has the form {0}.',
  hardenedPath: 'Wallets derive an account by hardened steps, such as {0}.',
  fewRolls: '{0} words need {1} rolls, and you have {2}. Roll {3} more.',
  badRoll: 'Roll {0} is not valid. Rolls are the digits 1 to 6.',
  unfair:
    'Fair dice come out like that less than once in 1,000 times, so no words were made. Take other dice, and roll again.',
  notSignature: 'This is not a message signature. Compare it with the original, letter by letter',
  otherKey: 'It was made with another key, or for another message',
  otherMessage: 'It was made for another message or address',
  otherCode: 'This code is not part of the codes before it. Stop scanning, then start again.',
  notReadable:
    'There is nothing to inspect in this. Open a PSBT, a transaction, a descriptor, or a script in hexadecimal.',
  privateKey: 'a private key',
  transaction: 'a transaction',
  seed: 'a seed ({0})',
  walletFile: 'a wallet file of {0}',
  unknownBytes: 'bytes of no known kind',
  unsignedSnapshot:
    'The snapshot is not signed. Anyone who can change the file can change its coins and fee rates',
  openedCoins: 'These are the coins of the transactions that you opened.',
  listedCoins: 'These are the coins of the list that you opened.',
  unspent: 'Check with an explorer that they are still unspent.',
  needsPassword: 'This Electrum wallet is encrypted: its password is needed',
  wrongPassword: 'The password of this Electrum wallet is wrong. Type it again',
  walletDatSealed: 'This wallet.dat is encrypted: its passphrase is needed',
  walletDatWrong: 'The passphrase of this wallet.dat is wrong. Type it again',
  datKeys: 'Number of private keys: {0}.',
  datChecked: 'Each was compared with its public key.',
  datClosed: 'They stay encrypted, and were not compared.',
  datDerived: 'Keys that derive from its seeds: {0}. Each was derived again and compared.',
  datSeeds: 'Number of seeds: {0}.',
  datPool: 'Keys made in advance (keypool): {0}.',
  datDescriptors: 'Number of descriptors: {0}.',
  datDescriptorKeys: 'Private keys of its descriptors: {0}.',
  datSomeDamaged: 'Some are damaged.',
  datSame: 'Addresses of its address book that belong to these keys: {0}.',
  datTransactions: 'Transactions in the file: {0}. Signing does not need them.',
  datWatched: 'Scripts that it watches: {0}.',
  datEncrypted: 'It is encrypted with a passphrase.',
  datPlain: 'Private keys in this encrypted file that are not encrypted: {0}.',
  datOlderSeed:
    'Keys of an older seed: {0}. Bitcoin Core makes a new seed when a wallet is encrypted, so unencrypted copies with these keys may exist.',
  datAdded:
    'Keys that do not derive from its seed: {0}. Backups from before they were added lack them.',
  datSingle:
    'Its keys do not derive from a seed: a backup has only the keys that existed when it was made, so do not lose this file.',
  datMisplaced:
    'Keys that are not at the path of the seed that the file states: {0}. They are used as single keys.',
  datForeign:
    'Receiving addresses of its address book that belong to none of its keys: {0}. Keys may be missing, so look for other copies of the file.',
  datNoIndex: 'the index of the database, which is damaged: records were searched for in all pages',
  datEnd: 'the end of the file (missing pages: {0})',
  datPages: 'damaged pages of the database ({0})',
  datRecords: 'damaged records of the database ({0})',
  datOrder: 'the order of records that were found outside of the index ({0}): some may be old',
  datLog:
    'changes that are only in the log of the database, because the file was not closed cleanly: look for the folder “database” next to wallet.dat',
  datWal:
    'changes that are only in the file “wallet.dat-wal”, if there is one: look for it where wallet.dat was',
  datJournal:
    'the state before a change that was interrupted: it is in the file “wallet.dat-journal”, and records of the change may be incomplete',
  datType: 'damaged records of type “{0}” ({1})',
  datUnknown: 'records of the unknown type “{0}” ({1})',
  datBad: 'private keys that do not belong to their public keys ({0})',
  datUnread: 'descriptors that cannot be read ({0})',
  datNoDescriptor:
    'scripts that no descriptor describes, such as bare multisig with more than 3 keys ({0})',
  datNoMaster:
    'The record that opens the encrypted private keys of this wallet.dat is missing (mkey). No passphrase opens this file: look for another copy of it',
  datMethod: 'This wallet.dat is encrypted in a way that Bitcoin Core never used',
  datNetwork: 'This wallet.dat is of {0}. If that is right, choose its network',
  mainNetwork: 'the main network',
  datNoRecords:
    'This Berkeley DB file has no records. Look for another copy of wallet.dat, or a backup',
  datTooMany: 'This file has more records than any wallet. Check that it is a wallet.dat',
  datCut: 'This wallet.dat is cut off. Copy it again',
  datIsLog: 'This is a log of Berkeley DB, not a wallet. Choose wallet.dat, in the folder above',
  datPageSize: 'This wallet.dat is damaged: its page size is impossible. Use a backup',
  datSealedFile: 'This Berkeley DB file is encrypted by the database, which no wallet does',
  datNoTable:
    'This SQLite file has no table “main”, so it is not a wallet of Bitcoin Core. Choose wallet.dat',
  datIsJournal:
    'This is the journal of a SQLite file that was not closed cleanly. Choose wallet.dat, and keep both files together',
  datNewer: 'This SQLite file is of a newer version, which this program cannot read',
  datNoWallet:
    'This database is not a wallet: it has no record of one. Choose wallet.dat in the folder of Bitcoin Core',
  datBlank:
    'This wallet.dat has no keys and no scripts: it is a blank wallet. Look for another copy of it',
  mixedKey: 'This text has more in it than a private key. Remove everything else',
  severalKeys: 'For wallets with several keys',
  badNonce: 'A MuSig2 nonce is not valid.',
  sameNonce: 'A MuSig2 nonce is used twice.',
  wif: 'private key (WIF)',
  xprv: 'extended private key',
  oneDescriptor: 'descriptor',
  wallet: 'wallet ({0})',
  namedWallet: 'wallet “{0}” ({1})',
  keys: 'keys',
  foreignFee: 'Your signatures do not cover the amounts of coins of others.',
  by: 'By {0}.',
  lowFee: 'It is {0} for {1} virtual bytes.',
  ownMaster:
    'For them, the PSBT names a master key of your descriptors with a path that the descriptors do not have.',
  wasNow: 'Then {0}, now {1}.',
  unreadableName: 'an unreadable name',
  provenName: 'Output {0}: {1}, proven until {2}.',
  named: 'Output {0}: {1}.',
  forged: 'The key that it names is not yours, so someone else would get the money.',
  strange: 'Its cosigners or its script are not those of the coins that are spent.',
  position: 'Position: {0}.',
  resemblesOutput: 'It resembles {0}, which output {1} pays.',
  resembles: 'It resembles {0}.',
  dataBytes: 'It is {0} bytes.',
  coreWords: "In Core's words: {0}.",
  fieldsMore: 'They are: {0} and {1} more.',
  fields: 'They are: {0}.',
  notBeforeTime: 'Not before {0} UTC.',
  notBeforeNow: 'Not before block {0}, about {1} days from now.',
  notBeforeThen: 'Not before block {0}, about {1} days from now by the clock.',
  notBeforeBlock: 'Not before block {0}.',
  clock: 'The clock says {0} UTC.',
  age: 'It must be {0} old.',
  oldSince: 'It is old enough since block {0}.',
  oldFrom: 'It is old enough from block {0} on.',
  blocksHours: '{0} blocks, about {1} hours',
  blocksDays: '{0} blocks, about {1} days',
  secondsHours: '{0} seconds, about {1} hours',
  secondsDays: '{0} seconds, about {1} days',
  elsewhere: 'They can also spend the coin in another transaction.',
  stillMissing: '{0} and the fee are still missing.',
  otherHash: 'A redeem or witness script has another hash.',
  noParticipant: 'A MuSig2 nonce or signature belongs to no participant.',
  preimage: 'A preimage has another hash.',
  noTaproot: 'It has taproot fields, but is not taproot.',
  otherTree: 'Its internal key or tree gives another output key.',
  musigOrder: 'The participants of a MuSig2 key are in the wrong order, so they give another key.',
  musigKey: 'The participants of a MuSig2 key do not give that key.',
  strayKey: 'It names a key that its script does not have.',
  strayLeaf: 'It names a leaf that its tree does not have.',
  strayGroup: 'It names a MuSig2 group that makes none of its keys.',
  wrongPath: 'It gives a wrong path for your key.',
  xpubTwice: 'Two entries have the same key or the same path.',
  xpubPath: 'The depth, number or parent of a key is not that of its path.',
  otherPath: 'Your key has another path.',
  flags: 'Some flags have no meaning.',
  announced: 'They announce a signature with SIGHASH_SINGLE, but there is none.',
  unannounced: 'They do not announce the signature with SIGHASH_SINGLE.',
  wrongPartial: 'A partial signature of MuSig2 is wrong.',
  highS: 'Its S value is high, so nodes do not relay it.',
  keyNotIn: 'The script does not have its key.',
  unmetLock: 'The input has sequence {0}, the transaction lock time {1} and version {2}.',
  pathNeeds: 'A path needs {0}.',
  needsLock: 'a lock time of at least {0} ({1}) and a sequence below 4294967295',
  needsAge: 'a sequence of at least {0} ({1}) in version 2',
  height: 'a block height',
  time: 'a time',
  seconds: '{0} seconds',
  blocks: '{0} blocks',
  wentWrong: 'This went wrong inside. Nothing was signed.',
  lockFirst: 'Lock your keys before you change the network.',
  labelNumber: 'A label is a number from 1.',
  unlockFirst: 'Unlock your wallet first.',
  otherForm: 'This address can’t sign in this form. Choose the usual one.',
  psbtFirst: 'Open a PSBT first.',
  openCopy: 'Open a copy of the same PSBT.',
  openPrevious: 'Open a transaction that paid one of these coins.',
  paidNone: 'This transaction paid none of the coins of the PSBT.',
  noReader: 'There is no such reader.',
  onlySeeds: 'Only seeds have a passphrase.',
  openEither: 'Open a PSBT or a transaction.',
  lacksBlocks: 'This snapshot lacks earlier blocks. Make one with a node that is not pruned.',
  noFileFor: 'There is no file for {0}: {1}.',
  noOrderMark: 'This text is UTF-16 without a byte order mark. Save it as UTF-8, then try again',
  notText: 'This text contains binary data. Check that it is the right file',
  notUtf8:
    'This text has a character that is not UTF-8, in line {0}. Save it as UTF-8, then try again',
  damagedUtf16: 'This text begins as UTF-16 and is damaged. Save it as UTF-8, then try again',
  unreadDescriptor: 'A descriptor in it cannot be read.',
  unreadDescriptorFor: 'A descriptor in it cannot be read: {0}',
  thisDescriptor: 'This descriptor cannot be read: {0}',
  damagedDescriptorFor: 'This descriptor is damaged: {0}',
  lineBreak:
    'The descriptor has a line break at character {0}. Write it in one line, without spaces',
  strangeCharacter: 'Character {0} of the descriptor is “{1}”, which none may have',
  strangeHardened:
    "Character {0} of the descriptor is “{1}”, which none may have. Write ' or h for a hardened step",
  hardened: "Character {0} of the descriptor is “{1}”. Write ' or h for a hardened step",
  spaceAt: 'The descriptor has a space at character {0}. Remove all spaces',
  slipKey:
    'A key begins with {0}. In a descriptor it is written as {1}. “coldsign decodewallet” reads it and prints the descriptor',
  policyEnd: 'The descriptor ends with /** (BIP388). Write /<0;1>/*',
  aezeed:
    'These words are a seed of LND (aezeed), not of BIP39, and their checksum is right. coldsign does not read it. Restore it in LND, and export its extended private key',
  noWords: 'There are no words. Type your seed words',
  capitals: 'Capital letters are read as small ones.',
  unusualSpaces: 'Unusual spaces are read as one space.',
  punctuation: 'Punctuation is left out.',
  wordNumbers: 'The numbers of the words are left out.',
  reordered: 'The words are put in the order of their numbers.',
  accents: 'Accents that were left out are put back.',
  abbreviated: 'Abbreviated words are completed.',
  seedWithoutKey: 'This seed has no key',
  noPassphrase: 'This kind of Electrum seed has no passphrase. Leave it empty',
  oldElectrum:
    'An Electrum seed from before 2014: its first {0} addresses of each kind are known here.',
  hexElectrum:
    'It is also read as an Electrum seed from before 2014, whose first {0} addresses of each kind are known here.',
  secondFactor:
    'An Electrum seed with a second factor. It has two of the three keys, which sign without the service.',
  bothKinds:
    'These words are an Electrum seed ({0}) too, with other keys. Here they are used as BIP39.',
  entropy:
    'Hexadecimal is read as the entropy of seed words. If it is a private key, give it as WIF.',
  foreignXpub: 'This extended public key is of another network.',
  notAddressOrKey: 'This is neither an address nor an extended public key: {0}',
  placeNetwork: 'This is {0} of {1}, not of {2}. If that is right, choose its network',
  aKey: 'a key',
  aWallet: 'a wallet',
  testNetwork: 'a test network',
  emptyText: 'There are no keys, because the text is empty. Type or save them again',
  emptyList: 'There are no keys, because the list is empty. Type or save them again',
  emptyJson: 'This JSON lists neither descriptors nor keys',
  badRange: 'The range of a descriptor is not [first, last]',
  notTaken: 'Not taken over: {0}.',
  keysOnly:
    'This holds keys for a wallet with others, and no wallet: give the descriptor or the file of the wallet',
  exchanged:
    'The wallet names a key after you ({0}), and it is not yours: it was exchanged, or its path is wrong. Do not receive with this wallet. Compare it with your cosigners.',
  wrongOrigin:
    'The wallet gives your key ({0}) a wrong fingerprint or path. It is at {1}. You can sign, but correct it in the wallet’s file, because some devices may not find the key.',
  oldTransaction:
    'This is a transaction of Electrum before version 4, which is no PSBT. Open it in Electrum 4 or newer, and export it again',
  encodedTwice: 'This is a PSBT that was encoded twice: {0} of {1}. Decode it once, then try again',
  psbtSigned:
    'This PSBT has signatures inside its unsigned transaction (a scriptSig or witness), where none may be. The program that made it is at fault. Export it from another program, or update that one.',
  psbtOtherPrevious:
    'This PSBT has a previous transaction (non_witness_utxo) that is not the one an input spends. Create the PSBT again in the wallet that made it.',
  psbtNoOutput:
    'This PSBT has an input that spends an output which its previous transaction does not have. Create the PSBT again in the wallet that made it.',
  psbtFields2:
    'This PSBT says that it has version 0, and has fields of version 2. The program that made it is at fault. Export it again as version 0 or as version 2.',
  psbtFields0:
    'This PSBT says that it has version 2, and has the unsigned transaction of version 0. The program that made it is at fault. Export it again as version 0 or as version 2.',
  psbtLacksField:
    'This PSBT says that it has version 2, and lacks a field that version 2 needs. Export it again, or as version 0.',
  psbtNoTransaction:
    'This PSBT has no unsigned transaction, and does not say that it has version 2. Export it again.',
  psbtVersion1: 'This PSBT says that it has version 1, which does not exist. Export it again.',
  psbtVersion: 'This PSBT has a version that coldsign does not know. Export it as version 2 or 0.',
  psbtTwice:
    'This PSBT has one entry twice. The program that made it is at fault. Export it again.',
  psbtLonger: 'This PSBT has more behind its end. Copy or export it again.',
  psbtsInRow: 'This PSBT has another one behind its end. Save each one in a file of its own.',
  severalTransactions: 'This has several PSBTs or transactions. Save each one in a file of its own',
  doubledTransaction: 'This is a transaction that is there twice. Copy it once',
  cutTransaction: 'This is a transaction that is cut off or damaged. Copy or export it again',
  psbtTextMode:
    'This PSBT was changed by a copy in text mode: each line feed (0a) became 0d 0a. Copy it again as a binary file, or as base64.',
  nameUnpaid: 'It cannot be paid on {0}: {1}',
  nameOffChain: 'Not on the chain ({0}): {1}',
  nestedScript: 'Nested SegWit script',
  singleKey: 'Single key',
  segwitScript: 'SegWit script',
  legacyScript: 'Legacy script',
  repeatedWords: 'a few words are repeated',
  repeatedBytes: 'their bytes repeat',
  countedBytes: 'their bytes count up or down',
  sortsKeys: 'this program sorts the keys of a multisig, and this wallet has them in another order',
  noPlaceScript:
    'this format has no place for the wallet: it is neither a wallet of one key nor a plain multisig',
  noPlaceTree: 'this format has no place for the wallet: its taproot output has scripts',
  noPlaceBranches:
    'this format has no place for the wallet: its addresses are not at /0/i and /1/i',
  noPlaceKey:
    'this format has no place for the wallet: a key of it is not the extended public key of an account',
  otherBranches: 'this format holds wallets with receiving and change: this one has other branches',
  taprootElectrum: 'Electrum has no taproot wallets',
  lostPlaces: 'fingerprint and path of its keys. Devices may not recognize them',
  lostTime: 'since when it is in use: the other program has to search the chain from its beginning',
  wrongChecksum:
    'A descriptor does not fit its checksum: it was changed, or is damaged. Do not use it, and ask for the file again ({0})',
  wrongFirstAddress:
    'The first address that the file says is not that of its keys: one of them was changed. Do not use it',
  exportAgain: 'Export it again',
  askAgain: 'Do not use it, and ask for the file again',
  exportDescriptor: 'Export the wallet’s descriptor',
  realKeys: 'Its keys are those of real bitcoin. The addresses are shown as on the main network.',
  testKeys: 'Its keys are those of test coins. The addresses are shown as on testnet.',
  oneAddress:
    'An extended key in it has no path behind it, so the wallet has one address only. Coldcard, Krux and Specter add /<0;1>/* to such a key: compare the first address with the program that wrote it.',
  wrongDepth:
    'The path to a key has not as many steps as its depth says: a device may not know it.',
  wrongStep:
    'The path to a key ends with another step than the key itself says: a device may not know it.',
  otherMaster:
    'A key has the fingerprint of another master key: the device that it belongs to may not know it.',
  testPath: 'The path to a key is one of test networks: a device may refuse it.',
  oneOrigin:
    'Two different keys have the same fingerprint and path, and a signer has one key there: one of them was exchanged, or is damaged. Ask each cosigner for their key and compare.',
  sameKeys:
    'Keys {0} and {1} of this wallet are the same key: one signer signs for both, so fewer signers can spend than it seems. Ask each cosigner for their key and compare.',
  strayChange:
    'The change of this wallet goes to other keys or another script than its receiving addresses. Check that its change addresses are yours before you use it.',
  markedFor: 'A key is marked for {0}, but is in another script.',
  unsafeTime: 'Time-based relative locktime: older({0}) > (65535 * 512) seconds is unsafe.',
  unsafeHeight: 'Height-based relative locktime: older({0}) > 65535 blocks is unsafe.',
  lostKey: 'key {0} has no fingerprint or path, so its device won’t recognize it',
  lostStart: 'that its addresses begin at position {0}: all are watched',
  lostCaravan: 'how it signs and where it asks',
  lostPrivate: 'its private keys: the wallet can be watched, and not spent from',
  lostSeed: 'its seed and private keys: the wallet can be watched, and not spent from',
  lostTemplate:
    'that its keys have no template (/**): the paths of its third line were taken, as its first address shows',
  lostPaths:
    'that it does not name the paths of its addresses: /0/* and /1/* were taken, as its first address shows',
  lostEntries: '{0} entries that hold no descriptor',
  lostLines: '{0} lines that are no descriptors',
  lostHistory: 'its history: it is found again in the chain',
  lostChannels: 'its Lightning channels',
  lostInvoices: 'its invoices and requests',
  lostFrozen: 'that addresses are frozen: freeze the coins at them',
  lostLightning: '{0} labels of Lightning payments and requests: BIP329 has no place for them',
  lostSparrow: 'labels and transactions in the file: export the labels from Sparrow (BIP329)',
  lostDevices: 'the names of its keys',
  lostSpecter: 'its labels: export them from Specter',
  lostOrigin: 'master fingerprint and path, so hardware wallets won’t recognize this key',
  lostEntry: 'entry {0} of the account, which cannot be read',
  lostAccountKey: 'a key of the account: {0}',
  damagedKeyIn: 'a key in it is damaged: ask for it again',
  lostNotPublic:
    'the addresses of a descriptor follow from private keys only: that is not read here',
  lostNameCut:
    'its name: it is "{0}" there, since the format takes no longer ones or fewer characters',
  lostScripts: 'which scripts its addresses have: a key alone does not say it',
  lostOrder:
    'the order of its keys, in newer versions of Specter: they sort them. Compare the first address there before you receive',
  lostCosigners: 'its keys for wallets with others',
  networkChanged: 'The file is for {0}, and its keys are for {1}: one of them was changed',
  memberTwice:
    '"{0}" is twice in one object of this JSON, and programs read different values: it was changed, or is damaged',
  bsmsNotYours:
    'None of its keys is yours: it is the record of another wallet, or your key was replaced. Do not use it.',
  bsmsOtherWallet:
    'This is a wallet file, not a BSMS record. Open it under Keys: Add another key or a shared (multisig) wallet.',
  bsmsNotWallet: 'This is not a BSMS descriptor record: the coordinator makes one in round 2.',
  bsmsOpen: 'This BSMS record is not encrypted, and the session has a token: ask for it again.',
  bsmsTokenWrong: 'The token of this BSMS record is wrong',
  bsmsTokenForm: 'A BSMS token is 16 or 32 hexadecimal digits, or the same number in decimal.',
  bsmsDescription: 'The description of a BSMS key is one line of at most 80 characters.',
  bsmsOneKey: 'A BSMS key record is of one signer: give one seed or extended private key.',
  bsmsPath: 'This key does not have the path: give a path such as m/48h/0h/0h/2h.',
  bsmsSealed:
    'This may be an encrypted BSMS record (BIP129): its token is needed as password, 16 or 32 hexadecimal digits',
  strangerSnapshot:
    'The snapshot is signed by {0}, who is not trusted here. Anyone who can change the file can change its coins and fee rates',
  futureSnapshot:
    "This machine's clock is wrong, or the snapshot is: the clock says {0} UTC, which is {1} before block {2} of {3} UTC. The age of the snapshot is unknown; set the clock",
  oldSnapshot:
    "The snapshot is {0} old. Payments after block {1} of {2} UTC are missing, and its fee rates may be out of date. This machine's clock says {3} UTC",
  coinsSnapshot:
    'The snapshot was made of unspent coins: what was spent before, and which addresses were used, is not in it',
  coinsSnapshotMore:
    'The snapshot was made of unspent coins: what was spent before, and which addresses were used, is not in it; the transactions of {0} coins are not known: they can be signed for, but wallets do not see them',
  silentSnapshot: 'Silent payments in blocks below {0} are not in the snapshot',
  claimsSnapshot:
    'The snapshot was made of what a server of Esplora or Electrum says: ids, amounts and that blocks hold the transactions were checked; that nothing is missing, what waits for a block, and fee rates are claims of the server',
  hours: '{0} hours',
  days: '{0} days',
  notTakenMore: 'Not taken over: {0}. {1}.',
  walletOf: 'This is a wallet of {0}, not of {1}',
  otherKeys: 'Its keys are for another network',
  chooseNetwork: 'If that is right, choose its network',
  misfit: 'A descriptor does not fit its checksum: it was changed, or is damaged',
} as const;
