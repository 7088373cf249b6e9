import type { RpcMethod } from '../method.ts';
import { createrawtransaction } from './createrawtransaction.ts';
import { getblocktemplate } from './getblocktemplate.ts';
import { createHelp } from './help.ts';
import { signrawtransactionwithkey } from './signrawtransactionwithkey.ts';

const transactionMethods: readonly RpcMethod[] = [createrawtransaction, signrawtransactionwithkey];

const miningMethods: readonly RpcMethod[] = [getblocktemplate];

const documented: readonly RpcMethod[] = [...transactionMethods, ...miningMethods];

/** Every method there is. A new one is a file and a line here. */
export const methods: readonly RpcMethod[] = [...documented, createHelp(documented)];
