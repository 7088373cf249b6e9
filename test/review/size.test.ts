import { expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { encodeWif } from '../../src/crypto/wif.ts';
import { toSigningProvider } from '../../src/descriptor/flat-signing-provider.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { withFinalScripts } from '../../src/psbt/finalize.ts';
import { signPsbt } from '../../src/psbt/sign-psbt.ts';
import { psbtSubject } from '../../src/review/psbt-subject.ts';
import { UNSPENDABLE_KEY } from '../../src/script/taproot.ts';
import { virtualSize } from '../../src/transaction/weight.ts';
import { keyAt, person, place, secretsOf, unspendableAt } from '../support/review/accounts.ts';
import { buildPsbt } from '../support/review/payments.ts';
import { keyOf } from '../support/signing.ts';

const [first, second] = [1, 2].map((seed) => keyAt(person(seed), '48h/1h/0h/2h', true));

const uncompressed = `[00000000/0]${encodeWif(keyOf(1, false), networks.regtest)}`;

/** Makes three coins of one kind, signed with this type. */
function coinsOf(text: string, sighashType: number | undefined) {
  const spent = place(text, 0, 0);
  const psbt = buildPsbt({
    coins: [1, 2, 3].map((nonce) => ({
      ...spent,
      value: 100_000n,
      nonce,
      previous: true,
      change: (input) => {
        const [output] = spent.knowledge.taproot.values();
        input.tapLeaves = output?.spendData.leaves ?? [];
        if (sighashType !== undefined) input.sighashType = sighashType;
      },
    })),
    outputs: [{ value: 299_000n, script: spent.script }],
  });
  return { psbt, provider: toSigningProvider(secretsOf(text, 0, 0)) };
}

test.each([
  ['P2WSH multisig', `wsh(multi(2,${first},${second}))`],
  ['P2SH multisig', `sh(multi(2,${first},${second}))`],
  ['P2TR', `tr(${first})`],
  ['P2WPKH', `wpkh(${first})`],
  ['P2PKH of an uncompressed key', `pkh(${uncompressed})`],
  ['P2TR without a key path', `tr(${encodeHex(UNSPENDABLE_KEY)},multi_a(2,${first},${second}))`],
  ["P2TR below BIP341's point", `tr(${unspendableAt(1)},multi_a(2,${first},${second}))`],
])(
  'with every sighash type the estimated size of %s is the signed size or slightly more',
  (_, text) => {
    for (const sighashType of [undefined, 2, 0x81]) {
      const { psbt, provider } = coinsOf(text, sighashType);
      const told = psbtSubject(psbt, secp256k1)?.vsize ?? 0;
      const signed = signPsbt({ psbt, provider, sighashType, finalize: true, secp256k1 });
      const transaction = 'error' in signed ? undefined : withFinalScripts(signed.psbt);
      const size = transaction ? virtualSize(transaction) : 0;
      expect(size).toBeGreaterThan(0);
      expect(told).toBeGreaterThanOrEqual(size);
      expect(told).toBeLessThan(size + 15);
    }
  },
);

const third = keyAt(person(3), '48h/1h/0h/2h', true);

test.each([
  ['P2WSH', `wsh(multi(2,${first},${second},${third}))`, true],
  ['nested P2WSH', `sh(wsh(multi(2,${first},${second},${third})))`, true],
  ['P2SH', `sh(multi(2,${first},${second},${third}))`, false],
])(
  'the size of a 2 of 3 %s without its scripts is not above its signed size',
  (_, text, isSegwit) => {
    const spent = place(text, 0, 0);
    const spec = (isHidden: boolean) =>
      buildPsbt({
        coins: [
          {
            ...spent,
            value: 100_000n,
            nonce: 1,
            previous: !isSegwit,
            change: (input) => {
              if (!isHidden) return;
              input.redeemScript = new Uint8Array(0);
              input.witnessScript = new Uint8Array(0);
            },
          },
        ],
        outputs: [{ value: 99_000n, script: spent.script }],
      });
    const [hidden, whole] = [true, false].map((each) => psbtSubject(spec(each), secp256k1)?.vsize);
    expect(hidden).toBeGreaterThanOrEqual(whole ?? Number.NaN);
    expect(hidden).toBeLessThan((whole ?? 0) + 5);
    const provider = toSigningProvider(secretsOf(text, 0, 0));
    const signed = signPsbt({
      psbt: spec(false),
      provider,
      sighashType: undefined,
      finalize: true,
      secp256k1,
    });
    const transaction = 'error' in signed ? undefined : withFinalScripts(signed.psbt);
    expect(hidden).toBeGreaterThanOrEqual(transaction ? virtualSize(transaction) : Number.NaN);
  },
);

const [a, b, c] = [1, 2, 3].map((seed) => keyAt(person(seed), '48h/1h/0h/2h'));
const none = encodeHex(UNSPENDABLE_KEY);

test.each([
  ['P2WSH', `wsh(or_i(and_v(v:multi(2,${b},${c}),older(10)),pk(${a})))`, 10],
  ['P2TR', `tr(${none},{pk(${a}),multi_a(2,${b},${c})})`, 10],
  ['P2TR with a key', `tr(${a},multi_a(2,${b},${c}))`, 10],
  [
    'P2TR with a lock that is closed',
    `tr(${none},{and_v(v:pk(${a}),older(11)),multi_a(2,${b},${c})})`,
    10,
  ],
])('the path of the first signature decides the size of %s', (name, text, sequence) => {
  const spent = place(text, 0, 0);
  const psbt = buildPsbt({
    coins: [
      {
        ...spent,
        value: 100_000n,
        nonce: 1,
        sequence,
        change: (input) => {
          const [output] = spent.knowledge.taproot.values();
          input.tapLeaves = output?.spendData.leaves ?? [];
        },
      },
    ],
    outputs: [{ value: 99_000n, script: spent.script }],
  });
  const sizeOf = (each: typeof psbt) => psbtSubject(each, secp256k1)?.vsize ?? 0;
  const signedBy = (each: typeof psbt, seed: number) => {
    const secret = text.replace(
      keyAt(person(seed), '48h/1h/0h/2h'),
      keyAt(person(seed), '48h/1h/0h/2h', true),
    );
    const provider = toSigningProvider(secretsOf(secret, 0, 0));
    const done = signPsbt({
      psbt: each,
      provider,
      sighashType: undefined,
      finalize: true,
      secp256k1,
    });
    if ('error' in done) throw new Error(done.error);
    return done.psbt;
  };
  const started = signedBy(psbt, 2);
  const transaction = withFinalScripts(signedBy(started, 3));
  const size = transaction ? virtualSize(transaction) : 0;
  expect(transaction?.inputs[0]?.witness.length).toBeGreaterThan(0);
  expect(sizeOf(started)).toBeGreaterThanOrEqual(size);
  expect(sizeOf(started)).toBeLessThan(size + 4);
  // Without a signature, the smallest open path counts.
  if (name.endsWith('closed')) expect(sizeOf(psbt)).toBeGreaterThanOrEqual(size);
  else expect(sizeOf(psbt)).toBeLessThan(size);
});
