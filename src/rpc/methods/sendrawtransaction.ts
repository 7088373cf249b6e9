import { coinFinder } from '../../chain/find-coins.ts';
import type { ChainSource } from '../../chain/source.ts';
import type { Satoshis } from '../../encoding/amount.ts';
import {
  DEFAULT_MAX_SENT_FEE_RATE,
  findFeeFault,
  noFeeBounds,
  perVbyte,
} from '../../transaction/fee-bounds.ts';
import { outPointKey, type Transaction } from '../../transaction/transaction.ts';
import { virtualSize } from '../../transaction/weight.ts';
import { requireChain } from '../chain.ts';
import { RpcCode, RpcError, verifyError } from '../error.ts';
import { amount, hex } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { parseRawTransaction } from '../parse/raw-transaction.ts';
import { profileRules } from '../profile.ts';
import { parseMaxFeeRate, refuseBurns } from '../signing/fee-limits.ts';
import { amountFromValue } from '../values.ts';
import { tellWallets } from '../wallet/tell-wallets.ts';

export const sendrawtransaction = defineMethod({
  name: 'sendrawtransaction',
  category: 'Rawtransactions',
  summary:
    'Broadcast a signed transaction through the node or the servers. Loaded wallets that it concerns know about it from then on.\n' +
    'Payments of a wallet are broadcast automatically (listoutbox).',
  params: [
    hex('hexstring', 'The transaction in hexadecimal'),
    amount('maxfeerate', 'The highest fee rate, in BTC/kvB; 0: no limit', { default: '0.10' }),
    amount('maxburnamount', 'The highest amount of an unspendable output, in BTC', {
      default: '0.00',
    }),
  ],
  result: hex('', 'The id of the transaction'),
  examples: ['sendrawtransaction "signedhex"'],
  async run({ hexstring, maxfeerate, maxburnamount }, context) {
    const maxBurn = maxburnamount === undefined ? 0n : amountFromValue(maxburnamount);
    const transaction = parseRawTransaction(hexstring);
    refuseBurns(transaction, maxBurn);
    const maxFeeRate =
      maxfeerate === undefined ? DEFAULT_MAX_SENT_FEE_RATE : parseMaxFeeRate(maxfeerate);
    const chain = requireChain(context, 'sendrawtransaction');
    // Electrum servers have no fee limit, and pass on any valid transaction.
    const { limitsFees } = profileRules(context.profile);
    if (limitsFees && maxFeeRate > 0n) await checkFeeRate(transaction, maxFeeRate, chain);
    const result = await chain.broadcast(transaction, {
      maxFeeRate: perVbyte(maxFeeRate),
      maxBurn,
    });
    if ('txid' in result) {
      await tellWallets(transaction, context);
      return result.txid;
    }
    const code = 'offline' in result ? RpcCode.CLIENT_NOT_CONNECTED : result.code;
    throw new RpcError(code, result.message);
  },
});

/** Checks the fee rate if all coins are known. */
async function checkFeeRate(
  transaction: Transaction,
  maxFeeRate: Satoshis,
  chain: ChainSource,
): Promise<void> {
  const { inputs, outputs } = transaction;
  const coins = await coinFinder(chain)(inputs.map(({ prevout }) => prevout));
  let fee = -outputs.reduce((sum, { value }) => sum + value, 0n);
  for (const { prevout } of inputs) {
    const amount = coins.get(outPointKey(prevout))?.value;
    if (amount === undefined) return;
    fee += amount;
  }
  const facts = { fee, vsize: virtualSize(transaction), paid: 0n };
  const bounds = { ...noFeeBounds, maxFeeRate: perVbyte(maxFeeRate) };
  if (findFeeFault(facts, bounds) === undefined) return;
  throw verifyError('Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)');
}
