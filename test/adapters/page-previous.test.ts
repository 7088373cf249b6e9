import { p2wpkh, Transaction } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { ABANDON, master } from '../support/chains/abandon-payment.ts';

const keyOf = (index: number) => {
  const { publicKey, privateKey } = master.derive(`m/84'/0'/0'/0/${index}`);
  return { publicKey: publicKey ?? new Uint8Array(), privateKey: privateKey ?? new Uint8Array() };
};
const scriptOf = (index: number) => p2wpkh(keyOf(index).publicKey).script;

/** A transaction that pays an amount to an address of the wallet. */
function paying(index: number, amount: bigint): Transaction {
  const made = new Transaction({ allowUnknownInputs: true });
  made.addInput({ txid: `${index + 1}`.repeat(64), index: 0 });
  made.addOutput({ script: scriptOf(index), amount });
  return made;
}
const hexOf = (transaction: Transaction) => encodeHex(transaction.unsignedTx);

const previous = [paying(0, 300_000n), paying(1, 200_000n)];

/** Pays from two segwit coins, without their previous transactions, as Sparrow's codes do. */
function payment(stated: readonly bigint[]): Transaction {
  const made = new Transaction();
  previous.forEach((each, i) => {
    made.addInput({
      txid: each.id,
      index: 0,
      witnessUtxo: { script: scriptOf(i), amount: stated[i] ?? 0n },
      bip32Derivation: [
        [
          keyOf(i).publicKey,
          {
            fingerprint: master.fingerprint,
            path: [84, 0, 0].map((n) => n + 2 ** 31).concat(0, i),
          },
        ],
      ],
    });
  });
  made.addOutputAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 490_000n);
  return made;
}

async function opened(psbt: Transaction) {
  const engine = createEngine(() => undefined);
  engine.takeText(ABANDON.join(' '));
  await engine.openPayload('');
  engine.takeBytes(psbt.toPSBT());
  engine.keepSubject();
  const found = async () => (await engine.review()).findings.map(({ id }) => id);
  const add = (transaction: Transaction) => {
    engine.takeText(hexOf(transaction));
    engine.addPrevious();
  };
  return { engine, found, add };
}

test('proves the fee of two segwit coins by the transaction that paid one of them', async () => {
  const psbt = payment([300_000n, 200_000n]);
  for (const each of previous) {
    const { engine, found, add } = await opened(psbt);
    expect(await found()).toContain('fee-unproven');
    add(each);
    expect(await found()).not.toContain('fee-unproven');
    const { id } = await engine.review();
    const signed = await engine.sign(id, []);
    expect(signed.isComplete).toBe(true);
    const theirs = payment([300_000n, 200_000n]);
    theirs.sign(keyOf(0).privateKey);
    theirs.sign(keyOf(1).privateKey);
    theirs.finalize();
    expect(signed.txid).toBe(theirs.id);
  }
});

test('finds the false amount of an attacker who hopes for a second signature', async () => {
  const { found, add } = await opened(payment([300_000n, 191_000n]));
  expect(await found()).toContain('fee-unproven');
  add(previous[1] ?? paying(1, 0n));
  expect(await found()).toContain('utxo-mismatch');
});

test('refuses a transaction that paid none of the coins, also one with another amount', async () => {
  const { add } = await opened(payment([300_000n, 200_000n]));
  expect(() => add(paying(0, 300_001n))).toThrow('paid none of the coins');
  expect(() => add(paying(7, 300_000n))).toThrow('paid none of the coins');
});
