import { HDKey } from '@scure/bip32';
import { payments } from 'bitcoinjs-lib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import {
  createFlatSigningProvider,
  mergeFlatSigningProvider,
  toSigningProvider,
} from '../../src/descriptor/flat-signing-provider.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { scriptCode } from '../../src/psbt/diagnose.ts';
import type { Psbt } from '../../src/psbt/psbt.ts';
import { signPsbt } from '../../src/psbt/sign-psbt.ts';
import { unsignedTransaction } from '../../src/psbt/unsigned-transaction.ts';
import { descriptorOwners } from '../../src/review/own-descriptors.ts';
import { psbtSubject } from '../../src/review/psbt-subject.ts';
import { reviewSubject } from '../../src/review/review.ts';
import { solveScript } from '../../src/script/templates.ts';
import { createSighashCache } from '../../src/sighash/cache.ts';
import { transactionChecker } from '../../src/sighash/transaction-checker.ts';
import { descriptorsOf, keyAt, person, place, secretsOf } from '../support/review/accounts.ts';
import type { CoinSpec } from '../support/review/coins.ts';
import { buildPsbt } from '../support/review/payments.ts';

const ME = person(1);
const THIEF = person(66);
const kinds = ['wpkh(K)', 'sh(wpkh(K))', 'pkh(K)', 'tr(K)'] as const;
const textOf = (kind: string, who: typeof ME, secret = false) =>
  kind.replace('K', keyAt(who, '84h/1h/0h', secret));

/** All our keys at the first positions. */
const keys = createFlatSigningProvider();
for (const kind of kinds) {
  for (const index of [0, 1, 2])
    mergeFlatSigningProvider(keys, secretsOf(textOf(kind, ME, true), 0, index));
}
const provider = toSigningProvider(keys);
const findOwners = descriptorOwners(
  kinds.flatMap((kind) =>
    descriptorsOf(textOf(kind, ME)).map((descriptor, i) => ({
      descriptor,
      isChange: i === 1,
      range: 10,
    })),
  ),
  { secp256k1, findPrivateKey: () => undefined },
);

const coin = fc.record({
  kind: fc.constantFrom(...kinds),
  isMine: fc.boolean(),
  index: fc.integer({ min: 0, max: 2 }),
  value: fc.constantFrom(50_000n, 100_000n, 5_000_000n),
  lie: fc.option(fc.constantFrom(50_000n, 60_000n, 4_000_000n), { nil: undefined }),
  previous: fc.boolean(),
  /** True if the coin belongs to another person, who claims that it is ours. */
  isStolen: fc.constantFrom(false, false, true),
});
const plan = fc.record({
  coins: fc.array(coin, { minLength: 1, maxLength: 3 }),
  paid: fc.constantFrom(10_000n, 40_000n),
  change: fc.boolean(),
  sighashType: fc.constantFrom(undefined, undefined, undefined, 2, 0x81),
  knowsOwners: fc.boolean(),
});

type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

/** Builds the PSBT with its claims, and the true coins. */
function build({ coins, paid, change }: Plan) {
  const told = coins.map(
    ({ kind, isMine, index, value, lie, previous }, i): CoinSpec => ({
      ...place(textOf(kind, isMine ? ME : THIEF), 0, index),
      value,
      nonce: i + 1,
      // A previous transaction cannot be false, because its id is in the input.
      ...(lie !== undefined && !previous && { claimed: lie }),
      previous,
    }),
  );
  const psbt = buildPsbt({
    coins: told,
    outputs: [
      { value: paid, script: place(textOf('wpkh(K)', THIEF), 0, 9).script },
      ...(change ? [{ value: 5_000n, ...place(textOf('wpkh(K)', ME), 1, 0) }] : []),
    ],
  });
  const truth = coins.map(({ isStolen, previous, value, index }, i) => ({
    value,
    scriptPubKey:
      isStolen && !previous
        ? place(textOf('wpkh(K)', THIEF), 0, index).script
        : (told[i] as CoinSpec).script,
  }));
  return { psbt, truth };
}

/** Returns the inputs whose new signatures are valid with the true coins. */
function holding(signed: Psbt, truth: ReturnType<typeof build>['truth']): readonly number[] {
  const transaction = unsignedTransaction(signed);
  if (transaction === undefined) throw new Error('no transaction');
  const cache = createSighashCache(transaction, truth);
  return signed.inputs.flatMap((input, index) => {
    const script = truth[index]?.scriptPubKey ?? new Uint8Array(0);
    const checker = transactionChecker(cache, index, secp256k1);
    const code = scriptCode(input, script);
    const ecdsa = input.partialSignatures.some(({ signature, publicKey }) =>
      checker.checkEcdsaSignature(signature, publicKey, code.script, code.sigVersion),
    );
    const outer = solveScript(script);
    const schnorr =
      input.tapKeySignature !== undefined &&
      outer.kind === 'witness_v1_taproot' &&
      checker.checkSchnorrSignature(input.tapKeySignature, outer.outputKey, {}) === undefined;
    return ecdsa || schnorr ? [index] : [];
  });
}

test('a proven fee is the fee of every valid signature', () => {
  const seen = { proven: 0, held: 0, lied: 0 };
  fc.assert(
    fc.property(plan, (given) => {
      const { psbt, truth } = build(given);
      const subject = psbtSubject(psbt, secp256k1);
      if (subject === undefined) throw new Error('lock times exclude each other');
      const asked = {
        ...subject,
        spends: subject.spends.map((spend) => ({ ...spend, sighashType: given.sighashType })),
      };
      const evidence = { network: networks.regtest, ...(given.knowsOwners && { findOwners }) };
      const review = reviewSubject(asked, evidence);
      if (review.feeProof.kind !== 'proven') return;
      seen.proven++;
      const { sighashType } = given;
      const signed = signPsbt({ psbt, provider, sighashType, finalize: false, secp256k1 });
      if ('error' in signed) return;
      const real =
        truth.reduce((sum, { value }) => sum + value, 0n) -
        psbt.outputs.reduce((sum, { value: amount }) => sum + amount, 0n);
      const held = holding(signed.psbt, truth);
      if (real !== review.fee) seen.lied++;
      if (held.length === 0) return;
      // Proven by all our signatures together: if one is invalid, this PSBT yields no transaction.
      // The note fee-proven-once warns of a second PSBT with another lie.
      const ours = review.inputs.flatMap(({ owner }, i) => (owner ? [i] : []));
      const isJoint =
        review.findings.some(({ id }) => id === 'fee-proven-once') ||
        ours.some((i) => given.coins[i]?.kind.startsWith('tr'));
      if (isJoint && held.length < ours.length) return;
      seen.held++;
      expect(real).toBe(review.fee);
    }),
    { numRuns: 400 },
  );
  // The test is meaningful only if some signatures are valid, and some lies invalidate all.
  expect(Math.min(seen.proven, seen.held, seen.lied)).toBeGreaterThan(3);
});

test('outputs called ours derive from our seed, according to other libraries', () => {
  const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(1));
  fc.assert(
    fc.property(
      fc.nat({ max: 9 }),
      fc.nat({ max: 1 }),
      fc.constantFrom(ME, THIEF),
      (index, branch, who) => {
        const { script } = place(textOf('wpkh(K)', who), branch === 0 ? 0 : 1, index);
        const [owner] = findOwners([{ scriptPubKey: script, hints: [] }]);
        const { publicKey } = root.derive(`m/84'/1'/0'/${branch}/${index}`);
        if (publicKey === null) throw new Error('no key');
        const { output } = payments.p2wpkh({ pubkey: publicKey });
        const isOurs = output !== undefined && encodeHex(output) === encodeHex(script);
        expect(owner !== undefined).toBe(isOurs);
      },
    ),
    { numRuns: 60 },
  );
});
