import { resolve } from 'node:path';
import { kernelSecp256k1 as secp256k1 } from '../../crypto/kernel-backend.ts';
import { isBytes } from '../../encoding/bytes.ts';
import { RpcError } from '../../rpc/error.ts';
import { isSourceError } from '../../servers/source-error.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import {
  type EncodedSnapshot,
  encodeSnapshot,
  signSnapshot,
} from '../../snapshot/snapshot-codec.ts';
import { fingerprintOf, type SnapshotKey } from '../../snapshot/snapshot-signature.ts';
import { wrongClock } from '../../snapshot/snapshot-source.ts';
import { serverOptionSpecs } from '../chain/chain-options.ts';
import type { NodeAddress } from '../chain/node/client.ts';
import { nodeOptionSpecs, readNodeAddress } from '../chain/node/node-address.ts';
import { readServerChoice, type ServerChoice } from '../chain/servers.ts';
import { fastSha256 } from '../chain/snapshot-file.ts';
import { type Command, type CommandCall, runCommand } from '../cli/command.ts';
import type { Terminal } from '../cli/terminal.ts';
import { systemMessage } from '../files/errors.ts';
import { readProblem } from '../files/regular-file.ts';
import type { Options } from '../options/load.ts';
import { nearestName } from '../options/nearest.ts';
import { commonOptions, type OptionSpec, option } from '../options/option-specs.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { clockOf, clockOptionSpecs } from '../runtime/clock.ts';
import { collect, isElectrum, type Order } from './collect-snapshot.ts';
import { commandText } from './command-text.ts';
import { withoutQuotes } from './descriptors.ts';
import { runSignersCommand, signersUsage } from './signers-command.ts';
import { readSigningKey } from './signing-key.ts';
import { refuseTarget, writeTarget } from './target.ts';

const snapshotOptions: readonly OptionSpec[] = [
  ...commonOptions,
  option(
    'descriptors=<file>',
    'The descriptors, without private keys: the output of listdescriptors, the requests of importdescriptors, or one descriptor per line',
  ),
  option('out=<file>', 'The snapshot file to write'),
  option(
    'coinsonly',
    'Write only unspent coins and the transactions that made them. This is quick on a large chain, but leaves out the history and which addresses were used',
  ),
  option(
    'silent=<height>',
    'Also write everything from this block on that may pay a silent payment address. The file is large, but the scan key can stay on the other machine. Without it, an sp() descriptor finds its own payments here',
  ),
  option(
    'scankeys',
    'Give the scan keys of sp() descriptors to the Electrum server, which finds their payments (Frigate). It then sees every payment to these addresses, but cannot spend',
  ),
  option('template', 'Also write the complete mempool, which getblocktemplate needs'),
  option(
    'keypool=<n>',
    'Number of addresses to check after the last used address of each descriptor (default: 1000)',
  ),
  option(
    'signkey=<file>',
    "The signing key that coldsign snapshot newkey made (default: snapshot.key in the chain's data directory, if it exists); -nosignkey does not sign",
  ),
  option('name=<name>', 'trust: a name for the signer'),
  ...nodeOptionSpecs,
  ...serverOptionSpecs,
  ...clockOptionSpecs,
];

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

function readOrder(
  options: Options,
  words: readonly string[],
  terminal: Terminal,
): Order | Failure {
  if (words[0] !== undefined) {
    const meant = nearestName(words[0], ['newkey', 'trust', 'distrust']);
    const guess = meant === undefined ? 'See coldsign snapshot -?' : `Did you mean “${meant}”?`;
    return { error: `Unexpected argument “${words[0]}”. ${guess}` };
  }
  const asked = readAsked(options);
  if ('error' in asked) return asked;
  const path = options.text('descriptors') ?? '';
  const out = options.text('out') ?? '';
  if (path === '' || out === '') return { error: '-descriptors=<file> and -out=<file> are needed' };
  const refused = refuseTarget(resolve(out));
  if (refused !== undefined) return refused;
  const text = terminal.readFile(path);
  if (text === undefined)
    return { error: `Can’t read the descriptors in “${path}”: ${readProblem(path)}` };
  return { asked, text, out: resolve(out) };
}

function readAsked(options: Options): NodeAddress | ServerChoice | Failure {
  const [node, server] = [readNodeAddress(options), readServerChoice(options)];
  if (node !== undefined && server !== undefined && !('error' in node)) {
    return { error: 'Only one of -node, -esplora and -electrum can be used' };
  }
  const asked = node ?? server;
  if (asked === undefined) {
    return {
      error:
        'snapshot needs a node (-node=<url>) or a server (-esplora=<url>, -electrum=<host:port>)\nUsage: coldsign snapshot -node=<url> -descriptors=<file> -out=<file>',
    };
  }
  if (options.flag('scankeys') === true && !('error' in asked) && !isElectrum(asked)) {
    return { error: '-scankeys needs an Electrum server (-electrum) that finds silent payments' };
  }
  const flags = ['coinsonly', 'template'].filter((name) => options.flag(name) === true);
  const [needsNode] = options.integer('silent') === undefined ? flags : ['silent'];
  if (needsNode === undefined || node !== undefined) return asked;
  return { error: `-${needsNode} needs a node (-node), because a server cannot answer it` };
}

function encodeSigned(snapshot: Snapshot, key: SnapshotKey | undefined): EncodedSnapshot | Failure {
  const encoded = encodeSnapshot(snapshot, fastSha256);
  if (key === undefined) return encoded;
  const wrong = wrongClock(snapshot, key.now);
  if (wrong !== undefined) return { error: wrong };
  const bytes = signSnapshot(encoded.bytes, key, fastSha256);
  if (isBytes(bytes)) return { ...encoded, bytes };
  return {
    error:
      'The new signature is not valid, so nothing was written. Try again; if it repeats, this computer is faulty',
  };
}

function summary(snapshot: Snapshot, path: string, { bytes, digest }: EncodedSnapshot): string {
  const { tip, transactions, coins, mempool } = snapshot;
  return [
    `${path}: ${bytes.length} bytes`,
    `block ${tip.height} ${tip.hash}`,
    `${transactions.length} transactions, ${coins.size} coins, ${mempool.entries.length} in the mempool`,
    `digest ${digest}`,
  ].join('\n');
}
