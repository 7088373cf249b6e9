/** @deprecated These names are in `coldsign/script`. This entry goes with 1.0. */

export type { Network, NetworkName } from '../encoding/network.ts';
export { networks } from '../encoding/network.ts';
export { decodeAddress, formatAddress } from '../library/checked-script.ts';
export type { AddressFault } from '../script/address.ts';
