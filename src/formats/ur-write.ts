import { type Bytes, concatBytes } from '../encoding/bytes.ts';
import { decodeHex } from '../encoding/hex.ts';
import {
  encodeArrayHead,
  encodeByteString,
  encodeTag,
  encodeTextString,
  encodeUnsigned,
} from '../transport/cbor.ts';
import { decodeCbor } from '../transport/cbor-value.ts';
import { wholeUr } from '../transport/ur-frames.ts';
import { type AccountSource, accountOf } from './account.ts';
import type { CheckedDescriptor } from './check.ts';
import { checkKey } from './cosigners.ts';
import { onlyOf, walletOfBranches } from './one-wallet.ts';
import { type AccountKey, formatAccountKey, UNKNOWN, wrapScript } from './standard-wallet.ts';
import { expressions } from './ur.ts';
import { Key, readUrKey } from './ur-key.ts';
import { encodeMembers, encodeUrKey, type UrTags, urTag } from './ur-write-key.ts';
import {
  type ExportFormat,
  type FormatContext,
  type FormatFailure,
  failure,
  type UrType,
} from './wallet-file.ts';

/** A UR, and its descriptors if they differ from the wallet's addresses. */
export type UrFile = {
  /** The UR as one frame. */
  readonly text: string;
  readonly holds?: readonly CheckedDescriptor[];
};

/** UR types in the order of the help. */
export const urTypes: readonly UrType[] = [
  'crypto-output',
  'output-descriptor',
  'crypto-account',
  'account-descriptor',
  'crypto-hdkey',
  'hdkey',
];

export const isUrType = (format: ExportFormat): format is UrType =>
  urTypes.some((type) => type === format);

export function writeUr(
  type: UrType,
  source: AccountSource,
  context: FormatContext,
): UrFile | FormatFailure {
  const { checked, cosigners } = source;
  switch (type) {
    case 'crypto-output':
      return asFile(type, encodeOutput(source, context));
    case 'output-descriptor':
      return asFile(type, encodeDescriptor(source, context));
    case 'crypto-account':
    case 'account-descriptor': {
      const cbor = encodeAccount(source, type === 'crypto-account' ? 'old' : 'new', context);
      return asFile(type, cbor, [...checked, ...cosigners.map((each) => each.checked)]);
    }
    case 'crypto-hdkey':
    case 'hdkey': {
      const key = oneKey(source, context);
      if ('error' in key) return key;
      const holds = checkKey({ key: formatAccountKey(key) }, context);
      if ('error' in holds) return holds;
      const tags = type === 'crypto-hdkey' ? 'old' : 'new';
      return asFile(type, encodeUrKey(key, context, { tags }), [holds.checked]);
    }
  }
}

function asFile(
  type: UrType,
  cbor: Bytes | FormatFailure,
  holds?: readonly CheckedDescriptor[],
): UrFile | FormatFailure {
  if ('error' in cbor) return cbor;
  return { text: `${wholeUr(type, cbor)}\n`, ...(holds && { holds }) };
}

const tagOf: ReadonlyMap<string, number> = new Map(
  [...expressions].map(([tag, name]) => [name, tag]),
);

/** Encodes the tags of the names in `sh(wsh)` (BCR-2020-010). */
const scriptTags = (script: string): Bytes =>
  concatBytes(...(script.match(/[a-z]+/g) ?? []).map((name) => encodeTag(tagOf.get(name) ?? 0)));

const encodeList = (items: readonly Bytes[]): Bytes =>
  concatBytes(encodeArrayHead(items.length), ...items);

function encodeOutput({ checked }: AccountSource, context: FormatContext): Bytes | FormatFailure {
  const only = onlyOf(checked);
  const wallet = 'error' in only ? only : walletOfBranches(only.branches, context.network);
  if ('error' in wallet) return wallet;
  const keys = wallet.keys.map((key) =>
    concatBytes(urTag(303, 'old'), encodeUrKey(key, context, { tags: 'old', isDeep: true })),
  );
  if (!('threshold' in wallet)) return concatBytes(scriptTags(wallet.script), ...keys);
  const { script, sorted, threshold } = wallet;
  const members = encodeMembers([
    [1, encodeUnsigned(threshold)],
    [2, encodeList(keys)],
  ]);
  return concatBytes(scriptTags(script), scriptTags(sorted ? 'sortedmulti' : 'multi'), members);
}

/** An extended key with its steps, or a public key. */
const KEYS =
  /((?:\[[0-9a-f]{8}[^\]]*\])?[xt]pub[1-9A-HJ-NP-Za-km-z]{107,108})((?:\/(?:\d+|<\d+;\d+>|\*))+)(?=[,)])|([(,])(0[23][0-9a-f]{64})(?=[,)])/g;

/**
 * Encodes "the text format of output descriptors, but replaces keys with indexed placeholders"
 * (BCR-2023-010). A key remains in the text if an hdkey would lose information.
 */
function encodeDescriptor(
  { checked, name }: AccountSource,
  context: FormatContext,
): Bytes | FormatFailure {
  const only = onlyOf(checked);
  if ('error' in only) return only;
  const keys: Bytes[] = [];
  const place = (key: Bytes) => `@${keys.push(key) - 1}`;
  const source = only.payload.replace(
    KEYS,
    (whole, extended?: string, steps = '', before = '', single?: string) => {
      if (extended === undefined) {
        const key = encodeMembers([
          [Key.data, encodeByteString(decodeHex(single ?? '') ?? new Uint8Array(0))],
        ]);
        return before + place(concatBytes(urTag(306, 'new'), key));
      }
      const [, fingerprint = UNKNOWN, path = '', xpub = extended] =
        /^\[(.{8})([^\]]*)\](.*)$/.exec(extended) ?? [];
      const account = { fingerprint, path: path.replace(/'/g, 'h'), xpub };
      const key = concatBytes(
        urTag(303, 'new'),
        encodeUrKey(account, context, { tags: 'new', steps }),
      );
      const again = readUrKey(decodeCbor(key));
      const isSame = again !== undefined && again.text + again.steps === whole.replace(/'/g, 'h');
      return isSame ? place(key) : whole;
    },
  );
  return encodeMembers([
    [1, encodeTextString(source)],
    [2, keys.length === 0 ? undefined : encodeList(keys)],
    [3, name === undefined || name === '' ? undefined : encodeTextString(name)],
  ]);
}

/** Order of script types (BCR-2020-015). */
const ACCOUNT_ORDER: readonly string[] = [
  'pkh(@0)',
  'sh(wpkh(@0))',
  'wpkh(@0)',
  'sh(cosigner(@0))',
  'sh(wsh(cosigner(@0)))',
  'wsh(cosigner(@0))',
  'tr(@0)',
];

/**
 * Encodes an account (BCR-2020-015 and BCR-2023-019): "Output descriptors here are restricted to HD
 * keys at account level key derivations only". Its reader chooses one by its script.
 */
function encodeAccount(
  source: AccountSource,
  tags: UrTags,
  context: FormatContext,
): Bytes | FormatFailure {
  const account = accountOf(source, context);
  if ('error' in account) return account;
  const { fingerprint } = account;
  const outputs = account.outputs.map(({ script, isAlone, key }) => ({
    source: wrapScript(script, isAlone ? '@0' : 'cosigner(@0)'),
    key,
  }));
  const sorted = [...outputs].sort(
    (a, b) => ACCOUNT_ORDER.indexOf(a.source) - ACCOUNT_ORDER.indexOf(b.source),
  );
  return encodeMembers([
    [1, encodeUnsigned(Number.parseInt(fingerprint, 16))],
    [2, encodeList(sorted.map((output) => encodeAccountOutput(output, tags, context)))],
  ]);
}

function encodeAccountOutput(
  { source, key }: { readonly source: string; readonly key: AccountKey },
  tags: UrTags,
  context: FormatContext,
): Bytes {
  const hdkey = concatBytes(urTag(303, tags), encodeUrKey(key, context, { tags }));
  if (tags === 'old') return concatBytes(urTag(308, tags), scriptTags(source), hdkey);
  const members = encodeMembers([
    [1, encodeTextString(source)],
    [2, encodeList([hdkey])],
  ]);
  return concatBytes(urTag(308, tags), members);
}

/** Returns the key of a single-key wallet, or the only cosigner. */
function oneKey({ checked, cosigners }: AccountSource, { network }: FormatContext): OneKey {
  const [first, ...more] = cosigners;
  if (first !== undefined) {
    return checked.length + more.length > 0
      ? failure('this format holds one key, and there are several: choose which')
      : first.key;
  }
  const only = onlyOf(checked);
  const wallet = 'error' in only ? only : walletOfBranches(only.branches, network);
  if ('error' in wallet) return wallet;
  const [key, ...others] = wallet.keys;
  return key === undefined || others.length > 0
    ? failure('a multisig has several keys: write it in another format')
    : key;
}

type OneKey = AccountKey | FormatFailure;
