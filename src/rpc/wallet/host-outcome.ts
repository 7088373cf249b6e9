import { redactSecrets } from '../../encoding/redact.ts';
import type { HostOutcome, WalletHost } from '../../wallet-host/host.ts';
import type { Context } from '../context.ts';
import { invalid } from '../error.ts';
import { profileRules } from '../profile.ts';
import { namesSecret, SECRET_NAME } from '../redact-arguments.ts';
import { hostError } from './rpc-host-error.ts';

/** Returns the warnings, or throws a refusal. Core: HandleWalletError. */
export function requireDone(outcome: HostOutcome): readonly string[] {
  if (outcome.ok) return outcome.warnings;
  throw hostError(outcome.error);
}

/**
 * Records whether the wallet is loaded at the next start. Returns warnings. Core:
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

/**
 * Throws if the name of a new wallet or file contains a private key or seed words, which anyone who
 * lists the folder could read. Core would accept it.
 */
export function refuseSecretName(name: string, { profile }: Pick<Context, 'profile'>): void {
  if (!profileRules(profile).redactsSecrets || !namesSecret(name)) return;
  throw invalid(SECRET_NAME);
}

/**
 * Throws if a label or comment contains a private key or seed words, because a wallet's file does
 * not encrypt it. Core would accept it.
 */
export function refuseSecretText(
  texts: readonly (string | undefined)[],
  { profile }: Pick<Context, 'profile'>,
): void {
  if (!profileRules(profile).redactsSecrets) return;
  if (texts.every((text = '') => redactSecrets(text, { keepsIds: true }) === text)) return;
  throw invalid(
    "This label or comment contains a private key or seed words, and a wallet's file does not encrypt it. Choose another one, and check the order of the arguments.",
  );
}
