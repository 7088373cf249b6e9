import { list, num, options, str } from '../fields.ts';
import type { Param } from '../method.ts';
import { outPointField } from './create-transaction.ts';

const formatParam = str(
  'format',
  'How it is signed: by the key (legacy, as Bitcoin Core), or by the script of the address (the other three, BIP322)',
  {
    values: ['legacy', 'simple', 'full', 'proof-of-funds'],
    defaultHint:
      'legacy for an address of a key hash (P2PKH); simple for native segwit, full for the rest or with locks, proof-of-funds with utxos',
  },
);

const lockParams = [
  num(
    'locktime',
    'For a script with a lock: the signature holds from this height or time (seconds since 1970) on',
    { default: 0 },
  ),
  num(
    'sequence',
    'For a script with a relative lock: how old a coin has to be (BIP68), as older() has it',
    { default: 0 },
  ),
] as const;

const messageOptions = (fields: readonly Param[]) =>
  options('options', '(not with -profile=core) How to sign', fields, {
    beyondCore: true,
    usage: 'options',
  });

/** Options for signing a message with a key. */
export const keyMessageOptionsParam = messageOptions([
  str('address', 'The address of the key that is signed for', {
    defaultHint: 'that of the hash of the key (P2PKH)',
  }),
  formatParam,
  ...lockParams,
]);

/** Options for signing a message with a wallet. */
export const walletMessageOptionsParam = messageOptions([
  formatParam,
  ...lockParams,
  list('utxos', 'Coins of the wallet that are proven with it', [outPointField], {
    default: '[]',
  }),
]);
