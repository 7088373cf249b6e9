import { hash160 } from '../../crypto/hash.ts';
import { expand } from '../../descriptor/expand.ts';
import {
  addKnowledge,
  createKnowledge,
  type Knowledge,
  notePublicKey,
  noteScript,
} from '../../descriptor/knowledge.ts';
import { parseDescriptor } from '../../descriptor/parse.ts';
import type { DescriptorContext } from '../../descriptor/parser.ts';
import { decodeHex, encodeHex } from '../../encoding/hex.ts';
import { findMember, type Json, type JsonArray, type JsonObject } from '../../json/json.ts';
import { p2wpkhScript } from '../../script/builders.ts';
import { RpcCode, RpcError } from '../error.ts';
import { getArray, getObject, getStr } from '../values.ts';
import { parsePublicKey } from './public-key.ts';

/** The option `solving_data`: keys and scripts of coins that are not the wallet's, to tell how large their inputs get. */
export function parseSolvingData(value: Json, context: DescriptorContext): Knowledge {
  const knowledge = createKnowledge();
  const data = getObject(value);
  for (const key of listOf(data, 'pubkeys')) {
    const publicKey = parsePublicKey(key, context.secp256k1);
    notePublicKey(knowledge, publicKey);
    noteScript(knowledge, p2wpkhScript(hash160(publicKey)));
  }
  for (const script of listOf(data, 'scripts')) {
    const text = getStr(script);
    const bytes = decodeHex(text);
    if (bytes === undefined || text === '') {
      throw new RpcError(RpcCode.INVALID_ADDRESS_OR_KEY, `'${text}' is not hex`);
    }
    noteScript(knowledge, bytes);
  }
  for (const descriptor of listOf(data, 'descriptors')) {
    addKnowledge(knowledge, knowledgeFrom(getStr(descriptor), context));
  }
  return knowledge;
}

function listOf(data: JsonObject, key: string): JsonArray {
  const list = findMember(data, key);
  return list === undefined ? [] : getArray(list);
}

/** At its first position. */
function knowledgeFrom(text: string, context: DescriptorContext): Knowledge {
  const parsed = parseDescriptor(text, context, { requireChecksum: true });
  if ('error' in parsed) {
    throw new RpcError(
      RpcCode.INVALID_PARAMETER,
      `Unable to parse descriptor '${text}': ${parsed.error}`,
    );
  }
  const knowledge = createKnowledge();
  const source = {
    secp256k1: context.secp256k1,
    findPrivateKey: (hash: Uint8Array) => parsed.privateKeys.get(encodeHex(hash)),
  };
  for (const descriptor of parsed.descriptors) {
    const expansion = expand(descriptor, 0, source);
    if (expansion !== undefined) addKnowledge(knowledge, expansion.knowledge);
  }
  for (const key of parsed.privateKeys.values()) key.wipe();
  return knowledge;
}
