import { hash160 } from '../../crypto/hash.ts';
import { expand } from '../../descriptor/expand.ts';
import {
  createFlatSigningProvider,
  type FlatSigningProvider,
  mergeFlatSigningProvider,
  notePublicKey,
  noteScript,
} from '../../descriptor/flat-signing-provider.ts';
import { parseDescriptor } from '../../descriptor/parse.ts';
import type { DescriptorContext } from '../../descriptor/parser.ts';
import { privateKeyLookup } from '../../descriptor/private-keys.ts';
import { decodeHex } from '../../encoding/hex.ts';
import type { Json, JsonArray, JsonObject } from '../../json/json.ts';
import { p2wpkhScript } from '../../script/builders.ts';
import { invalid, invalidAddressOrKey } from '../error.ts';
import { getArray, getObject, getStr, readMember } from '../values.ts';
import { parsePublicKey } from './key-arguments.ts';

/**
 * Parses the option `solving_data`: keys and scripts of external coins, to compute the size of
 * their inputs.
 */
export function parseSolvingData(value: Json, context: DescriptorContext): FlatSigningProvider {
  const flatProvider = createFlatSigningProvider();
  const data = getObject(value);
  for (const key of listOf(data, 'pubkeys')) {
    const publicKey = parsePublicKey(key, context.secp256k1);
    notePublicKey(flatProvider, publicKey);
    noteScript(flatProvider, p2wpkhScript(hash160(publicKey)));
  }
  for (const script of listOf(data, 'scripts')) {
    const text = getStr(script);
    const bytes = decodeHex(text);
    if (bytes === undefined || text === '') {
      throw invalidAddressOrKey(`'${text}' is not hex`);
    }
    noteScript(flatProvider, bytes);
  }
  for (const descriptor of listOf(data, 'descriptors')) {
    mergeFlatSigningProvider(flatProvider, flatProviderFrom(getStr(descriptor), context));
  }
  return flatProvider;
}

const listOf = (data: JsonObject, key: string): JsonArray => readMember(data, key, getArray) ?? [];

/** Evaluates a descriptor at its first position. */
export function flatProviderFrom(text: string, context: DescriptorContext): FlatSigningProvider {
  const parsed = parseDescriptor(text, context, { requireChecksum: true });
  if ('error' in parsed) {
    throw invalid(`Unable to parse descriptor '${text}': ${parsed.error}`);
  }
  const flatProvider = createFlatSigningProvider();
  const { secp256k1 } = context;
  const source = { secp256k1, findPrivateKey: privateKeyLookup(parsed.privateKeys) };
  for (const descriptor of parsed.descriptors) {
    const expansion = expand(descriptor, 0, source);
    if (expansion !== undefined) mergeFlatSigningProvider(flatProvider, expansion.flatProvider);
  }
  for (const key of parsed.privateKeys.values()) key.wipe();
  return flatProvider;
}
