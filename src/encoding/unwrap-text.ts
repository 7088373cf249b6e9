/** Characters without a width, which web pages and chats add. */
const WITHOUT_WIDTH = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const QUOTED = /^["'`“”„‟‘’‚‛«»‹›](.*)["'`“”„‟‘’‚‛«»‹›]$/s;

/** Quotes and separators at one end only, as a copy out of a list or of a program leaves them. */
const LEFTOVER = /^["'`“”„‟‘’]+|["'`“”„‟‘’,;]+$/g;
/** A PSBT in base64, perhaps without the `=` at its end or in the URL-safe alphabet. */
const PSBT_IN_BASE64 = /^cHNidP[\w+/-]+={0,2}$/;

/**
 * Returns the content of a text that was pasted or saved: without invisible characters and quotes,
 * and the PSBT or transaction out of the JSON that a node answers. A PSBT in base64 becomes one
 * line.
 */
export function unwrapText(text: string): string {
  const plain = text.replace(WITHOUT_WIDTH, '').trim();
  const [, quoted = plain] = QUOTED.exec(plain) ?? [];
  const inner = quoted.trim();
  if (inner.startsWith('{')) return encodedIn(inner) ?? inner;
  return wholeBase64(inner.replace(LEFTOVER, '').replace(/\s/g, '')) ?? inner;
}

/**
 * Returns a PSBT in base64 with the `=` that a double click does not select, in the usual alphabet;
 * `undefined` for another text.
 */
function wholeBase64(compact: string): string | undefined {
  if (!PSBT_IN_BASE64.test(compact)) return undefined;
  const digits = compact.replace(/-/g, '+').replace(/_/g, '/').replace(/=+$/, '');
  return digits.length % 4 === 1 ? undefined : digits.padEnd(4 * Math.ceil(digits.length / 4), '=');
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
