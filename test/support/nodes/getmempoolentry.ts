import { createAncestryLookup } from '../../../src/chain/ancestry.ts';
import { formatAmount } from '../../../src/encoding/amount.ts';
import { jsonNumber, jsonObject } from '../../../src/json/json.ts';
import { RpcCode, RpcError } from '../../../src/rpc/error.ts';
import { defineMethod } from '../../../src/rpc/method.ts';
import { virtualSize } from '../../../src/transaction/weight.ts';

/** Answers about a transaction without relatives, for transcripts that query the mempool. */
export const getmempoolentry = defineMethod({
  name: 'getmempoolentry',
  category: 'Blockchain',
  summary: '',
  params: [{ name: 'txid', type: 'string', help: '' }],
  result: { name: '', type: 'string', help: '' },
  async run({ txid }, { chain, now }) {
    const pool = await chain?.mempool();
    const entry = pool?.entries.find((each) => each.txid === txid);
    if (entry === undefined) {
      throw new RpcError(RpcCode.INVALID_ADDRESS_OR_KEY, 'Transaction not in mempool');
    }
    const { ancestors } = createAncestryLookup(pool?.entries ?? [])(txid);
    const vsize = jsonNumber(virtualSize(entry.weight));
    const fee = { number: formatAmount(entry.fee ?? 0n) };
    return jsonObject({
      vsize_adjusted: vsize,
      vsize,
      vsize_bip141: vsize,
      weight: jsonNumber(entry.weight),
      time: jsonNumber(now?.() ?? 0),
      height: jsonNumber((await chain?.tip())?.height ?? 0),
      descendantcount: jsonNumber(1),
      descendantsize: vsize,
      ancestorcount: jsonNumber(ancestors),
      ancestorsize: vsize,
      wtxid: entry.wtxid,
      chunkweight: jsonNumber(entry.weight),
      fees: jsonObject({ base: fee, modified: fee, ancestor: fee, descendant: fee, chunk: fee }),
      depends: [],
      spentby: [],
      unbroadcast: true,
    });
  },
});
