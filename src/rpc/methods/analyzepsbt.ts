import { hash160 } from '../../crypto/hash.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { type JsonObject, jsonAmount, jsonNumber, jsonObject } from '../../json/json.ts';
import { analyzeTask, type InputAnalysis, missingEcdsaKeys } from '../../psbt/analyze.ts';
import { runTask } from '../../signing/task.ts';
import { feeRateOf } from '../../transaction/fee-bounds.ts';
import { requestedDetails } from '../explain/psbt-details.ts';
import { amount, bool, hex, list, num, object, record, rows, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { psbtParam } from '../params/psbt-params.ts';
import { parsePsbt } from '../parse/psbt-argument.ts';
import { psbtDetailsResult } from '../results/psbt-details-result.ts';

const ROLES = ['creator', 'updater', 'signer', 'finalizer', 'extractor'] as const;

const hashes = (name: string, help: string) => list.optional(name, help, [hex()]);

export const analyzepsbt = defineMethod({
  name: 'analyzepsbt',
  category: 'Rawtransactions',
  summary: 'Show what a PSBT lacks, which role comes next, and the estimated fee.',
  params: [psbtParam],
  result: record([
    rows.optional('inputs', 'The inputs', [
      bool('has_utxo', 'True if the spent output is known'),
      bool('is_final', 'True if the input has its final scripts'),
      object.optional('missing', 'The missing data', [
        hashes('pubkeys', 'HASH160 of public keys'),
        hashes('signatures', 'HASH160 of the public keys whose signatures are missing'),
        hex.optional('redeemscript', 'HASH160 of a redeem script'),
        hex.optional('witnessscript', 'SHA-256 of a witness script'),
      ]),
      str.optional('next', 'The next role', {
        values: ROLES,
      }),
    ]),
    num.optional('estimated_vsize', 'Virtual bytes of the signed transaction'),
    amount.optional('estimated_feerate', 'The estimated fee rate in BTC/kvB'),
    amount.optional('fee', 'The fee in BTC, if every spent amount is known'),
    str('next', 'The next role', {
      values: ROLES,
    }),
    str.optional('error', 'The reason why there is no analysis'),
    psbtDetailsResult,
  ]),
  examples: ['analyzepsbt "psbt"'],
  async run(args, context) {
    const { secp256k1, mining, pause } = context;
    const psbt = await parsePsbt(args.psbt, context);
    const analysis = await runTask(
      analyzeTask(psbt, secp256k1, mining?.options.bytesPerSigop, pause),
    );
    const { inputs, estimatedSize, fee, next, error } = analysis;
    return jsonObject({
      inputs: inputs.length > 0 ? inputs.map(shapeInput) : undefined,
      estimated_vsize: estimatedSize === undefined ? undefined : jsonNumber(estimatedSize),
      // The analysis gives sat/vB, which is not exact above MAX_MONEY.
      estimated_feerate:
        fee === undefined || estimatedSize === undefined
          ? undefined
          : jsonAmount(feeRateOf(fee, estimatedSize)),
      fee: fee === undefined ? undefined : jsonAmount(fee),
      next,
      error,
      details: await requestedDetails(psbt, context),
    });
  },
});

function shapeInput({ hasUtxo, isFinal, missing, next }: InputAnalysis): JsonObject {
  const { redeemScript, witnessScript } = missing;
  const lacks = jsonObject({
    pubkeys: listOf(missing.publicKeys),
    redeemscript: redeemScript && encodeHex(redeemScript),
    witnessscript: witnessScript && encodeHex(witnessScript),
    signatures: listOf(missingEcdsaKeys(missing).map(hash160)),
  });
  return jsonObject({
    has_utxo: hasUtxo,
    is_final: isFinal,
    next,
    missing: lacks.members.length > 0 ? lacks : undefined,
  });
}

function listOf(hashes: readonly Bytes[]): readonly string[] | undefined {
  return hashes.length > 0 ? hashes.map(encodeHex) : undefined;
}
