import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { commentsOf, declarationsOf } from '../../.ci/declared.ts';
import { emitDeclarations } from '../../.ci/emitted.ts';
import { browserEntries, publicEntries } from '../../.ci/public-names.ts';
import { catalogEntry, findingIds } from '../../src/review/catalog.ts';
import { FIXES, PROGRAMS } from '../../src/review/fix.ts';
import { helpText } from '../../src/rpc/help-text.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { closedTypes, metTypes } from '../support/build/declarations.ts';
import { flows, pageWith } from '../support/build/flows.ts';
import { sourcesUnder } from '../support/build/sources.ts';
import { vectorPath } from '../support/paths.ts';

/** Declaration files of the package, as built. */
const entries = [...publicEntries(), ...browserEntries()];
const readDeclaration = emitDeclarations(entries.map(({ types }) => types));

/**
 * Compares a page under docs/. `npm run docs` rewrites it; the diff then shows what changed for
 * users.
 */
function page(name: string): string {
  return vectorPath(`../docs/${name}`);
}

test('docs/methods.md holds the help of every method', async () => {
  const byName = methods.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const sections = byName.map(
    (method) => `## ${method.name}\n\n\`\`\`text\n${helpText(method)}\n\`\`\`\n`,
  );
  const head = '# Methods\n\nWhat `coldsign help METHOD` prints. Written by `npm run docs`.\n';
  await expect([head, ...sections].join('\n')).toMatchFileSnapshot(page('methods.md'));
});

const declared = new Map(
  entries.map(({ specifier, types }) => [specifier, declarationsOf(types, readDeclaration)]),
);

test('every exported name has a declaration for the reference', () => {
  const silent = entries.flatMap(({ specifier, names }) =>
    names
      .filter(({ name }) => (declared.get(specifier)?.get(name) ?? '') === '')
      .map(({ name }) => `${specifier} ${name}`),
  );
  expect(silent).toEqual([]);
});

test('no type in the reference is cut off: each ends with the statement of the compiler', () => {
  const emitted = publicEntries().flatMap(({ types }) => [
    ...declarationsOf(types, readDeclaration),
  ]);
  const types = emitted.filter(([, text]) =>
    /^type /m.test(text.replace(/\/\*\*[\s\S]*?\*\//g, '')),
  );
  const cut = types.filter(([, text]) => {
    const code = text
      .replace(/\/\*\*[\s\S]*?\*\//g, '')
      .replace(/'[^'\n]*'/g, 'S')
      .replace(/=>/g, '');
    const depth = (open: RegExp, close: RegExp) =>
      (code.match(open) ?? []).length - (code.match(close) ?? []).length;
    const isOpen = depth(/[{([<]/g, /[})\]>]/g) !== 0;
    return isOpen || !code.trim().endsWith(';') || /[|&=]\s*;$/.test(code.trim());
  });
  expect(types.length).toBeGreaterThan(200);
  expect(cut.map(([name]) => name)).toEqual([]);
  // A page that is cut inside a union lacks its later members.
  const faults = new Map(emitted).get('ErrorCode');
  for (const code of ['WRONG_ARGUMENT', 'DEVICE_REFUSED', 'UNKNOWN_FEE']) {
    expect(faults).toContain(`'${code}'`);
  }
});

/** The problem that each way to fix a PSBT solves. */
const PROBLEMS: { readonly [problem in keyof typeof FIXES]: string } = {
  proof: 'amounts or the fee are unknown or unproven',
  again: 'the PSBT is wrong (amounts, scripts, sighash types, inputs, silent payments)',
  signature: 'a signature is invalid',
  claim: 'an input, output or key is labelled as yours and is not',
};

test('docs/review.md holds every finding of a review, and how to fix it', async () => {
  const rows = findingIds.map((id) => {
    const { severity, text, advice } = catalogEntry(id);
    return `| \`${id}\` | ${severity} | ${text} | ${advice} |`;
  });
  const head = readFileSync(vectorPath('../docs/review.md'), 'utf8').split(/^\| id \|/m)[0];
  const table = [
    '| id | severity | what it means | what to do |',
    '|---|---|---|---|',
    ...rows,
    '',
  ];
  const fixes = Object.entries(PROBLEMS).map(([problem, text]) =>
    [text, ...FIXES[problem as keyof typeof FIXES]].join(' | '),
  );
  const fixTable = [`problem | ${PROGRAMS.join(' | ')}`, '---|---|---|---', ...fixes];
  const rest = `${head}${table.join('\n')}`.replace(
    /^\| problem \|(.*\n)+?\n/m,
    `${fixTable.map((row) => (row.startsWith('-') ? `|${row}|` : `| ${row} |`)).join('\n')}\n\n`,
  );
  await expect(rest).toMatchFileSnapshot(page('review.md'));
});

test.each(flows)('the page $name of the guide holds the program of test/flows', async (flow) => {
  await expect(pageWith(flow)).toMatchFileSnapshot(page(`guide/${flow.name}.md`));
});

test('every exported name has a description', () => {
  const silent = publicEntries().flatMap(({ specifier, names }) =>
    names.filter(({ meaning }) => meaning === '').map(({ name }) => `${specifier}: ${name}`),
  );
  expect(silent).toEqual([]);
});

test('every exported name has a comment in the declarations of the package, for editors', () => {
  const silent = publicEntries().flatMap(({ specifier, types }) =>
    [...commentsOf(types, readDeclaration)]
      .filter(([, comment]) => comment === undefined)
      .map(([name]) => `${specifier}: ${name}`),
  );
  expect(silent).toEqual([]);
});

describe('the types that apps meet', () => {
  const entries = publicEntries().map(({ types }) => types);
  const types = metTypes(entries, readDeclaration, closedTypes);

  test('describe each of their members', () => {
    // Arguments, their order and the answer, as in the comment of `Methods`.
    const said = (type: string, member: string) =>
      type === 'Methods' && ['args', 'params', 'result'].includes(member);
    const silent = types.flatMap(({ name, file, silent: members }) =>
      members.filter((member) => !said(name, member)).map((member) => `${file} ${name}.${member}`),
    );
    expect(types.length).toBeGreaterThan(200);
    expect(silent).toEqual([]);
  });

  test('name the units of amounts, sizes, heights, times and hashes', () => {
    // The kind of a signature, the number of a method's own list, and transactions per second.
    const other = ['Methods.sighash', 'Methods.tx_send_rate'];
    const found = types.flatMap(({ name, file, unitless }) =>
      unitless
        .filter((member) => !other.includes(`${name}.${member}`))
        .map((member) => `${file} ${name}.${member}`),
    );
    expect(found).toEqual([]);
  });
});

test('a member whose comment names no unit is found', () => {
  const text = `export type Spend = {
    /** What it pays. */
    readonly fee: bigint;
    /** In satoshi. */
    readonly amount: bigint;
    /** What it pays. */
    readonly value: Satoshis;
    readonly txid: string;
    /** When it was mined. */
    readonly blockTime?: number | undefined;
    /**
     * Of the block.
     * The first byte last, as explorers show it.
     */
    readonly blockHash: string;
    /** Asks again. */
    readonly byHeight: (height: number) => number;
};
`;
  const [type] = metTypes(['index.d.ts'], () => text);
  expect(type?.unitless).toEqual(['fee', 'txid', 'blockTime']);
});

describe('hints in the library', () => {
  /** Sentences in string literals; a single name is not a sentence. */
  const withoutCode = (text: string) =>
    text.replace(/^\s*(\*|\/[*/]).*$/gm, '').replace(/\$\{[^{}]*\}/g, ' ');
  const sentences = sourcesUnder('src/library')
    .filter(({ path }) => !path.endsWith('method-types.ts'))
    .flatMap(({ text }) => withoutCode(withoutCode(text)).match(/'[^'\n]*'|`[^`\n]*`/g) ?? [])
    .filter((text) => text.includes(' '));
  /** The start of a PSBT in base64, and a function of the platform. */
  const others = ['cHNidP', 'getRandomValues'];
  const mentioned = new Set(sentences.flatMap((text) => text.match(/\b[a-z]+[A-Z]\w*/g) ?? []));

  test('mention only names that apps can find in the reference', () => {
    const texts = [...declared.values()].flatMap((names) => [...names].flat());
    const api = new Set(texts.join('\n').match(/\b\w+\b/g));
    expect(mentioned.size).toBeGreaterThan(20);
    expect([...mentioned].filter((name) => !api.has(name) && !others.includes(name))).toEqual([]);
  });
});

test('a member without a comment and a type that is not exported are found', () => {
  const files: Record<string, string> = {
    'index.d.ts': "export type { Coin } from './coin.ts';\nexport { spend } from './spend.ts';\n",
    'coin.d.ts':
      "import type { Age } from './age.ts';\n/** A coin. */\nexport type Coin = {\n    /** In satoshi. */\n    readonly value: bigint;\n    readonly age: Age | {\n        blocks?: 'Spent';\n    };\n};\n",
    'age.d.ts':
      '/** In blocks. */\nexport type Age = number;\n/** Not met. */\nexport type Spent = {\n    at: number;\n};\n',
    'spend.d.ts':
      "import type { Age as Old } from './age.ts';\ntype Inner = {\n    deep(): Old;\n};\nexport declare function spend(inner: Inner): void;\n",
  };
  const found = metTypes(['index.d.ts'], (file) => files[file] ?? '');
  const types = found.map(({ text: _, ...rest }) => rest);
  expect(types).toEqual([
    { name: 'Age', file: 'age.d.ts', exported: false, silent: [], unitless: [] },
    { name: 'Coin', file: 'coin.d.ts', exported: true, silent: ['age', 'blocks'], unitless: [] },
    { name: 'Inner', file: 'spend.d.ts', exported: false, silent: ['deep'], unitless: [] },
    { name: 'spend', file: 'spend.d.ts', exported: true, silent: [], unitless: [] },
  ]);
  const shut = metTypes(['index.d.ts'], (file) => files[file] ?? '', new Set(['Coin', 'spend']));
  expect(shut.map(({ name }) => name)).toEqual(['Coin', 'spend']);
});
