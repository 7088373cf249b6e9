import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { dispatch } from '../../../src/adapters/cli/dispatch.ts';
import { inputText } from '../../../src/adapters/cli/file-text.ts';
import { processTerminal } from '../../../src/adapters/cli/terminal.ts';
import { reviewVectors } from '../vectors/review-vectors.ts';
import { fakeTerminal } from './terminal.ts';

/** The simulated user at the terminal. */
export type Typist = {
  /** Answer to a question with echo. Absent: the user does not answer. */
  readonly answer?: string;
  /** Answers to questions with echo, in turn; then there are no more. */
  readonly answers?: readonly string[];
  /** Answers to questions without echo, in turn. */
  readonly secrets?: readonly string[];
  /** Content of standard input. */
  readonly input?: string | Uint8Array;
  readonly isScreen?: boolean;
  readonly columns?: number;
  /** Default: regtest. */
  readonly network?: 'main' | undefined;
};

const program = new URL('file:///no/threads/are/needed');

/** Creates a folder, and a command line on regtest in it. */
export function commandFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'coldsign-carried-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (name: string, content: string | Uint8Array): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  return {
    folder,
    write,
    /** Writes the PSBT of a vector in vectors/review/ to a file. */
    fileOf(name: string, as: string): string {
      const psbt = reviewVectors.find((vector) => vector.name === name)?.psbt;
      if (psbt === undefined) throw new Error(`no vector ${name}`);
      return write(as, Buffer.from(psbt, 'base64'));
    },
    async call(words: readonly string[], typist: Typist = {}) {
      const {
        answer,
        answers,
        secrets,
        input = '',
        isScreen = true,
        columns = 200,
        network,
      } = typist;
      const left = [...(secrets ?? [])];
      const asked = [...(answers ?? [])];
      const { terminal, written } = fakeTerminal({
        readInput: async (use) => inputText(Buffer.from(input), 'Standard input', use),
        readFile: processTerminal.readFile,
        ...(answer !== undefined && { readLine: async () => answer }),
        ...(answers !== undefined && {
          readLine: async (prompt: string) => {
            terminal.err(`${prompt}\n`);
            return asked.shift();
          },
        }),
        ...(secrets !== undefined && {
          readSecret: async (prompt: string) => {
            terminal.err(`${prompt}\n`);
            return left.shift();
          },
        }),
        isScreen,
        columns,
      });
      const code = await dispatch(
        [...(network === 'main' ? [] : ['-regtest']), `-datadir=${folder}`, ...words],
        terminal,
        () => program,
      );
      return { code, ...written };
    },
  };
}
