import type { Options } from '../options/load.ts';

/** Returns a shell command about this chain's snapshots. */
export function commandText(options: Options, ...words: readonly string[]): string {
  const chain = chainSwitch(options);
  const folder = options.text('datadir') === undefined ? '' : `-datadir=${options.dataDirectory}`;
  const all = ['coldsign', 'snapshot', ...words, chain, folder];
  return all
    .filter((word) => word !== '')
    .map(shellWord)
    .join(' ');
}

/** Returns the option for the chain; empty for the main chain. */
export function chainSwitch({ network: { name } }: Options): string {
  if (name === 'main') return '';
  return name === 'test' ? '-testnet' : `-${name}`;
}

function shellWord(word: string): string {
  return /^[\w\-+=./:,@%]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`;
}
