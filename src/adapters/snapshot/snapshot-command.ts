import { kernelSecp256k1 as secp256k1 } from '../../crypto/kernel-backend.ts';
import { RpcError } from '../../rpc/error.ts';
import { isSourceError } from '../../servers/source-error.ts';
import { fingerprintOf } from '../../snapshot/snapshot-signature.ts';
import { type Command, type CommandCall, runCommand } from '../cli/command.ts';
import type { Terminal } from '../cli/terminal.ts';
import { systemMessage } from '../files/errors.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { clockOf } from '../runtime/clock.ts';
import { collect } from './collect-snapshot.ts';
import { commandText } from './command-text.ts';
import { withoutQuotes } from './descriptors.ts';
import { encodeSigned, summary } from './encode-signed.ts';
import { runSignersCommand, signersUsage } from './signers-command.ts';
import { readSigningKey } from './signing-key.ts';
import { readOrder, snapshotOptions } from './snapshot-options.ts';
import { writeTarget } from './target.ts';

const command: Command = {
  about:
    'Writes a file for a machine without a network: what a Bitcoin node, an Esplora server or an Electrum server knows about some descriptors.',
  usage: `Usage: coldsign snapshot -node=<url> -descriptors=<file> -out=<file> [options]\n${signersUsage}`,
  options: snapshotOptions,
};

/**
 * Runs `coldsign snapshot`: writes a node's facts about some descriptors to a file. Resolves to the
 * exit status.
 */
export const makeSnapshot = (args: readonly string[], given: Terminal): Promise<number> =>
  runCommand(command, args, given, writeSnapshot);

async function writeSnapshot({ options, words, terminal }: CommandCall): Promise<number | Failure> {
  const other = await runSignersCommand(options, words);
  if (other !== undefined) {
    if ('error' in other) return other;
    terminal.out(`${other.join('\n')}\n`);
    return 0;
  }
  const order = readOrder(options, words, terminal);
  if ('error' in order) return order;
  // Checked first, because collecting takes minutes.
  const key = readSigningKey(options, secp256k1);
  if (key !== undefined && 'error' in key) return key;
  try {
    const made = await collect(order, options, terminal);
    if ('error' in made) return made;
    const file = encodeSigned(made, key && { ...key, now: clockOf(options).now(), secp256k1 });
    if ('error' in file) return file;
    const refused = await writeTarget(order.out, file.bytes);
    if (refused !== undefined) return refused;
    const signature = key
      ? `signed by ${fingerprintOf(key.publicKey)}`
      : `not signed: ${commandText(options, 'newkey')} makes a key that signs`;
    terminal.out(`${summary(made, order.out, file)}\n${signature}\n`);
    return 0;
  } catch (error) {
    // The node is away or refuses, a descriptor is malformed, or the disk is full. Each error has
    // its own message.
    if (error instanceof RpcError) return { error: withoutQuotes(error.message) };
    if (isSourceError(error)) return { error: `${error.message}. ${error.hint}` };
    if (!(error instanceof Error)) throw error;
    return {
      error:
        'code' in error ? `${order.out} cannot be written: ${systemMessage(error)}` : error.message,
    };
  } finally {
    key?.privateKey.fill(0);
  }
}
