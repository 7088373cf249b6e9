/** Control codes, and what is not seen or turns the direction of writing: from, to. */
const UNSEEN = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x61c, 0x61c],
  [0x180e, 0x180e],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0xfeff, 0xfeff],
  [0xfff9, 0xfffb],
] as const;

/** Text of others as it can be looked at: on one line, with each such character as `\\uXXXX`. */
export function visible(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (character) => {
    const code = character.charCodeAt(0);
    const isUnseen = UNSEEN.some(([from, to]) => code >= from && code <= to);
    return isUnseen ? `\\u${code.toString(16).padStart(4, '0')}` : character;
  });
}
