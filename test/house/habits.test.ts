import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { RpcCode } from '../../src/rpc/error.ts';
import { sourcesUnder } from '../support/build/sources.ts';
import { readVector, vectorPath } from '../support/paths.ts';

const sources = sourcesUnder('src');
const engine = sources.filter((source) => !source.path.startsWith('src/adapters/'));

/** Returns `path:line` of each matching line, unless `unless` finds a reason there. */
function lines(
  among: typeof sources,
  pattern: RegExp,
  unless: (line: string, before: string, after: string) => boolean = () => false,
): string[] {
  return among.flatMap(({ path, text }) => {
    const all = text.split('\n');
    return all.flatMap((line, i) =>
      pattern.test(line) && !unless(line, all[i - 1] ?? '', all[i + 1] ?? '')
        ? [`${path}:${i + 1} ${line.trim()}`]
        : [],
    );
  });
}

test('the lists of public names hold no logic', () => {
  const lists = sources.filter(
    ({ path }) => path === 'src/index.ts' || path.startsWith('src/public/'),
  );
  const statements = lists.flatMap(({ path, text }) =>
    text
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/^\s*\/\/.*$/gm, '')
      .split(';')
      .map((statement) => statement.trim())
      .filter(
        (statement) => statement !== '' && !/^export (type )?(\*|\{[^}]*\}) from /.test(statement),
      )
      .map((statement) => `${path}: ${statement}`),
  );
  expect(statements).toEqual([]);
});

// Only errors, which a caller must be able to distinguish, and values that refuse to be printed.
test('six classes in all', () => {
  const found = lines(sources, /^\s*(export )?(default )?(abstract )?class /);
  expect(found.map((line) => line.replace(/^.*class (\w+).*$/, '$1')).sort()).toEqual([
    'ColdsignError',
    'ComputationFault',
    'PlainError',
    'PrivateKey',
    'RpcError',
    'WalletHostError',
  ]);
});

// Hermes, the engine of React Native, does not support \p{...} in regular expressions.
test('regular expressions of the engine name no Unicode property', () => {
  expect(
    lines(sources, /\\[pP]\{/).filter((line) => !/src\/adapters\/|\/\*\*|\d+ \* /.test(line)),
  ).toEqual([]);
});

test('bytes are known in every realm', () => {
  expect(lines(sources, /instanceof (Uint8Array|ArrayBuffer)\b/)).toEqual([]);
});

// Hermes silently makes empty ones from any other iterable.
test('typed arrays are made from arrays', () => {
  const iterator =
    /(Int|Uint|Float)\d+Array(\.from)?\([^)]*\.(keys|values|entries)\(\)|(Int|Uint|Float)\d+Array(\.from)?\(new (Set|Map)/;
  expect(lines(sources, iterator)).toEqual([]);
});

test('RpcError is thrown in rpc and above only', () => {
  const below = engine.filter(({ path }) => !/^src\/(rpc|library)\//.test(path));
  expect(lines(below, /\bnew RpcError\b|import .*\bRpcError\b/)).toEqual([]);
});

test('a catch says which case it is for', () => {
  const stated = (line: string, before: string, after: string) =>
    [line, before, after].some((text) => text.includes('//'));
  expect(lines(sources, /\bcatch\s*\{/, stated)).toEqual([]);
  expect(lines(sources, /\bcatch\s*(\(\w+\))?\s*\{\s*\}/)).toEqual([]);
  expect(lines(sources, /\.catch\(\(\w*\)\s*=>\s*(undefined|\{\s*\})\)/, stated)).toEqual([]);
});

test('no way around the compiler or the linter', () => {
  const comment = (line: string) => /^\s*(\/?\*|\/\/)/.test(line);
  expect(lines(sources, /[:<]\s*any\b|\bas any\b/, comment)).toEqual([]);
  expect(lines(sources, /@ts-(ignore|expect-error|nocheck)|biome-ignore/)).toEqual([]);
});

test('a list in a map grows in place, because copies take quadratic time', () => {
  // A ledger's lists are shared with its earlier states, and few transactions spend one coin.
  const others = sources.filter(({ path }) => path !== 'src/wallet/ledger/ledger.ts');
  expect(lines(others, /\.set\((.+), \[\.\.\.\(.+\.get\(\1\) \?\? \[\]\), (?!\.\.\.)/)).toEqual([]);
});

test('no pattern tries every place of long white space', () => {
  expect(lines(sources, /\/\\s[*+][^/]|\/\^\\s\*[^/]*\/[gi]*m/)).toEqual([]);
});

test('no literal is spread to save lines', () => {
  expect(lines([...sources, ...sourcesUnder('test')], /\.\.\.\{/)).toEqual([]);
});

test('no note of unfinished work is left', () => {
  expect(lines(sources, /\b(TODO|FIXME|XXX)\b|not implemented|unimplemented/i)).toEqual([]);
});

test('the engine has no clock, randomness or global state', () => {
  expect(
    lines(engine, /\b(Math\.random|Date\.now|new Date|globalThis|performance\.now)\b/),
  ).toEqual([]);
});

test('no test is skipped without a condition, or alone', () => {
  const tests = sourcesUnder('test').filter(({ path }) => path.endsWith('.test.ts'));
  expect(lines(tests, /\b(it|test|describe)\.(skip|todo|only)\b\s*\(/)).toEqual([]);
});

test('a unit test that puts something in the place of a module or a global is listed as mocking', () => {
  const apart = /^test\/(browser|fuzz|hermes|kill|node|package|support)\//;
  const replacing = sourcesUnder('test')
    .filter(({ path, text }) => !apart.test(path) && /\bvi\.(mock|doMock|stubGlobal)\(/.test(text))
    .map(({ path }) => path);
  const config = sourcesUnder('test').find(({ path }) => path === 'test/vitest.config.ts');
  const listed = /^const mocking = \[([^\]]*)\]/m.exec(config?.text ?? '')?.[1] ?? '';
  expect([...listed.matchAll(/'([^']+)'/g)].map(([, path]) => path)).toEqual(replacing);
});

const isComment = (line: string) => /^\s*(\/?\*|\/\/)/.test(line);
const belowRpc = engine.filter(({ path }) => !/^src\/(rpc|library|public|index)\b/.test(path));

// Sources of a chain pass on a node's answers, including its codes.
test('below rpc only sources of a chain have RPC codes', () => {
  const others = belowRpc.filter(({ path }) => !/^src\/(chain|servers|snapshot)\//.test(path));
  const names = Object.keys(RpcCode).join('|');
  const own = new RegExp(`\\b(RpcCode|RPC_\\w+|(const|let) (${names}))\\b|\\bcode: -\\d+`);
  expect(lines(others, own, isComment)).toEqual([]);
});

test('code below rpc has no message for callers', () => {
  const told = sources.filter(({ path }) => /^src\/rpc\/(wallet|spending)\//.test(path));
  const sentences = new Set(
    told.flatMap(({ text }) =>
      [...text.matchAll(/'([A-Z][^'\n]{24,})'/g)].map(([, words]) => words ?? ''),
    ),
  );
  expect(sentences.size).toBeGreaterThan(20);
  const said = belowRpc.flatMap(({ path, text }) =>
    [...sentences].filter((words) => text.includes(words)).map((words) => `${path}: ${words}`),
  );
  expect(said).toEqual([]);
  // Beginnings of Core's messages about wallets.
  expect(
    lines(belowRpc, /['`](Error: |Wallet (file|loading|is|name)|Failed to )/, isComment),
  ).toEqual([]);
});

/** Returns all error messages in the recordings of a node. */
function recordedErrors(): string[] {
  const files = readdirSync(vectorPath(''), { recursive: true, encoding: 'utf8' });
  const texts = files.filter((name) => name.endsWith('.json')).map(readVector);
  const error = /"(?:message|error|reject-reason)\\?":\s*\\?"((?:[^"\\]|\\.)*?)\\?"/g;
  return [
    ...new Set(texts.flatMap((text) => [...text.matchAll(error)].map(([, words = '']) => words))),
  ];
}

/** Returns the sentences in a file's strings; of a template, the words between inserted values. */
function sentencesOf(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`]*)`/g)]
    .flatMap(([, single, double, template = '']) =>
      (single ?? double ?? template).split(/\$\{[^}]*\}/),
    )
    .map((words) => words.trim())
    .filter((words) => words.length >= 16 && /[a-z] /.test(words));
}

/**
 * Rooms that parse a language or a PSBT name what is wrong with it, and the relay rules name why they
 * reject a transaction, as Core does in `script/descriptor.cpp`, `script/script_error.cpp`, `psbt.h`
 * and `policy/`. `library` has the same messages.
 */
const judges =
  /^src\/(descriptor\/(checksum|key-path|parse-.*)|script\/(address|script-error)|psbt\/(analyze|decode|fields|record-forms|value-forms)|encoding\/reader|transaction\/(codec|check)|policy\/.*)\.ts$/;

test('messages of a node occur below rpc only in a grammar or a rule of relay', () => {
  const recorded = recordedErrors();
  expect(recorded.length).toBeGreaterThan(500);
  const said = recorded.join('\n');
  const found = belowRpc
    .filter(({ path }) => !judges.test(path))
    .flatMap(({ path, text }) =>
      sentencesOf(text)
        .filter((words) => said.includes(words))
        .map((words) => `${path}: ${words}`),
    );
  expect(found).toEqual([]);
});

test('sentences in single quotes and around template values are found', () => {
  const text = [
    "return { error: 'Requested wallet does not exist or is not loaded' };",
    '// `What a comment says is not told to anybody`',
    `const a = \`Provided checksum \${given} is not the right one\`;`,
  ].join('\n');
  expect(sentencesOf(text)).toEqual([
    'Requested wallet does not exist or is not loaded',
    'Provided checksum',
    'is not the right one',
  ]);
  expect(recordedErrors()).toContain('Requested wallet does not exist or is not loaded');
});

// Two forms of failure: `undefined`, and an object with `error`.
describe('failures are reported by `error`', () => {
  const others =
    'broken|fault|failed|failure|forged|invalid|malformed|problem|reason|refusal|refused|reject|rejected|stale|twice|unknown|why';

  test('a value is not compared with another word to detect a failure', () => {
    // Messages of a worker, which distinguish its replies from its end.
    const found = lines(sources, new RegExp(`'(${others})' in `));
    expect(found.filter((line) => !line.startsWith('src/adapters/threads/web.ts'))).toEqual([]);
  });

  test('a type has no other member for a failure', () => {
    const alone = new RegExp(`\\{ (readonly )?(${others}): [^;,{}]+;? \\}`);
    // There it means fields of unknown types, which are kept.
    const found = lines(engine, alone);
    expect(found.filter((line) => !line.startsWith('src/psbt/field-reader.ts'))).toEqual([]);
  });

  test('a function below rpc returns no message in place of a value', () => {
    const result = /\): (Promise<)?[A-Z]\w*(<[^>]*>)?(\[\])? \| ('[a-z]|string\b)/;
    expect(lines(belowRpc, result)).toEqual([]);
  });
});

test('comments have at most 100 columns, except tables', () => {
  // One file is generated.
  const written = sources.filter(({ path }) => path !== 'src/library/method-types.ts');
  const isFine = (line: string) => line.length <= 100;
  expect(lines(written, /^\s*(\/\/|\/?\*)(?! {4})/, isFine)).toEqual([]);
});
