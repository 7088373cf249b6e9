import { decodeBlock } from '../../chain/block-codec.ts';
import type { ChainCoin } from '../../chain/source.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { SnapshotTransaction } from '../../snapshot/snapshot.ts';
import { outPointKey } from '../../transaction/transaction.ts';
import { transactionId } from '../../transaction/txid.ts';
import type { NodeClient } from '../chain/node/client.ts';
import { asBytes, asList, asNumber, asObject, asSatoshis, asText } from '../chain/node/values.ts';

export type UnspentCoins = {
  readonly coins: ReadonlyMap<string, ChainCoin>;
  /** Transactions that created the coins, if the node still has their blocks. */
  readonly transactions: readonly SnapshotTransaction[];
};

/**
 * Finds the unspent outputs of these scripts in the node's UTXO set. Takes minutes on a large
 * chain, regardless of the age of the coins.
 */
export async function readUnspentCoins(
  client: NodeClient,
  scripts: readonly Uint8Array[],
): Promise<UnspentCoins> {
  const objects = scripts.map((script) => `raw(${encodeHex(script)})`);
  const found = asObject(await client.call('scantxoutset', 'start', objects), 'scan');
  if (found.success !== true) throw new Error('scantxoutset was stopped. Try again');
  const coins = new Map<string, ChainCoin>();
  const byHeight = new Map<number, Set<string>>();
  for (const item of asList(found.unspents, 'unspents')) {
    const fields = asObject(item, 'coin');
    const txid = asText(fields.txid, 'txid');
    const height = asNumber(fields.height, 'height');
    coins.set(outPointKey({ txid, vout: asNumber(fields.vout, 'vout') }), {
      value: asSatoshis(fields.amount, 'amount'),
      scriptPubKey: asBytes(fields.scriptPubKey, 'scriptPubKey'),
      height,
      coinbase: fields.coinbase === true,
    });
    byHeight.set(height, (byHeight.get(height) ?? new Set()).add(txid));
  }
  const transactions: SnapshotTransaction[] = [];
  for (const [height, txids] of byHeight) {
    transactions.push(...(await readTransactions(client, height, txids)));
  }
  return { coins, transactions };
}

/** Returns no transactions if the block was pruned. */
async function readTransactions(
  client: NodeClient,
  height: number,
  txids: ReadonlySet<string>,
): Promise<readonly SnapshotTransaction[]> {
  const hash = await client.call('getblockhash', height);
  const answer = await client.ask('getblock', hash, 0);
  if ('error' in answer) return [];
  const block = decodeBlock(asBytes(answer.result, 'block'));
  return (block?.transactions ?? []).flatMap((transaction, index) =>
    txids.has(transactionId(transaction)) ? [{ height, index, transaction }] : [],
  );
}
