import type { Terminal } from './terminal.ts';

/**
 * Control codes, and what is not seen or turns the direction of writing: bidirectional marks,
 * joiners, tags, ends of lines and paragraphs.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Text of others as it can be looked at: each such character as `\uXXXX`, so that within JSON the
 * value stays the same. Ends of lines and tabs stay.
 */
export function escapeUnseen(text: string): string {
  return text.replace(UNSEEN, (character) => {
    if (character === '\n' || character === '\t') return character;
    const units = character.split('').map((unit) => unit.charCodeAt(0));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  });
}

/** A terminal to which nothing is written that it would obey. */
export type SafeTerminal = Terminal & {
  /** On standard error, with control codes of ours. */
  draw(text: string): void;
};

export function safeTerminal(terminal: Terminal): SafeTerminal {
  return {
    ...terminal,
    err: (text) => terminal.err(escapeUnseen(text)),
    draw: (text) => terminal.err(text),
  };
}
