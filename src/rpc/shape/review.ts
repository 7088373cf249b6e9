import { formatAmount } from '../../encoding/amount.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { Network } from '../../encoding/network.ts';
import { type JsonObject, jsonNumber, jsonObject } from '../../json/json.ts';
import { reviewId } from '../../review/id.ts';
import type {
  Cosigners,
  Finding,
  Owner,
  Review,
  ReviewedInput,
  ReviewedOutput,
} from '../../review/model.ts';
import { formatAddress } from '../../script/address.ts';
import { perKvb } from '../../transaction/fee-bounds.ts';

const amount = (satoshis: bigint) => ({ number: formatAmount(satoshis) });
const optional = (satoshis: bigint | undefined) =>
  satoshis === undefined ? undefined : amount(satoshis);

/** The model as JSON. Amounts in BTC. */
export function shapeReview(review: Review, network: Network): JsonObject {
  const { transaction, feeProof, fee, isWhole, vsize } = review;
  return jsonObject({
    id: reviewId(review, network),
    findings: review.findings.map(shapeFinding),
    fee: isWhole ? amount(fee) : undefined,
    ...(isWhole && shapeCost(review)),
    fee_proof: feeProof.kind,
    fee_unproven_inputs: feeProof.inputs.map(jsonNumber),
    fee_at_most: optional(feeProof.atMost),
    vsize: jsonNumber(vsize),
    final: review.isFinal,
    knows_owners: review.knowsOwners,
    version: jsonNumber(transaction.version),
    locktime: jsonNumber(transaction.locktime),
    non_standard: [...review.nonStandard],
    fields: [...review.fields],
    inputs: review.inputs.map((input) => shapeInput(input)),
    outputs: review.outputs.map((output) => shapeOutput(output, network)),
  });
}

function shapeCost({ feeRate, feeShare }: Review) {
  const share = feeShare === undefined ? undefined : { number: (feeShare / 100).toFixed(2) };
  return { feerate: amount(perKvb(feeRate)), fee_share: share };
}

function shapeFinding({ id, severity, text, advice, inputs, outputs }: Finding): JsonObject {
  return jsonObject({
    id,
    severity,
    text,
    advice,
    inputs: inputs.map(jsonNumber),
    outputs: outputs.map(jsonNumber),
  });
}

function shapeInput(input: ReviewedInput): JsonObject {
  const { outPoint, scriptPubKey, owner, sighashType, signatures } = input;
  return jsonObject({
    txid: outPoint.txid,
    vout: jsonNumber(outPoint.vout),
    amount: optional(input.value),
    certainty: input.certainty,
    scriptPubKey: scriptPubKey && encodeHex(scriptPubKey),
    lock: input.lock,
    sequence: jsonNumber(input.sequence),
    sighash: sighashType === undefined ? undefined : jsonNumber(sighashType),
    signatures: signatures.map(({ publicKey, isValid, ...signature }) =>
      jsonObject({
        pubkey: encodeHex(publicKey),
        sighash: jsonNumber(signature.sighashType),
        valid: isValid,
      }),
    ),
    verdict: input.verdict,
    cosigners: input.cosigners && shapeCosigners(input.cosigners),
    owner: owner && shapeOwner(owner),
  });
}

function shapeCosigners({ required, keys }: Cosigners): JsonObject {
  return jsonObject({
    required: jsonNumber(required),
    keys: keys.map(({ fingerprint, isOwn, hasSigned }) =>
      jsonObject({ fingerprint, own: isOwn, signed: hasSigned }),
    ),
  });
}

function shapeOutput(output: ReviewedOutput, network: Network): JsonObject {
  const { scriptPubKey, value, role, owner, label, resembles, silentPayment } = output;
  return jsonObject({
    amount: amount(value),
    address: formatAddress(scriptPubKey, network),
    scriptPubKey: encodeHex(scriptPubKey),
    role,
    label,
    owner: owner && shapeOwner(owner),
    claimed: output.isClaimed,
    dust: output.isDust,
    used: output.isUsed,
    silent_payment: silentPayment?.address,
    silent_payment_proven: silentPayment?.isProven,
    resembles: resembles && formatAddress(resembles, network),
  });
}

function shapeOwner({ role, index, paths, isFar }: Owner): JsonObject {
  return jsonObject({ role, index: jsonNumber(index), paths: [...paths], far: isFar });
}
