import type { OutputType } from '../../descriptor/descriptor.ts';
import { type Bytes, emptyBytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { solveScript } from '../../script/templates.ts';
import { newChangeAddress } from '../keys/addresses.ts';
import type { Wallet } from '../wallet.ts';
import type { ChangeOutput, Funding, Recipient } from './fund-request.ts';
import type { WalletSizes } from './wallet-sizes.ts';

/** The destination of change, and the wallet after its address was given out. */
export type WalletChange = Omit<ChangeOutput<never>, 'another'> & {
  readonly another?: (() => WalletChange) | undefined;
  readonly wallet: Wallet;
};

/** `sizesFor`: sizes in the wallet that has given out the address. */
export function placeChange(
  wallet: Wallet,
  funding: Funding,
  sizesFor: (wallet: Wallet) => WalletSizes,
): WalletChange {
  const { request, environment } = funding;
  const placed = (script: Bytes, after: Wallet) => ({
    script,
    spendVsize: sizesFor(after).shapeOf(script, encodeHex(script)).inputVsize,
    wallet: after,
  });
  if (request.changeScript !== undefined) return placed(request.changeScript, wallet);
  const { addressType, changeType } = environment.options;
  const given = request.changeType ?? changeType;
  const type = given ?? typeByRecipients(wallet, request.recipients, addressType);
  const taken = newChangeAddress(wallet, type, environment);
  if ('error' in taken) {
    const error = { error: 'no change address', reason: taken.error, type } as const;
    return { script: emptyBytes, error, spendVsize: undefined, wallet };
  }
  const another = () => placeChange(taken.wallet, funding, sizesFor);
  return { ...placed(taken.script, taken.wallet), another };
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
