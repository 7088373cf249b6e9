import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { kernelSecp256k1 } from '../../crypto/kernel-backend.ts';
import { explainName, findNameProof } from '../../names/explain-name.ts';
import { writeNameProof } from '../../names/name-proof.ts';
import { type Command, type CommandCall, runCommand } from '../cli/command.ts';
import type { Terminal } from '../cli/terminal.ts';
import { writeDurably } from '../files/durable-write.ts';
import { isCode, systemWords } from '../files/errors.ts';
import { readRegularFileSync } from '../files/regular-file.ts';
import { commonOptions, option } from '../options/option-specs.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { clockOptionSpecs, createClock } from '../runtime/clock.ts';
import { machineTime } from '../runtime/names.ts';
import { collectProof } from './collect-proof.ts';
import { readResolver, resolverOptions } from './resolvers.ts';
import { rootKeyOptions } from './root-key-options.ts';
import { readRootKeyFile } from './root-keys.ts';

const command: Command = {
  about:
    'Asks the DNS whom a payment name such as bob@example.com pays, verifies the answer from the keys of the DNS root, and writes the proof into a file.',
  usage: 'Usage: coldsign prove-name user@domain -doh=<url>|-resolver=<host[:port]> [-out=<file>]',
  options: [
    ...commonOptions,
    ...resolverOptions,
    option('out=<file>', 'The proof file to write (default: NAME.proof)'),
    ...rootKeyOptions,
    ...clockOptionSpecs,
  ],
};

/**
 * `coldsign prove-name user@domain`: writes the proof of a payment name (BIP353) for a machine
 * without a network. Resolves to the exit status.
 */
export const runProveName = (args: readonly string[], given: Terminal): Promise<number> =>
  runCommand(command, args, given, proveName);

async function proveName({ options, words, terminal }: CommandCall): Promise<number | Failure> {
  const [name, ...more] = words;
  if (name === undefined || more.length > 0) {
    return { error: `prove-name needs one name\n${command.usage}` };
  }
  const ask = readResolver(options);
  if ('error' in ask) return ask;
  const roots = readRootKeyFile(options);
  if (roots !== undefined && 'error' in roots) return roots;
  const proof = await collectProof(name.replace(/^₿/, ''), ask, () => randomInt(65_536));
  if ('error' in proof) return proof;
  const now = createClock(options).now?.() ?? machineTime();
  const { isProven, lines } = explainName(
    proof,
    now,
    { network: options.network, secp256k1: kernelSecp256k1 },
    roots,
  );
  terminal.out(`${lines.join('\n')}\n`);
  if (!isProven) return { error: 'The name is not proven: nothing was written' };
  const path = resolve(options.text('out') ?? `${proof.name.replace(/[^\w.@-]/g, '_')}.proof`);
  if (isOther(path)) {
    return { error: `${path} is there and is no proof: choose another name with -out` };
  }
  try {
    await writeDurably(path, [writeNameProof(proof)]);
  } catch (error) {
    return { error: `${path} cannot be written: ${systemWords(error)}` };
  }
  terminal.out(`${path}: take it to the other machine, and run coldsign check\n`);
  return 0;
}

/** Returns true if the file exists and is not a proof. */
function isOther(path: string): boolean {
  try {
    return findNameProof(readRegularFileSync(path)) === undefined;
  } catch (error) {
    return !isCode(error, 'ENOENT');
  }
}
