import type { ScriptError } from '../script/script-error.ts';

/** Why an input is not signed. */
export type InputError =
  | { readonly kind: 'coin-not-found' }
  /** The amount that the witness commits to is unknown. Core refuses the whole call for it. */
  | { readonly kind: 'missing-amount' }
  | {
      readonly kind: 'script';
      /** Why the script fails, as the interpreter names it. */
      readonly error: ScriptError;
    };
