import { expect, test } from 'vitest';
import { hash160 } from '../../src/crypto/hash.ts';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { toSigningProvider } from '../../src/descriptor/flat-signing-provider.ts';
import { equalBytes } from '../../src/encoding/bytes.ts';
import { networks } from '../../src/encoding/network.ts';
import { unsignedTransaction } from '../../src/psbt/unsigned-transaction.ts';
import { reviewSubject } from '../../src/review/review.ts';
import { transactionSubject } from '../../src/review/transaction-subject.ts';
import { emptyProvider } from '../../src/signing/miniscript-provider.ts';
import { signTransaction } from '../../src/signing/sign-transaction.ts';
import { type Coin, outPointKey, type Transaction } from '../../src/transaction/transaction.ts';
import { virtualSize } from '../../src/transaction/weight.ts';
import { keyAt, person, place, secretsOf } from '../support/review/accounts.ts';
import { outPointOf, previousOf } from '../support/review/coins.ts';
import { buildPsbt } from '../support/review/payments.ts';
import { changed } from '../support/vectors/anti-exfil.ts';
import { lockCoin } from '../support/vectors/lock-world.ts';

const [first, second] = [1, 2].map(
  (seed) => (secret: boolean) => keyAt(person(seed), '48h/1h/0h/2h', secret),
) as [(secret: boolean) => string, (secret: boolean) => string];

/** Makes a coin of two of two keys, signed in the raw transaction by some of them. */
function signedBy(kind: 'wsh' | 'sh', ...signers: readonly (0 | 1)[]) {
  const text = (secrets: readonly (0 | 1)[]) =>
    `${kind}(multi(2,${first(secrets.includes(0))},${second(secrets.includes(1))}))`;
  const spec = { ...place(text([]), 0, 0), value: 100_000n, nonce: 1, previous: true };
  const psbt = buildPsbt({ coins: [spec], outputs: [{ value: 99_000n, script: spec.script }] });
  const coin: Coin = { value: spec.value, scriptPubKey: spec.script };
  const coins = new Map([[outPointKey(outPointOf(spec)), coin]]);
  let transaction = unsignedTransaction(psbt) as Transaction;
  for (const signer of signers) {
    const provider = toSigningProvider(secretsOf(text([signer]), 0, 0));
    const job = { transaction, coins, provider, sighashType: 1, secp256k1 };
    transaction = signTransaction(job).transaction;
  }
  return { transaction, coins };
}

function reviewed({ transaction, coins }: ReturnType<typeof signedBy>) {
  const subject = transactionSubject(transaction, { coins, provider: emptyProvider, secp256k1 });
  const review = reviewSubject(subject, { network: networks.regtest });
  const ids = review.findings.map(({ id }) => id).filter((id) => /signature|nothing/.test(id));
  return { ...review, ids, signatures: review.inputs[0]?.signatures.length };
}

test.each(['wsh', 'sh'] as const)(
  'one of two signatures in a raw transaction (%s) is no fault, whosever it is',
  (kind) => {
    for (const signer of [0, 1] as const) {
      const { ids, signatures, isFinal } = reviewed(signedBy(kind, signer));
      expect({ ids, signatures, isFinal }).toEqual({ ids: [], signatures: 1, isFinal: false });
    }
  },
);

test('both signatures make it final, of its exact size', () => {
  const signed = signedBy('wsh', 0, 1);
  const { ids, isFinal, vsize } = reviewed(signed);
  expect({ ids, isFinal }).toEqual({ ids: ['nothing-to-sign'], isFinal: true });
  expect(vsize).toBe(virtualSize(signed.transaction));
});

test.each(['wsh', 'sh'] as const)(
  'a signature that does not hold is found beside one that does (%s)',
  (kind) => {
    const { transaction, coins } = signedBy(kind, 0, 1);
    const [input] = transaction.inputs;
    if (input === undefined) throw new Error('no input');
    const spoiled =
      kind === 'sh'
        ? { ...input, scriptSig: changed(input.scriptSig, 60) }
        : {
            ...input,
            witness: input.witness.map((item, i) => (i === 1 ? changed(item, 60) : item)),
          };
    const { ids } = reviewed({ transaction: { ...transaction, inputs: [spoiled] }, coins });
    expect(ids).toContain('signature-invalid');
  },
);

test('a transaction that made a coin proves its amount, by its computed id only', () => {
  const text = `pkh(${first(false)})`;
  const spec = { ...place(text, 0, 0), value: 100_000n, nonce: 1, previous: true };
  const psbt = buildPsbt({ coins: [spec], outputs: [{ value: 99_000n, script: spec.script }] });
  const transaction = unsignedTransaction(psbt) as Transaction;
  const key = outPointKey(outPointOf(spec));
  const found = (
    amount: bigint | undefined,
    previous: readonly Transaction[],
    scriptPubKey = spec.script,
  ) => {
    const coins = new Map([[key, { value: amount, scriptPubKey }]]);
    const told = { coins, previous, provider: emptyProvider, secp256k1 };
    const review = reviewSubject(transactionSubject(transaction, told), {
      network: networks.regtest,
    });
    const ids = review.findings
      .map(({ id }) => id)
      .filter((id) => /^(fee-un|amount|utxo)/.test(id));
    return [review.inputs[0]?.certainty, review.inputs[0]?.value, ids];
  };
  const maker = previousOf(spec);
  expect(found(100_000n, [])).toEqual(['claimed', 100_000n, ['fee-unproven']]);
  expect(found(100_000n, [maker])).toEqual(['proven', 100_000n, []]);
  expect(found(undefined, [maker])).toEqual(['proven', 100_000n, []]);
  expect(found(500_000n, [maker])).toEqual(['proven', 100_000n, ['amount-contradicted']]);
  const another = place(text, 0, 1).script;
  expect(found(100_000n, [maker], another)).toEqual(['proven', 100_000n, ['utxo-mismatch']]);
  const other = { ...maker, locktime: 1 };
  expect(found(100_000n, [other])).toEqual(['claimed', 100_000n, ['fee-unproven']]);
});

test.each(['sh', 'wsh', 'sh-wsh', 'tr'] as const)(
  'judges an unsigned raw transaction by the locks of the scripts that the signer knows (%s)',
  (wrapper) => {
    const spec = lockCoin(wrapper, 0, [
      { kind: 'after', value: 500 },
      { kind: 'older', value: 3 },
    ]);
    const found = [499, 500].map((locktime) => {
      const psbt = buildPsbt({
        coins: [spec],
        outputs: [{ value: 99_000n, script: spec.script }],
        locktime,
      });
      const transaction = unsignedTransaction(psbt) as Transaction;
      const coin = { value: spec.value, scriptPubKey: spec.script };
      const coins = new Map([[outPointKey(outPointOf(spec)), coin]]);
      const [input] = psbt.inputs;
      const scripts = [input?.redeemScript, input?.witnessScript];
      const provider = {
        ...emptyProvider,
        getScript: (hash: Uint8Array) =>
          scripts.find((script) => script && equalBytes(hash160(script), hash)),
        getTaprootSpendData: () =>
          input?.tapInternalKey && { internalKey: input.tapInternalKey, leaves: input.tapLeaves },
      };
      const subject = transactionSubject(transaction, { coins, provider, secp256k1 });
      const { findings, inputs } = reviewSubject(subject, { network: networks.regtest });
      expect(inputs[0]?.lock).toMatch(/script/);
      return findings.some(({ id }) => id === 'lock-unmet');
    });
    expect(found).toEqual([true, false]);
  },
);
