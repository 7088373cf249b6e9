/** One option, spelled as bitcoind spells it but without the dash. */
export type OptionSpec = {
  readonly name: string;
  /** The value after `=` in the help, such as `<port>`; absent for switches. */
  readonly argument?: string;
  readonly help: string;
  /** Set if a config file may only set it for other chains than main inside their section. */
  readonly networkOnly?: true;
  readonly notNegatable?: true;
  /** A config file that has it is refused: what is meant for one command must not hold for all. */
  readonly commandLineOnly?: true;
  /**
   * Set if the option starts a program: then a config file counts only if no other user can write
   * to it.
   */
  readonly startsProgram?: true;
  /** Accepted and understood, but not shown in the help. */
  readonly hidden?: true;
};

/** One option, as Core's AddArg takes it: `option('port=<port>', 'Listen here')`. */
/* @__NO_SIDE_EFFECTS__ */
export function option(
  text: string,
  help: string,
  flags: Omit<OptionSpec, 'name' | 'argument' | 'help'> = {},
): OptionSpec {
  const [, name = text, argument] = /^(.*?)=(.*)$/.exec(text) ?? [];
  return { name, ...(argument !== undefined && { argument }), help, ...flags };
}

/** The options that every command understands. */
export const commonOptions: readonly OptionSpec[] = [
  option('help', 'Print this help and exit (also -h or -?)'),
  option('h', '', { hidden: true }),
  option('?', '', { hidden: true }),
  option('version', 'Print the version and exit'),
  option(
    'conf=<file>',
    'Config file, relative to the data directory (default: bitcoin.conf); -noconf reads none',
  ),
  option('includeconf=<file>', '', { hidden: true }),
  option('datadir=<dir>', 'Data directory, which must exist (default: ~/.coldsign)', {
    notNegatable: true,
  }),
  option('chain=<chain>', 'The chain: main (default), test, testnet4, signet or regtest'),
  option('regtest', 'Short for -chain=regtest'),
  option('signet', 'Short for -chain=signet'),
  option('testnet', 'Short for -chain=test'),
  option('testnet4', 'Short for -chain=testnet4'),
  option('profile=<profile>', 'default, or core: output that matches Bitcoin Core byte for byte'),
];

/** The help of a list of options, laid out as bitcoind's. */
export function formatOptions(specs: readonly OptionSpec[]): string {
  return specs
    .filter((spec) => spec.hidden !== true)
    .map((spec) => {
      const usage = spec.argument === undefined ? '' : `=${spec.argument}`;
      return `  -${spec.name}${usage}\n${wrapText(spec.help, 72, '       ')}\n`;
    })
    .join('\n');
}

/** Breaks a text between words and indents each line. */
export function wrapText(text: string, width: number, indent: string): string {
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
