import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { equalBytes, isBytes } from '../encoding/bytes.ts';
import type { Network } from '../encoding/network.ts';
import type { Psbt, PsbtOutput } from '../psbt/psbt.ts';
import { silentRecipient } from '../psbt/silent-fields.ts';
import { decodeAddress } from '../script/address.ts';
import { decodeSilentAddress } from '../silent/silent-address.ts';
import { type NameFault, type ProvenName, readNameProof, readProven } from './name-proof.ts';
import { readPaymentUri } from './payment-uri.ts';
import { rootKeys } from './roots.ts';
import type { KeyDigest } from './signature.ts';

/** PSBT_OUT_DNSSEC_PROOF (BIP353). */
const OUTPUT_NAME_PROOF = 0x35;

/** Result of verifying an output's proof of a name. */
export type NamedOutput = {
  /** Output number, counted from 0. */
  readonly index: number;
  /** `user@domain`, as the proof contains it; empty if it cannot be read. */
  readonly name: string;
  /**
   * Reason for rejection. `undefined` if the name is proven and the output pays it. `expired` and
   * `too-early` mean that the signatures are right and the output pays the name.
   */
  readonly problem: NameFault['error'] | 'not-this-output' | undefined;
  /** Seconds since 1970 until which the name is proven; absent if it is not proven. */
  readonly validUntil?: number | undefined;
};

/** Settings for judging names. */
export type NameContext = {
  /** Network of the addresses in the records. */
  readonly network: Network;
  /** Seconds since 1970, from a trusted clock or block. */
  readonly now: number;
  /** Keys of the DNS root; absent for the built-in keys. */
  readonly rootKeys?: readonly KeyDigest[] | undefined;
};

/**
 * Returns a PSBT in which the output that pays a proven name contains its proof; `undefined` if no
 * output pays it.
 */
export function withNameProof(
  psbt: Psbt,
  proof: Uint8Array,
  context: NameContext,
  curve: Secp256k1,
): Psbt | undefined {
  const field = { key: Uint8Array.of(OUTPUT_NAME_PROOF), value: proof };
  for (const [at, output] of psbt.outputs.entries()) {
    if (nameProofOf(output) !== undefined) continue;
    const named = { ...output, unknown: [...output.unknown, field] };
    const [judged] = judgeNames({ ...psbt, outputs: [named] }, context, curve);
    if (judged?.problem !== undefined) continue;
    return { ...psbt, outputs: psbt.outputs.map((each, i) => (i === at ? named : each)) };
  }
  return undefined;
}

/** Returns an output's proof of a name, if it has one. */
const nameProofOf = ({ unknown }: PsbtOutput): Uint8Array | undefined =>
  unknown.find(({ key }) => key[0] === OUTPUT_NAME_PROOF && key.length === 1)?.value;

/** Verifies the names that the outputs of a PSBT claim to pay (BIP353). */
export function judgeNames(
  { outputs }: Psbt,
  context: NameContext,
  curve: Secp256k1,
): readonly NamedOutput[] {
  return outputs.flatMap((output, index): NamedOutput[] => {
    const bytes = nameProofOf(output);
    if (bytes === undefined) return [];
    const proof = readNameProof(bytes);
    if (proof === undefined) return [{ index, name: '', problem: 'malformed' }];
    const { name } = proof;
    const read = readProven(proof, context.rootKeys ?? rootKeys(), context.now);
    if ('error' in read) return [{ index, name, problem: read.error }];
    const { proven, untimely } = read;
    const isPaid = paysName(output, proven, context.network, curve);
    const problem = isPaid ? untimely?.error : 'not-this-output';
    const { validUntil } = proven;
    return [{ index, name, problem, ...(untimely === undefined && { validUntil }) }];
  });
}

/**
 * Returns whether an output pays an address, or a silent payment address, in a name's instructions.
 */
function paysName(
  output: PsbtOutput,
  { uri }: ProvenName,
  network: Network,
  curve: Secp256k1,
): boolean {
  const instructions = readPaymentUri(uri, network);
  if ('error' in instructions) return false;
  const { recipient } = silentRecipient(output);
  if (recipient !== undefined) {
    return instructions.silent.some((text) => {
      const keys = decodeSilentAddress(text, network, curve);
      return (
        !('error' in keys) &&
        equalBytes(keys.scanKey, recipient.scanKey) &&
        equalBytes(keys.spendKey, recipient.spendKey)
      );
    });
  }
  return instructions.addresses.some((text) => {
    const script = decodeAddress(text, network);
    return isBytes(script) && equalBytes(script, output.scriptPubKey);
  });
}
