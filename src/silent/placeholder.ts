import { taggedHash } from '../crypto/hash.ts';
import { type Bytes, bigEndian } from '../encoding/bytes.ts';
import { p2trScript } from '../script/builders.ts';
import type { SilentRecipient } from './silent-address.ts';

const hashStandIn = taggedHash('coldsign/silent stand-in');

/**
 * A placeholder for the script of a silent payment while coins are chosen. It has the same size,
 * and differs for each place.
 */
export const silentPlaceholder = ({ scanKey, spendKey }: SilentRecipient, place: number): Bytes =>
  p2trScript(hashStandIn(scanKey, spendKey, bigEndian(place, 4)));
