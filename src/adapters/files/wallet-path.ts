import { closeSync, type Dirent, openSync, readdirSync, readSync } from 'node:fs';
import { isAbsolute, join, normalize, parse, relative, sep } from 'node:path';
import { MAGIC_LENGTH } from '../../crypto/section-file.ts';
import { walletFile } from '../../wallet/codec/codec.ts';

export const WALLET_SUFFIX = '.wallet';

/** Where the wallet of this name lies; or why the name is none, in Core's words (wallet.cpp, GetWalletPath). */
export function walletPath(
  folder: string,
  name: string,
): { readonly path: string } | { readonly error: string } {
  if (name.includes('\0')) return { error: 'Wallet name cannot contain a null character' };
  const isRoot = isAbsolute(name) && parse(name).root === name;
  if (name !== '' && !isRoot && (normalize(name) !== name || name.endsWith(sep))) {
    return { error: 'Wallet name given as a path must be normalized' };
  }
  const [first] = name.split(sep);
  if (first === '.' || first === '..') {
    return {
      error:
        'Wallet name given as a relative path cannot begin with ./ or ../, for wallets not in the walletdir, please use an absolute path.',
    };
  }
  if (isRoot) return { error: 'Wallet name cannot be the root path' };
  const file = `${name}${WALLET_SUFFIX}`;
  return { path: isAbsolute(name) ? file : join(folder, file) };
}

/** The names of the wallets in a folder and below it, in order. What cannot be read is passed over. */
export function listWalletNames(folder: string): readonly string[] {
  const names: string[] = [];
  const pending = [folder];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const entry of entriesOf(at)) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) pending.push(path);
      else if (entry.name.endsWith(WALLET_SUFFIX) && isWalletFile(path)) {
        names.push(relative(folder, path).slice(0, -WALLET_SUFFIX.length));
      }
    }
  }
  return names.sort();
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Not there yet, or not ours to read.
    return [];
  }
}

export function isWalletFile(path: string): boolean {
  try {
    const file = openSync(path, 'r');
    try {
      const start = Buffer.alloc(MAGIC_LENGTH);
      return (
        readSync(file, start, 0, MAGIC_LENGTH, 0) === MAGIC_LENGTH && start.equals(walletFile.magic)
      );
    } finally {
      closeSync(file);
    }
  } catch {
    // Gone, or not ours to read.
    return false;
  }
}
