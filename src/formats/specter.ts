import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  jsonNumber,
  jsonObject,
} from '../json/json.ts';
import { parseJson } from '../json/parse.ts';
import { printJson } from '../json/print.ts';
import { listAt, objectAt, readObject, textAt } from './json-file.ts';
import {
  type DescriptorPart,
  type FormatFailure,
  failure,
  type KeyLabel,
  keyLabels,
  LOST_KEY_NAMES,
  type WalletParts,
} from './wallet-file.ts';

/**
 * Reads Specter Desktop's export, its wallet file with separate branches, or its backup
 * (`restore_wallets.json`), a list of such files.
 */
export function readSpecter(text: string): WalletParts | FormatFailure | undefined {
  const json = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  const rows = json === undefined ? [] : isJsonArray(json) ? json : [json];
  const files = rows.flatMap((row) => (isJsonObject(row) ? row : []));
  const isBackup = files.length > 1 || (json !== undefined && isJsonArray(json));
  const wallets = files.map(walletOf);
  if (wallets.length === 0 || wallets.some((each) => each.length === 0)) return undefined;
  const [first] = files;
  const holds = (name: string) =>
    files.some((file) => listAt(file, name).length > 0 || objectAt(file, name) !== undefined);
  return {
    format: 'specter',
    program: 'Specter',
    name: isBackup || first === undefined ? undefined : nameOf(first),
    descriptors: wallets.flatMap((each, i) => {
      const file = files[i];
      return each.map((one) => ({ ...one, name: isBackup && file ? nameOf(file) : undefined }));
    }),
    keyNames: files.flatMap(keyNamesOf),
    lost: [
      ...(holds('devices') ? [LOST_KEY_NAMES] : []),
      ...(holds('labels') ? ['its labels: export them from Specter'] : []),
    ],
  };
}

const nameOf = (file: JsonObject): string | undefined =>
  textAt(file, 'label') ?? textAt(file, 'name');

/** Specter lists its devices in the order of the keys in the descriptor. */
function keyNamesOf(file: JsonObject): readonly KeyLabel[] {
  const receive = textAt(file, 'descriptor') ?? textAt(file, 'recv_descriptor') ?? '';
  const fingerprints = [...receive.matchAll(/\[([0-9a-f]{8})/gi)].map(([, id = '']) =>
    id.toLowerCase(),
  );
  const names = listAt(file, 'devices').map((each) => {
    if (typeof each === 'string') return each;
    return isJsonObject(each) ? textAt(each, 'label') : undefined;
  });
  if (names.length !== fingerprints.length) return [];
  return keyLabels(fingerprints.map((fingerprint, i) => ({ fingerprint, name: names[i] })));
}

function walletOf(file: JsonObject): readonly DescriptorPart[] {
  const receive = textAt(file, 'descriptor') ?? textAt(file, 'recv_descriptor');
  const change = textAt(file, 'change_descriptor');
  if (receive === undefined) return [];
  if (change === undefined) return [asBranches(receive, true)];
  return [asBranches(receive, false), { ...asBranches(change, false), isChange: true }];
}

/** Reads Specter DIY's `addwallet NAME&DESCRIPTOR`. */
export function readSpecterDevice(text: string): WalletParts | FormatFailure | undefined {
  const [, name, descriptor = ''] = /^addwallet ([^&]{1,100})&(\S+)\s*$/.exec(text) ?? [];
  if (name === undefined) return undefined;
  const keys = /\{/.test(descriptor);
  if (keys)
    return failure(
      'this wallet of Specter DIY says its keys in a form that is not read: export its descriptor',
    );
  return {
    format: 'specter',
    program: 'Specter DIY',
    name,
    descriptors: [asBranches(descriptor, true)],
  };
}

/** Reads Coldcard's JSON with `name` and `desc`. Core's objects have more members. */
export function readColdcardDescriptor(text: string): WalletParts | undefined {
  const file = readObject(text);
  const descriptor = file && textAt(file, 'desc');
  const isOther = file?.members.some(([name]) => name !== 'name' && name !== 'desc');
  if (file === undefined || descriptor === undefined || isOther) return undefined;
  return {
    format: 'coldcard',
    program: 'Coldcard',
    name: textAt(file, 'name'),
    descriptors: [asBranches(descriptor, true)],
  };
}

const asBranches = (written: string, isOnly: boolean): DescriptorPart => ({
  text: withBranches(written, isOnly),
  written,
});

const BARE_KEY = /([a-zA-Z]pub[1-9A-HJ-NP-Za-km-z]{107,108})(?![/1-9A-HJ-NP-Za-km-z])/g;
const RECEIVE = /([a-zA-Z]pub[1-9A-HJ-NP-Za-km-z]{107,108})\/0\/\*/g;

/**
 * Adds branches: a key without steps, or only with the receiving step, has addresses at /0/i and
 * change at /1/i.
 */
function withBranches(descriptor: string, isOnly: boolean): string {
  const [payload = ''] = descriptor.split('#');
  const bare = payload.replace(BARE_KEY, '$1/<0;1>/*');
  if (bare !== payload) return bare;
  const both = payload.replace(RECEIVE, '$1/<0;1>/*');
  return isOnly && both !== payload ? both : descriptor;
}

/**
 * Formats Specter's file. Its descriptor has the branch `/0/*`, from which Specter derives the
 * change.
 */
export function formatSpecter(name: string, receive: string): string {
  const file = { label: name, blockheight: jsonNumber(0), descriptor: receive };
  return `${printJson(jsonObject(file), 2)}\n`;
}
