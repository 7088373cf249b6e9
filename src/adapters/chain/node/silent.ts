import type { SilentCandidateTransaction } from '../../../chain/source.ts';
import { taprootKey } from '../../../silent/scan.ts';
import { decodeTransaction } from '../../../transaction/codec.ts';
import type { NodeClient } from './client.ts';
import { asBytes, asList, asObject, resultOf, unexpected } from './values.ts';

/** Blocks as JSON are many megabytes, so few are requested at once. */
const BLOCKS_AT_ONCE = 4;

/**
 * Returns the transactions of these blocks that may pay silent payment addresses, with the scripts
 * of the coins that they spend, which the node knows from its undo data.
 */
export async function readSilentCandidates(
  client: NodeClient,
  blocks: readonly { readonly hash: string; readonly height: number }[],
): Promise<readonly SilentCandidateTransaction[]> {
  const found: SilentCandidateTransaction[] = [];
  for (let at = 0; at < blocks.length; at += BLOCKS_AT_ONCE) {
    const part = blocks.slice(at, at + BLOCKS_AT_ONCE);
    const calls = part.map(({ hash }) => ({ method: 'getblock', params: [hash, 3] }));
    for (const [i, answer] of (await client.batch(calls)).entries()) {
      const block = asObject(resultOf(answer, 'getblock'), 'block');
      const transactions = asList(block.tx, 'transactions');
      for (const [index, each] of transactions.entries()) {
        // The first transaction is the coinbase, which spends no coins.
        const read = index === 0 ? undefined : readCandidate(each);
        if (read) found.push({ ...read, index, height: part[i]?.height ?? 0 });
      }
    }
  }
  return found;
}

function readCandidate(answer: unknown) {
  const fields = asObject(answer, 'transaction');
  const transaction = decodeTransaction(asBytes(fields.hex, 'transaction'), { witness: true });
  if (transaction === undefined) throw unexpected('transaction');
  const isPaying = transaction.outputs.some(({ scriptPubKey }) => taprootKey(scriptPubKey));
  if (!isPaying) return undefined;
  const spentScripts = asList(fields.vin, 'inputs').map((input) => {
    // The node omits this without undo data, for example for pruned blocks.
    const prevout = asObject(asObject(input, 'input').prevout, 'coin that a transaction spends');
    return asBytes(asObject(prevout.scriptPubKey, 'script').hex, 'script');
  });
  return { transaction, spentScripts };
}
