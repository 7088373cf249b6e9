import { outputType } from '../../descriptor/descriptor.ts';
import { parseDescriptor } from '../../descriptor/parse.ts';
import type { ImportedWallet } from '../../formats/import.ts';
import { type Json, jsonNumber, jsonObject } from '../../json/json.ts';
import { walletError } from '../error.ts';
import { runMethod } from '../execute.ts';
import { bool, num, record, rows, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { lostResult, programResults } from '../results/wallet-file-result.ts';
import { readWalletFile, walletFileParams } from '../wallet/read-wallet-file.ts';
import { requireWallet } from '../wallet/wallet-call.ts';
import { withLabels } from '../wallet/wallet-labels.ts';
import { importdescriptors } from './importdescriptors.ts';

export const importwallet = defineMethod({
  name: 'importwallet',
  category: 'Wallet',
  summary:
    'Import descriptors and labels from the wallet of another program into this watch-only wallet. Beyond Core.\n' +
    'Check the file with decodewallet first. Payments are searched as importdescriptors does.',
  params: [
    ...walletFileParams,
    num(
      'timestamp',
      'The time before which it received no payment, in seconds since 1970, or "now"',
      {
        values: ['now'],
        unchecked: true,
        usage: 'timestamp|"now"',
        defaultHint: 'the value in the file, else 0',
      },
    ),
  ],
  result: record([
    ...programResults,
    rows('descriptors', 'The imported descriptors', [
      str('desc', 'The descriptor'),
      bool('active', 'True if it provides new addresses'),
    ]),
    num('labels', 'The number of imported labels'),
    lostResult,
  ]),
  examples: ['importwallet "$(cat wallet.json)"'],
  async run({ file, password, timestamp }, context) {
    const { wallet } = requireWallet(context);
    if (!wallet.flags.disablePrivateKeys) {
      throw walletError(
        'A wallet of another program is imported without private keys, and this wallet has some',
        'Make a wallet for it: createwallet "name" true',
      );
    }
    const read = readWalletFile(file, password, context);
    const { format, program, name, labels, lost, doubts, keys, descriptors } = read;
    if (descriptors.length === 0) {
      const message = `This file holds ${keys.length} keys for wallets with others, and no wallet`;
      throw walletError(message, 'decodewallet shows them');
    }
    const active = activeOnes(read, context);
    const requests = descriptors.map(({ descriptor, timestamp: stated }) =>
      jsonObject({
        desc: descriptor,
        timestamp: timestamp ?? jsonNumber(stated ?? 0),
        ...(active.has(descriptor) && { active: true }),
      }),
    );
    refuseFailures(await runMethod(importdescriptors, [requests], context));
    const labelled = await requireWallet(context).open.update((current) => {
      const { wallet: next, ...rest } = withLabels(current, labels);
      return { wallet: next, value: rest };
    });
    return jsonObject({
      format,
      program,
      name,
      descriptors: descriptors.map(({ descriptor }) =>
        jsonObject({ desc: descriptor, active: active.has(descriptor) }),
      ),
      labels: jsonNumber(labelled.imported),
      lost: [...doubts, ...lost, ...labelled.lost],
    });
  },
});

/** Selects the first descriptor of each address type that has receiving and change addresses. */
function activeOnes(
  { descriptors }: ImportedWallet,
  context: Parameters<typeof readWalletFile>[2],
): ReadonlySet<string> {
  const types = new Set<string>();
  const active = descriptors.filter(({ descriptor }) => {
    const parsed = parseDescriptor(descriptor, context);
    if ('error' in parsed || parsed.descriptors.length !== 2) return false;
    const type = outputType(parsed.descriptors[0]);
    const isFirst = type !== undefined && !types.has(type);
    if (isFirst) types.add(type);
    return isFirst;
  });
  return new Set(active.map(({ descriptor }) => descriptor));
}

/**
 * Throws if an import failed. Parsed entries fail only if a known range is smaller or the wallet is
 * locked.
 */
function refuseFailures(answers: Json): void {
  for (const answer of Array.isArray(answers) ? answers : []) {
    const members: Json = answer;
    if (typeof members !== 'object' || members === null || !('members' in members)) continue;
    const error = members.members.find(([key]) => key === 'error')?.[1];
    if (typeof error !== 'object' || error === null || !('members' in error)) continue;
    const message = error.members.find(([key]) => key === 'message')?.[1];
    throw walletError(typeof message === 'string' ? message : 'Not imported');
  }
}
