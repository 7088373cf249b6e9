import {
  encodeExtendedPrivateKey,
  encodeExtendedPublicKey,
} from '../../descriptor/extended-key.ts';
import { findMember, type Json, jsonObject } from '../../json/json.ts';
import {
  type HdKey,
  hasPrivateHdKey,
  hdKeys,
  isActive,
  privateHdKey,
} from '../../wallet/keys/hd-keys.ts';
import { publicDescriptorText } from '../../wallet/keys/providers.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Context } from '../context.ts';
import { walletError } from '../error.ts';
import { bool, options, rows, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { getBool } from '../values.ts';
import { noteUnchecked, requireFollowingWallet, requireUnlocked } from '../wallet/wallet-call.ts';

export const gethdkeys = defineMethod({
  name: 'gethdkeys',
  category: 'Wallet',
  summary: 'List the extended keys (BIP32) of the wallet, and the descriptors that use them.',
  params: [
    options('options', 'Filters for the keys', [
      bool('active_only', 'List only keys of active descriptors', { default: false }),
      bool('private', 'Show private keys', { default: false }),
    ]),
  ],
  result: rows('', '', [
    str('xpub', 'The extended public key'),
    bool('has_private', 'True if the wallet has its private key'),
    str.optional('xprv', 'The extended private key, if requested and available'),
    rows('descriptors', 'The descriptors that use it', [
      str('desc', 'The descriptor, without private keys'),
      bool('active', 'True if it provides new addresses'),
    ]),
  ]),
  examples: ['gethdkeys', `gethdkeys '{"active_only":true,"private":true}'`],
  async run({ options }, context) {
    const { wallet } = await requireFollowingWallet(context);
    const flag = (name: string): boolean => {
      const value = options && findMember(options, name);
      return value !== undefined && getBool(value);
    };
    const activeOnly = flag('active_only');
    const isPrivate = flag('private');
    if (isPrivate) requireUnlocked(wallet);
    noteUnchecked(wallet, context);
    return hdKeys(wallet, activeOnly ? 'active' : 'all').map((each) =>
      shapeKey(each, wallet, context, isPrivate),
    );
  },
});

function shapeKey(each: HdKey, wallet: Wallet, context: Context, isPrivate: boolean): Json {
  const hasPrivate = hasPrivateHdKey(wallet, each);
  const secret = isPrivate && hasPrivate ? privateHdKey(wallet, each.key) : undefined;
  const rows = each.owners.map((owner) => {
    const desc = publicDescriptorText(owner, wallet, context.secp256k1);
    if (desc === undefined) {
      throw walletError("Can't get descriptor string.");
    }
    return { desc, active: isActive(wallet, owner) };
  });
  rows.sort((a, b) => (a.desc < b.desc ? -1 : 1));
  return jsonObject({
    xpub: encodeExtendedPublicKey(each.key, wallet.network),
    has_private: hasPrivate,
    ...(secret !== undefined && { xprv: encodeExtendedPrivateKey(secret, wallet.network) }),
    descriptors: rows.map((row) => jsonObject(row)),
  });
}
