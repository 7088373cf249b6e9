import { type Bytes, bigEndian, concatBytes, equalBytes, isBytes } from '../encoding/bytes.ts';
import { nameOfBytes } from '../encoding/hex.ts';
import { transactionId } from '../transaction/txid.ts';
import { convertPsbt } from './convert.ts';
import { inputKeys, type Keys, outputKeys, rawKeys } from './order.ts';
import type { GlobalXpub, Psbt } from './psbt.ts';
import { uniqueId, unsignedTransaction } from './unsigned-transaction.ts';

/** Both lists; of two entries with one key the first list's. */
function union<T>(a: readonly T[], b: readonly T[], key: (item: T) => Bytes): readonly T[] {
  if (b.length === 0) return a;
  const seen = new Set(a.map((item) => nameOfBytes(key(item))));
  return [...a, ...b.filter((item) => !seen.has(nameOfBytes(key(item))))];
}

const byXpub = ({ xpub, origin }: GlobalXpub) =>
  concatBytes(xpub, origin.fingerprint, ...origin.path.map((step) => bigEndian(step, 4)));

type Values = { readonly [name: string]: unknown };

const hasValue = (value: unknown) =>
  Array.isArray(value) || isBytes(value) ? value.length > 0 : value !== undefined;

/** All records of both; of each other field the first one's value, unless that one has none. */
function combineMaps<Fields extends Values>(a: Fields, b: Fields, keys: Keys): Fields {
  const added: { [name: string]: unknown } = {};
  for (const name in b) {
    const [own, other]: readonly unknown[] = [a[name], b[name]];
    if (!hasValue(other)) continue;
    const key = keys[name];
    // Sound: only lists of records have a key.
    if (key !== undefined) added[name] = union(own as never[], other as never[], key);
    else if (!hasValue(own)) added[name] = other;
  }
  return { ...a, ...added };
}

const HAS_SIGHASH_SINGLE = 0b100;

/** Flags of both must allow a change; "has SIGHASH_SINGLE" stays once it is set. */
function combineModifiable(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined && b === undefined) return undefined;
  const [left, right] = [a ?? 0, b ?? 0];
  return (left & right & ~HAS_SIGHASH_SINGLE) | ((left | right) & HAS_SIGHASH_SINGLE);
}

/** Converts `b` to the version of `a`; `undefined` if their transactions differ. */
function alike(a: Psbt, b: Psbt): Psbt | undefined {
  if (a.version === b.version) {
    const id = uniqueId(a);
    return id !== undefined && id === uniqueId(b) && haveSameScripts(a, b) ? b : undefined;
  }
  // BIP370's identification leaves sequence numbers open; version 0 has them fixed, and its
  // signatures were made over them.
  const [one, other] = [unsignedTransaction(a), unsignedTransaction(b)];
  if (one === undefined || other === undefined) return undefined;
  if (transactionId(one) !== transactionId(other)) return undefined;
  // Back to version 2 it loses the fields in which version 0 carries what it has none for.
  const fields = convertPsbt(b, 2);
  return fields && { ...fields, ...locksOf(a), inputs: withLocksOf(a, fields.inputs) };
}

/** A silent payment may have its script in one of them only. */
function haveSameScripts(a: Psbt, b: Psbt): boolean {
  return a.outputs.every(({ scriptPubKey: script }, i) => {
    const other = b.outputs[i]?.scriptPubKey ?? script;
    return script.length === 0 || other.length === 0 || equalBytes(script, other);
  });
}

/** Returns the lock fields of a PSBT, which differ between versions. */
function locksOf({ version, fallbackLocktime, txModifiable }: Psbt): Partial<Psbt> {
  return { version, fallbackLocktime, ...(version === 0 && { txModifiable }) };
}

function withLocksOf({ inputs: known }: Psbt, inputs: Psbt['inputs']): Psbt['inputs'] {
  return inputs.map((input, i) => {
    const { sequence, timeLocktime, heightLocktime } = known[i] ?? input;
    return { ...input, sequence, timeLocktime, heightLocktime };
  });
}

function combineTwo(a: Psbt, given: Psbt): Psbt | undefined {
  const b = alike(a, given);
  if (b === undefined) return undefined;
  const inputs = a.inputs.map((input, i) => {
    const { sighashType } = input;
    return { ...combineMaps(input, b.inputs[i] ?? input, inputKeys), sighashType };
  });
  const outputs = a.outputs.map((output, i) =>
    combineMaps(output, b.outputs[i] ?? output, outputKeys),
  );
  return {
    ...a,
    fallbackLocktime: a.fallbackLocktime ?? b.fallbackLocktime,
    txModifiable: combineModifiable(a.txModifiable, b.txModifiable),
    xpubs: union(a.xpubs, b.xpubs, byXpub),
    inputs,
    outputs,
    proprietary: union(a.proprietary, b.proprietary, rawKeys.proprietary),
    unknown: union(a.unknown, b.unknown, rawKeys.unknown),
  };
}

/**
 * BIP174, Combiner: all that any of them knows about one transaction, in the version of the first;
 * `undefined` when they are about different ones. Of two that say one thing differently the earlier
 * counts.
 *
 * @param first - Decides the version, and counts where two differ.
 * @param others - Of the same transaction, in either version.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` if an argument has another type.
 *
 * @example
 * import { fund, openAccount } from 'coldsign';
 * import { combinePsbts } from 'coldsign/psbt';
 *
 * const descriptor = 'wpkh(cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA)';
 * const account = openAccount(descriptor, { network: 'regtest' });
 * const coins = account.coins([
 *   { txid: '11'.repeat(32), vout: 0, value: 90_000n, height: 100, address: account.address(0) },
 * ]);
 * const to = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';
 * const { psbt } = fund({
 *   coins,
 *   outputs: [{ address: to, value: 50_000n }],
 *   change: account,
 *   feeRate: 2,
 * });
 * console.log(combinePsbts(psbt, psbt)?.inputs.length); // 1
 */
export function combinePsbts(first: Psbt, ...others: readonly Psbt[]): Psbt | undefined {
  let combined: Psbt | undefined = first;
  for (const other of others) combined &&= combineTwo(combined, other);
  return combined;
}
