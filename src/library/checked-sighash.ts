import * as cache from '../sighash/cache.ts';
import * as types from '../sighash/sighash-type.ts';
import * as checker from '../sighash/transaction-checker.ts';
import { checked } from './checked.ts';

export const createSighashCache: typeof cache.createSighashCache = /* @__PURE__ */ checked(
  'createSighashCache',
  { transaction: 'Transaction', coins: 'Coin?[]', options: 'object?' },
  cache.createSighashCache,
);
export const transactionChecker: typeof checker.transactionChecker = /* @__PURE__ */ checked(
  'transactionChecker',
  { cache: 'SighashCache', input: 'integer', verifier: 'SignatureVerifier' },
  checker.transactionChecker,
);
export const parseSighashType: typeof types.parseSighashType = /* @__PURE__ */ checked(
  'parseSighashType',
  { text: 'text' },
  types.parseSighashType,
);
