import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** What lies beside a clone, where it does: published test data and the set-up of a real node. */
export const shared = join(root, '..', 'shared');

/** A path under `vectors/`. */
export function vectorPath(name: string): string {
  return join(root, 'vectors', name);
}

/** A file under `vectors/`, as text. */
export function readVector(name: string): string {
  return readFileSync(vectorPath(name), 'utf8');
}

/**
 * A file of Bitcoin Core's published test data, as text, or `undefined` where it does not lie beside the clone.
 * The data is not ours to commit. For `describe.skipIf(text === undefined)`; the reason is printed once a file.
 */
export function readCoreData(name: string): string | undefined {
  const path = join(shared, 'vectors', 'core', name);
  if (existsSync(path)) return readFileSync(path, 'utf8');
  console.warn(`not run: Core's ${name} does not lie in ../shared/vectors/core`);
  return undefined;
}
