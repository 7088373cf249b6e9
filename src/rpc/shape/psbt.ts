import { encodeBase58Check } from '../../crypto/base58check.ts';
import type { DescriptorContext } from '../../descriptor/parser.ts';
import { formatAmount, isMoneyRange, type Satoshis } from '../../encoding/amount.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { type JsonObject, jsonNumber, jsonObject } from '../../json/json.ts';
import { orderPsbt } from '../../psbt/order.ts';
import type { GlobalXpub, Psbt, PsbtInput, PsbtOutput } from '../../psbt/psbt.ts';
import { unsignedTransaction } from '../../psbt/unsigned-transaction.ts';
import {
  listUnlessEmpty,
  membersOf,
  membersUnlessEmpty,
  shapeInnerScript,
  shapeKeyPath,
  shapeMusigParticipants,
  shapeOrigin,
  shapeProprietary,
  shapeTapKeyPath,
  unknownMember,
} from './psbt-fields.ts';
import { shapePsbtInput } from './psbt-input.ts';
import { shapeScript } from './script.ts';
import { shapeTransaction } from './transaction.ts';

/** Shapes the result of decodepsbt. */
export function shapePsbt(unordered: Psbt, context: DescriptorContext): JsonObject {
  const psbt = orderPsbt(unordered);
  const { version, inputs, outputs } = psbt;
  const transaction = version === 0 ? unsignedTransaction(psbt) : undefined;
  const fee = feeOf(psbt);
  return jsonObject({
    tx: transaction && shapeTransaction(transaction, context),
    global_xpubs: psbt.xpubs.map(shapeXpub),
    ...(version === 2 && shapeVersionTwo(psbt)),
    psbt_version: jsonNumber(version),
    proprietary: psbt.proprietary.map(shapeProprietary),
    unknown: membersOf(psbt.unknown, unknownMember),
    inputs: inputs.map((input) => shapePsbtInput(input, version, context)),
    outputs: outputs.map((output) => shapePsbtOutput(output, version, context)),
    fee: fee === undefined ? undefined : { number: formatAmount(fee) },
  });
}

function shapeXpub({ xpub, origin }: GlobalXpub): JsonObject {
  return jsonObject({ xpub: encodeBase58Check(xpub), ...shapeOrigin(origin) });
}

function shapeVersionTwo({ txVersion, fallbackLocktime, inputs, outputs, txModifiable }: Psbt) {
  return {
    tx_version: jsonNumber(txVersion),
    fallback_locktime: fallbackLocktime === undefined ? undefined : jsonNumber(fallbackLocktime),
    input_count: jsonNumber(inputs.length),
    output_count: jsonNumber(outputs.length),
    ...(txModifiable !== undefined && {
      inputs_modifiable: (txModifiable & 1) !== 0,
      outputs_modifiable: (txModifiable & 2) !== 0,
      has_sighash_single: (txModifiable & 4) !== 0,
    }),
  };
}

function shapePsbtOutput(
  output: PsbtOutput,
  version: 0 | 2,
  context: DescriptorContext,
): JsonObject {
  const { value: amount, scriptPubKey: script, tapInternalKey } = output;
  return jsonObject({
    redeem_script: shapeInnerScript(output.redeemScript),
    witness_script: shapeInnerScript(output.witnessScript),
    bip32_derivs: listUnlessEmpty(output.keyPaths, shapeKeyPath),
    ...(version === 2 && {
      amount: { number: formatAmount(amount) },
      script: shapeScript(script, context, { hex: true }),
    }),
    taproot_internal_key: tapInternalKey && encodeHex(tapInternalKey),
    taproot_tree: listUnlessEmpty(output.tapTree, (leaf) =>
      jsonObject({
        depth: jsonNumber(leaf.depth),
        leaf_ver: jsonNumber(leaf.leafVersion),
        script: encodeHex(leaf.script),
      }),
    ),
    taproot_bip32_derivs: listUnlessEmpty(output.tapKeyPaths, shapeTapKeyPath),
    musig2_participant_pubkeys: listUnlessEmpty(output.musigParticipants, shapeMusigParticipants),
    proprietary: listUnlessEmpty(output.proprietary, shapeProprietary),
    unknown: membersUnlessEmpty(output.unknown, unknownMember),
  });
}

/** `undefined` when an amount is not known or absurd. */
function feeOf({ inputs, outputs }: Psbt): Satoshis | undefined {
  const spent = total(inputs.map(amountOf));
  const paid = total(outputs.map(({ value: amount }) => amount));
  return spent === undefined || paid === undefined ? undefined : spent - paid;
}

function amountOf({ nonWitnessUtxo, witnessUtxo, prevout }: PsbtInput): Satoshis | undefined {
  return nonWitnessUtxo ? nonWitnessUtxo.outputs[prevout.vout]?.value : witnessUtxo?.value;
}

function total(amounts: readonly (Satoshis | undefined)[]): Satoshis | undefined {
  let sum = 0n;
  for (const amount of amounts) {
    if (amount === undefined || !isMoneyRange(amount) || !isMoneyRange(sum + amount)) {
      return undefined;
    }
    sum += amount;
  }
  return sum;
}
