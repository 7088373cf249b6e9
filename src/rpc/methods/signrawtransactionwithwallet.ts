import type { Review } from '../../review/model.ts';
import { witnessTransactionId } from '../../transaction/txid.ts';
import { requireChain } from '../chain.ts';
import { str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { feeLimitParams } from '../params/fee-limits-params.ts';
import { prevTxsParam, sighashTypeParam, signingPathParam } from '../params/signing-params.ts';
import { requirePath } from '../parse/path.ts';
import { parsePrevCoins } from '../parse/prevtxs.ts';
import { parseRawTransaction } from '../parse/raw-transaction.ts';
import { parseSighashArgument } from '../parse/sighash-argument.ts';
import { profileRules } from '../profile.ts';
import { loadDetails, signingResult } from '../results/signing-result.ts';
import { parseSigningLimits } from '../signing/fee-limits.ts';
import { descriptorsOf } from '../spending/chosen-branch.ts';
import { remember } from '../wallet/remember.ts';
import { findInputCoins, signWithWallet } from '../wallet/sign-with-wallet.ts';
import { requireSyncedWallet, requireUnlocked, requireWallet } from '../wallet/wallet-call.ts';

export const signrawtransactionwithwallet = defineMethod({
  name: 'signrawtransactionwithwallet',
  category: 'Wallet',
  summary:
    'Sign the inputs of a raw transaction with the keys of the wallet.\n' +
    'Existing signatures are kept, and every input is verified at the end.',
  params: [
    str('hexstring', 'The transaction in hexadecimal'),
    prevTxsParam,
    sighashTypeParam,
    ...feeLimitParams,
    signingPathParam,
  ],
  result: signingResult,
  examples: ['signrawtransactionwithwallet "myhex"'],
  async run({ hexstring, prevtxs, sighashtype, path: wanted, ...allowed }, context) {
    requireWallet(context);
    const transaction = parseRawTransaction(hexstring);
    const { wallet, open } = await requireSyncedWallet(context);
    requireUnlocked(wallet);
    const chain = context.chain && requireChain(context, 'signrawtransactionwithwallet');
    const known = await findInputCoins(transaction, wallet, chain);
    const rules = profileRules(context.profile);
    const given = parsePrevCoins(prevtxs ?? [], known, rules);
    const type = parseSighashArgument(sighashtype);
    const limits = parseSigningLimits(allowed, context, { wallet: true });
    let approved: Review | undefined;
    const onApproved = (review: Review) => {
      approved = review;
    };
    const path = wanted && requirePath(wanted, descriptorsOf(wallet));
    const job = { transaction, ...given, known, sighashType: type, path, limits, onApproved };
    const explain = await loadDetails(context);
    const { outcome, warnings } = await signWithWallet(wallet, job, context);
    const isSigned =
      witnessTransactionId(outcome.transaction) !== witnessTransactionId(transaction);
    if (approved !== undefined && isSigned)
      await remember(open, approved, { ...context, isSigned });
    return signingResult.show({ ...outcome, coins: given.coins, warnings, explain }, context);
  },
});
