import type { RpcMethod } from '../method.ts';
import { combinerawtransaction } from './combinerawtransaction.ts';
import { createrawtransaction } from './createrawtransaction.ts';
import { decoderawtransaction } from './decoderawtransaction.ts';
import { decodescript } from './decodescript.ts';
import { signrawtransactionwithkey } from './signrawtransactionwithkey.ts';

/** Methods that need only their arguments, neither a wallet nor a chain. */
export const rawMethods: readonly RpcMethod[] = [
  createrawtransaction,
  signrawtransactionwithkey,
  combinerawtransaction,
  decoderawtransaction,
  decodescript,
];
