import * as address from '../script/address.ts';
import { checked } from './checked.ts';

export const decodeAddress: typeof address.decodeAddress = /* @__PURE__ */ checked(
  'decodeAddress',
  { text: 'text', network: 'Network' },
  address.decodeAddress,
);
export const formatAddress: typeof address.formatAddress = /* @__PURE__ */ checked(
  'formatAddress',
  { scriptPubKey: 'bytes', network: 'Network' },
  address.formatAddress,
);
