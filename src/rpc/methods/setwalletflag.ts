import { jsonObject } from '../../json/json.ts';
import { invalid } from '../error.ts';
import { bool, record, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { requireUnlocked, requireWallet } from '../wallet/wallet-call.ts';

/** Core: STRING_TO_WALLET_FLAG. Only the first one can be changed. */
const FLAGS: readonly string[] = [
  'avoid_reuse',
  'blank',
  'descriptor_wallet',
  'disable_private_keys',
  'external_signer',
  'key_origin_metadata',
  'last_hardened_xpub_cached',
];

export const setwalletflag = defineMethod({
  name: 'setwalletflag',
  category: 'Wallet',
  summary:
    'Change a flag of the wallet. An encrypted wallet must be unlocked: its passphrase authenticates its flags.',
  params: [
    str('flag', '"avoid_reuse" keeps coins of reused addresses apart'),
    bool('value', 'The new value of the flag', { default: true }),
  ],
  result: record([
    str('flag_name', 'The flag'),
    bool('flag_state', 'The current value of the flag'),
    str.optional('warnings', 'Warnings about the wallet'),
  ]),
  examples: ['setwalletflag avoid_reuse', 'setwalletflag avoid_reuse false'],
  async run({ flag, value = true }, context) {
    const { open } = requireWallet(context);
    if (!FLAGS.includes(flag)) throw invalid(`Unknown wallet flag: ${flag}`);
    if (flag !== 'avoid_reuse') throw invalid(`Wallet flag is immutable: ${flag}`);
    return open.update((wallet) => {
      if (wallet.flags.avoidReuse === value) {
        throw invalid(`Wallet flag is already set to ${value}: ${flag}`);
      }
      requireUnlocked(wallet);
      const flags = { ...wallet.flags, avoidReuse: value };
      const answer = { flag_name: flag, flag_state: value, ...(value && { warnings: CAVEAT }) };
      return { wallet: { ...wallet, flags }, value: jsonObject(answer) };
    });
  },
});

/** Core: WALLET_FLAG_CAVEATS. */
const CAVEAT =
  'You need to rescan the blockchain in order to correctly mark used destinations in the past. ' +
  'Until this is done, some destinations may be considered unused, even if the opposite is the case.';
