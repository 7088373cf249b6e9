import type { Json, JsonNumber } from '../../json/json.ts';
import { jsonObject } from '../../json/json.ts';
import { transactionId } from '../../transaction/txid.ts';
import type { FeeReason, Recipient } from '../../wallet/funding/fund-request.ts';
import type { FundingError } from '../../wallet/funding/funding-error.ts';
import type { Context } from '../context.ts';
import { RpcCode, RpcError, walletError } from '../error.ts';
import type { FeeArguments } from '../parse/fee-arguments.ts';
import { parseFundingOptions } from '../parse/funding-options.ts';
import { fundingRules } from '../profile.ts';
import { randomOf } from '../shuffle.ts';
import { requireUnlocked, type WalletCall } from '../wallet/wallet-call.ts';
import { fundingErrorMessage } from './funding-messages.ts';
import { fundAndFinish, signAndSend } from './pay.ts';

/** The arguments that sendtoaddress and sendmany share. */
export type MoneyArguments = FeeArguments & {
  readonly replaceable: boolean | undefined;
  readonly maxfeerate: Json | undefined;
  readonly path: JsonNumber | undefined;
  readonly verbose: boolean | undefined;
};

/** Recipients and options of a payment. */
export type Payment = {
  readonly recipients: readonly Recipient[];
  readonly avoidReuse: boolean;
  readonly comment?: string | undefined;
  readonly commentTo?: string | undefined;
};

/** Core: SendMoney (wallet/rpc/spend.cpp). */
export async function sendMoney(
  { recipients, avoidReuse, comment, commentTo }: Payment,
  args: MoneyArguments,
  call: WalletCall,
  context: Context,
): Promise<Json> {
  requireUnlocked(call.wallet);
  if (call.wallet.flags.externalSigner) {
    throw walletError(
      'Error: sendtoaddress and sendmany are not supported for wallets with external signers; use send instead',
    );
  }
  if (call.wallet.flags.disablePrivateKeys) {
    throw walletError('Error: Private keys are disabled for this wallet');
  }
  const short = (words: string, hint?: string) =>
    new RpcError(RpcCode.WALLET_INSUFFICIENT_FUNDS, words, hint);
  if (recipients.length === 0) throw short('Transaction must have at least one recipient');
  const { replaceable, maxfeerate, path } = args;
  const options = jsonObject({ replaceable, maxfeerate, path });
  const { options: walletOptions } = call.open;
  const basis = {
    ...walletOptions,
    ...fundingRules(context.profile),
    inputs: null,
    fee: args,
    allowOtherInputs: true,
    recipientCount: recipients.length,
    version: 2,
    overrideFeeRate: false,
    // Without address privacy (avoidReuse), spend all coins of an address together.
    avoidPartialSpends: walletOptions.avoidPartialSpends || avoidReuse,
    avoidReuse,
  };
  const order = {
    recipients: randomOf(context.random).shuffle(recipients),
    inputs: [],
    locktime: 0,
    options: parseFundingOptions(options, basis, context),
    failure: (error: FundingError, hint: string | undefined) =>
      short(fundingErrorMessage(error), hint),
  };
  const notes = notesOf({ comment, to: commentTo });
  return fundAndFinish(order, { call, options: nothing, context }, async (funded) => {
    const sent = await signAndSend(funded, notes, call, context);
    const txid = transactionId(sent);
    if (args.verbose !== true) return txid;
    return jsonObject({ txid, fee_reason: feeReasons[funded.feeReason] });
  });
}

const nothing = { members: [] };

function notesOf(notes: { readonly [name: string]: string | undefined }) {
  return Object.entries(notes).flatMap(([name, text]) =>
    text === undefined || text === '' ? [] : [[name, text] as const],
  );
}

/**
 * Core: StringForFeeReason (common/messages.cpp). A node does not report which estimate it used.
 */
const feeReasons: { readonly [R in FeeReason]: string } = {
  given: 'None',
  estimate: 'Unknown',
  'mempool minimum': 'Mempool Min Fee',
  fallback: 'Fallback fee',
  required: 'Minimum Required Fee',
};
