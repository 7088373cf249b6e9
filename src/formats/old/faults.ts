import { type FormatFailure, failure } from '../wallet-file.ts';

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

/** Reports a file that is not complete. */
export const damagedFault = (name: string): FormatFailure =>
  failure(`this is cut off or changed (${name}). Copy it again`);

/** Asks for the second password of a file that the first one opened. */
export const BOTH: FormatFailure = {
  error:
    'the file opens with this password, but its keys have a second password (or spending PIN). Type the first password, a space, and the second password',
  needsPassword: true,
};

/** Reports keys of another coin. */
export const OTHER_COIN = failure('this is a wallet of another coin than Bitcoin');
