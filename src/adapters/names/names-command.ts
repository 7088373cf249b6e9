import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { kernelSecp256k1 } from '../../crypto/kernel-backend.ts';
import { explainName, findNameProof } from '../../names/explain-name.ts';
import { writeNameProof } from '../../names/name-proof.ts';
import { safeTerminal } from '../cli/escape.ts';
import type { Terminal } from '../cli/terminal.ts';
import { writeDurably } from '../files/durable-write.ts';
import { isCode, systemWords } from '../files/errors.ts';
import { readRegularFileSync } from '../files/regular-file.ts';
import { commonOptions, formatOptions, type OptionSpec, option } from '../options/option-specs.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { clockOptionSpecs, createClock } from '../runtime/clock.ts';
import { machineTime } from '../runtime/names.ts';
import { version } from '../runtime/version.ts';
import { loadCommand } from '../snapshot/words.ts';
import { collectProof } from './collect-proof.ts';
import { readResolver, resolverOptions } from './resolvers.ts';
import { rootKeyOptions } from './root-key-options.ts';
import { readRootKeyFile } from './root-keys.ts';

const proveOptions: readonly OptionSpec[] = [
  ...commonOptions,
  ...resolverOptions,
  option('out=<file>', 'The proof file to write (default: NAME.proof)'),
  ...rootKeyOptions,
  ...clockOptionSpecs,
];

/**
 * `coldsign prove-name user@domain`: writes the proof of a payment name (BIP353) for a machine
 * without a network. Resolves to the exit status.
 */
export async function runProveName(args: readonly string[], given: Terminal): Promise<number> {
  const terminal = safeTerminal(given, args);
  const fail = ({ error }: Failure) => {
    terminal.err(`Error: ${error}\n`);
    return 1;
  };
  const loaded = loadCommand(args, proveOptions);
  if ('error' in loaded) return fail(loaded);
  const { options, words } = loaded;
  if (['help', 'h', '?'].some((name) => options.flag(name))) {
    terminal.out(`${usageText()}\n`);
    return 0;
  }
  const [name, ...more] = words;
  if (name === undefined || more.length > 0) {
    return fail({ error: `prove-name needs one name\n${USAGE}` });
  }
  const ask = readResolver(options);
  if ('error' in ask) return fail(ask);
  const roots = readRootKeyFile(options);
  if (roots !== undefined && 'error' in roots) return fail(roots);
  const proof = await collectProof(name.replace(/^₿/, ''), ask, () => randomInt(65_536));
  if ('error' in proof) return fail(proof);
  const now = createClock(options).now?.() ?? machineTime();
  const { isProven, lines } = explainName(
    proof,
    now,
    { network: options.network, secp256k1: kernelSecp256k1 },
    roots,
  );
  terminal.out(`${lines.join('\n')}\n`);
  if (!isProven) return fail({ error: 'The name is not proven: nothing was written' });
  const path = resolve(options.text('out') ?? `${proof.name.replace(/[^\w.@-]/g, '_')}.proof`);
  if (isOther(path)) {
    return fail({ error: `${path} is there and is no proof: choose another name with -out` });
  }
  try {
    await writeDurably(path, [writeNameProof(proof)]);
  } catch (error) {
    return fail({ error: `${path} cannot be written: ${systemWords(error)}` });
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

const USAGE =
  'Usage: coldsign prove-name user@domain -doh=<url>|-resolver=<host[:port]> [-out=<file>]';

const usageText = () => `coldsign v${version}

Asks the DNS whom a payment name such as bob@example.com pays, verifies the answer from the keys of the DNS root, and writes the proof into a file.

${USAGE}

${formatOptions(proveOptions)}`;
