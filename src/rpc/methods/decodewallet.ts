import { jsonNumber, jsonObject } from '../../json/json.ts';
import { defineMethod } from '../method.ts';
import { firstAddressesResult, lostResult, programResults } from '../results/wallet-file.ts';
import { readWalletFile, walletFileParams } from '../wallet/read-wallet-file.ts';

export const decodewallet = defineMethod({
  name: 'decodewallet',
  category: 'Util',
  summary:
    'What a wallet file of another program says: of Bitcoin Core, Sparrow, Specter, Coldcard, Electrum, Caravan or BSMS; descriptors, a policy, a UR or a key. Beyond Core.\n' +
    'Private keys in it are left out. Nothing is kept.',
  params: walletFileParams,
  result: {
    type: 'object',
    help: '',
    fields: [
      ...programResults,
      {
        name: 'descriptors',
        type: 'array',
        help: 'What the wallet receives at',
        fields: [
          {
            type: 'object',
            help: '',
            fields: [
              {
                name: 'desc',
                type: 'string',
                help: 'The descriptor, receiving and change in one (<0;1>)',
              },
              { name: 'name', type: 'string', optional: true, help: 'What the file calls it' },
              { name: 'timestamp', type: 'time', optional: true, help: 'Nothing paid it before' },
              firstAddressesResult,
            ],
          },
        ],
      },
      {
        name: 'keys',
        type: 'array',
        help: 'Keys for wallets with others',
        fields: [
          {
            type: 'object',
            help: '',
            fields: [
              { name: 'key', type: 'string', help: 'The key with its origin' },
              { name: 'purpose', type: 'string', help: 'What it is meant for' },
            ],
          },
        ],
      },
      { name: 'labels', type: 'number', help: 'How many labels came along' },
      lostResult,
    ],
  },
  examples: ['decodewallet "$(cat wallet.json)"'],
  run({ file, password }, context) {
    const { format, program, name, descriptors, keys, labels, lost } = readWalletFile(
      file,
      password,
      context,
    );
    return jsonObject({
      format,
      program,
      name,
      descriptors: descriptors.map((each) =>
        jsonObject({
          desc: each.descriptor,
          name: each.name,
          timestamp: each.timestamp === undefined ? undefined : jsonNumber(each.timestamp),
          addresses: each.firstAddresses,
        }),
      ),
      keys: keys.map(({ key, purpose }) => jsonObject({ key, purpose })),
      labels: jsonNumber(labels.length),
      lost,
    });
  },
});
