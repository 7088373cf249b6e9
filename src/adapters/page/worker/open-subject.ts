import { kernelSecp256k1 } from '../../../crypto/kernel-backend.ts';
import type { Bytes } from '../../../encoding/bytes.ts';
import { decodePsbt } from '../../../psbt/decode.ts';
import { createPsbt, type Psbt } from '../../../psbt/psbt.ts';
import { decodeAnyTransaction } from '../../../transaction/decode-any.ts';
import type { Transaction } from '../../../transaction/transaction.ts';
import { failure } from './failures.ts';
import type { Session } from './session.ts';

type Subject = { readonly psbt: Psbt } | { readonly transaction: Transaction };

const hasSignature = ({ inputs }: Transaction) =>
  inputs.some(({ scriptSig, witness }) => scriptSig.length > 0 || witness.length > 0);

/** A raw transaction without signatures is reviewed and signed as a PSBT. */
export function openSubject(session: Session): Subject {
  const { subject } = session;
  if (subject === undefined) throw failure('Open a PSBT or a transaction first.');
  if (subject.kind === 'psbt') return { psbt: psbtIn(session, subject.bytes) };
  const transaction = decodeAnyTransaction(subject.bytes, { witness: true, legacy: true });
  if (transaction === undefined) throw failure('This transaction is damaged. Copy it again.');
  if (hasSignature(transaction)) return { transaction };
  return { psbt: createPsbt(transaction, 0) };
}

/** Decodes the PSBT once for its review and its signature, as it may have thousands of inputs. */
export function psbtIn(session: Session, bytes: Bytes): Psbt {
  session.found ??= { psbt: readPsbt(bytes), findOwners: undefined, review: undefined };
  return session.found.psbt;
}

export function readPsbt(bytes: Bytes): Psbt {
  const psbt = decodePsbt(bytes, kernelSecp256k1);
  if ('error' in psbt) throw failure('This PSBT is cut off or damaged. Export or copy it again.');
  return psbt;
}
