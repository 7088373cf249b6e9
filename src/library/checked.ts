import {
  findMismatch,
  type Kinds,
  type WantedOf,
  wrongArgument,
} from '../arguments/check-arguments.ts';
import { signingKinds } from './signing-kinds.ts';

/** Kinds of arguments that every bundle may need. */
const basicKinds = {
  ...signingKinds,
  CoinToProve: { prevout: 'OutPoint', output: 'TxOut', previousTransaction: 'Transaction?' },
  DescriptorContext: { only: { network: 'Network', secp256k1: 'Secp256k1?' } },
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
  PrivateKeySource: {
    findPrivateKey: 'function',
    derived: 'any',
    readCache: 'any',
    writeCache: 'any',
    secp256k1: 'Secp256k1?',
  },
  SignedMessage: { only: { message: 'text|bytes', scriptPubKey: 'bytes', signature: 'text' } },
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
          if (mismatch !== undefined) throw wrongArgument(name, mismatch);
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
