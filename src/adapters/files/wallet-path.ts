import { closeSync, type Dirent, openSync, readdirSync, readSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, normalize, parse, relative, sep } from 'node:path';
import { walletFile } from '../../wallet/codec/codec.ts';
import { WITHOUT_WAITING } from './regular-file.ts';

export const WALLET_SUFFIX = '.wallet';

/** Layout of the wallet folder: NAME.wallet, or NAME/wallet.dat as in Core. */
export type WalletLayout = 'file' | 'folder';

/** Core's name of the file in a wallet's folder. */
const FILE_IN_FOLDER = 'wallet.dat';

export type WalletLocation = {
  /** Path of the file. */
  readonly path: string;
  /** The folder that Core would create; messages name it. */
  readonly database: string;
};

/**
 * Returns the location of a wallet, or why the name is invalid, in Core's words (wallet.cpp,
 * GetWalletPath). Several names may mean the same place: `foo`, `foo/`, `a//foo` and `a/foo`.
 */
export function walletPath(
  folder: string,
  name: string,
  layout: WalletLayout = 'file',
): WalletLocation | { readonly error: string } {
  if (name.includes('\0')) return { error: 'Wallet name cannot contain a null character' };
  const single = name.split(/\/+/).join('/');
  const path = single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single;
  const endsInDots = path !== single && ['.', '..'].includes(path.split('/').at(-1) ?? '');
  if (path !== '' && (endsInDots || normalize(path) !== path)) {
    return { error: 'Wallet name given as a path must be normalized' };
  }
  const [first] = path.split('/');
  if (first === '.' || first === '..') {
    return {
      error:
        'Wallet name given as a relative path cannot begin with ./ or ../, for wallets not in the walletdir, please use an absolute path.',
    };
  }
  if (isAbsolute(path) && parse(path).root === path) {
    return { error: 'Wallet name cannot be the root path' };
  }
  const file = layout === 'file' ? `${path}${WALLET_SUFFIX}` : join(path, FILE_IN_FOLDER);
  if (isAbsolute(path)) return { path: file, database: name };
  return { path: join(folder, file), database: name === '' ? folder : `${folder}${sep}${name}` };
}

/**
 * Lists the names of wallets in a folder and its subfolders, in order. Skips what cannot be read.
 */
export function listWalletNames(folder: string, layout: WalletLayout = 'file'): readonly string[] {
  const names: string[] = [];
  const pending = [folder];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const entry of entriesOf(at)) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) pending.push(path);
      else {
        const name = nameOf(path, layout);
        if (name !== undefined && isWalletFile(path)) names.push(relative(folder, name));
      }
    }
  }
  return names.sort();
}

/** Returns the wallet's path without the part that the layout adds. */
function nameOf(path: string, layout: WalletLayout): string | undefined {
  if (layout === 'folder') return basename(path) === FILE_IN_FOLDER ? dirname(path) : undefined;
  return path.endsWith(WALLET_SUFFIX) ? path.slice(0, -WALLET_SUFFIX.length) : undefined;
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // The folder does not exist yet, or is not readable.
    return [];
  }
}

function isWalletFile(path: string): boolean {
  try {
    return beginsWith(path, walletFile.magic);
  } catch {
    // The file was removed, or is not readable.
    return false;
  }
}

/** Returns true if a file begins with these bytes. Throws file system errors. */
export function beginsWith(path: string, start: Uint8Array): boolean {
  const file = openSync(path, WITHOUT_WAITING);
  try {
    const found = Buffer.alloc(start.length);
    return readSync(file, found, 0, start.length, 0) === start.length && found.equals(start);
  } finally {
    closeSync(file);
  }
}
