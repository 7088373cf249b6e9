import { readSlipKey } from '../keys/slip132.ts';
import { multiScripts } from './sparrow.ts';
import {
  type AccountKey,
  formatStandardWallet,
  type MultiScript,
  readFingerprint,
  readPath,
  type StandardWallet,
} from './standard-wallet.ts';
import { type FormatFailure, failure, type WalletParts } from './wallet-file.ts';

type Draft = {
  name?: string | undefined;
  /** The script; absent for `sh`, as on the device. */
  script?: MultiScript | undefined;
  /** Required and total signatures, as stated in the file. */
  policy?: readonly [threshold: number, total: number] | undefined;
  /** Path of the following keys. */
  path: string;
  /** True if a line that is no comment gave the path. */
  isStated?: boolean;
  /** Path of the next key only, as BlueWallet writes it in a comment. */
  ownPath?: string | undefined;
  /** Number of lines with seed words in place of a key, as in BlueWallet's backup. */
  seeds?: number;
  readonly keys: AccountKey[];
};

export const isColdcard = (text: string): boolean =>
  /^[ \t]*(policy|format|derivation)[ \t]*:/im.test(text) &&
  /^[ \t]*[0-9a-f]{8}[ \t]*:[ \t]*[a-z]pub/im.test(text);

/**
 * Reads Coldcard's text of a multisig, which Passport, Keystone, SeedSigner, Jade, Krux and others
 * also use.
 */
export function readColdcard(text: string): WalletParts | FormatFailure {
  const draft: Draft = { path: '', keys: [] };
  for (const line of text.split(/\r?\n/)) {
    const problem = readLine(line, draft);
    if (problem !== undefined) return failure(problem);
  }
  const { script = 'sh', keys, name, policy } = draft;
  if (policy === undefined) {
    return failure(
      'this Coldcard file has no policy such as "2 of 3", for which programs assume different ones. Export it again',
    );
  }
  const [threshold, total] = policy;
  if (draft.seeds !== undefined) {
    return failure(
      `this is a backup of BlueWallet with the seed words of ${draft.seeds} of its ${total} keys. In BlueWallet, export the coordination setup, which has only public keys`,
    );
  }
  if (total !== keys.length) {
    return failure(
      `this Coldcard file says that the wallet has ${total} keys, and has ${keys.length}`,
    );
  }
  const wallet = { script, threshold, sorted: true, keys };
  return {
    format: 'coldcard',
    program: 'Coldcard',
    name,
    descriptors: [{ text: formatStandardWallet(wallet) }],
  };
}

/**
 * Parses a line as the device does: labels in any case, comments, and the path of all following
 * keys.
 */
function readLine(line: string, draft: Draft): string | undefined {
  // Older firmware wrote the path in a comment, and BlueWallet that of a single key.
  const isComment = /^#\s*derivation\s*:/i.test(line.trim());
  const text = isComment ? line.trim().slice(1) : line;
  const [head = '', ...rest] = text.split(':');
  const isLabelled = rest.length > 0 && !head.includes('#');
  const [label, value] = isLabelled ? [head.trim(), rest.join(':').trim()] : ['', ''];
  switch (label.toLowerCase()) {
    case 'name':
      draft.name = value;
      return undefined;
    case 'policy': {
      const [, threshold, total] = /^(\d{1,2})\D+(\d{1,2})$/.exec(value) ?? [];
      if (total === undefined)
        return 'the policy of this Coldcard file is not like "2 of 3". Export it again';
      if (draft.policy !== undefined) return twice('policy');
      draft.policy = [Number(threshold), Number(total)];
      return undefined;
    }
    case 'derivation': {
      const path = readPath(value);
      if (path === undefined)
        return 'a derivation in this Coldcard file is not a path. Export it again';
      if (isComment && draft.isStated) draft.ownPath = path;
      else draft.path = path;
      if (!isComment) draft.isStated = true;
      return undefined;
    }
    case 'format': {
      const script = multiScripts[value.toUpperCase().replace('-', '_')];
      if (script === undefined)
        return 'this Coldcard file has a format that is not P2SH, P2SH-P2WSH or P2WSH';
      if (draft.script !== undefined) return twice('format');
      draft.script = script;
      return undefined;
    }
    default:
      return readKeyLine(label, value, draft);
  }
}

const twice = (label: string): string =>
  `this Coldcard file has two lines for its ${label}, of which programs read different ones. Export it again`;

function readKeyLine(label: string, value: string, draft: Draft): string | undefined {
  if (label.toLowerCase() === 'seed') draft.seeds = (draft.seeds ?? 0) + 1;
  const fingerprint = label.length === 8 ? readFingerprint(label) : undefined;
  if (fingerprint === undefined) return undefined;
  if (readSlipKey(value) === undefined)
    return `the key of ${fingerprint} in this Coldcard file is damaged. Export it again`;
  draft.keys.push({ fingerprint, path: draft.ownPath ?? draft.path, xpub: value });
  draft.ownPath = undefined;
  return undefined;
}

/** The names of scripts in files of Coldcard and Caravan. */
export const scriptNames = { sh: 'P2SH', 'sh(wsh)': 'P2SH-P2WSH', wsh: 'P2WSH' } as const;
/** Longest name that fits on the device's screen. */
const LONGEST_NAME = 20;

const coldcardName = (name: string): string =>
  name
    .replace(/[^ -~]/g, '')
    .slice(0, LONGEST_NAME)
    .trim();

export function formatColdcard(
  wallet: Extract<StandardWallet, { threshold: number }>,
  name: string,
): string {
  const head = [
    '# Multisig wallet, for Coldcard and others that read its files',
    '#',
    `Name: ${coldcardName(name) || 'multisig'}`,
    `Policy: ${wallet.threshold} of ${wallet.keys.length}`,
    `Format: ${scriptNames[wallet.script]}`,
    '',
  ];
  const keys = wallet.keys.flatMap(({ fingerprint, path, xpub }) => [
    `Derivation: m${path.replace(/h/g, "'")}`,
    `${fingerprint.toUpperCase()}: ${xpub}`,
    '',
  ]);
  return [...head, ...keys].join('\n');
}
