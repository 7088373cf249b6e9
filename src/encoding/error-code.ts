/** Codes of every `ColdsignError`, for programs. */
export type ErrorCode =
  /** An argument is missing, or of a wrong type. */
  | 'WRONG_ARGUMENT'
  /** The text is not a descriptor, or its coins cannot be spent. */
  | 'INVALID_DESCRIPTOR'
  /** The text is not an address of this network. */
  | 'INVALID_ADDRESS'
  /** An amount is not valid in satoshi, or differs from the previous transaction. */
  | 'INVALID_AMOUNT'
  /** The text is not a private key of this network. */
  | 'INVALID_KEY'
  /** An entry of a list of coins is not in the format of Esplora, Electrum or a node. */
  | 'INVALID_COIN'
  /** A coin does not belong to the account. */
  | 'FOREIGN_COIN'
  /** The bytes or the text are not a PSBT. */
  | 'INVALID_PSBT'
  /** The coins do not suffice for the outputs and the fee. */
  | 'INSUFFICIENT_FUNDS'
  /** A requested coin of a miner has fewer than 100 confirmations. */
  | 'IMMATURE_COIN'
  /** A requested coin from others is unconfirmed, without `includeUnsafe`. */
  | 'UNSAFE_COIN'
  /** `packageFeeRate` needs the size and the fee of an unconfirmed coin's transactions. */
  | 'ANCESTORS_MISSING'
  /** The transaction to replace does not belong to this account, or its spent coins are unknown. */
  | 'NOT_REPLACEABLE'
  /** An output is so small that nodes do not relay it. */
  | 'AMOUNT_TOO_SMALL'
  /** Nodes do not relay a transaction that pays so little. */
  | 'FEE_RATE_TOO_LOW'
  /** The fee is unreasonably high, or higher than allowed. */
  | 'FEE_TOO_HIGH'
  /** Signing a legacy coin needs the transaction that created it. */
  | 'PREVIOUS_TRANSACTION_MISSING'
  /** The transaction would be larger than nodes relay. */
  | 'TOO_LARGE'
  /** The transaction cannot be made for another reason, given in the message. */
  | 'NOT_FUNDED'
  /** The lock times that inputs require exclude each other. */
  | 'LOCK_TIMES'
  /** A silent payment is wrong, or would not be signed completely. */
  | 'SILENT_PAYMENT'
  /** An input requires another type of signature than the call. */
  | 'SIGHASH_MISMATCH'
  /** A signer or a device failed, or did not answer with a PSBT. */
  | 'SIGNER_FAILED'
  /** The person at the device refused to sign. */
  | 'DEVICE_REFUSED'
  /** The user or the app cancelled before the device answered. */
  | 'DEVICE_CANCELLED'
  /** The device is not connected, or was unplugged. */
  | 'DEVICE_DISCONNECTED'
  /** The device is in use: by another program, another call or another window. */
  | 'DEVICE_BUSY'
  /** The device waits for its PIN. */
  | 'DEVICE_LOCKED'
  /** The answer is about a different transaction. */
  | 'OTHER_TRANSACTION'
  /** A signature is not valid for this transaction. */
  | 'BAD_SIGNATURE'
  /** Inputs are not signed yet. */
  | 'NOT_FINAL'
  /** The amounts of inputs, and therefore the fee, are unknown or not proven. */
  | 'UNKNOWN_FEE'
  /** The text is not a payment URI (BIP21, BIP321), or requires an unsupported feature. */
  | 'INVALID_URI'
  /** The policy does not allow signing the payment. `details.findings` has the reasons. */
  | 'REVIEW_REFUSED'
  /** The person, or the app's function, did not approve the payment. */
  | 'NOT_APPROVED'
  /** A part of the code could not be loaded, so nothing was signed; `cause` is the failure. */
  | 'NOT_LOADED'
  /** The app ended the call by its `AbortSignal`; `cause` is the signal's reason. */
  | 'ABORTED'
  /** The app's storage failed; `cause` is the thrown value. */
  | 'STORAGE_FAILED'
  /** The stored wallet was changed by a different tab or program, so it was not overwritten. */
  | 'STORAGE_CHANGED'
  /** The source does not answer, or the connection ended. */
  | 'SOURCE_UNREACHABLE'
  /** A source gave no complete answer in time. */
  | 'SOURCE_TIMEOUT'
  /** The answer of a source is larger than any valid one. */
  | 'SOURCE_TOO_LARGE'
  /** The answer of a source violates the protocol. */
  | 'SOURCE_NONSENSE'
  /** A claim of the source is false: an id, a proof or a header does not match. */
  | 'SOURCE_FALSE'
  /** The source refused the request. */
  | 'SOURCE_REFUSED'
  /** The source belongs to another chain. */
  | 'SOURCE_OTHER_CHAIN';
