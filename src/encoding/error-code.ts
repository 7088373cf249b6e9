/** Codes of every `ColdsignError`, for programs. */
export type ErrorCode =
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
  /** An unconfirmed coin from others is named, without `includeUnsafe`. */
  | 'UNSAFE_COIN'
  /** `packageFeeRate` needs the size and the fee of an unconfirmed coin's transactions. */
  | 'ANCESTORS_MISSING'
  /** The transaction to be replaced is none of this account, or what it spends is not known. */
  | 'NOT_REPLACEABLE'
  /** An output is so small that nodes do not relay it. */
  | 'AMOUNT_TOO_SMALL'
  /** Nodes do not relay a transaction that pays so little. */
  | 'FEE_RATE_TOO_LOW'
  /** The fee is more than anybody pays on purpose, or than was allowed. */
  | 'FEE_TOO_HIGH'
  /** A legacy coin can only be signed for with the transaction that made it. */
  | 'PREVIOUS_TRANSACTION_MISSING'
  /** The transaction would be larger than nodes relay. */
  | 'TOO_LARGE'
  /** The transaction cannot be made for another reason, given in the message. */
  | 'NOT_FUNDED'
  /** The lock times that inputs ask for exclude each other. */
  | 'LOCK_TIMES'
  /** A silent payment is wrong, or would not be signed completely. */
  | 'SILENT_PAYMENT'
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
  /** The answer is about a different transaction. */
  | 'OTHER_TRANSACTION'
  /** A signature is not valid for this transaction. */
  | 'BAD_SIGNATURE'
  /** Inputs are not signed yet. */
  | 'NOT_FINAL'
  /** The amounts of inputs, and with them the fee, are not known or not proven. */
  | 'UNKNOWN_FEE'
  /** The text is no request to pay (BIP21, BIP321), or requires what is not supported. */
  | 'INVALID_URI'
  /** The policy does not let the payment be signed: `details.findings` says why. */
  | 'REVIEW_REFUSED'
  /** The person, or the app's function, did not approve the payment. */
  | 'NOT_APPROVED'
  /** The app ended the call by its `AbortSignal`; `cause` is the signal's reason. */
  | 'ABORTED'
  /** The storage of the app failed; `cause` is what it threw. */
  | 'STORAGE_FAILED'
  /** The source does not answer, or the connection ended. */
  | 'SOURCE_UNREACHABLE'
  /** A source gave no whole answer in time. */
  | 'SOURCE_TIMEOUT'
  /** The answer of a source is larger than any true one. */
  | 'SOURCE_TOO_LARGE'
  /** The answer of a source is not of the protocol. */
  | 'SOURCE_NONSENSE'
  /** A claim of the source is false: an id, a proof or a header does not match. */
  | 'SOURCE_FALSE'
  /** The source does not do what it was asked for, and says so. */
  | 'SOURCE_REFUSED'
  /** The source is of another chain. */
  | 'SOURCE_OTHER_CHAIN';
