import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { removeLeftovers, writeDurably } from './durable-write.ts';
import { isCode } from './errors.ts';
import { awaitLock } from './lock-file.ts';
import { readRegularFileSync } from './regular-file.ts';

/**
 * Names of the wallets to load at startup, in a settings file like a node's: JSON with a list
 * `wallet`.
 */
export type StartupWallets = {
  names(): readonly string[];
  /** Adds a name in memory. The file contains it when another name changes. */
  assume(name: string): void;
  /** Returns false if the file cannot be written, or has content that must not be changed. */
  set(name: string, load: boolean): Promise<boolean>;
};

type Settings = { readonly [key: string]: unknown };

export function createStartupWallets(path: string): StartupWallets {
  const assumed = new Set<string>();
  const names = () => {
    const wallet = readSettings(path)?.wallet;
    const list: readonly unknown[] = Array.isArray(wallet) ? wallet : [];
    return [...new Set([...assumed, ...list.filter((name) => typeof name === 'string')])];
  };
  /** Changes the list while holding the lock on the file. */
  async function change(name: string, load: boolean): Promise<boolean> {
    await removeLeftovers(path);
    const settings = readSettings(path);
    if (settings === undefined) return false;
    const others = names().filter((other) => other !== name);
    const wallet = load ? [...others, name] : others;
    const text = `${JSON.stringify({ ...settings, wallet }, undefined, 4)}\n`;
    await writeDurably(path, [Buffer.from(text)]);
    assumed.clear();
    return true;
  }
  return {
    names,
    assume: (name) => void assumed.add(name),
    async set(name, load) {
      if (readSettings(path) === undefined) return false;
      if (load === names().includes(name)) return true;
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        // Another process may be adding a wallet.
        const lock = await awaitLock(path);
        if (lock === undefined) return false;
        try {
          return await change(name, load);
        } finally {
          lock.release();
        }
      } catch {
        // The folder is not writable: the wallet is loaded now, but not next time.
        return false;
      }
    },
  };
}

/** Reads the settings; empty if there is no file, `undefined` if it is malformed. */
function readSettings(path: string): Settings | undefined {
  try {
    const value: unknown = JSON.parse(readRegularFileSync(path).toString('utf8'));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    // Checked: an object whose members are still unknown.
    return isObject ? (value as Settings) : undefined;
  } catch (error) {
    return isCode(error, 'ENOENT') ? {} : undefined;
  }
}
