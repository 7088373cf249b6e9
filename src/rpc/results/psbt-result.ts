import { encodeBase58Check } from '../../crypto/base58check.ts';
import { formatKeyPath } from '../../descriptor/key-path.ts';
import { isMoneyRange, type Satoshis } from '../../encoding/amount.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { createReader } from '../../encoding/reader.ts';
import type { JsonObject } from '../../json/json.ts';
import { orderPsbt } from '../../psbt/encode.ts';
import type {
  GlobalXpub,
  KeyPath,
  MusigField,
  MusigParticipants,
  Psbt,
  PsbtInput,
  PsbtOutput,
  RawField,
  TapScriptSignature,
} from '../../psbt/psbt.ts';
import { spentOutput } from '../../psbt/psbt-session.ts';
import { outlineTransaction } from '../../psbt/unsigned-transaction.ts';
import { sighashName } from '../../script/asm.ts';
import type { KeyOrigin, TaprootLeaf, TaprootTree } from '../../signing/provider.ts';
import type { TaprootKeyInfo } from '../../signing/signature-data.ts';
import { type Pause, runTask } from '../../signing/task.ts';
import type { TxOut } from '../../transaction/transaction.ts';
import { shape } from '../declare-shape.ts';
import {
  amount,
  bool,
  dictionary,
  hex,
  list,
  num,
  object,
  type ReadRow,
  rows,
  str,
} from '../fields.ts';
import { innerScript, outputScript, type ScriptContext, signatureScript } from './script-result.ts';
import { transactionResult, witness } from './transaction-result.ts';

/** `version`: the version of the PSBT. */
type PsbtContext = ScriptContext & { readonly version: 0 | 2 };

/** Fields that both inputs and outputs have. */
type Common = Pick<PsbtInput, Extract<keyof PsbtInput, keyof PsbtOutput>>;

/** Marks rows that only version 2 has. */
const ofTwo = <T>(fields: readonly ReadRow<T, PsbtContext>[]): readonly ReadRow<T, PsbtContext>[] =>
  fields.map((field) => ({
    ...field,
    read: (value, context) => (context.version === 2 ? field.read(value, context) : undefined),
  }));

const unlessEmpty = (script: Bytes) => (script.length > 0 ? script : undefined);

const hexMembers = (fields: readonly RawField[]) =>
  membersOf(fields, ({ key, value }) => [encodeHex(key), value]);

/** Members of an empty list, shared because most lists of an input are empty. */
const none: readonly (readonly [string, Bytes])[] = [];
const membersOf = <T>(list: readonly T[], member: (item: T) => readonly [string, Bytes]) =>
  list.length === 0 ? none : list.map(member);

const { fields: originFields } = shape<{ readonly origin: KeyOrigin }>([
  hex('master_fingerprint', 'The fingerprint of the master key', (k) => k.origin.fingerprint),
  str('path', 'The path from it', (k) => `m${formatKeyPath(k.origin.path)}`),
]);

const keyPath = shape<KeyPath>([
  hex('pubkey', 'The public key', (k) => k.publicKey),
  ...originFields,
]);

const tapKeyPath = shape<TaprootKeyInfo>([
  hex('pubkey', 'The x-only public key', (k) => k.xOnly),
  ...originFields,
  list('leaf_hashes', 'The leaves that the key is in', [hex()], (k) => [...k.leafHashes].sort()),
]);

/**
 * BIP174: "<compact size uint identifier length> <bytes identifier> <compact size uint subtype>
 * <bytes subkeydata>".
 */
function prefixOf({ key }: RawField) {
  const reader = createReader(key);
  reader.compactSize();
  return { identifier: reader.varBytes(), subtype: reader.compactSize() };
}

const proprietaryField = shape<RawField>([
  hex('identifier', 'The prefix that identifies the other program', (f) => prefixOf(f).identifier),
  num('subtype', 'The subtype', (f) => prefixOf(f).subtype),
  hex('key', 'The whole key', (f) => f.key),
  hex('value', 'The value', (f) => f.value),
]);

const participants = shape<MusigParticipants>([
  hex('aggregate_pubkey', 'The aggregate public key', (g) => g.aggregate),
  list(
    'participant_pubkeys',
    'The public keys in it, in their order',
    [hex()],
    (g) => g.participants,
  ),
]);

const contribution = (value: ReadRow<MusigField>) =>
  shape<MusigField>([
    hex('participant_pubkey', 'The participant', (f) => f.participant),
    hex('aggregate_pubkey', 'The aggregate public key', (f) => f.aggregate),
    hex.optional(
      'leaf_hash',
      'The leaf that it signs for; absent for the key path',
      (f) => f.leafHash,
    ),
    value,
  ]);

const pubNonce = contribution(hex('pubnonce', 'The public nonce', (f) => f.value));
const partialSignature = contribution(hex('partial_sig', 'The partial signature', (f) => f.value));

const tapSignature = shape<TapScriptSignature>([
  hex('pubkey', 'The x-only public key', (s) => s.xOnly),
  hex('leaf_hash', 'The leaf', (s) => s.leafHash),
  hex('sig', 'The signature', (s) => s.signature),
]);

const tapLeaf = shape<TaprootLeaf>([
  hex('script', 'The script', (l) => l.script),
  num('leaf_ver', 'The version of the leaf', (l) => l.leafVersion),
  list('control_blocks', 'The control blocks', [hex()], (l) => l.controlBlocks),
]);

const treeLeaf = shape<TaprootTree[number]>([
  num('depth', 'The depth in the tree, in steps from the root', (l) => l.depth),
  num('leaf_ver', 'The version of the leaf', (l) => l.leafVersion),
  hex('script', 'The script', (l) => l.script),
]);

const utxo = shape<TxOut, ScriptContext>([
  amount('amount', 'The amount in BTC', (o) => o.value),
  object('scriptPubKey', 'The script that it pays', outputScript, (o) => o.scriptPubKey),
]);

const scripts = [
  object.optional('redeem_script', 'The redeem script', innerScript, (m: Common) =>
    unlessEmpty(m.redeemScript),
  ),
  object.optional('witness_script', 'The witness script', innerScript, (m: Common) =>
    unlessEmpty(m.witnessScript),
  ),
  rows.optional('bip32_derivs', 'The origins of keys (BIP32)', keyPath, (m: Common) => m.keyPaths),
] as const;

const internalKey = hex.optional(
  'taproot_internal_key',
  'The x-only internal key',
  (m: Common) => m.tapInternalKey,
);
const tapKeyPaths = rows.optional(
  'taproot_bip32_derivs',
  'The origins of taproot keys',
  tapKeyPath,
  (m: Common) => m.tapKeyPaths,
);

const musigKeys = rows.optional(
  'musig2_participant_pubkeys',
  'The participants of each aggregate key (MuSig2)',
  participants,
  (m: Common) => m.musigParticipants,
);

const others = [
  rows.optional('proprietary', 'Fields of others', proprietaryField, (m: Common) => m.proprietary),
  dictionary.optional(
    'unknown',
    'Fields that are not known',
    [hex('key', 'The value')],
    (m: Common) => hexMembers(m.unknown),
  ),
] as const;

const preimages = (kind: 'ripemd160' | 'sha256' | 'hash160' | 'hash256', hash: string) =>
  dictionary.optional(
    `${kind}_preimages`,
    `Preimages by their ${hash}`,
    [hex('digest', 'The preimage')],
    (i: PsbtInput) => membersOf(i[kind], ({ digest, preimage }) => [encodeHex(digest), preimage]),
  );

// A member is present if its field is; lists and dictionaries if they are not empty.

const input = shape<PsbtInput, PsbtContext>([
  object.optional('witness_utxo', 'The output that is spent', utxo, (i) => i.witnessUtxo),
  object.optional(
    'non_witness_utxo',
    'The complete transaction that it spends from',
    transactionResult,
    (i) => i.nonWitnessUtxo,
  ),
  dictionary.optional(
    'partial_signatures',
    'Signatures so far',
    [hex('pubkey', 'The signature by that key')],
    (i) =>
      membersOf(i.partialSignatures, ({ publicKey, signature }) => [
        encodeHex(publicKey),
        signature,
      ]),
  ),
  str.optional('sighash', 'The sighash type', (i) =>
    i.sighashType === undefined ? undefined : sighashName(i.sighashType & 0xff),
  ),
  ...scripts,
  object.optional('final_scriptSig', 'The finished signature script', signatureScript, (i) =>
    unlessEmpty(i.finalScriptSig),
  ),
  list.optional('final_scriptwitness', 'The finished witness', witness, (i) => i.finalWitness),
  preimages('ripemd160', 'RIPEMD-160'),
  preimages('sha256', 'SHA-256'),
  preimages('hash160', 'HASH160'),
  preimages('hash256', 'double SHA-256'),
  ...ofTwo<PsbtInput>([
    hex.optional(
      'previous_txid',
      'Version 2: the transaction that it spends from',
      (i) => i.prevout.txid,
    ),
    num.optional('previous_vout', 'Version 2: the number of its output', (i) => i.prevout.vout),
    num.optional('sequence', 'Version 2: the sequence number', (i) => i.sequence),
    num.optional(
      'time_locktime',
      'Version 2: the minimum lock time, as a time in seconds since 1970',
      (i) => i.timeLocktime,
    ),
    num.optional(
      'height_locktime',
      'Version 2: the minimum lock time, as a height',
      (i) => i.heightLocktime,
    ),
  ]),
  hex.optional('taproot_key_path_sig', 'The signature for the key path', (i) => i.tapKeySignature),
  rows.optional(
    'taproot_script_path_sigs',
    'Signatures for leaves',
    tapSignature,
    (i) => i.tapScriptSignatures,
  ),
  rows.optional('taproot_scripts', 'Leaves', tapLeaf, (i) => i.tapLeaves),
  tapKeyPaths,
  internalKey,
  hex.optional('taproot_merkle_root', 'The root of the tree of leaves', (i) => i.tapMerkleRoot),
  musigKeys,
  rows.optional('musig2_pubnonces', 'Public nonces (MuSig2)', pubNonce, (i) => i.musigPubNonces),
  rows.optional(
    'musig2_partial_sigs',
    'Partial signatures (MuSig2)',
    partialSignature,
    (i) => i.musigPartialSignatures,
  ),
  ...others,
]);

const output = shape<PsbtOutput, PsbtContext>([
  ...scripts,
  ...ofTwo<PsbtOutput>([
    amount.optional('amount', 'Version 2: the amount in BTC', (o) => o.value),
    object.optional(
      'script',
      'Version 2: the script that it pays',
      outputScript,
      (o) => o.scriptPubKey,
    ),
  ]),
  internalKey,
  rows.optional('taproot_tree', 'The leaves, from left to right', treeLeaf, (o) => o.tapTree),
  tapKeyPaths,
  musigKeys,
  ...others,
]);

const xpub = shape<GlobalXpub>([
  str('xpub', 'The extended public key', (x) => encodeBase58Check(x.xpub)),
  ...originFields,
]);

const hasBit = ({ txModifiable: bits }: Psbt, bit: number) =>
  bits === undefined ? undefined : (bits & bit) !== 0;

/** The result of decodepsbt: a PSBT with members in Core's order. */
export const decodedPsbtResult = shape<Psbt, PsbtContext>([
  object.optional('tx', 'Version 0: the unsigned transaction', transactionResult, (p) =>
    p.version === 0 ? outlineTransaction(p) : undefined,
  ),
  rows('global_xpubs', 'Extended keys that keys below derive from', xpub, (p) => p.xpubs),
  ...ofTwo<Psbt>([
    num.optional('tx_version', "Version 2: the transaction's version", (p) => p.txVersion),
    num.optional(
      'fallback_locktime',
      'Version 2: the lock time when no input demands one',
      (p) => p.fallbackLocktime,
    ),
    num.optional('input_count', 'Version 2: the number of inputs', (p) => p.inputs.length),
    num.optional('output_count', 'Version 2: the number of outputs', (p) => p.outputs.length),
    bool.optional('inputs_modifiable', 'Version 2: true if inputs may be added or removed', (p) =>
      hasBit(p, 1),
    ),
    bool.optional('outputs_modifiable', 'Version 2: true if outputs may be added or removed', (p) =>
      hasBit(p, 2),
    ),
    bool.optional(
      'has_sighash_single',
      'Version 2: true if a signature binds an output to its input',
      (p) => hasBit(p, 4),
    ),
  ]),
  num('psbt_version', 'The version of the format', (p) => p.version),
  rows('proprietary', 'Fields of others', proprietaryField, (p) => p.proprietary),
  dictionary('unknown', 'Fields that are not known', [hex('key', 'The value')], (p) =>
    hexMembers(p.unknown),
  ),
  rows('inputs', 'The inputs; a member is present if its field is', input, (p) => p.inputs),
  rows('outputs', 'The outputs; a member is present if its field is', output, (p) => p.outputs),
  amount.optional('fee', 'The fee in BTC, if every spent amount is known', feeOf),
]);

/** Prints a PSBT, and lets other work run if the context has a pause. */
export function showPsbt(
  unordered: Psbt,
  { pause, ...context }: ScriptContext & { readonly pause?: Pause | undefined },
): Promise<JsonObject> {
  const psbt = orderPsbt(unordered);
  const shown = { ...context, version: psbt.version };
  return runTask(decodedPsbtResult.showTask(psbt, shown, pause));
}

/** Returns the fee, or `undefined` if an amount is unknown or absurd. */
function feeOf({ inputs, outputs }: Psbt): Satoshis | undefined {
  const spent = total(inputs.map((input) => spentOutput(input)?.value));
  const paid = total(outputs.map(({ value }) => value));
  return spent === undefined || paid === undefined ? undefined : spent - paid;
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
