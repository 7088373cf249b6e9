import { randomBytes } from 'node:crypto';
import { kernelSecp256k1 as secp256k1 } from '../../crypto/kernel-backend.ts';
import type { Context } from '../../rpc/context.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { openNodeChain } from '../chain/choice.ts';
import type { NodeAddress } from '../chain/node/client.ts';
import { electrumOptions, openServer, type ServerChoice } from '../chain/servers.ts';
import type { Terminal } from '../cli/terminal.ts';
import type { Options } from '../options/load.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { clockOf } from '../runtime/clock.ts';
import { createNotify } from '../runtime/notices.ts';
import { collectSnapshot } from './collect.ts';
import { readRequests } from './descriptors.ts';
import { readSilentIndex } from './read-silent-index.ts';

/** The node or server to query. */
export type Order = {
  readonly asked: NodeAddress | ServerChoice;
  readonly text: string;
  readonly out: string;
};

export const isElectrum = (
  asked: NodeAddress | ServerChoice,
): asked is Extract<ServerChoice, { kind: 'electrum' }> =>
  'kind' in asked && asked.kind === 'electrum';

/** Milliseconds. Reading the UTXO set of the main chain takes minutes. */
const PATIENCE = 1_800_000;

export async function collect(
  { asked, text }: Order,
  options: Options,
  terminal: Terminal,
): Promise<Snapshot | Failure> {
  const { network, profile } = options;
  const opened =
    'kind' in asked
      ? openServer(asked, network.name)
      : openNodeChain(asked, network.name, { timeout: PATIENCE });
  try {
    const wrong = await opened.check();
    if (wrong !== undefined) return { error: wrong };
    const context: Context = {
      network,
      profile,
      secp256k1,
      now: clockOf(options).now,
      random: (length) => randomBytes(length),
      notify: createNotify((notice) => terminal.err(`Warning: ${notice}\n`)),
    };
    const silent = options.integer('silent');
    const read = await readRequests(text, context);
    if ('error' in read && silent === undefined) return read;
    const requests = 'error' in read ? [] : read;
    const coins = 'network' in opened.client ? opened.client : undefined;
    const indexed =
      coins !== undefined && isElectrum(asked) && options.flag('scankeys') === true
        ? await readSilentIndex(
            requests,
            { server: electrumOptions(asked.address, network.name), coins },
            context,
          )
        : undefined;
    return await collectSnapshot({
      client: opened.client,
      chain: { ...opened.source, ...indexed },
      context,
      requests,
      keypoolSize: Math.max(options.integer('keypool') ?? 1000, 1),
      template: options.flag('template') === true,
      silent: silent === undefined ? undefined : Math.max(1, silent),
      coinsOnly: options.flag('coinsonly') === true,
    });
  } finally {
    await opened.close();
  }
}
