import { recoverPublicKey } from '../crypto/curve/verify-one.ts';
import { hash160, hash256 } from '../crypto/hash.ts';
import { signRecoverable } from '../crypto/noble-single.ts';
import type { PrivateKey } from '../crypto/private-key.ts';
import type { RecoveryCheck, Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, concatBytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { invariant } from '../encoding/invariant.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import { createWriter } from '../encoding/writer.ts';
import { p2shScript, p2wpkhScript } from '../script/builders.ts';
import { solveScript } from '../script/templates.ts';
import type { SigningProvider } from '../signing/provider.ts';
import { type Message, messageBytes } from './message.ts';

/**
 * The prefix of signed messages, with which they cannot be transactions (common/signmessage.cpp,
 * MESSAGE_MAGIC).
 */
const MAGIC = encodeUtf8('Bitcoin Signed Message:\n');

/** Hashes a message. Core: MessageHash. */
function messageHash(message: Message): Bytes {
  return hash256(createWriter().varBytes(MAGIC).varBytes(messageBytes(message)).finish());
}

/** First header byte of a compressed key, by the kind of its address (BIP137). */
const HEADERS = { pubkeyhash: 31, nested: 35, native: 39 } as const;

/** A message and the key to sign it. */
export type CompactSigning = {
  readonly message: Message;
  readonly key: PrivateKey;
  /** The kind of the address. Default: `pubkeyhash`, as in Core. */
  readonly kind?: keyof typeof HEADERS | undefined;
};

/** The key of an address, which signs alone. */
export type AddressKey = Required<Pick<CompactSigning, 'kind'>> & {
  /** `undefined` if the key is missing. */
  readonly key: PrivateKey | undefined;
};

/**
 * Finds the key of an address that one key can sign for: P2PKH, P2WPKH, or P2WPKH in P2SH, whose
 * script the provider must have. Returns `undefined` for other addresses.
 */
export function keyOfAddress(script: Bytes, provider: SigningProvider): AddressKey | undefined {
  const solved = solveScript(script);
  if (solved.kind === 'pubkeyhash') {
    return { kind: 'pubkeyhash', key: provider.getPrivateKey(solved.hash) };
  }
  const inner = solved.kind === 'scripthash' ? provider.getScript(solved.hash) : script;
  const program = solveScript(inner ?? script);
  if (program.kind !== 'witness_v0_keyhash') return undefined;
  const found = provider.getPrivateKey(program.hash);
  const key = found?.compressed === true ? found : undefined;
  return { kind: inner === script ? 'native' : 'nested', key };
}

/** Signs messages: a header of one byte, R and S. Core: MessageSign, before base64. */
export function signCompactMany(
  signings: readonly CompactSigning[],
  secp256k1: Secp256k1,
): readonly Bytes[] {
  const requests = signings.map(({ message, key }) => ({
    digest: messageHash(message),
    privateKey: key.reveal(),
    publicKey: key.publicKey(secp256k1),
    keyY: key.publicKeyY(secp256k1),
  }));
  const made = secp256k1.signRecoverableMany
    ? secp256k1.signRecoverableMany(requests)
    : requests.map(signRecoverable);
  return signings.map(({ key, kind = 'pubkeyhash' }, i) => {
    const one = made[i];
    invariant(one !== undefined, 'a private key signs every digest');
    const header = key.compressed ? HEADERS[kind] : 27;
    return concatBytes(Uint8Array.of(header + one.recovery), one.signature);
  });
}

export function signCompact(
  message: Message,
  key: PrivateKey,
  secp256k1: Secp256k1,
  kind?: CompactSigning['kind'],
): Bytes {
  const [signature] = signCompactMany([{ message, key, kind }], secp256k1);
  invariant(signature !== undefined, 'one signing makes one signature');
  return signature;
}

/** A message with its signature of 65 bytes, and the script of the expected signer. */
export type CompactCheck = {
  readonly message: Message;
  readonly signature: Bytes;
  readonly script: Bytes;
};

/** Data to recover a key (pubkey.cpp, CPubKey::RecoverCompact). */
type Recovery = {
  /** R || S. */
  readonly signature: Bytes;
  readonly digest: Bytes;
  readonly recovery: number;
  readonly compressed: boolean;
};

/** Reads the header; its other bits have no meaning. */
function readCompact(message: Message, signature: Bytes): Recovery | undefined {
  if (signature.length !== 65) return undefined;
  const header = (signature[0] ?? 0) - 27;
  const [recovery, compressed] = [header & 3, (header & 4) !== 0];
  return { signature: signature.subarray(1), digest: messageHash(message), recovery, compressed };
}

function recoverKey(
  { signature, digest, recovery, compressed }: Recovery,
  secp256k1: Secp256k1,
): Bytes | undefined {
  return secp256k1.recoverPublicKey
    ? secp256k1.recoverPublicKey(signature, digest, recovery, compressed)
    : recoverPublicKey(signature, digest, recovery, compressed);
}

/**
 * Verifies each message for the script of its P2PKH address. Once the key of a script is recovered,
 * its other signatures are verified together. Core: MessageVerify.
 */
export function verifyCompactMany(
  checks: readonly CompactCheck[],
  secp256k1: Secp256k1,
): readonly boolean[] {
  const keys = new Map<string, Bytes>();
  const repeated: RecoveryCheck[] = [];
  const verify = ({ message, signature, script }: CompactCheck, shares: boolean): boolean => {
    const read = readCompact(message, signature);
    const template = solveScript(script);
    if (read === undefined || template.kind !== 'pubkeyhash') return false;
    const name = `${read.compressed} ${encodeHex(template.hash)}`;
    const known = shares ? keys.get(name) : undefined;
    if (known !== undefined) {
      repeated.push({ ...read, publicKey: known });
      return true;
    }
    const publicKey = recoverKey(read, secp256k1);
    if (publicKey === undefined || !equalBytes(hash160(publicKey), template.hash)) return false;
    keys.set(name, publicKey);
    return true;
  };
  const verdicts = checks.map((check) => verify(check, secp256k1.recoverAll !== undefined));
  if (repeated.length === 0 || secp256k1.recoverAll?.(repeated)) return verdicts;
  return checks.map((check) => verify(check, false));
}

/**
 * Verifies by BIP137: "27-30: P2PKH uncompressed, 31-34: P2PKH compressed, 35-38: Segwit P2SH,
 * 39-42: Segwit Bech32". For P2PKH every header is accepted, as in Core. For segwit, headers from
 * 31 to 34 are also accepted, because Electrum and others use them.
 */
export function verifyBip137(
  message: Message,
  signature: Bytes,
  script: Bytes,
  secp256k1: Secp256k1,
): boolean {
  const { kind } = solveScript(script);
  if (kind === 'pubkeyhash') {
    return verifyCompactMany([{ message, signature, script }], secp256k1)[0] === true;
  }
  const [header = 0] = signature;
  const isCompressed = header >= 31 && header <= 34;
  const asCompressed = concatBytes(Uint8Array.of(31 + ((header - 27) & 3)), signature.subarray(1));
  const read = readCompact(message, asCompressed);
  const publicKey = read && recoverKey(read, secp256k1);
  if (publicKey === undefined) return false;
  const program = p2wpkhScript(hash160(publicKey));
  if (kind === 'witness_v0_keyhash') {
    return (isCompressed || (header >= 39 && header <= 42)) && equalBytes(program, script);
  }
  const isNested = isCompressed || (header >= 35 && header <= 38);
  return isNested && equalBytes(p2shScript(hash160(program)), script);
}
