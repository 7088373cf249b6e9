import { findInMempool } from '../../chain/find-coins.ts';
import type { ChainSource } from '../../chain/source.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { type Json, jsonNumber } from '../../json/json.ts';
import { encodeTransaction } from '../../transaction/codec.ts';
import type { Transaction, Txid } from '../../transaction/transaction.ts';
import { askNode, needsNode } from '../ask-node.ts';
import { requireChain } from '../chain.ts';
import { invalidAddressOrKey } from '../error.ts';
import { amount, bool, hex, num, object, record, rows, str, time } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { outputScript } from '../results/script-result.ts';
import { inputResult, transactionResult } from '../results/transaction-result.ts';
import { getInt32, parseHashV } from '../values.ts';

const inputsOfNode = rows('vin', 'The inputs', [
  ...inputResult.fields,
  object.optional('prevout', 'The output that it spends (verbosity 2)', [
    bool('generated', 'True if the output is from a coinbase transaction'),
    num('height', 'The height of its block'),
    amount('value', 'The amount in BTC'),
    object('scriptPubKey', 'The script that it pays', outputScript.fields),
  ]),
]);

const results = [
  str('', 'The transaction in hexadecimal', { when: 'verbosity is 0' }),
  record(
    [
      bool.optional('in_active_chain', 'True if the specified block is in the best chain'),
      num.optional(
        'vsize_adjusted',
        'In the mempool: virtual size in bytes, adjusted for signature operations',
      ),
      ...transactionResult.fields.map((field) => (field.name === 'vin' ? inputsOfNode : field)),
      amount.optional('fee', 'The fee in BTC (verbosity 2)'),
      hex('hex', 'The transaction'),
      hex.optional('blockhash', 'The hash of its block'),
      num.optional('confirmations', 'The number of confirmations'),
      time.optional('time', 'The time of its block'),
      time.optional('blocktime', 'The same as "time"'),
    ],
    { when: 'verbosity is 1 or 2' },
  ),
] as const;

export const getrawtransaction = defineMethod({
  name: 'getrawtransaction',
  category: 'Rawtransactions',
  summary:
    'Return a transaction by its id. A node has transactions of its mempool and of a given block, or all with -txindex. A server has\n' +
    'those that it knows, a snapshot those that are unconfirmed.',
  params: [
    hex('txid', 'The id of the transaction'),
    num(
      'verbosity|verbose',
      '0 returns hexadecimal, 1 the decoded transaction, 2 adds fee and spent outputs if a node knows them',
      { default: 0, unchecked: true },
    ),
    hex.optional('blockhash', 'The block that it is in'),
  ],
  result: results,
  examples: ['getrawtransaction "mytxid"', 'getrawtransaction "mytxid" 1'],
  async run({ txid: named, blockhash, ...args }, context) {
    const txid = parseHashV(named, 'parameter 1');
    const verbosity = parseVerbosity(args['verbosity|verbose']);
    if (blockhash !== undefined) parseHashV(blockhash, 'parameter 3');
    const chain = requireChain(context, 'getrawtransaction');
    const asked = [named, args['verbosity|verbose'], blockhash];
    const word = await askNode(chain, 'getrawtransaction', asked);
    if (word !== undefined) return word;
    if (blockhash !== undefined) throw needsNode('getrawtransaction with a block');
    const transaction = await findTransaction(txid, chain);
    const hex = encodeHex(encodeTransaction(transaction));
    if (verbosity <= 0) return hex;
    return { members: [...transactionResult.show(transaction, context).members, ['hex', hex]] };
  },
});

/** rpc/util.cpp, ParseVerbosity: true is 1. */
function parseVerbosity(value: Json | undefined): number {
  return typeof value === 'boolean' ? Number(value) : getInt32(value ?? jsonNumber(0));
}

async function findTransaction(txid: Txid, chain: ChainSource): Promise<Transaction> {
  const find = chain.findTransactions ?? ((txids) => findInMempool(chain, txids));
  const transaction = (await find([txid])).get(txid);
  if (transaction !== undefined) return transaction;
  throw invalidAddressOrKey(
    'No such mempool transaction. Use -txindex or provide a block hash to enable blockchain transaction queries. Use gettransaction for wallet transactions.',
  );
}
