import type { Result } from '../method.ts';

/** What kind of address it is: `describeAddress`. */
export const addressKindFields = [
  { name: 'isscript', type: 'bool', optional: true, help: 'Whether it stands for a script' },
  { name: 'iswitness', type: 'bool', optional: true, help: 'Whether it is a witness address' },
  {
    name: 'witness_version',
    type: 'number',
    optional: true,
    help: 'The version of the witness program',
  },
  { name: 'witness_program', type: 'hex', optional: true, help: 'The witness program' },
] as const satisfies readonly Result[];

/** What is behind an address, as far as the wallet knows: `describeWithKeys`. */
export const addressKeyFields = [
  { name: 'script', type: 'string', optional: true, help: 'Which kind of script is behind it' },
  { name: 'hex', type: 'hex', optional: true, help: 'The script behind it' },
  {
    name: 'pubkeys',
    type: 'array',
    optional: true,
    help: 'The public keys of a multisig script',
    fields: [{ type: 'hex', help: '' }],
  },
  {
    name: 'sigsrequired',
    type: 'number',
    optional: true,
    help: 'How many signatures a multisig script asks for',
  },
  { name: 'pubkey', type: 'hex', optional: true, help: 'Its public key' },
  {
    name: 'iscompressed',
    type: 'bool',
    optional: true,
    help: 'Whether that public key is compressed',
  },
] as const satisfies readonly Result[];

const addressFields = [
  ...addressKindFields,
  ...addressKeyFields,
  { name: 'address', type: 'string', help: 'The address' },
  { name: 'scriptPubKey', type: 'hex', help: 'Its script' },
] as const satisfies readonly Result[];

/** An address in an address: P2WSH in P2SH is the deepest that there is. */
export const embeddedAddressFields = [
  ...addressFields,
  {
    name: 'embedded',
    type: 'object',
    optional: true,
    help: 'The address that its script has in turn',
    fields: addressFields,
  },
] as const satisfies readonly Result[];
