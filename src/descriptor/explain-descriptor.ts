import { visible } from '../encoding/unseen.ts';
import { descriptorChecksum, PAYLOAD_CHARACTERS } from './checksum.ts';

/**
 * Returns how to correct a descriptor that cannot be read, or `undefined` if it shows no usual
 * slip. Names a character and its position, and never a key.
 */
export function explainDescriptor(given: string): string | undefined {
  const text = given.trim();
  const wrong = [...text].findIndex((each) => !PAYLOAD_CHARACTERS.includes(each));
  const character = [...text][wrong];
  if (character === '\n' || character === '\r') {
    return `The descriptor has a line break at character ${wrong + 1}. Write it in one line, without spaces`;
  }
  if (character !== undefined) {
    const meant = /[‘’′ʹʼ`´]/.test(character) ? ". Write ' or h for a hardened step" : '';
    return `Character ${wrong + 1} of the descriptor is “${visible(character)}”, which none may have${meant}`;
  }
  const space = text.split('#')[0]?.search(/\s/) ?? -1;
  if (space >= 0) {
    return `The descriptor has a space at character ${space + 1}. Remove all spaces`;
  }
  const mark = /\/\d+([`H])(?=[/\])*]|$)/.exec(text);
  if (mark !== null) {
    return `Character ${mark.index + mark[0].length} of the descriptor is “${mark[1]}”. Write ' or h for a hardened step`;
  }
  const slip = /\b([yzYZuvUV])(pub|prv)(?=[1-9A-HJ-NP-Za-km-z]{50})/.exec(text);
  if (slip !== null) {
    const [key = '', letter = '', kind = ''] = slip;
    const plain = /[uv]/i.test(letter) ? `t${kind}` : `x${kind}`;
    return `A key begins with ${key}. In a descriptor it is written as ${plain}. “coldsign decodewallet” reads it and prints the descriptor`;
  }
  if (/\/\*\*/.test(text)) return 'The descriptor ends with /** (BIP388). Write /<0;1>/*';
  return SLIPS.find(([is]) => is.test(text))?.[1] ?? explainEnd(text);
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
