import type { ChainSource, SilentCandidateTransaction } from '../../chain/source.ts';
import { isSilentDescriptor, parseSilentDescriptor } from '../../descriptor/silent-descriptor.ts';
import { getMember, isJsonNumber, isJsonObject, type Json } from '../../json/json.ts';
import type { Context } from '../../rpc/context.ts';
import { parseDescriptorRange } from '../../rpc/parse/descriptor-argument.ts';
import type { CoinSource } from '../../servers/coin-source.ts';
import type { ElectrumOptions } from '../../servers/electrum.ts';
import {
  findOnSilentIndex,
  type IndexedPayment,
  type SilentIndexQuestion,
} from '../../servers/silent-index.ts';
import { TIMESTAMP_WINDOW } from '../../sync/birth-height.ts';

/**
 * Returns the payments to the sp() descriptors among the requests, as an Electrum server with an
 * index of silent payments reports them. The server is given their private scan keys.
 */
export async function readSilentIndex(
  requests: readonly Json[],
  { server, coins }: { readonly server: ElectrumOptions; readonly coins: CoinSource },
  context: Context,
): Promise<Pick<ChainSource, 'silentCandidates'>> {
  const found: IndexedPayment[] = [];
  for (const request of requests) {
    const question = questionOf(request, context);
    if (question !== undefined) found.push(...(await findOnSilentIndex(server, question)));
  }
  const candidates: SilentCandidateTransaction[] = [];
  for (const { txid, height, tweak } of found) {
    // Its id is verified. The wallet computes itself what the outputs pay.
    const transaction = await coins.transaction(txid);
    if (transaction !== undefined) candidates.push({ transaction, height, index: 0, tweak });
  }
  return {
    silentCandidates: async (from, count) =>
      candidates.filter(({ height }) => height >= from && height < from + count),
  };
}

function questionOf(request: Json, context: Context): SilentIndexQuestion | undefined {
  if (!isJsonObject(request)) return undefined;
  const text = getMember(request, 'desc');
  if (typeof text !== 'string' || !isSilentDescriptor(text)) return undefined;
  const silent = parseSilentDescriptor(text, context);
  // The import reports its error.
  if ('error' in silent) return undefined;
  const range = getMember(request, 'range');
  const last = range === null ? 0 : parseDescriptorRange(range).end;
  const time = getMember(request, 'timestamp');
  const seconds = isJsonNumber(time) ? Number(time.number) : Math.floor(context.now?.() ?? 0);
  return {
    scanKey: silent.scanKey.reveal(),
    spendKey: silent.spendKey,
    labels: Array.from({ length: last }, (_, i) => i + 1),
    // The server interprets numbers up to 500,000,000 as heights.
    start: seconds > 500_000_000 ? seconds - TIMESTAMP_WINDOW : 0,
  };
}
