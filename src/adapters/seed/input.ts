import { type WordList, wordLists } from '../../seed/bip39.ts';
import { describeOddity, describePhraseFault, describeUntidy } from '../../seed/fault-text.ts';
import type { FaultyPhrase, ReadPhrase } from '../../seed/phrase.ts';
import { passphraseOddities } from '../../seed/root-key.ts';
import type { Terminal } from '../cli/terminal.ts';
import type { Options } from '../options/load.ts';
import type { Failure } from '../options/parse.ts';

/** What was typed or piped in. */
export type Secrets = { readonly text: string; readonly passphrase: string };

/** Words, and a passphrase where there is one: typed unseen, or lines of standard input. */
export async function readSecrets(
  options: Options,
  terminal: Terminal,
  asked = 'Seed words',
): Promise<Secrets | Failure> {
  const wanted = options.flag('passphrase') === true;
  const { readSecret } = terminal;
  if (readSecret === undefined) {
    const input = await terminal.readInput();
    if (!wanted) return { text: input, passphrase: '' };
    const [text = '', passphrase, ...more] = input.replace(/\r?\n$/, '').split(/\r?\n/);
    if (passphrase === undefined || more.length > 0) {
      return {
        error:
          'With -passphrase, standard input has the words in one line and the passphrase in the next',
      };
    }
    return withPassphrase(text, passphrase, terminal);
  }
  const text = await readSecret(`${asked} (not shown)> `);
  if (text === undefined) return { error: 'Nothing was typed' };
  if (!wanted) return { text, passphrase: '' };
  const passphrase = await readSecret('Passphrase (not shown)> ');
  const again = await readSecret('The same passphrase again> ');
  if (passphrase === undefined || passphrase !== again) {
    return { error: 'The two passphrases are not the same' };
  }
  return withPassphrase(text, passphrase, terminal);
}

function withPassphrase(text: string, passphrase: string, terminal: Terminal): Secrets {
  for (const oddity of passphraseOddities(passphrase)) {
    terminal.err(`Warning: The passphrase ${describeOddity(oddity)}\n`);
  }
  return { text, passphrase };
}

/** The lists that words may be of. */
export function chosenLists(options: Options): readonly WordList[] | Failure {
  const language = options.text('language');
  if (language === undefined) return wordLists;
  const list = wordLists.find((each) => each.language === language);
  return list === undefined
    ? { error: 'There is no such -language, see coldsign seed -h' }
    : [list];
}

/** Typos are told where the person who typed sits, or asked for it. */
export function faultText({ error }: FaultyPhrase, options: Options, terminal: Terminal): string {
  const corrections = terminal.readSecret !== undefined || options.flag('suggest') === true;
  return describePhraseFault(error, { corrections });
}

export function tellUntidy({ untidy }: Pick<ReadPhrase, 'untidy'>, terminal: Terminal): void {
  for (const each of untidy) terminal.err(`Note: ${describeUntidy(each)}\n`);
}
