import type { Kinds, MembersOf, ValueOf } from '../arguments/basic-kinds.ts';
import { type Bytes, isBytes } from '../encoding/bytes.ts';
import type { MusigSource } from '../signing/musig-creator.ts';
import { transactionKinds } from '../transaction/transaction.ts';
import { type FieldRow, globalRows, inputRows, outputRows } from './fields.ts';
import type { Psbt, PsbtInput, PsbtOutput } from './psbt.ts';
import type { ValueForm } from './value-forms.ts';

/** Checks for bytes of a length that the format fixes. Another length could not be read back. */
function sized(words: string, fits: (bytes: Bytes) => boolean) {
  return {
    is: (value: unknown) => isBytes(value) && fits(value),
    words: `a Uint8Array of ${words}`,
  };
}
const bytesOf = (size: number) => sized(`${size} bytes`, ({ length }) => length === size);

const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

/** Checks for a set of hashes. A Set of another realm is no `instanceof Set`. */
function isSetOfHashes(value: unknown): boolean {
  if (Object.prototype.toString.call(value) !== '[object Set]') return false;
  const isHash = (hash: unknown) => typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash);
  return [...(value as ReadonlySet<unknown>)].every(isHash);
}

/** A part of a PSBT. A member that it does not have is refused, because it would have no effect. */
const exactly = <M extends { readonly [member: string]: string }>(only: M) =>
  ({ only, isValue: true }) as const;

/** Kinds of the forms of values that are not optional or have another name. */
const kindsOfForms: { readonly [F in ValueForm]?: string } = {
  bytes: 'bytes',
  stack: 'bytes[]',
  tapTree: 'TapTreeLeaf[]',
  timeLock: 'uint32?',
  heightLock: 'uint32?',
};

/** Adds the kinds of the members that have rows to others. */
function membersOf<T>(rows: readonly FieldRow[], others: Partial<MembersOf<T>>): MembersOf<T> {
  const kinds = rows.map(({ member, list, value }) =>
    list === undefined ? [member, kindsOfForms[value] ?? `${value}?`] : [member, `${list}[]`],
  );
  // Sound: the compiler checks that each member of a map has a row.
  return { ...others, ...Object.fromEntries(kinds), ...others } as MembersOf<T>;
}

/** Parts of the encoding that are not members of a PSBT. */
const derived = ['unsignedTx', 'inputCount', 'outputCount'];

/** Kinds for the parts of a PSBT. */
export const psbtKinds = {
  ...transactionKinds,
  bytes4: bytesOf(4),
  bytes20: bytesOf(20),
  bytes32: bytesOf(32),
  bytes33: bytesOf(33),
  bytes66: bytesOf(66),
  bytes78: bytesOf(78),
  publicKey: sized('33 or 65 bytes', ({ length }) => length === 33 || length === 65),
  schnorrSignature: sized('64 or 65 bytes', ({ length }) => length === 64 || length === 65),
  controlBlock: sized(
    '33 bytes and 32 for each step',
    (block) => block.length % 32 === 1 && block.length > 1,
  ),
  fieldKey: sized('at least the type of the field', ({ length }) => length > 0),
  uint8: { is: (value: unknown) => isWhole(value, 0, 255), words: 'a whole number from 0 to 255' },
  depth: { is: (value: unknown) => isWhole(value, 0, 128), words: 'a whole number from 0 to 128' },
  sighash: {
    is: (value: unknown) => isWhole(value, -(2 ** 31), 2 ** 32 - 1),
    words: 'a whole number of 32 bits',
  },
  leafHashes: {
    is: isSetOfHashes,
    words: 'a Set of leaf hashes, each of 64 lowercase hexadecimal digits',
  },
  PsbtVersion: { is: (value: unknown) => value === 0 || value === 2, words: '0 or 2' },
  GlobalXpub: exactly({ xpub: 'bytes78', origin: 'KeyOrigin' }),
  KeyOrigin: exactly({ fingerprint: 'bytes4', path: 'uint32[]' }),
  KeyPath: exactly({ publicKey: 'publicKey', origin: 'KeyOrigin' }),
  Psbt: exactly(
    membersOf<Psbt>(
      globalRows.filter(({ member }) => !derived.includes(member)),
      {
        version: 'PsbtVersion',
        txVersion: 'uint32',
        inputs: 'PsbtInput[]',
        outputs: 'PsbtOutput[]',
        feeLimits: 'FeeLimits?',
      },
    ),
  ),
  FeeLimits: { only: { maxFeeRate: 'number?', maxFee: 'int64?' } },
  PsbtInput: exactly(membersOf<PsbtInput>(inputRows, { prevout: 'Prevout' })),
  PsbtOutput: exactly(membersOf<PsbtOutput>(outputRows, { value: 'int64', scriptPubKey: 'bytes' })),
  SilentSigning: {
    prepare: 'function',
    providerFor: 'function',
    finish: 'function',
    readAddress: 'function',
    placeholder: 'function',
    pay: 'function',
  },
  MusigNonces: { keep: 'function', has: 'function', take: 'function' },
  MusigSource: { only: { random: 'function?', nonces: 'MusigNonces?', signsLast: 'boolean?' } },
  MusigNonce: exactly({
    participant: 'bytes33',
    aggregate: 'bytes33',
    leafHash: 'bytes32?',
    value: 'bytes66',
  }),
  MusigPartial: exactly({
    participant: 'bytes33',
    aggregate: 'bytes33',
    leafHash: 'bytes32?',
    value: 'bytes32',
  }),
  MusigParticipants: exactly({ aggregate: 'bytes33', participants: 'bytes33[]' }),
  PartialSignature: exactly({ publicKey: 'publicKey', signature: 'bytes' }),
  Preimage20: exactly({ digest: 'bytes20', preimage: 'bytes' }),
  Preimage32: exactly({ digest: 'bytes32', preimage: 'bytes' }),
  TapScriptSignature: exactly({
    xOnly: 'bytes32',
    leafHash: 'bytes32',
    signature: 'schnorrSignature',
  }),
  TaprootKeyInfo: exactly({ xOnly: 'bytes32', leafHashes: 'leafHashes', origin: 'KeyOrigin' }),
  TaprootLeaf: exactly({ script: 'bytes', leafVersion: 'uint8', controlBlocks: 'controlBlock[]' }),
  TapTreeLeaf: exactly({ depth: 'depth', script: 'bytes', leafVersion: 'uint8' }),
  RawField: exactly({ key: 'fieldKey', value: 'bytes' }),
} as const satisfies Kinds & {
  readonly Psbt: ValueOf<Psbt>;
  readonly PsbtInput: ValueOf<PsbtInput>;
  readonly PsbtOutput: ValueOf<PsbtOutput>;
  readonly MusigSource: { readonly only: MembersOf<MusigSource> };
};
