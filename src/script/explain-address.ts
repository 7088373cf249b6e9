import type { Network } from '../encoding/network.ts';
import { decodeAddress } from './address.ts';

/** Texts that people give for an address, and what to do instead. */
const OTHERS: readonly (readonly [is: RegExp, advice: string])[] = [
  [
    /^bitcoin:/i,
    'This is a payment link. Write only the address: without bitcoin: and without what follows “?”',
  ],
  [/^(lightning:|ln(bc|tb|bcrt)\d)/i, 'This is a Lightning invoice, which coldsign cannot pay'],
  [/^[^@\s]+@[^@\s]+\.[^@\s]+$/, 'This is a name. Ask the payee for an address'],
  [
    /^[a-z]p(ub|rv)[1-9A-HJ-NP-Za-km-z]{90,}$/i,
    'This is an extended key, not an address. A wallet derives addresses from it',
  ],
  [
    /^0[23][0-9a-f]{64}$|^04[0-9a-f]{128}$/i,
    'This is a public key, not an address. Ask the payee for an address',
  ],
  [/^[0-9a-f]{64}$/i, 'This is a transaction ID or a key, not an address'],
  [
    /^(0014[0-9a-f]{40}|(0020|5120)[0-9a-f]{64}|76a914[0-9a-f]{40}88ac|a914[0-9a-f]{40}87)$/i,
    'This is a script in hexadecimal, not an address. The library takes it as scriptPubKey',
  ],
  [
    /^([KL][1-9A-HJ-NP-Za-km-z]{51}|[59c][1-9A-HJ-NP-Za-km-z]{50,51})$/,
    'This looks like a private key, not an address. Never send it to anyone',
  ],
];

/** Returns how to correct an address that cannot be read; `undefined` if it shows no usual slip. */
export function explainAddress(given: string, network: Network): string | undefined {
  const text = given.replace(/^["“”„‘’'\s\ufeff]+|["“”‘’'\s]+$/g, '');
  const other = OTHERS.find(([is]) => is.test(text));
  if (other !== undefined) return other[1];
  const compact = text.replace(/\s/g, '');
  if (!/^(bc1|tb1|bcrt1|[123mn])[0-9a-z?=&.]{10,}$/i.test(compact)) return undefined;
  if (/["“”„‘’']/.test(given)) return 'Remove the quotation marks from the address';
  if (/[\s\ufeff]/.test(given)) return 'Remove the spaces from the address';
  const fault = decodeAddress(text, network);
  const places = 'error' in fault ? fault.errorLocations : [];
  if (/[a-z]/.test(text) && /[A-Z]/.test(text) && /^(bc|tb|bcrt)1/i.test(text)) {
    return 'The address mixes capital and small letters. Use lower case only, and compare it with the original';
  }
  const where =
    places.length === 0 || places.length > 2 || text.length > 100
      ? 'A character is mistyped or missing'
      : `The checksum does not match: look at character ${places.map((place) => place + 1).join(' and ')}`;
  return `${where}. Copy the address again and compare every character`;
}
