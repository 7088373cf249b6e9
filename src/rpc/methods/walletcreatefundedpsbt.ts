import { getMember, jsonAmount, jsonNumber, jsonObject } from '../../json/json.ts';
import { requestedDetails } from '../explain/psbt-details.ts';
import { amount, bool, num, record, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { outputsParam, versionParam } from '../params/create-transaction-params.ts';
import { presetInputsParam } from '../params/funding-params.ts';
import { psbtVersionParam } from '../params/psbt-params.ts';
import { fundPsbtOptionsParam } from '../params/walletcreatefundedpsbt-params.ts';
import { feeOptions } from '../parse/fee-arguments.ts';
import { parseFundingOptions, refuseInputWeights } from '../parse/funding-options.ts';
import { formatPsbt, parsePsbtVersion } from '../parse/psbt-argument.ts';
import { parseRecipients } from '../parse/recipients.ts';
import { silentOutputs } from '../parse/silent-address-argument.ts';
import { parseUnsignedTransaction } from '../parse/transaction-arguments.ts';
import { fundingRules } from '../profile.ts';
import { psbtDetailsResult } from '../results/psbt-details-result.ts';
import { fundTransaction } from '../spending/fund-transaction.ts';
import { fundedPsbt } from '../spending/silent-payments.ts';
import { getBool } from '../values.ts';
import { requireSyncedWallet } from '../wallet/wallet-call.ts';

export const walletcreatefundedpsbt = defineMethod({
  name: 'walletcreatefundedpsbt',
  category: 'Wallet',
  summary:
    'Create a PSBT that pays from the wallet (the Creator and the Updater of BIP174). Nothing is signed, kept or sent.',
  params: [
    presetInputsParam,
    outputsParam,
    num('locktime', 'The lock time. Unless it is 0, inputs get sequences that make it effective', {
      default: 0,
    }),
    fundPsbtOptionsParam,
    bool('bip32derivs', 'Include the origins of keys (BIP32)', { default: true }),
    versionParam,
    psbtVersionParam,
  ],
  result: record([
    str('psbt', 'The PSBT in base64'),
    amount('fee', 'The fee in BTC'),
    num('changepos', 'The place of the change, or -1'),
    psbtDetailsResult,
  ]),
  examples: [
    `walletcreatefundedpsbt '[]' '[{"address":0.5}]' 0 '{"fee_rate":2}'`,
    `-named walletcreatefundedpsbt outputs='[{"address":0.5}]' fee_rate=2`,
  ],
  async run(args, context) {
    const call = await requireSyncedWallet(context);
    const { options: walletOptions } = call.open;
    const options = args.options ?? { members: [] };
    const given = getMember(options, 'replaceable');
    const replaceable = given === null ? walletOptions.signalRbf : getBool(given);
    const inputs = args.inputs ?? null;
    const reading = silentOutputs(context);
    const unsigned = parseUnsignedTransaction({ ...args, inputs, replaceable }, reading);
    const payers = getMember(options, 'subtractFeeFromOutputs');
    const recipients = parseRecipients(args.outputs, payers, reading);
    refuseInputWeights(options);
    const basis = {
      inputs,
      fee: feeOptions(options),
      allowOtherInputs: unsigned.inputs.length === 0,
      recipientCount: recipients.length,
      version: unsigned.version,
      overrideFeeRate: true,
      ...fundingRules(context.profile),
      ...walletOptions,
    };
    const order = {
      recipients,
      inputs: unsigned.inputs,
      locktime: unsigned.locktime,
      options: parseFundingOptions(options, basis, context),
    };
    const { psbt, fee, changePosition } = await fundTransaction(call, order, context, (funded) => {
      const { wallet, fee, changePosition } = funded;
      const version = parsePsbtVersion(args.psbt_version);
      const psbt = fundedPsbt(funded, { version, bip32Derivs: args.bip32derivs ?? true }, context);
      return { wallet, value: { psbt, fee, changePosition } };
    });
    return jsonObject({
      psbt: formatPsbt(psbt),
      fee: jsonAmount(fee),
      changepos: jsonNumber(changePosition ?? -1),
      details: await requestedDetails(psbt, context),
    });
  },
});
