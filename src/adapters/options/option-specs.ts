import { formatAmount, parseMoney, type Satoshis } from '../../encoding/amount.ts';

/** One option, spelled as bitcoind spells it but without the dash. */
export type OptionSpec = {
  readonly name: string;
  /** The value after `=` in the help, such as `<port>`; absent for switches. */
  readonly argument?: string;
  readonly help: string;
  /** Set if a config file may only set it for other chains than main inside their section. */
  readonly networkOnly?: true;
  readonly notNegatable?: true;
  /** Set if a config file must not contain it, because it is meant for a single command. */
  readonly commandLineOnly?: true;
  /**
   * Set if the option starts a program: then a config file counts only if no other user can write
   * to it.
   */
  readonly startsProgram?: true;
  /** Accepted, but not shown in the help. */
  readonly hidden?: true;
};

/** Declares an option like Core's AddArg: `option('port=<port>', 'Listen here')`. */
/* @__NO_SIDE_EFFECTS__ */
export function option(
  text: string,
  help: string,
  flags: Omit<OptionSpec, 'name' | 'argument' | 'help'> = {},
): OptionSpec {
  const [, name = text, argument] = /^(.*?)=(.*)$/.exec(text) ?? [];
  return { name, ...(argument !== undefined && { argument }), help, ...flags };
}

/** Reads options by bitcoind's names without the dash. */
export type OptionReader = {
  /** Returns the text as written, or `undefined` if not given. A negated option reads `0`. */
  readonly text: (name: string) => string | undefined;
  readonly flag: (name: string) => boolean | undefined;
  /** Parses a number as Core does: 0 for an invalid one. */
  readonly integer: (name: string) => number | undefined;
  /** Returns every value of a repeatable option. */
  readonly list: (name: string) => readonly string[];
};

/** Collects errors and warnings about options, with bitcoind's messages. */
export type OptionMessages = { readonly faults: string[]; readonly warnings: string[] };

/** An option with its parser and its default, which the help names. */
export type OptionRow<T> = {
  readonly spec: OptionSpec;
  readonly read: (options: OptionReader, messages: OptionMessages) => T;
};

type Rows = { readonly [name: string]: OptionRow<unknown> };

/** Reads the options of a table under the names of its rows. */
export function readRows<R extends Rows>(rows: R, options: OptionReader, messages: OptionMessages) {
  const read = Object.entries(rows).map(([name, row]) => [name, row.read(options, messages)]);
  // `Object.fromEntries` forgets which name has which type.
  return Object.fromEntries(read) as { readonly [K in keyof R]: ReturnType<R[K]['read']> };
}

const rowOf =
  <T>(given: (options: OptionReader, name: string) => T | undefined) =>
  (text: string, help: string, fallback: T): OptionRow<T> => {
    const spec = option(text, `${help} (default: ${Number(fallback)})`);
    return { spec, read: (options) => given(options, spec.name) ?? fallback };
  };

export const flagRow = /* @__PURE__ */ rowOf((options, name) => options.flag(name));
export const integerRow = /* @__PURE__ */ rowOf((options, name) => options.integer(name));

/** The amount in satoshi above which bitcoind warns, and its warning. */
export type High = { readonly above: bigint; readonly meaning: string };

/** Declares an option for an amount in BTC, which is read as satoshi. */
export function amountRow(
  text: string,
  help: string,
  fallback: Satoshis,
  high?: High,
): OptionRow<Satoshis> {
  const spec = option(text, `${help} (default: ${formatAmount(fallback).replace(/\.?0+$/, '')})`);
  const read = (options: OptionReader, { faults, warnings }: OptionMessages): Satoshis => {
    const given = options.text(spec.name);
    const amount = given === undefined ? fallback : parseMoney(given);
    if (amount === undefined) faults.push(`Invalid amount for -${text}: '${given}'`);
    else if (high && amount > high.above) {
      warnings.push(`-${spec.name} is set very high! ${high.meaning}`);
    }
    return amount ?? fallback;
  };
  return { spec, read };
}

/** Options of every command. */
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

/** Prints the help of options in bitcoind's layout. */
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
