import { expect, test } from 'vitest';
import { hash160 } from '../../../src/crypto/hash.ts';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { PrivateKey } from '../../../src/crypto/private-key.ts';
import { decodeWif, encodeWif } from '../../../src/crypto/wif.ts';
import { type Bytes, emptyBytes } from '../../../src/encoding/bytes.ts';
import { isColdsignError } from '../../../src/encoding/coldsign-error.ts';
import { networks } from '../../../src/encoding/network.ts';
import { openAccount, type Psbt, review, type SignOptions, sign } from '../../../src/index.ts';
import { joinRings } from '../../../src/keys/key-ring.ts';
import { openNamedTask } from '../../../src/keys/open-keys.ts';
import { readPrivateKeys } from '../../../src/keys/read-private-keys.ts';
import { completes, isPlain, openPlainKeys } from '../../../src/library/payment/plain-signing.ts';
import { createPsbt, type PsbtInput, type PsbtOutput } from '../../../src/psbt/psbt.ts';
import {
  p2pkhScript,
  p2pkScript,
  p2shScript,
  p2trScript,
  p2wpkhScript,
} from '../../../src/script/builders.ts';
import { buildTaprootOutput } from '../../../src/signing/taproot-output.ts';
import { runNow } from '../../../src/signing/task.ts';
import type { Transaction } from '../../../src/transaction/transaction.ts';
import { transactionId } from '../../../src/transaction/txid.ts';
import { countedBytes } from '../../support/counted-bytes.ts';
import { sampleOf, takesAll } from '../../support/generate/sample.ts';
import { tryPsbt } from '../../support/psbt.ts';
import { reviewVectors } from '../../support/vectors/review-vectors.ts';

const network = networks.regtest;
const WIF = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
const OTHER = 'cVpF924EspNh8KjYsfhgY96mmxvT6DgdWiTYMtMjuM74hJaU5psW';
const keyOf = (wif: string): PrivateKey => {
  const key = decodeWif(wif, network);
  if (key === undefined) throw new Error('no key');
  return key;
};
const LONG = encodeWif(PrivateKey.from(keyOf(WIF).reveal(), false) ?? keyOf(WIF), network);

const without = ({ musig: _, ...signed }: Awaited<ReturnType<typeof sign>>) => signed;

/** Returns the result of signing, or its error. */
const outcome = (psbt: Psbt, options: SignOptions) =>
  sign(psbt, { secp256k1, ...options }).then(without, (error: unknown) =>
    isColdsignError(error) ? { ...error, message: error.message } : Promise.reject(error),
  );

type Seen = { complete: number; partial: number; refused: number; sure: number };

/** Compares signing by what is loaded at first with signing by everything. */
async function compare(psbt: Psbt, options: SignOptions, seen: Seen): Promise<void> {
  if (!isPlain(psbt, options)) return;
  const plain = await outcome(psbt, options);
  expect(plain).toEqual(await outcome(psbt, { ...options, random: countedBytes }));
  if (!('complete' in plain)) seen.refused++;
  else if (plain.complete) seen.complete++;
  else seen.partial++;
  const open = runNow(openPlainKeys(options.keys ?? [], { psbt, secp256k1 }));
  if (!completes(psbt, open, options)) return;
  seen.sure++;
  // So the explanation of what is missing need not be loaded.
  if ('complete' in plain) expect(plain.complete).toBe(true);
}

/** The forms of scripts of one key, with what a PSBT has of each. */
const forms: Readonly<Record<string, (key: Bytes) => Partial<PsbtOutput>>> = {
  pk: (key) => ({ scriptPubKey: p2pkScript(key) }),
  pkh: (key) => ({ scriptPubKey: p2pkhScript(hash160(key)) }),
  wpkh: (key) => ({ scriptPubKey: p2wpkhScript(hash160(key)) }),
  'sh(wpkh)': (key) => {
    const redeemScript = p2wpkhScript(hash160(key));
    return { scriptPubKey: p2shScript(hash160(redeemScript)), redeemScript };
  },
  tr: (key) => {
    const tapInternalKey = key.subarray(1);
    const output = buildTaprootOutput(tapInternalKey, [], secp256k1)?.outputKey ?? emptyBytes;
    return { scriptPubKey: p2trScript(output), tapInternalKey };
  },
};

/** Returns the fields of a script of one key. */
function fieldsOf(form: string, wif: string): Partial<PsbtOutput> {
  const publicKey = keyOf(wif).publicKey(secp256k1);
  const origin = { fingerprint: hash160(publicKey).subarray(0, 4), path: [] };
  const made = forms[form]?.(publicKey);
  return form === 'tr'
    ? {
        ...made,
        tapKeyPaths: [{ xOnly: publicKey.subarray(1), leafHashes: new Set<string>(), origin }],
      }
    : { ...made, keyPaths: [{ publicKey, origin }] };
}

const inputOf = (txid: string): Transaction['inputs'][number] => ({
  prevout: { txid, vout: 0 },
  sequence: 0xfffffffd,
  scriptSig: emptyBytes,
  witness: [],
});

/** A payment of two coins of a script, one of them perhaps of a stranger, with change. */
function paymentOf(form: string, wif: string, isShared: boolean): Psbt {
  const own = fieldsOf(form, wif);
  const scriptOf = ({ scriptPubKey = emptyBytes }: Partial<PsbtOutput>) => scriptPubKey;
  const owners = [own, isShared ? fieldsOf(form, OTHER) : own];
  const coins = owners.map((fields, i): Transaction => {
    const outputs = [{ value: 90_000n, scriptPubKey: scriptOf(fields) }];
    return { version: 2, inputs: [inputOf(`${i}1`.repeat(32))], outputs, locktime: 0 };
  });
  const inputs = coins.map((coin) => inputOf(transactionId(coin)));
  const outputs = [
    { value: 100_000n, scriptPubKey: p2wpkhScript(new Uint8Array(20).fill(7)) },
    { value: 78_000n, scriptPubKey: scriptOf(own) },
  ];
  const psbt = createPsbt({ version: 2, inputs, outputs, locktime: 0 }, 2);
  const isWitness = form !== 'pk' && form !== 'pkh';
  return {
    ...psbt,
    inputs: psbt.inputs.map((input, i): PsbtInput => {
      const { scriptPubKey: _, ...fields } = owners[i] ?? {};
      const nonWitnessUtxo = coins[i];
      const witnessUtxo = isWitness ? nonWitnessUtxo?.outputs[0] : undefined;
      return { ...input, ...(fields as Partial<PsbtInput>), nonWitnessUtxo, witnessUtxo };
    }),
    outputs: psbt.outputs.map((output, i) => (i === 1 ? { ...output, ...own } : output)),
  };
}

/** Changes to the inputs and outputs of a PSBT. */
const changes: readonly {
  readonly input?: Partial<PsbtInput>;
  readonly output?: Partial<PsbtOutput>;
}[] = [
  {},
  { input: { keyPaths: [], tapKeyPaths: [] }, output: { keyPaths: [], tapKeyPaths: [] } },
  { input: { redeemScript: emptyBytes }, output: { redeemScript: emptyBytes } },
  { input: { tapInternalKey: undefined }, output: { tapInternalKey: undefined } },
  {
    input: { keyPaths: [], tapKeyPaths: [], redeemScript: emptyBytes, tapInternalKey: undefined },
    output: { keyPaths: [], tapKeyPaths: [], redeemScript: emptyBytes, tapInternalKey: undefined },
  },
  { input: { nonWitnessUtxo: undefined } },
  { input: { witnessUtxo: undefined } },
  { input: { nonWitnessUtxo: undefined, witnessUtxo: undefined } },
  { input: { sighashType: 1 } },
  { input: { sighashType: 3 } },
  { input: { sighashType: 0x81 } },
  { input: { redeemScript: Uint8Array.of(0x51) } },
  { input: { tapInternalKey: keyOf(OTHER).publicKey(secp256k1).subarray(1) } },
];

const edited = (psbt: Psbt, { input, output }: (typeof changes)[number], first: number): Psbt => ({
  ...psbt,
  inputs: psbt.inputs.map((each, i) => (i < first ? each : { ...each, ...input })),
  outputs: psbt.outputs.map((each) => ({ ...each, ...output })),
});

const someKeys: readonly NonNullable<SignOptions['keys']>[] = [
  WIF,
  LONG,
  ` ${WIF}\n`,
  [WIF, OTHER],
  [OTHER, keyOf(LONG)],
  keyOf(WIF),
  keyOf(LONG),
  [keyOf(LONG), WIF],
  OTHER,
  [],
];

const cases = [...Object.keys(forms).map((form) => [form, WIF] as const), ['pkh', LONG] as const];

test.each(cases)('single keys sign %s of %s as with everything loaded', async (form, wif) => {
  const jobs: (readonly [Psbt, SignOptions])[] = [];
  for (const isShared of [false, true]) {
    const payment = paymentOf(form, wif, isShared);
    const half = (await sign(payment, { keys: OTHER, secp256k1 })).psbt;
    const account = openAccount(`combo(${wif})`, { network, secp256k1 });
    const reviewed = review(payment, { account, secp256k1 });
    for (const keys of someKeys) {
      jobs.push(
        ...changes.map((change, i) => [edited(payment, change, i % 2), { keys }] as const),
        [half, { keys }],
        [payment, { keys, sighashType: 'SINGLE|ANYONECANPAY' }],
        [payment, { keys, maxFee: 1n }],
        [payment, { keys, approve: () => true }],
        [payment, { keys, approve: () => false }],
        [payment, { keys, reviewed }],
      );
    }
  }
  const seen: Seen = { complete: 0, partial: 0, refused: 0, sure: 0 };
  for (const [psbt, options] of sampleOf(jobs, 7)) await compare(psbt, options, seen);
  const least = takesAll ? 20 : 1;
  expect(Math.min(seen.complete, seen.partial, seen.refused)).toBeGreaterThan(least);
  expect(seen.sure > 0).toBe(form !== 'pk' && form !== 'tr');
});

test('scripts of several keys and other signers load everything', () => {
  const payment = paymentOf('wpkh', WIF, false);
  expect(isPlain(payment, { keys: WIF })).toBe(true);
  const marks: readonly Partial<PsbtInput>[] = [
    { witnessScript: Uint8Array.of(0x51) },
    { tapMerkleRoot: new Uint8Array(32).fill(1) },
    { tapLeaves: [{ script: Uint8Array.of(0x51), leafVersion: 0xc0, controlBlocks: [] }] },
    { musigParticipants: [{ aggregate: new Uint8Array(33), participants: [] }] },
    { unknown: [{ key: Uint8Array.of(0x20), value: new Uint8Array(32).fill(1) }] },
  ];
  const plain = marks.filter((input) => isPlain(edited(payment, { input }, 1), { keys: WIF }));
  expect(plain).toEqual([]);
  const others: readonly SignOptions['keys'][] = [
    `wpkh(${WIF})`,
    'nonsense',
    openAccount(`wpkh(${WIF})`, { network }),
  ];
  for (const keys of others) expect(isPlain(payment, { keys })).toBe(false);
  for (const more of [{ random: countedBytes }, { signer: async () => [] }, { musig: {} }]) {
    expect(isPlain(payment, { keys: WIF, ...more })).toBe(false);
  }
});

test('the keys of the vectors of the review sign as with everything loaded', async () => {
  const seen: Seen = { complete: 0, partial: 0, refused: 0, sure: 0 };
  for (const { psbt: text = '', masters = [] } of sampleOf(reviewVectors, 10)) {
    const psbt = tryPsbt(text);
    if ('error' in psbt || psbt.inputs.length === 0) continue;
    const context = { network: networks.test, secp256k1 };
    const rings = masters.flatMap((master) => {
      const ring = readPrivateKeys(master, context);
      return ring === undefined || 'error' in ring ? [] : [ring];
    });
    const opening = { networks: [networks.test], secp256k1 };
    const { named } = runNow(openNamedTask({ ring: joinRings(rings) }, psbt, opening));
    const keys = named.all.map(({ privateKey }) => privateKey);
    await compare(psbt, { keys: [...keys, WIF], maxFeeRate: 0 }, seen);
  }
  expect(seen.complete + seen.partial).toBeGreaterThan(takesAll ? 800 : 60);
  expect(Math.min(seen.complete, seen.refused, seen.sure)).toBeGreaterThan(takesAll ? 20 : 0);
});
