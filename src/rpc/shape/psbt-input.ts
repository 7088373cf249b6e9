import type { DescriptorContext } from '../../descriptor/parser.ts';
import { formatAmount } from '../../encoding/amount.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { type JsonObject, jsonNumber, jsonObject } from '../../json/json.ts';
import type { MusigField, Preimage, PsbtInput } from '../../psbt/psbt.ts';
import { formatAsm, sighashName } from '../../script/asm.ts';
import type { TxOut } from '../../transaction/transaction.ts';
import {
  listUnlessEmpty,
  membersUnlessEmpty,
  shapeInnerScript,
  shapeKeyPath,
  shapeMusigParticipants,
  shapeProprietary,
  shapeTapKeyPath,
  unknownMember,
} from './psbt-fields.ts';
import { shapeScript } from './script.ts';
import { shapeTransaction } from './transaction.ts';

/** One of decodepsbt's `inputs`; its lists in Core's order. */
export function shapePsbtInput(
  input: PsbtInput,
  version: 0 | 2,
  context: DescriptorContext,
): JsonObject {
  const { nonWitnessUtxo, sighashType } = input;
  return jsonObject({
    witness_utxo: input.witnessUtxo && shapeUtxo(input.witnessUtxo, context),
    non_witness_utxo: nonWitnessUtxo && shapeTransaction(nonWitnessUtxo, context),
    partial_signatures: membersUnlessEmpty(input.partialSignatures, ({ publicKey, signature }) => [
      encodeHex(publicKey),
      encodeHex(signature),
    ]),
    sighash: sighashType === undefined ? undefined : sighashName(sighashType & 0xff),
    redeem_script: shapeInnerScript(input.redeemScript),
    witness_script: shapeInnerScript(input.witnessScript),
    bip32_derivs: listUnlessEmpty(input.keyPaths, shapeKeyPath),
    final_scriptSig: shapeScriptSig(input.finalScriptSig),
    final_scriptwitness: listUnlessEmpty(input.finalWitness, encodeHex),
    // Most inputs have none of these fields, and skipping them together is faster.
    ...(hasPreimages(input) && shapePreimages(input)),
    ...(version === 2 && shapeVersionTwo(input)),
    ...(hasTaproot(input) && shapeTaproot(input)),
    ...(hasMusig(input) && shapeMusig(input)),
    proprietary: listUnlessEmpty(input.proprietary, shapeProprietary),
    unknown: membersUnlessEmpty(input.unknown, unknownMember),
  });
}

function shapeUtxo({ value, scriptPubKey }: TxOut, context: DescriptorContext): JsonObject {
  return jsonObject({
    amount: { number: formatAmount(value) },
    scriptPubKey: shapeScript(scriptPubKey, context, { hex: true }),
  });
}

function shapeScriptSig(script: Bytes): JsonObject | undefined {
  if (script.length === 0) return undefined;
  return jsonObject({ asm: formatAsm(script, { decodeSighash: true }), hex: encodeHex(script) });
}

function preimageMember({ digest, preimage }: Preimage): readonly [string, string] {
  return [encodeHex(digest), encodeHex(preimage)];
}

const some = (...lists: readonly (readonly unknown[])[]) => lists.some(({ length }) => length > 0);

const hasPreimages = ({ ripemd160, sha256, hash160, hash256 }: PsbtInput) =>
  some(ripemd160, sha256, hash160, hash256);

function shapePreimages({ ripemd160, sha256, hash160, hash256 }: PsbtInput) {
  return {
    ripemd160_preimages: membersUnlessEmpty(ripemd160, preimageMember),
    sha256_preimages: membersUnlessEmpty(sha256, preimageMember),
    hash160_preimages: membersUnlessEmpty(hash160, preimageMember),
    hash256_preimages: membersUnlessEmpty(hash256, preimageMember),
  };
}

const optional = (number: number | undefined) =>
  number === undefined ? undefined : jsonNumber(number);

function shapeVersionTwo({ prevout, sequence, timeLocktime, heightLocktime }: PsbtInput) {
  return {
    previous_txid: prevout.txid,
    previous_vout: jsonNumber(prevout.vout),
    sequence: optional(sequence),
    time_locktime: optional(timeLocktime),
    height_locktime: optional(heightLocktime),
  };
}

const hasTaproot = (input: PsbtInput) =>
  some(input.tapScriptSignatures, input.tapLeaves, input.tapKeyPaths) ||
  [input.tapKeySignature, input.tapInternalKey, input.tapMerkleRoot].some(Boolean);

function shapeTaproot(input: PsbtInput) {
  const { tapKeySignature, tapInternalKey, tapMerkleRoot } = input;
  return {
    taproot_key_path_sig: tapKeySignature && encodeHex(tapKeySignature),
    taproot_script_path_sigs: listUnlessEmpty(
      input.tapScriptSignatures,
      ({ xOnly, leafHash, signature }) =>
        jsonObject({
          pubkey: encodeHex(xOnly),
          leaf_hash: encodeHex(leafHash),
          sig: encodeHex(signature),
        }),
    ),
    taproot_scripts: listUnlessEmpty(input.tapLeaves, ({ script, leafVersion, controlBlocks }) =>
      jsonObject({
        script: encodeHex(script),
        leaf_ver: jsonNumber(leafVersion),
        control_blocks: controlBlocks.map(encodeHex),
      }),
    ),
    taproot_bip32_derivs: listUnlessEmpty(input.tapKeyPaths, shapeTapKeyPath),
    taproot_internal_key: tapInternalKey && encodeHex(tapInternalKey),
    taproot_merkle_root: tapMerkleRoot && encodeHex(tapMerkleRoot),
  };
}

const hasMusig = (input: PsbtInput) =>
  some(input.musigParticipants, input.musigPubNonces, input.musigPartialSignatures);

function shapeMusig(input: PsbtInput) {
  return {
    musig2_participant_pubkeys: listUnlessEmpty(input.musigParticipants, shapeMusigParticipants),
    musig2_pubnonces: listUnlessEmpty(input.musigPubNonces, (field) =>
      shapeContribution(field, 'pubnonce'),
    ),
    musig2_partial_sigs: listUnlessEmpty(input.musigPartialSignatures, (field) =>
      shapeContribution(field, 'partial_sig'),
    ),
  };
}

function shapeContribution(field: MusigField, name: 'pubnonce' | 'partial_sig'): JsonObject {
  const { participant, aggregate, leafHash, value } = field;
  return jsonObject({
    participant_pubkey: encodeHex(participant),
    aggregate_pubkey: encodeHex(aggregate),
    leaf_hash: leafHash && encodeHex(leafHash),
    [name]: encodeHex(value),
  });
}
