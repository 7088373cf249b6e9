import type { OutputType } from '../../descriptor/descriptor.ts';
import { type Bytes, emptyBytes } from '../../encoding/bytes.ts';
import { solveScript } from '../../script/templates.ts';
import { newChangeAddress } from '../keys/addresses.ts';
import type { Wallet } from '../wallet.ts';
import type { Funding, Recipient } from './fund-request.ts';
import type { FundingError } from './funding-error.ts';

/** The destination of change. */
export type ChangePlace = {
  /** Empty if there is none; `error` has the reason. */
  readonly script: Bytes;
  readonly error: FundingError | undefined;
  /** The wallet after the address was given out. */
  readonly wallet: Wallet;
};

export function placeChange(wallet: Wallet, { request, environment }: Funding): ChangePlace {
  if (request.changeScript !== undefined) {
    return { script: request.changeScript, error: undefined, wallet };
  }
  const { addressType, changeType } = environment.options;
  const given = request.changeType ?? changeType;
  const type = given ?? typeByRecipients(wallet, request.recipients, addressType);
  const taken = newChangeAddress(wallet, type, environment);
  if ('error' in taken) {
    return {
      script: emptyBytes,
      error: { error: 'no change address', reason: taken.error, type },
      wallet,
    };
  }
  return { ...taken, error: undefined };
}

/**
 * Chooses change of the recipients' type, so that it does not stand out. Core:
 * TransactionChangeType.
 */
function typeByRecipients(
  { active }: Wallet,
  recipients: readonly Recipient[],
  addressType: OutputType,
): OutputType {
  if (addressType === 'legacy') return 'legacy';
  const kinds = new Set(recipients.map(({ output }) => solveScript(output.scriptPubKey).kind));
  const has = (type: OutputType) => active.internal.has(type);
  if (kinds.has('witness_v1_taproot') && has('bech32m')) return 'bech32m';
  if (kinds.has('witness_v0_keyhash') && has('bech32')) return 'bech32';
  if (kinds.has('scripthash') && has('p2sh-segwit')) return 'p2sh-segwit';
  if (kinds.has('pubkeyhash') && has('legacy')) return 'legacy';
  if (has('bech32m')) return 'bech32m';
  return has('bech32') ? 'bech32' : addressType;
}
