import {
  findMember,
  getMember,
  type Json,
  type JsonMember,
  type JsonObject,
  jsonAmount,
  jsonNumber,
  jsonObject,
} from '../../json/json.ts';
import { defineMethod } from '../method.ts';
import { outputsParam, versionParam } from '../params/create-transaction-params.ts';
import { confTargetParam, estimateModeParam, feeRateParam } from '../params/funding-params.ts';
import { sendOptionsParam } from '../params/send-params.ts';
import { mergeFeeArguments } from '../parse/fee-arguments.ts';
import {
  parseFundingOptions,
  refuseInputWeights,
  refuseOldNames,
} from '../parse/funding-options.ts';
import { parseRecipients } from '../parse/recipients.ts';
import { silentOutputs } from '../parse/silent-address-argument.ts';
import { parseUnsignedTransaction } from '../parse/transaction-arguments.ts';
import { fundingRules, profileRules } from '../profile.ts';
import { sentByPaymentResult } from '../results/send-result.ts';
import type { Lifted } from '../spending/child-pays.ts';
import { finishTransaction } from '../spending/finish-transaction.ts';
import { fundAndFinish } from '../spending/pay.ts';
import { getBool, getInt32 } from '../values.ts';
import { requireSyncedWallet, requireWallet } from '../wallet/wallet-call.ts';

export const send = defineMethod({
  name: 'send',
  category: 'Wallet',
  summary:
    'Pay from the wallet. Without a node the transaction is kept in the outbox until it is sent.',
  params: [
    outputsParam,
    confTargetParam,
    estimateModeParam,
    feeRateParam,
    sendOptionsParam,
    versionParam,
  ],
  result: sentByPaymentResult,
  examples: [
    `send '{"address":0.1}' 6 economical`,
    `send '{"address":0.2}' null "unset" 1.1`,
    `-named send outputs='{"address":0.3}' fee_rate=25`,
  ],
  async run(args, context) {
    const call = requireWallet(context);
    const { options: walletOptions } = call.open;
    const options = args.options ?? { members: [] };
    const fee = mergeFeeArguments(args, options);
    refuseOldNames(options);
    const replaceable = findMember(options, 'replaceable');
    const rbf = replaceable === undefined ? walletOptions.signalRbf : getBool(replaceable);
    const payers = getMember(options, 'subtract_fee_from_outputs');
    const reading = silentOutputs(context);
    const recipients = parseRecipients(args.outputs, payers, reading);
    const inputs = getMember(options, 'inputs');
    const unsigned = parseUnsignedTransaction(
      {
        inputs,
        outputs: args.outputs,
        locktime: getMember(options, 'locktime') ?? undefined,
        replaceable: rbf,
        version: args.version,
      },
      reading,
    );
    checkLimits(options);
    const basis = {
      inputs,
      fee,
      allowOtherInputs: unsigned.inputs.length === 0,
      recipientCount: recipients.length,
      version: unsigned.version,
      overrideFeeRate: false,
      ...fundingRules(context.profile),
      takesParent: profileRules(context.profile).argumentsBeyondCore,
      ...walletOptions,
    };
    const synced = await requireSyncedWallet(context);
    const order = {
      recipients,
      inputs: unsigned.inputs,
      locktime: unsigned.locktime,
      options: parseFundingOptions(options, basis, context),
    };
    const paying = { call: synced, options, context };
    return fundAndFinish(order, paying, async ({ lifted, ...funded }) => {
      const sent = await finishTransaction(funded, paying);
      return lifted === undefined ? sent : { members: [...sent.members, shapePackage(lifted)] };
    });
  },
});

/** Shapes the total fee, size and fee rate of the transaction with the parents it pays for. */
function shapePackage({ fee, packageFee, packageVsize }: Lifted): JsonMember {
  const rate = Math.floor((packageFee * 1000) / packageVsize);
  return [
    'cpfp',
    jsonObject({
      fee: jsonAmount(fee),
      packagefee: jsonAmount(packageFee),
      packagevsize: jsonNumber(packageVsize),
      packagefeerate: { number: (rate / 1000).toFixed(3) },
    }),
  ];
}

function checkLimits(options: JsonObject): void {
  const weight: Json | undefined = findMember(options, 'max_tx_weight');
  if (weight !== undefined) getInt32(weight);
  refuseInputWeights(options);
}
