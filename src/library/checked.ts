import { isBytes } from '../encoding/bytes.ts';
import { argumentError, type ColdsignError } from '../encoding/coldsign-error.ts';
import {
  adviceOn,
  coreKinds,
  describeMismatch,
  findMismatch,
  type Kinds,
  type Mismatch,
  type WantedOf,
  workersMembers,
} from './kinds.ts';

/** Kinds of arguments that every bundle may need. */
const basicKinds = {
  ...coreKinds,
  AbortSignal: {
    aborted: 'any',
    reason: 'any',
    addEventListener: 'function',
    removeEventListener: 'function',
  },
  AsmOptions: { only: { decodeSighash: 'boolean' } },
  Coin: { value: 'int64?', scriptPubKey: 'bytes' },
  CoinToProve: { prevout: 'OutPoint', output: 'TxOut', previousTransaction: 'Transaction?' },
  DescriptorContext: { only: { network: 'Network', secp256k1: 'Secp256k1?' } },
  Signers: { only: { signer: 'function?', workers: 'SigningWorkers?', pause: 'function?' } },
  InputError: { kind: 'text', error: 'text?' },
  KeyProviderOptions: {
    only: {
      keys: 'PrivateKey[]',
      publicKeys: 'bytes[]?',
      scripts: 'bytes[]?',
      taproot: 'any',
      bip86: 'boolean?',
      secp256k1: 'Secp256k1?',
    },
  },
  FlatSigningProvider: {
    scripts: 'ReadonlyMap',
    publicKeys: 'ReadonlyMap',
    origins: 'ReadonlyMap',
    privateKeys: 'ReadonlyMap',
    aggregates: 'ReadonlyMap',
    taproot: 'ReadonlyMap',
  },
  ReadonlyMap: {
    is: (value: unknown) =>
      ['get', 'entries'].every((name) => typeof Object(value)[name] === 'function'),
    words: 'a Map',
  },
  MessageJob: {
    only: {
      version: 'uint32?',
      locktime: 'uint32?',
      sequence: 'uint32?',
      message: 'text|bytes',
      scriptPubKey: 'bytes',
      provider: 'SigningProvider',
      format: 'text?',
      coins: 'CoinToProve[]?',
      secp256k1: 'Secp256k1?',
    },
  },
  Network: {
    name: 'text',
    hrp: 'text',
    pubKeyHash: 'integer',
    scriptHash: 'integer',
    wif: 'integer',
    xpub: 'integer',
    xprv: 'integer',
    rpcPort: 'any',
    folder: 'any',
  },
  PrivateKey: { reveal: 'function', publicKey: 'function' },
  PrivateKeySource: {
    findPrivateKey: 'function',
    derived: 'any',
    readCache: 'any',
    writeCache: 'any',
    secp256k1: 'Secp256k1?',
  },
  SignatureChecker: { checkEcdsaSignature: 'function', checkSchnorrSignature: 'function' },
  SigningJob: {
    only: {
      transaction: 'Transaction',
      coins: 'Map<Coin?>',
      provider: 'SigningProvider',
      sighashType: 'uint32',
      onProgress: 'function?',
      secp256k1: 'Secp256k1?',
      maxFeeRate: 'number?',
      maxFee: 'bigint?',
    },
  },
  SigningProvider: {
    getScript: 'function',
    getPublicKey: 'function',
    getPublicKeyByXOnlyHash: 'any',
    canSign: 'any',
    getPrivateKey: 'function',
    getKeyOrigin: 'any',
    getTaprootSpendData: 'any',
    getTaprootTree: 'any',
    getMusigParticipants: 'any',
    getPreimage: 'any',
    pathOf: 'any',
    miniscript: 'any',
  },
  SigningWorkers: workersMembers,
  SignedMessage: { only: { message: 'text|bytes', scriptPubKey: 'bytes', signature: 'text' } },
  WitnessForm: { only: { witness: 'boolean' } },
} as const;

type BasicKind = keyof typeof basicKinds;
/** Parameters by name, in order; `...name` takes the remaining arguments. */
type Parameters<Kind extends string> = {
  readonly [name: string]: WantedOf<Kind>;
};

/** Returns a `checked` that knows additional kinds, which other bundles do not contain. */
export function checkedWith<More extends Kinds>(more: More) {
  const kinds: Kinds = { ...basicKinds, ...more };
  return <A extends readonly unknown[], R>(
    name: string,
    parameters: Parameters<BasicKind | (keyof More & string)>,
    run: (...args: A) => R,
  ): ((...args: A) => R) =>
    (...args) => {
      for (const [i, [parameter, wanted]] of Object.entries<string>(parameters).entries()) {
        const isRest = parameter.startsWith('...');
        for (const [j, value] of (isRest ? args.slice(i) : [args[i]]).entries()) {
          const at = isRest ? `${parameter.slice(3)}[${j}]` : parameter;
          const mismatch = findMismatch(kinds, wanted, value, at);
          if (mismatch !== undefined) throw wrongArgument(name, mismatch, value);
        }
      }
      return run(...args);
    };
}

/**
 * Checks the arguments of a function for callers without types. A wrong one throws a
 * `ColdsignError` with the code `WRONG_ARGUMENT`, which names the argument and what to do. The
 * message never contains the value, which may be a key. The engine calls `run` directly.
 */
export const checked = /* @__PURE__ */ checkedWith({});

/** Makes a function return a promise in all cases: if it throws, the promise rejects. */
export function rejecting<A extends readonly unknown[], R>(
  run: (...args: A) => Promise<R>,
): (...args: A) => Promise<R> {
  return async (...args) => run(...args);
}

function wrongArgument(name: string, mismatch: Mismatch, argument: unknown): ColdsignError {
  const { wanted, value, unknown } = mismatch;
  try {
    const { text, hint } = describeMismatch(mismatch);
    const not = unknown === undefined ? `, not ${wordsFor(value, wanted)}` : '';
    return argumentError(`${name}: ${text}${not}`, hint ?? hintFor(wanted, value, argument));
  } catch {
    // A proxy of the caller threw.
    return wrongArgument(name, { ...mismatch, value: {} }, {});
  }
}

/** Returns advice for the most common mistakes. */
function hintFor(wanted: string, value: unknown, argument: unknown): string {
  const advice = adviceOn(wanted, argument) ?? adviceOn(wanted, value);
  if (advice !== undefined) return advice;
  if (wanted.startsWith('a Uint8Array')) {
    return 'Hexadecimal text becomes bytes by decodeHex, a PSBT in base64 by parsePsbt.';
  }
  if (wanted.startsWith('a bigint')) return 'Amounts are bigints of satoshi: 60_000n, not 0.0006.';
  if (/^a (string|txid)/.test(wanted) && isBytes(value))
    return 'Bytes become hexadecimal text by encodeHex.';
  return 'docs/api-signatures.md has each type.';
}

function wordsFor(value: unknown, wanted: string): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (isBytes(value)) return wanted.includes('Uint8Array') ? 'another' : 'a Uint8Array';
  if (ArrayBuffer.isView(value)) return 'a transferred one';
  if (typeof value === 'number' && !Number.isInteger(value)) return 'a number that is not whole';
  const kind = typeof value;
  if (kind === 'object') return 'an object of another type';
  return wanted.includes(kind === 'string' ? 'txid' : kind) ? 'another' : `a ${kind}`;
}
