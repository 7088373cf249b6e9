import { hash160 } from '../../crypto/hash.ts';
import { formatAmount, type Satoshis } from '../../encoding/amount.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { type JsonObject, jsonNumber, jsonObject } from '../../json/json.ts';
import { analyzePsbt, type InputAnalysis, missingEcdsaKeys } from '../../psbt/analyze.ts';
import { defineMethod } from '../method.ts';
import { psbtParam } from '../params/psbt.ts';
import { parsePsbt } from '../parse/psbt.ts';
import { addPsbtDetails } from '../shape/psbt-details.ts';

export const analyzepsbt = defineMethod({
  name: 'analyzepsbt',
  category: 'Rawtransactions',
  summary:
    'Tell what a PSBT lacks, who has to work on it next, and what its transaction will cost.',
  params: [psbtParam],
  result:
    '{\n' +
    '  "inputs" : [                      (array, optional)\n' +
    '    {\n' +
    '      "has_utxo" : true|false,      (boolean) Whether the output that is spent is known\n' +
    '      "is_final" : true|false,      (boolean) Whether the input has its final scripts\n' +
    '      "next" : "str",               (string) Who is next: updater, signer, finalizer or extractor\n' +
    '      "missing" : {                 (object, optional) What it lacks\n' +
    '        "pubkeys" : ["hex",...],    (array, optional) hash160 of public keys\n' +
    '        "redeemscript" : "hex",     (string, optional) hash160 of a redeem script\n' +
    '        "witnessscript" : "hex",    (string, optional) SHA-256 of a witness script\n' +
    '        "signatures" : ["hex",...]  (array, optional) hash160 of the public keys whose signatures are not there\n' +
    '      }\n' +
    '    },\n' +
    '    ...\n' +
    '  ],\n' +
    '  "estimated_vsize" : n,            (numeric, optional) Virtual bytes of the signed transaction\n' +
    '  "estimated_feerate" : n,          (numeric, optional) In BTC/kvB\n' +
    '  "fee" : n,                        (numeric, optional) In BTC, when every spent amount is known\n' +
    '  "next" : "str",                   (string) Who is next\n' +
    '  "error" : "str"                   (string, optional) Why there is nothing to say\n' +
    '}',
  examples: ['analyzepsbt "psbt"'],
  run(args, context) {
    const psbt = parsePsbt(args.psbt, context.secp256k1);
    const analysis = analyzePsbt(psbt, context.secp256k1);
    const { inputs, estimatedSize, next, error } = analysis;
    const result = jsonObject({
      inputs: inputs.length > 0 ? inputs.map(shapeInput) : undefined,
      estimated_vsize: estimatedSize === undefined ? undefined : jsonNumber(estimatedSize),
      estimated_feerate: shapeAmount(analysis.estimatedFeeRate),
      fee: shapeAmount(analysis.fee),
      next,
      error,
    });
    return addPsbtDetails(result, psbt, context);
  },
});

function shapeAmount(amount: Satoshis | undefined) {
  return amount === undefined ? undefined : { number: formatAmount(amount) };
}

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
