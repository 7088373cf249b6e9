import { type ExtendedPublicKey, encodeExtendedPrivateKey } from '../../descriptor/extended-key.ts';
import { getMember, type JsonObject, jsonObject } from '../../json/json.ts';
import { hdKeys } from '../../wallet/keys/hd-keys.ts';
import { withSeedDescriptor } from '../../wallet/keys/new-seed.ts';
import { publicDescriptorText } from '../../wallet/keys/providers.ts';
import type { Side } from '../../wallet/keys/wallet-descriptor.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Context } from '../context.ts';
import { invalidAddressOrKey, walletError } from '../error.ts';
import { bool, list, options, record, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { parseAddressType } from '../parse/descriptor-argument.ts';
import { randomBytesOf } from '../shuffle.ts';
import { getBool, getStr } from '../values.ts';
import { parseExtendedPublicKey, requirePrivateHdKey } from '../wallet/hd-key.ts';
import { requireFollowingWallet, requireNow, requireUnlocked } from '../wallet/wallet-call.ts';

export const createwalletdescriptor = defineMethod({
  name: 'createwalletdescriptor',
  category: 'Wallet',
  summary:
    'Add the descriptors of another address type for a key that the wallet has.\n' +
    'The wallet must be unlocked.',
  params: [
    str('type', 'The type: "legacy", "p2sh-segwit", "bech32" or "bech32m"', {
      values: ['legacy', 'p2sh-segwit', 'bech32', 'bech32m'],
    }),
    options('options', 'Options of the descriptor', [
      bool(
        'internal',
        'True creates only the descriptor for change, false only the one for receiving',
        {
          defaultHint: 'both',
        },
      ),
      str('hdkey', 'The extended public key of their master key, from gethdkeys', {
        defaultHint: 'the key of all active descriptors',
      }),
    ]),
  ],
  result: record([list('descs', 'The descriptors that were added, without private keys', [str()])]),
  examples: ['createwalletdescriptor bech32m'],
  async run({ type: typeText, options }, context) {
    const { open, environment } = await requireFollowingWallet(context);
    const type = parseAddressType(typeText);
    const sides = parseSides(options);
    return open.update((wallet) => {
      requireUnlocked(wallet);
      const key = requirePrivateHdKey(wallet, chooseKey(options, wallet, context));
      const root = encodeExtendedPrivateKey(key, wallet.network);
      const random = randomBytesOf(context.random);
      const seedOptions = { environment, random, now: requireNow(context) };
      let changed = wallet;
      const added: string[] = [];
      for (const side of sides) {
        const made = withSeedDescriptor(changed, { type, side, root }, seedOptions);
        if (made === undefined) continue;
        changed = made.wallet;
        added.push(made.id);
      }
      if (added.length === 0) {
        throw walletError('Descriptor already exists');
      }
      const descs = added.map((id) => textOf(id, changed, context));
      return { wallet: changed, value: jsonObject({ descs }) };
    });
  },
});

function parseSides(options: JsonObject | undefined): readonly Side[] {
  const internal = options ? getMember(options, 'internal') : null;
  if (internal === null) return ['external', 'internal'];
  return [getBool(internal) ? 'internal' : 'external'];
}

function chooseKey(
  options: JsonObject | undefined,
  wallet: Wallet,
  context: Context,
): ExtendedPublicKey {
  const hdkey = options ? getMember(options, 'hdkey') : null;
  if (hdkey !== null) return parseExtendedPublicKey(getStr(hdkey), context);
  const [only, ...others] = hdKeys(wallet, 'active');
  if (only !== undefined && others.length === 0) return only.key;
  throw invalidAddressOrKey(
    "Unable to determine which HD key to use from active descriptors. Please specify with 'hdkey'",
  );
}

function textOf(id: string, wallet: Wallet, { secp256k1 }: Context): string {
  const owner = wallet.descriptors.get(id);
  return (owner && publicDescriptorText(owner, wallet, secp256k1)) ?? '';
}
