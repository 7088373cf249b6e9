import {
  type BsmsWallet,
  type CreatedBsmsKey,
  createBsmsKey,
  openBsmsWallet,
} from '../../../formats/bsms-setup.ts';
import type { FormatFailure } from '../../../formats/wallet-file.ts';
import { detectKeyText } from '../../../keys/key-text.ts';
import { walletNotes } from '../../../keys/read-keys.ts';
import { failure, sentence } from './failures.ts';
import { ringContext, ringOf, type Session } from './session.ts';
import { notesOf, readPath } from './view-keys.ts';

/** Round 1 of BSMS: makes the key record of this signer. */
export function makeBsmsKey(
  session: Session,
  request: { readonly path: string; readonly description: string; readonly token: string },
): CreatedBsmsKey {
  const { token, description } = request;
  const path = readPath(request.path);
  const keys = { ...ringOf(session), descriptors: [] };
  return right(createBsmsKey({ keys, path, description, ...tokenOf(token) }, ringContext(session)));
}

/** A wallet to register, with warnings about it, one sentence each. */
export type BsmsView = BsmsWallet & { readonly notes: readonly string[] };

/** Round 2 of BSMS: checks that one of the open keys is in the wallet that was imported last. */
export function checkBsmsWallet(session: Session, token: string): BsmsView {
  const { payload } = session;
  const text = payload !== undefined && 'text' in payload ? payload.text : '';
  const keys = ringOf(session);
  const opened = openBsmsWallet(text, { keys, ...tokenOf(token) }, ringContext(session));
  if ('error' in opened && isOtherWallet(text)) {
    throw failure(
      'This is a wallet file, not a BSMS record. Open it under Keys: Add another key or a shared (multisig) wallet.',
    );
  }
  const checked = right(opened);
  return { ...checked, notes: notesOf(walletNotes(checked.wallet)) };
}

/** Returns true for the wallet of another program, or a descriptor without a record. */
function isOtherWallet(text: string): boolean {
  const { kind } = detectKeyText(text) ?? {};
  return (kind === 'wallet-file' || kind === 'descriptor') && !text.trimStart().startsWith('BSMS');
}

const tokenOf = (token: string) => (token.trim() === '' ? {} : { token });

function right<T extends object>(answer: T | FormatFailure): T {
  if ('error' in answer) throw failure(`${sentence(answer.error)}.`);
  return answer;
}
