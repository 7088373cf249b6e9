import { jsonNumber, jsonObject } from '../../json/json.ts';
import { scanBlocks } from '../../sync/rescan.ts';
import { requireChain } from '../chain.ts';
import { invalid, miscError } from '../error.ts';
import { num, record } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { getInt32 } from '../values.ts';
import {
  requireNow,
  requireSyncedWallet,
  requireUnlocked,
  withRescan,
} from '../wallet/wallet-call.ts';

export const rescanblockchain = defineMethod({
  name: 'rescanblockchain',
  category: 'Wallet',
  summary:
    'Scan blocks again for transactions of the wallet.\n' +
    'getwalletinfo shows the progress, abortrescan stops it.',
  params: [
    num('start_height', 'The height of the first block', { default: 0 }),
    num('stop_height', 'The height of the last block', { defaultHint: 'the tip' }),
  ],
  result: record([
    num('start_height', 'The height of the first block'),
    num('stop_height', 'The height of the last scanned block, or null', {
      or: null,
    }),
  ]),
  examples: ['rescanblockchain 100000 120000'],
  async run(args, context) {
    const call = await requireSyncedWallet(context);
    const now = requireNow(context);
    return withRescan(call.open, now, async (running) => {
      requireUnlocked(call.wallet);
      const chain = requireChain(context, 'rescanblockchain');
      const tip = call.wallet.lastBlock?.height ?? 0;
      const start = args.start_height === undefined ? 0 : getInt32(args.start_height);
      if (start < 0 || start > tip) throw invalid('Invalid start_height');
      const stop = args.stop_height === undefined ? undefined : getInt32(args.stop_height);
      if (stop !== undefined && (stop < 0 || stop > tip)) throw invalid('Invalid stop_height');
      if (stop !== undefined && stop < start) {
        throw invalid('stop_height must be greater than start_height');
      }
      if (Math.max(1, start) < ((await chain.firstBlock?.()) ?? 0)) {
        throw miscError(
          "Can't rescan beyond pruned data. Use RPC call getblockchaininfo to determine your pruned height.",
        );
      }
      const rescan = { ...call, chain, now, running };
      const mempool = { mempool: stop === undefined };
      const end = await scanBlocks(rescan, Math.max(1, start), stop ?? tip, mempool);
      if (end.kind === 'failed') {
        throw miscError('Rescan failed. Potentially corrupted data files.');
      }
      if (end.kind === 'aborted') throw miscError('Rescan aborted.');
      return jsonObject({
        start_height: jsonNumber(start),
        // Scanning the genesis block takes no time.
        stop_height: jsonNumber(end.stopHeight ?? 0),
      });
    });
  },
});
