import { jsonNumber, jsonObject } from '../../json/json.ts';
import { list, num, record, rows, str, time } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { firstAddressesResult, lostResult, programResults } from '../results/wallet-file-result.ts';
import { readWalletFile, walletFileParams } from '../wallet/read-wallet-file.ts';

export const decodewallet = defineMethod({
  name: 'decodewallet',
  category: 'Util',
  summary:
    'Decode a wallet file of another program: Bitcoin Core, Sparrow, Specter, Coldcard, Electrum, Caravan or BSMS;\n' +
    'also wallet.dat, descriptors, a policy, a UR or a key. Beyond Core. The result has no private keys. The wallet is not imported.',
  params: walletFileParams,
  result: record([
    ...programResults,
    rows('descriptors', "The descriptors of the wallet's addresses", [
      str('desc', 'The descriptor, receiving and change in one (<0;1>)'),
      str.optional('name', 'The name of the descriptor in the file'),
      time.optional('timestamp', 'Nothing paid it before'),
      firstAddressesResult,
    ]),
    rows('keys', 'Keys for wallets with others', [
      str('key', 'The key with its origin'),
      str('purpose', 'The purpose of the descriptor'),
    ]),
    num('labels', 'The number of labels in the file'),
    list.optional('notes', 'Facts about a wallet.dat: its keys, and what was compared', [str()]),
    lostResult,
  ]),
  examples: ['decodewallet "$(cat wallet.json)"'],
  run({ file, password }, context) {
    const { format, program, name, descriptors, keys, labels, notes, lost, doubts } =
      readWalletFile(file, password, context);
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
      notes: notes?.slice(),
      lost: [...doubts, ...lost],
    });
  },
});
