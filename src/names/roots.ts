import { decodeHex } from '../encoding/hex.ts';
import type { KeyDigest } from './signature.ts';

/** Date on which the keys below were copied from IANA's root-anchors.xml. */
export const ROOT_KEYS_DATE = '2026-11-24';

/**
 * Keys of the DNS root (IANA, root-anchors.xml): KSK-2017 and KSK-2024, as lines of a zone file, so
 * that reviewers can compare them.
 */
const ROOT_KEYS = `
. IN DS 20326 8 2 e06d44b80b8f1d39a95c0b0d7c65d08458e880409bbc683457104237c7f8ec8d
. IN DS 38696 8 2 683d2d0acb8c9b712a1948b27f741219298d0a450d612c483af444a4c0fb2b16
`;

/** Reads DS lines of the root. `undefined` if there is none, or a line is not a DS record. */
export function readRootKeys(text: string): readonly KeyDigest[] | undefined {
  const lines = text.split('\n').map((line) => line.replace(/;.*/, '').trim());
  const keys = lines.filter(Boolean).map((line): KeyDigest | undefined => {
    const fields = /^\.\s+(?:\d+\s+)?IN\s+DS\s+(\d+)\s+(\d+)\s+([24])\s+([\da-f\s]+)$/i.exec(line);
    const [, keyTag, algorithm, digestType, hex = ''] = fields ?? [];
    const digest = decodeHex(hex.replace(/\s/g, '').toLowerCase());
    if (fields === null || digest?.length !== (digestType === '2' ? 32 : 48)) return undefined;
    return {
      keyTag: Number(keyTag),
      algorithm: Number(algorithm),
      digestType: Number(digestType),
      digest,
    };
  });
  const read = keys.flatMap((key) => key ?? []);
  return read.length > 0 && read.length === keys.length ? read : undefined;
}

export const rootKeys = (): readonly KeyDigest[] => readRootKeys(ROOT_KEYS) ?? [];
