// Makes coldsign.html: one file with its script, its style and, packed as a text in the script, the script of its worker.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, transform } from 'esbuild';
import { gzip } from 'pako';
import { commitDefine, sourceCommit } from './commit.mjs';

/** In bytes: what a stick and a phone take without a thought, and a person can still rebuild and compare. */
const PAGE_LIMIT = 900_000;

const sha256 = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const pageText = (policy, style, first, script) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta http-equiv="x-dns-prefetch-control" content="off">
<script>${first}</script>
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>coldsign</title>
<style>${style}</style>
</head>
<body>
<div id="page"><noscript><p>coldsign needs JavaScript. It loads nothing from outside.</p></noscript></div>
<script>${script}</script>
</body>
</html>
`;

/** The text of the page. `onBuilt` is told what went into it. */
export async function makePage(root, onBuilt) {
  const folder = join(root, 'src', 'adapters', 'page');
  const script = async (entry, define) => {
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
      define,
    });
    onBuilt(metafile);
    return outputFiles[0].text.trim();
  };
  const packed = async (entry) => {
    const text = await script(entry, {});
    return JSON.stringify(Buffer.from(gzip(text, { level: 9 })).toString('base64'));
  };
  const first = await script('first.ts', {});
  const view = await script('main.tsx', {
    ENGINE: await packed('engine/main.ts'),
    PICTURES: await packed('engine/pictures.ts'),
    ...commitDefine(sourceCommit()),
  });
  // What would end the element, or begin a comment in it, stands only in texts, where the bar may be escaped.
  const safe = view.replace(/<(?=\/script|!--|script)/gi, '\\x3c');
  const { code } = await transform(readFileSync(join(folder, 'page.css'), 'utf8'), {
    loader: 'css',
    minify: true,
  });
  const style = code.trim();
  const policy = [
    "default-src 'none'",
    `script-src ${sha256(first)} ${sha256(safe)} 'wasm-unsafe-eval'`,
    `style-src ${sha256(style)}`,
    'worker-src blob:',
    'media-src blob: mediastream:',
    "base-uri 'none'",
    "form-action 'none'",
    "webrtc 'block'",
  ].join('; ');
  const html = pageText(policy, style, first, safe);
  const { length } = Buffer.from(html);
  if (length > PAGE_LIMIT)
    throw new Error(`coldsign.html has ${length} bytes, at most ${PAGE_LIMIT}`);
  return html;
}
