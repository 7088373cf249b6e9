import { ColdsignError } from '../../encoding/coldsign-error.ts';
import { redactSecrets } from '../../encoding/redact.ts';

/** Beginning of an address of some coin, in letters of one case, which no private key has. */
const PREFIX = /^(?:0x(?=[0-9a-fA-F]+$)|[a-z]{2,8}1(?=[a-z0-9]+$)|[A-Z]{2,8}1(?=[A-Z0-9]+$))/;

/**
 * Returns the error for a text that is no address. It repeats the text, unless that may be a secret
 * that was pasted by mistake.
 *
 * @param what - The rest of the sentence: "is not an address".
 */
export function noAddress(text: string, what: string, hint: string): ColdsignError {
  if (redactSecrets(text) === text) {
    return new ColdsignError('INVALID_ADDRESS', `${text} ${what}`, { hint, given: [text] });
  }
  const [prefix] = PREFIX.exec(text) ?? [];
  const named = prefix === undefined ? 'The text' : `The text that begins with ${prefix}`;
  return new ColdsignError('INVALID_ADDRESS', `${named} ${what}`, {
    hint: prefix === undefined ? hint : `It may be an address of another coin. ${hint}`,
    given: [text],
  });
}
