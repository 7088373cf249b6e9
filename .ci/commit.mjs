// Returns the commit of a build, which the build writes into every file.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/**
 * Returns 40 hex digits, followed by `-changed` if files differ from the commit; `unknown` if there
 * is no repository.
 */
export function sourceCommit() {
  // For sources without a repository.
  const given = process.env.COLDSIGN_COMMIT;
  if (given) return given;
  try {
    // A copy without a repository may be inside of another repository.
    if (git('rev-parse', '--show-prefix').trim() !== '') return 'unknown';
    const changed = git('status', '--porcelain', '--untracked-files=no') !== '';
    return `${git('rev-parse', 'HEAD').trim()}${changed ? '-changed' : ''}`;
  } catch {
    // There is no git, or no repository.
    return 'unknown';
  }
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

export const { version } = manifest;

/** Fields of package.json whose address is missing or on the reserved domain `.invalid`. */
export const placeholders = ['repository', 'homepage', 'bugs'].filter((field) => {
  const address = manifest[field]?.url ?? manifest[field];
  return typeof address !== 'string' || /\.invalid\b/i.test(address);
});

/** Defines the constant of src/adapters/runtime/version.ts for esbuild. */
export const commitDefine = (commit) => ({ COLDSIGN_COMMIT: JSON.stringify(commit) });
