import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { hash160 } from '../../src/crypto/hash.ts';
import { kernelSecp256k1 as curve } from '../../src/crypto/kernel-backend.ts';
import { PrivateKey } from '../../src/crypto/private-key.ts';
import { type Bytes, bigEndian, compareBytes, concatBytes } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { createWriter } from '../../src/encoding/writer.ts';
import { p2trScript, p2wpkhScript, p2wshScript } from '../../src/script/builders.ts';
import { silentRecipientOf } from '../../src/silent/keys.ts';
import { createSilentScanner, silentTweak, taprootKey } from '../../src/silent/scan.ts';
import { createSilentOutputs } from '../../src/silent/send.ts';
import { writeOutPoint } from '../../src/transaction/codec.ts';
import { casesOfRun } from '../support/generate/cases.ts';
import { createRandom, type Random, seedOfRun } from '../support/generate/random.ts';
import { root } from '../support/paths.ts';

// npm run soak:silent -- DIR: a million random payments and scans (COLDSIGN_CASES) compared with
// the module silentpayments of libsecp256k1, whose source is in DIR. A difference ends the run,
// with the seed of its case.
const [, , source] = process.argv;
if (source === undefined)
  throw new Error('Name the folder with the source of libsecp256k1 0.8 or newer');
const BATCH = 500;
const oracle = join(root, '.tmp', 'libsecp256k1');
mkdirSync(join(root, '.tmp'), { recursive: true });
const parts = ['secp256k1.c', 'precomputed_ecmult.c', 'precomputed_ecmult_gen.c'];
execFileSync('cc', [
  ...['-O2', '-w', '-DENABLE_MODULE_EXTRAKEYS=1', '-DENABLE_MODULE_SILENTPAYMENTS=1'],
  ...[`-I${join(source, 'include')}`, '-o', oracle, join(root, 'test/silent/libsecp256k1.c')],
  ...parts.map((file) => join(source, 'src', file)),
]);

const keyOf = (bytes: Bytes): PrivateKey => {
  const key = PrivateKey.from(bytes, true);
  if (key === undefined) throw new Error('not a private key');
  return key;
};
const serialized = (prevout: { readonly txid: string; readonly vout: number }): Bytes => {
  const writer = createWriter(36);
  writeOutPoint(writer, prevout);
  return writer.finish();
};

type Coin = {
  readonly prevout: { readonly txid: string; readonly vout: number };
  readonly key: Bytes;
  readonly kind: 'taproot' | 'wpkh' | 'script';
};

function someCoins(random: Random): readonly Coin[] {
  const kinds = ['taproot', 'wpkh', 'script'] as const;
  const coins = Array.from({ length: 1 + random.int(5) }, (_, i): Coin => {
    const prevout = { txid: encodeHex(random.bytes(32)), vout: random.int(300) };
    return {
      prevout,
      key: random.bytes(32),
      kind: i === 0 ? random.pick(['taproot', 'wpkh']) : random.pick(kinds),
    };
  });
  const [first] = coins;
  // Keys whose sum is zero: no payment is possible.
  if (!random.oneIn(200) || first?.kind !== 'wpkh') return coins;
  const negative = {
    ...first,
    prevout: { ...first.prevout, vout: 300 },
    key: curve.negatePrivateKey(first.key),
  };
  return [first, negative];
}

/** A case, the request to libsecp256k1 about it, and our result. */
function makeCase(random: Random) {
  const coins = someCoins(random);
  const payees = Array.from({ length: 1 + random.int(3) }, () => ({
    scanKey: keyOf(random.bytes(32)),
    spendKey: keyOf(random.bytes(32)).publicKey(curve),
  }));
  const labels = [
    0,
    ...new Set(Array.from({ length: random.int(9) }, () => 1 + random.int(2 ** 32 - 1))),
  ];
  const recipients = Array.from({ length: 1 + random.int(6) }, () => {
    const label = random.oneIn(2) ? undefined : labels[random.int(labels.length)];
    const recipient = silentRecipientOf(
      random.pick([...payees] as [(typeof payees)[0]]),
      curve,
      label,
    );
    if (recipient === undefined) throw new Error('no recipient');
    return recipient;
    // We count k by spend key (BIP375), and libsecp256k1 by place.
  }).sort((a, b) => compareBytes(a.spendKey, b.spendKey));
  const inputs = coins.map(({ prevout, key, kind }) => ({
    prevout,
    privateKey: kind === 'script' ? undefined : keyOf(key),
    isTaproot: kind === 'taproot',
  }));
  const made = createSilentOutputs(inputs, recipients, curve);
  const paid = 'error' in made ? [] : made;
  const others = Array.from({ length: 1 + random.int(3) }, () =>
    p2trScript(keyOf(random.bytes(32)).publicKey(curve).subarray(1)),
  );
  const scripts = random.shuffle([...paid.filter(() => !random.oneIn(12)), ...others]);
  const spent = coins.map(({ key, kind }) => {
    const publicKey = keyOf(key).publicKey(curve);
    if (kind === 'taproot')
      return { script: p2trScript(publicKey.subarray(1)), witness: [new Uint8Array(64)] };
    if (kind === 'wpkh')
      return { script: p2wpkhScript(hash160(publicKey)), witness: [new Uint8Array(71), publicKey] };
    return { script: p2wshScript(publicKey), witness: [publicKey] };
  });
  const transaction = {
    version: 2,
    locktime: 0,
    inputs: coins.map(({ prevout }, i) => ({
      prevout,
      scriptSig: new Uint8Array(0),
      sequence: 0,
      witness: spent[i]?.witness ?? [],
    })),
    outputs: scripts.map((scriptPubKey) => ({ value: 1n, scriptPubKey })),
  };
  const [payee] = payees;
  if (payee === undefined) throw new Error('no payee');
  const keys = scripts.flatMap((script) => taprootKey(script) ?? []);
  const tweak = silentTweak(
    transaction,
    spent.map(({ script }) => script),
    curve,
  );
  const eligible = coins.filter(({ kind }) => kind !== 'script');
  const smallest = coins.map(({ prevout }) => serialized(prevout)).sort(compareBytes)[0];
  const question = concatBytes(
    Uint8Array.of(eligible.length),
    ...eligible.flatMap(({ kind, key }) => [Uint8Array.of(kind === 'taproot' ? 1 : 0), key]),
    smallest ?? new Uint8Array(36),
    Uint8Array.of(recipients.length),
    ...recipients.flatMap(({ scanKey, spendKey }) => [scanKey, spendKey]),
    Uint8Array.of(keys.length),
    ...keys,
    payee.scanKey.reveal(),
    payee.spendKey,
    Uint8Array.of(labels.length),
    ...labels.map((label) => bigEndian(label, 4)),
  );
  return { question, made, keys, labels, payee, tweak, recipients: recipients.length };
}

type Answer = ReturnType<typeof readAnswer>;

function readAnswer(
  take: (length: number) => Bytes,
  recipients: number,
  labels: readonly number[],
) {
  const list = <T>(count: number, read: () => T) => Array.from({ length: count }, read);
  const byte = () => take(1)[0] ?? 0;
  const made = byte() === 1 ? list(recipients, () => encodeHex(take(32))) : undefined;
  if (byte() === 0) return { made, found: undefined };
  const found = list(byte(), () => {
    const [output, tweak] = [encodeHex(take(32)), encodeHex(take(32))];
    return { output, tweak, label: labels[byte()] };
  });
  return { made, found };
}

/** Returns our result in the form of an answer. */
function ownAnswer({ made, keys, labels, payee, tweak }: ReturnType<typeof makeCase>): Answer {
  const scripts = 'error' in made ? undefined : made.map((script) => encodeHex(script.subarray(2)));
  if (tweak === undefined) return { made: scripts, found: undefined };
  const [found = []] = createSilentScanner(payee, labels, curve).scan([{ tweak, outputs: keys }]);
  return {
    made: scripts,
    found: found.map((each) => ({
      output: encodeHex(keys[each.output] ?? new Uint8Array(0)),
      tweak: encodeHex(each.tweak),
      label: each.label,
    })),
  };
}

const seed = seedOfRun();
const count = casesOfRun(1_000_000);
let payments = 0;
let impossible = 0;
for (let done = 0; done < count; done += BATCH) {
  const size = Math.min(BATCH, count - done);
  const cases = Array.from({ length: size }, (_, i) => makeCase(createRandom(seed + done + i)));
  const input = concatBytes(...cases.map(({ question }) => question));
  const answers = execFileSync(oracle, { input, maxBuffer: 2 ** 28 });
  let at = 0;
  const take = (length: number): Bytes => {
    at += length;
    return answers.subarray(at - length, at);
  };
  for (const [i, each] of cases.entries()) {
    const theirs = readAnswer(take, each.recipients, each.labels);
    const ours = ownAnswer(each);
    payments += ours.found?.length ?? 0;
    if (ours.made === undefined) impossible += 1;
    if (JSON.stringify(ours) === JSON.stringify(theirs)) continue;
    console.log(`case COLDSIGN_SEED=${seed + done + i} COLDSIGN_CASES=1`, ours, theirs);
    process.exit(1);
  }
  if (at !== answers.length) throw new Error('libsecp256k1 answered more than it was asked');
  if ((done / BATCH) % 20 === 0) console.log(`${done + size} of ${count} cases`);
}
console.log(`${count} cases, ${payments} payments found, ${impossible} impossible, no difference`);
