import { readWordsOrDigits } from '../../keys/read-keys.ts';
import type { DerivationContext } from '../../seed/accounts.ts';
import type { WordList } from '../../seed/bip39.ts';
import { electrumSeed } from '../../seed/electrum.ts';
import type { Phrase } from '../../seed/phrase.ts';
import { seedQrDigits } from '../../seed/seed-qr.ts';
import type { SafeTerminal } from '../cli/escape.ts';
import type { Options } from '../options/load.ts';
import type { Failure } from '../options/parse.ts';
import { faultText, type Secrets, tellUntidy } from './input.ts';

/** Lines for standard output. */
export type Told = { readonly lines: readonly string[] } | Failure;

/** What a command of `coldsign seed` goes by. */
export type SeedCall = {
  readonly options: Options;
  readonly terminal: SafeTerminal;
  readonly context: DerivationContext;
  readonly lists: readonly WordList[];
  readonly account: number;
  /** How many to show. */
  readonly addresses: number;
  readonly readSecrets: () => Promise<Secrets | Failure>;
};

/** The one phrase of BIP39 that was typed; where several lists have it, one must be named. */
export function readPhraseOf(
  { text }: Secrets,
  { options, terminal, lists }: Pick<SeedCall, 'options' | 'terminal' | 'lists'>,
  { oneList = false }: { readonly oneList?: boolean } = {},
): Phrase | Failure {
  const read = readWordsOrDigits(text, lists);
  if ('error' in read) return { error: faultText(read, options, terminal) };
  tellUntidy(read, terminal);
  const [phrase] = read.phrases;
  const differ = read.phrases.some((each) => seedQrDigits(each) !== seedQrDigits(phrase));
  if (oneList && differ) {
    const names = read.phrases.map(({ list }) => `-language=${list.language}`).join(' or ');
    return { error: `The words are right in several lists: ${names}?` };
  }
  const electrum = electrumSeed(text);
  if (electrum !== undefined) {
    terminal.err(
      `Warning: These words are an Electrum seed (${electrum}) too, with other keys. Here they are taken for BIP39\n`,
    );
  }
  return phrase;
}
