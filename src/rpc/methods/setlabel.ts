import { encodeHex } from '../../encoding/hex.ts';
import { decodeAddress } from '../../script/address.ts';
import { formatSilentAddress } from '../../silent/silent-address.ts';
import { isMine } from '../../wallet/wallet.ts';
import { invalidAddressOrKey } from '../error.ts';
import { str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { parseLabel } from '../parse/descriptor-import.ts';
import { parseSilentAddress } from '../parse/silent-address-argument.ts';
import { profileRules } from '../profile.ts';
import { noResult } from '../results/wallet-result.ts';
import { refuseSecretText } from '../wallet/host-outcome.ts';
import { silentLabelKey } from '../wallet/silent-address-info.ts';
import { requireUnlocked, requireWallet } from '../wallet/wallet-call.ts';

export const setlabel = defineMethod({
  name: 'setlabel',
  category: 'Wallet',
  summary: 'Give an address a label.',
  params: [str('address', 'The address'), str('label', 'The label')],
  result: noResult,
  examples: ['setlabel "address" "tabby"'],
  async run({ address, label }, context) {
    const { open, wallet: current } = requireWallet(context);
    const silent = parseSilentAddress(address, context);
    const script = silent ? silent.placeholder : decodeAddress(address, context.network);
    if ('error' in script) {
      throw invalidAddressOrKey('Invalid Bitcoin address');
    }
    const text = parseLabel(label);
    refuseSecretText([text], context);
    if (profileRules(context.profile).labelsNeedPassphrase) requireUnlocked(current);
    if (silent !== undefined) {
      const key = silentLabelKey(formatSilentAddress(silent.recipient, context.network));
      return open.update((wallet) => {
        const otherLabels = new Map(wallet.otherLabels).set(key, text);
        return { wallet: { ...wallet, otherLabels }, value: null };
      });
    }
    const hex = encodeHex(script);
    return open.update((wallet) => {
      const purpose = isMine(wallet, hex) ? 'receive' : 'send';
      const labels = new Map(wallet.labels).set(hex, { label: text, purpose });
      return { wallet: { ...wallet, labels }, value: null };
    });
  },
});
