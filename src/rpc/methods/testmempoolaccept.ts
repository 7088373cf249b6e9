import type { Satoshis } from '../../encoding/amount.ts';
import { type Json, jsonAmount, jsonNumber, jsonObject } from '../../json/json.ts';
import { type Acceptance, acceptPackage } from '../../policy/accept-package.ts';
import type { Candidate } from '../../policy/acceptance.ts';
import { DEFAULT_MAX_SENT_FEE_RATE, feeRateOf } from '../../transaction/fee-bounds.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import { transactionId, witnessTransactionId } from '../../transaction/txid.ts';
import { virtualSize } from '../../transaction/weight.ts';
import { feeFor } from '../../wallet/fee-rate.ts';
import { askNode, needsNode } from '../ask-node.ts';
import { requireChain } from '../chain.ts';
import { amount, hex, list } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { prevTxsParam } from '../params/signing-params.ts';
import { checkPackageCount, parsePackageTransaction } from '../parse/raw-transaction.ts';
import { profileRules } from '../profile.ts';
import { acceptanceResult } from '../results/acceptance-result.ts';
import { parseMaxFeeRate } from '../signing/fee-limits.ts';
import { acceptanceFacts } from '../signing/gather-facts.ts';
import { getStr } from '../values.ts';

export const testmempoolaccept = defineMethod({
  name: 'testmempoolaccept',
  category: 'Rawtransactions',
  summary:
    'Check whether a mempool would accept transactions, without sending them; list parents before children. A node decides.\n' +
    'Without one (not with -profile=core), the script interpreter and the relay rules decide with the coins that are known here (snapshot,\n' +
    'wallet, prevtxs). The answer says so and lists what is unknown.',
  params: [
    list('rawtxs', 'The transactions, at most 25', [
      hex.optional('rawtx', 'A transaction in hexadecimal'),
    ]),
    amount('maxfeerate', 'The highest fee rate, in BTC/kvB; 0: no limit', { default: '0.10' }),
    {
      ...prevTxsParam,
      beyondCore: true,
      help: '(not with -profile=core) The outputs that they spend. They are not sent to a node',
    },
  ],
  result: acceptanceResult,
  examples: [`testmempoolaccept '["signedhex"]'`],
  async run({ rawtxs, maxfeerate, prevtxs }, context) {
    checkPackageCount(rawtxs);
    const most = maxfeerate === undefined ? DEFAULT_MAX_SENT_FEE_RATE : parseMaxFeeRate(maxfeerate);
    const transactions = rawtxs.map((value) => parsePackageTransaction(getStr(value)));
    const chain = context.chain && requireChain(context, 'testmempoolaccept');
    const word = chain && (await askNode(chain, 'testmempoolaccept', [rawtxs, maxfeerate]));
    if (word !== undefined) return word;
    if (!profileRules(context.profile).judgesAcceptance) throw needsNode('testmempoolaccept');
    const { doubts, ...facts } = await acceptanceFacts(transactions, prevtxs, context);
    return shapeAll(transactions, acceptPackage(transactions, facts), { most, doubts });
  },
});

type Limits = {
  /** Satoshi per 1,000 virtual bytes; 0: any. */
  readonly most: Satoshis;
  /** Warnings that apply to all transactions. */
  readonly doubts: readonly string[];
};

function shapeAll(
  transactions: readonly Transaction[],
  found: ReturnType<typeof acceptPackage>,
  { most, doubts }: Limits,
): Json {
  let isOver = false;
  return transactions.map((transaction) => {
    const wtxid = witnessTransactionId(transaction);
    const ids = { txid: transactionId(transaction), wtxid };
    if ('error' in found) {
      return jsonObject({ ...ids, 'package-error': found.error, offline: true });
    }
    const acceptance = isOver ? undefined : found.results.get(wtxid);
    if (acceptance === undefined) return jsonObject({ ...ids, offline: true });
    const isExpensive = acceptance.kind === 'candidate' && exceeds(acceptance, most);
    isOver ||= isExpensive;
    const judged = isExpensive ? tooExpensive : acceptance;
    return jsonObject({ ...ids, ...shape(judged, wtxid), offline: true, ...open(judged, doubts) });
  });
}

const tooExpensive: Acceptance = { kind: 'rejected', reason: 'max-fee-exceeded' };

/** Adds warnings, unless the transaction is rejected. */
function open(acceptance: Acceptance, doubts: readonly string[]) {
  return acceptance.kind === 'rejected' ? {} : { unchecked: [...acceptance.doubts, ...doubts] };
}

function exceeds({ fee, vsize }: Candidate, most: Satoshis): boolean {
  return most > 0n && fee > BigInt(feeFor(Number(most), vsize));
}

function shape(acceptance: Acceptance, wtxid: string): { readonly [key: string]: Json } {
  if (acceptance.kind === 'rejected') {
    const { reason, details } = acceptance;
    return {
      allowed: false,
      'reject-reason': reason,
      ...(details !== undefined && { 'reject-details': details }),
    };
  }
  if (acceptance.kind === 'unjudged') return {};
  const { fee, vsize, transaction } = acceptance;
  return {
    allowed: true,
    vsize_adjusted: jsonNumber(vsize),
    vsize: jsonNumber(vsize),
    vsize_bip141: jsonNumber(virtualSize(transaction)),
    fees: jsonObject({
      base: jsonAmount(fee),
      'effective-feerate': jsonAmount(feeRateOf(fee, vsize)),
      'effective-includes': [wtxid],
    }),
  };
}
