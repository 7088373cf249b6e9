import type { Transaction } from '../transaction/transaction.ts';

/** BIP68: the bits of a sequence number. */
const DISABLED = 0x80000000;
const IN_SECONDS = 0x00400000;
const MASK = 0x0000ffff;
/** BIP68: "a granularity of 512 seconds". */
const SECONDS = 512;

/** How old a coin must be; `undefined`: of any age. */
export function relativeLock(
  { version }: Pick<Transaction, 'version'>,
  sequence: number,
): { readonly kind: 'blocks' | 'seconds'; readonly least: number } | undefined {
  const value = sequence & MASK;
  if (version < 2 || (sequence & DISABLED) !== 0 || value === 0) return undefined;
  return (sequence & IN_SECONDS) !== 0
    ? { kind: 'seconds', least: value * SECONDS }
    : { kind: 'blocks', least: value };
}
