import { type Json, jsonObject } from '../../json/json.ts';
import type { HostOutcome, WalletHost } from '../../wallet-host/host.ts';
import { hostError } from './host-error.ts';

/** Its warnings; a refusal is thrown. Core: HandleWalletError. */
export function requireDone(outcome: HostOutcome): readonly string[] {
  if (outcome.ok) return outcome.warnings;
  throw hostError(outcome.error);
}

/**
 * Notes whether the wallet is loaded at the next start; answers with warnings. Core:
 * UpdateWalletSetting.
 */
export async function noteStartup(
  host: WalletHost,
  name: string,
  load: boolean | undefined,
): Promise<readonly string[]> {
  if (load === undefined || (await host.loadOnStartup(name, load))) return [];
  const may = load ? 'may not' : 'may still';
  return [
    `Wallet load on startup setting could not be updated, so wallet ${may} be loaded next node startup.`,
  ];
}

/** What is answered once a wallet is there. */
export function shapeLoaded(name: string, warnings: readonly string[]): Json {
  return jsonObject({ name, ...(warnings.length > 0 && { warnings }) });
}
