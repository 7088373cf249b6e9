// The commit that a build is made from: the build writes it into everything.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** 40 hex digits, with `-changed` behind where files differ from it; `unknown` where there is no repository. */
export function sourceCommit() {
  // For sources that were taken out of a repository.
  const given = process.env.COLDSIGN_COMMIT;
  if (given) return given;
  try {
    // A copy without a repository may lie within somebody else's.
    if (git('rev-parse', '--show-prefix').trim() !== '') return 'unknown';
    const changed = git('status', '--porcelain', '--untracked-files=no') !== '';
    return `${git('rev-parse', 'HEAD').trim()}${changed ? '-changed' : ''}`;
  } catch {
    // No git, or no repository.
    return 'unknown';
  }
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

export const { version } = manifest;

/** The fields of package.json whose address is missing or still on the reserved domain `.invalid`. */
export const placeholders = ['repository', 'homepage', 'bugs'].filter((field) => {
  const address = manifest[field]?.url ?? manifest[field];
  return typeof address !== 'string' || /\.invalid\b/i.test(address);
});

/** For esbuild: what src/adapters/runtime/version.ts reads. */
export const commitDefine = (commit) => ({ COLDSIGN_COMMIT: JSON.stringify(commit) });
