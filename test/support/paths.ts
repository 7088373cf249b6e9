import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Files next to a clone, if present: published test data and the set-up of a real node. */
export const shared = join(root, '..', 'shared');

/** Returns a path under `vectors/`. */
export function vectorPath(name: string): string {
  return join(root, 'vectors', name);
}

/** Reads a file under `vectors/` as text. */
export function readVector(name: string): string {
  return readFileSync(vectorPath(name), 'utf8');
}

/**
 * Reads a file of Bitcoin Core's published test data, or returns `undefined` if it is not next to
 * the clone. The data must not be committed here. For `describe.skipIf(text === undefined)`; prints
 * the reason once per file.
 */
export function readCoreData(name: string): string | undefined {
  const path = join(shared, 'vectors', 'core', name);
  if (existsSync(path)) return readFileSync(path, 'utf8');
  console.warn(`not run: Core's ${name} does not lie in ../shared/vectors/core`);
  return undefined;
}
