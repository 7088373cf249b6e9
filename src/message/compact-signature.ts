import { recoverPublicKey } from '../crypto/curve/recover.ts';
import { hash160, hash256 } from '../crypto/hash.ts';
import { signRecoverable } from '../crypto/noble.ts';
import type { PrivateKey } from '../crypto/private-key.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, concatBytes, equalBytes } from '../encoding/bytes.ts';
import { invariant } from '../encoding/invariant.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import { createWriter } from '../encoding/writer.ts';
import { p2shScript, p2wpkhScript } from '../script/builders.ts';
import { solveScript } from '../script/templates.ts';
import { type Message, messageBytes } from './message.ts';

/** common/signmessage.cpp, MESSAGE_MAGIC: nothing that is signed with it is a transaction. */
const MAGIC = encodeUtf8('Bitcoin Signed Message:\n');

/** Core: MessageHash. */
function messageHash(message: Message): Bytes {
  return hash256(createWriter().varBytes(MAGIC).varBytes(messageBytes(message)).finish());
}

/** Core: MessageSign, before base64: a header of one byte, R and S. */
export function signCompact(message: Message, key: PrivateKey, secp256k1: Secp256k1): Bytes {
  const request = {
    digest: messageHash(message),
    privateKey: key.reveal(),
    publicKey: key.publicKey(secp256k1),
    keyY: key.publicKeyY(secp256k1),
  };
  const made = secp256k1.signRecoverable
    ? secp256k1.signRecoverable(request)
    : signRecoverable(request);
  invariant(made !== undefined, 'a private key signs every digest');
  const header = 27 + made.recovery + (key.compressed ? 4 : 0);
  return concatBytes(Uint8Array.of(header), made.signature);
}

/** pubkey.cpp, CPubKey::RecoverCompact. Of the header's other bits nothing is read. */
function recoverCompact(
  message: Message,
  signature: Bytes,
  secp256k1: Secp256k1,
): Bytes | undefined {
  if (signature.length !== 65) return undefined;
  const header = (signature[0] ?? 0) - 27;
  const compact = signature.subarray(1);
  const digest = messageHash(message);
  const [recovery, isCompressed] = [header & 3, (header & 4) !== 0];
  return secp256k1.recoverPublicKey
    ? secp256k1.recoverPublicKey(compact, digest, recovery, isCompressed)
    : recoverPublicKey(compact, digest, recovery, isCompressed);
}

/** Core: MessageVerify, for the script of a P2PKH address. */
export function verifyCompact(
  message: Message,
  signature: Bytes,
  script: Bytes,
  secp256k1: Secp256k1,
): boolean {
  const template = solveScript(script);
  const publicKey = recoverCompact(message, signature, secp256k1);
  if (template.kind !== 'pubkeyhash' || publicKey === undefined) return false;
  return equalBytes(hash160(publicKey), template.hash);
}

/**
 * BIP137: "27-30: P2PKH uncompressed, 31-34: P2PKH compressed, 35-38: Segwit P2SH, 39-42: Segwit
 * Bech32". For a key's hash every header goes, as in
 * Core; for segwit those of 31 to 34 too, with which Electrum and others sign.
 */
export function verifyBip137(
  message: Message,
  signature: Bytes,
  script: Bytes,
  secp256k1: Secp256k1,
): boolean {
  const { kind } = solveScript(script);
  if (kind === 'pubkeyhash') return verifyCompact(message, signature, script, secp256k1);
  const [header = 0] = signature;
  const isCompressed = header >= 31 && header <= 34;
  const asCompressed = concatBytes(Uint8Array.of(31 + ((header - 27) & 3)), signature.subarray(1));
  const publicKey = recoverCompact(message, asCompressed, secp256k1);
  if (publicKey === undefined) return false;
  const program = p2wpkhScript(hash160(publicKey));
  if (kind === 'witness_v0_keyhash') {
    return (isCompressed || (header >= 39 && header <= 42)) && equalBytes(program, script);
  }
  const isNested = isCompressed || (header >= 35 && header <= 38);
  return isNested && equalBytes(p2shScript(hash160(program)), script);
}
