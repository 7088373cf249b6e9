import { decodeBase64 } from '../../encoding/base64.ts';
import { verifyCompactMany } from '../../message/compact-signature.ts';
import { hasPrefix } from '../../message/signature-text.ts';
import { type MessageVerdict, type SignedMessage, verifyMessage } from '../../message/verify.ts';
import { solveScript } from '../../script/templates.ts';
import type { Context } from '../context.ts';
import { invalid, typeError } from '../error.ts';
import { bool, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { parseSigningAddress } from '../parse/message-arguments.ts';
import { profileRules } from '../profile.ts';
import { messageVerdictResult } from '../results/message-result.ts';
import { judgeMessage } from '../signing/judge-message.ts';
import { answerTogether } from '../together.ts';

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

/** Core: MessageVerify, behind the check of the address. */
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

/** Yes or no says nothing of conditions, so what has some is neither. */
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
