import { psbtKinds } from '../../psbt/psbt-kinds.ts';
import { checkWith } from './arguments.ts';

/** Checks an argument like `checkArgument`; it may be a PSBT or a part of one. */
export const checkPsbtArgument = /* @__PURE__ */ checkWith(psbtKinds);
