import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { type Json, jsonNumber } from '../../json/json.ts';
import { matchWitnessProgram } from '../../script/script.ts';
import { solveScript } from '../../script/templates.ts';

export type AddressMembers = { readonly [member: string]: Json | undefined };

/**
 * What kind of address stands for a script: isscript, iswitness and the witness program. Core:
 * DescribeAddress.
 */
export function describeAddress(script: Bytes): AddressMembers {
  const { kind } = solveScript(script);
  if (kind === 'pubkeyhash') return { isscript: false, iswitness: false };
  if (kind === 'scripthash') return { isscript: true, iswitness: false };
  if (kind === 'anchor') return { isscript: true, iswitness: true };
  const witness = matchWitnessProgram(script);
  if (witness === undefined) return {};
  return {
    isscript: kind === 'witness_unknown' ? undefined : kind !== 'witness_v0_keyhash',
    iswitness: true,
    witness_version: jsonNumber(witness.version),
    witness_program: encodeHex(witness.program),
  };
}
