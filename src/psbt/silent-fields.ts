import { isPrivateScalar } from '../crypto/order.ts';
import { type Bytes, bigEndian, concatBytes, reverseBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { createReader } from '../encoding/reader.ts';
import { createWriter } from '../encoding/writer.ts';
import type { SilentRecipient } from '../silent/silent-address.ts';
import type { KeyPath, Psbt, PsbtInput, PsbtOutput, RawField } from './psbt.ts';

// BIP375 and BIP376. Core keeps these fields as unknown, so they are read from `unknown`.
const GLOBAL_SHARE = 0x07;
const GLOBAL_PROOF = 0x08;
const INPUT_SHARE = 0x1d;
const INPUT_PROOF = 0x1e;
const INPUT_SPEND_DERIVATION = 0x1f;
const INPUT_TWEAK = 0x20;
const OUTPUT_INFO = 0x09;
const OUTPUT_LABEL = 0x0a;

/** The map that has a field. `spend` is an input's field about the coin it spends. */
export type PsbtMap = 'global' | 'input' | 'output' | 'spend';

const types: { readonly [P in PsbtMap]: readonly number[] } = {
  spend: [INPUT_SPEND_DERIVATION, INPUT_TWEAK],
  global: [GLOBAL_SHARE, GLOBAL_PROOF],
  input: [INPUT_SHARE, INPUT_PROOF, INPUT_SPEND_DERIVATION, INPUT_TWEAK],
  output: [OUTPUT_INFO, OUTPUT_LABEL],
};

/** Returns true if a field belongs to silent payments (BIP375, BIP376). */
export const isSilentField = ({ key }: RawField, place: PsbtMap): boolean =>
  types[place].includes(key[0] ?? 0);

/** An ECDH share for a scan key and its proof; either may be missing. */
export type SilentShare = { readonly share?: Bytes; readonly proof?: Bytes };

/**
 * Shares by the hex of their scan key. `isSound`: every field has the size that its BIP requires,
 * and no proof is without its share.
 */
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

/** Returns the fields of a share and its proof. */
export function shareFields(
  place: 'global' | 'input',
  scanKey: Bytes,
  share: Bytes,
  proof: Bytes,
): readonly RawField[] {
  const [shareType, proofType] =
    place === 'global' ? [GLOBAL_SHARE, GLOBAL_PROOF] : [INPUT_SHARE, INPUT_PROOF];
  return [
    { key: concatBytes(Uint8Array.of(shareType), scanKey), value: share },
    { key: concatBytes(Uint8Array.of(proofType), scanKey), value: proof },
  ];
}

/** Returns the fields of an output that pays a silent payment address; a label marks change. */
export function recipientFields(
  { scanKey, spendKey }: SilentRecipient,
  label?: number,
): readonly RawField[] {
  const info = { key: Uint8Array.of(OUTPUT_INFO), value: concatBytes(scanKey, spendKey) };
  if (label === undefined) return [info];
  const value = reverseBytes(bigEndian(label, 4));
  return [info, { key: Uint8Array.of(OUTPUT_LABEL), value }];
}

/** Data to spend a silent payment (BIP376): the tweak, and the public keys it is added to. */
export type SilentSpend = {
  /** 32 bytes. */
  readonly tweak: Bytes;
  /** 33 bytes each. */
  readonly spendKeys: readonly Bytes[];
  /** Origins of these keys, as far as given. */
  readonly keyPaths: readonly KeyPath[];
};

/** Returns `undefined` if the input spends no silent payment, or its tweak is not valid. */
export function silentSpend({ unknown }: PsbtInput): SilentSpend | undefined {
  const tweak = unknown.find(({ key }) => key[0] === INPUT_TWEAK && key.length === 1)?.value;
  // A tweak of zero, or not below the group order, belongs to no payment.
  if (tweak?.length !== 32 || !isPrivateScalar(tweak)) return undefined;
  const keyPaths = unknown.flatMap(({ key, value }): KeyPath[] => {
    const isPath = key[0] === INPUT_SPEND_DERIVATION && key.length === 34;
    if (!isPath || value.length < 4 || value.length % 4 !== 0) return [];
    const reader = createReader(value);
    const fingerprint = reader.bytes(4);
    const path = Array.from({ length: value.length / 4 - 1 }, () => reader.u32());
    return [{ publicKey: key.subarray(1), origin: { fingerprint, path } }];
  });
  return { tweak, keyPaths, spendKeys: keyPaths.map(({ publicKey }) => publicKey) };
}

/** Returns the fields of an input that spends a silent payment. */
export function spendFields(tweak: Bytes, { publicKey, origin }: KeyPath): readonly RawField[] {
  const writer = createWriter(64).bytes(origin.fingerprint);
  for (const step of origin.path) writer.u32(step);
  return [
    { key: Uint8Array.of(INPUT_TWEAK), value: tweak },
    { key: concatBytes(Uint8Array.of(INPUT_SPEND_DERIVATION), publicKey), value: writer.finish() },
  ];
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
  // A signer would add the share with a proof of its own, beside this one.
  isSound &&= [...shares.values()].every(({ share }) => share !== undefined);
  return { shares, isSound };
}

/** Returns the label of the signer's own address that an output names, if any (BIP375). */
export function labelField({ unknown }: PsbtOutput): number | undefined {
  const value = unknown.find(({ key }) => key[0] === OUTPUT_LABEL && key.length === 1)?.value;
  return value?.length === 4 ? createReader(value).u32() : undefined;
}

/** Returns the scan and spend keys of the silent payment address that an output pays. */
export const recipientField = ({ unknown }: PsbtOutput): Bytes | undefined =>
  unknown.find(({ key }) => key[0] === OUTPUT_INFO)?.value;

/**
 * Returns the silent payment address that an output pays, if any. `isSound` is false if a field has
 * a wrong size or is there twice, or a label has no address.
 */
export function silentRecipient({ unknown }: PsbtOutput): {
  readonly recipient: SilentRecipient | undefined;
  readonly isSound: boolean;
} {
  const [info, ...others] = unknown.filter(({ key }) => key[0] === OUTPUT_INFO);
  const [label, ...labels] = unknown.filter(({ key }) => key[0] === OUTPUT_LABEL);
  const isOnce = others.length + labels.length === 0;
  const isLabelSound =
    isOnce &&
    (label === undefined || (label.key.length === 1 && label.value.length === 4 && !!info));
  if (info === undefined) return { recipient: undefined, isSound: isLabelSound };
  const { key, value } = info;
  return {
    recipient: { scanKey: value.subarray(0, 33), spendKey: value.subarray(33) },
    isSound: isLabelSound && key.length === 1 && value.length === 66,
  };
}

/**
 * Returns true if an output is a silent payment without a script. Until the script is computed, the
 * transaction is unknown and cannot be signed.
 */
export const isScriptPending = (output: PsbtOutput): boolean =>
  output.scriptPubKey.length === 0 && silentRecipient(output).recipient !== undefined;

/** Returns true if any map has a silent payment field. */
export const hasSilentFields = (psbt: Psbt): boolean =>
  psbt.unknown.some((field) => isSilentField(field, 'global')) ||
  psbt.inputs.some(({ unknown }) => unknown.some((field) => isSilentField(field, 'input'))) ||
  psbt.outputs.some(({ unknown }) => unknown.some((field) => isSilentField(field, 'output')));
