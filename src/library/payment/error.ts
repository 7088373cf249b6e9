import { PlainError } from '../../encoding/plain-error.ts';
import { redactSecrets } from '../../encoding/redact.ts';
import type { PsbtInputDetails } from '../../rpc/shape/psbt-details.ts';

/** What went wrong, for programs. */
export type PaymentFault =
  /** An argument is missing, or of another type than is declared. */
  | 'WRONG_ARGUMENT'
  /** The text is no descriptor, or none that coins can be spent with. */
  | 'INVALID_DESCRIPTOR'
  /** The text is no address of this network. */
  | 'INVALID_ADDRESS'
  /** An amount is none in satoshi, or is not what the previous transaction says. */
  | 'INVALID_AMOUNT'
  /** The text is no private key of this network. */
  | 'INVALID_KEY'
  /** An entry of a list of coins is none that Esplora, Electrum or a node gives. */
  | 'INVALID_COIN'
  /** A coin does not belong to the account. */
  | 'FOREIGN_COIN'
  /** The bytes or the text are no PSBT. */
  | 'INVALID_PSBT'
  /** The coins do not suffice for the outputs and the fee. */
  | 'INSUFFICIENT_FUNDS'
  /** A coin of a miner is named that has fewer than 100 confirmations. */
  | 'IMMATURE_COIN'
  /** An unconfirmed coin of somebody else is named, without `includeUnsafe`. */
  | 'UNSAFE_COIN'
  /** An output is so small that nodes do not relay it. */
  | 'AMOUNT_TOO_SMALL'
  /** Nodes do not relay a transaction that pays so little. */
  | 'FEE_RATE_TOO_LOW'
  /** The fee is more than anybody pays on purpose, or than was allowed. */
  | 'FEE_TOO_HIGH'
  /** A legacy coin can only be signed for with the transaction that made it. */
  | 'PREVIOUS_TRANSACTION_MISSING'
  /** No transaction can be made for another reason, which the message tells. */
  | 'NOT_FUNDED'
  /** The lock times that inputs ask for exclude each other. */
  | 'LOCK_TIMES'
  /** An input asks for another type of signature than the call. */
  | 'SIGHASH_MISMATCH'
  /** A signer or a device failed, or did not answer with a PSBT. */
  | 'SIGNER_FAILED'
  /** The person at the device refused to sign. */
  | 'DEVICE_REFUSED'
  /** The user, or the app, gave up before the device was asked or had answered. */
  | 'DEVICE_CANCELLED'
  /** The device is not connected, or was unplugged. */
  | 'DEVICE_DISCONNECTED'
  /** The device is in use: by another program, another call or another window. */
  | 'DEVICE_BUSY'
  /** The device waits for its PIN. */
  | 'DEVICE_LOCKED'
  /** What came back is about another transaction than the one that was sent. */
  | 'OTHER_TRANSACTION'
  /** A signature is not valid for this transaction. */
  | 'BAD_SIGNATURE'
  /** Inputs are not signed yet. */
  | 'NOT_FINAL'
  /** The amounts of inputs, and with them the fee, are not known or not proven. */
  | 'UNKNOWN_FEE';

/**
 * Why an input is not complete: the cause for programs, the fix for people, and what both are
 * about.
 */
export type InputProblem = PsbtInputDetails & {
  /** The first thing that stands in the way. */
  readonly cause:
    | 'MISSING_COIN'
    | 'SCRIPT_FAILED'
    | 'BAD_SIGNATURE'
    | 'MISSING_SCRIPT'
    | 'MISSING_SIGNATURE'
    | 'LOCKED';
};

/**
 * What `openAccount`, `fund`, `sign`, `combine` and `extract` throw. Never carries key material.
 * `JSON.stringify` and structured clones keep its members.
 */
export class PaymentError extends PlainError {
  /** For programs. */
  readonly code: PaymentFault;
  /** What to do about it. */
  readonly hint: string;
  /** Of each input that it is about, cause and fix; absent: it is about none of them. */
  declare readonly inputs?: readonly InputProblem[];
  /**
   * What the device or its program gave as status: a Ledger's status word (0x6985), or the code of
   * an error. `cause` has all that was thrown. Absent: there is none.
   */
  declare readonly status?: number | string;

  constructor(
    code: PaymentFault,
    message: string,
    { hint, inputs, status }: Pick<PaymentError, 'hint' | 'inputs' | 'status'>,
  ) {
    super('PaymentError', message);
    this.code = code;
    this.hint = redactSecrets(hint);
    if (inputs !== undefined) this.inputs = inputs;
    if (status !== undefined) this.status = status;
  }
}

/**
 * An argument of another type than is declared: for callers without types. The value stands nowhere
 * in it: it may be a key.
 */
export function wrongArgument(what: string, hint: string): PaymentError {
  return new PaymentError('WRONG_ARGUMENT', what, { hint });
}
