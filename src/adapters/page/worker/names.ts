import { kernelSecp256k1 } from '../../../crypto/kernel-backend.ts';
import type { Bytes } from '../../../encoding/bytes.ts';
import { formatUtc } from '../../../encoding/utc.ts';
import { encodeUtf8 } from '../../../encoding/utf8.ts';
import { explainName, findNameProof, nameFaults } from '../../../names/explain-name.ts';
import { judgeNames, withNameProof } from '../../../names/judge-names.ts';
import { judgeNameProof, type NameProof, writeNameProof } from '../../../names/name-proof.ts';
import { rootKeys } from '../../../names/roots.ts';
import type { Psbt } from '../../../psbt/psbt.ts';
import { failure } from './failures.ts';
import { ringContext, type Session } from './session.ts';
import { now } from './session-context.ts';

/** A payment name that its proof proves (BIP353). */
export type NameView = {
  /** `user@domain`. */
  readonly name: string;
  /** Time in UTC until which it is proven. */
  readonly until: string;
  /** The proof, as PSBT_OUT_DNSSEC_PROOF contains it. */
  readonly proof: Bytes;
};

/** Explanation of a proof, a line each. */
export type ExplainedName = { readonly isProven: boolean; readonly lines: readonly string[] };

/** Finds a proof of a name in the typed text, or in the import. */
export function findProof({ payload }: Session, typed?: string): NameProof | undefined {
  if (typed !== undefined) return findNameProof(encodeUtf8(typed));
  if (payload === undefined || payload.kind === 'psbt') return undefined;
  if ('bytes' in payload) return findNameProof(payload.bytes);
  return 'text' in payload ? findNameProof(encodeUtf8(payload.text)) : undefined;
}

/** Verifies a proof by the clock of this computer, and returns its payment request. */
export function readName(proof: NameProof): NameView & { readonly uri: string } {
  const proven = judgeNameProof(proof, rootKeys(), now());
  if ('error' in proven) throw failure(`₿${proof.name} is not proven. ${nameFaults[proven.error]}`);
  const { name, uri, validUntil } = proven;
  return { name, uri, until: formatUtc(validUntil), proof: writeNameProof(proof) };
}

/** Explains the imported proof of a name. */
export function explainProof(session: Session): ExplainedName {
  const proof = findProof(session);
  if (proof === undefined) {
    throw failure('This is not a proof of a payment name. “coldsign prove-name” makes one.');
  }
  return explainName(proof, now(), ringContext(session));
}

/** Verifies the names in a PSBT. */
export const judgeNamesIn = (session: Session, psbt: Psbt) =>
  judgeNames(psbt, { network: session.network, now: now() }, kernelSecp256k1);

/** Adds proofs to the outputs that they are for, so that a review can show the names. */
export function addProofs(session: Session, psbt: Psbt, proofs: readonly Bytes[]): Psbt {
  const context = { network: session.network, now: now() };
  return proofs.reduce<Psbt>((given, proof) => {
    const named = withNameProof(given, proof, context, kernelSecp256k1);
    if (named !== undefined) return named;
    throw failure('The proof of a payment name does not belong to its address. Open it again.');
  }, psbt);
}
