import { hash160 } from '../crypto/hash.ts';
import { type Bytes, emptyBytes } from '../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { taprootSignatureKey } from '../signing/keys.ts';
import type { HashKind } from '../signing/provider.ts';
import { emptySignatureData, type SignatureData } from '../signing/signature-data.ts';
import { mergeLeaves } from '../signing/taproot.ts';
import { isFinalized } from './encode.ts';
import type { Preimage, PsbtInput, PsbtOutput, TapScriptSignature } from './psbt.ts';

const hashKinds: readonly HashKind[] = ['ripemd160', 'sha256', 'hash160', 'hash256'];

const unlessEmpty = (bytes: Bytes): Bytes | undefined => (bytes.length > 0 ? bytes : undefined);

/** What an input says about its spending. Core: PSBTInput::FillSignatureData. */
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

/** Scripts and keys, which inputs and outputs have in common. */
export function keyData(
  map: Pick<PsbtInput & PsbtOutput, 'redeemScript' | 'witnessScript' | 'keyPaths' | 'tapKeyPaths'>,
): Pick<
  SignatureData,
  'redeemScript' | 'witnessScript' | 'publicKeys' | 'taprootPublicKeys' | 'taprootKeysByHash'
> {
  return {
    redeemScript: unlessEmpty(map.redeemScript),
    witnessScript: unlessEmpty(map.witnessScript),
    publicKeys: new Map(map.keyPaths.map((path) => [encodeHex(hash160(path.publicKey)), path])),
    taprootPublicKeys: new Map(map.tapKeyPaths.map((path) => [encodeHex(path.xOnly), path])),
    taprootKeysByHash: new Map(
      map.tapKeyPaths.map(({ xOnly }) => [encodeHex(hash160(xOnly)), xOnly]),
    ),
  };
}

/** The input with a finished spend. Core: PSBTInput::FromSignatureData for a complete one. */
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

/** The input with all that is known now. Core: PSBTInput::FromSignatureData for an incomplete one. */
export function updatedInput(input: PsbtInput, data: SignatureData): PsbtInput {
  const { internalKey, merkleRoot, leaves } = data.taprootSpendData;
  const preimagesOf = (kind: HashKind): readonly Preimage[] =>
    [...data.preimages].flatMap(([key, preimage]) => {
      const [of, digest = ''] = key.split(':');
      return of === kind ? [{ digest: decodeHex(digest) ?? emptyBytes, preimage }] : [];
    });
  return {
    ...input,
    partialSignatures: [...data.signatures.values()],
    redeemScript:
      input.redeemScript.length > 0 ? input.redeemScript : (data.redeemScript ?? emptyBytes),
    witnessScript:
      input.witnessScript.length > 0 ? input.witnessScript : (data.witnessScript ?? emptyBytes),
    keyPaths: [...data.publicKeys.values()],
    tapKeySignature: data.taprootKeySignature ?? input.tapKeySignature,
    tapScriptSignatures: [...data.taprootScriptSignatures].map(toTapScriptSignature),
    tapInternalKey: internalKey ?? input.tapInternalKey,
    tapMerkleRoot: notNull(merkleRoot) ?? input.tapMerkleRoot,
    tapLeaves: mergeLeaves([...input.tapLeaves, ...leaves]),
    tapKeyPaths: [...data.taprootPublicKeys.values()],
    ripemd160: preimagesOf('ripemd160'),
    sha256: preimagesOf('sha256'),
    hash160: preimagesOf('hash160'),
    hash256: preimagesOf('hash256'),
  };
}

/** A Merkle root that is empty, or zeros as Core has it, means an output without scripts. */
function notNull(bytes: Bytes | undefined): Bytes | undefined {
  return bytes?.some((byte) => byte !== 0) ? bytes : undefined;
}

function toTapScriptSignature([key, signature]: readonly [string, Bytes]): TapScriptSignature {
  const [xOnly = '', leafHash = ''] = key.split(':');
  return {
    xOnly: decodeHex(xOnly) ?? emptyBytes,
    leafHash: decodeHex(leafHash) ?? emptyBytes,
    signature,
  };
}
