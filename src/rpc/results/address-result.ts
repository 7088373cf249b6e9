import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { type Json, jsonNumber } from '../../json/json.ts';
import { matchWitnessProgram } from '../../script/script.ts';
import { solveScript } from '../../script/templates.ts';
import { bool, hex, list, num, object, str } from '../fields.ts';

/** Fields about the kind of address, as `describeAddress` returns them. */
export const addressKindFields = [
  bool.optional('isscript', 'True if it is the address of a script'),
  bool.optional('iswitness', 'True if it is a witness address'),
  num.optional('witness_version', 'The version of the witness program'),
  hex.optional('witness_program', 'The witness program'),
] as const;

/**
 * Fields about the scripts and keys of an address, as far as the wallet knows them
 * (`describeWithKeys`).
 */
export const addressKeyFields = [
  str.optional('script', 'The type of the script behind the address'),
  hex.optional('hex', 'The script behind it'),
  list.optional('pubkeys', 'The public keys of a multisig script', [hex()]),
  num.optional('sigsrequired', 'The number of signatures that a multisig script requires'),
  hex.optional('pubkey', 'The public key of the address'),
  bool.optional('iscompressed', 'True if that public key is compressed'),
] as const;

const addressFields = [
  ...addressKindFields,
  ...addressKeyFields,
  str('address', 'The address'),
  hex('scriptPubKey', 'The output script in hexadecimal'),
] as const;

/** Fields of an embedded address. P2WSH in P2SH is the deepest nesting. */
export const embeddedAddressFields = [
  ...addressFields,
  object.optional('embedded', 'The address inside that script', addressFields),
] as const;

export type AddressMembers = { readonly [member: string]: Json | undefined };

/**
 * Describes the script of an address: isscript, iswitness and the witness program. Core:
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
