import { emptyBytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { findMember, getMember, jsonAmount, jsonNumber, jsonObject } from '../../json/json.ts';
import { encodeTransaction } from '../../transaction/codec.ts';
import { outPointKey, parseOutPointKey, type Transaction } from '../../transaction/transaction.ts';
import { amount, hex, list, num, record } from '../fields.ts';
import { defineMethod, type Param } from '../method.ts';
import { inputFields } from '../params/create-transaction-params.ts';
import { addInputsParam } from '../params/funding-params.ts';
import { isWitnessParam } from '../params/signing-params.ts';
import { fundPsbtOptionsParam } from '../params/walletcreatefundedpsbt-params.ts';
import { feeOptions } from '../parse/fee-arguments.ts';
import { parseFundingOptions } from '../parse/funding-options.ts';
import { silentRefusal } from '../parse/outputs.ts';
import { parseTransactionOfForm } from '../parse/raw-transaction.ts';
import { parsePayers } from '../parse/recipients.ts';
import { fundingRules } from '../profile.ts';
import { fundTransaction } from '../spending/fund-transaction.ts';
import type { FundingOrder } from '../spending/funding-order.ts';
import { requireSyncedWallet, requireWallet } from '../wallet/wallet-call.ts';

const [txid, vout] = inputFields;

const inputWeightsParam = list.optional('input_weights', 'Weights of inputs', [
  record.optional([
    txid,
    vout,
    num(
      'weight',
      'The maximum weight of the input, including outpoint and sequence; a signature may have 73 bytes',
    ),
  ]),
]);

const [, ...others] = fundPsbtOptionsParam.fields;

const fundRawOptionsParam = {
  ...fundPsbtOptionsParam,
  fields: [
    {
      ...addInputsParam,
      defaultHint: 'true',
    },
    ...others,
    inputWeightsParam,
  ],
} as const satisfies Param;

export const fundrawtransaction = defineMethod({
  name: 'fundrawtransaction',
  category: 'Wallet',
  summary:
    'Add coins of the wallet to a raw transaction until they pay for its outputs and the fee, and change.\n' +
    'Nothing is signed, kept or sent. Existing signatures may become invalid.',
  params: [hex('hexstring', 'The transaction in hexadecimal'), fundRawOptionsParam, isWitnessParam],
  result: record([
    hex('hex', 'The transaction'),
    amount('fee', 'The fee in BTC'),
    num('changepos', 'The place of the change, or -1'),
  ]),
  examples: [
    'fundrawtransaction "rawtransactionhex"',
    '-named fundrawtransaction hexstring=rawtransactionhex fee_rate=2',
  ],
  async run(args, context) {
    requireWallet(context);
    const unfunded = parseTransactionOfForm(args.hexstring, args.iswitness);
    const options = args.options ?? { members: [] };
    const payers = parsePayers(
      getMember(options, 'subtractFeeFromOutputs'),
      // Core gives every output this name here.
      unfunded.outputs.map(() => 'dummy'),
    );
    const call = await requireSyncedWallet(context);
    const basis = {
      ...call.open.options,
      ...fundingRules(context.profile),
      inputs: findMember(options, 'input_weights') ?? null,
      inputsAreWeights: true,
      fee: feeOptions(options),
      allowOtherInputs: true,
      recipientCount: unfunded.outputs.length,
      version: unfunded.version,
      overrideFeeRate: true,
    };
    const parsed = parseFundingOptions(options, basis, context);
    if (parsed.silentChange !== undefined)
      throw silentRefusal('Use walletcreatefundedpsbt or send.');
    const order = {
      recipients: unfunded.outputs.map((output, i) => ({ output, subtractFee: payers.has(i) })),
      inputs: [...unfunded.inputs, ...weighedInputs(parsed.weights, unfunded)],
      locktime: unfunded.locktime,
      options: parsed,
    };
    return fundTransaction(
      call,
      order,
      context,
      ({ wallet, transaction, fee, changePosition }) => ({
        wallet,
        value: jsonObject({
          hex: encodeHex(encodeTransaction(transaction)),
          fee: jsonAmount(fee),
          changepos: jsonNumber(changePosition ?? -1),
        }),
      }),
    );
  },
});

/**
 * Returns the inputs with a weight. Core: SetInputWeight selects such a coin, whether or not it is
 * an input yet.
 */
function weighedInputs(
  weights: ReadonlyMap<string, number>,
  { inputs }: Transaction,
): FundingOrder['inputs'] {
  const named = new Set(inputs.map(({ prevout }) => outPointKey(prevout)));
  const others = [...weights.keys()].filter((key) => !named.has(key));
  return others.map((key) => ({
    prevout: parseOutPointKey(key),
    sequence: undefined,
    scriptSig: emptyBytes,
    witness: [],
  }));
}
