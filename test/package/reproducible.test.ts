import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takesLong } from '../support/generate/sample.ts';
import { root } from '../support/paths.ts';
import { run } from '../support/run.ts';

/** Returns the digest of every file under a folder, by path. */
function digests(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return Object.fromEntries(
    files.map((file) => [
      file.slice(folder.length + 1),
      createHash('sha256').update(readFileSync(file)).digest('hex'),
    ]),
  );
}

test.runIf(takesLong)(
  'a second build in another place gives the same bytes',
  async () => {
    const out = mkdtempSync(join(tmpdir(), 'coldsign-build-'));
    const { code, stderr } = await run(process.execPath, [
      join(root, '.ci/build.mjs'),
      '--out',
      out,
    ]);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(digests(out)).toEqual(digests(join(root, 'dist')));
    rmSync(out, { recursive: true });
  },
  900_000,
);
