import type { StartSha256 } from '../../crypto/hash.ts';
import { kernelSecp256k1, unverifiedSigning } from '../../crypto/kernel-backend.ts';
import type {
  EcdsaSigning,
  NewSignature,
  SchnorrSigning,
  SignatureCheck,
} from '../../crypto/secp256k1.ts';
import { type Bytes, emptyBytes } from '../../encoding/bytes.ts';
import { invariant } from '../../encoding/invariant.ts';
import { createReader } from '../../encoding/reader.ts';
import { legacyDigests } from '../../sighash/legacy-digests.ts';
import { decodeTransaction } from '../../transaction/codec.ts';
import { packRows, type Row, unpackRows } from './rows.ts';
import { SIGNING_WIDTH, type Task, type TaskReply } from './task.ts';

type Packed = Uint8Array<ArrayBuffer>;

/** Runs a task on the thread and wipes its input. */
export function runTask(task: Task, startSha256: StartSha256): TaskReply {
  const packed = work(task, startSha256);
  task.packed.fill(0);
  return { packed };
}

function work({ name, packed }: Task, startSha256: StartSha256): Packed {
  switch (name) {
    case 'publicKeyMany': {
      const keys = unpackRows(packed, 1).map(([key = emptyBytes]) => key);
      const publicKeys = kernelSecp256k1.publicKeyMany(keys, false);
      return packRows(publicKeys.map((key) => [key ?? emptyBytes]));
    }
    case 'signEcdsaMany': {
      const signings = unpackRows(packed, SIGNING_WIDTH).map(readSigning);
      return packSignatures(unverifiedSigning.signEcdsaMany(signings));
    }
    case 'signSchnorrMany': {
      const signings = unpackRows(packed, SIGNING_WIDTH + 1).map(readSchnorr);
      return packSignatures(unverifiedSigning.signSchnorrMany(signings));
    }
    case 'verifyAll':
      return verdictOf(unpackRows(packed, 6).map(readCheck));
    case 'legacyDigests':
      return packRows(makeDigests(unpackRows(packed, 2), startSha256).map((digest) => [digest]));
  }
}

function verdictOf(checks: readonly SignatureCheck[]): Packed {
  return Uint8Array.of(kernelSecp256k1.verifyAll(checks) ? 1 : 0);
}

function packSignatures(list: readonly (NewSignature | undefined)[]): Packed {
  return packRows(
    list.map((made) => [
      made?.signature ?? emptyBytes,
      made?.nonceY ?? emptyBytes,
      made?.keyY ?? emptyBytes,
    ]),
  );
}

function makeDigests([first = [], ...requests]: readonly Row[], startSha256: StartSha256): Bytes[] {
  const transaction = decodeTransaction(first[0] ?? emptyBytes, { witness: false });
  invariant(transaction !== undefined, 'the pool has encoded it');
  return legacyDigests(
    transaction,
    requests.map(([numbers = emptyBytes, scriptCode = emptyBytes]) => {
      const reader = createReader(numbers);
      return { input: reader.u32(), type: reader.i32(), scriptCode };
    }),
    startSha256,
  );
}

function readSigning([digest, privateKey, publicKey, keyY]: Row): EcdsaSigning {
  return {
    digest: digest ?? emptyBytes,
    privateKey: privateKey ?? emptyBytes,
    ...(publicKey && publicKey.length > 0 && { publicKey }),
    ...(keyY && keyY.length > 0 && { keyY }),
  };
}

function readSchnorr(row: Row): SchnorrSigning {
  return { ...readSigning(row), auxiliary: row[SIGNING_WIDTH] ?? emptyBytes };
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
