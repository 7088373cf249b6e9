import { descriptorChecksum } from './checksum.ts';
import { explainDescriptor } from './explain-descriptor.ts';

/**
 * Returns how to correct a descriptor that a developer or a user of the command typed, or
 * `undefined` if it shows no usual slip. The page, which opens files, uses `explainDescriptor`.
 */
export function explainTypedDescriptor(given: string): string | undefined {
  const text = given.trim();
  return explainDescriptor(text) ?? SLIPS.find(([is]) => is.test(text))?.[1] ?? explainEnd(text);
}

/** Slips in the form of a descriptor, and how to correct them. */
const SLIPS: readonly (readonly [is: RegExp, advice: string])[] = [
  [/^["']/, 'The descriptor is in quotation marks. Remove them'],
  [
    /^(\[[^\]]*\])?[a-zA-Z]p(ub|rv)[1-9A-HJ-NP-Za-km-z]+[^()]*$/,
    'This is a key, not a descriptor. Write its script around it, such as wpkh(KEY/<0;1>/*)',
  ],
  [/^[A-Z]+\(/, 'Write the names of the functions in small letters, such as wpkh(...)'],
  [
    /\[([0-9a-fA-F]{8}\/)?[mM]\//,
    'An origin has the fingerprint of the master key and no “m”: [d34db33f/84h/0h/0h]',
  ],
  [/\/(<\d+,\d+>|\{\d+[,;]\d+\}|\(\d+[,;]\d+\))/, 'Write both sides of an account as <0;1>'],
];

/** Explains a checksum that does not fit, and brackets that are not closed. */
function explainEnd(text: string): string | undefined {
  const [payload = '', sum] = text.split('#');
  if (sum !== undefined && sum.length !== 8) {
    return 'A checksum has 8 characters after “#”. Copy the complete descriptor again, or leave out “#” and what follows';
  }
  if (sum !== undefined && descriptorChecksum(payload) !== sum) {
    return 'The checksum does not match: a character was changed, or the checksum is of another descriptor. Copy the descriptor again from its wallet';
  }
  const count = (bracket: string) => payload.split(bracket).length - 1;
  // A line of a descriptor in several lines has no key beside its first bracket.
  const isOpen = /^[a-z_]+\(.*\w{50}/.test(payload) && count('(') > count(')');
  return isOpen
    ? 'The descriptor is cut off: a bracket is not closed. Copy the complete descriptor again'
    : undefined;
}
