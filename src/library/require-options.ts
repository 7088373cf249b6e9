import { adviceFor, wordsFor } from '../arguments/advice.ts';
import type { Kinds } from '../arguments/basic-kinds.ts';
import { describeMismatch, findMismatch } from '../arguments/check-arguments.ts';
import { typeError } from '../rpc/error.ts';
import { coreKinds } from './kinds.ts';
import { walletOptionKinds } from './wallet-kinds.ts';

/** Checks the options of callers without types. */
export function requireOptions(
  name: string,
  options: unknown,
  members: { readonly [member: string]: string },
): void {
  if (typeof options !== 'object' || options === null) {
    throw typeError(`The options of ${name} must be an object`);
  }
  requireMembers(name, 'options', options, members);
}

export function requireMembers(
  name: string,
  at: string,
  value: unknown,
  members: { readonly [member: string]: string },
  isExact = true,
): void {
  const kinds: Kinds = {
    ...coreKinds,
    ...walletOptionKinds,
    SeenSnapshot: { only: { signedAt: 'any', height: 'any' } },
    given: isExact ? { only: members } : members,
  };
  const mismatch = findMismatch(kinds, 'given', value, at);
  if (mismatch === undefined) return;
  const { text, hint } = describeMismatch(mismatch);
  const { value: wrong, wanted, unknown, isUnreadable } = mismatch;
  const isNamed = unknown !== undefined || isUnreadable;
  throw typeError(
    `${name}: ${text}${isNamed ? '' : `, not ${wordsFor(wrong, wanted)}`}`,
    adviceFor(mismatch) ?? hint,
  );
}
