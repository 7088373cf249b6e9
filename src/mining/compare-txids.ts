import type { Txid } from '../transaction/transaction.ts';

/** uint256 order: the bytes of the wire, so the display's pairs of digits from the end. */
export function compareTxids(a: Txid, b: Txid): number {
  for (let at = a.length - 2; at >= 0; at -= 2) {
    const high = a.charCodeAt(at) - b.charCodeAt(at);
    if (high !== 0) return high;
    const low = a.charCodeAt(at + 1) - b.charCodeAt(at + 1);
    if (low !== 0) return low;
  }
  return 0;
}
