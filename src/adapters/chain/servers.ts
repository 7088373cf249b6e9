import { setTimeout as sleep } from 'node:timers/promises';
import type { NetworkName } from '../../encoding/network.ts';
import type { CoinSource } from '../../servers/coin-source.ts';
import { createElectrumSource, type ElectrumOptions } from '../../servers/electrum.ts';
import { createEsploraSource } from '../../servers/esplora.ts';
import { createSourceChain } from '../../servers/source-chain.ts';
import { isSourceError } from '../../servers/source-error.ts';
import type { Options } from '../options/load.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { type ElectrumAddress, readElectrumAddress } from './electrum/electrum-address.ts';
import { socketTransport } from './electrum/socket.ts';
import { readEsploraUrl } from './esplora/esplora-url.ts';
import { limitedFetch } from './esplora/fetch.ts';
import type { OpenChain } from './open-chain.ts';

/** A server that is queried by script. Plain data, so that it can be passed to a worker. */
export type ServerChoice = { readonly gapLimit: number } & (
  | { readonly kind: 'esplora'; readonly url: string }
  | { readonly kind: 'electrum'; readonly address: ElectrumAddress }
);

/** Returns the chosen server, or `undefined` if there is none. */
export function readServerChoice(options: Options): ServerChoice | Failure | undefined {
  const gapLimit = Math.max(options.integer('gaplimit') ?? 20, 1);
  const esplora = readEsploraUrl(options);
  if (esplora !== undefined) {
    return 'error' in esplora ? esplora : { kind: 'esplora', url: esplora.url, gapLimit };
  }
  const address = readElectrumAddress(options);
  if (address === undefined || 'error' in address) return address;
  return { kind: 'electrum', address, gapLimit };
}

/** Milliseconds between polls of an Esplora server, which does not announce changes. */
const INTERVAL = 15_000;

export type OpenServer = OpenChain & { readonly client: CoinSource };

export function openServer(choice: ServerChoice, network: NetworkName): OpenServer {
  const ended = new AbortController();
  const { coins: client, close } = openSource(choice, network, ended.signal);
  const { gapLimit } = choice;
  const end = () => {
    ended.abort();
    close();
  };
  return {
    client,
    source: createSourceChain(client, {
      gapLimit,
      interval: choice.kind === 'esplora' ? INTERVAL : 0,
      now: () => performance.now(),
      wait: (milliseconds) =>
        sleep(milliseconds, true, { signal: ended.signal }).catch(() => {
          // Aborted during the delay.
          return false;
        }),
    }),
    check: () => checkServer(client),
    interrupt: end,
    close: end,
  };
}

/** Returns the socket and the time limits for an Electrum server. */
export const electrumOptions = (
  address: ElectrumAddress,
  network: NetworkName,
): ElectrumOptions => ({
  network,
  transport: socketTransport(address),
  setTimeout: (run, milliseconds) => setTimeout(run, milliseconds).unref(),
});

function openSource(
  choice: ServerChoice,
  network: NetworkName,
  signal: AbortSignal,
): { readonly coins: CoinSource; readonly close: () => void } {
  if (choice.kind === 'esplora') {
    const { url } = choice;
    const coins = createEsploraSource({ url, network, fetch: limitedFetch({ signal }) });
    return { coins, close: () => {} };
  }
  const coins = createElectrumSource(electrumOptions(choice.address, network));
  return { coins, close: coins.close };
}

async function checkServer(coins: CoinSource): Promise<string | undefined> {
  try {
    await coins.tip();
    return undefined;
  } catch (error) {
    // The server is unreachable now; the next caller gets an error immediately.
    const isWrong = isSourceError(error) && WRONG.has(error.code);
    return isWrong ? `${error.message}. ${error.hint}` : undefined;
  }
}

/** Errors that are permanent. */
const WRONG: ReadonlySet<string> = new Set([
  'SOURCE_OTHER_CHAIN',
  'SOURCE_FALSE',
  'SOURCE_NONSENSE',
]);
