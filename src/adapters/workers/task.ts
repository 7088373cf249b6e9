import type {
  EcdsaSigning,
  NewSignature,
  SchnorrSigning,
  Secp256k1,
  SignatureCheck,
} from '../../crypto/secp256k1.ts';
import { type Bytes, emptyBytes } from '../../encoding/bytes.ts';
import { invariant } from '../../encoding/invariant.ts';
import { createReader } from '../../encoding/reader.ts';
import { createWriter } from '../../encoding/writer.ts';
import { type LegacyWish, legacyDigests } from '../../sighash/legacy-digests.ts';
import { decodeTransaction } from '../../transaction/codec.ts';
import { startNativeSha256 } from './native-sha256.ts';
import { packRows, type Row, unpackRows } from './rows.ts';

export type TaskName =
  | 'publicKeyMany'
  | 'signEcdsaMany'
  | 'signSchnorrMany'
  | 'verifyAll'
  | 'legacyDigests';

/** What a thread is given, and what it answers: signatures and digests as rows, a verdict as one byte. */
export type Task = { readonly name: TaskName; readonly packed: Uint8Array<ArrayBuffer> };
export type TaskReply = { readonly packed: Uint8Array<ArrayBuffer> };

export function packPrivateKeys(list: readonly Bytes[]): Task {
  return { name: 'publicKeyMany', packed: packRows(list.map((key) => [key])) };
}

export function packEcdsa(list: readonly EcdsaSigning[]): Task {
  const rows = list.map(({ digest, privateKey }) => [digest, privateKey]);
  return { name: 'signEcdsaMany', packed: packRows(rows) };
}

export function packSchnorr(list: readonly SchnorrSigning[]): Task {
  const rows = list.map(({ digest, privateKey, auxiliary }) => [digest, privateKey, auxiliary]);
  return { name: 'signSchnorrMany', packed: packRows(rows) };
}

const ECDSA = Uint8Array.of(1);

export function packChecks(list: readonly SignatureCheck[]): Task {
  const rows = list.map(({ kind, signature, digest, publicKey, nonceY, keyY }) => [
    kind === 'ecdsa' ? ECDSA : emptyBytes,
    ...[signature, digest, publicKey, nonceY ?? emptyBytes, keyY ?? emptyBytes],
  ]);
  return { name: 'verifyAll', packed: packRows(rows) };
}

/** The transaction, then the wishes. */
export function packLegacyWishes(transaction: Bytes, wishes: readonly LegacyWish[]): Task {
  const rows = wishes.map(({ input, scriptCode, type }) => [
    createWriter(8).u32(input).i32(type).finish(),
    scriptCode,
  ]);
  return { name: 'legacyDigests', packed: packRows([[transaction, emptyBytes], ...rows]) };
}

/** In the thread: does the work and wipes what it was given. */
export function runTask(curve: Secp256k1, { name, packed }: Task): TaskReply {
  const reply = answerTask(curve, name, packed);
  packed.fill(0);
  return { packed: reply };
}

function answerTask(curve: Secp256k1, name: TaskName, packed: Bytes): Uint8Array<ArrayBuffer> {
  switch (name) {
    case 'publicKeyMany':
      return packRows(
        curve
          .publicKeyMany(
            unpackRows(packed, 1).map(([key = emptyBytes]) => key),
            false,
          )
          .map((publicKey) => [publicKey ?? emptyBytes]),
      );
    case 'signEcdsaMany':
      return packSignatures(curve.signEcdsaMany(unpackRows(packed, 2).map(readEcdsa)));
    case 'signSchnorrMany':
      return packSignatures(curve.signSchnorrMany(unpackRows(packed, 3).map(readSchnorr)));
    case 'verifyAll':
      return Uint8Array.of(curve.verifyAll(unpackRows(packed, 6).map(readCheck)) ? 1 : 0);
    case 'legacyDigests':
      return packRows(readLegacyDigests(unpackRows(packed, 2)).map((digest) => [digest]));
  }
}

function readLegacyDigests([first = [], ...wishes]: readonly Row[]): Bytes[] {
  const transaction = decodeTransaction(first[0] ?? emptyBytes, { witness: false });
  invariant(transaction !== undefined, 'the pool has encoded it');
  return legacyDigests(
    transaction,
    wishes.map(([numbers = emptyBytes, scriptCode = emptyBytes]) => {
      const reader = createReader(numbers);
      return { input: reader.u32(), type: reader.i32(), scriptCode };
    }),
    startNativeSha256,
  );
}

function readEcdsa([digest = emptyBytes, privateKey = emptyBytes]: Row): EcdsaSigning {
  return { digest, privateKey };
}

function readSchnorr([digest, privateKey, auxiliary = emptyBytes]: Row): SchnorrSigning {
  return { digest: digest ?? emptyBytes, privateKey: privateKey ?? emptyBytes, auxiliary };
}

function readCheck([kind, signature, digest, publicKey, nonceY, keyY]: Row): SignatureCheck {
  return {
    kind: kind?.length === 1 ? 'ecdsa' : 'schnorr',
    signature: signature ?? emptyBytes,
    digest: digest ?? emptyBytes,
    publicKey: publicKey ?? emptyBytes,
    ...(nonceY && nonceY.length > 0 && { nonceY }),
    ...(keyY && keyY.length > 0 && { keyY }),
  };
}

function packSignatures(list: readonly (NewSignature | undefined)[]): Uint8Array<ArrayBuffer> {
  return packRows(
    list.map((made) => [
      made?.signature ?? emptyBytes,
      made?.nonceY ?? emptyBytes,
      made?.keyY ?? emptyBytes,
    ]),
  );
}

export function readSignatures({ packed }: TaskReply): (NewSignature | undefined)[] {
  return unpackRows(packed, 3).map(([signature = emptyBytes, nonceY = emptyBytes, keyY]) =>
    signature.length > 0
      ? { signature, nonceY, ...(keyY && keyY.length > 0 && { keyY }) }
      : undefined,
  );
}

export function readPublicKeys({ packed }: TaskReply): (Bytes | undefined)[] {
  return unpackRows(packed, 1).map(([key = emptyBytes]) => (key.length > 0 ? key : undefined));
}

export function readDigests({ packed }: TaskReply): Bytes[] {
  return unpackRows(packed, 1).map(([digest = emptyBytes]) => digest);
}

export function readVerdict({ packed }: TaskReply): boolean {
  return packed[0] === 1;
}
