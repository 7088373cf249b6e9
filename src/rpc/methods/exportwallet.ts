import { outputType, outputTypes } from '../../descriptor/descriptor.ts';
import { exportWallet } from '../../formats/export.ts';
import { jsonObject } from '../../json/json.ts';
import { publicDescriptorText } from '../../wallet/keys/providers.ts';
import { earliestTime, type Wallet } from '../../wallet/wallet.ts';
import type { Context } from '../context.ts';
import { invalid, walletError } from '../error.ts';
import { record, rows, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { exportFormats, firstAddressesResult, lostResult } from '../results/wallet-file-result.ts';
import { noteUnchecked, requireFollowingWallet } from '../wallet/wallet-call.ts';
import { labelsOf } from '../wallet/wallet-labels.ts';

export const exportwallet = defineMethod({
  name: 'exportwallet',
  category: 'Wallet',
  summary:
    'Export the wallet without private keys as a file of another program. Beyond Core.\n' +
    'The file is checked before it is returned: the first twenty addresses of each branch are the same.',
  params: [
    str(
      'format',
      'The format of the file. "policy" is BIP388, "slip132" is a key such as zpub; the last ones are types of UR, "ur" is crypto-output',
      { values: exportFormats },
    ),
    str(
      'address_type',
      'Export only the active descriptors of this type: most programs have one type in a wallet',
      { values: outputTypes, defaultHint: 'all of them' },
    ),
    str.optional(
      'token',
      'Encrypts a BSMS record: 16 or 32 hexadecimal digits that both sides know',
      { secret: true },
    ),
  ],
  result: record([
    str('file', 'The text of the file'),
    str('extension', 'The file extension that the program expects'),
    rows('wallets', 'The exported wallets', [firstAddressesResult]),
    lostResult,
  ]),
  examples: ['exportwallet "electrum" "bech32"'],
  async run({ format, address_type: type, token }, context) {
    const { wallet } = await requireFollowingWallet(context);
    const chosen = exportFormats.find((each) => each === format);
    const isType = type === undefined || outputTypes.some((each) => each === type);
    if (chosen === undefined || !isType) {
      const [what, known] =
        chosen === undefined ? ['format', exportFormats] : ['address type', outputTypes];
      throw invalid(`Unknown ${what}: one of ${known.join(', ')}`);
    }
    noteUnchecked(wallet, context);
    const { network, secp256k1 } = context;
    const written = exportWallet(
      {
        name: wallet.name,
        descriptors: descriptorsOf(wallet, type, context),
        labels: labelsOf(wallet),
        timestamp: earliestTime(wallet),
      },
      chosen,
      { network, secp256k1 },
      token === undefined ? {} : { token },
    );
    if ('error' in written) throw walletError(written.error, hintOf(written.error));
    return jsonObject({
      file: written.text,
      extension: written.extension,
      wallets: written.firstAddresses.map((addresses) => jsonObject({ addresses })),
      lost: [...written.doubts, ...written.lost],
    });
  },
});

const hintOf = (error: string): string =>
  error.includes('sorts the keys')
    ? 'Another order makes other addresses. Use a program that keeps the order, with the format "core" or "descriptors"'
    : 'listdescriptors shows what the wallet has; address_type chooses among it';

function descriptorsOf(
  wallet: Wallet,
  type: string | undefined,
  { secp256k1 }: Context,
): readonly string[] {
  const { external, internal } = wallet.active;
  const active = new Set([...external.values(), ...internal.values()]);
  const owners = [...wallet.descriptors.values()].filter(
    ({ id, descriptor }) =>
      type === undefined || (active.has(id) && outputType(descriptor) === type),
  );
  return owners.map((owner) => {
    const text = publicDescriptorText(owner, wallet, secp256k1);
    if (text === undefined) {
      throw walletError("Can't get descriptor string.");
    }
    return text;
  });
}
