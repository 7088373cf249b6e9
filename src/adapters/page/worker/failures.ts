import { PlainError } from '../../../encoding/plain-error.ts';
import { inEnglish, type OutcomeMessage, outcomeMessage } from '../../../psbt/outcome-messages.ts';

/** Capitalizes the first letter, for a text that is a sentence by itself. */
export const sentence = (text: string): string =>
  text.replace(/^[a-z]/, (first) => first.toUpperCase());

/** Makes an error whose message the page shows in place of an answer. */
export const failure = (message: string): PlainError => new PlainError('PageError', message);

/** A question for the password of a file. The page asks it, and reports no error. */
type PasswordRequest = PlainError & { readonly needsPassword: true };

export const passwordRequest = (message: string): PasswordRequest =>
  Object.assign(failure(message), { needsPassword: true } as const);

export const isPasswordRequest = (error: unknown): error is PasswordRequest =>
  error instanceof PlainError && 'needsPassword' in error;

/** An error that is the outcome of a step. The page shows its messages by their ids. */
type OutcomeRefusal = PlainError & { readonly outcome: readonly OutcomeMessage[] };

/** Returns the error that a step was refused, with more messages about the reason. */
export function outcomeRefusal(
  id: Parameters<typeof outcomeMessage>[0],
  ...more: readonly OutcomeMessage[]
): OutcomeRefusal {
  const outcome = [outcomeMessage(id), ...more];
  return Object.assign(failure(inEnglish(outcome)), { outcome });
}

export const isOutcome = (error: unknown): error is OutcomeRefusal =>
  error instanceof PlainError && 'outcome' in error;

/** Message about a wrong field of a form. */
export type FieldFault = {
  /** Name of the field in its form, such as `amount-2` for the amount of the second recipient. */
  readonly field: string;
  readonly message: string;
};

/** An error about fields of a form. The page shows each message at its field. */
type FieldsRefusal = PlainError & { readonly faults: readonly FieldFault[] };

/** Makes the error for the fields that are wrong, in the order of the form. */
export const fieldsRefusal = (first: FieldFault, ...others: readonly FieldFault[]): FieldsRefusal =>
  Object.assign(failure(first.message), { faults: [first, ...others] });

export const isAtFields = (error: unknown): error is FieldsRefusal =>
  error instanceof PlainError && 'faults' in error;
