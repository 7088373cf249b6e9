import { visible } from '../encoding/unseen.ts';
import { PAYLOAD_CHARACTERS } from './checksum.ts';

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
  return /\/\*\*/.test(text) ? 'The descriptor ends with /** (BIP388). Write /<0;1>/*' : undefined;
}
