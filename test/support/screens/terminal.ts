import type { Terminal } from '../../../src/adapters/cli/terminal.ts';

/**
 * Creates a terminal, 80 columns wide, without user and input except `more`, and records its
 * output.
 */
export function fakeTerminal(more: Partial<Terminal> = {}) {
  const written = { out: '', err: '' };
  const terminal: Terminal = {
    out: (text) => {
      written.out += text;
    },
    err: (text) => {
      written.err += text;
    },
    readInput: async () => '',
    readFile: () => undefined,
    isScreen: false,
    columns: 80,
  };
  // Not spread, because members may be getters.
  Object.defineProperties(terminal, Object.getOwnPropertyDescriptors(more));
  return { terminal, written };
}
