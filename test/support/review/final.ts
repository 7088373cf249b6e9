import { emptyBytes } from '../../../src/encoding/bytes.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import type { Psbt } from '../../../src/psbt/psbt.ts';
import { unsignedTransaction } from '../../../src/psbt/unsigned-transaction.ts';
import type { FindingId } from '../../../src/review/catalog.ts';
import { createSighashCache } from '../../../src/sighash/cache.ts';
import { encodeTransaction } from '../../../src/transaction/codec.ts';
import type { Transaction } from '../../../src/transaction/transaction.ts';
import { type Lock, type LockWrapper, lockCoin } from '../vectors/lock-world.ts';
import { secretNative, wpkh } from './accounts.ts';
import { type CoinSpec, mine, outPoint } from './coins.ts';
import { buildPsbt, type PsbtSpec, pay, signedBy, usual } from './payments.ts';
import type { Case } from './rows.ts';

/** Makes a coin whose script requires a lock, spent by a final script. */
export function signedLock(
  lock: Lock,
  wrapper: LockWrapper,
  more: Partial<CoinSpec & PsbtSpec>,
): Psbt {
  const spent = lockCoin(wrapper, 0, [lock, lock]);
  const { sequence = 0xfffffffd, ...whole } = more;
  const psbt = buildPsbt({
    coins: [{ ...spent, sequence }],
    outputs: [pay(99_500n)],
    ...whole,
  });
  const bare = unsignedTransaction(psbt);
  if (bare === undefined) throw new Error('no transaction');
  const cache = createSighashCache(bare, [{ value: spent.value, scriptPubKey: spent.script }]);
  const [spend] = spent.spends(cache, 0);
  const inputs = psbt.inputs.map((input) => ({
    ...input,
    finalScriptSig: spend?.scriptSig ?? emptyBytes,
    finalWitness: spend?.witness ?? [],
    // BIP174: fields that a finalizer removes.
    redeemScript: emptyBytes,
    witnessScript: emptyBytes,
    tapLeaves: [],
  }));
  return { ...psbt, inputs };
}

export const finalPsbt = signedBy(secretNative, usual, { finalize: true });
const rawOf = (psbt: Psbt, annex: boolean): Transaction => ({
  version: psbt.txVersion,
  locktime: psbt.fallbackLocktime ?? 0,
  inputs: psbt.inputs.map(({ prevout, sequence = 0, finalWitness }) => ({
    prevout,
    sequence,
    scriptSig: new Uint8Array(0),
    witness: annex ? [...finalWitness, Uint8Array.of(0x50, 1)] : finalWitness,
  })),
  outputs: psbt.outputs.map(({ value: amount, scriptPubKey: script }) => ({
    value: amount,
    scriptPubKey: script,
  })),
});
const knownUsual = {
  [outPoint(mine(0))]: { amount: '100000', script: encodeHex(mine(0).script) },
};
export const rawRow = (
  name: string,
  has: boolean,
  annex: boolean,
  findings: readonly FindingId[],
): Case => ({
  name,
  has,
  hex: encodeHex(encodeTransaction(rawOf(finalPsbt, annex))),
  descriptors: [wpkh],
  known: knownUsual,
  findings,
  fee: 'proven',
});
