import { bool, hex, list, num, record, rows, str } from '../fields.ts';
import type { Result } from '../method.ts';
import { warningsResult } from './wallet.ts';

/** Warnings about what a signature does not prove. */
export const coinWarnings = {
  ...warningsResult,
  beyondCore: true,
  help: 'Warnings about the coins and the fee',
} as const satisfies Result;

/** Details of incomplete inputs, raw or in a PSBT (`shape/input-details.ts`). */
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

/** More about the inputs that are not in order: `shape/input-details.ts`. */
const detailsResult = rows.optional(
  'details',
  'More about these inputs, if the option details is true',
  inputDetailFields,
  { beyondCore: true },
);

/** The result of methods that sign raw transactions. */
export const signingResult = record([
  hex('hex', 'The transaction with signatures'),
  bool('complete', 'True if every input is completely signed'),
  rows.optional('errors', 'The inputs that are not complete', [
    hex('txid', 'The transaction that the input spends from'),
    num('vout', 'The number of its output'),
    list('witness', 'The witness', [hex()]),
    hex('scriptSig', 'The signature script'),
    num('sequence', 'The sequence number'),
    str('error', 'The error message'),
  ]),
  coinWarnings,
  detailsResult,
]);
