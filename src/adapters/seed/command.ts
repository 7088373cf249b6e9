import { kernelSecp256k1 } from '../../crypto/kernel-backend.ts';
import { safeTerminal } from '../cli/escape.ts';
import type { Terminal } from '../cli/terminal.ts';
import { loadOptions } from '../options/load.ts';
import { formatOptions } from '../options/specs.ts';
import { version } from '../runtime/version.ts';
import { optionsFirst } from '../snapshot/words.ts';
import type { SeedCall, Told } from './call.ts';
import { chosenLists, readSecrets } from './input.ts';
import { child, dice, lastWord, seedQr } from './make.ts';
import { seedOptions } from './options.ts';
import { check, descriptors } from './show.ts';

const commands: { readonly [word: string]: (call: SeedCall) => Promise<Told> } = {
  check,
  descriptors,
  dice,
  'last-word': lastWord,
  child,
  qr: seedQr,
};

const MOST_ADDRESSES = 1000;

/**
 * `coldsign seed`: words, dice and SeedQR. Resolves to the exit status. No error repeats what was
 * typed.
 */
export async function runSeed(args: readonly string[], given: Terminal): Promise<number> {
  const terminal = safeTerminal(given, args);
  const fail = (error: string) => {
    terminal.err(`Error: ${error}\n`);
    return 1;
  };
  const loaded = loadOptions(optionsFirst(args), seedOptions);
  if ('error' in loaded) return fail(loaded.error);
  const { options, words } = loaded;
  if (['help', 'h', '?'].some((name) => options.flag(name))) {
    terminal.out(`${usageText()}\n`);
    return 0;
  }
  const [name = '', ...more] = words;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) return fail('Which command? See coldsign seed -h');
  if (more.length > 0 || !['', '0', '1', undefined].includes(options.text('passphrase'))) {
    return fail(
      'Words and passphrases are asked for or read from standard input, never given on the command line: there the shell would keep them. If they are secret, clear its history now',
    );
  }
  const lists = chosenLists(options);
  if ('error' in lists) return fail(lists.error);
  const account = options.integer('account') ?? 0;
  const addresses = options.integer('addresses') ?? 3;
  if (account < 0 || account >= 2 ** 31) return fail('-account is a number below 2147483648');
  if (addresses < 0 || addresses > MOST_ADDRESSES) return fail('-addresses is at most 1000');
  const context = { network: options.network, secp256k1: kernelSecp256k1 };
  const told = await command({
    ...{ options, terminal, context, lists, account, addresses },
    readSecrets: () => readSecrets(options, terminal),
  });
  if ('error' in told) return fail(told.error);
  if (told.lines.length > 0) terminal.out(`${told.lines.join('\n')}\n`);
  return 0;
}

function usageText(): string {
  return `coldsign v${version}

Seed words: what they lead to, and what leads to them. Words are typed unseen, or read from standard input; a SeedQR's digits stand for them.

Usage: coldsign seed check [options]         Language, checksum, fingerprint, account keys and first addresses, to compare with a device
or:    coldsign seed descriptors [options]   The four standard accounts as importdescriptors takes them
or:    coldsign seed dice [options]          Words of dice or coins, as Coldcard and SeedSigner make them
or:    coldsign seed last-word [options]     All words that complete a phrase
or:    coldsign seed child [options]         A secret of its own that the words lead to (BIP85)
or:    coldsign seed qr [options]            The digits or the code of a SeedQR

${formatOptions(seedOptions)}`;
}
