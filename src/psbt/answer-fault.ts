import type { ErrorCode } from '../encoding/error-code.ts';
import { faultMessage, type OutcomeMessage } from './outcome-messages.ts';
import type { AnswerFault } from './take-signatures.ts';

/** Why an answer was not used, for people. */
export type FaultMessage = {
  readonly code: ErrorCode;
  /** The reason. The text follows a colon, and has no period at its end. */
  readonly reason: OutcomeMessage;
  /** Says what to do. */
  readonly hint: string;
};

/** Returns the message about an answer that was not used. Every face shows the same. */
export function messageOf(fault: AnswerFault): FaultMessage {
  switch (fault.error) {
    case 'other transaction':
      return {
        code: 'OTHER_TRANSACTION',
        reason: faultMessage('other-transaction'),
        hint: 'Its inputs or outputs are not those of the PSBT. Check which files belong together, and what the device shows while it signs.',
      };
    case 'lock times':
      return {
        code: 'LOCK_TIMES',
        reason: faultMessage('lock-times'),
        hint: 'One input asks for a height and another for a time: spend them in two transactions.',
      };
    case 'bad signature':
      return {
        code: 'BAD_SIGNATURE',
        reason: faultMessage('bad-signature', fault.signature, fault.input),
        hint: 'Ask its signer to sign again, and to compare the inputs and outputs that the device shows.',
      };
    case 'silent payment':
      return {
        code: 'SILENT_PAYMENT',
        reason: faultMessage('silent'),
        hint: 'Do not sign it. Create the PSBT again.',
      };
    case 'other sighash type':
      return {
        code: 'SIGHASH_MISMATCH',
        reason: faultMessage('other-sighash', fault.input),
        hint: 'It may leave outputs open to be changed. Ask for the type that the PSBT names: ALL, unless it says otherwise.',
      };
  }
}
