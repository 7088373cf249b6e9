import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { declarationsOf } from '../../.ci/declared.ts';
import { emitDeclarations } from '../../.ci/emitted.ts';
import { entriesOf } from '../../.ci/entries.mjs';
import { readExamples } from '../../.ci/examples.mjs';
import { publicEntries } from '../../.ci/public-names.ts';
import { closedTypes, metTypes } from '../support/build/declarations.ts';
import { root } from '../support/paths.ts';

const entries = entriesOf(root);

/** The entries of 1.0. */
const lasting = `coldsign coldsign/descriptor coldsign/formats coldsign/kernel coldsign/message
  coldsign/psbt coldsign/review coldsign/rpc coldsign/script coldsign/seed coldsign/signing
  coldsign/transaction coldsign/transport coldsign/wallet coldsign/workers`.split(/\s+/);

describe('the entries of the package', () => {
  test('are fifteen', () => {
    expect(Object.keys(entries)).toEqual(lasting);
  });

  test('share one block of package.json, except the root and what React Native does not have', () => {
    const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const names = ['.', './*', './kernel', './workers', './package.json'];
    expect(Object.keys(exports)).toEqual(names);
    const block = (module: string) =>
      JSON.parse(JSON.stringify(exports['./*']).replaceAll('public/*', module));
    expect(exports['.']).toEqual(block('index'));
    const none = { 'react-native': null };
    const { types, ...kernel } = block('public/kernel');
    expect(exports['./kernel']).toEqual({ ...kernel, types: { ...types, ...none }, ...none });
    for (const module of Object.values(entries)) {
      expect(existsSync(join(root, `src/${module}.ts`)), module).toBe(true);
    }
  });
});

const all = publicEntries();
const read = emitDeclarations(all.map(({ types }) => types));
/** The declarations of each entry by name, including comments. */
const declared = all.map(({ specifier, types }) => ({
  specifier,
  names: declarationsOf(types, read),
}));
/** Types that exported names mention, and that no entry exports: text by name and file. */
const parts = metTypes(
  all.map(({ types }) => types),
  read,
  closedTypes,
)
  .filter(({ exported }) => !exported)
  .map(({ name, text }) => ({ name, text: text.replace(/^export /, '') }));
const code = (text: string) => text.replace(/\/\*\*[\s\S]*?\*\//g, '').trim();

test('docs/api-signatures.md holds the signature of every name, so that a change is seen', async () => {
  const first = new Map<string, string>();
  const lineOf = (specifier: string, name: string, text: string) => {
    const line =
      name === 'Methods'
        ? 'type Methods: docs/methods.md'
        : // An export may have another name than its declaration.
          code(text)
            .replace(/\s+/g, ' ')
            .replace(/^((?:async )?\w+ )\w+/, `$1${name}`);
    const before = first.get(line);
    first.set(line, before ?? specifier);
    return before === undefined ? line : `${name}: as in ${before}`;
  };
  const sections = declared.map(({ specifier, names }) => {
    const lines = [...names].map(([name, text]) => lineOf(specifier, name, text));
    return `## ${specifier}\n\n\`\`\`ts\n${lines.sort().join('\n')}\n\`\`\`\n`;
  });
  const head =
    '# Signatures\n\nEvery exported name without its comments. `npm run docs` accepts a change.\n';
  const page = join(root, 'docs/api-signatures.md');
  await expect([head, ...sections].join('\n')).toMatchFileSnapshot(page);
  const inner = parts.map(({ name, text }) => lineOf('', name, text)).sort();
  const about =
    "# Types without an export\n\nTypes that other types mention. Name one by its place: `FundOptions['change']`,\n`ReturnType<typeof checkSigned>`. `npm run docs` accepts a change.\n";
  const rest = `${about}\n\`\`\`ts\n${inner.join('\n')}\n\`\`\`\n`;
  await expect(rest).toMatchFileSnapshot(join(root, 'docs/api-types.md'));
});

/** The number of exported names, and of the types among them. */
const exported = {
  names: new Set(all.flatMap((entry) => entry.names.map(({ name }) => name))).size,
  types: new Set(
    all.flatMap(({ names }) => names.flatMap(({ name, kind }) => (kind === 'type' ? [name] : []))),
  ).size,
};

test('docs/entries.md has the number of exported names', async () => {
  const page = join(root, 'docs/entries.md');
  const counted = /The entries export \d+ names, \d+ of them types\./;
  const text = readFileSync(page, 'utf8');
  expect(text).toMatch(counted);
  const { names, types } = exported;
  const now = text.replace(counted, `The entries export ${names} names, ${types} of them types.`);
  await expect(now).toMatchFileSnapshot(page);
});

test('the entries export at most 400 names', () => {
  expect(exported.names).toBeLessThanOrEqual(400);
});

/** Every declaration except Core's methods, once. */
const face = new Map<string, Set<string>>();
for (const { specifier, names } of declared) {
  if (!lasting.includes(specifier) || specifier === 'coldsign/rpc') continue;
  for (const [name, text] of names) {
    const texts = face.get(name) ?? new Set();
    face.set(name, texts.add(text));
  }
}
const core = declared.find(({ specifier }) => specifier === 'coldsign/rpc')?.names;
const items = [...face].flatMap(([name, texts]) => [...texts].map((text) => ({ name, text })));
const isFunction = (text: string) => /^(async )?function |^const \w+: (<.*>)?\(/.test(code(text));
/** Returns `Type.member` of each matching line. */
const members = (pattern: RegExp, allows: RegExp) =>
  items.flatMap(({ name, text }) =>
    [...code(text).matchAll(pattern)]
      .filter(([, , type = '']) => !allows.test(type))
      .map(([, member]) => `${name}.${member}`),
  );

describe('the convention of the public API', () => {
  test('no two exports of the entries share a name', () => {
    const twice = [...face].filter(([, texts]) => texts.size > 1).map(([name]) => name);
    expect(twice).toEqual([]);
  });

  test('optional members accept undefined', () => {
    const found = members(/^ +(?:readonly )?(\w+)\?: (.*);$/gm, /undefined|^unknown$/);
    // The global `fetch` rejects `body: undefined`; a stack is as JavaScript declares it.
    expect(found).toEqual(
      ['FetchRequest.body', 'PlainError.stack'].filter((x) => found.includes(x)),
    );
  });

  test('amounts are named value', () => {
    // A number or a text is an amount in BTC, as in a node's JSON.
    const btc = /^(number|string)( \| string)?$/;
    expect(members(/\b(amounts?|sats|satoshis?)\??: ([^;,)]*)/g, btc)).toEqual([]);
  });

  test('fee rates are numbers of satoshi per virtual byte, in feeRate and names that end so', () => {
    const rate = /^(number( \| undefined)?|\(\(\) => Promise<number>\) \| undefined)(\).*)?$/;
    const found = members(/\b(\w*[fF]eeRate)\??: ([^;,]*)/g, rate);
    expect(found).toEqual([]);
  });

  test('scripts of outputs are named scriptPubKey', () => {
    // Scripts of leaves, and arguments of script parsers, are not output scripts.
    const any = /^(formatAsm|solveScript|walkScript|TaprootLeaf|TaprootTree)\./;
    const found = members(/\b(script|scriptpubkey)\??: (Bytes|Uint8Array)/g, /^$/);
    expect(found.filter((member) => !any.test(member))).toEqual([]);
  });

  test('options are the last argument', () => {
    const found = items
      .filter(({ text }) => isFunction(text))
      .filter(({ text }) => /\b\w*[oO]ptions\??: [^()]*?,\s*\w+\??: /.test(parametersOf(text)))
      .map(({ name }) => name);
    expect(found).toEqual([]);
  });

  test('no function requires a curve', () => {
    const found = items
      .filter(({ text }) => isFunction(text) && /\bsecp256k1: Secp256k1\b/.test(parametersOf(text)))
      .map(({ name }) => name);
    expect(found).toEqual([]);
  });

  test('decode and parse functions that throw have a try twin that returns { error }', () => {
    const isValue = (text: string) =>
      /undefined|error|Fault|Failure/.test(code(text).replace(/^[^)]*\)/, ''));
    const lacking = items
      .filter(({ name, text }) => /^(decode|parse)[A-Z]/.test(name) && isFunction(text))
      .filter(({ text }) => !isValue(text))
      .map(({ name }) => `try${name[0]?.toUpperCase()}${name.slice(1)}`)
      .filter((twin) => !face.has(twin));
    expect(lacking).toEqual([]);
    expect(face.has('tryParsePsbt')).toBe(true);
  });

  test('every function has @param for its arguments, @throws with codes, and an @example', () => {
    const rpc = [...(core ?? [])].map(([name, text]) => ({ name, text }));
    const missing = [...items, ...rpc]
      .filter(({ text }) => isFunction(text))
      .flatMap(({ name, text }) => {
        const wanted = ['@throws', '@example'];
        if (!parametersOf(text).startsWith(')')) wanted.push('@param');
        const has = (tag: string) => new RegExp(`^ \\* ${tag}\\b`, 'm').test(text);
        return wanted.filter((tag) => !has(tag)).map((tag) => `${name}: ${tag}`);
      });
    expect(missing).toEqual([]);
  });

  test('every example imports its name from its entry, the first that exports the name', () => {
    const homes = new Map(
      declared
        .toReversed()
        .flatMap(({ specifier, names }) =>
          [...names.keys()].map((name): [string, string] => [name, specifier]),
        ),
    );
    const examples = readExamples(root);
    const elsewhere = examples.filter(({ specifier, name, code }) => {
      const imported = new RegExp(
        `^import \\{[^}]*\\b${name}\\b[^}]*\\} from '${specifier}';$`,
        'm',
      );
      return homes.get(name) !== specifier || !imported.test(code);
    });
    expect(elsewhere.map(({ path }) => path)).toEqual([]);
    expect(examples.length).toBeGreaterThan(160);
  });

  test('no source has an example or a line that the build adds to its comment', () => {
    const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
    const added =
      /^\s*\* (@example\b|@throws `ColdsignError`: `WRONG_ARGUMENT` if an argument has another type\.$)/m;
    const found = sources
      .filter((file) => /\.tsx?$/.test(file))
      .filter((file) => added.test(readFileSync(join(root, 'src', file), 'utf8')));
    expect(found).toEqual([]);
  });

  test('no @param only repeats the name of its argument', () => {
    const empty = items.flatMap(({ name, text }) =>
      [...text.matchAll(/@param (\w+)(?: -)? (.*)$/gm)]
        .filter(([, parameter = '', said = '']) => {
          const words = said.toLowerCase().replace(/\b(the|a|an|of|to)\b|[^a-z0-9]/g, '');
          return words === '' || words === parameter.toLowerCase();
        })
        .map(([, parameter]) => `${name}: ${parameter}`),
    );
    expect(empty).toEqual([]);
  });
});

/**
 * Returns the text between the first parentheses of a function at the outermost depth, without
 * members.
 */
function parametersOf(text: string): string {
  let rest = code(text).replace(/=>/g, '');
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(/\{[^{}]*\}/g, 'object');
  }
  return rest.slice(rest.indexOf('(') + 1);
}
