import type { Transaction } from '../transaction/transaction.ts';
import type { Mutable, Psbt, PsbtInput, PsbtOutput } from './psbt.ts';
import type { RecordForm, RecordOfForm } from './record-forms.ts';
import type { ValueForm, ValueOfForm } from './value-forms.ts';

/**
 * The fields of PSBTs (BIP174, 370, 371, 373) in the order of Core's psbt.h. Decoding, encoding,
 * the order of records, combining and the checks of arguments follow from these rows.
 */
export const globalFields = {
  unsignedTx: [0x00, 'unsignedTx', 'Unsigned TX'],
  xpubs: [0x01, 'GlobalXpub[]', 'XPUB'],
  txVersion: [
    0x02,
    'uint32',
    'Transaction Version',
    { two: 'PSBT_GLOBAL_TX_VERSION', required: 'PSBT_GLOBAL_TX_VERSION' },
  ],
  fallbackLocktime: [0x03, 'uint32', 'Fallback Locktime', { two: 'PSBT_GLOBAL_FALLBACK_LOCKTIME' }],
  inputCount: [
    0x04,
    'count',
    'Input Count',
    { two: 'PSBT_GLOBAL_INPUT_COUNT', required: 'PSBT_GLOBAL_INPUT_COUNT' },
  ],
  outputCount: [
    0x05,
    'count',
    'Output Count',
    { two: 'PSBT_GLOBAL_OUTPUT_COUNT', required: 'PSBT_GLOBAL_OUTPUT_COUNT' },
  ],
  txModifiable: [0x06, 'uint8', 'TX Modifiable Flags', { two: 'PSBT_GLOBAL_TX_MODIFIABLE' }],
  version: [0xfb, 'psbtVersion', 'PSBT Version'],
  proprietary: [0xfc, 'RawField[]'],
  unknown: [undefined, 'RawField[]'],
} as const satisfies Rows<GlobalMap>;

export const inputFields = {
  nonWitnessUtxo: [0x00, 'Transaction', 'Non-witness UTXO', { isKept: true }],
  witnessUtxo: [0x01, 'TxOut', 'Witness UTXO', { isKept: true }],
  partialSignatures: [0x02, 'PartialSignature[]', 'partial signature pubkey'],
  sighashType: [0x03, 'sighash', 'Sighash Type'],
  redeemScript: [0x04, 'bytes', 'redeemScript'],
  witnessScript: [0x05, 'bytes', 'witnessScript'],
  keyPaths: [0x06, 'KeyPath[]', 'BIP32 keypath'],
  ripemd160: [0x0a, 'Preimage20[]', 'RIPEMD160 Preimage'],
  sha256: [0x0b, 'Preimage32[]', 'SHA256 Preimage'],
  hash160: [0x0c, 'Preimage20[]', 'Hash160 Preimage'],
  hash256: [0x0d, 'Preimage32[]', 'Hash256 Preimage'],
  tapKeySignature: [0x13, 'schnorrSignature', 'Taproot Key Path Signature'],
  tapScriptSignatures: [0x14, 'TapScriptSignature[]', 'Taproot Script Path Signature'],
  tapLeaves: [0x15, 'TaprootLeaf[]'],
  tapKeyPaths: [0x16, 'TaprootKeyInfo[]', 'Taproot BIP32 Keypath'],
  tapInternalKey: [0x17, 'bytes32', 'Taproot Internal Key'],
  tapMerkleRoot: [0x18, 'bytes32', 'Taproot Merkle Root'],
  musigParticipants: [0x1a, 'MusigParticipants[]', 'MuSig2 Participants Pubkeys'],
  musigPubNonces: [0x1b, 'MusigNonce[]', 'musig2 pubnonce'],
  musigPartialSignatures: [0x1c, 'MusigPartial[]', 'musig2 partial sig'],
  finalScriptSig: [0x07, 'bytes', 'Final scriptSig', { isKept: true }],
  finalWitness: [0x08, 'stack', 'Final scriptWitness', { isKept: true }],
  previousTxid: [
    0x0e,
    'outPointTxid',
    'Previous TXID',
    { two: 'Previous txid', required: 'Previous TXID', member: 'prevout' },
  ],
  outputIndex: [
    0x0f,
    'outPointVout',
    "Previous Output's Index",
    { two: "Previous output's index", required: "Previous output's index", member: 'prevout' },
  ],
  sequence: [0x10, 'uint32', 'Sequence', { two: 'Sequence' }],
  timeLocktime: [
    0x11,
    'timeLock',
    'Required Time Based Locktime',
    { two: 'Required time based locktime' },
  ],
  heightLocktime: [
    0x12,
    'heightLock',
    'Required Height Based Locktime',
    { two: 'Required height based locktime' },
  ],
  proprietary: [0xfc, 'RawField[]', '', { isKept: true }],
  unknown: [undefined, 'RawField[]', '', { isKept: true }],
} as const satisfies Rows<InputMap>;

const outputFields = {
  redeemScript: [0x00, 'bytes', 'redeemScript'],
  witnessScript: [0x01, 'bytes', 'witnessScript'],
  keyPaths: [0x02, 'KeyPath[]', 'BIP32 keypath'],
  value: [0x03, 'int64', 'Amount', { two: 'Output amount', required: 'Output amount' }],
  scriptPubKey: [0x04, 'bytes', 'Script', { two: 'Output script', required: 'Output script' }],
  proprietary: [0xfc, 'RawField[]'],
  tapInternalKey: [0x05, 'bytes32', 'Taproot Internal Key'],
  tapTree: [0x06, 'tapTree', 'Taproot Tree Key'],
  tapKeyPaths: [0x07, 'TaprootKeyInfo[]', 'Taproot BIP32 Keypath'],
  musigParticipants: [0x08, 'MusigParticipants[]', 'MuSig2 Participants Pubkeys'],
  unknown: [undefined, 'RawField[]'],
} as const satisfies Rows<PsbtOutput>;

/** "psbt" and 0xff. */
export const MAGIC: readonly number[] = [0x70, 0x73, 0x62, 0x74, 0xff];

/**
 * The row of a field. Its type is the first byte of the key, as in the BIPs' tables; `undefined`
 * means all other types. Its name is that in Core's errors.
 */
type Row<Member> = readonly [
  type: number | undefined,
  form: FormOf<Member>,
  name?: string,
  special?: {
    /** Only version 2 has the field. Its name in "is not allowed in PSBTv0". */
    readonly two?: string;
    /** Version 2 requires the field. Its name in "is required in PSBTv2". */
    readonly required?: string;
    /** An input keeps the field when it is final, as it keeps all of version 2. */
    readonly isKept?: true;
    /** The member that has the value. Default: the name of the row. */
    readonly member?: string;
  },
];

/**
 * The form in which a member is read and written: that of `value-forms.ts`, or for a list that of
 * `record-forms.ts` for each record.
 */
type Form = ValueForm | `${RecordForm}[]`;
type FormOf<Member> =
  | { [F in ValueForm]: ValueOfForm<F> extends Member ? F : never }[ValueForm]
  | { [F in RecordForm]: RecordOfForm<F>[] extends Member ? `${F}[]` : never }[RecordForm];

type Rows<Map> = { readonly [Member in keyof Map]-?: Row<Map[Member]> };

/** The global map, in which the members depend on the version. */
export type GlobalMap = Mutable<Omit<Psbt, 'version' | 'txVersion' | NotGlobal>> & {
  unsignedTx: Transaction | undefined;
  txVersion: number | undefined;
  inputCount: number | undefined;
  outputCount: number | undefined;
  version: number | undefined;
};
type NotGlobal = 'inputs' | 'outputs' | 'feeLimits';

/** The map of an input. In version 2, two fields are the outpoint. */
type InputMap = Omit<PsbtInput, 'prevout'> & {
  readonly previousTxid: PsbtInput['prevout'];
  readonly outputIndex: PsbtInput['prevout'];
};

/** A row with all members. It has the form of a value, or of a list's records. */
export type FieldRow = {
  readonly type: number | undefined;
  readonly member: string;
  readonly name: string;
  readonly two: string | undefined;
  readonly required: string | undefined;
  readonly isKept: boolean;
} & (
  | { readonly value: ValueForm; readonly list: undefined }
  | { readonly value: undefined; readonly list: RecordForm }
);

type AnyRow = readonly [number | undefined, Form, string?, Row<never>[3]?];

function rowsOf(fields: { readonly [row: string]: AnyRow }): readonly FieldRow[] {
  return Object.entries(fields).map(([of, [type, form, name = '', special = {}]]) => {
    const { two, required, isKept = two !== undefined, member = of } = special;
    const common = { type, member, name, two, required, isKept };
    return isListForm(form)
      ? // Sound: without "[]" it is the form of a record.
        { ...common, value: undefined, list: form.slice(0, -2) as RecordForm }
      : { ...common, value: form, list: undefined };
  });
}

const isListForm = (form: Form): form is `${RecordForm}[]` => form.endsWith('[]');

export const globalRows = /* @__PURE__ */ rowsOf(globalFields);
export const inputRows = /* @__PURE__ */ rowsOf(inputFields);
export const outputRows = /* @__PURE__ */ rowsOf(outputFields);
/** Rows of an output that has no script yet (`isScriptPending`). */
export const rowsOfPending = /* @__PURE__ */ outputRows.filter(
  ({ member }) => member !== 'scriptPubKey',
);

/** A map as its rows read it, by member. */
export type FieldMap = { readonly [member: string]: unknown };
