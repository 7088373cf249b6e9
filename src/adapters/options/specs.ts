/** One option, spelled as bitcoind spells it but without the dash. */
export type OptionSpec = {
  readonly name: string;
  /** What stands behind `=` in the help, such as `<port>`; absent for switches. */
  readonly argument?: string;
  readonly help: string;
  /** In a config file it counts for another chain than main only inside that chain's section. */
  readonly networkOnly?: true;
  readonly notNegatable?: true;
  /** A config file that has it is refused: what is meant for one command must not hold for all. */
  readonly commandLineOnly?: true;
  /** A program is started for it: a config file counts only where nobody else can write to it. */
  readonly startsProgram?: true;
  /** Accepted and understood, but not shown in the help. */
  readonly hidden?: true;
};

/** The options that every command understands. */
export const commonOptions: readonly OptionSpec[] = [
  { name: 'help', help: 'Print this help and exit (also -h or -?)' },
  { name: 'h', help: '', hidden: true },
  { name: '?', help: '', hidden: true },
  { name: 'version', help: 'Print the version and exit' },
  {
    name: 'conf',
    argument: '<file>',
    help: 'Config file, relative to the data directory (default: bitcoin.conf); -noconf reads none',
  },
  { name: 'includeconf', argument: '<file>', help: '', hidden: true },
  {
    name: 'datadir',
    argument: '<dir>',
    help: 'Data directory, which must exist (default: ~/.coldsign)',
    notNegatable: true,
  },
  {
    name: 'chain',
    argument: '<chain>',
    help: 'The chain: main (default), test, testnet4, signet or regtest',
  },
  { name: 'regtest', help: 'The same as -chain=regtest' },
  { name: 'signet', help: 'The same as -chain=signet' },
  { name: 'testnet', help: 'The same as -chain=test' },
  { name: 'testnet4', help: 'The same as -chain=testnet4' },
  {
    name: 'profile',
    argument: '<profile>',
    help: 'default, or core for the answers of Bitcoin Core to the byte',
  },
];

/** The help of a list of options, laid out as bitcoind's. */
export function formatOptions(specs: readonly OptionSpec[]): string {
  return specs
    .filter((spec) => spec.hidden !== true)
    .map((spec) => {
      const usage = spec.argument === undefined ? '' : `=${spec.argument}`;
      return `  -${spec.name}${usage}\n${wrap(spec.help, 72, '       ')}\n`;
    })
    .join('\n');
}

function wrap(text: string, width: number, indent: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(indent + line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, indent + line].join('\n');
}
