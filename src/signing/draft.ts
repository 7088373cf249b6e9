import type { Bytes } from '../encoding/bytes.ts';
import type { SignatureCreator } from './creator.ts';
import type { KeyOrigin, SigningProvider, TaprootSpendData, TaprootTree } from './provider.ts';
import type { PartialSignature, SignatureData } from './signature-data.ts';

/** `SignatureData` while one input is being put together. */
export type Draft = {
  redeemScript: Bytes | undefined;
  witnessScript: Bytes | undefined;
  readonly signatures: Map<string, PartialSignature>;
  readonly publicKeys: Map<string, { readonly publicKey: Bytes; readonly origin: KeyOrigin }>;
  taprootSpendData: TaprootSpendData;
  taprootTree: TaprootTree | undefined;
  taprootKeySignature: Bytes | undefined;
  readonly taprootScriptSignatures: Map<string, Bytes>;
  readonly taprootPublicKeys: Map<
    string,
    { readonly xOnly: Bytes; readonly leafHashes: Set<string>; readonly origin: KeyOrigin }
  >;
  readonly taprootKeysByHash: ReadonlyMap<string, Bytes>;
  readonly preimages: ReadonlyMap<string, Bytes>;
  readonly missingPublicKeys: Bytes[];
  readonly missingSignatures: Bytes[];
  missingRedeemScript: Bytes | undefined;
  missingWitnessScript: Bytes | undefined;
};

/** Who is asked while the draft is filled. */
export type Desk = {
  readonly provider: SigningProvider;
  readonly creator: SignatureCreator;
  readonly draft: Draft;
};

export function openDraft(data: SignatureData): Draft {
  return {
    redeemScript: data.redeemScript,
    witnessScript: data.witnessScript,
    signatures: new Map(data.signatures),
    publicKeys: new Map(data.publicKeys),
    taprootSpendData: data.taprootSpendData,
    taprootTree: data.taprootTree,
    taprootKeySignature: data.taprootKeySignature,
    taprootScriptSignatures: new Map(data.taprootScriptSignatures),
    taprootPublicKeys: new Map(
      [...data.taprootPublicKeys].map(([key, info]) => [
        key,
        { ...info, leafHashes: new Set(info.leafHashes) },
      ]),
    ),
    taprootKeysByHash: data.taprootKeysByHash,
    preimages: data.preimages,
    missingPublicKeys: [],
    missingSignatures: [],
    missingRedeemScript: undefined,
    missingWitnessScript: undefined,
  };
}

/** The draft with the scripts of the input that came of it. */
export function closeDraft(
  draft: Draft,
  spend: Pick<SignatureData, 'scriptSig' | 'witness' | 'isWitness'>,
): SignatureData {
  const {
    missingPublicKeys: publicKeys,
    missingSignatures: signatures,
    missingRedeemScript: redeemScript,
    missingWitnessScript: witnessScript,
    ...known
  } = draft;
  return { ...known, ...spend, missing: { publicKeys, signatures, redeemScript, witnessScript } };
}
