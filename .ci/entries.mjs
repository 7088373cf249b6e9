// Lists the entries of the package: node .ci/entries.mjs prints their specifiers, one per line.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The entry whose file runs in its threads. */
export const workersEntry = 'adapters/threads/main';

/**
 * Returns the module under `src` (and under each folder of `dist`) that an import loads, by
 * specifier.
 */
export function entriesOf(root) {
  const lists = readdirSync(join(root, 'src/public'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.replaceAll('\\', '/').replace(/\.ts$/, ''))
    .sort();
  return {
    coldsign: 'index',
    ...Object.fromEntries(lists.map((name) => [`coldsign/${name}`, `public/${name}`])),
    'coldsign/workers': workersEntry,
  };
}

if (process.argv[1]?.endsWith('entries.mjs')) {
  console.log(Object.keys(entriesOf(process.cwd())).join('\n'));
}
