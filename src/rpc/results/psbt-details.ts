import type { Result } from '../method.ts';
import { inputDetailFields } from './signing.ts';

const texts = (name: string, help: string) =>
  ({ name, type: 'array', help, fields: [{ type: 'string', help: '' }] }) as const satisfies Result;

/** Why inputs are not complete: `shape/psbt-details.ts`. */
export const psbtDetailsResult = {
  name: 'details',
  type: 'array',
  optional: true,
  beyondCore: true,
  help: 'The inputs that are not complete, when the option details is true',
  fields: [
    {
      type: 'object',
      help: '',
      fields: [
        ...inputDetailFields,
        {
          name: 'missingOrigins',
          type: 'array',
          help: 'Where missing keys come from, as far as the PSBT tells',
          fields: [
            {
              type: 'object',
              help: '',
              fields: [
                { name: 'key', type: 'hex', help: 'The public key' },
                { name: 'masterFingerprint', type: 'hex', help: 'Of its master key' },
                { name: 'path', type: 'string', help: 'The path from there' },
              ],
            },
          ],
        },
        texts('badSignatures', 'Public keys whose signature does not fit'),
        texts('locks', 'Locks that are not open: older(n) or after(n)'),
      ],
    },
  ],
} as const satisfies Result;
