import type { Terminal } from '../../../src/adapters/cli/terminal.ts';

/** A terminal 80 columns wide that nobody sits at and that reads nothing, but for `more`; and what was written to it. */
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
  // Not spread: members may be getters.
  Object.defineProperties(terminal, Object.getOwnPropertyDescriptors(more));
  return { terminal, written };
}
