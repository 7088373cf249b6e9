// Writes the types of all methods, which are not committed: node .ci/ts.mjs .ci/method-types.ts FILE
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { resultShapes } from '../src/rpc/help-result.ts';
import { shownParams } from '../src/rpc/help-text.ts';
import type { Param, Result, RpcMethod } from '../src/rpc/method.ts';
import { methods } from '../src/rpc/methods/index.ts';

const HEAD = `// Written by the build from the declarations of the methods.

/**
 * An amount in BTC, or a fee rate if the comment of the member says so. A string is parsed digit by
 * digit (\`'0.10000000'\`). A number is parsed from the digits that JavaScript prints for it: 0.1 is
 * exact, and 0.1 + 0.2 is rejected because it has too many decimals.
 */
export type Amount = number | string;
`;

const METHODS = `
/**
 * Every method by its name: its arguments by name (\`args\`), its arguments in order (\`params\`), and its
 * result (\`result\`). Amounts in results are numbers of BTC unless another unit is named. Times are
 * seconds since 1970. Bytes are hexadecimal text. Ids and hashes of blocks and transactions are
 * written as in block explorers, with the first byte last.
 */
export type Methods = {
`;

/**
 * Shapes that several methods share, by their first and last member: the shape's name and meaning.
 */
const SHARED: Readonly<Record<string, readonly [name: string, meaning: string]>> = {
  'asm hex': ['DecodedScriptSig', 'The signature script of an input.'],
  'asm type': ['DecodedScript', 'The script of an output.'],
  'coinbase sequence': ['DecodedInput', 'An input of a transaction.'],
  'value scriptPubKey': ['DecodedOutput', 'An output of a transaction.'],
  'txid vout': ['DecodedTransaction', 'A transaction.'],
  'identifier value': ['ProprietaryField', 'A PSBT field of another program.'],
  'key path': ['MissingOrigin', 'Where a missing key comes from.'],
  'input locks': ['SigningDetails', 'Why an input is not complete.'],
  'hex details': ['SignedTransaction', 'A signed transaction, and which inputs are not complete.'],
  'address replaced_by_txid': ['TransactionEntry', 'A transaction of a wallet.'],
  'txid tapLeaves': ['PreviousTransactionOutput', 'The output that an input spends.'],
  'pubkeys descriptors': [
    'SolvingDataParam',
    "Data for the size of inputs that are not the wallet's.",
  ],
  'txid sequence': ['InputToSpend', 'An output to spend.'],
  'script controlBlock': ['RevealedLeaf', 'A leaf of a taproot output and its proof.'],
  'data data': ['DataOutput', 'An output that carries data.'],
};

/** Named shapes by their text, with their declarations. */
const named = new Map<string, { readonly name: string; readonly declaration: string }>();

/** Returns the text of `src/library/method-types.ts`. */
function methodTypes(): string {
  const sorted = [...methods].sort((a, b) => (a.name < b.name ? -1 : 1));
  const types = sorted.map(methodType).join('');
  const shapes = [...named.values()].map(({ declaration }) => declaration);
  return `${HEAD}${shapes.join('')}${METHODS}${types}};\n`;
}

/** Returns an object type or the name of its shape, which is the first one if texts differ. */
function shape(members: readonly string[], keys: readonly string[]): string {
  const text = `{\n${members.join('')}}`;
  const known = named.get(text);
  if (known !== undefined) return known.name;
  const [name, meaning = ''] = SHARED[`${keys[0]} ${keys[keys.length - 1]}`] ?? [];
  if (name === undefined || [...named.values()].some((each) => each.name === name)) return text;
  named.set(text, { name, declaration: `\n${doc(meaning)}export type ${name} = ${text};\n` });
  return name;
}

function methodType(method: RpcMethod): string {
  const params = shownParams(method);
  return [
    doc(method.summary),
    `readonly ${method.name}: {\n`,
    `readonly args: ${argsType(params)};\n`,
    `readonly params: readonly [${params.map((_, i) => positional(method, params, i)).join(', ')}];\n`,
    `readonly result: ${resultShapes(method).map(resultType).join(' | ')};\n`,
    '};\n',
  ].join('');
}

const firstName = ({ name }: Param): string => name.split('|')[0] ?? '';
const isName = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name);
const key = (name: string): string => (isName(name) ? name : JSON.stringify(name));

/**
 * Returns the type of named arguments. Members of an options object may be next to it, as in
 * bitcoin-cli -named.
 */
function argsType(params: readonly Param[]): string {
  if (params.length === 0) return '{ readonly [name: string]: never }';
  const beside = params.flatMap((param) => (param.type === 'options' ? (param.fields ?? []) : []));
  const names = new Set(params.map(firstName));
  return objectType([...params, ...beside.filter((param) => !names.has(firstName(param)))]);
}

function objectType(fields: readonly Param[]): string {
  const members = fields.map((field) => {
    const end = field.optional ? `?: ${paramType(field)} | undefined` : `: ${paramType(field)}`;
    return `${doc(paramDoc(field))}readonly ${key(firstName(field))}${end};\n`;
  });
  return shape(members, fields.map(firstName));
}

/** Names that strict mode does not allow as labels. */
const reserved = new Map([
  ['package', 'transactions'],
  ['private', 'isPrivate'],
]);

/** Returns a tuple's element, which may be omitted only if all later elements may. */
function positional(method: RpcMethod, params: readonly Param[], i: number): string {
  const [param, ...behind] = params.slice(i);
  if (param === undefined) return '';
  const name = firstName(param);
  const label = reserved.get(name) ?? name;
  const type = `Methods['${method.name}']['args']['${name}']`;
  if (!param.optional) return `${label}: ${type}`;
  return behind.some(({ optional }) => !optional)
    ? `${label}: ${type} | null`
    : `${label}?: ${type} | null`;
}

function paramDoc(param: Param): string {
  const { default: constant, defaultHint } = param;
  const help = withUnit(param, param.help);
  const fallback = constant === undefined ? defaultHint : String(constant);
  return fallback === undefined ? help : `${help}\nDefault: ${fallback}.`;
}

function paramType(param: Param): string {
  const fields = param.fields ?? [];
  const words = (param.values ?? []).map((word) => JSON.stringify(word));
  if (param.keepsNull === true) return 'unknown';
  switch (param.type) {
    case 'any':
      return 'unknown';
    case 'string':
    case 'hex':
      return words.length > 0 ? words.join(' | ') : 'string';
    case 'number':
      return ['number', ...words].join(' | ');
    case 'bool':
      return 'boolean';
    case 'amount':
      return 'Amount';
    case 'range':
      return 'number | readonly [first: number, last: number]';
    case 'array': {
      const items = union(fields.map(paramType));
      return param.unchecked === true
        ? `readonly (${items})[] | ${items}`
        : `readonly (${items})[]`;
    }
    case 'dictionary':
      return `{ readonly [${firstName(fields[0] ?? param)}: string]: ${union(fields.map(paramType))} }`;
    case 'object':
    case 'options':
      return objectType(fields);
  }
}

function resultType(result: Result): string {
  const type = valueType(result);
  return result.or === undefined ? type : `${type} | ${String(result.or)}`;
}

function valueType(result: Result): string {
  const fields = result.fields ?? [];
  switch (result.type) {
    case 'string':
      return result.values === undefined
        ? 'string'
        : result.values.map((word) => JSON.stringify(word)).join(' | ');
    case 'hex':
      return 'string';
    case 'number':
    case 'amount':
    case 'time':
      return 'number';
    case 'bool':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return result.tuple === true
        ? `readonly [${fields.map(itemType).join(', ')}]`
        : `readonly (${fields.length === 0 ? 'unknown' : union(fields.map(resultType))})[]`;
    case 'dictionary':
      return `{ readonly [${fields[0]?.name || 'key'}: string]: ${union(fields.map(resultType))} }`;
    case 'object':
      return shape(
        fields.map(memberType),
        fields.map(({ name }) => name),
      );
  }
}

function itemType(field: Result): string {
  return field.optional === true ? `(${resultType(field)})?` : resultType(field);
}

function memberType(field: Result): string {
  const end = field.optional === true ? '?:' : ':';
  const text = withUnit(field, field.help);
  return `${doc(text)}readonly ${key(field.name)}${end} ${resultType(field)};\n`;
}

/** Adds the unit of a table's row to its help, if the table's head contains it. */
function withUnit({ name, type }: Param | Result, help: string): string {
  const unit = unitOf(name, type);
  if (unit === undefined || unit.known.test(help)) return help;
  // The unit is added to the first sentence, which may be longer than a line.
  const [sentence = ''] = /^[\s\S]*?(?=[.;]\s|\.?$)/.exec(help) ?? [];
  return `${sentence}; ${unit.words}${help.slice(sentence.length)}`;
}

function unitOf(name: string, type: (Param | Result)['type']) {
  if (/locktime$/.test(name)) {
    return {
      known: /500000000|as a (time|height)/,
      words: 'a height, from 500000000 on seconds since 1970',
    };
  }
  if (type === 'time') return { known: /1970|seconds/, words: 'seconds since 1970' };
  if (type === 'amount') return { known: /BTC|sat/, words: 'in BTC' };
  if (/(txid|(block|^)hash)$/.test(name)) {
    return { known: /explorer/, words: 'hexadecimal, as block explorers show it' };
  }
  if (type === 'hex' || /fingerprint$/i.test(name)) {
    return { known: /hex|explorer/, words: 'hexadecimal' };
  }
  return undefined;
}

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ') || 'never';

function doc(text: string): string {
  const lines = text.trim().replaceAll('*/', '* /').split('\n');
  if (lines.join('') === '') return '';
  return lines.length === 1
    ? `/** ${lines[0]} */\n`
    : `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\n`;
}

const [, , file = 'src/library/method-types.ts'] = process.argv;
const text = methodTypes();
// Replace the file at once, because compilers may be reading it.
if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}
