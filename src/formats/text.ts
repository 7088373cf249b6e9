import { slipKeysIn } from '../keys/slip132.ts';
import { formatAccountKey, readFingerprint, readPath, wrapScript } from './standard-wallet.ts';
import { cosignerKey, type FormatFailure, failure, type WalletParts } from './wallet-file.ts';

const DESCRIPTOR = /^(addr|combo|multi|pk|pkh|raw|rawtr|sh|sortedmulti|tr|unused|wpkh|wsh)\(/;
/** A caption, as in `Receive: wpkh(…)`. */
const CAPTION = /^[A-Za-z][\w ]{0,40}:\s*(?=[a-z]+\()/;

/** Reads descriptors, one per line. Lines that begin with # are comments. */
export function readDescriptors(text: string): WalletParts | FormatFailure {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim().replace(CAPTION, ''))
    .filter((line) => line !== '' && !line.startsWith('#'));
  const texts = lines.filter((line) => DESCRIPTOR.test(line));
  const others = lines.length - texts.length;
  return {
    format: 'descriptors',
    program: 'plain descriptors',
    descriptors: [...new Set(texts)].map((each) => ({ text: each })),
    lost: others === 0 ? [] : [`${others} lines that are no descriptors`],
  };
}

export const areDescriptors = (text: string): boolean =>
  text.split(/\r?\n/).some((line) => DESCRIPTOR.test(line.trim().replace(CAPTION, '')));

/** Formats Sparrow's "Output descriptor" file, which Sparrow can import. */
export function formatSparrow(both: string, receive: string, change: string): string {
  return [
    `# Receive and change descriptor (BIP389):\n${both}`,
    `# Receive descriptor (Bitcoin Core):\n${receive}`,
    `# Change descriptor (Bitcoin Core):\n${change}`,
    '',
  ].join('\n\n');
}

/** A key with an origin such as `[d34db33f/84h/0h/0h]`, as devices show it. */
const KEY = /^(?:\[([0-9a-fA-F]{8})((?:\/\d+['hH]?)*)\])?([a-zA-Z]pub[1-9A-HJ-NP-Za-km-z]+)$/;

export const isKey = (text: string): boolean => KEY.test(text.trim());

/**
 * Reads a key. The version bytes of SLIP-132, or a path of BIP44, 49, 84 or 86, determine its
 * script.
 */
export function readKey(text: string): WalletParts | FormatFailure {
  const [, origin, steps = '', written = ''] = KEY.exec(text.trim()) ?? [];
  const [key] = slipKeysIn(written);
  if (key === undefined)
    return failure('this extended public key is damaged: a letter was lost or changed');
  const fingerprint = readFingerprint(origin ?? '') ?? '00000000';
  const path = readPath(steps) ?? '';
  const account = formatAccountKey({ fingerprint, path, xpub: key.xpub });
  const script = key.script === 'any' ? purposes[path.split('/')[1] ?? ''] : key.script;
  const lost = origin === undefined ? [NO_ORIGIN] : [];
  const found = { format: 'slip132', program: 'an extended public key', lost } as const;
  if (script === 'wpkh' || script === 'sh(wpkh)' || script === 'pkh' || script === 'tr') {
    return { ...found, descriptors: [{ text: wrapScript(script, `${account}/<0;1>/*`) }] };
  }
  const forWhat =
    script === undefined ? { text: account, purpose: 'any script' } : cosignerKey(account, script);
  return { ...found, descriptors: [], keys: [forWhat] };
}

const NO_ORIGIN = 'master fingerprint and path, so hardware wallets won’t recognize this key';

const purposes: { readonly [step: string]: 'pkh' | 'sh(wpkh)' | 'wpkh' | 'tr' | undefined } = {
  '44h': 'pkh',
  '49h': 'sh(wpkh)',
  '84h': 'wpkh',
  '86h': 'tr',
};
