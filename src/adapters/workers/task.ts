import type {
  EcdsaSigning,
  NewSignature,
  SchnorrSigning,
  Secp256k1,
  SignatureCheck,
} from '../../crypto/secp256k1.ts';
import { type Bytes, emptyBytes } from '../../encoding/bytes.ts';
import { packRows, type Row, unpackRows } from './rows.ts';

export type TaskName = 'signEcdsaMany' | 'signSchnorrMany' | 'verifyAll';

/** What a thread is given, and what it answers: signatures as rows, a verdict as one byte. */
export type Task = { readonly name: TaskName; readonly packed: Uint8Array<ArrayBuffer> };
export type TaskReply = { readonly packed: Uint8Array<ArrayBuffer> };

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
  const rows = list.map(({ kind, signature, digest, publicKey, nonceY = emptyBytes }) => [
    kind === 'ecdsa' ? ECDSA : emptyBytes,
    ...[signature, digest, publicKey, nonceY],
  ]);
  return { name: 'verifyAll', packed: packRows(rows) };
}

/** In the thread: does the work and wipes what it was given. */
export function runTask(curve: Secp256k1, { name, packed }: Task): TaskReply {
  const reply = answerTask(curve, name, packed);
  packed.fill(0);
  return { packed: reply };
}

function answerTask(curve: Secp256k1, name: TaskName, packed: Bytes): Uint8Array<ArrayBuffer> {
  switch (name) {
    case 'signEcdsaMany':
      return packSignatures(curve.signEcdsaMany(unpackRows(packed, 2).map(readEcdsa)));
    case 'signSchnorrMany':
      return packSignatures(curve.signSchnorrMany(unpackRows(packed, 3).map(readSchnorr)));
    case 'verifyAll':
      return Uint8Array.of(curve.verifyAll(unpackRows(packed, 5).map(readCheck)) ? 1 : 0);
  }
}

function readEcdsa([digest = emptyBytes, privateKey = emptyBytes]: Row): EcdsaSigning {
  return { digest, privateKey };
}

function readSchnorr([digest, privateKey, auxiliary = emptyBytes]: Row): SchnorrSigning {
  return { digest: digest ?? emptyBytes, privateKey: privateKey ?? emptyBytes, auxiliary };
}

function readCheck([kind, signature, digest, publicKey, nonceY]: Row): SignatureCheck {
  return {
    kind: kind?.length === 1 ? 'ecdsa' : 'schnorr',
    signature: signature ?? emptyBytes,
    digest: digest ?? emptyBytes,
    publicKey: publicKey ?? emptyBytes,
    ...(nonceY && nonceY.length > 0 ? { nonceY } : {}),
  };
}

function packSignatures(list: readonly (NewSignature | undefined)[]): Uint8Array<ArrayBuffer> {
  return packRows(list.map((made) => [made?.signature ?? emptyBytes, made?.nonceY ?? emptyBytes]));
}

export function readSignatures({ packed }: TaskReply): (NewSignature | undefined)[] {
  return unpackRows(packed, 2).map(([signature = emptyBytes, nonceY = emptyBytes]) =>
    signature.length > 0 ? { signature, nonceY } : undefined,
  );
}

export function readVerdict({ packed }: TaskReply): boolean {
  return packed[0] === 1;
}
