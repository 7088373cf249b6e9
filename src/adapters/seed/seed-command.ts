import { type CommandGroup, runSubcommand } from '../cli/subcommands.ts';
import type { Terminal } from '../cli/terminal.ts';
import { child, dice, lastWord, seedQr } from './make.ts';
import { seedOptions } from './seed-options.ts';
import { check, descriptors } from './show.ts';

const seedCommands: CommandGroup = {
  name: 'seed',
  about:
    'Checks and makes seed words. Type them without showing them, or pipe them to standard input. The digits of a SeedQR work too.',
  options: seedOptions,
  commands: {
    check: {
      summary:
        'Show language, checksum, fingerprint, account keys and first addresses, to compare with a device',
      run: check,
    },
    descriptors: {
      summary: 'Print the four standard accounts for importdescriptors',
      run: descriptors,
    },
    dice: {
      summary: 'Make words from dice or coins, as Coldcard and SeedSigner do',
      run: dice,
    },
    'last-word': { summary: 'List all words that complete a phrase', run: lastWord },
    child: { summary: 'Derive a child secret (BIP85)', run: child },
    qr: { summary: 'Show the words as a SeedQR', run: seedQr },
  },
};

/** Runs `coldsign seed` and returns the exit status. */
export const runSeed = (args: readonly string[], terminal: Terminal): Promise<number> =>
  runSubcommand(seedCommands, args, terminal);
