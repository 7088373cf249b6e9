import type { JsonArray } from '../../json/json.ts';
import { hex, list, rows, str } from '../fields.ts';
import { inputDetailFields } from './input-details-result.ts';

const texts = (name: string, help: string) => list(name, help, [str()]);

/** Incomplete inputs, and why. */
export const psbtDetailsResult = rows.optional(
  'details',
  'The inputs that are not complete, if the option details is true',
  [
    ...inputDetailFields,
    rows('missingOrigins', 'Origins of missing keys, as far as the PSBT contains them', [
      hex('key', 'The public key'),
      hex('masterFingerprint', 'The fingerprint of its master key'),
      str('path', 'The path from there'),
    ]),
    texts('badSignatures', 'Public keys whose signature is invalid'),
    texts('locks', 'Locks that are still closed: older(n) or after(n)'),
  ],
  (found: { readonly details?: JsonArray | undefined }) => found.details,
  { beyondCore: true },
);
