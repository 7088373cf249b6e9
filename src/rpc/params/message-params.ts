import { bool, list, num, options, str } from '../fields.ts';
import type { Param } from '../method.ts';
import { outPointField } from './create-transaction-params.ts';

const formatParam = str(
  'format',
  'The format: signed by the key (legacy, as Bitcoin Core; with the header of BIP137 for P2WPKH and P2WPKH in P2SH), or by the script of the address (the other three, BIP322)',
  {
    values: ['legacy', 'simple', 'full', 'proof-of-funds'],
    defaultHint:
      'legacy for an address of a key hash (P2PKH); simple for native segwit, full for the rest or with locks, proof-of-funds with utxos',
  },
);

const prefixParam = bool(
  'prefix',
  'If false, a simple signature does not begin with smp, which BIP322 asks for and older verifiers reject',
  { default: true },
);

const lockParams = [
  num(
    'locktime',
    'The height or time (seconds since 1970) from which the signature is valid, for a script with a lock time',
    { default: 0 },
  ),
  num(
    'sequence',
    'The minimum age of a coin (BIP68), as in older(), for a script with a relative lock',
    { default: 0 },
  ),
] as const;

const messageOptions = (fields: readonly Param[]) =>
  options('options', '(not with -profile=core) Options of the signature', fields, {
    beyondCore: true,
    usage: 'options',
  });

/** Options for signing a message with a key. */
export const keyMessageOptionsParam = messageOptions([
  str('address', 'The address to sign for', {
    defaultHint: 'that of the hash of the key (P2PKH)',
  }),
  formatParam,
  prefixParam,
  ...lockParams,
]);

/** Options for signing a message with a wallet. */
export const walletMessageOptionsParam = messageOptions([
  formatParam,
  prefixParam,
  ...lockParams,
  list('utxos', 'Coins of the wallet whose ownership is proven, too', [outPointField], {
    default: '[]',
  }),
]);
