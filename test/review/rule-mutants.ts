import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { parseAst } from 'vitest/node';
import { root } from '../support/paths.ts';

/** A rule of the review that can be switched off. */
export type Mutant = {
  /** The file and the line. */
  readonly place: string;
  readonly code: string;
  /** True if it is read when its file is loaded, not when a transaction is reviewed. */
  readonly isEarly: boolean;
};

/** Files with rules: finders, and judges of inputs, outputs, wallets, amounts and fees. */
const FILES = new RegExp(
  `^src/(review/(${[
    'find-[a-z]+',
    'cosigners',
    'fee-proof',
    'hidden-scripts',
    'keyless',
    'outputs',
    'past',
    'psbt-subject',
    'shared-wallet',
  ].join('|')})|transaction/fee-bounds)\\.ts$`,
);

/** A part of the code (ESTree). */
type Node = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
};

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

const childrenOf = (node: Node): readonly Node[] => Object.values(node).flat().filter(isNode);

/** The code of a switch: `CODE` is the rule, `OFF` is true if it is switched off. */
const NO_FINDINGS = 'OFF ? [] : (CODE)';

const isFinding = (node: Node, code: string): boolean =>
  node.type === 'ArrayExpression' && /^\[\s*\{\s*id\b/.test(code);

/** Returns the code that switches a rule off, or `undefined` for code that is not a rule. */
function switchOf(node: Node, parent: Node, above: Node, code: string): string | undefined {
  if (parent.type === 'SpreadElement') {
    // A list of one spread only converts a set or a copy.
    const isPart = above.type === 'ArrayExpression' && childrenOf(above).length > 1;
    return isPart ? NO_FINDINGS : undefined;
  }
  if (isFinding(node, code)) return NO_FINDINGS;
  if (parent.type === 'ReturnStatement' && /^(gather|all|some)\(/.test(code)) return NO_FINDINGS;
  if (parent.type === 'ExpressionStatement' && /^\w+\.push\(/.test(code)) return 'OFF || (CODE)';
  if (parent.type === 'ArrayExpression' && node.type === 'Literal') {
    return 'OFF ? undefined : (CODE)';
  }
  const isGuard = parent.type === 'IfStatement' && parent.test === node && !parent.alternate;
  const leaves = isNode(parent.consequent) && /^(Return|Block)/.test(parent.consequent.type);
  return isGuard && leaves ? '!OFF && (CODE)' : undefined;
}

/**
 * Returns the code with a switch at each rule, which is off if `coldsignMutant` is its number.
 * While the rule is on, `coldsignRule` receives its result.
 */
function withSwitches(file: string, source: string, mutants: Mutant[]): string {
  const edits: Edit[] = [];
  const visit = (node: Node, parent: Node, above: Node, isEarly: boolean): void => {
    const code = source.slice(node.start, node.end);
    const [before, after] = switchOf(node, parent, above, code)?.split('CODE') ?? [];
    const isRule = before !== undefined && after !== undefined;
    if (isRule) {
      const off = `(globalThis.coldsignMutant === ${mutants.length})`;
      const line = source.slice(0, node.start).split('\n').length;
      mutants.push({ place: `${file}:${line}`, code: code.replace(/\s+/g, ' '), isEarly });
      const noted = `globalThis.coldsignRule(${mutants.length - 1}, `;
      edits.push([node.start, `(${before.replace('OFF', off)}${noted}`]);
    }
    const isOutside = isEarly && !/Function/.test(node.type);
    for (const child of childrenOf(node)) visit(child, node, parent, isOutside);
    if (isRule) edits.push([node.end, `)${after})`]);
  };
  const program: unknown = parseAst(source, { lang: 'ts' });
  if (!isNode(program)) throw new Error(`${file} is not TypeScript`);
  let isAgain = false;
  for (const statement of childrenOf(program)) {
    const [edited, made] = [edits.length, mutants.length];
    visit(statement, program, program, true);
    // Later code may depend on it.
    isAgain ||= mutants.slice(made).some(({ isEarly }) => isEarly);
    if (!isAgain || !isConstant(statement)) continue;
    edits.push(...evaluatedAgain(statement, source, edits.slice(edited)));
  }
  return withEdits(source, edits);
}

/** Returns true if a statement names a value that is not a function. */
function isConstant(statement: Node): boolean {
  const declarations = childrenOf(statement).flatMap((each) =>
    each.type === 'VariableDeclaration' ? childrenOf(each) : each,
  );
  return declarations.some(
    ({ type, init }) =>
      type === 'VariableDeclarator' && isNode(init) && !/Function/.test(init.type),
  );
}

/** A position, and the text to insert there. */
type Edit = readonly [at: number, text: string];

function withEdits(source: string, edits: readonly Edit[], from = 0): string {
  const inOrder = edits
    .map((edit, i) => ({ edit, i }))
    .sort((a, b) => a.edit[0] - b.edit[0] || a.i - b.i);
  return inOrder.reduceRight(
    (code, { edit: [at, text] }) => code.slice(0, at - from) + text + code.slice(at - from),
    source,
  );
}

/** Makes a constant of a file a variable, so that `coldsignAgain` can evaluate it again. */
function evaluatedAgain(statement: Node, source: string, edits: readonly Edit[]): readonly Edit[] {
  const text = source.slice(statement.start, statement.end);
  const [, before = '', name = ''] =
    /^((?:export )?const (\w+|\[[\w, ]+\])[^=]*= )/.exec(text) ?? [];
  const from = statement.start + before.length;
  const value = withEdits(source.slice(from, statement.end).replace(/;$/, ''), edits, from);
  const at = statement.start + before.indexOf('const');
  if (name === '') throw new Error(`${text} is not a constant`);
  return [
    [at, 'let /* '],
    [at + 'const'.length, ' */'],
    [statement.end, ` globalThis.coldsignAgain.push(() => { ${name} = ${value}; });`],
  ];
}

type Vectors = typeof import('../support/vectors/review-vectors.ts');

export type MutatedReview = {
  readonly mutants: readonly Mutant[];
  /** Returns the review with one rule switched off; without a number, with all rules. */
  readonly without: (number?: number) => Vectors;
  /**
   * Returns the rules that had a result in a run with all of them. Any other rule may be switched
   * off without an effect on this run, unless it `isEarly`.
   */
  readonly effective: (run: () => void) => ReadonlySet<number>;
  readonly remove: () => void;
};

const rules = new Set<number>();

/** Notes that a rule had a result: a guard returned, or a rule found something. */
function noteRule<T>(rule: number, given: T): T {
  const isNothing = !given || (Array.isArray(given) && given.length === 0);
  if (!isNothing) rules.add(rule);
  return given;
}

function effective(run: () => void): ReadonlySet<number> {
  rules.clear();
  run();
  return new Set(rules);
}

/** Builds the review and its vectors with a switch at each rule. */
export async function buildMutants(): Promise<MutatedReview> {
  const mutants: Mutant[] = [];
  const outfile = join(root, '.tmp', 'run', 'mutants', `rules-${process.pid}.mjs`);
  const onLoad = ({ path }: { readonly path: string }) => {
    const file = path.slice(root.length).replaceAll('\\', '/');
    if (!FILES.test(file)) return undefined;
    const contents = withSwitches(file, readFileSync(path, 'utf8'), mutants);
    return { contents, loader: 'ts' } as const;
  };
  await build({
    entryPoints: [join(root, 'test/support/vectors/review-vectors.ts')],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    plugins: [{ name: 'mutants', setup: (all) => all.onLoad({ filter: /\.ts$/ }, onLoad) }],
  });
  const { href } = pathToFileURL(outfile);
  const again: (() => void)[] = [];
  Object.assign(globalThis, { coldsignRule: noteRule, coldsignAgain: again });
  const vectors: Vectors = await import(/* @vite-ignore */ href);
  const without = (number?: number): Vectors => {
    Object.assign(globalThis, { coldsignMutant: number });
    for (const evaluate of again) evaluate();
    return vectors;
  };
  return { mutants, without, effective, remove: () => rmSync(outfile) };
}
