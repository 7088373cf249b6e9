import type { ErrorCode } from '../encoding/error-code.ts';
import type { AnswerFault } from './take-signatures.ts';

/** Why an answer was not used, for people. */
export type FaultMessage = {
  readonly code: ErrorCode;
  /** Follows a colon, and has no period at its end. */
  readonly reason: string;
  /** Says what to do. */
  readonly hint: string;
};

/** Returns the message about an answer that was not used. Every face shows the same. */
export function messageOf(fault: AnswerFault): FaultMessage {
  switch (fault.error) {
    case 'other transaction':
      return {
        code: 'OTHER_TRANSACTION',
        reason: 'it is for another transaction',
        hint: 'Its inputs or outputs are not those of the PSBT. Check which files belong together, and what the device shows while it signs.',
      };
    case 'lock times':
      return {
        code: 'LOCK_TIMES',
        reason: 'the lock times that its inputs ask for exclude each other',
        hint: 'One input asks for a height and another for a time: spend them in two transactions.',
      };
    case 'bad signature':
      return {
        code: 'BAD_SIGNATURE',
        reason: `the signature ${fault.signature} does not hold for input ${fault.input}`,
        hint: 'Ask its signer to sign again, and to compare the inputs and outputs that the device shows.',
      };
    case 'silent payment':
      return {
        code: 'SILENT_PAYMENT',
        reason: 'its silent payments are not what their addresses ask for',
        hint: 'Do not sign it. Create the PSBT again.',
      };
    case 'other sighash type':
      return {
        code: 'SIGHASH_MISMATCH',
        reason: `a signature for input ${fault.input} is of another type than was asked for`,
        hint: 'It may leave outputs open to be changed. Ask for the type that the PSBT names: ALL, unless it says otherwise.',
      };
  }
}
