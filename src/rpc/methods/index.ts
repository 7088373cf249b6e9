import type { RpcMethod } from '../method.ts';
import { combinepsbt } from './combinepsbt.ts';
import { createpsbt } from './createpsbt.ts';
import { createrawtransaction } from './createrawtransaction.ts';
import { finalizepsbt } from './finalizepsbt.ts';
import { getblocktemplate } from './getblocktemplate.ts';
import { createHelp } from './help.ts';
import { joinpsbts } from './joinpsbts.ts';
import { signrawtransactionwithkey } from './signrawtransactionwithkey.ts';

const transactionMethods: readonly RpcMethod[] = [createrawtransaction, signrawtransactionwithkey];

const psbtMethods: readonly RpcMethod[] = [createpsbt, combinepsbt, joinpsbts, finalizepsbt];

const miningMethods: readonly RpcMethod[] = [getblocktemplate];

const documented: readonly RpcMethod[] = [...transactionMethods, ...psbtMethods, ...miningMethods];

/** Every method there is. A new one is a file and a line here. */
export const methods: readonly RpcMethod[] = [...documented, createHelp(documented)];
