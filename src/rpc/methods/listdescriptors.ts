import { walletError } from '../error.ts';
import { shapeWalletDescriptors } from '../explain/descriptor-json.ts';
import { bool, list, num, record, rows, str, time } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { noteUnchecked, requireFollowingWallet, requireUnlocked } from '../wallet/wallet-call.ts';

export const listdescriptors = defineMethod({
  name: 'listdescriptors',
  category: 'Wallet',
  summary: 'List the descriptors of the wallet.',
  params: [bool('private', 'Show private keys', { default: false })],
  result: record([
    str('wallet_name', 'The name of the wallet'),
    rows('descriptors', 'The descriptors, sorted by their text', [
      str('desc', 'The descriptor'),
      time('timestamp', 'Nothing paid it before'),
      bool('active', 'True if it provides new addresses'),
      bool.optional('internal', 'True if an active descriptor is for change'),
      list.optional(
        'range',
        'The first and the last position of a ranged descriptor; for sp(), the labels in use',
        [num('', 'The first'), num('', 'The last')],
        { tuple: true },
      ),
      num.optional('next', 'The same value as next_index'),
      num.optional('next_index', 'The position of the next address'),
    ]),
  ]),
  examples: ['listdescriptors', 'listdescriptors true'],
  async run(args, context) {
    const { wallet } = await requireFollowingWallet(context);
    const secret = args.private ?? false;
    if (secret && wallet.flags.disablePrivateKeys) {
      throw walletError("Can't get private descriptor string for watch-only wallets");
    }
    if (secret) requireUnlocked(wallet);
    noteUnchecked(wallet, context);
    return shapeWalletDescriptors(wallet, context.secp256k1, secret);
  },
});
