import { jsonNumber } from '../json/json.ts';
import { printJson } from '../json/print.ts';
import { resultText } from './help-result.ts';
import type { Param, RpcMethod } from './method.ts';

/** Returns the parameters that help shows. */
export function shownParams({ params }: RpcMethod): readonly Param[] {
  return params.filter(({ hidden }) => hidden !== true);
}

const firstName = (param: Param): string => param.name.split('|')[0] ?? '';

/** Prints the line that Core prints first: `RPCMethod::ToString` (rpc/util.cpp). */
export function usageLine(method: RpcMethod): string {
  let line = method.name;
  let optional = false;
  for (const param of shownParams(method)) {
    if (param.beyondCore === true) continue;
    line += ' ';
    if (param.optional && !optional) line += '( ';
    if (!param.optional && optional) line += ') ';
    optional = param.optional === true;
    line += usage(param);
  }
  return optional ? `${line} )` : line;
}

function usage(param: Param): string {
  if (param.usage !== undefined) return param.usage;
  const fields = (param.fields ?? []).filter((field) => field.beyondCore !== true);
  switch (param.type) {
    case 'string':
    case 'hex':
    case 'any':
      return `"${firstName(param)}"`;
    case 'number':
    case 'bool':
    case 'amount':
    case 'range':
      return firstName(param);
    case 'object':
    case 'dictionary':
      return `{${fields.map(memberUsage).join(',')}}`;
    case 'options':
      return `{${fields.map(memberUsage).join(',')},...}`;
    case 'array':
      return `[${fields.map((field) => `${usage(field)},`).join('')}...]`;
  }
}

const MEMBER_VALUES: { readonly [T in Param['type']]?: string } = {
  string: '"str"',
  hex: '"hex"',
  number: 'n',
  range: 'n or [n,n]',
  amount: 'amount',
  bool: 'bool',
};

function memberUsage(field: Param): string {
  return `"${firstName(field)}":${MEMBER_VALUES[field.type] ?? usage(field)}`;
}

const TYPE_WORDS: { readonly [T in Param['type']]: string } = {
  string: 'string',
  hex: 'string',
  number: 'numeric',
  bool: 'boolean',
  amount: 'numeric or string',
  range: 'numeric or array',
  array: 'json array',
  object: 'json object',
  dictionary: 'json object',
  options: 'json object',
  any: 'any value',
};

type Row = { readonly left: string; readonly right: string };

function description(param: Param): string {
  const words = [TYPE_WORDS[param.type], param.optional ? 'optional' : 'required'];
  if (param.default !== undefined) words.push(`default=${defaultText(param.default)}`);
  else if (param.defaultHint !== undefined) words.push(`default=${param.defaultHint}`);
  return `(${words.join(', ')}) ${param.help}`;
}

function defaultText(value: string | number | boolean): string {
  return printJson(typeof value === 'number' ? jsonNumber(value) : value);
}

function rows(param: Param, label: string, indent: string): Row[] {
  const inner = (param.fields ?? []).flatMap((field) =>
    rows(
      field,
      firstName(field) || `one ${TYPE_WORDS[field.type].replace('json ', '')}`,
      `${indent}  `,
    ),
  );
  return [{ left: indent + label, right: description(param) }, ...inner];
}

function printRows(list: readonly Row[]): string {
  const width = Math.max(...list.map((row) => row.left.length)) + 2;
  return list
    .map(({ left, right }) => {
      const lines = right.split('\n').join(`\n${' '.repeat(width)}`);
      return `${left.padEnd(width)}${lines}`.trimEnd();
    })
    .join('\n');
}

/**
 * Prints `help METHOD`. The usage line is Core's, the rest is not. There is no newline at the end.
 */
export function helpText(method: RpcMethod): string {
  const parts = [usageLine(method), method.summary.trim()];
  const list = shownParams(method).flatMap((param, i) =>
    rows(param, `${i + 1}. ${firstName(param)}`, ''),
  );
  if (list.length > 0) parts.push(`Arguments:\n${printRows(list)}`);
  parts.push(resultText(method));
  const examples = method.examples ?? [];
  if (examples.length > 0) {
    parts.push(`Examples:\n${examples.map((words) => `> coldsign ${words}`).join('\n')}`);
  }
  return parts.join('\n\n');
}

/** Returns true if lists of methods omit the method. */
export const isHidden = ({ category }: RpcMethod): boolean => category === 'hidden';

/** Prints `help` without a method: usage lines under the headings of their categories. */
export function helpList(all: readonly RpcMethod[]): string {
  const methods = all.filter((method) => !isHidden(method));
  const categories = [...new Set(methods.map((method) => method.category))].sort();
  return categories
    .map((category) => {
      const lines = methods
        .filter((method) => method.category === category)
        .map(usageLine)
        .sort();
      return [`== ${category} ==`, ...lines].join('\n');
    })
    .join('\n\n');
}
