import { resolve } from 'node:path';
import { serverOptionSpecs } from '../chain/chain-options.ts';
import type { NodeAddress } from '../chain/node/client.ts';
import { nodeOptionSpecs, readNodeAddress } from '../chain/node/node-address.ts';
import { readServerChoice, type ServerChoice } from '../chain/servers.ts';
import type { Terminal } from '../cli/terminal.ts';
import { readProblem } from '../files/regular-file.ts';
import type { Options } from '../options/load.ts';
import { nearestName } from '../options/nearest.ts';
import { commonOptions, type OptionSpec, option } from '../options/option-specs.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { clockOptionSpecs } from '../runtime/clock.ts';
import { isElectrum, type Order } from './collect-snapshot.ts';
import { refuseTarget } from './target.ts';

/** The options of `coldsign snapshot`. */
export const snapshotOptions: readonly OptionSpec[] = [
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

/** Reads the options and files of `coldsign snapshot`, before anything is collected. */
export function readOrder(
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
