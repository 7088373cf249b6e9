// Makes coldsign.html: one file with, packed as text in a script, the style and the scripts of the page
// and its workers.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, transform } from 'esbuild';
import { compress } from 'lzma1';
import { Encoder } from '../node_modules/lzma1/lib/encoder.js';
import { commitDefine, sourceCommit, version } from './commit.mjs';
import { treeOf } from './site/text.mjs';
import { packTables } from './tables.mjs';
import { whole } from './whole.mjs';

/** Maximum size in bytes, small enough to copy anywhere, and to rebuild and compare. */
const PAGE_LIMIT = 600_000;

const sha256 = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The logo of view/header.tsx for the browser's tab. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#0b4fc4" d="M16 1 29 8.500v15L16 31 3 23.500v-15z"/><path fill="none" stroke="#fff" stroke-width="3" d="m10 16.500 4.500 4.500L23 12"/></svg>',
)}`;

const pageText = ({ policy, made, first, script }) => `<!doctype html>
<html lang="en">
<head>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="generator" content="${made}">
<meta name="referrer" content="no-referrer">
<meta http-equiv="x-dns-prefetch-control" content="off">
<script>${first}</script>
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>coldsign</title>
<link rel="icon" href="${icon}">
</head>
<body>
<div id="page"><noscript><p>coldsign needs JavaScript. It loads nothing from outside.</p></noscript></div>
<script id="view"></script>
<script>${script}</script>
</body>
</html>
`;

/**
 * Encodes bytes as text for src/adapters/page/unpack.ts: their number, a space, and a character from
 * U+3000 on for 15 bits. The file is UTF-16, where each of them has two bytes.
 */
function toText(bytes) {
  let [text, held, count] = [`${bytes.length} `, 0, 0];
  for (const byte of [...bytes, 0, 0]) {
    held |= byte << count;
    count += 8;
    if (count < 15) continue;
    text += String.fromCharCode(0x3000 + (held & 32767));
    held >>>= 15;
    count -= 15;
  }
  return text;
}

// lzma1 has no options for pb, the bits of a position that matches depend on (it takes 2), and for
// lc, the bits of the last byte that a letter depends on (3). Text is smaller with 0 and 8: 1.1 kB in
// the page. Each packed file names both, so every decoder reads it.
const { configure } = Encoder.prototype;
Encoder.prototype.configure = function (mode) {
  configure.call(this, mode);
  this._posStateBits = 0;
  this._posStateMask = 0;
  this._numLiteralContextBits = 8;
};

/** Packs bytes as a text that src/adapters/page/unpack.ts unpacks. */
const pack = (...parts) => JSON.stringify(toText(compress(Buffer.concat(parts), 9)));

/** Finds the help of a row (src/rpc/fields.ts), which follows its name. */
const rowHelp =
  /(?<row>\b(?:str|hex|num|bool|amount|list|object|dictionary|rows)(?:\.optional)?\(\s*(?:'[^'\n]*'|`[^`\n]*`),\s*)(?:'[^'\n]*'|"[^"\n]*"|`[^`\n]*`)/g;

/** The kernel's code. The page packs it as bytes, which compress better than a text of them. */
const kernelOf = (root) => {
  const text = readFileSync(join(root, 'src', 'crypto', 'kernel-code.ts'), 'utf8');
  const parts = [...text.matchAll(/'([\w+/=]+)'/g)].map(([, part]) => part);
  return Buffer.from(parts.join(''), 'base64');
};

/**
 * Returns a module with this word list. Each word is stored as the number of letters shared with
 * the previous word, and its other letters, composed if the list has them decomposed.
 */
function frontCoded(words) {
  let last = '';
  const text = words.map((word) => {
    const composed = word.normalize('NFC');
    let shared = 0;
    while (shared < 9 && shared < last.length && composed[shared] === last[shared]) shared++;
    last = composed;
    return shared + composed.slice(shared);
  });
  return `let last = '';
export const wordlist = ${JSON.stringify(text.join(''))}
  .match(/\\d\\D*/g)
  .map((word) => (last = last.slice(0, word[0]) + word.slice(1)).normalize('NFKD'));`;
}

/**
 * Texts in a form that compresses better: word lists with the letters that words share once. The
 * kernel's code comes from src/adapters/page/start.ts. The page shows no help of results,
 * so that help stays out.
 */
const smaller = {
  name: 'smaller',
  setup({ onLoad }) {
    onLoad({ filter: /crypto[\\/]kernel-code\.ts$/ }, () => ({
      contents: 'export const kernelCode = KERNEL;',
    }));
    onLoad({ filter: /rpc[\\/]results[\\/][\w-]+\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      return { contents: text.replace(rowHelp, "$<row>''"), loader: 'ts' };
    });
    onLoad({ filter: /wordlists[\\/][\w-]+\.js$/ }, async ({ path }) => {
      const { wordlist } = await import(pathToFileURL(path));
      return { contents: frontCoded(wordlist) };
    });
  },
};

/** Separator of the parts in src/adapters/page/start.ts. */
const SEPARATOR = '\n//next\n';

async function englishOf(folder) {
  const contents = "export * from './strings.ts'; export * from './engine-messages.ts';";
  const stdin = { contents, resolveDir: folder };
  const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', write: false });
  const { english, engineTexts } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
  );
  return { words: english, engine: engineTexts };
}

/** Returns the page as a file, and passes its contents to `onBuilt`. */
export async function makePage(root, onBuilt) {
  const folder = join(root, 'src', 'adapters', 'page');
  const script = async (entry, options = {}) => {
    const { outputFiles, metafile } = await build({
      absWorkingDir: root,
      entryPoints: [`src/adapters/page/${entry}`],
      bundle: true,
      write: false,
      metafile: true,
      minify: true,
      format: 'iife',
      platform: 'browser',
      target: 'es2022',
      charset: 'utf8',
      legalComments: 'none',
      logLevel: 'warning',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      plugins: [smaller, whole],
      ...options,
    });
    onBuilt(metafile);
    return outputFiles[0].text.trim();
  };
  const languages = ['de', 'es', 'fr', 'ja', 'pt'].map((tag) => [
    tag,
    JSON.parse(readFileSync(join(folder, 'languages', `${tag}.json`), 'utf8')),
  ]);
  const manual = treeOf(readFileSync(join(root, 'docs', 'page.md'), 'utf8'));
  const english = { ...(await englishOf(folder)), manual };
  const commit = sourceCommit();
  const first = await script('first.ts', { globalName: 'first' });
  const view = await script('main.tsx', {
    globalName: 'coldsign',
    define: commitDefine(commit),
  });
  const { code } = await transform(readFileSync(join(folder, 'page.css'), 'utf8'), {
    loader: 'css',
    minify: true,
  });
  const style = code.trim();
  // Packed together they are smaller, because they share code. In this order they are smallest.
  const parts = [
    packTables(english, Object.fromEntries(languages)),
    await script('worker/main.ts'),
    await script('worker/pictures.ts'),
    view,
    style,
  ].join(SEPARATOR);
  if (parts.split(SEPARATOR).length !== 5) throw new Error('a part has the separator in it');
  const kernel = kernelOf(root);
  const start = await script('start.ts', {
    define: { PACKED: pack(kernel, Buffer.from(parts)), KERNEL_SIZE: `${kernel.length}` },
  });
  // Sequences that would end the element, or begin a comment in it, are only in texts, where the
  // bar may be escaped.
  const safe = start.replace(/<(?=\/script|!--|script)/gi, '\\x3c');
  const policy = [
    "default-src 'none'",
    `script-src ${[first, safe, view].map(sha256).join(' ')} 'wasm-unsafe-eval'`,
    `style-src ${sha256(style)}`,
    'img-src data:',
    'worker-src blob:',
    'media-src blob: mediastream:',
    "base-uri 'none'",
    "form-action 'none'",
    "webrtc 'block'",
  ].join('; ');
  // This line is for people who open the file as text.
  const made = `coldsign ${version}, commit ${commit}`;
  const html = pageText({ policy, made, first, script: safe });
  // The mark at the beginning says that it is UTF-16, whatever a server says. UTF-8 would be 13 %
  // larger.
  const file = Buffer.from(`\ufeff${html}`, 'utf16le');
  const { length } = file;
  if (length > PAGE_LIMIT)
    throw new Error(`coldsign.html has ${length} bytes, at most ${PAGE_LIMIT}`);
  return file;
}
