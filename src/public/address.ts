export type { Network, NetworkName } from '../encoding/network.ts';
export { networks } from '../encoding/network.ts';
export type { AddressFault } from '../script/address.ts';
export { decodeAddress, formatAddress } from '../script/address.ts';
