import { hostError } from '../../../src/rpc/wallet/rpc-host-error.ts';
import type { HostOutcome, WalletHost } from '../../../src/wallet-host/host.ts';

/** Converts an outcome to what a caller receives: code, message and hint. */
function inWords(outcome: HostOutcome): HostOutcome {
  if (outcome.ok) return outcome;
  const { code, message, hint } = hostError(outcome.error);
  return Object.assign({}, outcome, { code, error: message }, hint !== undefined && { hint });
}

/** Wraps a host so that its refusals have the messages that callers receive. */
export function withWords<H extends WalletHost>(host: H): H {
  return {
    ...host,
    create: async (wallet) => inWords(await host.create(wallet)),
    load: async (name) => inWords(await host.load(name)),
    unload: async (name) => inWords(await host.unload(name)),
    backup: async (name, destination) => inWords(await host.backup(name, destination)),
    restore: async (name, source) => inWords(await host.restore(name, source)),
  };
}
