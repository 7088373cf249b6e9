import { hash160 } from '../crypto/hash.ts';
import type { PrivateKey } from '../crypto/private-key.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { Network } from '../encoding/network.ts';
import type { TextCursor } from '../miniscript/expression.ts';
import type { Descriptor } from './descriptor.ts';
import type { PathNotes } from './key-path.ts';

/** The network and curve for parsing. */
export type DescriptorContext = {
  /** The network of addresses and extended keys. */
  readonly network: Network;
  /** The curve to check and derive keys. */
  readonly secp256k1: Secp256k1;
};

/** The context of an expression in a descriptor. Core: ParseScriptContext. */
export type ScriptContext = 'top' | 'sh' | 'wpkh' | 'wsh' | 'tr' | 'musig';

/** The state of parsing: the error, the number of keys so far, and their private keys. */
export type Parser = PathNotes & {
  readonly context: DescriptorContext;
  keyIndex: number;
  /** Private keys by the hex of the public key's hash160. */
  readonly privateKeys: Map<string, PrivateKey>;
};

/**
 * Parses a script expression to its alternatives. Returns `undefined` with a reason in
 * `parser.error`, which may be empty. Core: ParseScript.
 */
export type ParseScript = (
  cursor: TextCursor,
  place: ScriptContext,
  parser: Parser,
) => Descriptor[] | undefined;

export function createParser(context: DescriptorContext): Parser {
  return {
    context,
    error: '',
    apostrophe: false,
    hasHardened: false,
    keyIndex: 0,
    privateKeys: new Map(),
  };
}

export function keepPrivateKey(parser: Parser, key: PrivateKey): void {
  const id = encodeHex(hash160(key.publicKey(parser.context.secp256k1)));
  if (!parser.privateKeys.has(id)) parser.privateKeys.set(id, key);
}

/**
 * Transposes alternatives: returns a list for each alternative of multipath steps. Lists of one are
 * repeated; the others must have equal length, else returns `undefined`.
 */
export function alignAlternatives<T>(
  lists: readonly (readonly T[])[],
  count: number,
): T[][] | undefined {
  if (lists.some((list) => list.length !== 1 && list.length !== count)) return undefined;
  return Array.from({ length: count }, (_, way) =>
    lists.flatMap((list) => list[list.length === 1 ? 0 : way] ?? []),
  );
}

export function longest(lists: readonly (readonly unknown[])[]): number {
  return lists.reduce((length, list) => Math.max(length, list.length), 0);
}
