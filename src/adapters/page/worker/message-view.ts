import { formatAmount } from '../../../encoding/amount.ts';
import { RpcCode, RpcError } from '../../../rpc/error.ts';
import {
  defaultMessageOptions,
  type MessageOptions,
  parseSigningAddress,
} from '../../../rpc/parse/message-arguments.ts';
import { judgeMessage, messageReason } from '../../../rpc/signing/judge-message.ts';
import { signMessageByRing } from '../../../rpc/signing/sign-message-by-ring.ts';
import { outPointKey } from '../../../transaction/transaction.ts';
import { failure } from './failures.ts';
import { unwrapped } from './intake.ts';
import { readAddress } from './payee.ts';
import { ringOf, type Session } from './session.ts';
import { explained } from './session-context.ts';

/** The forms of a signature that the page offers. `plain` has no prefix. */
export type TextFormat = 'usual' | 'plain' | 'legacy' | 'full';

/** Signs a message with the key of an address of the open keys. */
export async function signText(
  session: Session,
  given: { readonly address: string; readonly message: string; readonly format: TextFormat },
): Promise<string> {
  if (session.keys.length === 0) throw failure('Unlock your wallet first.');
  const { message, format } = given;
  const address = readAddress(unwrapped(given.address), session);
  const options: MessageOptions = {
    ...defaultMessageOptions,
    format: format === 'legacy' || format === 'full' ? format : undefined,
    prefix: format !== 'plain',
  };
  return explained(session, [given.address, message], (context) =>
    signMessageByRing({ address, message, options }, ringOf(session), context),
  ).catch((error: unknown) => {
    // Only the form of the signature is an argument that may not fit.
    const isForm = error instanceof RpcError && error.code === RpcCode.INVALID_PARAMETER;
    throw isForm ? failure('This address can’t sign in this form. Choose the usual one.') : error;
  });
}

/** Result of verifying the signature of a message for an address. */
export type MessageView = {
  readonly state: 'valid' | 'inconclusive' | 'invalid';
  /** Reason why it is not valid. */
  readonly reason: string | undefined;
  /** Locks under which the signature is valid, and coins that it names, a line each. */
  readonly conditions: readonly string[];
};

export async function checkMessage(
  session: Session,
  given: { readonly address: string; readonly message: string; readonly signature: string },
): Promise<MessageView> {
  const address = readAddress(unwrapped(given.address), session);
  const { verdict, unspent } = await explained(session, Object.values(given), (context) =>
    judgeMessage({ ...given, scriptPubKey: parseSigningAddress(address, context) }, context),
  );
  const { state, locktime, sequence, coins } = verdict;
  return {
    state,
    // The page has already said that it fits neither the address nor the message.
    reason: verdict.error === 'SCRIPT' ? undefined : messageReason(verdict),
    conditions: [
      ...(locktime === 0 ? [] : [`locktime ${locktime}`]),
      ...(sequence === 0 ? [] : [`sequence ${sequence}`]),
      ...coins.map(({ prevout, value, proven }) => {
        const isKnown = proven || unspent?.has(outPointKey(prevout));
        const certainty = isKnown ? 'proven' : 'claimed only';
        return `${formatAmount(value)} BTC, ${certainty}: ${prevout.txid}:${prevout.vout}`;
      }),
    ],
  };
}
