import { commonOptions, type OptionSpec } from '../options/specs.ts';

/** What the command line understands in front of a method. */
export const cliOptions: readonly OptionSpec[] = [
  ...commonOptions,
  { name: 'named', help: 'Take arguments as name=value; words without a name stay positional' },
  {
    name: 'stdin',
    help: 'Read more arguments from standard input, one a line, so that keys stay out of the shell history',
  },
];
