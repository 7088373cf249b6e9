import type { Result, RpcMethod } from './method.ts';

type Row = { readonly left: string; readonly right: string };

/** Returns the shapes that a method's result may have; several are distinguished by `when`. */
export function resultShapes({ result }: RpcMethod): readonly Result[] {
  return isList(result) ? result : [result];
}

const isList = (result: Result | readonly Result[]): result is readonly Result[] =>
  Array.isArray(result);

const TYPE_WORDS: { readonly [T in Result['type']]: string } = {
  string: 'string',
  hex: 'string',
  number: 'numeric',
  amount: 'numeric',
  time: 'numeric',
  bool: 'boolean',
  null: 'null',
  array: 'json array',
  object: 'json object',
  dictionary: 'json object',
};

const SCALARS: { readonly [T in Result['type']]?: string } = {
  string: '"str"',
  hex: '"hex"',
  number: 'n',
  amount: 'n',
  time: 'n',
  bool: 'true|false',
  null: 'null',
};

/** Prints `Result:` and the rows below it as RPCResult::ToSections (rpc/util.cpp) does. */
export function resultText(method: RpcMethod): string {
  return resultShapes(method)
    .map((shape) => {
      const head = shape.when === undefined ? 'Result:' : `Result (${shape.when}):`;
      return `${head}\n${align(rows(shape, '', ''))}`;
    })
    .join('\n\n');
}

/** Prints a value in one row per part. `end`: a comma if another value follows. */
function rows(result: Result, indent: string, end: string): Row[] {
  const key = result.name === '' ? '' : `"${result.name}" : `;
  const right = description(result);
  const scalar = SCALARS[result.type];
  if (scalar !== undefined) return [{ left: `${indent}${key}${scalar}${end}`, right }];
  const [open, close] = result.type === 'array' ? ['[', ']'] : ['{', '}'];
  const fields = result.fields ?? [];
  const goesOn = result.type !== 'object' && result.tuple !== true;
  const inner = fields.flatMap((field, i) =>
    rows(field, `${indent}  `, goesOn || i < fields.length - 1 ? ',' : ''),
  );
  return [
    { left: `${indent}${key}${open}`, right },
    ...inner,
    ...(goesOn ? [{ left: `${indent}  ...`, right: '' }] : []),
    { left: `${indent}${close}${end}`, right: '' },
  ];
}

function description({ type, optional, or, values, help, beyondCore }: Result): string {
  const kind = [TYPE_WORDS[type], ...(or === undefined ? [] : [String(or)])].join(' or ');
  const words = [
    help,
    ...(type === 'time' ? ['(in seconds since 1970)'] : []),
    ...(values === undefined ? [] : [`(${values.join(', ')})`]),
    ...(beyondCore === true ? ['(not with -profile=core)'] : []),
  ].filter((word) => word !== '');
  return `(${kind}${optional === true ? ', optional' : ''}) ${words.join(' ')}`.trimEnd();
}

function align(list: readonly Row[]): string {
  const width = Math.max(...list.map(({ left }) => left.length)) + 4;
  return list.map(({ left, right }) => `${left.padEnd(width)}${right}`.trimEnd()).join('\n');
}
