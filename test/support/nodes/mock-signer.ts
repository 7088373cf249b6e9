import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The output of the command if its word (`enumerate`, `signtx`, ...) is among its arguments, and
 * how it ends.
 */
type MockAnswer = {
  readonly output?: string;
  readonly errors?: string;
  readonly status?: number;
  /** True if it prints no more, and does not end. */
  readonly hangs?: boolean;
};

/** A command for -signer, which answers as a test specifies. */
export type MockSigner = {
  readonly command: string;
  /** Sets answers by word. A value that is not a complete answer is printed as JSON. */
  answer(answers: { readonly [word: string]: unknown }): void;
  /** Returns the requests since the last call, in order. */
  asked(): readonly { readonly words: readonly string[]; readonly input: string }[];
};

const PROGRAM = `
const { appendFileSync, readFileSync } = require('node:fs');
const [, , folder, ...words] = process.argv;
const input = readFileSync(0, 'utf8');
appendFileSync(folder + '/asked', JSON.stringify({ words, input }) + '\\n');
const answers = JSON.parse(readFileSync(folder + '/answers', 'utf8'));
const word = Object.keys(answers).find((each) => [...words, ...input.split(' ')].includes(each));
const { output = '', errors = '', status = 0, hangs = false } = answers[word] ?? { status: 9 };
process.stdout.write(output, () => process.stderr.write(errors, () => {
  if (!hangs) process.exit(status);
  setInterval(() => undefined, 1000);
}));
`;

const isWhole = (value: unknown): value is MockAnswer =>
  typeof value === 'object' &&
  value !== null &&
  ['output', 'errors', 'status', 'hangs'].some((name) => name in value);

/** `folder`: a path without spaces. */
export function createMockSigner(folder: string): MockSigner {
  const program = join(folder, 'mock-signer.cjs');
  const seen = join(folder, 'asked');
  writeFileSync(program, PROGRAM);
  writeFileSync(seen, '');
  return {
    command: `${process.execPath} ${program} ${folder}`,
    answer(answers) {
      const whole = Object.entries(answers).map(([word, value]) => [
        word,
        isWhole(value) ? value : { output: JSON.stringify(value) },
      ]);
      writeFileSync(join(folder, 'answers'), JSON.stringify(Object.fromEntries(whole)));
    },
    asked() {
      const lines = readFileSync(seen, 'utf8').trim().split('\n').filter(Boolean);
      rmSync(seen);
      writeFileSync(seen, '');
      return lines.map((line) => JSON.parse(line));
    },
  };
}

const XPUB =
  'tpubD6NzVbkrYhZ4WaWSyoBvQwbpLkojyoTZPRsgXELWz3Popb3qkjcJyJUGLnL4qHHoQvao8ESaAstxYSnhyswJ76uZPStJRJCTKvosUCJZL5B';

/** The device of Core's test/functional/mocks/signer.py. */
export const coreMock = {
  enumerate: [{ fingerprint: '00000001', type: 'trezor', model: 'trezor_t' }],
  getdescriptors: {
    receive: descriptorsOf(0, ['aqllu46s', '5dh56mgg', 'h62dxaej', 'pcd5w87f']),
    internal: descriptorsOf(1, ['v567pq2g', 'pvezzyah', 'xw0vmgf2', 'svg4njw3']),
  },
} as const;

function descriptorsOf(branch: number, checksums: readonly string[]): readonly string[] {
  const key = (purpose: number) => `[00000001/${purpose}h/1h/0']${XPUB}/${branch}/*`;
  const texts = [`pkh(${key(44)})`, `sh(wpkh(${key(49)}))`, `wpkh(${key(84)})`, `tr(${key(86)})`];
  return texts.map((text, i) => `${text}#${checksums[i]}`);
}
