/** A command of coldsign that is not an RPC method. */
export type Command = {
  readonly name: string;
  readonly group: Group;
  readonly usage: readonly string[];
  readonly summary: string;
  /** Additional help; absent for commands that print their own help with `-?`. */
  readonly help?: string;
  /** Options that matter for it. */
  readonly options?: readonly string[];
  readonly examples?: readonly string[];
};

export type Group = 'Sign' | 'Check' | 'Wallets' | 'Keys' | 'Carry' | 'Serve' | 'Raw';

const keyOptions = ['keys', 'passphrase', 'language', 'account', 'rpcwallet'];

/** The commands in the order of the help. */
export const commands: readonly Command[] = [
  {
    name: 'review',
    group: 'Sign',
    usage: ['review FILE|-', 'review PSBT|HEX [DESCRIPTORS] [PREVTXS]'],
    summary: 'Show what a PSBT or transaction does. Signs nothing',
    help: 'Shows where the money goes, what comes back to you, the fee, and warnings. With -keys or a wallet it also verifies which outputs are yours. The last line is the review ID, which "sign -reviewed=ID" accepts.',
    options: [...keyOptions, 'format', 'policy'],
    examples: ['review payment.psbt -keys=words.txt', '-rpcwallet=cold review payment.psbt'],
  },
  {
    name: 'sign',
    group: 'Sign',
    usage: ['sign FILE [PREVTXS]'],
    summary: 'Review a PSBT or transaction, ask for your approval, and sign it',
    help: 'Shows the review and signs after you type "yes". Signs with the keys of -keys, or with the wallet. Writes FILE-signed.psbt, or FILE.txn if no signature is missing, and never overwrites a file. For a raw transaction, add PREVTXS, the outputs that it spends, in the form that signrawtransactionwithkey takes.',
    options: [...keyOptions, 'reviewed', 'yes', 'policy'],
    examples: ['sign payment.psbt -keys=words.txt', 'sign payment.psbt -keys=- -passphrase'],
  },
  {
    name: 'sweep',
    group: 'Sign',
    usage: ['sweep [FILE...] -keys=FILE -to=ADDRESS -feerate=N'],
    summary: 'Send all coins of a private key or seed to an address',
    help: 'Reads coins from FILEs or from -snapshot. A FILE contains a list from Esplora, Electrum or a node as JSON, or the transactions that paid the coins, in hexadecimal, one per line. Legacy coins need these transactions. A private key is tried with all of its scripts, seed words with their standard accounts. Shows the review, asks, and writes FILE-sweep.txn, or prints the transaction if there is no FILE.',
    options: ['keys', 'passphrase', 'language', 'account', 'to', 'feerate', 'address', 'snapshot'],
    examples: [
      'sweep coins.json -keys=- -to=bc1q... -feerate=2.5',
      '-snapshot=paper.dat sweep -keys=paper.txt -to=bc1q... -feerate=2.5',
    ],
  },
  {
    name: 'combine',
    group: 'Sign',
    usage: ['combine FILE FILE...'],
    summary: 'Join copies of a PSBT that were signed separately',
    help: 'Verifies every signature and adds it to the first PSBT. A copy may be the signed transaction that a device saves. Writes FILE-combined.psbt, or FILE.txn if no signature is missing.',
    options: ['rpcwallet'],
    examples: ['combine alice.psbt bob.psbt'],
  },
  {
    name: 'check',
    group: 'Check',
    usage: ['check BEFORE AFTER', 'check NAME.PROOF'],
    summary: 'Compare a PSBT before and after another signer had it',
    help: 'Reports changes other than signatures, invalid signatures, and nonces that could leak a key. BEFORE is the PSBT that you sent, AFTER is the PSBT or transaction that came back. With the proof of a name such as bob@example.com (BIP353), it shows whom the name pays and until when that is proven.',
    options: [...keyOptions, 'seen', 'transcript', 'rootkeys', 'rootkeysigner'],
    examples: ['check payment.psbt payment-signed.psbt -seen=nonces.txt'],
  },
  {
    name: 'prove-name',
    group: 'Check',
    usage: ['prove-name user@domain -doh=URL|-resolver=HOST'],
    summary: 'Ask the DNS to prove a payment name, and write the proof to a file',
  },
  {
    name: 'verify',
    group: 'Check',
    usage: ['verify FILE...'],
    summary: 'Check that a download of coldsign is a signed release',
  },
  {
    name: 'seed',
    group: 'Keys',
    usage: ['seed check|descriptors|dice|last-word|child|qr'],
    summary: 'Check or make seed words: dice, last word, SeedQR, BIP85',
  },
  {
    name: 'keys',
    group: 'Keys',
    usage: ['keys list|export', 'keys find ADDRESS', 'keys coins [FILE...]'],
    summary: 'List and export the accounts of your keys, or find an address or coins',
  },
  {
    name: 'bsms',
    group: 'Keys',
    usage: ['bsms token|key', 'bsms wallet M-of-N FILE...', 'bsms check FILE'],
    summary: 'Set up a wallet with several signers (BIP129)',
  },
  {
    name: 'show',
    group: 'Carry',
    usage: ['show FILE|-'],
    summary: 'Show a PSBT, snapshot, wallet file or text as QR codes',
  },
  {
    name: 'read',
    group: 'Carry',
    usage: ['read PICTURE...', 'read -'],
    summary: 'Read QR codes from pictures or from a scanner',
  },
  {
    name: 'snapshot',
    group: 'Carry',
    usage: ['snapshot -node=URL -descriptors=FILE -out=FILE', 'snapshot newkey|trust|distrust'],
    summary: 'Write the coins that a node knows to a file for an offline machine',
  },
  {
    name: 'serve',
    group: 'Serve',
    usage: ['serve'],
    summary: 'Answer bitcoin-cli and other JSON-RPC clients',
  },
  {
    name: 'signer',
    group: 'Serve',
    usage: ['signer ...'],
    summary: 'Act as the external signer of bitcoind -signer="coldsign signer"',
    help: 'bitcoind starts this command itself. Start bitcoind with -signer="coldsign [options] signer"; the options select the keys.',
    options: ['keys', 'passphrase', 'language', 'account', 'policy'],
    examples: ['-keys=words.txt signer enumerate'],
  },
  {
    name: 'version',
    group: 'Serve',
    usage: ['version'],
    summary: 'Print the version and the commit it was built from',
    options: [],
  },
];

/** Returns the command of that name. */
export const findCommand = (name: string): Command | undefined =>
  commands.find((command) => command.name === name);

/** Returns the usage lines of a command, the first after `Usage:`. */
export function usageOf(name: string): string {
  const lines = findCommand(name)?.usage ?? [];
  return lines.map((line, i) => `${i === 0 ? 'Usage:' : '   or:'} coldsign ${line}`).join('\n');
}
