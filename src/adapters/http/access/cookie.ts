import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, normalize } from 'node:path';
import { isCode, NO_FILE } from '../../files/errors.ts';
import { readRegularFileSync } from '../../files/regular-file.ts';
import type { Options } from '../../options/load.ts';

const COOKIE_USER = '__cookie__';

/** File modes by the values of `-rpccookieperms`. */
export const cookieModes: ReadonlyMap<string, number> = new Map([
  ['owner', 0o600],
  ['group', 0o640],
  ['all', 0o644],
]);

/** Returns the chain's own folder, which contains the cookie by default. */
export function chainDirectory({ dataDirectory, network }: Options): string {
  return join(dataDirectory, network.folder);
}

/** Returns the path of the cookie, or `undefined` with `-norpccookiefile`. */
export function cookiePath(options: Options): string | undefined {
  if (options.isNegated('rpccookiefile')) return undefined;
  const path = normalize(options.text('rpccookiefile') || '.cookie');
  return isAbsolute(path) ? path : join(chainDirectory(options), path);
}

export type Cookie = {
  readonly path: string;
  readonly user: string;
  readonly password: string;
  /** Deletes the file. */
  readonly remove: () => void;
};

/**
 * Writes a new password for users who can read the file. It is written under another name first, so
 * that it is never incomplete or too readable. Missing `folders` are created in this order. Only an
 * older cookie is replaced.
 */
export function writeCookie(
  path: string,
  mode: number,
  folders: readonly string[],
): Cookie | { readonly error: string } {
  const password = randomBytes(32).toString('hex');
  const other = [path, `${path}.tmp`].find(isOther);
  if (other !== undefined) {
    return {
      error: `${other} exists and is not a cookie file, so it was not changed. Choose another -rpccookiefile`,
    };
  }
  try {
    for (const folder of folders) if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
    rmSync(`${path}.tmp`, { force: true });
    writeFileSync(`${path}.tmp`, `${COOKIE_USER}:${password}`, { mode: 0o600, flag: 'wx' });
    chmodSync(`${path}.tmp`, mode);
    renameSync(`${path}.tmp`, path);
  } catch (error) {
    // The directory is not writable, or something else has one of the two names.
    removeFile(`${path}.tmp`);
    const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    return { error: `Unable to write the cookie authentication file ${path}${reason}` };
  }
  return { path, user: COOKIE_USER, password, remove: () => rmSync(path, { force: true }) };
}

/** A cookie, or the beginning of one whose writer was killed. */
const COOKIE = new RegExp(`^(${COOKIE_USER}:[0-9a-f]{0,64})?$`);

/** Returns true for a file that is not a cookie, or cannot be read. */
function isOther(path: string): boolean {
  try {
    return !COOKIE.test(readRegularFileSync(path).toString('latin1'));
  } catch (error) {
    return isCode(error, NO_FILE, 'EACCES');
  }
}

/** Removes a file, if it is one. */
function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // A folder.
  }
}
