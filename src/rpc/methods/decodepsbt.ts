import { defineMethod } from '../method.ts';
import { psbtParam } from '../params/psbt.ts';
import { parsePsbt } from '../parse/psbt.ts';
import { shapePsbt } from '../shape/psbt.ts';

export const decodepsbt = defineMethod({
  name: 'decodepsbt',
  category: 'Rawtransactions',
  summary: 'Show a PSBT.',
  params: [psbtParam],
  result:
    '{\n' +
    '  "tx" : {...},                    (object, optional) Version 0: the unsigned transaction, as decoderawtransaction shows it\n' +
    '  "global_xpubs" : [               (array) Extended keys that keys below derive from\n' +
    '    {\n' +
    '      "xpub" : "str",              (string)\n' +
    '      "master_fingerprint" : "hex", (string)\n' +
    '      "path" : "str"               (string)\n' +
    '    },\n' +
    '    ...\n' +
    '  ],\n' +
    '  "tx_version" : n,                (numeric, optional) Version 2, and so the next six\n' +
    '  "fallback_locktime" : n,         (numeric, optional) The lock time when no input demands one\n' +
    '  "input_count" : n,               (numeric, optional)\n' +
    '  "output_count" : n,              (numeric, optional)\n' +
    '  "inputs_modifiable" : true|false, (boolean, optional)\n' +
    '  "outputs_modifiable" : true|false, (boolean, optional)\n' +
    '  "has_sighash_single" : true|false, (boolean, optional)\n' +
    '  "psbt_version" : n,              (numeric)\n' +
    '  "proprietary" : [...],           (array) Fields of others: identifier, subtype, key, value\n' +
    '  "unknown" : {...},               (object) Fields that are not known, by key\n' +
    '  "inputs" : [                     (array) Members are there when their fields are\n' +
    '    {\n' +
    '      "witness_utxo" : {...},      (object) The output that is spent: amount, scriptPubKey\n' +
    '      "non_witness_utxo" : {...},  (object) Its whole transaction\n' +
    '      "partial_signatures" : {...}, (object) By public key\n' +
    '      "sighash" : "str",           (string)\n' +
    '      "redeem_script" : {...},     (object) asm, hex, type\n' +
    '      "witness_script" : {...},    (object) The same\n' +
    '      "bip32_derivs" : [...],      (array) pubkey, master_fingerprint, path\n' +
    '      "final_scriptSig" : {...},   (object) asm, hex\n' +
    '      "final_scriptwitness" : [...], (array)\n' +
    '      "ripemd160_preimages" : {...}, (object) By digest; so sha256_, hash160_ and hash256_preimages\n' +
    '      "previous_txid" : "hex",     (string) Version 2, and so the next four\n' +
    '      "previous_vout" : n,         (numeric)\n' +
    '      "sequence" : n,              (numeric)\n' +
    '      "time_locktime" : n,         (numeric)\n' +
    '      "height_locktime" : n,       (numeric)\n' +
    '      "taproot_key_path_sig" : "hex", (string)\n' +
    '      "taproot_script_path_sigs" : [...], (array) pubkey, leaf_hash, sig\n' +
    '      "taproot_scripts" : [...],   (array) script, leaf_ver, control_blocks\n' +
    '      "taproot_bip32_derivs" : [...], (array) pubkey, master_fingerprint, path, leaf_hashes\n' +
    '      "taproot_internal_key" : "hex", (string)\n' +
    '      "taproot_merkle_root" : "hex", (string)\n' +
    '      "musig2_participant_pubkeys" : [...], (array) aggregate_pubkey, participant_pubkeys\n' +
    '      "musig2_pubnonces" : [...],  (array) participant_pubkey, aggregate_pubkey, leaf_hash, pubnonce\n' +
    '      "musig2_partial_sigs" : [...], (array) participant_pubkey, aggregate_pubkey, leaf_hash, partial_sig\n' +
    '      "proprietary" : [...],       (array)\n' +
    '      "unknown" : {...}            (object)\n' +
    '    },\n' +
    '    ...\n' +
    '  ],\n' +
    '  "outputs" : [                    (array) Members are there when their fields are\n' +
    '    {\n' +
    '      "redeem_script" : {...},     (object) And as in inputs: witness_script, bip32_derivs, taproot_internal_key,\n' +
    '                                   taproot_bip32_derivs, musig2_participant_pubkeys, proprietary, unknown\n' +
    '      "amount" : n,                (numeric) Version 2\n' +
    '      "script" : {...},            (object) Version 2\n' +
    '      "taproot_tree" : [...]       (array) depth, leaf_ver, script\n' +
    '    },\n' +
    '    ...\n' +
    '  ],\n' +
    '  "fee" : n                        (numeric, optional) In BTC, when every spent amount is known\n' +
    '}',
  examples: ['decodepsbt "psbt"'],
  run({ psbt }, context) {
    return shapePsbt(parsePsbt(psbt, context.secp256k1), context);
  },
});
