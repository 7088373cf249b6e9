import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { type Json, jsonNumber } from '../../json/json.ts';
import { matchWitnessProgram } from '../../script/script.ts';
import { solveScript } from '../../script/templates.ts';
import { bool, hex, list, num, object, str } from '../fields.ts';

/** Fields about the kind of address, as `describeAddress` returns them. */
export const addressKindFields = [
  bool.optional('isscript', 'Whether it is the address of a script'),
  bool.optional('iswitness', 'Whether it is a witness address'),
  num.optional('witness_version', 'The version of the witness program'),
  hex.optional('witness_program', 'The witness program'),
] as const;

/** Fields about what is behind an address, as far as the wallet knows (`describeWithKeys`). */
export const addressKeyFields = [
  str.optional('script', 'Which kind of script is behind it'),
  hex.optional('hex', 'The script behind it'),
  list.optional('pubkeys', 'The public keys of a multisig script', [hex()]),
  num.optional('sigsrequired', 'How many signatures a multisig script asks for'),
  hex.optional('pubkey', 'Its public key'),
  bool.optional('iscompressed', 'Whether that public key is compressed'),
] as const;

const addressFields = [
  ...addressKindFields,
  ...addressKeyFields,
  str('address', 'The address'),
  hex('scriptPubKey', 'Its script'),
] as const;

/** An address in an address: P2WSH in P2SH is the deepest that there is. */
export const embeddedAddressFields = [
  ...addressFields,
  object.optional('embedded', 'The address that its script has in turn', addressFields),
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
