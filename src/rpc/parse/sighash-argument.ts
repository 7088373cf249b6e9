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
 * Parses a sighash type. If omitted, DEFAULT, which means ALL for ECDSA. This is right for both
 * profiles: taproot inputs get their default type, all others ALL.
 */
export function parseSighashArgument(text: string | undefined): SighashType {
  if (text === undefined) return Sighash.DEFAULT;
  const type = parseSighashType(text);
  if (type === undefined) {
    throw invalid(`'${text}' is not a valid sighash parameter.`);
  }
  return type;
}
