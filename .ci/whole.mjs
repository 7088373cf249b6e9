import { readFileSync } from 'node:fs';

/** One member that `loadPart` loads, which never fails in a bundle of one file. */
const PART = /await loadPart\(\s*async \(\) => \((await import\('[^']+'\))\)\.(\w+),?\s*\)/g;

/** Makes ordinary imports of what a source file loads later. Returns `undefined` if it is nothing. */
export function withoutLaterImports(path) {
  const text = readFileSync(path, 'utf8').replace(PART, '($1).$2');
  const later = [...text.matchAll(/await import\('([^']+)'\)/g)].map(([, from]) => from);
  if (later.length === 0) return undefined;
  const imports = later.map((from, i) => `import * as later${i} from '${from}';\n`);
  let next = 0;
  const now = text.replace(/await import\('[^']+'\)/g, () => `later${next++}`);
  return { contents: imports.join('') + now, loader: 'ts' };
}

/**
 * A plugin of esbuild for bundles in one file. What the engine loads later is in the file anyway, so
 * it becomes an ordinary import. Otherwise esbuild keeps all modules behind it apart, with all that
 * they export: 1 % more code.
 */
export const whole = {
  name: 'whole',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/][a-z][\w\\/-]+\.ts$/ }, ({ path }) => {
      return /[\\/]src[\\/]adapters[\\/]/.test(path) ? undefined : withoutLaterImports(path);
    });
  },
};
