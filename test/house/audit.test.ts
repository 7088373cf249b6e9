import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/paths.ts';

// The trusted base: the files from which a signature can come, and those that can see a private key.

/**
 * The files that read, sign, complete and write transactions and PSBTs, and the keys and scripts
 * that they use. A signature comes from them, or from a file that they import. `extract.ts` is not
 * among them, because a complete transaction gets no other signature.
 */
const ENTRIES: readonly string[] = [
  'src/crypto/noble.ts',
  'src/descriptor/expand.ts',
  'src/descriptor/parse.ts',
  'src/psbt/combine.ts',
  'src/psbt/decode.ts',
  'src/psbt/encode.ts',
  'src/psbt/sign-psbt.ts',
  'src/signing/external-signer.ts',
  'src/signing/miniscript-provider.ts',
  'src/signing/sign-transaction.ts',
];

/** The rooms of the trusted base, in the order of reading. */
const ROOMS = [
  ['encoding', 'bytes, numbers, networks and errors'],
  ['arguments', 'the checks of what a caller gives'],
  ['crypto', 'hashes, curves, keys and nonces, without the kernel'],
  ['script', 'scripts, addresses and the interpreter'],
  ['sighash', 'the digests that are signed'],
  ['transaction', 'transactions, their sizes and fees'],
  ['miniscript', 'spending conditions and how they are met'],
  ['signing', 'the pipeline: plan, sign, assemble, verify'],
  ['descriptor', 'which keys and scripts belong to a wallet'],
  ['silent', 'the scripts that pay silent payment addresses'],
  ['psbt', 'what is signed, and what others have added'],
] as const;

/** What one person reads in a week. */
const MOST_LINES = 22_000;
const MOST_FILES = 170;

/** The kernel is compiled, and proven and compared by tests of its own. */
const KERNEL = /^src\/crypto\/kernel/;

/**
 * The files that handle the bytes of a private key or of a secret nonce. A file that joins them is
 * read as one that could leak or weaken a key.
 */
const SEE_KEYS: readonly string[] = [
  'src/adapters/snapshot/read-silent-index.ts',
  'src/adapters/snapshot/signing-key.ts',
  'src/adapters/threads/curve-pool.ts',
  'src/crypto/curve/key-lists.ts',
  'src/crypto/curve/keys.ts',
  'src/crypto/curve/sign-lists.ts',
  'src/crypto/derive-again.ts',
  'src/crypto/dleq.ts',
  'src/crypto/external-curve.ts',
  'src/crypto/kernel-backend.ts',
  'src/crypto/kernel-signing.ts',
  'src/crypto/kernel.ts',
  'src/crypto/kernel/multiply.ts',
  'src/crypto/kernel/nonce.ts',
  'src/crypto/kernel/sign.ts',
  'src/crypto/musig-session.ts',
  'src/crypto/noble-single.ts',
  'src/crypto/nonce-again.ts',
  'src/crypto/own-signatures.ts',
  'src/crypto/private-key.ts',
  'src/crypto/rfc6979.ts',
  'src/crypto/secp256k1.ts',
  'src/crypto/shared-points.ts',
  'src/descriptor/derive-keys.ts',
  'src/descriptor/derive.ts',
  'src/descriptor/extended-key.ts',
  'src/descriptor/silent-descriptor.ts',
  'src/formats/old/own-key.ts',
  'src/formats/wallet-dat/migrate.ts',
  'src/keys/read-private-keys.ts',
  'src/keys/single-keys.ts',
  'src/message/compact-signature.ts',
  'src/psbt/silent-signing.ts',
  'src/review/check-nonces.ts',
  'src/seed/bip39.ts',
  'src/seed/bip85.ts',
  'src/seed/electrum-old.ts',
  'src/signing/batch-signer.ts',
  'src/signing/musig-creator.ts',
  'src/signing/sign-locally.ts',
  'src/silent/keys.ts',
  'src/silent/scan.ts',
  'src/silent/send.ts',
  'src/snapshot/snapshot-signature.ts',
  'src/wallet/codec/compare.ts',
  'src/wallet/codec/stored-keyring.ts',
  'src/wallet/keys/encryption.ts',
  'src/wallet/keys/silent-owner.ts',
];

const sources = execFileSync('git', ['ls-files', '-z', 'src'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((name) => /\.tsx?$/.test(name));

const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const linesOf = (text: string): number => text.split('\n').length - 1;
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

/** Reads the bytes of a private key, or takes them as an argument. */
const KEY_BYTES =
  /\.reveal\(|\b(secret|secretKey|privateKey|secretNonce|entropy)s?: (readonly )?Bytes\b/;

/** The curve has no other form of a private key than its bytes. */
const KEY_NAMES = /\b(privateKey|secretKey|secretNonce|secret)s?\b/;

/** Returns the files that a file imports, by their names from the root. */
function importsOf(name: string): readonly string[] {
  const found = withoutComments(read(name)).matchAll(/from '(\.[^']+)'/g);
  return [...found].map(([, path = '']) => posix.join(dirname(name), path));
}

/** Orders files so that each comes after those of its room that it imports. */
function inReadingOrder(names: readonly string[]): readonly string[] {
  const ordered = new Set<string>();
  const add = (name: string) => {
    if (ordered.has(name)) return;
    for (const imported of importsOf(name)) if (names.includes(imported)) add(imported);
    ordered.add(name);
  };
  for (const name of names) add(name);
  return [...ordered];
}

/** Returns the first sentence about what a file exports: about a function, if there is one. */
function decisionOf(name: string): string {
  const text = read(name);
  const all = [...text.matchAll(/\/\*\*((?:[^*]|\*(?!\/))*)\*\/\n(.*)/g)];
  const about = (kind: RegExp) => all.find(([, , line = '']) => kind.test(line))?.[1];
  const functions = /^export (async )?function|^export const \w+ = (<.*>)?\(|^export class/;
  const found = about(functions) ?? about(/^export /) ?? all[0]?.[1] ?? '';
  const plain = found
    .replace(/^\s*\* ?/gm, '')
    .replace(/^@[\s\S]*/m, '')
    .replace(/\s+/g, ' ')
    .trim();
  const [sentence = plain] = /^.*?\.(?= [A-Z`]|$)/.exec(plain) ?? [];
  return sentence.replaceAll('|', '\\|');
}

const seesKeys = (name: string): boolean => {
  const known = name.startsWith('src/crypto/') ? KEY_NAMES : KEY_BYTES;
  return known.test(withoutComments(read(name)));
};

/** The entries and all that they import. */
function reached(): ReadonlySet<string> {
  const found = new Set(ENTRIES);
  for (const name of found) for (const imported of importsOf(name)) found.add(imported);
  return found;
}

const base = reached();
const trusted = ROOMS.map(([room, about]) => {
  const names = sources.filter((name) => name.startsWith(`src/${room}/`) && base.has(name));
  return { room, about, names: inReadingOrder(names) };
});

test('the trusted base is in the rooms of docs/audit.md, and is not larger than its goal', () => {
  const names = trusted.flatMap((room) => room.names);
  expect([...base].filter((name) => !names.includes(name))).toEqual([]);
  expect(names.filter((name) => KERNEL.test(name))).toEqual([]);
  expect(names.length).toBeLessThanOrEqual(MOST_FILES);
  expect(sum(names)).toBeLessThanOrEqual(MOST_LINES);
});

test('a file that begins to see private keys is noticed', () => {
  expect(sources.filter(seesKeys)).toEqual(SEE_KEYS);
});

/** The size of the trusted base, as the page and SECURITY.md name it. */
const sizeOf = (names: readonly string[]): string =>
  `about ${about(sum(names))} lines in about ${about(names.length)} files`;

/** Two digits that count: the page need not change with every line. */
const about = (lines: number): string =>
  Number(lines.toPrecision(2)).toLocaleString('en-US', { maximumFractionDigits: 0 });

const sum = (names: readonly string[]): number =>
  names.reduce((total, name) => total + linesOf(read(name)), 0);

const mark = (name: string): string => (seesKeys(name) ? ' **sees keys**' : '');

function table(names: readonly string[], folder: string): string {
  const rows = names.map((name) => {
    const file = `\`${name.slice(folder.length)}\``;
    return `| ${file}${mark(name)} | ${about(linesOf(read(name)))} | ${decisionOf(name)} |`;
  });
  return ['| file | lines | what it does |', '|---|--:|---|', ...rows].join('\n');
}

test('docs/audit.md lists the trusted base in the order of reading', async () => {
  const all = trusted.flatMap(({ names }) => names);
  const others = sources.filter((name) => seesKeys(name) && !all.includes(name));
  const size = sizeOf(all);
  for (const name of ['SECURITY.md', 'README.md']) {
    expect(read(name).replace(/\s+/g, ' '), name).toContain(size);
  }
  const head = `# What to read before you trust it

A signature can only come from the files on this page: ${size}. They
are the files that read, sign, complete and write transactions and PSBTs, and all files that these
import. The rest of coldsign prepares what they sign, checks it again, or shows it. \`npm run docs\`
makes this page, and a test keeps it true.

Read the rooms from the top. In a room, each file comes after those that it imports. A file that is
marked **sees keys** handles the bytes of a private key, of a seed or of a secret nonce. A test has
the names of these files, so none joins them unnoticed.

The kernel (\`src/crypto/kernel*\`) is not among them: other code verifies each of its signatures, and
tests run its compiled bytes beside other libraries
([decision 1](decisions/0001-a-kernel-of-our-own.md)).
`;
  const rooms = trusted.map(({ room, about: what, names }) => {
    const intro = `About ${about(sum(names))} lines in ${names.length} files: ${what}.`;
    return `## ${room}\n\n${intro}\n\n${table(names, `src/${room}/`)}\n`;
  });
  const rest = `## Other files that see private keys

They read keys from words, files and wallets, store them encrypted, or find silent payments.

${table(others, 'src/')}
`;
  await expect([head, ...rooms, rest].join('\n')).toMatchFileSnapshot(join(root, 'docs/audit.md'));
});
