import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { inOrder, missingOf } from './bbqr.ts';
import type { Collector } from './collector.ts';
import { detectText } from './detect.ts';
import { MAX_FRAGMENTS } from './limits.ts';
import { type Payload, type Refused, refuse } from './payload.ts';

const HEADER = /^p(\d{1,4})of(\d{1,4}) (\S+)$/i;

export const isSpecter = (text: string): boolean => /^p\d+of\d+ /i.test(text);

/**
 * Creates a collector of Specter's frames: `p2of3 ` and a part of the base64. They have no
 * checksum, so only decoding shows whether the message is complete.
 */
export function createSpecterCollector(secp256k1: Secp256k1): Collector {
  const parts = new Map<number, string>();
  let total = 0;

  function add(text: string): Payload | Refused | undefined {
    const [, number, count, body = ''] = HEADER.exec(text) ?? [];
    const index = Number(number) - 1;
    const name = `frame p${Number(number)}of${Number(count)}`;
    if (!(index >= 0 && index < Number(count))) {
      return refuse('damaged', 'this frame is not of the form "p1of3 text"');
    }
    if (Number(count) > MAX_FRAGMENTS) {
      return refuse('too-large', `${name}: at most ${MAX_FRAGMENTS} frames are read`);
    }
    const known = parts.get(index);
    if ((total !== 0 && Number(count) !== total) || (known !== undefined && known !== body)) {
      return refuse('another-message', `${name} belongs to another message than the frames before`);
    }
    if (known !== undefined) return refuse('repeated', `${name} was seen before`);
    total = Number(count);
    parts.set(index, body);
    return parts.size < total ? undefined : detectText(inOrder(parts).join(''), secp256k1);
  }

  return {
    dialect: 'specter',
    get received() {
      return parts.size;
    },
    get total() {
      return total || 1;
    },
    missing: () => missingOf(parts, total),
    add,
  };
}
