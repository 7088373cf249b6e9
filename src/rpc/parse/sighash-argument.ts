import { parseSighashType, Sighash, type SighashType } from '../../sighash/sighash-type.ts';
import { invalid } from '../error.ts';

/**
 * Parses the sighash type of a PSBT. If omitted, each input's kind decides. Core:
 * ParseSighashString.
 */
export function parseOptionalSighash(text: string | undefined): SighashType | undefined {
  return text === undefined ? undefined : parseSighashArgument(text);
}

/**
 * Left out: DEFAULT, which signs as ALL wherever ECDSA signs. That is what both profiles mean: the
 * default profile's ALL with taproot inputs in their own default form.
 */
export function parseSighashArgument(text: string | undefined): SighashType {
  if (text === undefined) return Sighash.DEFAULT;
  const type = parseSighashType(text);
  if (type === undefined) {
    throw invalid(`'${text}' is not a valid sighash parameter.`);
  }
  return type;
}
