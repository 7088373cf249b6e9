import { parseMoney as parseSatoshis } from '../../encoding/amount.ts';

/** BTC as text to satoshi, as Core reads its options. */
export function parseMoney(text: string): number | undefined {
  const satoshis = parseSatoshis(text);
  return satoshis === undefined ? undefined : Number(satoshis);
}
