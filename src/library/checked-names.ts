import { nobleSecp256k1 } from '../crypto/noble.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import * as judge from '../names/judge-names.ts';
import * as proof from '../names/name-proof.ts';
import * as roots from '../names/roots.ts';
import type { KeyDigest } from '../names/signature.ts';
import type { Psbt } from '../psbt/psbt.ts';
import { psbtKinds } from '../psbt/psbt-kinds.ts';
import { checkedWith } from './checked.ts';

const checked = /* @__PURE__ */ checkedWith({
  ...psbtKinds,
  NameProof: { name: 'text', chain: 'bytes' },
  NameContext: { only: { network: 'Network', now: 'integer', rootKeys: 'KeyDigest[]?' } },
  KeyDigest: { keyTag: 'integer', algorithm: 'integer', digestType: 'integer', digest: 'bytes' },
} as const);

/**
 * Verifies the payment instructions of a name such as `bob@example.com` (BIP353), without a
 * network.
 *
 * @param now Seconds since 1970, from a clock or a block that you trust.
 * @param rootKeys Keys of the DNS root. Default: the built-in keys.
 * @returns The payment instructions and until when they are proven, or why they are not.
 */
export const judgeNameProof: (
  nameProof: proof.NameProof,
  now: number,
  rootKeys?: readonly KeyDigest[],
) => proof.ProvenName | proof.NameFault = /* @__PURE__ */ checked(
  'judgeNameProof',
  { nameProof: 'NameProof', now: 'integer', rootKeys: 'KeyDigest[]?' },
  (nameProof, now, rootKeys) => proof.judgeNameProof(nameProof, rootKeys ?? roots.rootKeys(), now),
);

/**
 * Verifies the names that the outputs of a PSBT claim to pay, and that each output pays the
 * instructions of its name.
 *
 * @param psbt - Proofs are in its outputs (PSBT_OUT_DNSSEC_PROOF).
 * @param context - `now` in seconds since 1970, and the network of the addresses.
 */
export const judgeNames: (
  psbt: Psbt,
  context: judge.NameContext,
  secp256k1?: Secp256k1,
) => readonly judge.NamedOutput[] = /* @__PURE__ */ checked(
  'judgeNames',
  { psbt: 'Psbt', context: 'NameContext', secp256k1: 'Secp256k1?' },
  (psbt, context, secp256k1 = nobleSecp256k1) => judge.judgeNames(psbt, context, secp256k1),
);

/**
 * Reads the name and the records of a proof, in the form of PSBTs (PSBT_OUT_DNSSEC_PROOF).
 *
 * @param bytes - The name, and the records in the wire format of DNS.
 */
export const readNameProof: (bytes: Bytes) => proof.NameProof | undefined = /* @__PURE__ */ checked(
  'readNameProof',
  { bytes: 'bytes' },
  proof.readNameProof,
);

/**
 * Writes a proof in the form that `readNameProof` reads.
 *
 * @param nameProof - The name is at most 253 characters; the records are in the wire format of
 *   DNS.
 */
export const writeNameProof: (nameProof: proof.NameProof) => Bytes = /* @__PURE__ */ checked(
  'writeNameProof',
  { nameProof: 'NameProof' },
  proof.writeNameProof,
);

/**
 * Reads keys of the DNS root: lines such as `. IN DS 20326 8 2 e06d…`.
 *
 * @param text - One key a line, as IANA publishes them; digests in hexadecimal.
 * @returns `undefined` if a line is something else.
 */
export const readRootKeys: (text: string) => readonly KeyDigest[] | undefined =
  /* @__PURE__ */ checked('readRootKeys', { text: 'text' }, roots.readRootKeys);
