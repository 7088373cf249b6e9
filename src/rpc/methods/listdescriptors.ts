import { isRange, outputType } from '../../descriptor/descriptor.ts';
import { type Json, jsonNumber, jsonObject } from '../../json/json.ts';
import { privateDescriptorText, publicDescriptorText } from '../../wallet/keys/providers.ts';
import type { WalletDescriptor } from '../../wallet/keys/wallet-descriptor.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { RpcCode, RpcError } from '../error.ts';
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
      throw new RpcError(
        RpcCode.WALLET_ERROR,
        "Can't get private descriptor string for watch-only wallets",
      );
    }
    if (secret) requireUnlocked(wallet);
    noteUnchecked(wallet, context);
    const write = secret ? privateDescriptorText : publicDescriptorText;
    const rows = [...wallet.descriptors.values()].map((owner) => {
      const text = write(owner, wallet, context.secp256k1);
      if (text === undefined) {
        throw new RpcError(RpcCode.WALLET_ERROR, "Can't get descriptor string.");
      }
      return { text, owner };
    });
    rows.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
    return jsonObject({
      wallet_name: wallet.name,
      descriptors: rows.map(({ text, owner }) => shapeRow(text, owner, wallet)),
    });
  },
});

function shapeRow(text: string, owner: WalletDescriptor, { active }: Wallet): Json {
  const type = outputType(owner.descriptor);
  const isExternal = type !== undefined && active.external.get(type) === owner.id;
  const isInternal = type !== undefined && active.internal.get(type) === owner.id;
  const next = jsonNumber(owner.nextIndex);
  return jsonObject({
    desc: text,
    timestamp: jsonNumber(owner.creationTime),
    active: isExternal || isInternal,
    ...((isExternal || isInternal) && { internal: isInternal }),
    ...(owner.silent && { range: [jsonNumber(0), jsonNumber(owner.silent.labels)] }),
    ...(isRange(owner.descriptor) && {
      range: [jsonNumber(owner.rangeStart), jsonNumber(owner.rangeEnd - 1)],
      next,
      next_index: next,
    }),
  });
}
