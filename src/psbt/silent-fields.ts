import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { Psbt, PsbtInput, PsbtOutput, RawField } from './psbt.ts';

// BIP375 and BIP376. Core does not know these fields and keeps them as they are, so they are read
// from `unknown`.
const GLOBAL_SHARE = 0x07;
const GLOBAL_PROOF = 0x08;
const INPUT_SHARE = 0x1d;
const INPUT_PROOF = 0x1e;
const INPUT_SPEND_DERIVATION = 0x1f;
const INPUT_TWEAK = 0x20;
const OUTPUT_INFO = 0x09;
const OUTPUT_LABEL = 0x0a;

/** Which map of a PSBT a field is in. */
export type Place = 'global' | 'input' | 'output';

const types: { readonly [P in Place]: readonly number[] } = {
  global: [GLOBAL_SHARE, GLOBAL_PROOF],
  input: [INPUT_SHARE, INPUT_PROOF, INPUT_SPEND_DERIVATION, INPUT_TWEAK],
  output: [OUTPUT_INFO, OUTPUT_LABEL],
};

/** Whether a field belongs to silent payments (BIP375, BIP376). */
export const isSilentField = ({ key }: RawField, place: Place): boolean =>
  types[place].includes(key[0] ?? 0);

/** An ECDH share for a scan key and the proof that it is right; either may be missing. */
export type SilentShare = { readonly share?: Bytes; readonly proof?: Bytes };

/** The keys of a silent payment address: 33 bytes each. */
export type SilentRecipient = { readonly scanKey: Bytes; readonly spendKey: Bytes };

/** Shares by the hex of their scan key, and whether every field has the size that its BIP gives. */
type Shares = { readonly shares: ReadonlyMap<string, SilentShare>; readonly isSound: boolean };

export const globalShares = (psbt: Psbt): Shares =>
  readShares(psbt.unknown, GLOBAL_SHARE, GLOBAL_PROOF);

export function inputShares({ unknown }: PsbtInput): Shares {
  const { shares, isSound } = readShares(unknown, INPUT_SHARE, INPUT_PROOF);
  const isSpendSound = unknown.every(({ key, value }) => {
    if (key[0] === INPUT_TWEAK) return key.length === 1 && value.length === 32;
    if (key[0] !== INPUT_SPEND_DERIVATION) return true;
    return key.length === 34 && value.length >= 4 && value.length % 4 === 0;
  });
  return { shares, isSound: isSound && isSpendSound };
}

function readShares(fields: readonly RawField[], shareType: number, proofType: number): Shares {
  const shares = new Map<string, SilentShare>();
  let isSound = true;
  for (const { key, value } of fields) {
    const isShare = key[0] === shareType;
    if (!isShare && key[0] !== proofType) continue;
    const scanKey = encodeHex(key.subarray(1));
    shares.set(scanKey, { ...shares.get(scanKey), [isShare ? 'share' : 'proof']: value });
    isSound &&= key.length === 34 && value.length === (isShare ? 33 : 64);
  }
  return { shares, isSound };
}

/**
 * The silent payment address that an output pays; `undefined`: none. Not sound: a field has a wrong
 * size, or a label has no address.
 */
export function silentRecipient({ unknown }: PsbtOutput): {
  readonly recipient: SilentRecipient | undefined;
  readonly isSound: boolean;
} {
  const info = unknown.find(({ key }) => key[0] === OUTPUT_INFO);
  const label = unknown.find(({ key }) => key[0] === OUTPUT_LABEL);
  const isLabelSound =
    label === undefined || (label.key.length === 1 && label.value.length === 4 && !!info);
  if (info === undefined) return { recipient: undefined, isSound: isLabelSound };
  const { key, value } = info;
  return {
    recipient: { scanKey: value.subarray(0, 33), spendKey: value.subarray(33) },
    isSound: isLabelSound && key.length === 1 && value.length === 66,
  };
}

/**
 * Whether an output is a silent payment whose script has not been computed yet: until it is, the
 * transaction is not known and nothing can be signed.
 */
export const isScriptPending = (output: PsbtOutput): boolean =>
  output.script.length === 0 && silentRecipient(output).recipient !== undefined;

/** Whether any map has a field of silent payments. */
export const hasSilentFields = (psbt: Psbt): boolean =>
  psbt.unknown.some((field) => isSilentField(field, 'global')) ||
  psbt.inputs.some(({ unknown }) => unknown.some((field) => isSilentField(field, 'input'))) ||
  psbt.outputs.some(({ unknown }) => unknown.some((field) => isSilentField(field, 'output')));
