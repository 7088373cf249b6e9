import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { run } from '../../src/adapters/cli/run.ts';
import type { Terminal } from '../../src/adapters/cli/terminal.ts';
import { serve } from '../../src/adapters/http/serve.ts';
import { runRead } from '../../src/adapters/qr/read.ts';
import { runShow } from '../../src/adapters/qr/show.ts';
import { runVerify } from '../../src/adapters/release/verify-command.ts';
import { runSeed } from '../../src/adapters/seed/seed-command.ts';
import { runSigner } from '../../src/adapters/signer/signer-command.ts';
import { makeSnapshot } from '../../src/adapters/snapshot/snapshot-command.ts';
import { leakOf, type Secret, wholeSecrets } from '../support/generate/secrets.ts';
import { fakeTerminal } from '../support/screens/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'coldsign-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Command = (args: readonly string[], terminal: Terminal) => Promise<number>;
const program = new URL('file:///no-thread');

const commands: { readonly [name: string]: Command } = {
  '': (args, terminal) => run(args, terminal, program),
  seed: runSeed,
  show: runShow,
  read: (args, terminal) => runRead(args, terminal, program),
  verify: runVerify,
  snapshot: makeSnapshot,
  signer: (args, terminal) => runSigner([...args, 'signer'], terminal, program, null),
  serve: (args, terminal) =>
    serve([...args, '-rpcport=x'], {
      print: terminal.out,
      printError: terminal.err,
      workerEntry: program,
      onSignal: (stop) => stop(),
    }),
};

const secrets = wholeSecrets(6).filter(({ kind }) => !kind.endsWith('hex'));

async function written(call: Command, args: readonly string[]): Promise<string> {
  const { terminal, written: told } = fakeTerminal({ readInput: async () => 'cHNidP8=' });
  const home = ['-chain=regtest', `-datadir=${folder}`].filter(
    (each) => !args.some((arg) => arg.startsWith(each.slice(0, 6))),
  );
  await call([...home, ...args], terminal);
  return told.out + told.err;
}

async function optionsOf(call: Command): Promise<readonly string[]> {
  const help = await written(call, ['-help']);
  const names = [...help.matchAll(/^ {2}(-[a-z]+)/gm)].map(([, name = '']) => name);
  return names.filter((name) => !['-help', '-version'].includes(name));
}

/**
 * Puts the secret in a word, in an option, in the value of each option, in a file and in a file's
 * name.
 */
function placesOf({ text }: Secret, options: readonly string[]): readonly (readonly string[])[] {
  const inFolder = join(folder, text);
  return [
    [text],
    [text, text],
    ['-', text],
    [`@${text}`],
    [inFolder],
    [`${text}=1`],
    text.split(' '),
    [`-${text}`],
    [`-${text}=1`, 'x'],
    ...options.flatMap((name) => [
      [`${name}=${text}`, '-'],
      [`${name}=${inFolder}`, '-'],
    ]),
  ];
}

test.each(Object.entries(commands))(
  'coldsign %s neither repeats a secret argument nor names a file after it',
  async (_, call) => {
    const options = await optionsOf(call);
    const leaks: string[] = [];
    for (const secret of secrets) {
      for (const args of placesOf(secret, options)) {
        const said = await written(call, args);
        const leak = leakOf(secret, said);
        if (leak !== undefined) leaks.push(`${secret.kind}, ${args[0]}: ${said.slice(0, 200)}`);
      }
    }
    expect(leaks.slice(0, 5)).toEqual([]);
    const names = readdirSync(folder, { recursive: true }).join('\n');
    expect(secrets.filter((secret) => leakOf(secret, names) !== undefined)).toEqual([]);
  },
);
