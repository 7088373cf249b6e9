import { amount, bool, dictionary, hex, list, num, object, record, rows, str } from '../fields.ts';
import type { Result } from '../method.ts';
import { psbtDetailsResult } from './psbt-details.ts';
import { coinWarnings } from './signing.ts';
import { scriptResult, scriptSigResult, transactionFields } from './transaction.ts';

export const psbtResult = str('', 'The PSBT in base64');

/** The result of walletprocesspsbt and descriptorprocesspsbt. */
export const processedPsbtResult = record([
  str('psbt', 'The PSBT in base64'),
  bool('complete', 'True if every input is signed'),
  hex.optional('hex', 'The transaction, if it is complete'),
  coinWarnings,
  psbtDetailsResult,
]);

// Lists and dictionaries of an input or an output are absent when they are empty.

const originFields = [
  hex('master_fingerprint', 'The fingerprint of the master key'),
  str('path', 'The path from it'),
] as const;

const keyPaths = rows.optional('bip32_derivs', 'The origins of keys (BIP32)', [
  hex('pubkey', 'The public key'),
  ...originFields,
]);

const innerScript = (name: string, help: string) =>
  object.optional(name, help, [
    str('asm', 'The script in words'),
    hex('hex', 'The script'),
    str('type', 'The type of the script'),
  ]);

const proprietaryFields = [
  hex('identifier', 'The prefix that identifies the other program'),
  num('subtype', 'The subtype'),
  hex('key', 'The whole key'),
  hex('value', 'The value'),
] as const;

const proprietary = rows.optional('proprietary', 'Fields of others', proprietaryFields);
const unknown = dictionary.optional('unknown', 'Fields that are not known', [
  hex('key', 'The value'),
]);

const tapKeyPaths = rows.optional('taproot_bip32_derivs', 'The origins of taproot keys', [
  hex('pubkey', 'The x-only public key'),
  ...originFields,
  list('leaf_hashes', 'The leaves that the key is in', [hex()]),
]);

const participants = rows.optional(
  'musig2_participant_pubkeys',
  'The participants of each aggregate key (MuSig2)',
  [
    hex('aggregate_pubkey', 'The aggregate public key'),
    list('participant_pubkeys', 'The public keys in it, in their order', [hex()]),
  ],
);

const contribution = (name: string, help: string, value: Result) =>
  rows.optional(name, help, [
    hex('participant_pubkey', 'The participant'),
    hex('aggregate_pubkey', 'The aggregate public key'),
    hex.optional('leaf_hash', 'The leaf that it signs for; absent for the key path'),
    value,
  ]);

const preimages = (kind: string, hash: string) =>
  dictionary.optional(`${kind}_preimages`, `Preimages by their ${hash}`, [
    hex('digest', 'The preimage'),
  ]);

const inputFields = [
  object.optional('witness_utxo', 'The output that is spent', [
    amount('amount', 'The amount in BTC'),
    scriptResult('scriptPubKey', 'The script that it pays'),
  ]),
  object.optional(
    'non_witness_utxo',
    'The complete transaction that it spends from',
    transactionFields({ ofWallet: false }),
  ),
  dictionary.optional('partial_signatures', 'Signatures so far', [
    hex('pubkey', 'The signature by that key'),
  ]),
  str.optional('sighash', 'The sighash type'),
  innerScript('redeem_script', 'The redeem script'),
  innerScript('witness_script', 'The witness script'),
  keyPaths,
  scriptSigResult('final_scriptSig', 'The finished signature script'),
  list.optional('final_scriptwitness', 'The finished witness', [
    hex('', 'An element of the stack'),
  ]),
  preimages('ripemd160', 'RIPEMD-160'),
  preimages('sha256', 'SHA-256'),
  preimages('hash160', 'HASH160'),
  preimages('hash256', 'double SHA-256'),
  hex.optional('previous_txid', 'Version 2: the transaction that it spends from'),
  num.optional('previous_vout', 'Version 2: the number of its output'),
  num.optional('sequence', 'Version 2: the sequence number'),
  num.optional('time_locktime', 'Version 2: the minimum lock time, as a time'),
  num.optional('height_locktime', 'Version 2: the minimum lock time, as a height'),
  hex.optional('taproot_key_path_sig', 'The signature for the key path'),
  rows.optional('taproot_script_path_sigs', 'Signatures for leaves', [
    hex('pubkey', 'The x-only public key'),
    hex('leaf_hash', 'The leaf'),
    hex('sig', 'The signature'),
  ]),
  rows.optional('taproot_scripts', 'Leaves', [
    hex('script', 'The script'),
    num('leaf_ver', 'The version of the leaf'),
    list('control_blocks', 'The control blocks', [hex()]),
  ]),
  tapKeyPaths,
  hex.optional('taproot_internal_key', 'The x-only internal key'),
  hex.optional('taproot_merkle_root', 'The root of the tree of leaves'),
  participants,
  contribution('musig2_pubnonces', 'Public nonces (MuSig2)', hex('pubnonce', 'The public nonce')),
  contribution(
    'musig2_partial_sigs',
    'Partial signatures (MuSig2)',
    hex('partial_sig', 'The partial signature'),
  ),
  proprietary,
  unknown,
] as const;

const outputFields = [
  innerScript('redeem_script', 'The redeem script'),
  innerScript('witness_script', 'The witness script'),
  keyPaths,
  amount.optional('amount', 'Version 2: the amount in BTC'),
  { ...scriptResult('script', 'Version 2: the script that it pays'), optional: true },
  hex.optional('taproot_internal_key', 'The x-only internal key'),
  rows.optional('taproot_tree', 'The leaves, from left to right', [
    num('depth', 'The depth in the tree, in steps from the root'),
    num('leaf_ver', 'The version of the leaf'),
    hex('script', 'The script'),
  ]),
  tapKeyPaths,
  participants,
  proprietary,
  unknown,
] as const;

/** The result of decodepsbt (`shapePsbt`). */
export const decodedPsbtResult = record([
  object.optional(
    'tx',
    'Version 0: the unsigned transaction',
    transactionFields({ ofWallet: false }),
  ),
  rows('global_xpubs', 'Extended keys that keys below derive from', [
    str('xpub', 'The extended public key'),
    ...originFields,
  ]),
  num.optional('tx_version', "Version 2: the transaction's version"),
  num.optional('fallback_locktime', 'Version 2: the lock time when no input demands one'),
  num.optional('input_count', 'Version 2: the number of inputs'),
  num.optional('output_count', 'Version 2: the number of outputs'),
  bool.optional('inputs_modifiable', 'Version 2: true if inputs may be added or removed'),
  bool.optional('outputs_modifiable', 'Version 2: true if outputs may be added or removed'),
  bool.optional(
    'has_sighash_single',
    'Version 2: true if a signature binds an output to its input',
  ),
  num('psbt_version', 'The version of the format'),
  rows('proprietary', 'Fields of others', proprietaryFields),
  dictionary('unknown', 'Fields that are not known', [hex('key', 'The value')]),
  rows('inputs', 'The inputs; a member is present if its field is', inputFields),
  rows('outputs', 'The outputs; a member is present if its field is', outputFields),
  amount.optional('fee', 'The fee in BTC, if every spent amount is known'),
]);
