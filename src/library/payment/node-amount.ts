import { parseFixedPoint, type Satoshis } from '../../encoding/amount.ts';
import { ColdsignError } from '../../encoding/coldsign-error.ts';

/** Satoshi of the smallest output that nodes relay. Core: GetDustThreshold of P2WPKH. */
const SMALLEST_OUTPUT = 294;

/**
 * Reads an amount in BTC as a node lists it, as a number or a text. Converts its digits exactly: a
 * product in floating point would sometimes be another number. Returns `undefined` for other
 * values.
 *
 * A node prints 8 decimals. An amount without decimals that is large enough for satoshi is refused,
 * because it would be 100 million times too much. `isProven`: the transaction that made the coin is
 * compared with it.
 */
export function readNodeAmount(
  amount: unknown,
  name: string,
  isProven: boolean,
): Satoshis | undefined {
  const isText = typeof amount === 'string' || typeof amount === 'number';
  const value = isText ? parseFixedPoint(String(amount), 8) : undefined;
  if (value === undefined || isProven) return value;
  if (!/^\d+$/.test(String(amount)) || Number(amount) < SMALLEST_OUTPUT) return value;
  throw new ColdsignError(
    'INVALID_AMOUNT',
    `${name} has the amount ${amount} BTC, without decimals`,
    {
      hint: `If it is in satoshi, give it as value: ${amount}n. If it is in BTC, give amount as the text '${amount}.00000000', or hex, the transaction that made the coin.`,
    },
  );
}
