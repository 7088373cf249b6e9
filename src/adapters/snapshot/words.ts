import type { Options } from '../options/load.ts';

/** The command that does something about this chain's snapshots, ready to be typed into a shell. */
export function commandWords(options: Options, ...words: readonly string[]): string {
  const chain = chainSwitch(options);
  const folder = options.text('datadir') === undefined ? '' : `-datadir=${options.dataDirectory}`;
  const all = ['coldsign', 'snapshot', ...words, chain, folder];
  return all
    .filter((word) => word !== '')
    .map(shellWord)
    .join(' ');
}

/** Empty for the main chain. */
export function chainSwitch({ network: { name } }: Options): string {
  if (name === 'main') return '';
  return name === 'test' ? '-testnet' : `-${name}`;
}

function shellWord(word: string): string {
  return /^[\w\-+=./:,@%]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`;
}
