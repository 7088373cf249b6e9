import type { Result } from '../method.ts';

/** Every way to spend what a descriptor stands for. */
export const spendingPathsResult = {
  name: 'paths',
  type: 'array',
  optional: true,
  beyondCore: true,
  help: 'Every way to spend it, the smallest first: its place in the list, from 0, is the option "path" of send and walletcreatefundedpsbt. Absent: they are not known, or more than 500',
  fields: [
    {
      type: 'object',
      help: '',
      fields: [
        {
          name: 'by',
          type: 'string',
          values: ['key', 'leaf', 'script'],
          help: 'By the key of a taproot output, by one of its leaves, or by the script',
        },
        {
          name: 'leaf',
          type: 'number',
          optional: true,
          help: 'Which leaf, from the left and from 0',
        },
        {
          name: 'signers',
          type: 'array',
          help: 'Each of these groups has to sign',
          fields: [
            {
              type: 'object',
              help: '',
              fields: [
                { name: 'threshold', type: 'number', help: 'So many of the keys' },
                {
                  name: 'keys',
                  type: 'array',
                  help: 'As the descriptor has them, without private keys',
                  fields: [{ type: 'string', help: '' }],
                },
              ],
            },
          ],
        },
        {
          name: 'older',
          type: 'number',
          optional: true,
          help: 'What the sequence of the input has to be at least (BIP68)',
        },
        {
          name: 'after',
          type: 'number',
          optional: true,
          help: 'What the lock time has to be at least: a height, or seconds since 1970',
        },
        {
          name: 'hashes',
          type: 'array',
          help: 'Hashes whose preimages have to be told',
          fields: [
            {
              type: 'object',
              help: '',
              fields: [
                { name: 'kind', type: 'string', help: 'Named as in descriptors' },
                { name: 'digest', type: 'hex', help: 'The hash, in the order of the script' },
              ],
            },
          ],
        },
        { name: 'weight', type: 'number', help: 'Weight units of the whole input at most' },
      ],
    },
  ],
} as const satisfies Result & { readonly name: string };
