import type { FormatFailure } from '../wallet-file.ts';

/** Asks for the password of encrypted keys. `name`: the format, such as BIP38. */
export const sealedFault = (name: string): FormatFailure => ({
  error: `this is encrypted (${name}): its password is needed`,
  needsPassword: true,
});

/** Reports a wrong password, and asks again. */
export const wrongPassword = (name: string): FormatFailure => ({
  error: `the password is wrong (${name}). Type it again, also capital letters and spaces`,
  needsPassword: true,
});
