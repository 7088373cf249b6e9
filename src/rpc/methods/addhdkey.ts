import {
  decodeExtendedPrivateKey,
  decodeExtendedPublicKey,
  encodeExtendedPrivateKey,
  encodeExtendedPublicKey,
  neuter,
} from '../../descriptor/extended-key.ts';
import { jsonObject } from '../../json/json.ts';
import { drawRoot, withUnusedKey } from '../../wallet/keys/new-seed.ts';
import type { Context } from '../context.ts';
import { invalidAddressOrKey, walletError } from '../error.ts';
import { record, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { randomBytesOf } from '../shuffle.ts';
import { requireFollowingWallet, requireNow, requireUnlocked } from '../wallet/wallet-call.ts';

export const addhdkey = defineMethod({
  name: 'addhdkey',
  category: 'Wallet',
  summary:
    'Add an extended private key to the wallet, for createwalletdescriptor and derivehdkey.\n' +
    'The wallet must be unlocked.',
  params: [str('hdkey', 'The extended private key', { defaultHint: 'a new random key' })],
  result: record([str('xpub', 'The extended public key')]),
  examples: ['addhdkey'],
  async run({ hdkey }, context) {
    const { open, environment, wallet } = await requireFollowingWallet(context);
    if (wallet.flags.disablePrivateKeys) {
      throw walletError('addhdkey is not available for wallets without private keys');
    }
    requireUnlocked(wallet);
    const random = randomBytesOf(context.random);
    const root =
      hdkey === undefined ? drawRoot(wallet.network, { random }) : parseRoot(hdkey, context);
    return open.update((current) => {
      requireUnlocked(current);
      const added = withUnusedKey(current, root, { environment, random, now: requireNow(context) });
      if (added === undefined) throw walletError('HD key already exists');
      return { wallet: added, value: jsonObject({ xpub: publicText(root, context) }) };
    });
  },
});

/** Returns the key in its canonical text form, or throws if it is not a private extended key. */
function parseRoot(text: string, { network, secp256k1 }: Context): string {
  const key = decodeExtendedPrivateKey(text, network);
  if (key !== undefined) {
    const written = encodeExtendedPrivateKey(key, network);
    key.privateKey.wipe();
    return written;
  }
  throw invalidAddressOrKey(
    decodeExtendedPublicKey(text, network, secp256k1) === undefined
      ? 'Could not parse HD key'
      : 'Extended public key (xpub) provided, but extended private key (xprv) is required',
  );
}

function publicText(root: string, { network, secp256k1 }: Context): string {
  const key = decodeExtendedPrivateKey(root, network);
  const text = key && encodeExtendedPublicKey(neuter(key, secp256k1), network);
  key?.privateKey.wipe();
  return text ?? '';
}
