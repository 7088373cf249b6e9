import { encodeWif } from '../crypto/wif.ts';
import { encodeHex } from '../encoding/hex.ts';
import { findLastIndex } from '../encoding/list.ts';
import type { DescriptorCache } from './cache.ts';
import {
  type ExtendedPublicKey,
  encodeExtendedPrivateKey,
  encodeExtendedPublicKey,
  fingerprint,
  isHardened,
  neuter,
} from './extended-key.ts';
import type { ExtendedKeyExpression, KeyExpression, Wildcard } from './key-expression.ts';
import { formatKeyPath } from './key-path.ts';
import type { DescriptorContext } from './parser.ts';
import {
  constantPrivateKey,
  derivePrivateParent,
  type PrivateKeySource,
  rootPrivateKey,
  wipeDerivation,
} from './private-keys.ts';

/**
 * The style of public keys. `compat` always writes hardened steps with apostrophes, as descriptor
 * ids require.
 */
export type PublicStyle = 'public' | 'compat';

/** Formats a key without private keys. Core: PubkeyProvider::ToString. */
export function formatKey(
  key: KeyExpression,
  context: DescriptorContext,
  style: PublicStyle = 'public',
): string {
  switch (key.kind) {
    case 'constant':
      return encodeHex(key.xOnly ? key.publicKey.subarray(1) : key.publicKey);
    case 'extended': {
      const apostrophe = key.apostrophe || style === 'compat';
      return encodeExtendedPublicKey(key.root, context.network) + pathText(key, apostrophe);
    }
    case 'origin': {
      const apostrophe = key.apostrophe || style === 'compat';
      return `[${originText(key, apostrophe)}]${formatKey(key.key, context, style)}`;
    }
    case 'musig':
      return musigText(
        key,
        key.participants.map((each) => formatKey(each, context, style)),
      );
  }
}

const wildcardText = (wildcard: Wildcard, apostrophe: boolean): string =>
  wildcard === 'none' ? '' : wildcard === 'unhardened' ? '/*' : apostrophe ? "/*'" : '/*h';

const pathText = ({ path, wildcard }: ExtendedKeyExpression, apostrophe: boolean): string =>
  formatKeyPath(path, apostrophe) + wildcardText(wildcard, apostrophe);

type OriginExpression = Extract<KeyExpression, { kind: 'origin' }>;
type MusigExpression = Extract<KeyExpression, { kind: 'musig' }>;

const originText = ({ origin }: OriginExpression, apostrophe: boolean): string =>
  encodeHex(origin.fingerprint) + formatKeyPath(origin.path, apostrophe);

const musigText = ({ path, wildcard }: MusigExpression, participants: readonly string[]): string =>
  `musig(${participants.join(',')})${formatKeyPath(path)}${wildcardText(wildcard, false)}`;

export type PrivateText = { readonly text: string; readonly hasPrivate: boolean };
export type FormatSource = DescriptorContext & PrivateKeySource;

/** Formats a key with its known private keys. Core: ToPrivateString. */
export function formatPrivateKey(key: KeyExpression, source: FormatSource): PrivateText {
  const { network } = source;
  switch (key.kind) {
    case 'constant': {
      const found = constantPrivateKey(key.publicKey, key.xOnly, source);
      if (found) return { text: encodeWif(found, network), hasPrivate: true };
      break;
    }
    case 'extended': {
      const root = rootPrivateKey(key, source);
      if (root === undefined) break;
      const text = encodeExtendedPrivateKey(root, network) + pathText(key, key.apostrophe);
      return { text, hasPrivate: true };
    }
    case 'origin': {
      const { text, hasPrivate } = formatPrivateKey(key.key, source);
      return { text: `[${originText(key, key.apostrophe)}]${text}`, hasPrivate };
    }
    case 'musig': {
      const parts = key.participants.map((each) => formatPrivateKey(each, source));
      const text = musigText(
        key,
        parts.map((part) => part.text),
      );
      return { text, hasPrivate: parts.some((part) => part.hasPrivate) };
    }
  }
  return { text: formatKey(key, source), hasPrivate: false };
}

export type NormalizingSource = FormatSource & { readonly readCache?: DescriptorCache | undefined };

/**
 * Formats a key from its last hardened step, so that the text needs no private keys. Returns
 * `undefined` if that key is unknown. Core: ToNormalizedString.
 */
export function formatNormalizedKey(
  key: KeyExpression,
  source: NormalizingSource,
): string | undefined {
  switch (key.kind) {
    case 'constant':
      return formatKey(key, source);
    case 'extended':
      return normalizeExtended(key, source);
    case 'origin': {
      const inner = formatNormalizedKey(key.key, source);
      if (inner === undefined) return undefined;
      const origin = originText(key, false);
      // An inner origin continues this one, so its fingerprint is dropped.
      return inner.startsWith('[') ? `[${origin}${inner.slice(9)}` : `[${origin}]${inner}`;
    }
    case 'musig': {
      const parts = key.participants.map((each) => formatNormalizedKey(each, source));
      const texts = parts.flatMap((part) => part ?? []);
      return texts.length === parts.length ? musigText(key, texts) : undefined;
    }
  }
}

function normalizeExtended(
  key: ExtendedKeyExpression,
  source: NormalizingSource,
): string | undefined {
  const { root, path, wildcard } = key;
  const rootText = encodeExtendedPublicKey(root, source.network);
  if (wildcard === 'hardened') return rootText + pathText(key, false);
  const last = findLastIndex(path, isHardened);
  if (last < 0) return formatKey(key, source);
  const below = source.readCache?.lastHardened.get(key.index) ?? lastHardenedKey(key, source);
  if (below === undefined) return undefined;
  const origin = encodeHex(fingerprint(root.publicKey)) + formatKeyPath(path.slice(0, last + 1));
  const rest = formatKeyPath(path.slice(last + 1)) + wildcardText(wildcard, false);
  return `[${origin}]${encodeExtendedPublicKey(below, source.network)}${rest}`;
}

function lastHardenedKey(
  key: ExtendedKeyExpression,
  source: FormatSource,
): ExtendedPublicKey | undefined {
  const derivation = derivePrivateParent(key, source);
  const below = derivation?.lastHardened && neuter(derivation.lastHardened, source.secp256k1);
  if (derivation !== undefined) wipeDerivation(key, derivation);
  return below;
}
