import { hash160 } from '../../crypto/hash.ts';
import { addChecksum } from '../../descriptor/checksum.ts';
import {
  decodeExtendedPublicKey,
  encodeExtendedPublicKey,
  fingerprint,
} from '../../descriptor/extended-key.ts';
import { formatPrivateDescriptor } from '../../descriptor/format.ts';
import { parseDescriptor } from '../../descriptor/parse.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { FormatContext } from '../wallet-file.ts';
import type { FileDescriptor } from './migrate.ts';
import type { CoreFile } from './records.ts';
import type { OpenedKeys } from './unlock-file.ts';

/** Descriptors of a SQLite wallet. */
export type StoredDescriptors = {
  readonly descriptors: readonly FileDescriptor[];
  /** Private keys that do not belong to their public keys. */
  readonly damaged: number;
  /** Descriptors that could not be read. */
  readonly unread: number;
};

/** Returns the descriptors of a SQLite wallet with their private keys. */
export function openDescriptors(
  file: CoreFile,
  opened: OpenedKeys | undefined,
  context: FormatContext,
): StoredDescriptors {
  const descriptors: FileDescriptor[] = [];
  let damaged = 0;
  let unread = 0;
  const bad = new Set<string>();
  for (const [id, { text: plain, created, next, range }] of file.descriptors) {
    const parsed = parseDescriptor(plain, context);
    if ('error' in parsed) {
      unread++;
      continue;
    }
    const keys = file.descriptorKeys.filter((each) => each.id === id);
    const stored = new Map(keys.map((each) => [encodeHex(hash160(each.publicKey)), each]));
    const findPrivateKey = (hash: Uint8Array) => {
      const found = stored.get(encodeHex(hash));
      const key = found && opened?.keyOf(found);
      if (found && opened && key === undefined) bad.add(encodeHex(found.publicKey));
      return key;
    };
    const { descriptors: branches } = parsed;
    const written = formatPrivateDescriptor(branches[0], { ...context, findPrivateKey });
    const active = file.active.find((each) => each.id === id);
    descriptors.push({
      text: opened ? written.text : watchable(plain, id, file, context),
      created,
      ...(/\*/.test(plain) && { range: [range[0], Math.max(0, range[1] - 1)] as const, next }),
      internal: active?.internal,
      active: active !== undefined,
      standing: written.hasPrivate || keys.length > 0 ? 'own' : 'watched',
      isPrivate: written.hasPrivate,
    });
  }
  damaged = bad.size;
  return { descriptors, damaged, unread };
}

/** A key, the steps below it, and its wildcard. */
const KEYS =
  /(\[[0-9a-fA-F]{8}[^\]]*\])?([xt]pub[1-9A-HJ-NP-Za-km-z]{100,}|0[23][0-9a-f]{64}|04[0-9a-f]{128}|\b[0-9a-f]{64}\b)((?:\/\d+['h]?)*)(\/\*['h]?)?/g;

/**
 * Returns a descriptor that needs no private keys: the file has the keys behind its hardened steps.
 * The public keys of a wallet stay visible while it is locked.
 */
function watchable(
  plain: string,
  id: string,
  { parents, lastHardened }: CoreFile,
  { network, secp256k1 }: FormatContext,
): string {
  let index = 0;
  const text = plain
    .replace(/#.*$/s, '')
    .replace(KEYS, (whole, origin = '', key: string, steps: string, wildcard = '') => {
      const place = `${id} ${index++}`;
      const hardened = /^.*['h]/.exec(steps)?.[0] ?? '';
      const last = lastHardened.get(place);
      const [parent, passed] = last ? [last, hardened] : [parents.get(place), steps];
      const root = /pub/.test(key) ? decodeExtendedPublicKey(key, network, secp256k1) : undefined;
      if (hardened === '' || parent === undefined || root === undefined) return whole;
      const from =
        origin === '' ? `[${encodeHex(fingerprint(root.publicKey))}` : origin.slice(0, -1);
      const rest = steps.slice(passed.length);
      return `${from}${passed}]${encodeExtendedPublicKey(parent, network)}${rest}${wildcard}`;
    });
  return addChecksum(text);
}
