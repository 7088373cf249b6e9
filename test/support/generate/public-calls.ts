import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { publicEntries } from '../../../.ci/public-names.ts';
import { createFlatSigningProvider } from '../../../src/descriptor/flat-signing-provider.ts';
import { networks } from '../../../src/encoding/network.ts';
import { formatPsbt, fund, openAccount } from '../../../src/index.ts';
import { parseDescriptor, silentSigning } from '../../../src/public/descriptor.ts';
import { createPsbt } from '../../../src/public/psbt.ts';
import { reviewPsbt, strictPolicy } from '../../../src/public/review.ts';
import { english } from '../../../src/public/seed.ts';
import { refusingChecker } from '../../../src/script/checker.ts';
import { deriveAccount, privateDescriptor, standardAccounts } from '../../../src/seed/accounts.ts';
import { rootKeyOf } from '../../../src/seed/root-key.ts';
import { foreignFunctions } from '../foreign-curve.ts';
import { root } from '../paths.ts';
import { curve, jobOf, keyOf, publicKeyOf, spendOf } from '../signing.ts';
import { silentAddress } from './silent-payments.ts';

export type Callable = (...args: readonly unknown[]) => unknown;
type Names = { readonly [name: string]: unknown };

const isClass = (value: unknown): boolean => /^class\b/.test(String(value));

/** Returns the module of an entry in `src` by the name of its declarations. */
const sourceOf = (types: string): string => `src/${types.replace(/\.d\.ts$/, '.ts')}`;
const entries = publicEntries().map(({ specifier, types, names }) => ({
  entry: specifier === 'coldsign' ? 'root' : specifier.replace('coldsign/', ''),
  source: sourceOf(types),
  names,
}));
const modules: { readonly [entry: string]: Names } = Object.fromEntries(
  await Promise.all(
    entries.map(async ({ entry, source }) => [entry, await import(join(root, source))]),
  ),
);

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Returns the file that a list exports a name from, or `undefined` if it is no list. */
function fileOf(list: string, name: string): string | undefined {
  const text = textOf(list);
  const named = new RegExp(`^export \\{[^}]*\\b${name}\\b[^}]*\\} from '([^']+)';`, 'm').exec(
    text,
  )?.[1];
  if (named !== undefined) return posix.join(posix.dirname(list), named);
  const whole = [...text.matchAll(/^export \* from '([^']+)';/gm)].map(([, from = '']) =>
    posix.join(posix.dirname(list), from),
  );
  const declares = new RegExp(`^export (?:async )?(?:const|function\\*?) ${name}\\b`, 'm');
  return whole.find((file) => declares.test(textOf(file)));
}

/** Lists every function that an entry exports, once. */
export const publicFunctions = entries.flatMap(({ entry, source, names }) =>
  names.flatMap(({ name }) => {
    const value = modules[entry]?.[name];
    if (typeof value !== 'function' || isClass(value)) return [];
    if (/^export \*/m.test(textOf(source)) && fileOf(source, name) === undefined) return [];
    return [{ entry, name, call: value as Callable, parameters: parametersOf(source, name) }];
  }),
);

/**
 * Returns the parameters of a function whose arguments `checkArguments` or `checked` checks; empty
 * for any other function.
 */
function parametersOf(list: string, name: string): readonly string[] {
  const file = fileOf(list, name);
  if (file === undefined) return [];
  const inside = new RegExp(`'${name}',\\s*\\{([^}]*)\\}`).exec(textOf(file))?.[1] ?? '';
  const names = inside.matchAll(/'?(?:\.\.\.)?(\w+)'?: (?:\[\s*[^,\]]*,\s*)?'/g);
  return [...names].map(([, parameter = '']) => parameter);
}

/** Valid arguments for each parameter, so that a test can make one of them wrong. */
export const spend = spendOf([Uint8Array.of(0x51)]);
const job = jobOf(spend, { keys: [keyOf(1)], scripts: [] });
const made = createPsbt(spend.transaction, 2);
if (made === undefined) throw new Error('no PSBT');
const psbt = made;
const context = { network: networks.regtest, secp256k1: curve };
const parsed = parseDescriptor('raw(51)', context);
if ('error' in parsed) throw new Error(parsed.error);
const right: { readonly [parameter: string]: unknown } = {
  amount: 1n,
  bytes: Uint8Array.of(0),
  checker: refusingChecker,
  coins: [undefined],
  context,
  curve,
  data: Uint8Array.of(1),
  decimals: 8,
  descriptor: parsed.descriptors[0],
  error: 'OK',
  flags: 0,
  form: { witness: true },
  functions: foreignFunctions,
  signers: {},
  hash: new Uint8Array(20),
  input: psbt.inputs[0],
  job,
  key: keyOf(1),
  flatProvider: createFlatSigningProvider(),
  message: 'Hello World',
  network: networks.regtest,
  of: 4,
  opcode: 0,
  options: undefined,
  outPoint: { txid: 'ab'.repeat(32), vout: 0 },
  outputKey: publicKeyOf(1).subarray(1),
  parts: 0,
  payload: 'raw(51)',
  position: 0,
  positions: [0],
  privateKeys: new Map(),
  provider: job.provider,
  psbt,
  psbts: psbt,
  publicKey: publicKeyOf(1),
  publicKeys: [publicKeyOf(1)],
  required: 1,
  script: Uint8Array.of(0x51),
  scriptPubKey: Uint8Array.of(0x51),
  scriptSig: new Uint8Array(),
  secp256k1: curve,
  signed: { message: '', scriptPubKey: Uint8Array.of(0x51), signature: '' },
  shuffle: (items: readonly unknown[]) => items,
  source: { secp256k1: curve, findPrivateKey: () => undefined },
  text: '',
  transaction: spend.transaction,
  value: 0,
  version: 0,
  witness: [],
};
const messageJob = {
  message: 'Hello World',
  scriptPubKey: Uint8Array.of(0x51),
  provider: job.provider,
  secp256k1: curve,
};
/** Arguments for names with several meanings. */
const rightIn: { readonly [call: string]: unknown } = {
  'checkChecksum.required': false,
  'formatAmount.value': 1n,
  'transactionChecker.input': 0,
  'joinPsbts.psbts': [psbt, { ...psbt, inputs: [] }],
  'createKeyProvider.options': { keys: [] },
  'createSingleKeyProvider.keys': [],
  'smallestPsbt.options': { segwit: true },
  'locateChecksumError.text': 'raw(51)#8lvh9jxk',
  'signScriptMessage.job': messageJob,
  'signScriptMessageWith.job': messageJob,
  'signPsbt.job': { psbt, provider: job.provider, secp256k1: curve, finalize: true },
  'signPsbtWith.job': { psbt, provider: job.provider, secp256k1: curve, finalize: true },
  'inputErrorSentence.error': { kind: 'coin-not-found' },
};
const rightFor = (name: string, parameter: string): unknown =>
  `${name}.${parameter}` in rightIn ? rightIn[`${name}.${parameter}`] : right[parameter];

const phrase = { words: `${'abandon '.repeat(11)}about`.split(' '), list: english };
const rootKey = rootKeyOf(phrase, '');
const [kind] = standardAccounts(networks.regtest, 0).slice(2);
if (rootKey === undefined || kind === undefined) throw new Error('no key');
const derived = deriveAccount(rootKey, kind, context);
const ring = { masters: [], descriptors: [], canSign: false, hasWallet: false, notes: [] };
export const account = openAccount(derived.descriptor, { network: 'regtest', range: 20 });
const open = openAccount(privateDescriptor(rootKey, kind, context), {
  network: 'regtest',
  range: 20,
});
const utxos = [
  { txid: 'ab'.repeat(32), vout: 0, value: 100_000, address: account.address(0), confirmations: 9 },
];
const more = utxos.map((utxo) => ({ ...utxo, vout: 1 }));
const order = {
  coins: account.coins(utxos),
  outputs: [{ address: account.address(1), value: 50_000n }],
  change: account,
  feeRate: 2,
};
const funded = fund(order).psbt;
const evidence = { network: networks.regtest, known: new Map() };
const review = reviewPsbt(psbt, evidence);
const source = {
  network: 'regtest',
  tip: async () => ({ hash: '00'.repeat(32), height: 0, time: 0 }),
  transactions: async () => [],
};
const readFile = async () => undefined;
const storage = { read: async () => undefined, write: async () => {}, names: async () => [] };
const wallet = { descriptors: [derived.descriptor] };
const policy = {
  name: 'wallet',
  template: 'wpkh(@0/**)',
  keys: [/\((.*?)\/<0;1>/.exec(derived.descriptor)?.[1] ?? ''],
};
const silent = { scanKey: keyOf(1), spendKey: silentAddress(1, 1).spendKey };
const recipient = silentAddress(1, 1);
const nameProof = { name: 'a@b.example', chain: Uint8Array.of(0) };
const path = {
  publicKey: new Uint8Array(33),
  origin: { fingerprint: new Uint8Array(4), path: [] },
};
const image = { width: 30, height: 30, data: new Uint8ClampedArray(3600) };
const text = 'Hello World';

/**
 * Arguments of functions whose parameter names have other meanings elsewhere, or that check them
 * themselves.
 */
/** P2WPKH of the private key 1. */
const OWN = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

const explicit: { readonly [call: string]: readonly unknown[] } = {
  'script.p2wshScript': [new Uint8Array(32)],
  'rpc.client': [{}],
  'rpc.createrawtransaction': [{ inputs: [], outputs: [{ data: '00' }] }, {}],
  'rpc.execute': ['createrawtransaction', [[], [{ data: '00' }]], {}],
  'root.isColdsignError': [text, 'INVALID_URI'],
  'root.finalize': [funded, {}],
  'root.signMessage': [text, { account: open, index: 1 }],
  'root.isValidMessage': [{ address: account.address(0), message: text, signature: 'AA==' }, {}],
  'root.judgeMessage': [{ address: account.address(0), message: text, signature: 'AA==' }, {}],
  'root.parseUri': [`bitcoin:${account.address(0)}?amount=1`, { network: 'regtest' }],
  'root.formatUri': [
    { address: account.address(0), value: 1n, others: [{ kind: 'pay', text: 'x' }] },
    { network: 'regtest' },
  ],
  'root.parsePsbt': [formatPsbt(funded), {}],
  'root.tryParsePsbt': [formatPsbt(funded), {}],
  'root.tryParseUri': [`bitcoin:${account.address(0)}?amount=1`, { network: 'regtest' }],
  'root.formatPsbt': [funded, 'base64', {}],
  'root.review': [funded, { account }],
  'root.reviewFirst': [{ account, confirm: () => true }],
  'root.splitBatch': [order],
  'root.consolidate': [{ ...order, outputs: undefined, mostInputs: 5 }],
  'root.fromEsplora': [[{ txid: 'ab'.repeat(32), vout: 0, value: 1 }], { address: text }],
  'root.fromElectrum': [
    [{ tx_hash: 'ab'.repeat(32), tx_pos: 0, value: 1, height: 0 }],
    { address: text },
  ],
  'root.fromCore': [[{ txid: 'ab'.repeat(32), vout: 0, amount: 1 }]],
  'root.openAccount': [derived.descriptor, { network: 'regtest', range: 20 }],
  'root.fund': [
    { ...order, replaces: funded, silent: silentSigning, descendantFees: 0n, feeRate: 9 },
  ],
  'root.sweep': [
    {
      keys: 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA',
      coins: [{ txid: '11'.repeat(32), vout: 0, value: 90_000n, address: OWN, confirmations: 6 }],
      to: account.address(0),
      feeRate: 1,
      network: 'regtest',
    },
  ],
  'root.sign': [
    funded,
    { keys: [], silent: silentSigning, signal: new AbortController().signal, approve: () => true },
  ],
  'root.extract': [funded, {}],
  'root.combine': [funded, funded],
  'root.addInput': [
    { ...funded, txModifiable: 1 },
    account.coins(more)[0],
    { index: 0, sequence: 1 },
  ],
  'seed.compactSeedQr': [phrase],
  'seed.completeWord': ['aban', english],
  'seed.deriveChild': [rootKey, { kind: 'wif' }, 0, context],
  'seed.describePassphraseWarning': ['long'],
  'seed.describePhraseFault': [{ kind: 'empty' }, {}],
  'seed.describeIrregularity': ['capitals'],
  'seed.entropyOfRolls': ['123', 'dice', 12, { fewer: true }],
  'seed.entropyOfWords': [phrase.words, english],
  'seed.findAccount': [ring, 'x', { network: networks.regtest }],
  'seed.findWords': [text, [english]],
  'seed.joinKeys': [[ring]],
  'seed.lastWords': [{ ...phrase, words: phrase.words.slice(1) }],
  'seed.leastRolls': ['dice', 12],
  'seed.listAccounts': [ring, { network: networks.regtest }],
  'seed.passphraseWarnings': [text],
  'seed.readCompactSeedQr': [new Uint8Array(16), english],
  'seed.readKeys': [text, { network: networks.regtest }],
  'seed.readPhrase': [text, [english]],
  'seed.readRolls': ['123', 'dice'],
  'seed.readSeedQr': ['0'.repeat(48), english],
  'seed.seedQrDigits': [phrase],
  'seed.testRolls': ['123', 'dice'],
  'seed.wipeKeys': [ring],
  'seed.wordsOfEntropy': [new Uint8Array(16), english],
  'wallet.createIndexedDbStorage': [{ open: () => ({}) }, 'name'],
  'wallet.createFileStorage': [
    { mkdir: readFile, readdir: readFile, readFile, open: readFile, rename: readFile },
    'folder',
  ],
  'wallet.createWallets': [storage, { network: 'regtest' }],
  'transport.createFrameReader': [curve],
  'transport.describePayload': [{ kind: 'psbt' }],
  'transport.detect': [text, curve],
  'transport.encodeFrames': [{ kind: 'text', text }, { as: 'text' }],
  'transport.qrMatrix': [text, { border: 4 }],
  'transport.qrSvg': [[[true]], 4],
  'transport.readQrCode': [image, { thorough: false }],
  'descriptor.createSilentOutputs': [
    [{ prevout: { txid: 'ab'.repeat(32), vout: 0 }, privateKey: keyOf(1), isTaproot: false }],
    [recipient],
    curve,
  ],
  'descriptor.createSilentScanner': [silent, [1], curve],
  'descriptor.deriveSilentDescriptor': [rootKey, 0, context],
  'descriptor.formatSilentAddress': [recipient, networks.regtest],
  'descriptor.formatSilentDescriptor': [silent, networks.regtest, true],
  'descriptor.silentPrivateKey': [keyOf(1), new Uint8Array(32).fill(1), curve],
  'descriptor.silentRecipient': [silent, 1, curve],
  'descriptor.silentTweak': [spend.transaction, [Uint8Array.of(0x51)], curve],
  'descriptor.withSilentRecipient': [psbt.outputs[0], recipient, 0],
  'descriptor.withSilentSpend': [psbt.inputs[0], new Uint8Array(32), path],
  'review.judgeNames': [psbt, { network: networks.regtest, now: 0 }, curve],
  'review.judgeNameProof': [nameProof, 0, []],
  'review.writeNameProof': [nameProof],
  'wallet.createCoinSource': [source, { network: 'regtest' }],
  'wallet.createElectrumSource': [{ network: 'regtest', transport: async () => ({}) }],
  'wallet.createEsploraSource': [
    { url: 'https://x.test', network: 'regtest', fetch: async () => ({}) },
  ],
  'wallet.createSourceChain': [source, {}],
  'wallet.listCoins': [source, account, { gapLimit: 2 }],
  'formats.createBsmsKey': [{ keys: ring, path: 'm' }, context],
  'formats.createBsmsWallet': [{ records: [], required: 1, total: 1 }, context],
  'formats.openBsmsWallet': ['', { keys: ring }, context],
  'formats.exportWallet': [wallet, 'bsms', context, {}],
  'formats.formatLabels': [[{ type: 'addr', ref: account.address(0), label: 'rent' }]],
  'formats.formatSlipKey': [derived.xpub, 'wpkh'],
  'formats.importWallet': [derived.descriptor, context, {}],
  'formats.policyOfWallet': [wallet, context],
  'formats.readSlipKey': [derived.xpub],
  'formats.walletOfPolicy': [policy, context],
  'review.catalogEntry': ['fee-unknown'],
  'review.keyOwners': [ring, psbt, { network: networks.regtest }],
  'review.pastCoins': [review, false],
  'review.overriddenIn': [review],
  'review.refusedBy': [strictPolicy, review, 'ab'],
  'review.reviewId': [review, networks.regtest],
  'review.reviewPsbt': [psbt, evidence, curve],
  'review.reviewTransaction': [
    spend.transaction,
    { coins: new Map(), provider: job.provider, secp256k1: curve },
    evidence,
  ],
  'review.printReview': [review, networks.regtest, 80],
  'review.reviewHtml': [review, networks.regtest],
  'review.reviewPicture': [review, networks.regtest, {}],
  'review.reviewSvg': [review, networks.regtest, {}],
  'review.checkSigned': [psbt, psbt, {}],
};

/** Functions that rightly fail with these arguments, or have none. */
export const without = [
  'getblocktemplate',
  'importdescriptors',
  'send',
  'signrawtransactionwithkey',
  'signrawtransactionwithwallet',
  'extract',
  'openSnapshot',
];

/** Returns arguments that a function accepts. */
export function rightArguments({
  entry,
  name,
  parameters,
}: Pick<(typeof publicFunctions)[number], 'entry' | 'name' | 'parameters'>): readonly unknown[] {
  const given = explicit[`${entry}.${name}`];
  return given ?? parameters.map((parameter) => rightFor(name, parameter));
}
