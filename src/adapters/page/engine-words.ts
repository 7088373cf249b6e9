/**
 * Texts of the engine that other languages have too, by id. A text that ends with a period is
 * found inside longer texts; any other is a whole line or a value.
 */
export const engineTexts = {
  damagedPsbt: 'This PSBT is cut off or damaged. Export or copy it again.',
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
  openAlready: 'This key is already open.',
  otherNetwork: 'This key is for another network than the keys that are open. Lock them first.',
  fileLocked: 'This wallet is locked. Enter its passphrase.',
  notWordHint: '“{0}” isn’t a BIP39 word. Did you mean {1}?',
  notWord: '“{0}” isn’t a BIP39 word.',
  or: '“{0}” or {1}',
  checksum:
    'Every word is on the list, but the checksum doesn’t match. At least one word is wrong, or two are in the wrong order. Compare each word with your backup: hold its number to see it.',
  phraseChecksum:
    'All are BIP39 words ({0}), but the checksum is wrong: at least one word is another one, or two are in the wrong order. Compare each with your backup',
  phraseCount: '{0} words: a phrase has 12, 15, 18, 21 or 24',
  phraseWord: 'Word {0} is not a BIP39 word',
  phraseWordOf: 'Word {0} is not a BIP39 word ({1})',
  otherList: 'Word {0} is a word of another list ({1}), the others are {2}',
  numbering:
    'The numbers in front of the words do not count them. Number them from 1, or leave all numbers out',
  seedQr:
    'These digits are not a valid English SeedQR, which has 48, 60, 72, 84 or 96 digits and a checksum. Scan it again',
  outerSpace: 'begins or ends with a space, which counts',
  doubleSpace: 'has several spaces in a row, and each counts',
  unseen: 'has characters that cannot be seen, and they count',
  notAscii: 'has characters that some devices cannot take',
  long: 'is longer than some devices can take',
  nothingSigned: 'Nothing was signed. None of the keys that this PSBT needs are unlocked.',
  cancelled: 'Cancelled: nothing was signed',
  alreadySigned: 'This transaction is already signed.',
  otherPsbt: 'This PSBT is for another transaction. Open a copy of the same one.',
  badSignature: 'A signature in this copy is invalid, so nothing was added.',
  largeQr: 'Too large for QR ({0} frames). Save it as a file instead.',
  useDot: 'Use a dot for decimals, e.g. 0.001 BTC (100,000 sat).',
  satoshi:
    '{0} BTC? The amount is in BTC. If you mean {1} satoshi, enter {2}. Otherwise enter {3}.',
  noEstimate: 'This snapshot has no fee estimate. Enter a fee rate in sat/vB, such as 2.5.',
  noPayee: 'A recipient has no address yet.',
  overBalance: 'The total exceeds your balance when the {0} transaction fee is included.',
  share: '{0}, {1} % of the payment',
  about: 'about {0} sat/vB',
  feeLimit: 'It is {0}, about {1}. The limit is {2}.',
  limitShare: '{0} % of the payment of {1}',
  claimed: 'The fee is whatever these coins really hold, less the outputs.',
  sessions:
    'Each signature commits to its own amount only. Signatures of two PSBTs, each with a different lie, can be combined.',
  incomplete: 'It is not complete.',
  missing:
    'Input {0}: Signatures are missing, of {1}. Sign with the wallet or device that has this key.',
  missingOne:
    'Input {0}: Signatures are missing, of {1}. Sign with the wallet or device that has one of these keys.',
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
  psbt: 'a PSBT',
  address: 'an address',
  request: 'a payment request',
  descriptor: 'a descriptor',
  xpub: 'an extended public key',
  text: 'text',
} as const;
