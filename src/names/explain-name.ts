import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { decodeBase64 } from '../encoding/base64.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { decodeHex } from '../encoding/hex.ts';
import type { Network } from '../encoding/network.ts';
import { formatUtc } from '../encoding/utc.ts';
import { decodeUtf8 } from '../encoding/utf8.ts';
import { decodeSilentAddress } from '../silent/silent-address.ts';
import {
  domainNameOf,
  judgeNameProof,
  type NameFault,
  type NameProof,
  type ProvenName,
  readNameProof,
} from './name-proof.ts';
import { readPaymentUri } from './payment-uri.ts';
import { ROOT_KEYS_DATE, rootKeys } from './roots.ts';
import type { KeyDigest } from './signature.ts';

/** A proof of a name: bytes, or hexadecimal or base64 text; `undefined`: it is something else. */
export function findNameProof(bytes: Bytes): NameProof | undefined {
  const text = decodeUtf8(bytes)?.replace(/\s/g, '') ?? '';
  const forms = [bytes, decodeHex(text.toLowerCase()), decodeBase64(text)];
  for (const form of forms) {
    const proof = form && readNameProof(form);
    if (proof && domainNameOf(proof.name) !== undefined) return proof;
  }
  return undefined;
}

/** Keys of the DNS root, and where they come from. */
export type RootKeys = { readonly keys: readonly KeyDigest[]; readonly source: string };

/** The network of the addresses in a proof, and the curve of their keys. */
export type NameReading = { readonly network: Network; readonly secp256k1: Secp256k1 };

/** Explains a proof at a time (seconds since 1970), as lines; `isProven`: the proof is valid. */
export function explainName(
  proof: NameProof,
  now: number,
  { network, secp256k1 }: NameReading,
  roots: RootKeys = { keys: rootKeys(), source: `built in, of ${ROOT_KEYS_DATE}` },
): { readonly isProven: boolean; readonly lines: readonly string[] } {
  const proven = judgeNameProof(proof, roots.keys, now);
  const clock = `The clock of this machine: ${formatUtc(now)}`;
  const keys = `Keys of the DNS root: ${roots.source}`;
  if ('error' in proven) {
    const at = proven.at === undefined ? '' : ` (${proven.at})`;
    const lines = [`₿${proof.name}: NOT proven`, `${nameFaults[proven.error]}${at}`, clock, keys];
    return { isProven: false, lines };
  }
  const lines = [
    `₿${proven.name}: proven until ${formatUtc(proven.validUntil)}`,
    ...instructionsOf(proven, { network, secp256k1 }),
    `DNS: ${proven.path.join(' → ')}`,
    `Signed by: ${proven.zones.join(' → ')}`,
    clock,
    keys,
  ];
  return { isProven: true, lines };
}

function instructionsOf(
  { uri }: ProvenName,
  { network, secp256k1 }: NameReading,
): readonly string[] {
  const request = readPaymentUri(uri, network);
  if ('error' in request) return [`It cannot be paid on ${network.name}: ${uri}`];
  const { addresses, silent, others } = request;
  const readable = silent.filter((text) => {
    const keys = decodeSilentAddress(text, network, secp256k1);
    return !('error' in keys);
  });
  return [
    ...addresses.map((address) => `Address: ${address}`),
    ...readable.map((address) => `Silent payment address: ${address}`),
    ...others.map(({ kind, text }) => `Not on the chain (${kind}): ${text}`),
  ];
}

/** The meaning of each fault, with advice. */
export const nameFaults: { readonly [E in NameFault['error']]: string } = {
  malformed: 'The file is damaged: it does not contain DNS records. Make the proof again.',
  name: 'The name is not user@domain in ASCII letters. Check its spelling.',
  missing: 'A record or its signature is missing. Make the proof again.',
  signature: 'A signature is not valid, or a key does not match its parent zone. Do not use it.',
  'too-early': 'A signature is not valid yet. Check the clock of this machine.',
  expired: 'A signature has expired. Check the clock of this machine, then make the proof again.',
  wildcard:
    'Only a wildcard answers, and no record proves that the name itself does not exist. Do not use it.',
  'no-instructions':
    'The name has no payment instructions: no text begins with "bitcoin:". Ask the payee.',
  ambiguous:
    'The name has several payment instructions, and BIP353 allows one. Ask the payee to correct it.',
  loop: 'The name leads to another name too many times. Ask the payee to correct it.',
};
