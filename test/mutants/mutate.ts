import { parseAst } from 'vitest/node';

/** A change of a source file: `text` replaces the text from `start` to `end`. */
export type Mutant = { readonly start: number; readonly end: number; readonly text: string };

type AstNode = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
};

const OPERATORS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&': '|',
  '|': '&',
  '<<': '>>',
  '>>': '<<',
  '>>>': '<<',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '++': '--',
  '--': '++',
  '+=': '-=',
  '-=': '+=',
};
const METHODS: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
};

function isNode(value: unknown): value is AstNode {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    'start' in value &&
    'end' in value
  );
}

/** Returns true for an invariant, which never fails, so that removing it has no effect. */
const isInvariant = ({ callee }: AstNode): boolean => isNode(callee) && callee.name === 'invariant';

/**
 * Returns true for `list[i] ?? 0`. TypeScript asks for such a value, and no index in range uses it.
 */
const isFallback = ({ type, operator, left, right }: AstNode): boolean =>
  type === 'LogicalExpression' &&
  operator === '??' &&
  isNode(left) &&
  left.type === 'MemberExpression' &&
  left.computed === true &&
  isNode(right) &&
  right.type === 'Literal';

const childrenOf = (node: AstNode): readonly AstNode[] =>
  Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);

/**
 * Returns every mutant of a TypeScript file. Types, imports, texts, complete invariants and the
 * numbers that stand in for an element out of range stay unchanged.
 */
export function mutantsOf(source: string): readonly Mutant[] {
  const program: unknown = parseAst(source, { lang: 'ts' });
  return isNode(program) ? mutantsBelow(program, source) : [];
}

function mutantsBelow(node: AstNode, source: string): readonly Mutant[] {
  if (/^TS(?!As|NonNull|Satisfies)|^ImportDeclaration$/.test(node.type)) return [];
  const children = childrenOf(node).filter((child) => !isFallback(node) || child !== node.right);
  const below = children.flatMap((child) => mutantsBelow(child, source));
  return [...mutantsAt(node, source), ...below];
}

function mutantsAt(node: AstNode, source: string): readonly Mutant[] {
  const { start, operator, left, right, test, property, value, expression } = node;
  const replace = (of: AstNode, text: string): Mutant => ({ start: of.start, end: of.end, text });
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
      return isNode(left) && isNode(right)
        ? swapOperator(source, { start: left.end, end: right.start }, operator)
        : [];
    case 'UpdateExpression':
      return swapOperator(source, node, operator);
    case 'UnaryExpression':
      return operator === '!' ? [{ start, end: start + 1, text: '' }] : [];
    case 'IfStatement':
    case 'ConditionalExpression':
      return isNode(test) ? [replace(test, 'true'), replace(test, 'false')] : [];
    case 'MemberExpression': {
      const other = isNode(property) ? METHODS[String(property.name)] : undefined;
      return isNode(property) && other !== undefined ? [replace(property, other)] : [];
    }
    case 'Literal':
      if (typeof value === 'boolean') return [replace(node, String(!value))];
      if (typeof value === 'number') return [replace(node, String(value + 1))];
      return typeof value === 'bigint' ? [replace(node, `${value + 1n}n`)] : [];
    case 'SpreadElement':
      return [replace(node, '...[]')];
    case 'ExpressionStatement':
      return isNode(expression) && expression.type === 'CallExpression' && !isInvariant(expression)
        ? [replace(node, ';')]
        : [];
    default:
      return [];
  }
}

function swapOperator(
  source: string,
  { start, end }: Pick<Mutant, 'start' | 'end'>,
  operator: unknown,
): readonly Mutant[] {
  const text = OPERATORS[String(operator)];
  const at = source.indexOf(String(operator), start);
  if (text === undefined || at < 0 || at >= end) return [];
  return [{ start: at, end: at + String(operator).length, text }];
}
