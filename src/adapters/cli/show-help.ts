import { helpText } from '../../rpc/help-text.ts';
import { methods } from '../../rpc/methods/index.ts';
import { redactGiven } from '../../rpc/redact-arguments.ts';
import { findCommand } from './commands.ts';
import { programs, type Surroundings } from './programs.ts';
import { unknownWord } from './slips.ts';
import { commandHelp, commandList } from './usage.ts';

/** Explains one command or method, or lists all; returns the exit code. */
export async function showHelp(
  about: string | undefined,
  { args, ...around }: Surroundings & { readonly args: readonly string[] },
): Promise<number> {
  const { terminal } = around;
  const print = Object.hasOwn(programs, about ?? '') ? programs[about ?? ''] : undefined;
  if (print !== undefined) return print(['-?'], around);
  const command = findCommand(about ?? '');
  const method = methods.find(({ name }) => name === about);
  if (about === undefined || about === '') terminal.out(`${commandList(methods)}\n`);
  else if (command !== undefined) terminal.out(`${commandHelp(command)}\n`);
  else if (method !== undefined) terminal.out(`${helpText(method)}\n`);
  else {
    terminal.err(`error: ${redactGiven(unknownWord(about), args)}\n`);
    return 1;
  }
  return 0;
}
