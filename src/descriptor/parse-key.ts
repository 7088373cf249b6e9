import { decodeWif } from '../crypto/wif.ts';
import { type Bytes, concatBytes } from '../encoding/bytes.ts';
import { decodeHex, isHex } from '../encoding/hex.ts';
import { lastOf } from '../encoding/list.ts';
import { isCompressedPublicKey, isPublicKeySize } from '../script/public-key.ts';
import { decodeExtendedPrivateKey, decodeExtendedPublicKey, neuter } from './extended-key.ts';
import type { KeyExpression } from './key-expression.ts';
import { fail, parseKeyPath, takeWildcard } from './key-path.ts';
import { parseMusig } from './parse-musig.ts';
import { keepPrivateKey, type Parser, type ScriptContext } from './parser.ts';

/**
 * Parses a key expression to one key, or to one for each alternative of a multipath step. Core:
 * ParsePubkey.
 */
export function parseKey(
  text: string,
  place: ScriptContext,
  parser: Parser,
): KeyExpression[] | undefined {
  if (text.startsWith('musig(')) {
    if (place !== 'tr') return fail(parser, 'musig() is only allowed in tr() and rawtr()');
    return parseMusig(text, parser, parseKey);
  }
  const [head = '', key, ...more] = text.split(']');
  if (more.length > 0) return fail(parser, "Multiple ']' characters found for a single pubkey");
  parser.apostrophe = false;
  return key === undefined
    ? parsePlainKey(head, place, parser)
    : parseKeyWithOrigin(head, key, place, parser);
}

/** Parses `[fingerprint/path]key`, split at the closing bracket. */
function parseKeyWithOrigin(
  head: string,
  keyText: string,
  place: ScriptContext,
  parser: Parser,
): KeyExpression[] | undefined {
  if (!head.startsWith('[')) {
    const found = head[0] ?? ']';
    return fail(
      parser,
      `Key origin start '[ character expected but not found, got '${found}' instead`,
    );
  }
  const [hex = '', ...steps] = head.slice(1).split('/');
  if (hex.length !== 8) {
    return fail(
      parser,
      `Fingerprint is not 4 bytes (${hex.length} characters instead of 8 characters)`,
    );
  }
  const fingerprint = decodeHex(hex);
  if (fingerprint === undefined) return fail(parser, `Fingerprint '${hex}' is not hex`);
  const [path] = parseKeyPath(steps, parser, { multipath: false }) ?? [];
  if (path === undefined) return undefined;
  const keys = parsePlainKey(keyText, place, parser);
  const { apostrophe } = parser;
  return keys?.map((key) => ({
    kind: 'origin',
    index: key.index,
    origin: { fingerprint, path },
    apostrophe,
    key,
  }));
}

/** util/strencodings.h, IsSpace. */
const isSpace = (character: string | undefined) => /^[ \f\n\r\t\v]$/.test(character ?? '');

/** Core: ParsePubkeyInner. */
function parsePlainKey(
  text: string,
  place: ScriptContext,
  parser: Parser,
): KeyExpression[] | undefined {
  const [word = '', ...steps] = text.split('/');
  if (word === '') return fail(parser, 'No key provided');
  if (isSpace(word[0]) || isSpace(lastOf(word))) {
    return fail(parser, `Key '${word}' is invalid due to whitespace`);
  }
  if (steps.length === 0) {
    if (isHex(word)) return parseHexKey(word, place, parser);
    const key = decodeWif(word, parser.context.network);
    if (key !== undefined) {
      const publicKey = key.publicKey(parser.context.secp256k1);
      if (!isAllowed(publicKey, place)) return fail(parser, 'Uncompressed keys are not allowed');
      keepPrivateKey(parser, key);
      return constant(publicKey, place === 'tr', parser);
    }
  }
  return parseExtendedKey(word, steps, parser);
}

const isAllowed = (publicKey: Bytes, place: ScriptContext) =>
  place === 'top' || place === 'sh' || isCompressedPublicKey(publicKey);

function constant(publicKey: Bytes, xOnly: boolean, parser: Parser): KeyExpression[] {
  return [{ kind: 'constant', index: parser.keyIndex++, publicKey, xOnly }];
}

function parseHexKey(
  word: string,
  place: ScriptContext,
  parser: Parser,
): KeyExpression[] | undefined {
  const { secp256k1 } = parser.context;
  const bytes = decodeHex(word) ?? new Uint8Array(0);
  if (isPublicKeySize(bytes) && (bytes[0] === 6 || bytes[0] === 7)) {
    return fail(parser, 'Hybrid public keys are not allowed');
  }
  if (isPublicKeySize(bytes) && secp256k1.isPublicKey(bytes)) {
    if (!isAllowed(bytes, place)) return fail(parser, 'Uncompressed keys are not allowed');
    return constant(bytes, false, parser);
  }
  if (bytes.length === 32 && place === 'tr' && secp256k1.isXOnlyPublicKey(bytes)) {
    return constant(concatBytes(Uint8Array.of(2), bytes), true, parser);
  }
  return fail(parser, `Pubkey '${word}' is invalid`);
}

function parseExtendedKey(
  word: string,
  steps: readonly string[],
  parser: Parser,
): KeyExpression[] | undefined {
  const { network, secp256k1 } = parser.context;
  const secret = decodeExtendedPrivateKey(word, network);
  const root = secret
    ? neuter(secret, secp256k1)
    : decodeExtendedPublicKey(word, network, secp256k1);
  if (root === undefined) return fail(parser, `key '${word}' is not valid`);
  const { steps: path, wildcard } = takeWildcard(steps, parser);
  const paths = parseKeyPath(path, parser, { multipath: true });
  if (paths === undefined) return undefined;
  if (secret) keepPrivateKey(parser, secret.privateKey);
  const { apostrophe } = parser;
  const index = parser.keyIndex++;
  return paths.map((each) => ({ kind: 'extended', index, root, path: each, wildcard, apostrophe }));
}
