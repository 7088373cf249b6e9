import type { MembersOf } from '../arguments/basic-kinds.ts';
import { checkArguments } from '../arguments/check-arguments.ts';
import { argumentError } from '../encoding/coldsign-error.ts';
import { appendTo } from '../encoding/list.ts';
import { findMember, isJsonArray, isJsonObject, jsonObject } from '../json/json.ts';
import { parseJson } from '../json/parse.ts';
import { printJson } from '../json/print.ts';
import { textAt } from './json-file.ts';

/** The type of a label (BIP329): "One of tx, addr, pubkey, input, output, xpub or spscan". */
export type LabelType = 'tx' | 'addr' | 'pubkey' | 'input' | 'output' | 'xpub' | 'spscan';

/** A label (BIP329). */
export type WalletLabel = {
  /** The type of `ref`. */
  readonly type: LabelType;
  /**
   * A transaction id, an address, a public key in hexadecimal, a transaction id with `:` and an
   * index, or an extended key.
   */
  readonly ref: string;
  /** The label; absent if unchanged. */
  readonly label?: string | undefined;
  /** An abbreviated descriptor of its wallet. */
  readonly origin?: string | undefined;
  /**
   * False freezes an output; absent if unchanged. Only outputs have it. `readLabels` reads a value
   * that is neither true nor false as false, and reports it in `lost`.
   */
  readonly spendable?: boolean | undefined;
};

/** The checks of the members of a label. */
export const labelMembers = {
  type: 'text',
  ref: 'text',
  label: 'text?',
  origin: 'text?',
  spendable: 'boolean?',
} as const satisfies MembersOf<WalletLabel>;

/** Labels of a file. */
type ReadLabels = {
  /** Labels in the order of the file. */
  readonly labels: readonly WalletLabel[];
  /**
   * Skipped lines, and parts of lines that were not read as written, one sentence each. Show them
   * to the user, because one of them may be about a frozen coin.
   */
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

/** Returns true if a text can be the `ref` of a label of this type. */
export const isRef = (type: LabelType, text: string): boolean => FORMS[type].test(text);

/** Maximum length (BIP329): "A suggested default for maximum label length is 255 characters". */
const LONGEST = 255;

type ReadLine = {
  /** Absent for lines without a label, and for unknown types, which BIP329 says to ignore. */
  readonly label?: WalletLabel;
  /** Parts of the line that are not imported, as ends of sentences. */
  readonly faults: readonly string[];
};

function readLine(line: string): ReadLine {
  const json = parseJson(line);
  if (json === undefined || !isJsonObject(json)) return NO_LABEL;
  const [type, ref] = [textAt(json, 'type'), textAt(json, 'ref')];
  if (type === undefined || ref === undefined) return NO_LABEL;
  if (!isLabelType(type)) return { faults: ['a type that BIP329 does not have'] };
  if (!isRef(type, ref)) return NO_LABEL;
  const value = (name: string) => findMember(json, name) ?? undefined;
  const [spendable, label, origin] = ['spendable', 'label', 'origin'].map(value);
  const hasFlag = spendable !== undefined && type === 'output';
  const characters = [...(typeof label === 'string' ? label : '')];
  const faults = [
    spendable === undefined || (hasFlag && typeof spendable === 'boolean')
      ? ''
      : hasFlag
        ? 'a spendable that is neither true nor false: the coin is frozen, to be safe'
        : 'a spendable, which only outputs have',
    label === undefined || typeof label === 'string' ? '' : 'a label that is no text',
    origin === undefined || typeof origin === 'string' ? '' : 'an origin that is no text',
    characters.length > LONGEST ? `a label of more than ${LONGEST} characters, which was cut` : '',
  ];
  return {
    label: {
      type,
      ref: plainRef(type, ref),
      ...(typeof label === 'string' && { label: characters.slice(0, LONGEST).join('') }),
      ...(typeof origin === 'string' && origin !== '' && { origin }),
      // The coin that should stay frozen must not be spent because of a program's mistake.
      ...(hasFlag && { spendable: spendable === true }),
    },
    faults: faults.filter((each) => each !== ''),
  };
}

/** Returns hexadecimal in lower case. */
const plainRef = (type: LabelType, ref: string): string =>
  type === 'addr' || type === 'xpub' || type === 'spscan' ? ref : ref.toLowerCase();

const NO_LABEL: ReadLine = { faults: ['no label of BIP329'] };

const isLabelType = (type: string): type is LabelType => TYPES.includes(type);

/** Returns true if a text starts like a file of labels. */
export function areLabels(text: string): boolean {
  const [first = ''] = text.trimStart().split('\n', 1);
  return readLine(first).label !== undefined;
}

/**
 * Reads labels (BIP329), one JSON object per line. Returns `undefined` if no line is a label.
 *
 * @param text - The file of another program.
 */
export function readLabels(text: string): ReadLabels | undefined {
  checkArguments('readLabels', { text: [text, 'text'] });
  const read = text.split(/\r?\n/).map((line) => (line.trim() === '' ? EMPTY : readLine(line)));
  const labels = read.flatMap(({ label }) => label ?? []);
  if (labels.length === 0) return undefined;
  const faults = new Map<string, number[]>();
  for (const [i, line] of read.entries()) {
    for (const fault of line.faults) appendTo(faults, fault, i + 1);
  }
  const lost = [...faults].map(([fault, numbers]) => tell(numbers, fault));
  return { labels, lost };
}

/** Returns the format of a file without labels of BIP329, and what to do; otherwise `undefined`. */
export function explainLabels(text: string): string | undefined {
  const json = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  const isList = json !== undefined && isJsonArray(json);
  if (isList) return 'This is a JSON list. Write each label as an object in a line of its own';
  if (json !== undefined && isJsonObject(json) && json.members.every(isElectrumLabel)) {
    return 'These are labels of Electrum. Export them as BIP329 (for example from Sparrow, which imports this file), or write each as {"type":"addr","ref":"ADDRESS","label":"TEXT"} in a line of its own';
  }
  const [first = ''] = text.trimStart().split('\n', 1);
  return /^[^{]*[,;]/.test(first)
    ? 'This is a table (CSV). Export the labels as BIP329 (.jsonl), one JSON object a line'
    : undefined;
}

const isElectrumLabel = ([ref, label]: readonly [string, unknown]): boolean =>
  typeof label === 'string' && (isRef('tx', ref) || isRef('addr', ref) || isRef('output', ref));

const EMPTY: ReadLine = { faults: [] };
const MOST_NUMBERS = 10;

/** Formats a sentence such as `lines 2, 5 and 9 have no label of BIP329`. */
function tell(numbers: readonly number[], fault: string): string {
  if (numbers.length === 1) return `line ${numbers.join()} has ${fault}`;
  const shown: number[] = numbers.slice(0, MOST_NUMBERS);
  const others = numbers.length - shown.length;
  const last = others > 0 ? `${others} more` : shown.pop();
  return `lines ${shown.join(', ')} and ${last} have ${fault}`;
}

/**
 * Formats labels (BIP329), one per line, so that `readLabels` reads the same labels.
 *
 * @param labels - Transactions, addresses, keys, inputs, outputs and xpubs (BIP329).
 * @throws `ColdsignError`: `WRONG_ARGUMENT` for a label that other programs would not read.
 */
export function formatLabels(labels: readonly WalletLabel[]): string {
  checkArguments(
    'formatLabels',
    { labels: [labels, 'WalletLabel[]'] },
    { WalletLabel: labelMembers },
  );
  for (const [i, label] of labels.entries()) requireReadable(label, `labels[${i}]`);
  return printLabels(labels);
}

/** Prints labels that are known to be right. */
export function printLabels(labels: readonly WalletLabel[]): string {
  return labels
    .map(({ type, ref, label, origin, spendable }) =>
      printJson(jsonObject({ type, ref: plainRef(type, ref), label, origin, spendable })),
    )
    .map((line) => `${line}\n`)
    .join('');
}

function requireReadable({ type, ref, label = '', spendable }: WalletLabel, at: string): void {
  const refuse = (what: string, hint: string) => argumentError(`formatLabels: ${at}.${what}`, hint);
  if (!isLabelType(type)) {
    const names = TYPES.map((each) => `'${each}'`);
    throw refuse(`type must be one of ${names.join(', ')}`, 'A coin has the type output.');
  }
  if (!isRef(type, ref)) throw refuse(`ref must be ${REFS[type]}`, REF_HINT);
  if (spendable !== undefined && type !== 'output') {
    throw refuse('spendable belongs to outputs only', 'Label the output, whose ref is txid:vout.');
  }
  if ([...label].length > LONGEST) {
    throw refuse(`label must have at most ${LONGEST} characters`, 'Programs cut the rest.');
  }
  if (/[\ud800-\udfff]/u.test(label)) {
    throw refuse('label must be text without half a character', 'Cut texts by [...text].');
  }
}

const REF_HINT = 'Other programs would skip the line.';
const REFS: { readonly [T in LabelType]: string } = {
  tx: 'a txid of 64 hexadecimal digits',
  addr: 'an address',
  pubkey: 'a public key in hexadecimal',
  input: 'a txid, a colon and the number of the input',
  output: 'a txid, a colon and the number of the output (vout)',
  xpub: 'an extended public key',
  spscan: 'a key that begins with spscan1 or tspscan1',
};
