import { decodeBase64 } from '../../encoding/base64.ts';
import type { Network } from '../../encoding/network.ts';
import { verifyCompactMany } from '../../message/compact-signature.ts';
import type { ClaimedCoin } from '../../message/proof-of-funds.ts';
import { hasPrefix } from '../../message/signature-text.ts';
import { type MessageVerdict, type SignedMessage, verifyMessage } from '../../message/verify.ts';
import { formatAddress } from '../../script/address.ts';
import { solveScript } from '../../script/templates.ts';
import { outPointKey } from '../../transaction/transaction.ts';
import type { Context } from '../context.ts';
import { shape } from '../declare-shape.ts';
import { invalid, typeError } from '../error.ts';
import { amount, bool, hex, num, rows, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { parseSigningAddress } from '../parse/message-arguments.ts';
import { profileRules } from '../profile.ts';
import { type JudgedMessage, judgeMessage, messageReason } from '../signing/judge-message.ts';
import { answerTogether } from '../together.ts';

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
const messageVerdictResult = shape<MessageVerdict, VerdictContext>(
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

export const verifymessage = defineMethod({
  name: 'verifymessage',
  category: 'Util',
  together: true,
  summary: 'Verify a signed message.',
  params: [
    str('address', 'The address'),
    str('signature', 'The signature in base64, as signmessage makes it', { freeText: true }),
    str('message', 'The message', { freeText: true }),
    bool('verbose', '(not with -profile=core) Return details: the reason and the conditions', {
      default: false,
      beyondCore: true,
    }),
  ],
  result: [
    bool('', 'True if the signature is valid', { when: 'without verbose' }),
    messageVerdictResult,
  ],
  examples: ['verifymessage "address" "signature" "my message"'],
  async run({ address, signature, message, verbose = false }, context) {
    const script = parseSigningAddress(address, context);
    const signed = { scriptPubKey: script, signature, message };
    const byScript = solveScript(script).kind !== 'pubkeyhash' || hasPrefix(signature);
    if (!verbose && !(byScript && profileRules(context.profile).messagesByScript)) {
      return verifyByKey(signed, context);
    }
    if (!verbose) return isValidAtOnce(verifyMessage(signed, context.secp256k1));
    const { verdict, unspent } = await judgeMessage(signed, context);
    return messageVerdictResult.show(verdict, { unspent, network: context.network });
  },
});

const verifyTogether = answerTogether(verifyCompactMany);

/** Verifies a signature by key after the address was checked. Core: MessageVerify. */
async function verifyByKey(
  { scriptPubKey: script, signature, message }: SignedMessage,
  { secp256k1 }: Context,
): Promise<boolean> {
  const bytes = decodeBase64(signature);
  if (bytes === undefined) {
    throw typeError('Malformed base64 encoding');
  }
  return verifyTogether({ message, signature: bytes, script }, secp256k1);
}

/** Throws for a signature with conditions, because true or false cannot express them. */
function isValidAtOnce({ state, locktime, sequence, coins }: MessageVerdict): boolean {
  const isPlain = locktime === 0 && sequence === 0 && coins.length === 0;
  if (state === 'invalid' || (state === 'valid' && isPlain)) return state === 'valid';
  throw invalid(
    state === 'inconclusive'
      ? 'This signature is inconclusive: it uses rules that do not exist yet'
      : 'This signature holds under conditions, or claims coins',
    'With verbose=true the answer lists them.',
  );
}
