import {
  decodeSilentAddress,
  isSilentAddress,
  silentAddressHints,
} from '../../silent/silent-address.ts';
import { silentPlaceholder } from '../../silent/silent-outputs.ts';
import type { Context } from '../context.ts';
import { invalidAddressOrKey } from '../error.ts';
import { profileRules } from '../profile.ts';
import type { OutputReading, SilentAddressRead } from './outputs.ts';

export type SilentReading = Pick<Context, 'network' | 'secp256k1' | 'profile'>;

/** Reads outputs that may pay silent payment addresses. */
export const silentOutputs = (context: SilentReading): OutputReading => ({
  network: context.network,
  readSilent: (address) => parseSilentAddress(address, context),
});

/** A number that gives change another placeholder than a payment to the same address. */
export const CHANGE_STAND_IN = 1;

/**
 * Parses a silent payment address (BIP352). Returns `undefined` for another text, and in the
 * profile core.
 */
export function parseSilentAddress(
  address: string,
  { network, secp256k1, profile }: SilentReading,
  place = 0,
): SilentAddressRead | undefined {
  if (!profileRules(profile).readsSilentPayments || !isSilentAddress(address)) return undefined;
  const recipient = decodeSilentAddress(address, network, secp256k1);
  if (!('error' in recipient))
    return { recipient, placeholder: silentPlaceholder(recipient, place) };
  throw invalidAddressOrKey(
    `Not a silent payment address: ${address}`,
    silentAddressHints[recipient.error],
  );
}
