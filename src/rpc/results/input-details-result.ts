import { hex, list, num, str } from '../fields.ts';

/** Details of incomplete inputs, raw or in a PSBT. */
export const inputDetailFields = [
  num('input', 'The number of the input'),
  hex('txid', 'The transaction that it spends from'),
  num('vout', 'The number of its output'),
  str.optional('scriptError', "Core's name of the error"),
  str.optional('place', 'The script that failed'),
  str.optional('opcode', 'The operation that failed'),
  num.optional('opcodeIndex', 'The position of the operation in the script, from 0'),
  num.optional('stackDepth', 'The number of stack elements when it was reached'),
  list('missingPublicKeys', 'HASH160 of missing public keys', [hex()]),
  list('missingKeys', 'Public keys whose private key is missing', [hex()]),
  hex.optional('missingRedeemScript', 'HASH160 of the missing redeem script'),
  hex.optional('missingWitnessScript', 'SHA-256 of the missing witness script'),
  str('fix', 'The most likely fix'),
] as const;
