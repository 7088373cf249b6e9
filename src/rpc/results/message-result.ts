import type { Network } from '../../encoding/network.ts';
import type { ClaimedCoin } from '../../message/proof-of-funds.ts';
import type { MessageVerdict } from '../../message/verify.ts';
import { formatAddress } from '../../script/address.ts';
import { outPointKey } from '../../transaction/transaction.ts';
import { shape } from '../declare-shape.ts';
import { amount, bool, hex, num, rows, str } from '../fields.ts';
import { type JudgedMessage, messageReason } from '../signing/judge-message.ts';

type VerdictContext = Pick<JudgedMessage, 'unspent'> & { readonly network: Network };

const isUnspent = ({ prevout }: ClaimedCoin, { unspent }: VerdictContext) =>
  unspent?.has(outPointKey(prevout));

const claimedCoin = shape<ClaimedCoin, VerdictContext>([
  hex('txid', 'The transaction', (c) => c.prevout.txid),
  num('vout', 'The number of its output', (c) => c.prevout.vout),
  amount('amount', 'The amount of the coin', (c) => c.value),
  hex('scriptPubKey', 'The output script of the coin', (c) => c.scriptPubKey),
  str.optional('address', 'The address of that script, if it has one', (c, { network }) =>
    formatAddress(c.scriptPubKey, network),
  ),
  bool(
    'proven',
    'True if amount and script are proven by the previous transaction or by the chain; otherwise they are only claimed',
    (c, context) => c.proven || isUnspent(c, context) === true,
  ),
  bool.optional(
    'unspent',
    'True if the coin is unspent in the chain; absent without a chain source',
    isUnspent,
  ),
]);

/** The detailed result of `verifymessage`. */
export const messageVerdictResult = shape<MessageVerdict, VerdictContext>(
  [
    str(
      'state',
      'The result. "valid" means valid under the conditions below; "inconclusive" means that the script uses future rules',
      (v) => v.state,
      { values: ['valid', 'inconclusive', 'invalid'] },
    ),
    str.optional(
      'format',
      'The format of the signature; absent if the text is not a signature',
      (v) => v.format,
      { values: ['legacy', 'simple', 'full', 'proof-of-funds'] },
    ),
    str.optional('reason', 'The reason why it is not valid', messageReason),
    num(
      'locktime',
      'The height or time (seconds since 1970) from which it is valid; 0 means now',
      (v) => v.locktime,
    ),
    num(
      'sequence',
      'The minimum age of a coin before the signer can spend it (BIP68); 0 means any age',
      (v) => v.sequence,
    ),
    rows(
      'utxos',
      'Other coins that the signer claims to own; the list may be incomplete',
      claimedCoin,
      (v) => v.coins,
    ),
  ],
  { when: 'with verbose', beyondCore: true },
);
