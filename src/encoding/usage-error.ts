import { ColdsignError } from './coldsign-error.ts';

/** An argument is of another type than is declared. */
export const argumentError = (message: string, hint: string): ColdsignError =>
  new ColdsignError('WRONG_ARGUMENT', message, { hint });

/** The fee is more than anybody pays on purpose, or than was allowed. */
export const absurdFeeError = (message: string, hint: string): ColdsignError =>
  new ColdsignError('FEE_TOO_HIGH', message, { hint });
