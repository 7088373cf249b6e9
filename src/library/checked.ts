import { isBytes } from '../encoding/bytes.ts';
import { argumentError, type UsageError } from '../encoding/usage-error.ts';

/**
 * What callers without types may mistake. A name with members: an object that has at least these.
 */
const kinds = {
  bytes: { is: isBytes, words: 'a Uint8Array' },
  text: { is: (value: unknown) => typeof value === 'string', words: 'a string' },
  integer: { is: (value: unknown) => Number.isInteger(value), words: 'a whole number' },
  bigint: { is: (value: unknown) => typeof value === 'bigint', words: 'a bigint' },
  boolean: { is: (value: unknown) => typeof value === 'boolean', words: 'a boolean' },
  function: { is: (value: unknown) => typeof value === 'function', words: 'a function' },
  object: { is: isObject, words: 'an object' },
  AsmOptions: { decodeSighash: 'boolean' },
  CoinBackend: { tip: 'function', transactions: 'function' },
  CoinSource: { network: 'text', tip: 'function', transactions: 'function' },
  CoinSourceOptions: { network: 'text' },
  ElectrumOptions: { network: 'text', transport: 'function' },
  EsploraOptions: { url: 'text', network: 'text', fetch: 'function' },
  Coin: { amount: 'bigint?', scriptPubKey: 'bytes' },
  Descriptor: { kind: 'text' },
  ExtractOptions: { maxFeeRate: 'bigint?' },
  DescriptorContext: { network: 'Network', secp256k1: 'Secp256k1?' },
  Signers: { signer: 'function?', workers: 'object?' },
  InputError: { kind: 'text' },
  KeyProviderOptions: { keys: 'PrivateKey[]' },
  FormatContext: { network: 'Network', secp256k1: 'Secp256k1?' },
  FlatSigningProvider: { scripts: 'Map', publicKeys: 'Map', origins: 'Map', privateKeys: 'Map' },
  Map: { get: 'function' },
  MessageJob: {
    message: 'text|bytes',
    script: 'bytes',
    provider: 'SigningProvider',
    secp256k1: 'Secp256k1?',
  },
  Network: { hrp: 'text', pubKeyHash: 'integer', scriptHash: 'integer', wif: 'integer' },
  OutPoint: { txid: 'text', vout: 'integer' },
  PrivateKey: { reveal: 'function', publicKey: 'function' },
  PrivateKeySource: { secp256k1: 'Secp256k1?', findPrivateKey: 'function' },
  Psbt: {
    version: 'integer',
    txVersion: 'integer',
    inputs: 'PsbtInput[]',
    outputs: 'PsbtOutput[]',
  },
  PsbtInput: { prevout: 'OutPoint', finalScriptSig: 'bytes', finalWitness: 'bytes[]' },
  PsbtJob: {
    psbt: 'Psbt',
    provider: 'SigningProvider',
    secp256k1: 'Secp256k1?',
    maxFeeRate: 'bigint?',
  },
  PsbtOutput: { amount: 'bigint', script: 'bytes' },
  Secp256k1: { publicKey: 'function', verifyEcdsa: 'function' },
  SighashCache: { transaction: 'Transaction', ecdsaDigest: 'function' },
  SignatureChecker: { checkEcdsaSignature: 'function', checkSchnorrSignature: 'function' },
  SignatureVerifier: { verifyEcdsa: 'function', verifySchnorr: 'function' },
  SigningJob: {
    transaction: 'Transaction',
    coins: 'Map',
    provider: 'SigningProvider',
    sighashType: 'integer',
    secp256k1: 'Secp256k1?',
    maxFeeRate: 'bigint?',
  },
  SigningProvider: { getScript: 'function', getPublicKey: 'function', getPrivateKey: 'function' },
  SignedMessage: { message: 'text|bytes', script: 'bytes', signature: 'text' },
  Transaction: { version: 'integer', inputs: 'TxIn[]', outputs: 'TxOut[]', locktime: 'integer' },
  TxIn: { prevout: 'OutPoint', scriptSig: 'bytes', sequence: 'integer', witness: 'bytes[]' },
  TxOut: { value: 'bigint', scriptPubKey: 'bytes' },
  SmallestPsbtOptions: { segwit: 'boolean' },
  WalletExport: { descriptors: 'text[]' },
  WalletPolicy: { name: 'text', template: 'text', keys: 'text[]' },
  WitnessForm: { witness: 'boolean' },
} as const;

type Kind = keyof typeof kinds;
/** `?`: may be left out. `[]`: a list. `|`: either. */
type Wanted = Kind | `${Kind}?` | `${Kind}[]` | `${Kind}?[]` | `${Kind}|${Kind}`;
/** By name, in their order; behind `...`: all that are left. */
export type Parameters = { readonly [name: string]: Wanted };

/** Where it is wrong, what was wanted there, and what came. */
type Mismatch = { readonly at: string; readonly wanted: string; readonly value: unknown };

/**
 * A function for callers without types: a wrong argument is a `TypeError` with the code
 * `ERR_INVALID_ARG_TYPE` that says which, and what to do. The value stands nowhere in it: it may be
 * a key. The engine calls the function itself.
 */
export function checked<A extends readonly unknown[], R>(
  name: string,
  parameters: Parameters,
  run: (...args: A) => R,
): (...args: A) => R {
  return (...args) => {
    checkArguments(name, parameters, args);
    return run(...args);
  };
}

/** Like `checked`, for functions that answer with a promise: it rejects. */
export function checkedAsync<A extends readonly unknown[], R>(
  name: string,
  parameters: Parameters,
  run: (...args: A) => Promise<R>,
): (...args: A) => Promise<R> {
  const call = checked(name, parameters, run);
  return async (...args) => call(...args);
}

function checkArguments(name: string, parameters: Parameters, args: readonly unknown[]): void {
  for (const [i, [parameter, wanted]] of Object.entries(parameters).entries()) {
    const isRest = parameter.startsWith('...');
    const given = isRest ? args.slice(i) : [args[i]];
    for (const [j, value] of given.entries()) {
      const at = isRest ? `${parameter.slice(3)}[${j}]` : parameter;
      const mismatch = findMismatch(wanted, value, at);
      if (mismatch !== undefined) throw wrongArgument(name, mismatch);
    }
  }
}

function wrongArgument(name: string, { at, wanted, value }: Mismatch): UsageError {
  const message = `${name}: ${at} must be ${wanted}, not ${wordsFor(value)}`;
  return argumentError(message, hintFor(wanted, value));
}

/** What to do, by the mistakes that are made most. */
function hintFor(wanted: string, value: unknown): string {
  if (value instanceof Promise) return 'It is a promise: await it first.';
  if (wanted.startsWith('a Uint8Array')) {
    return 'Hexadecimal text becomes bytes by decodeHex, base64 by decodeBase64.';
  }
  if (wanted.startsWith('a bigint')) return 'Amounts are bigints of satoshi: 60_000n, not 0.0006.';
  if (wanted === 'a string' && isBytes(value)) return 'Bytes become hexadecimal text by encodeHex.';
  return 'docs/api.md has the declaration of each function and type.';
}

function findMismatch(wanted: string, value: unknown, at: string): Mismatch | undefined {
  if (wanted.endsWith('[]')) return findInList(wanted.slice(0, -2), value, at);
  if (wanted.endsWith('?')) {
    return value === undefined ? undefined : findMismatch(wanted.slice(0, -1), value, at);
  }
  const either = wanted.split('|');
  if (either.length > 1) {
    // Of objects it is of use to know which member is wrong.
    const [first = ''] = either;
    const mismatches = either.map((kind) => findMismatch(kind, value, at));
    if (mismatches.includes(undefined)) return undefined;
    if (isObject(value) && mismatches[0]?.at !== at) return mismatches[0];
    return { at, wanted: `${kindWords(first)} or ${kindWords(either[1] ?? '')}`, value };
  }
  const kind = kinds[wanted as Kind];
  if ('is' in kind) return kind.is(value) ? undefined : { at, wanted: kind.words, value };
  if (!isObject(value)) return { at, wanted: kindWords(wanted), value };
  const members: { readonly [name: string]: unknown } = value;
  for (const [name, member] of Object.entries(kind)) {
    const mismatch = findMismatch(member, members[name], `${at}.${name}`);
    if (mismatch !== undefined) return mismatch;
  }
  return undefined;
}

function findInList(wanted: string, value: unknown, at: string): Mismatch | undefined {
  if (!Array.isArray(value)) return { at, wanted: 'an array', value };
  for (const [i, item] of value.entries()) {
    const mismatch = findMismatch(wanted, item, `${at}[${i}]`);
    if (mismatch !== undefined) return mismatch;
  }
  return undefined;
}

function kindWords(name: string): string {
  const kind = kinds[name as Kind];
  return 'words' in kind ? kind.words : `an object of type ${name}`;
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null;
}

function wordsFor(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (isBytes(value)) return 'a Uint8Array';
  if (typeof value === 'number' && !Number.isInteger(value)) return 'a number that is not whole';
  return typeof value === 'object' ? 'an object of another type' : `a ${typeof value}`;
}
