// Records a real node's answer as a vector: npm run record METHOD PARAMS [DESCRIPTION]. Uses the
// node of BITCOIND_URL, or starts one.
import { readFileSync, writeFileSync } from 'node:fs';
import { vectorPath } from '../support/paths.ts';
import { type Post, recordCase } from '../support/vectors/record.ts';

const [method, params = '[]', description = ''] = process.argv.slice(2);
const path = vectorPath('found/methods.regtest.json');

function postTo(url: string): Post {
  const { origin, username, password } = new URL(url);
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  const headers = { authorization: `Basic ${login.toString('base64')}` };
  return async (body) => {
    const reply = await fetch(origin, { method: 'POST', headers, body });
    return { status: reply.status, text: await reply.text() };
  };
}

async function withNode<T>(use: (url: string) => Promise<T>): Promise<T> {
  const url = process.env.BITCOIND_URL;
  if (url !== undefined) return use(url);
  const { startNode } = await import('../support/nodes/node.ts');
  const node = await startNode();
  return use(node.url).finally(node.stop);
}

if (method === undefined) {
  console.error("usage: npm run record METHOD '[PARAMS]' ['what it shows']");
  process.exit(2);
}
const wanted = { method, params, description };
const made = await withNode((url) => recordCase(readFileSync(path, 'utf8'), wanted, postTo(url)));
if ('error' in made) {
  console.error(made.error);
  process.exitCode = 1;
} else {
  writeFileSync(path, made.file);
  console.log(made.file.trimEnd().split('\n').at(-2));
  console.log(
    'npx vitest run --config test/vitest.config.ts test/vectors/found says whether we answer the same',
  );
}
