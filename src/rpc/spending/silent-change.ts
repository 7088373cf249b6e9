import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { equalBytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { SilentPlaceholders } from '../../psbt/silent-signing.ts';
import { CHANGE_LABEL, silentRecipientOf } from '../../silent/keys.ts';
import { silentPlaceholder } from '../../silent/silent-outputs.ts';
import { silentOwners } from '../../wallet/keys/silent-owner.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Context } from '../context.ts';
import type { FundingOptions } from '../parse/funding-options.ts';
import { CHANGE_STAND_IN } from '../parse/silent-address-argument.ts';
import { profileRules } from '../profile.ts';

/** Sends change to the wallet's own silent payment address if it has no other change addresses. */
export function withSilentChange(
  options: FundingOptions,
  wallet: Wallet,
  { secp256k1, profile }: Context,
): FundingOptions {
  const [owner] = silentOwners(wallet.descriptors);
  const isChosen = options.changeScript !== undefined || options.changeType !== undefined;
  const hasOthers = wallet.active.internal.size + wallet.active.external.size > 0;
  if (isChosen || hasOthers || owner === undefined || options.all) return options;
  const recipient = silentRecipientOf(owner.silent, secp256k1, CHANGE_LABEL);
  if (recipient === undefined || !profileRules(profile).readsSilentPayments) return options;
  const changeScript = silentPlaceholder(recipient, CHANGE_STAND_IN);
  return { ...options, changeScript, silentChange: recipient };
}

/** Returns the placeholder of change. Its label shows signers that the address is the wallet's. */
export function changePlaceholder(
  { changeScript, silentChange }: FundingOptions,
  wallet: Wallet,
  secp256k1: Secp256k1,
): SilentPlaceholders {
  if (changeScript === undefined || silentChange === undefined) return new Map();
  const isOwn = silentOwners(wallet.descriptors).some(({ silent }) => {
    const own = silentRecipientOf(silent, secp256k1, CHANGE_LABEL);
    return own !== undefined && equalBytes(own.spendKey, silentChange.spendKey);
  });
  const recipient = isOwn ? { ...silentChange, label: CHANGE_LABEL } : silentChange;
  return new Map([[encodeHex(changeScript), recipient]]);
}
