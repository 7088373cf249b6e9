import { derivePrivatePath } from '../../descriptor/derive.ts';
import {
  type ExtendedPublicKey,
  encodeExtendedPrivateKey,
  encodeExtendedPublicKey,
  fingerprint,
  isHardened,
  neuter,
} from '../../descriptor/extended-key.ts';
import { formatKeyPath, parseHdKeyPath } from '../../descriptor/key-path.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { findMember, getMember, jsonObject } from '../../json/json.ts';
import { hdKeys, isSameHdKey } from '../../wallet/keys/hd-keys.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Context } from '../context.ts';
import { invalid, invalidAddressOrKey, walletError } from '../error.ts';
import { bool, options, record, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { getBool, getStr } from '../values.ts';
import { parseExtendedPublicKey, requirePrivateHdKey } from '../wallet/hd-key.ts';
import { requireFollowingWallet, requireUnlocked } from '../wallet/wallet-call.ts';

export const derivehdkey = defineMethod({
  name: 'derivehdkey',
  category: 'Wallet',
  summary:
    'Derive the extended key at a path below an extended private key of the wallet, such as for an account of a multisig.\n' +
    'The wallet must be unlocked.',
  params: [
    str('path', 'The path, with at least one hardened step'),
    options('options', 'Options of the key', [
      bool('private', 'Show the extended private key, too', { default: false }),
      str('hdkey', 'The extended public key to derive from, from gethdkeys', {
        defaultHint: 'the key of unused(), else the key of the active descriptors',
      }),
    ]),
  ],
  result: record([
    str('origin', 'Fingerprint and path, as in descriptors'),
    str('xpub', 'The extended public key'),
    str.optional('xprv', 'The extended private key, if requested'),
  ]),
  examples: ['derivehdkey m/87h/0h/0h', `derivehdkey m/87h/0h/0h '{"private":true}'`],
  async run({ path: text, options }, context) {
    const { wallet } = await requireFollowingWallet(context);
    if (wallet.flags.disablePrivateKeys) {
      throw walletError('derivehdkey is not available for watch-only wallets');
    }
    const path = parseHdKeyPath(text);
    if (path === undefined) throw invalid('Invalid BIP32 keypath');
    const asked = options && findMember(options, 'private');
    const isPrivate = asked !== undefined && getBool(asked);
    const hdkey = options ? getMember(options, 'hdkey') : null;
    if (!path.some(isHardened)) {
      throw invalid('Derivation path requires at least one hardened step');
    }
    requireUnlocked(wallet);
    const parent = hdkey === null ? onlyKey(wallet) : namedKey(getStr(hdkey), wallet, context);
    const root = requirePrivateHdKey(wallet, parent);
    const child = derivePrivatePath(root, path, context.secp256k1);
    if (child === undefined) throw invalid('Unable to derive HD key at the requested path');
    const { network } = wallet;
    const answer = jsonObject({
      origin: `[${encodeHex(fingerprint(parent.publicKey))}${formatKeyPath(path)}]`,
      xpub: encodeExtendedPublicKey(neuter(child, context.secp256k1), network),
      ...(isPrivate && { xprv: encodeExtendedPrivateKey(child, network) }),
    });
    child.privateKey.wipe();
    return answer;
  },
});

/** Finds a master key that addresses use or that unused() keeps. */
function namedKey(text: string, wallet: Wallet, context: Context): ExtendedPublicKey {
  const named = parseExtendedPublicKey(text, context);
  const known = [...hdKeys(wallet, 'unused'), ...hdKeys(wallet, 'active')];
  if (known.some(({ key }) => isSameHdKey(key, named))) return named;
  throw invalidAddressOrKey('HD key is not used by an active or unused(KEY) descriptor');
}

function onlyKey(wallet: Wallet): ExtendedPublicKey {
  const [unused, ...others] = hdKeys(wallet, 'unused');
  if (others.length > 0) {
    throw invalidAddressOrKey(
      "Unable to determine which HD key to use. Please specify with 'hdkey'",
    );
  }
  if (unused !== undefined) return unused.key;
  const [active, ...more] = hdKeys(wallet, 'active');
  if (active === undefined) throw invalidAddressOrKey('No active or unused(KEY) descriptor found');
  if (more.length === 0) return active.key;
  throw invalidAddressOrKey(
    "Unable to determine which HD key to use from active descriptors. Please specify with 'hdkey'",
  );
}
