import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { parseAst } from 'vitest/node';
import { root } from '../paths.ts';

/** A rule of the review that can be switched off. */
export type Mutant = {
  /** The file and the line. */
  readonly place: string;
  readonly code: string;
  /** It is read while its file is loaded, not when a transaction is reviewed. */
  readonly isEarly: boolean;
};

/** Where rules are: what finds, and what judges an input, an output, an amount or a fee. */
const FILES =
  /^src\/(review\/(find-[a-z]+|fee-proof|outputs|psbt-subject|past)|transaction\/fee-bounds)\.ts$/;

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

/** What is there instead of a rule: `CODE` is the rule, `OFF` whether it is switched off. */
const NO_FINDINGS = 'OFF ? [] : (CODE)';

const isFinding = (node: Node, code: string): boolean =>
  node.type === 'ArrayExpression' && /^\[\s*\{\s*id\b/.test(code);

/** Returns what switches a rule off, or `undefined` for code that is not a rule. */
function switchOf(node: Node, parent: Node, above: Node, code: string): string | undefined {
  if (parent.type === 'SpreadElement') {
    return above.type === 'ArrayExpression' ? NO_FINDINGS : undefined;
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

/** Returns the code with a switch at each rule, which is off where `coldsignMutant` is its number. */
function withSwitches(file: string, source: string, mutants: Mutant[]): string {
  const edits: [at: number, text: string][] = [];
  const visit = (node: Node, parent: Node, above: Node, isEarly: boolean): void => {
    const code = source.slice(node.start, node.end);
    const [before, after] = switchOf(node, parent, above, code)?.split('CODE') ?? [];
    const isRule = before !== undefined && after !== undefined;
    if (isRule) {
      const off = `(globalThis.coldsignMutant === ${mutants.length})`;
      const line = source.slice(0, node.start).split('\n').length;
      mutants.push({ place: `${file}:${line}`, code: code.replace(/\s+/g, ' '), isEarly });
      edits.push([node.start, `(${before.replace('OFF', off)}`]);
    }
    const isOutside = isEarly && !/Function/.test(node.type);
    for (const child of childrenOf(node)) visit(child, node, parent, isOutside);
    if (isRule) edits.push([node.end, `${after})`]);
  };
  const program: unknown = parseAst(source, { lang: 'ts' });
  if (!isNode(program)) throw new Error(`${file} is not TypeScript`);
  visit(program, program, program, true);
  const inOrder = edits
    .map((edit, i) => ({ edit, i }))
    .sort((a, b) => a.edit[0] - b.edit[0] || a.i - b.i);
  return inOrder.reduceRight(
    (code, { edit: [at, text] }) => code.slice(0, at) + text + code.slice(at),
    source,
  );
}

type Vectors = typeof import('../vectors/review-vectors.ts');

export type MutatedReview = {
  readonly mutants: readonly Mutant[];
  /** The review with one rule switched off; without a number, with all of them. */
  readonly without: (number?: number) => Promise<Vectors>;
  readonly remove: () => void;
};

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
  const without = (number?: number): Promise<Vectors> => {
    Object.assign(globalThis, { coldsignMutant: number });
    const isEarly = number !== undefined && mutants[number]?.isEarly;
    return import(/* @vite-ignore */ isEarly ? `${href}?${number}` : href);
  };
  return { mutants, without, remove: () => rmSync(outfile) };
}
