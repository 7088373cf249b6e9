import type { FeeEstimate } from '../../chain/node-answers.ts';
import type { CoinSource } from '../../servers/coin-source.ts';
import { estimate } from '../../servers/source-chain.ts';
import type { FeeMode, SnapshotFees } from '../../snapshot/snapshot.ts';
import { defaultRelayFees } from '../../wallet/funding/fund-request.ts';
import type { NodeClient } from '../chain/node/client.ts';
import { readEstimate } from '../chain/node/node-chain.ts';
import { asObject, asSatoshis, resultOf } from '../chain/node/values.ts';

/** policy/fees/block_policy_estimator.h: the longest horizon. */
const MOST_BLOCKS = 1008;

/** Reads the node's fee estimates for every target. */
export async function readFees(client: NodeClient): Promise<SnapshotFees> {
  const read = async (mode: FeeMode): Promise<readonly FeeEstimate[]> => {
    const calls = Array.from({ length: MOST_BLOCKS }, (_, i) => ({
      method: 'estimatesmartfee',
      params: [i + 1, mode],
    }));
    const answers = await client.batch(calls);
    return answers.map((answer) => readEstimate(resultOf(answer, 'estimatesmartfee')));
  };
  const estimates = {
    unset: await read('unset'),
    economical: await read('economical'),
    conservative: await read('conservative'),
  };
  const info = asObject(await client.call('getmempoolinfo'), 'mempool');
  return {
    estimates,
    mempoolMinimum: asSatoshis(info.mempoolminfee, 'mempoolminfee'),
    relayMinimum: asSatoshis(info.minrelaytxfee, 'minrelaytxfee'),
  };
}

/**
 * Reads a server's fee estimates, equal for every mode; the minimum relay fee is Core's default.
 */
export async function readServerFees(coins: CoinSource): Promise<SnapshotFees> {
  const rates = await coins.feeRates();
  const estimates = Array.from({ length: MOST_BLOCKS }, (_, i) => estimate(rates, i + 1));
  const { minRelayFee, mempoolMinFee } = defaultRelayFees;
  return {
    estimates: { unset: estimates, economical: estimates, conservative: estimates },
    mempoolMinimum: BigInt(mempoolMinFee),
    relayMinimum: BigInt(minRelayFee),
  };
}
