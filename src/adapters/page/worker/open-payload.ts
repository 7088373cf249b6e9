import type { Review, ReviewedInput } from '../../../review/model.ts';
import { reviewByKeys } from '../../../rpc/signing/key-session.ts';
import { failure } from './failures.ts';
import { addUr, openKeyText, removeKey } from './keys.ts';
import { openSubject } from './open-subject.ts';
import type { OpenKey, Session } from './session.ts';
import { contextOf } from './session-context.ts';
import type { KeysView } from './view-keys.ts';
import { addBytes } from './wallet-file.ts';

/** Opens the secret that was imported last, or a wallet without secrets. */
export async function openPayload(session: Session, password: string): Promise<KeysView> {
  const { secret, payload } = session;
  if (secret !== undefined) return openKeyText(session, secret, password);
  if (payload !== undefined && 'text' in payload) {
    return openKeyText(session, payload.text, password);
  }
  if (payload?.kind === 'ur') return addUr(session, payload);
  if (payload?.kind === 'binary') return addBytes(session, payload.bytes, password);
  throw failure('We found no keys or wallet here. Check the file or text.');
}

/**
 * Opens the wallet that was imported last beside the transaction. `password` decrypts it. Refuses a
 * wallet that holds none of its coins: the change of these coins would look stolen.
 */
export async function openBeside(session: Session, password: string): Promise<KeysView> {
  const { keyNames, found: before } = session;
  const view = await openPayload(session, password);
  const added = session.keys.at(-1);
  if (added === undefined || (await isFitting(session, added, before?.review))) return view;
  removeKey(session, added.id);
  // The keys are those of the last review again.
  session.keyNames = keyNames;
  session.found = before;
  throw failure(
    'This file’s wallet does not hold the coins of this transaction. It was not opened. Open the file of the wallet that holds them.',
  );
}

/** Returns true if the wallet owns an input, or an output if no input needs a wallet. */
async function isFitting(
  session: Session,
  { ring }: OpenKey,
  before: Review | undefined,
): Promise<boolean> {
  const subject = openSubject(session);
  if (!('psbt' in subject)) return true;
  const found = await reviewByKeys(subject.psbt, ring, {}, contextOf(session));
  if (found === undefined) return true;
  const { inputs, outputs } = found.review;
  if (inputs.some(({ owner }) => owner !== undefined)) return true;
  const isPayee = outputs.some(({ owner }) => owner !== undefined);
  return isPayee && before?.inputs.some(isOpen) === false;
}

/** Returns true for a coin whose wallet is not open, although one of its keys is. */
const isOpen = ({ owner, claim }: ReviewedInput): boolean =>
  owner === undefined && (claim === 'shared' || claim === 'key');
