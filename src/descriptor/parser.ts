import { hash160 } from '../crypto/hash.ts';
import type { PrivateKey } from '../crypto/private-key.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { Network } from '../encoding/network.ts';
import type { TextCursor } from '../miniscript/expression.ts';
import type { Descriptor } from './descriptor.ts';
import type { PathNotes } from './key-path.ts';

/** What descriptors depend on besides their text. */
export type DescriptorContext = {
  /** Whose addresses and extended keys are read. */
  readonly network: Network;
  /** The curve that keys are checked and derived with. */
  readonly secp256k1: Secp256k1;
};

/** Where in a descriptor an expression stands. Core: ParseScriptContext. */
export type Place = 'top' | 'sh' | 'wpkh' | 'wsh' | 'tr' | 'musig';

/** The state of parsing: why it failed, how many keys were met, and the private ones among them. */
export type Parser = PathNotes & {
  readonly context: DescriptorContext;
  keyIndex: number;
  /** By the hex of the public key's hash160. */
  readonly privateKeys: Map<string, PrivateKey>;
};

/**
 * The ways to read a script expression; `undefined`: none, and `parser.error` says why or is empty.
 * Core: ParseScript.
 */
export type ParseScript = (
  cursor: TextCursor,
  place: Place,
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

export function fail(parser: Parser, error: string): undefined {
  parser.error = error;
  return undefined;
}

export function keepPrivateKey(parser: Parser, key: PrivateKey): void {
  const id = encodeHex(hash160(key.publicKey(parser.context.secp256k1)));
  if (!parser.privateKeys.has(id)) parser.privateKeys.set(id, key);
}

/**
 * One list for each way to read a descriptor with multipath steps. Lists of one stand in all ways;
 * the others must be of one length. `undefined` when they are not.
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
