import { allKeys, type Descriptor } from '../descriptor/descriptor.ts';
import { encodeExtendedPublicKey, isHardened } from '../descriptor/extended-key.ts';
import type { KeyExpression } from '../descriptor/key-expression.ts';
import { formatKeyPath } from '../descriptor/key-path.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { Network } from '../encoding/network.ts';
import type { KeyScript } from '../keys/slip132.ts';

/** Scripts of one key. */
export type SingleScript = 'pkh' | 'sh(wpkh)' | 'wpkh' | 'tr';
/** Scripts of multisigs. */
export type MultiScript = 'sh' | 'sh(wsh)' | 'wsh';
export const multiScripts: readonly MultiScript[] = ['sh', 'sh(wsh)', 'wsh'];

/** The key of one account, which programs call a keystore, a cosigner or a device. */
export type AccountKey = {
  /** Fingerprint of the master key, 8 lower-case hexadecimal digits; zeros if unknown. */
  readonly fingerprint: string;
  /** Path from the master key, such as `/84h/0h/0h`; empty at the root. */
  readonly path: string;
  /** Extended key in BIP32's form; in files also with SLIP-132's version bytes. */
  readonly xpub: string;
  readonly name?: string | undefined;
};

/** The kinds of wallet that nearly all programs support: addresses at /0/i, change at /1/i. */
export type StandardWallet =
  | { readonly script: SingleScript; readonly keys: readonly [AccountKey] }
  | {
      readonly script: MultiScript;
      readonly threshold: number;
      /**
       * True if keys are sorted by their bytes at each position (BIP67); otherwise in written
       * order.
       */
      readonly sorted: boolean;
      readonly keys: readonly AccountKey[];
    };

/** Fingerprint of an unknown master key. */
export const UNKNOWN = '00000000';

/** Formats `[d34db33f/84h/0h/0h]xpub…`; a key of unknown origin has no brackets. */
export function formatAccountKey({ fingerprint, path, xpub }: AccountKey): string {
  return fingerprint === UNKNOWN ? xpub : `[${fingerprint}${path}]${xpub}`;
}

/** Formats `wsh(sortedmulti(2,…))` without its checksum; `steps` follow each key. */
export function formatStandardWallet(wallet: StandardWallet, steps = '/<0;1>/*'): string {
  const keys = wallet.keys.map((key) => formatAccountKey(key) + steps).join(',');
  if (!('threshold' in wallet)) return wrapScript(wallet.script, keys);
  const { script, sorted, threshold } = wallet;
  return wrapScript(script, `${sorted ? 'sortedmulti' : 'multi'}(${threshold},${keys})`);
}

/** Wraps a text in a script such as `sh(wsh)`. */
export function wrapScript(script: SingleScript | MultiScript, inner: string): string {
  const names = script.replace(/\)$/, '').split('(');
  return `${names.map((name) => `${name}(`).join('')}${inner}${')'.repeat(names.length)}`;
}

/** Returns the script for version bytes of keys: BIP32's if SLIP-132 has none. */
export const keyScriptOf = (script: SingleScript | MultiScript): KeyScript =>
  script === 'pkh' || script === 'tr' || script === 'sh' ? 'any' : script;

/** Reads a path such as `m/48'/0'/0'/2'`, `48h/0h/0h/2h` or `m`; `undefined` for other texts. */
export function readPath(text: string): string | undefined {
  const steps = text.replace(/^m?\/?/i, '').replace(/\/$/, '');
  if (steps === '') return '';
  const marked = steps.replace(/['’hH]/g, 'h');
  return /^\d{1,10}h?(\/\d{1,10}h?)*$/.test(marked) ? `/${marked}` : undefined;
}

/** Reads a fingerprint as eight lower-case digits; `undefined` for other texts. */
export const readFingerprint = (text: string): string | undefined =>
  /^(0x)?[0-9a-f]{8}$/i.test(text) ? text.slice(-8).toLowerCase() : undefined;

/** The reason why most programs do not support a wallet, as the end of a sentence. */
type NotStandard = { readonly error: string };

/** Returns what two branches share, if they form a wallet that most programs support. */
export function standardWalletOf(
  [receive, change]: readonly [receive: Descriptor, change: Descriptor],
  network: Network,
): StandardWallet | NotStandard {
  const wallet = shapeOf(receive, network);
  if ('error' in wallet) return wallet;
  const other = shapeOf(change, network);
  if ('error' in other) return other;
  const isOne = formatStandardWallet(wallet) === formatStandardWallet(other);
  if (!isOne) {
    return {
      error: 'its change addresses have other keys or another script than its receiving addresses',
    };
  }
  const ends = (descriptor: Descriptor, branch: number) =>
    allKeys(descriptor).every((key) => endsIn(key, branch));
  return ends(receive, 0) && ends(change, 1)
    ? wallet
    : { error: 'its addresses are not at /0/i and /1/i' };
}

/** Returns a branch without the last step of its path, which distinguishes receiving and change. */
function shapeOf(descriptor: Descriptor, network: Network): StandardWallet | NotStandard {
  const [outer, inner, innermost] = nested(descriptor);
  const names = [outer, inner, innermost].flatMap((each) => each?.kind ?? []).join('(');
  const last = innermost ?? inner ?? outer;
  const single = singles[names];
  if (single !== undefined && last !== undefined && 'key' in last) {
    if (last.kind === 'tr' && last.leaves.length > 0) {
      return { error: 'its taproot output has scripts' };
    }
    const key = accountKeyOf(last.key, network);
    return key === undefined ? NOT_ACCOUNT : { script: single, keys: [key] };
  }
  const multi = multis[names];
  if (multi === undefined || last?.kind !== 'multi') {
    return { error: 'it is neither a wallet of one key nor a plain multisig' };
  }
  const keys = last.keys.flatMap((key) => accountKeyOf(key, network) ?? []);
  if (keys.length < last.keys.length) return NOT_ACCOUNT;
  return { script: multi, threshold: last.threshold, sorted: last.sorted, keys };
}

const NOT_ACCOUNT: NotStandard = {
  error: 'a key of it is not the extended public key of an account',
};

const singles: { readonly [names: string]: SingleScript | undefined } = {
  pkh: 'pkh',
  'sh(wpkh': 'sh(wpkh)',
  wpkh: 'wpkh',
  tr: 'tr',
};
const multis: { readonly [names: string]: MultiScript | undefined } = {
  'sh(multi': 'sh',
  'sh(wsh(multi': 'sh(wsh)',
  'wsh(multi': 'wsh',
};

function nested(descriptor: Descriptor): readonly Descriptor[] {
  const isAround = descriptor.kind === 'sh' || descriptor.kind === 'wsh';
  return isAround ? [descriptor, ...nested(descriptor.script)] : [descriptor];
}

function accountKeyOf(key: KeyExpression, network: Network): AccountKey | undefined {
  const { origin, key: inner } = key.kind === 'origin' ? key : { origin: undefined, key };
  if (inner.kind !== 'extended' || inner.wildcard !== 'unhardened') return undefined;
  if (inner.path.length !== 1 || inner.path.some(isHardened)) return undefined;
  return {
    fingerprint: origin === undefined ? UNKNOWN : encodeHex(origin.fingerprint),
    path: origin === undefined ? '' : formatKeyPath(origin.path),
    xpub: encodeExtendedPublicKey(inner.root, network),
  };
}

function endsIn(key: KeyExpression, branch: number): boolean {
  const inner = key.kind === 'origin' ? key.key : key;
  return inner.kind === 'extended' && inner.path[inner.path.length - 1] === branch;
}
