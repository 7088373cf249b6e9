import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { type Bytes, equalBytes } from '../../encoding/bytes.ts';
import { decodeHex } from '../../encoding/hex.ts';
import {
  findMember,
  getMember,
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../../json/json.ts';
import { parseJson } from '../../json/parse.ts';
import type { AntiExfil } from '../../review/anti-exfil.ts';
import { invalid } from '../../rpc/error.ts';
import { readProblem } from '../files/regular-file.ts';
import type { SafeTerminal } from './escape.ts';

const MEMBERS = ['input', 'pubkey', 'host_commitment', 'signer_commitment', 'host_entropy'];

/** Reads the JSON list of `-transcript`, with one entry per signature. */
export function readTranscript(
  path: string,
  terminal: SafeTerminal,
  secp256k1: Secp256k1,
): readonly AntiExfil[] {
  const wrong = (why: string) => invalid(`-transcript=${path}: ${why}`);
  const text = terminal.readFile(path);
  if (text === undefined) throw wrong(readProblem(path));
  const json = parseJson(text) ?? null;
  if (!isJsonArray(json) || json.length === 0) {
    throw wrong(`it must be a JSON list of objects with ${MEMBERS.join(', ')}`);
  }
  const entries = json.map((each, i) => {
    const entry = readEntry(each, secp256k1);
    if (typeof entry === 'string') throw wrong(`entry ${i}: ${entry}`);
    return entry;
  });
  const twice = entries.findIndex((entry, i) =>
    entries.some((other, j) => i !== j && isSame(entry, other)),
  );
  if (twice < 0) return entries;
  throw wrong(
    `entry ${twice}: its input has another entry. If several keys sign, each entry needs its pubkey`,
  );
}

/** Returns the entry, or what is wrong with it. */
function readEntry(json: Json, secp256k1: Secp256k1): AntiExfil | string {
  if (!isJsonObject(json)) return 'it is not an object';
  const strange = json.members.find(([name]) => !MEMBERS.includes(name));
  if (strange !== undefined)
    return `unknown member ${strange[0]}. The members are ${MEMBERS.join(', ')}`;
  const input = getMember(json, 'input');
  const index = isJsonNumber(input) ? Number(input.number) : -1;
  if (!Number.isInteger(index) || index < 0) return 'input must be the number of an input, from 0';
  const publicKey = bytesOf(json, 'pubkey');
  const hostCommitment = bytesOf(json, 'host_commitment');
  const signerCommitment = bytesOf(json, 'signer_commitment');
  const hostEntropy = bytesOf(json, 'host_entropy');
  const isKey = (key: Bytes | undefined) => key?.length === 33 && secp256k1.isPublicKey(key);
  if (findMember(json, 'pubkey') !== undefined && !isKey(publicKey)) {
    return 'pubkey must be a compressed public key, 33 bytes in hexadecimal';
  }
  if (hostCommitment?.length !== 32) return 'host_commitment must be 32 bytes in hexadecimal';
  if (signerCommitment === undefined || !isKey(signerCommitment)) {
    return 'signer_commitment must be a point, 33 bytes in hexadecimal';
  }
  if (hostEntropy?.length !== 32) return 'host_entropy must be 32 bytes in hexadecimal';
  return { input: index, publicKey, hostCommitment, signerCommitment, hostEntropy };
}

function bytesOf(json: JsonObject, name: string): Bytes | undefined {
  const value = getMember(json, name);
  return typeof value === 'string' ? decodeHex(value) : undefined;
}

const isSame = (a: AntiExfil, b: AntiExfil): boolean =>
  a.input === b.input &&
  (a.publicKey === undefined || b.publicKey === undefined || equalBytes(a.publicKey, b.publicKey));
