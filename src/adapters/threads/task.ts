import type {
  EcdsaSigning,
  NewSignature,
  SchnorrSigning,
  SignatureCheck,
} from '../../crypto/secp256k1.ts';
import { type Bytes, emptyBytes } from '../../encoding/bytes.ts';
import { createWriter } from '../../encoding/writer.ts';
import type { LegacyDigestRequest } from '../../sighash/legacy-digests.ts';
import { packRows, type Row, unpackRows } from './rows.ts';

type TaskName =
  | 'publicKeyMany'
  | 'signEcdsaMany'
  | 'signSchnorrMany'
  | 'verifyAll'
  | 'legacyDigests';

/** A thread's task and answer: keys, signatures and digests as rows, a verdict as one byte. */
export type Task = { readonly name: TaskName; readonly packed: Uint8Array<ArrayBuffer> };
export type TaskReply = { readonly packed: Uint8Array<ArrayBuffer> };

export function packPrivateKeys(list: readonly Bytes[]): Task {
  return { name: 'publicKeyMany', packed: packRows(list.map((key) => [key])) };
}

export function packEcdsa(list: readonly EcdsaSigning[]): Task {
  return { name: 'signEcdsaMany', packed: packRows(list.map(signingRow)) };
}

export function packSchnorr(list: readonly SchnorrSigning[]): Task {
  const rows = list.map((signing) => [...signingRow(signing), signing.auxiliary]);
  return { name: 'signSchnorrMany', packed: packRows(rows) };
}

/** Number of strings in the row of a signing. */
export const SIGNING_WIDTH = 4;

function signingRow({ digest, privateKey, publicKey, keyY }: EcdsaSigning): Row {
  return [digest, privateKey, publicKey ?? emptyBytes, keyY ?? emptyBytes];
}

const ECDSA = Uint8Array.of(1);

export function packChecks(list: readonly SignatureCheck[]): Task {
  const rows = list.map(({ kind, signature, digest, publicKey, nonceY, keyY }) => [
    kind === 'ecdsa' ? ECDSA : emptyBytes,
    signature,
    digest,
    publicKey,
    nonceY ?? emptyBytes,
    keyY ?? emptyBytes,
  ]);
  return { name: 'verifyAll', packed: packRows(rows) };
}

/** Packs the transaction, then the requests. */
export function packLegacyDigestRequests(
  transaction: Bytes,
  requests: readonly LegacyDigestRequest[],
): Task {
  const rows = requests.map(({ input, scriptCode, type }) => [
    createWriter(8).u32(input).i32(type).finish(),
    scriptCode,
  ]);
  return { name: 'legacyDigests', packed: packRows([[transaction, emptyBytes], ...rows]) };
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
