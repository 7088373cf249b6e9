import type { StartSha256 } from '../../crypto/hash.ts';
import { kernelSecp256k1, unverifiedSigning } from '../../crypto/kernel-backend.ts';
import { checksOf, hashOfChecks } from '../../crypto/own-signatures.ts';
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

/** In the thread: does the work, gives its answers to `reply`, and wipes what it was given. */
export function runTask(
  task: Task,
  startSha256: StartSha256,
  reply: (answer: TaskReply) => void,
): void {
  const { answer, made } = work(task, startSha256);
  task.packed.fill(0);
  reply({ packed: answer, isLast: made === undefined });
  if (made) reply({ packed: nameOfValid(made), isLast: true });
}

/** `made`: how to verify the signatures in the answer. */
type Done = { readonly answer: Packed; readonly made?: readonly SignatureCheck[] };

function work({ name, packed }: Task, startSha256: StartSha256): Done {
  switch (name) {
    case 'publicKeyMany': {
      const keys = unpackRows(packed, 1).map(([key = emptyBytes]) => key);
      const publicKeys = kernelSecp256k1.publicKeyMany(keys, false);
      return { answer: packRows(publicKeys.map((key) => [key ?? emptyBytes])) };
    }
    case 'signEcdsaMany': {
      const signings = unpackRows(packed, SIGNING_WIDTH).map(readSigning);
      return signed('ecdsa', signings, unverifiedSigning.signEcdsaMany(signings));
    }
    case 'signSchnorrMany': {
      const signings = unpackRows(packed, SIGNING_WIDTH + 1).map(readSchnorr);
      return signed('schnorr', signings, unverifiedSigning.signSchnorrMany(signings));
    }
    case 'verifyAll':
      return { answer: verdictOf(unpackRows(packed, 6).map(readCheck)) };
    case 'legacyDigests':
      return {
        answer: packRows(makeDigests(unpackRows(packed, 2), startSha256).map((digest) => [digest])),
      };
  }
}

function verdictOf(checks: readonly SignatureCheck[]): Packed {
  return Uint8Array.of(kernelSecp256k1.verifyAll(checks) ? 1 : 0);
}

/** What was found valid, by its hash; empty where it was not. */
function nameOfValid(checks: readonly SignatureCheck[]): Packed {
  return kernelSecp256k1.verifyAll(checks)
    ? Uint8Array.from(hashOfChecks(checks))
    : new Uint8Array();
}

function signed(
  kind: SignatureCheck['kind'],
  signings: readonly EcdsaSigning[],
  signatures: readonly (NewSignature | undefined)[],
): Done {
  const checks = checksOf(kind, signings, signatures, (key) =>
    kernelSecp256k1.publicKey(key, true),
  );
  const made = checks.map(({ digest, publicKey, keyY, ...check }) => ({
    ...check,
    // Copies: what they are read from is wiped.
    ...(keyY && { keyY: keyY.slice() }),
    digest: digest.slice(),
    publicKey: publicKey.slice(),
  }));
  return { answer: packSignatures(signatures), made };
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
