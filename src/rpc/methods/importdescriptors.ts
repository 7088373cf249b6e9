import {
  getMember,
  isJsonArray,
  isJsonObject,
  type Json,
  jsonNumber,
  jsonObject,
} from '../../json/json.ts';
import { TIMESTAMP_WINDOW } from '../../sync/birth-height.ts';
import { missingScripts } from '../../sync/coverage.ts';
import { finishPendingScan, withScanFrom } from '../../sync/pending-rescan.ts';
import { refreshOutputs } from '../../wallet/ledger/apply.ts';
import { type Wallet, withNotice } from '../../wallet/wallet.ts';
import { requireChain } from '../chain.ts';
import { miscError, RpcCode } from '../error.ts';
import { bool, list, num, object, range, record, rows, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { parseImportTimestamp } from '../parse/descriptor-import.ts';
import { warningsResult } from '../results/wallet-result.ts';
import { randomBytesOf } from '../shuffle.ts';
import { type ImportEnvironment, importRequest } from '../wallet/import-request.ts';
import {
  requireNow,
  requireSyncedWallet,
  requireUnlocked,
  type WalletCall,
  withRescan,
} from '../wallet/wallet-call.ts';

export const importdescriptors = defineMethod({
  name: 'importdescriptors',
  category: 'Wallet',
  summary:
    'Import descriptors into the wallet, and scan for their payments from the earliest timestamp on.\n' +
    'The second alternative of a multipath descriptor (<0;1>) becomes internal.\n' +
    'Make a new backup of the wallet afterwards.',
  params: [
    list(
      'requests',
      'The descriptors to import',
      [
        record.optional([
          str('desc', 'The descriptor with its checksum'),
          bool('active', 'Use the descriptor for new addresses of its type', {
            default: false,
          }),
          range.optional(
            'range',
            'The positions of a ranged descriptor: the last, or the first and the last',
          ),
          num.optional('next_index', 'The position of the next address'),
          num(
            'timestamp',
            'The time before which it received no payment, in seconds since 1970, or "now".\n' +
              'Blocks are scanned from two hours before the earliest timestamp',
            { values: ['now'], usage: '"timestamp":timestamp|"now"' },
          ),
          bool('internal', 'Use the descriptor for change', { default: false }),
          str('label', 'A label for its addresses, unless it is ranged or internal', {
            default: '',
          }),
        ]),
      ],
      { usage: 'requests' },
    ),
  ],
  result: rows('', 'One result for each request, in order', [
    bool('success', 'True if the descriptor was imported'),
    warningsResult,
    object.optional('error', 'The error', [
      num('code', 'The error code, as for a call'),
      str('message', 'The reason'),
      object.optional('data', 'More about the error', [str('hint', 'The next step')], {
        beyondCore: true,
      }),
    ]),
  ]),
  examples: [
    `importdescriptors '[{"desc":"<my descriptor>","timestamp":1455191478,"active":true,"range":[0,100]}]'`,
  ],
  async run({ requests }, context) {
    const call = await requireSyncedWallet(context);
    const now = requireNow(context);
    return withRescan(call.open, now, async (running) => {
      requireUnlocked(call.wallet);
      const chain = context.chain && requireChain(context, 'importdescriptors');
      const { time, mediantime } = (await chain?.tip()) ?? { time: now, mediantime: now };
      const { profile } = context;
      const random = randomBytesOf(context.random);
      const environment = { ...call.environment, random, profile };
      const clock = { tipTime: time, now: mediantime };
      const imported = await importAll(call, requests, clock, environment);
      const { pendingScan: pending } = call.open.value;
      if (pending === undefined || !imported.some(({ ok }) => ok)) {
        return imported.map(({ answer }) => answer);
      }
      if (chain === undefined) return imported.map((entry) => withWarnings(entry, [NO_CHAIN]));
      const doubts = [
        ...(chain.notices?.(now) ?? []),
        ...(await missingScripts(context.chain, call.open.value)),
      ];
      const end = await finishPendingScan({ ...call, chain, now, running }, pending);
      if (end.kind === 'aborted') {
        throw miscError('Rescan aborted by user.');
      }
      if (end.kind === 'done') return imported.map((entry) => withWarnings(entry, doubts));
      const [failed] = await chain.headers(end.failedHeight, 1);
      const scannedTime = (failed?.time ?? time) + TIMESTAMP_WINDOW + 1;
      return imported.map((entry) => afterFailure(entry, scannedTime));
    });
  },
});

const NO_CHAIN =
  'There is no chain: the wallet looks for its coins as soon as it has a node or a snapshot';

type Imported = { readonly answer: Json; readonly ok: boolean; readonly timestamp: bigint };

/**
 * Imports and stores entry by entry. An exception for a malformed entry does not undo earlier ones.
 */
async function importAll(
  { open }: WalletCall,
  requests: readonly Json[],
  { tipTime, now }: { readonly tipTime: number; readonly now: number },
  environment: ImportEnvironment,
): Promise<Imported[]> {
  const imported: Imported[] = [];
  let thrown: unknown;
  await open.update((wallet) => {
    let current: Wallet = wallet;
    try {
      for (const request of requests) {
        const given = parseImportTimestamp(request, now);
        const timestamp = given < 1n ? 1n : given;
        const {
          answer,
          ok,
          wallet: next,
        } = importRequest(current, request, timestamp, environment);
        current = next;
        imported.push({ answer, ok, timestamp });
      }
    } catch (error) {
      // Rethrow only after the earlier imports are stored.
      thrown = error;
    }
    if (current === wallet) return { wallet, value: undefined };
    const lowest = Math.min(tipTime, ...imported.map(({ timestamp }) => Number(timestamp)));
    const scanning = withScanFrom(refreshOutputs(current), lowest - TIMESTAMP_WINDOW);
    return { wallet: withNotice(scanning), value: undefined };
  });
  if (thrown !== undefined) throw thrown;
  return imported;
}

/** Adds warnings about what the chain cannot guarantee. */
function withWarnings({ answer, ok }: Imported, doubts: readonly string[]): Json {
  if (!ok || doubts.length === 0 || !isJsonObject(answer)) return answer;
  const others = answer.members.filter(([key]) => key !== 'warnings');
  const own = getMember(answer, 'warnings');
  const warnings = [...(isJsonArray(own) ? own : []), ...doubts];
  return { members: [...others, ['warnings', warnings]] };
}

/** Returns Core's error if an unreadable block may contain coins of the descriptor. */
function afterFailure({ answer, ok, timestamp }: Imported, scannedTime: number): Json {
  if (!ok || scannedTime <= timestamp) return answer;
  const message =
    `Rescan failed for descriptor with timestamp ${timestamp}. There was an error reading a block from time ` +
    `${scannedTime - TIMESTAMP_WINDOW - 1}, which is after or within ${TIMESTAMP_WINDOW} seconds of key creation, and ` +
    'could contain transactions pertaining to the desc. As a result, transactions and coins using this desc may not ' +
    'appear in the wallet. This error could be caused by pruning or data corruption (see bitcoind log for details) and ' +
    'could be dealt with by downloading and rescanning the relevant blocks (see -reindex option and rescanblockchain RPC).';
  const error = jsonObject({ code: jsonNumber(RpcCode.MISC_ERROR), message });
  return jsonObject({ success: false, error });
}
