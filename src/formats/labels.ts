import { findMember, isJsonObject, type Json, jsonObject } from '../json/json.ts';
import { parseJson } from '../json/parse.ts';
import { printJson } from '../json/print.ts';
import { textAt } from './json-file.ts';

/** BIP329: "One of tx, addr, pubkey, input, output, xpub or spscan". */
export type LabelType = 'tx' | 'addr' | 'pubkey' | 'input' | 'output' | 'xpub' | 'spscan';

/** A label (BIP329). */
export type WalletLabel = {
  /** What `ref` is. */
  readonly type: LabelType;
  /**
   * A transaction's id, an address, a public key in hexadecimal, an id with `:` and a number, or an
   * extended key.
   */
  readonly ref: string;
  /** Absent: nothing is said of it. */
  readonly label?: string | undefined;
  /** An abbreviated descriptor of the wallet that it belongs to. */
  readonly origin?: string | undefined;
  /** Of outputs: whether they may be spent. Absent: nothing is said of it. */
  readonly spendable?: boolean | undefined;
};

/** Labels of a file. */
export type ReadLabels = {
  /** In the order of the file. */
  readonly labels: readonly WalletLabel[];
  /** What was passed over, a sentence each. */
  readonly lost: readonly string[];
};

const TYPES: readonly string[] = ['tx', 'addr', 'pubkey', 'input', 'output', 'xpub', 'spscan'];

const OUTPOINT = /^[0-9a-f]{64}:(0|[1-9]\d{0,9})$/i;
const FORMS: { readonly [T in LabelType]: RegExp } = {
  tx: /^[0-9a-f]{64}$/i,
  addr: /^[0-9A-Za-z]{14,110}$/,
  pubkey: /^([0-9a-f]{64}|[0-9a-f]{66}|[0-9a-f]{130})$/i,
  input: OUTPOINT,
  output: OUTPOINT,
  xpub: /^[a-zA-Z]pub[1-9A-HJ-NP-Za-km-z]{107,108}$/,
  spscan: /^t?spscan1[0-9a-z]{1,1000}$/,
};

/** BIP329: "A suggested default for maximum label length is 255 characters". */
const LONGEST = 255;

/** `unknown`: of another type, which "importing wallets […] should ignore". */
function readLine(line: string): WalletLabel | { readonly error: 'damaged' | 'unknown' } {
  const json = parseJson(line);
  if (json === undefined || !isJsonObject(json)) return { error: 'damaged' };
  const [type, ref] = [textAt(json, 'type'), textAt(json, 'ref')];
  if (type === undefined || ref === undefined) return { error: 'damaged' };
  if (!isLabelType(type)) return { error: 'unknown' };
  if (!FORMS[type].test(ref)) return { error: 'damaged' };
  const spendable = findMember(json, 'spendable');
  const isFlag = typeof spendable === 'boolean' && type === 'output';
  return {
    type,
    ref: type === 'addr' || type === 'xpub' || type === 'spscan' ? ref : ref.toLowerCase(),
    ...optional('label', findMember(json, 'label')),
    ...optional('origin', findMember(json, 'origin')),
    ...(isFlag && { spendable }),
  };
}

const isLabelType = (type: string): type is LabelType => TYPES.includes(type);

const optional = (name: 'label' | 'origin', value: Json | undefined) =>
  typeof value === 'string' && (name === 'label' || value !== '') ? { [name]: value } : {};

/** Whether a text begins as labels do. */
export function areLabels(text: string): boolean {
  const [first = ''] = text.trimStart().split('\n', 1);
  return !('error' in readLine(first));
}

/** BIP329: JSON objects, a line each; `undefined` where no line is one. */
export function readLabels(text: string): ReadLabels | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const read = lines.map(readLine);
  const found = read.flatMap((each) => ('error' in each ? [] : [each]));
  if (found.length === 0) return undefined;
  const labels = found.map(withShortLabel);
  const count = (error: string) =>
    read.filter((each) => 'error' in each && each.error === error).length;
  const cut = found.filter(({ label }) => [...(label ?? '')].length > LONGEST).length;
  const lost = [
    tell(count('damaged'), 'without a label of BIP329'),
    tell(count('unknown'), 'of a type that BIP329 does not have'),
    tell(cut, `with a label of more than ${LONGEST} characters, which was cut`),
  ];
  return { labels, lost: lost.filter((each) => each !== '') };
}

const tell = (count: number, what: string): string =>
  count === 0 ? '' : `${count} ${count === 1 ? 'line' : 'lines'} ${what}`;

function withShortLabel(read: WalletLabel): WalletLabel {
  const characters = [...(read.label ?? '')];
  if (characters.length <= LONGEST) return read;
  return { ...read, label: characters.slice(0, LONGEST).join('') };
}

/** BIP329, a line each. */
export function formatLabels(labels: readonly WalletLabel[]): string {
  return labels
    .map(({ type, ref, label, origin, spendable }) =>
      printJson(jsonObject({ type, ref, label, origin, spendable })),
    )
    .map((line) => `${line}\n`)
    .join('');
}
