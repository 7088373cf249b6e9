import { hash160 } from '../crypto/hash.ts';
import { type Bytes, emptyBytes } from '../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { taprootSignatureKey } from '../signing/keys.ts';
import type { HashKind, TaprootLeaf } from '../signing/provider.ts';
import {
  emptySignatureData,
  type MusigContributions,
  musigKey,
  type SignatureData,
  type TaprootKeyInfo,
} from '../signing/signature-data.ts';
import { mergeLeaves } from '../signing/taproot-output.ts';
import {
  isFinalized,
  type KeyPath,
  type MusigField,
  type MusigParticipants,
  notNull,
  type Preimage,
  type PsbtInput,
  type PsbtOutput,
  type TapScriptSignature,
} from './psbt.ts';

const hashKinds: readonly HashKind[] = ['ripemd160', 'sha256', 'hash160', 'hash256'];

const unlessEmpty = (bytes: Bytes) => (bytes.length > 0 ? bytes : undefined);

/** Returns the signature data in an input. Core: PSBTInput::FillSignatureData. */
export function inputSignatureData(input: PsbtInput): SignatureData {
  if (isFinalized(input)) {
    return { ...emptySignatureData, scriptSig: input.finalScriptSig, witness: input.finalWitness };
  }
  const { tapInternalKey, tapMerkleRoot } = input;
  return {
    ...emptySignatureData,
    ...keyData(input),
    signatures: new Map(
      input.partialSignatures.map((entry) => [encodeHex(hash160(entry.publicKey)), entry]),
    ),
    taprootSpendData: {
      ...(tapInternalKey && { internalKey: tapInternalKey }),
      ...(tapMerkleRoot && { merkleRoot: tapMerkleRoot }),
      leaves: mergeLeaves(input.tapLeaves),
    },
    taprootKeySignature: input.tapKeySignature,
    taprootScriptSignatures: new Map(
      input.tapScriptSignatures.map(({ xOnly, leafHash, signature }) => [
        taprootSignatureKey(xOnly, leafHash),
        signature,
      ]),
    ),
    musigPubNonces: musigContributions(input.musigPubNonces),
    musigPartialSignatures: musigContributions(input.musigPartialSignatures),
    preimages: new Map(
      hashKinds.flatMap((kind) =>
        input[kind].map(({ digest, preimage }): [string, Bytes] => [
          `${kind}:${encodeHex(digest)}`,
          preimage,
        ]),
      ),
    ),
  };
}

/** Fields that both inputs and outputs have. */
type KeyFields = Pick<
  PsbtInput & PsbtOutput,
  'redeemScript' | 'witnessScript' | 'keyPaths' | 'tapKeyPaths' | 'musigParticipants'
>;

/** Returns the scripts and keys of an input or output. */
export function keyData(map: KeyFields) {
  return {
    redeemScript: unlessEmpty(map.redeemScript),
    witnessScript: unlessEmpty(map.witnessScript),
    publicKeys: new Map(keyedByHash(map.keyPaths)),
    taprootPublicKeys: new Map(keyedByXOnly(map.tapKeyPaths)),
    taprootKeysByHash: new Map(
      map.tapKeyPaths.map(({ xOnly }) => [encodeHex(hash160(xOnly)), xOnly]),
    ),
    musigParticipants: new Map(
      map.musigParticipants.map(({ aggregate, participants }) => [
        encodeHex(aggregate),
        participants,
      ]),
    ),
  };
}

const keyedByHash = (paths: readonly KeyPath[]) =>
  paths.map((path) => [encodeHex(hash160(path.publicKey)), path] as const);

const keyedByXOnly = (paths: readonly TaprootKeyInfo[]) =>
  paths.map((path) => [encodeHex(path.xOnly), path] as const);

/** Returns an input with final scripts. Core: PSBTInput::FromSignatureData if complete. */
export function finalizedInput(input: PsbtInput, data: SignatureData): PsbtInput {
  return {
    ...input,
    partialSignatures: [],
    keyPaths: [],
    redeemScript: emptyBytes,
    witnessScript: emptyBytes,
    finalScriptSig: data.scriptSig.length > 0 ? data.scriptSig : input.finalScriptSig,
    finalWitness: data.witness.length > 0 ? data.witness : input.finalWitness,
  };
}

/** Adds new scripts and keys to existing ones, which stay. */
export function updatedKeyFields(map: KeyFields, data: SignatureData): KeyFields {
  const { redeemScript, witnessScript, publicKeys, taprootPublicKeys } = data;
  return {
    redeemScript: map.redeemScript.length > 0 ? map.redeemScript : (redeemScript ?? emptyBytes),
    witnessScript: map.witnessScript.length > 0 ? map.witnessScript : (witnessScript ?? emptyBytes),
    keyPaths: [...new Map([...publicKeys, ...keyedByHash(map.keyPaths)]).values()],
    // A key that is already there gets no further leaves.
    tapKeyPaths: [...new Map([...taprootPublicKeys, ...keyedByXOnly(map.tapKeyPaths)]).values()],
    musigParticipants: [...data.musigParticipants].map(
      ([aggregate, participants]): MusigParticipants => ({
        aggregate: decodeHex(aggregate) ?? emptyBytes,
        participants,
      }),
    ),
  };
}

/**
 * Returns an input with all data known now. Core: PSBTInput::FromSignatureData if incomplete.
 */
export function updatedInput(input: PsbtInput, data: SignatureData): PsbtInput {
  const { internalKey, merkleRoot, leaves } = data.taprootSpendData;
  const preimagesOf = (kind: HashKind): readonly Preimage[] =>
    [...data.preimages].flatMap(([key, preimage]) => {
      const [of, digest = ''] = key.split(':');
      return of === kind ? [{ digest: decodeHex(digest) ?? emptyBytes, preimage }] : [];
    });
  return {
    ...input,
    ...updatedKeyFields(input, data),
    partialSignatures: [...data.signatures.values()],
    tapKeySignature: data.taprootKeySignature ?? input.tapKeySignature,
    tapScriptSignatures: [...data.taprootScriptSignatures].map(toTapScriptSignature),
    tapInternalKey: internalKey ?? input.tapInternalKey,
    tapMerkleRoot: notNull(merkleRoot) ?? input.tapMerkleRoot,
    tapLeaves: [
      ...new Map([...leaves, ...input.tapLeaves].map((leaf) => [leafKey(leaf), leaf])).values(),
    ],
    musigPubNonces: musigFields(data.musigPubNonces),
    musigPartialSignatures: musigFields(data.musigPartialSignatures),
    ripemd160: preimagesOf('ripemd160'),
    sha256: preimagesOf('sha256'),
    hash160: preimagesOf('hash160'),
    hash256: preimagesOf('hash256'),
  };
}

/** Identifies a leaf among those of an input. */
function leafKey({ script, leafVersion }: TaprootLeaf): string {
  return `${encodeHex(script)} ${leafVersion}`;
}

function musigContributions(fields: readonly MusigField[]): MusigContributions {
  const contributions = new Map<string, Map<string, Bytes>>();
  for (const { aggregate, leafHash, participant, value } of fields) {
    const key = musigKey(aggregate, leafHash);
    const group = contributions.get(key) ?? new Map<string, Bytes>();
    contributions.set(key, group.set(encodeHex(participant), value));
  }
  return contributions;
}

function musigFields(contributions: MusigContributions): readonly MusigField[] {
  return [...contributions].flatMap(([key, group]) => {
    const [aggregate = '', leafHash = ''] = key.split(':');
    return [...group].map(([participant, value]) => ({
      aggregate: decodeHex(aggregate) ?? emptyBytes,
      leafHash: leafHash === '' ? undefined : decodeHex(leafHash),
      participant: decodeHex(participant) ?? emptyBytes,
      value,
    }));
  });
}

function toTapScriptSignature([key, signature]: readonly [string, Bytes]): TapScriptSignature {
  const [xOnly = '', leafHash = ''] = key.split(':');
  return {
    xOnly: decodeHex(xOnly) ?? emptyBytes,
    leafHash: decodeHex(leafHash) ?? emptyBytes,
    signature,
  };
}
