import type { PrivateKey } from '../crypto/private-key.ts';
import { checkChecksum } from './checksum.ts';
import type { Descriptor } from './descriptor.ts';
import { parseScriptExpression } from './parse-script.ts';
import { createParser, type DescriptorContext } from './parser.ts';

/** The descriptors in a text. */
export type ParsedDescriptors = {
  /** One, or one for each alternative of the multipath steps (BIP389). */
  readonly descriptors: readonly [Descriptor, ...Descriptor[]];
  /**
   * The private keys in the text, by the hex of the public key's hash160. For an extended key, the
   * root's key.
   */
  readonly privateKeys: ReadonlyMap<string, PrivateKey>;
};

/** The reason why a text is not a descriptor. */
export type ParseFailure = {
  /** The reason in Core's words; empty where Core has none. */
  readonly error: string;
};

/**
 * Parses a descriptor, or returns the error in Core's words. Core: Parse (script/descriptor.cpp).
 */
export function parseDescriptor(
  text: string,
  context: DescriptorContext,
  { requireChecksum = false }: { readonly requireChecksum?: boolean | undefined } = {},
): ParsedDescriptors | ParseFailure {
  const checked = checkChecksum(text, requireChecksum);
  if ('error' in checked) return checked;
  const parser = createParser(context);
  const cursor = { text: checked.payload, position: 0 };
  const [first, ...more] = parseScriptExpression(cursor, 'top', parser) ?? [];
  if (first === undefined || cursor.position < cursor.text.length) return { error: parser.error };
  return { descriptors: [first, ...more], privateKeys: parser.privateKeys };
}
