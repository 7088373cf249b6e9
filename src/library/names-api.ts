import { kindsOf } from '../arguments/basic-kinds.ts';
import { checkArguments } from '../arguments/check-arguments.ts';
import { curveOf } from '../crypto/complete-curve.ts';
import { nobleSecp256k1 } from '../crypto/noble.ts';
import type { Curve } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { networkOf } from '../encoding/network.ts';
import * as judge from '../names/judge-names.ts';
import * as proof from '../names/name-proof.ts';
import * as roots from '../names/roots.ts';
import type { KeyDigest } from '../names/signature.ts';
import type { Psbt } from '../psbt/psbt.ts';
import { psbtKinds } from '../psbt/psbt-kinds.ts';
import { argumentKinds } from './argument-kinds.ts';
import type { NetworkArguments } from './curve-option.ts';

const kinds = /* @__PURE__ */ kindsOf({
  ...argumentKinds,
  ...psbtKinds,
  NameProof: { name: 'text', chain: 'bytes' },
  NameContext: {
    only: { network: 'NetworkName|Network', now: 'integer', rootKeys: 'KeyDigest[]?' },
  },
  KeyDigest: { keyTag: 'integer', algorithm: 'integer', digestType: 'integer', digest: 'bytes' },
});

/**
 * Verifies the payment instructions of a name such as `bob@example.com` (BIP353), without a
 * network.
 *
 * @param now Seconds since 1970, from a clock or a block that you trust.
 * @param rootKeys Keys of the DNS root. Default: the built-in keys.
 * @returns The payment instructions and until when they are proven, or why they are not.
 */
export function judgeNameProof(
  nameProof: proof.NameProof,
  now: number,
  rootKeys?: readonly KeyDigest[],
): proof.ProvenName | proof.NameFault {
  checkArguments(
    'judgeNameProof',
    {
      nameProof: [nameProof, 'NameProof'],
      now: [now, 'integer'],
      rootKeys: [rootKeys, 'KeyDigest[]?'],
    },
    kinds,
  );
  return proof.judgeNameProof(nameProof, rootKeys ?? roots.rootKeys(), now);
}

/**
 * Verifies the names that the outputs of a PSBT claim to pay, and that each output pays the
 * instructions of its name.
 *
 * @param psbt - Proofs are in its outputs (PSBT_OUT_DNSSEC_PROOF).
 * @param context - `now` in seconds since 1970, and the network of the addresses.
 */
export function judgeNames(
  psbt: Psbt,
  context: NetworkArguments<judge.NameContext>,
  secp256k1: Curve = nobleSecp256k1,
): readonly judge.NamedOutput[] {
  checkArguments(
    'judgeNames',
    { psbt: [psbt, 'Psbt'], context: [context, 'NameContext'], secp256k1: [secp256k1, 'Curve'] },
    kinds,
  );
  return judge.judgeNames(
    psbt,
    { ...context, network: networkOf(context.network) },
    curveOf(secp256k1),
  );
}

/**
 * Reads the name and the records of a proof, in the form of PSBTs (PSBT_OUT_DNSSEC_PROOF).
 *
 * @param bytes - The name, and the records in the wire format of DNS.
 */
export function readNameProof(bytes: Bytes): proof.NameProof | undefined {
  checkArguments('readNameProof', { bytes: [bytes, 'bytes'] }, kinds);
  return proof.readNameProof(bytes);
}

/**
 * Writes a proof in the form that `readNameProof` reads.
 *
 * @param nameProof - The name is at most 253 characters; the records are in the wire format of
 *   DNS.
 */
export function writeNameProof(nameProof: proof.NameProof): Bytes {
  checkArguments('writeNameProof', { nameProof: [nameProof, 'NameProof'] }, kinds);
  return proof.writeNameProof(nameProof);
}

/**
 * Reads keys of the DNS root: lines such as `. IN DS 20326 8 2 e06d…`.
 *
 * @param text - One key a line, as IANA publishes them; digests in hexadecimal.
 * @returns `undefined` if a line is something else.
 */
export function readRootKeys(text: string): readonly KeyDigest[] | undefined {
  checkArguments('readRootKeys', { text: [text, 'text'] }, kinds);
  return roots.readRootKeys(text);
}
