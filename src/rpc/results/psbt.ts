import type { Result } from '../method.ts';
import { psbtDetailsResult } from './psbt-details.ts';
import { coinWarnings } from './signing.ts';
import { scriptResult, scriptSigResult, transactionFields } from './transaction.ts';

export const psbtResult = {
  type: 'string',
  help: 'The PSBT in base64',
} as const satisfies Result;

/** What walletprocesspsbt and descriptorprocesspsbt answer. */
export const processedPsbtResult = {
  type: 'object',
  help: '',
  fields: [
    { name: 'psbt', type: 'string', help: 'The PSBT in base64' },
    { name: 'complete', type: 'bool', help: 'Whether every input is signed' },
    { name: 'hex', type: 'hex', optional: true, help: 'The transaction, when it is complete' },
    coinWarnings,
    psbtDetailsResult,
  ],
} as const satisfies Result;

/** Lists and dictionaries of an input or an output are absent when they are empty. */
const list = (name: string, help: string, fields: readonly Result[]) =>
  ({
    name,
    type: 'array',
    optional: true,
    help,
    fields: [{ type: 'object', help: '', fields }],
  }) as const satisfies Result;

const dictionary = (name: string, help: string, key: string, value: string) =>
  ({
    name,
    type: 'dictionary',
    optional: true,
    help,
    fields: [{ name: key, type: 'hex', help: value }],
  }) as const satisfies Result;

const hex = (name: string, help: string) =>
  ({ name, type: 'hex', optional: true, help }) as const satisfies Result;

const number = (name: string, help: string) =>
  ({ name, type: 'number', optional: true, help }) as const satisfies Result;

const originFields = [
  { name: 'master_fingerprint', type: 'hex', help: 'The fingerprint of the master key' },
  { name: 'path', type: 'string', help: 'The path from it' },
] as const satisfies readonly Result[];

const keyPaths = list('bip32_derivs', 'Where keys come from (BIP32)', [
  { name: 'pubkey', type: 'hex', help: 'The public key' },
  ...originFields,
]);

const innerScript = (name: string, help: string) =>
  ({
    name,
    type: 'object',
    optional: true,
    help,
    fields: [
      { name: 'asm', type: 'string', help: 'The script in words' },
      { name: 'hex', type: 'hex', help: 'The script' },
      { name: 'type', type: 'string', help: 'Which kind of script it is' },
    ],
  }) as const satisfies Result;

const proprietaryFields = [
  { name: 'identifier', type: 'hex', help: 'Whose field it is' },
  { name: 'subtype', type: 'number', help: 'Which of theirs' },
  { name: 'key', type: 'hex', help: 'The whole key' },
  { name: 'value', type: 'hex', help: 'The value' },
] as const satisfies readonly Result[];

const proprietary = list('proprietary', 'Fields of others', proprietaryFields);
const unknown = dictionary('unknown', 'Fields that are not known', 'key', 'The value');

const tapKeyPaths = list('taproot_bip32_derivs', 'Where keys of taproot come from', [
  { name: 'pubkey', type: 'hex', help: 'The x-only public key' },
  ...originFields,
  {
    name: 'leaf_hashes',
    type: 'array',
    help: 'The leaves that the key is in',
    fields: [{ type: 'hex', help: '' }],
  },
]);

const participants = list('musig2_participant_pubkeys', 'Of each aggregate key (MuSig2)', [
  { name: 'aggregate_pubkey', type: 'hex', help: 'The aggregate public key' },
  {
    name: 'participant_pubkeys',
    type: 'array',
    help: 'The public keys in it, in their order',
    fields: [{ type: 'hex', help: '' }],
  },
]);

const contribution = (name: string, help: string, value: Result) =>
  list(name, help, [
    { name: 'participant_pubkey', type: 'hex', help: 'Whose it is' },
    { name: 'aggregate_pubkey', type: 'hex', help: 'The aggregate public key' },
    hex('leaf_hash', 'The leaf that it signs for; absent for the key path'),
    value,
  ]);

const preimages = (kind: string, hash: string) =>
  dictionary(`${kind}_preimages`, `Preimages by their ${hash}`, 'digest', 'The preimage');

const inputFields = [
  {
    name: 'witness_utxo',
    type: 'object',
    optional: true,
    help: 'The output that is spent',
    fields: [
      { name: 'amount', type: 'amount', help: 'The amount in BTC' },
      scriptResult('scriptPubKey', 'The script that it pays'),
    ],
  },
  {
    name: 'non_witness_utxo',
    type: 'object',
    optional: true,
    help: 'The whole transaction that it spends from',
    fields: transactionFields({ ofWallet: false }),
  },
  dictionary('partial_signatures', 'Signatures so far', 'pubkey', 'The signature by that key'),
  { name: 'sighash', type: 'string', optional: true, help: 'The sighash type' },
  innerScript('redeem_script', 'The redeem script'),
  innerScript('witness_script', 'The witness script'),
  keyPaths,
  scriptSigResult('final_scriptSig', 'The finished signature script'),
  {
    name: 'final_scriptwitness',
    type: 'array',
    optional: true,
    help: 'The finished witness',
    fields: [{ type: 'hex', help: 'An element of the stack' }],
  },
  preimages('ripemd160', 'RIPEMD-160'),
  preimages('sha256', 'SHA-256'),
  preimages('hash160', 'HASH160'),
  preimages('hash256', 'double SHA-256'),
  hex('previous_txid', 'Version 2: the transaction that it spends from'),
  number('previous_vout', 'Version 2: the number of its output'),
  number('sequence', 'Version 2: the sequence number'),
  number('time_locktime', 'Version 2: the least lock time, as a time'),
  number('height_locktime', 'Version 2: the least lock time, as a height'),
  hex('taproot_key_path_sig', 'The signature for the key path'),
  list('taproot_script_path_sigs', 'Signatures for leaves', [
    { name: 'pubkey', type: 'hex', help: 'The x-only public key' },
    { name: 'leaf_hash', type: 'hex', help: 'The leaf' },
    { name: 'sig', type: 'hex', help: 'The signature' },
  ]),
  list('taproot_scripts', 'Leaves', [
    { name: 'script', type: 'hex', help: 'The script' },
    { name: 'leaf_ver', type: 'number', help: 'The version of the leaf' },
    {
      name: 'control_blocks',
      type: 'array',
      help: 'The ways from the script to the output',
      fields: [{ type: 'hex', help: '' }],
    },
  ]),
  tapKeyPaths,
  hex('taproot_internal_key', 'The x-only internal key'),
  hex('taproot_merkle_root', 'The root of the tree of leaves'),
  participants,
  contribution('musig2_pubnonces', 'Public nonces (MuSig2)', {
    name: 'pubnonce',
    type: 'hex',
    help: 'The public nonce',
  }),
  contribution('musig2_partial_sigs', 'Partial signatures (MuSig2)', {
    name: 'partial_sig',
    type: 'hex',
    help: 'The partial signature',
  }),
  proprietary,
  unknown,
] as const satisfies readonly Result[];

const outputFields = [
  innerScript('redeem_script', 'The redeem script'),
  innerScript('witness_script', 'The witness script'),
  keyPaths,
  { name: 'amount', type: 'amount', optional: true, help: 'Version 2: the amount in BTC' },
  { ...scriptResult('script', 'Version 2: the script that it pays'), optional: true },
  hex('taproot_internal_key', 'The x-only internal key'),
  list('taproot_tree', 'The leaves, from left to right', [
    { name: 'depth', type: 'number', help: 'How deep in the tree' },
    { name: 'leaf_ver', type: 'number', help: 'The version of the leaf' },
    { name: 'script', type: 'hex', help: 'The script' },
  ]),
  tapKeyPaths,
  participants,
  proprietary,
  unknown,
] as const satisfies readonly Result[];

const modifiable = (name: string, help: string) =>
  ({ name, type: 'bool', optional: true, help }) as const satisfies Result;

/** What decodepsbt answers: `shapePsbt`. */
export const decodedPsbtResult = {
  type: 'object',
  help: '',
  fields: [
    {
      name: 'tx',
      type: 'object',
      optional: true,
      help: 'Version 0: the unsigned transaction',
      fields: transactionFields({ ofWallet: false }),
    },
    {
      name: 'global_xpubs',
      type: 'array',
      help: 'Extended keys that keys below derive from',
      fields: [
        {
          type: 'object',
          help: '',
          fields: [
            { name: 'xpub', type: 'string', help: 'The extended public key' },
            ...originFields,
          ],
        },
      ],
    },
    number('tx_version', "Version 2: the transaction's version"),
    number('fallback_locktime', 'Version 2: the lock time when no input demands one'),
    number('input_count', 'Version 2: how many inputs it has'),
    number('output_count', 'Version 2: how many outputs it has'),
    modifiable('inputs_modifiable', 'Version 2: whether inputs may be added or removed'),
    modifiable('outputs_modifiable', 'Version 2: whether outputs may be added or removed'),
    modifiable('has_sighash_single', 'Version 2: whether a signature binds an output to its input'),
    { name: 'psbt_version', type: 'number', help: 'The version of the format' },
    {
      name: 'proprietary',
      type: 'array',
      help: 'Fields of others',
      fields: [{ type: 'object', help: '', fields: proprietaryFields }],
    },
    {
      name: 'unknown',
      type: 'dictionary',
      help: 'Fields that are not known',
      fields: [{ name: 'key', type: 'hex', help: 'The value' }],
    },
    {
      name: 'inputs',
      type: 'array',
      help: 'The inputs; a member is there when its field is',
      fields: [{ type: 'object', help: '', fields: inputFields }],
    },
    {
      name: 'outputs',
      type: 'array',
      help: 'The outputs; a member is there when its field is',
      fields: [{ type: 'object', help: '', fields: outputFields }],
    },
    {
      name: 'fee',
      type: 'amount',
      optional: true,
      help: 'In BTC, when every spent amount is known',
    },
  ],
} as const satisfies Result;
