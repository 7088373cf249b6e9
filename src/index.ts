export type { Network, NetworkName } from './encoding/network.ts';
export { networks } from './encoding/network.ts';
export type { Context, Profile } from './rpc/context.ts';
export { RpcCode, RpcError } from './rpc/error.ts';
export type {
  Amount,
  CallOptions,
  CreateRawTransaction,
  TransactionInput,
  TransactionOutput,
} from './rpc/library.ts';
export { createContext, createrawtransaction, execute } from './rpc/library.ts';
export type { PlainValue } from './rpc/plain.ts';
