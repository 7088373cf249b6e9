import { PlainError } from '../encoding/plain-error.ts';
import { redactSecrets } from '../encoding/redact.ts';
import { type JsonObject, jsonNumber, jsonObject } from '../json/json.ts';

/** rpc/protocol.h: the codes, named as there. */
export const RpcCode = {
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  INVALID_PARAMS: -32602,
  INTERNAL_ERROR: -32603,
  PARSE_ERROR: -32700,
  MISC_ERROR: -1,
  TYPE_ERROR: -3,
  WALLET_ERROR: -4,
  INVALID_ADDRESS_OR_KEY: -5,
  WALLET_INSUFFICIENT_FUNDS: -6,
  OUT_OF_MEMORY: -7,
  INVALID_PARAMETER: -8,
  CLIENT_NOT_CONNECTED: -9,
  CLIENT_IN_INITIAL_DOWNLOAD: -10,
  WALLET_INVALID_LABEL_NAME: -11,
  WALLET_KEYPOOL_RAN_OUT: -12,
  WALLET_UNLOCK_NEEDED: -13,
  WALLET_PASSPHRASE_INCORRECT: -14,
  WALLET_WRONG_ENC_STATE: -15,
  WALLET_ENCRYPTION_FAILED: -16,
  WALLET_ALREADY_UNLOCKED: -17,
  WALLET_NOT_FOUND: -18,
  WALLET_NOT_SPECIFIED: -19,
  DATABASE_ERROR: -20,
  DESERIALIZATION_ERROR: -22,
  VERIFY_ERROR: -25,
  VERIFY_REJECTED: -26,
  VERIFY_ALREADY_IN_UTXO_SET: -27,
  IN_WARMUP: -28,
  METHOD_DEPRECATED: -32,
  CLIENT_MEMPOOL_DISABLED: -33,
  WALLET_ALREADY_LOADED: -35,
  WALLET_ALREADY_EXISTS: -36,
} as const;

/**
 * A wrong call, with Core's code and message. Thrown only in `rpc/`. Never contains key material.
 * `JSON.stringify` and structured clones keep its members.
 */
export class RpcError extends PlainError {
  /** One of `RpcCode`. */
  readonly code: number;
  /** A fix for the error if Core's message names none. Never set in the profile `core`. */
  declare readonly hint?: string;

  constructor(code: number, message: string, hint?: string) {
    super('RpcError', message, true);
    this.code = code;
    if (hint !== undefined) this.hint = redactSecrets(hint, ANY_CALL);
    if (this.message !== message) verbatim.set(this, message);
  }
}

/** Redaction of messages when no call is known, as in `PlainError`. */
const ANY_CALL = { keepsIds: true, given: [] };
const verbatim = new WeakMap<RpcError, string>();

/** Returns Core's message, including secrets that it repeats. */
export function verbatimMessage(error: RpcError): string {
  return verbatim.get(error) ?? error.message;
}

/** Returns the error with Core's message, secrets included: for `-profile=core`. */
export function verbatimError(error: RpcError): RpcError {
  if (!verbatim.has(error)) return error;
  const copy = new RpcError(error.code, '', error.hint);
  return Object.defineProperty(copy, 'message', { value: verbatimMessage(error) });
}

/** Core: RPC_INVALID_PARAMETER. */
export function invalid(message: string, hint?: string): RpcError {
  return new RpcError(RpcCode.INVALID_PARAMETER, message, hint);
}

/** Core: RPC_WALLET_ERROR. */
export function walletError(message: string, hint?: string): RpcError {
  return new RpcError(RpcCode.WALLET_ERROR, message, hint);
}

/** Core: RPC_INVALID_ADDRESS_OR_KEY. */
export function invalidAddressOrKey(message: string, hint?: string): RpcError {
  return new RpcError(RpcCode.INVALID_ADDRESS_OR_KEY, message, hint);
}

/** Core: RPC_DESERIALIZATION_ERROR. */
export function deserializationError(message: string, hint?: string): RpcError {
  return new RpcError(RpcCode.DESERIALIZATION_ERROR, message, hint);
}

/** Core: RPC_TYPE_ERROR. */
export function typeError(message: string, hint?: string): RpcError {
  return new RpcError(RpcCode.TYPE_ERROR, message, hint);
}

/** Core: RPC_MISC_ERROR. */
export function miscError(message: string, hint?: string): RpcError {
  return new RpcError(RpcCode.MISC_ERROR, message, hint);
}

/** Core: RPC_VERIFY_ERROR. */
export function verifyError(message: string, hint?: string): RpcError {
  return new RpcError(RpcCode.VERIFY_ERROR, message, hint);
}

/**
 * Prints `code` and `message` as in every reply and, if there is a hint, `data` as in JSON-RPC 2.0.
 */
export function errorObject({ code, message, hint }: RpcError): JsonObject {
  const data = hint === undefined ? undefined : jsonObject({ hint });
  return jsonObject({ code: jsonNumber(code), message, data });
}
