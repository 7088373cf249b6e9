import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { isFinalized, type MusigField, type PsbtInput } from '../psbt/psbt.ts';

/** A difference between a PSBT and another signer's version of it. */
export type PsbtChange = {
  readonly kind: 'added' | 'changed' | 'removed';
  /**
   * True if the change does not affect what is signed or reviewed: finalizers remove fields that a
   * final input no longer needs (BIP174), and signers add derivations, fields of their own, or
   * transactions and scripts that the coin proves.
   */
  readonly isHarmless: boolean;
  /** The part that differs. `transaction`: the unsigned transaction differs. */
  readonly part: 'transaction' | 'global' | 'input' | 'output';
  /** One sentence, such as `Output 1 pays 0.5 BTC (50,000,000 sat) instead of 0.2 BTC …`. */
  readonly text: string;
};

/** A signature, or what one participant of MuSig2 adds to it. */
type Part = {
  readonly id: string;
  readonly name: string;
  readonly value: Bytes;
  /** The field, if it belongs to a round of MuSig2. */
  readonly round?: MusigField;
};

/**
 * Reports signatures that an answer lacks, and changes in the rounds of MuSig2. New signatures are
 * not differences. Final scripts need only the signatures that complete them.
 */
export function signatureChanges(
  before: PsbtInput,
  after: PsbtInput,
  subject: string,
): readonly PsbtChange[] {
  const change = (kind: PsbtChange['kind'], text: string, isHarmless = false): PsbtChange => ({
    kind,
    part: 'input',
    text: `${subject} ${text}.`,
    isHarmless,
  });
  if (isFinalized(after)) return [];
  if (isFinalized(before)) return [change('removed', 'loses its final scripts')];
  const [old, now] = [partsOf(before), partsOf(after)].map(
    (parts) => new Map(parts.map((part) => [part.id, part])),
  );
  return [...new Map([...(old ?? []), ...(now ?? [])]).values()].flatMap(({ id, name, round }) => {
    const [was, is] = [old?.get(id), now?.get(id)];
    // The signature of all participants replaces their rounds.
    if (is === undefined) {
      return round && isMade(round, after) ? [] : [change('removed', `loses ${name}`)];
    }
    if (round === undefined) return [];
    if (was === undefined) return [change('added', `adds ${name}`, true)];
    // Another nonce makes the partial signatures of others worthless.
    return equalBytes(was.value, is.value) ? [] : [change('changed', `replaces ${name}`)];
  });
}

function partsOf(input: PsbtInput): readonly Part[] {
  const { partialSignatures, tapKeySignature, tapScriptSignatures } = input;
  const inLeaf = (leaf: Bytes | undefined) => (leaf ? ` in leaf ${encodeHex(leaf)}` : '');
  const part = (name: string, value: Bytes): Part => ({ id: name, name, value });
  const rounds = (what: string, fields: readonly MusigField[]) =>
    fields.map((round): Part => {
      const { participant, aggregate, leafHash, value } = round;
      const name = `the ${what} of ${encodeHex(participant)}${inLeaf(leafHash)}`;
      return { id: `${name} ${encodeHex(aggregate)}`, name, value, round };
    });
  return [
    ...partialSignatures.map(({ publicKey, signature }) =>
      part(`the signature of key ${encodeHex(publicKey)}`, signature),
    ),
    ...(tapKeySignature ? [part('the signature of its taproot key', tapKeySignature)] : []),
    ...tapScriptSignatures.map(({ xOnly, leafHash, signature }) =>
      part(`the signature of key ${encodeHex(xOnly)}${inLeaf(leafHash)}`, signature),
    ),
    ...rounds('MuSig2 nonce', input.musigPubNonces),
    ...rounds('partial signature', input.musigPartialSignatures),
  ];
}

/** Returns whether the signature that a round leads to exists. */
const isMade = ({ leafHash }: MusigField, input: PsbtInput): boolean =>
  leafHash === undefined
    ? input.tapKeySignature !== undefined
    : input.tapScriptSignatures.some((each) => equalBytes(each.leafHash, leafHash));
