import { createCipheriv, createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { p2ms, p2wpkh, p2wsh, RawTx, Transaction } from '@scure/btc-signer';

const PATH = "m/48'/0'/0'/2'";
const STEPS = [48, 0, 0, 2].map((step) => step + 0x80000000);

const rootOf = (words: string) => HDKey.fromMasterSeed(mnemonicToSeedSync(words));

/** Words of the first cosigner. */
export const COSIGNER =
  'legal winner thank year wave sausage worth useful legal winner thank yellow';
const me = rootOf(COSIGNER);
const second = rootOf(`${'abandon '.repeat(11)}about`);
const third = rootOf(`${'zoo '.repeat(11)}wrong`);
const thief = rootOf(
  'letter advice cage absurd amount doctor acoustic avoid letter advice cage above',
);

const ours = [me, second, third];
const theirs = [me, second, thief];
const strangers = [1, 2, 3].map((byte) => HDKey.fromMasterSeed(new Uint8Array(32).fill(byte)));

/** Writes a file of a wallet as Coldcard does. */
const walletFile = (name: string, cosigners: readonly HDKey[]): string =>
  [
    `Name: ${name}`,
    'Policy: 2 of 3',
    "Derivation: m/48'/0'/0'/2'",
    'Format: P2WSH',
    '',
    ...cosigners.map((each) => {
      const id = each.fingerprint.toString(16).padStart(8, '0').toUpperCase();
      return `${id}: ${each.derive(PATH).publicExtendedKey}`;
    }),
    '',
  ].join('\n');

/** The file of the wallet that holds the coin. */
export const SHARED_FILE = walletFile('Family vault', ours);
/** The file of a wallet with two of the same cosigners. */
export const OTHER_FILE = walletFile('Other vault', theirs);

/** SLIP132: `Zpub`. */
const ZPUB = { private: 0x02aa7a99, public: 0x02aa7ed3 };

/** The same wallet in a file that Electrum encrypted with a password (BIE1). */
export function sharedElectrumFile(password: string): Buffer {
  const keys = ours.map((each, i) => {
    const account = each.derive(PATH);
    const { publicKey, chainCode, depth, index, parentFingerprint } = account;
    if (publicKey === null || chainCode === null) throw new Error('no key');
    const shown = new HDKey({
      versions: ZPUB,
      publicKey,
      chainCode,
      depth,
      index,
      parentFingerprint,
    });
    const id = each.fingerprint.toString(16).padStart(8, '0');
    const names = { type: 'bip32', derivation: PATH, root_fingerprint: id, label: '' };
    return [`x${i + 1}/`, { ...names, xpub: shown.publicExtendedKey }];
  });
  const wallet = { wallet_type: '2of3', seed_version: 17, ...Object.fromEntries(keys) };
  const wide = pbkdf2Sync(password, '', 1024, 64, 'sha512');
  const { Point } = secp256k1;
  const secret = BigInt(`0x${wide.toString('hex')}`) % Point.Fn.ORDER;
  const once = 7n;
  const shared = Point.BASE.multiply(secret).multiply(once).toBytes(true);
  const derived = createHash('sha512').update(shared).digest();
  const cipher = createCipheriv('aes-128-cbc', derived.subarray(16, 32), derived.subarray(0, 16));
  const body = Buffer.concat([
    Buffer.from('BIE1'),
    Point.BASE.multiply(once).toBytes(true),
    cipher.update(deflateSync(JSON.stringify(wallet))),
    cipher.final(),
  ]);
  const mac = createHmac('sha256', derived.subarray(32)).update(body).digest();
  return Buffer.from(Buffer.concat([body, mac]).toString('base64'));
}

function publicKeyAt(root: HDKey, branch: number, index: number): Uint8Array {
  const { publicKey } = root.derive(`${PATH}/${branch}/${index}`);
  if (publicKey === null) throw new Error('no key');
  return publicKey;
}

function addressOf(cosigners: readonly HDKey[], branch: number, index: number) {
  const keys = cosigners.map((each) => publicKeyAt(each, branch, index));
  return p2wsh(p2ms(2, [...keys].sort(Buffer.compare)));
}

/** Names the keys of cosigners, with the fingerprints of `named`. */
const pathsOf = (
  cosigners: readonly HDKey[],
  named: readonly HDKey[],
  [branch, index]: [number, number],
): [Uint8Array, { fingerprint: number; path: number[] }][] =>
  cosigners.map((each, i) => [
    publicKeyAt(each, branch, index),
    { fingerprint: named[i]?.fingerprint ?? 0, path: [...STEPS, branch, index] },
  ]);

/**
 * Makes a payment of 0.06 BTC from a wallet of 2 of 3 keys, by another library. `isStolen`: the
 * change of 0.0199 BTC goes to a wallet with a thief, whose key has the name of the third cosigner.
 * `isForged`: it goes to strangers, whose keys have the names of the cosigners.
 */
export function sharedPayment({ isStolen = false, isForged = false } = {}): string {
  const coin = addressOf(ours, 0, 0);
  const previous = RawTx.encode({
    version: 2,
    segwitFlag: false,
    inputs: [
      { txid: new Uint8Array(32).fill(9), index: 0, finalScriptSig: new Uint8Array(), sequence: 0 },
    ],
    outputs: [{ amount: 8_000_000n, script: coin.script }],
    witnesses: [],
    lockTime: 0,
  });
  const made = new Transaction();
  made.addInput({
    txid: Transaction.fromRaw(previous, { allowUnknownOutputs: true }).id,
    index: 0,
    nonWitnessUtxo: previous,
    witnessUtxo: { amount: 8_000_000n, script: coin.script },
    witnessScript: coin.witnessScript,
    bip32Derivation: pathsOf(ours, ours, [0, 0]),
  });
  const payee = p2wpkh(publicKeyAt(third, 0, 7));
  made.addOutput({ script: payee.script, amount: 6_000_000n });
  const taker = isForged ? strangers : isStolen ? theirs : ours;
  const change = addressOf(taker, 1, 2);
  made.addOutput({
    script: change.script,
    amount: 1_990_000n,
    witnessScript: change.witnessScript,
    bip32Derivation: pathsOf(taker, ours, [1, 2]),
  });
  return Buffer.from(made.toPSBT(0)).toString('base64');
}
