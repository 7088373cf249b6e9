import { createFlatSigningProvider } from '../../descriptor/flat-signing-provider.ts';
import { getMember, jsonNumber } from '../../json/json.ts';
import { usualRequest } from '../../wallet/funding/fund-request.ts';
import { bool, list, options, record, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { inputFields, payeeField, versionParam } from '../params/create-transaction-params.ts';
import { fundingMaxFeeRateParam } from '../params/fee-limits-params.ts';
import {
  coinParams,
  confTargetParam,
  estimateModeParam,
  feeRateParam,
  includeWatchingParam,
  lockUnspentsParam,
  pathParam,
  presetInputsParam,
  replaceableParam,
  solvingDataParam,
} from '../params/funding-params.ts';
import { addToWalletParam, locktimeParam, psbtParam } from '../params/send-params.ts';
import { mergeFeeArguments, parseFeeArguments } from '../parse/fee-arguments.ts';
import { refuseOldNames, usualOptions } from '../parse/funding-options.ts';
import {
  parseDepths,
  parseLimits,
  readRecipients,
  refuseCombinations,
  sharesOf,
} from '../parse/sendall-arguments.ts';
import { silentOutputs } from '../parse/silent-address-argument.ts';
import { parseUnsignedTransaction } from '../parse/transaction-arguments.ts';
import { sentResult } from '../results/send-result.ts';
import { finishTransaction } from '../spending/finish-transaction.ts';
import type { FundingOrder } from '../spending/funding-order.ts';
import { fundAndFinish } from '../spending/pay.ts';
import { readPrices, sendAllError } from '../spending/send-all.ts';
import { getBool, getUint32, readMember } from '../values.ts';
import { requireSyncedWallet } from '../wallet/wallet-call.ts';

const sendAllRecipientsParam = list(
  'recipients',
  'The recipients: addresses, which share the rest equally, and objects with an amount.\n' +
    'No address may occur twice, and at least one must have no amount.',
  [str('address', 'An address that receives an equal share of the rest'), payeeField],
);

const [, minDepthParam, maxDepthParam] = coinParams;

const sendAllOptionsParam = options(
  'options',
  'Options of the payment',
  [
    addToWalletParam,
    feeRateParam,
    { ...includeWatchingParam, defaultHint: 'no effect', help: 'No effect' },
    {
      ...presetInputsParam,
      help: 'The coins to spend, instead of all. Not with send_max, minconf or maxconf',
      fields: [record.optional(inputFields)],
    },
    locktimeParam,
    lockUnspentsParam,
    psbtParam,
    bool('send_max', 'Exclude coins that cost more to spend than they are worth', {
      default: false,
    }),
    minDepthParam,
    maxDepthParam,
    versionParam,
    fundingMaxFeeRateParam,
    confTargetParam,
    estimateModeParam,
    pathParam,
    replaceableParam,
    { ...solvingDataParam, help: 'No effect' },
  ],
  { usage: 'options' },
);

export const sendall = defineMethod({
  name: 'sendall',
  category: 'Wallet',
  summary:
    'Send all coins of the wallet, or the specified ones, to one recipient or several. There is no change.\n' +
    'Unconfirmed coins from others and locked coins stay. Without a node the transaction is kept in the outbox until it is sent.',
  params: [
    sendAllRecipientsParam,
    confTargetParam,
    estimateModeParam,
    feeRateParam,
    sendAllOptionsParam,
  ],
  result: sentResult,
  examples: [
    `-named sendall recipients='["address"]' fee_rate=1`,
    `sendall '["address",{"other":0.25}]' null "unset" 1.1`,
    `sendall '["address"]' null "unset" null '{"fee_rate":10,"send_max":true}'`,
  ],
  async run(args, context) {
    const call = await requireSyncedWallet(context);
    const options = args.options ?? { members: [] };
    const merged = mergeFeeArguments(args, options);
    refuseOldNames(options);
    const { outputs, sharing } = readRecipients(args.recipients);
    const fee = parseFeeArguments(merged);
    const depths = parseDepths(options);
    const version = readMember(options, 'version', getUint32) ?? 2;
    const signalRbf = readMember(options, 'replaceable', getBool) ?? call.open.options.signalRbf;
    const view = await readPrices(fee, call, context);
    const transaction = parseUnsignedTransaction(
      {
        inputs: getMember(options, 'inputs'),
        outputs,
        locktime: getMember(options, 'locktime') ?? undefined,
        replaceable: signalRbf,
        version: jsonNumber(version),
      },
      silentOutputs(context),
    );
    const sendMax = readMember(options, 'send_max', getBool) ?? false;
    refuseCombinations(options);
    const recipients = transaction.outputs.map(({ silent, ...output }) => {
      return { output, silent, subtractFee: false };
    });
    const { inputs, locktime } = transaction;
    const order: FundingOrder = {
      recipients,
      inputs,
      locktime,
      view,
      options: {
        ...usualRequest,
        ...usualOptions,
        ...fee,
        all: { shares: sharesOf(transaction.outputs, sharing, context), sendMax },
        ...depths,
        signalRbf,
        ...parseLimits(options, version, context),
        solving: createFlatSigningProvider(),
      },
      failure: (error) => sendAllError(error, recipients, context),
    };
    const paying = { call, options, context };
    return fundAndFinish(order, paying, (funded) => finishTransaction(funded, paying));
  },
});
