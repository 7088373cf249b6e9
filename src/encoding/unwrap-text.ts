/** Characters without a width, which web pages and chats add. */
const WITHOUT_WIDTH = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const QUOTED = /^["'`“”„‟‘’‚‛«»‹›](.*)["'`“”„‟‘’‚‛«»‹›]$/s;

/**
 * Returns the content of a text that was pasted or saved: without invisible characters and quotes,
 * and the PSBT or transaction out of the JSON that a node answers.
 */
export function unwrapText(text: string): string {
  const plain = text.replace(WITHOUT_WIDTH, '').trim();
  const [, quoted = plain] = QUOTED.exec(plain) ?? [];
  const inner = quoted.trim();
  return (inner.startsWith('{') ? encodedIn(inner) : undefined) ?? inner;
}

/** Returns the member `psbt` or `hex` of an object or of its `result`, or a text as `result`. */
function encodedIn(text: string): string | undefined {
  const answer = membersOf(parseJson(text));
  const { result } = answer;
  const isEncoded = typeof result === 'string' && /^(cHNidP|[0-9a-f]{20,}$)/i.test(result);
  const { psbt, hex } = result === undefined ? answer : membersOf(result);
  return [psbt, hex, isEncoded ? result : undefined].find((each) => typeof each === 'string');
}

const membersOf = (value: unknown): { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null ? { ...value } : {};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The text only begins like JSON.
    return undefined;
  }
}
