// Written by the build from the declarations of the methods.

/**
 * An amount in BTC, or a fee rate if the comment of the member says so. A string is parsed digit by
 * digit (`'0.10000000'`). A number is parsed from the digits that JavaScript prints for it: 0.1 is
 * exact, and 0.1 + 0.2 is rejected because it has too many decimals.
 */
export type Amount = number | string;

/** Where a missing key comes from. */
export type MissingOrigin = {
/** The public key; hexadecimal */
readonly key: string;
/** The fingerprint of its master key; hexadecimal */
readonly masterFingerprint: string;
/** The path from there */
readonly path: string;
};

/** Why an input is not complete. */
export type SigningDetails = {
/** The number of the input */
readonly input: number;
/** The transaction that it spends from; hexadecimal, as block explorers show it */
readonly txid: string;
/** The number of its output */
readonly vout: number;
/** Core's name of the error */
readonly scriptError?: string;
/** The script that failed */
readonly place?: string;
/** The operation that failed */
readonly opcode?: string;
/** The position of the operation in the script, from 0 */
readonly opcodeIndex?: number;
/** The number of stack elements when it was reached */
readonly stackDepth?: number;
/** HASH160 of missing public keys */
readonly missingPublicKeys: readonly (string)[];
/** Public keys whose private key is missing */
readonly missingKeys: readonly (string)[];
/** HASH160 of the missing redeem script; hexadecimal */
readonly missingRedeemScript?: string;
/** SHA-256 of the missing witness script; hexadecimal */
readonly missingWitnessScript?: string;
/** The most likely fix */
readonly fix: string;
/** Origins of missing keys, as far as the PSBT contains them */
readonly missingOrigins: readonly (MissingOrigin)[];
/** Public keys whose signature is invalid */
readonly badSignatures: readonly (string)[];
/** Locks that are still closed: older(n) or after(n) */
readonly locks: readonly (string)[];
};

/** An output that carries data. */
export type DataOutput = {
/** The key is "data", the value what an OP_RETURN output carries; hexadecimal */
readonly data: string;
};

/** An output to spend. */
export type InputToSpend = {
/** The id of the transaction to spend from; hexadecimal, as block explorers show it */
readonly txid: string;
/** The number of its output */
readonly vout: number;
/**
 * The sequence number
 * Default: depends on 'replaceable' and 'locktime'.
 */
readonly sequence?: number | undefined;
};

/** The signature script of an input. */
export type DecodedScriptSig = {
/** The script in words, including sighash types of signatures */
readonly asm: string;
/** The script; hexadecimal */
readonly hex: string;
};

/** An input of a transaction. */
export type DecodedInput = {
/** The coinbase data, instead of the next three members; hexadecimal */
readonly coinbase?: string;
/** The transaction that it spends from; hexadecimal, as block explorers show it */
readonly txid?: string;
/** The number of its output */
readonly vout?: number;
/** The signature script */
readonly scriptSig?: DecodedScriptSig;
/** The witness */
readonly txinwitness?: readonly (string)[];
/** The sequence number */
readonly sequence: number;
};

/** The script of an output. */
export type DecodedScript = {
/** The script in words */
readonly asm: string;
/** The descriptor, as far as it can be inferred from the script */
readonly desc: string;
/** The script; hexadecimal */
readonly hex: string;
/** The address */
readonly address?: string;
/** The type of the script */
readonly type: string;
};

/** An output of a transaction. */
export type DecodedOutput = {
/** The amount in BTC */
readonly value: number;
/** The number of the output */
readonly n: number;
/** The script that it pays */
readonly scriptPubKey: DecodedScript;
};

/** A transaction. */
export type DecodedTransaction = {
/** The id; hexadecimal, as block explorers show it */
readonly txid: string;
/** The id with witnesses; hexadecimal, as block explorers show it */
readonly hash: string;
/** The version */
readonly version: number;
/** The size in bytes */
readonly size: number;
/** Virtual size in bytes: a quarter of the weight, rounded up */
readonly vsize: number;
/** Weight units */
readonly weight: number;
/** The lock time: a height, or a time from 500000000 on */
readonly locktime: number;
/** The inputs */
readonly vin: readonly (DecodedInput)[];
/** The outputs */
readonly vout: readonly (DecodedOutput)[];
};

/** A PSBT field of another program. */
export type ProprietaryField = {
/** The prefix that identifies the other program; hexadecimal */
readonly identifier: string;
/** The subtype */
readonly subtype: number;
/** The whole key; hexadecimal */
readonly key: string;
/** The value; hexadecimal */
readonly value: string;
};

/** Data for the size of inputs that are not the wallet's. */
export type SolvingDataParam = {
/** Public keys */
readonly pubkeys?: readonly (string)[] | undefined;
/** Redeem and witness scripts */
readonly scripts?: readonly (string)[] | undefined;
/** Descriptors, with checksum */
readonly descriptors?: readonly (string)[] | undefined;
};

/** A transaction of a wallet. */
export type TransactionEntry = {
/** The address */
readonly address?: string;
/** Received: The descriptors of the wallet that it comes from, without private keys */
readonly parent_descs?: readonly (string)[];
/** The category. "generate", "immature" and "orphan" are for coinbases */
readonly category: "send" | "receive" | "generate" | "immature" | "orphan";
/** The amount in BTC, negative for payments sent */
readonly amount: number;
/** The label of the address */
readonly label?: string;
/** The number of the output */
readonly vout: number;
/** Sent: the fee of the transaction in BTC, as a negative amount */
readonly fee?: number;
/** True if the transaction was abandoned */
readonly abandoned: boolean;
/** The number of confirmations; negative if a conflicting transaction is in the chain */
readonly confirmations: number;
/** True if it is a coinbase transaction */
readonly generated?: boolean;
/** Unconfirmed: true if its outputs are safe to spend */
readonly trusted?: boolean;
/** The block that it is in; hexadecimal, as block explorers show it */
readonly blockhash?: string;
/** The height of that block */
readonly blockheight?: number;
/** The position of the transaction in that block */
readonly blockindex?: number;
/** The time of that block; a height, from 500000000 on seconds since 1970 */
readonly blocktime?: number;
/** The id of the transaction; hexadecimal, as block explorers show it */
readonly txid: string;
/** The id with witnesses; hexadecimal, as block explorers show it */
readonly wtxid: string;
/** Other wtxids of the transaction that were seen */
readonly alternate_wtxids: readonly (string)[];
/** Transactions of the wallet that spend the same */
readonly walletconflicts: readonly (string)[];
/** Transactions in the mempool that spend the same */
readonly mempoolconflicts: readonly (string)[];
/** The time when it was created or first seen; seconds since 1970 */
readonly time: number;
/** The time when the wallet received it; seconds since 1970 */
readonly timereceived: number;
/** A note that was made with it */
readonly comment?: string;
/** A note on who is paid */
readonly to?: string;
/** The transaction that it replaces; hexadecimal, as block explorers show it */
readonly replaces_txid?: string;
/** The transaction that replaces it; hexadecimal, as block explorers show it */
readonly replaced_by_txid?: string;
};

/** A leaf of a taproot output and its proof. */
export type RevealedLeaf = {
/** The script; hexadecimal */
readonly script: string;
/** The control block: the Merkle path from the script to the output; hexadecimal */
readonly controlBlock: string;
};

/** The output that an input spends. */
export type PreviousTransactionOutput = {
/** The id of their transaction; hexadecimal, as block explorers show it */
readonly txid: string;
/** The number of the output */
readonly vout: number;
/** The script of the output; hexadecimal */
readonly scriptPubKey: string;
/** (required for P2SH) The redeem script; hexadecimal */
readonly redeemScript?: string | undefined;
/** (required for P2WSH and P2SH-P2WSH) The witness script; hexadecimal */
readonly witnessScript?: string | undefined;
/** (required for segwit inputs) The amount of the output in BTC */
readonly amount?: Amount | undefined;
/**
 * (not with -profile=core) The transaction that made the output. It proves the amount, which may; hexadecimal
 * then be left out; a transaction with another id is refused
 */
readonly hex?: string | undefined;
/**
 * (not with -profile=core) A descriptor of the output: gives its scripts, trees and keys.
 * The first 1000 positions of a ranged descriptor are searched.
 */
readonly desc?: string | undefined;
/**
 * (not with -profile=core) The only path of desc to sign, by its number in the list of getdescriptorinfo
 * Default: whichever the keys allow.
 */
readonly path?: number | undefined;
/** (not with -profile=core) The preimages for hash locks of the output */
readonly preimages?: readonly (string)[] | undefined;
/** (for taproot, beyond Core) Scripts of the output that may be used to spend it */
readonly tapLeaves?: readonly (RevealedLeaf)[] | undefined;
};

/** A signed transaction, and which inputs are not complete. */
export type SigningResult = {
/** The transaction with signatures; hexadecimal */
readonly hex: string;
/** True if every input is completely signed */
readonly complete: boolean;
/** The inputs that are not complete */
readonly errors?: readonly ({
/** The transaction that the input spends from; hexadecimal, as block explorers show it */
readonly txid: string;
/** The number of its output */
readonly vout: number;
/** The witness */
readonly witness: readonly (string)[];
/** The signature script; hexadecimal */
readonly scriptSig: string;
/** The sequence number */
readonly sequence: number;
/** The error message */
readonly error: string;
})[];
/** Warnings about the coins and the fee */
readonly warnings?: readonly (string)[];
/** More about these inputs, if the option details is true */
readonly details?: readonly ({
/** The number of the input */
readonly input: number;
/** The transaction that it spends from; hexadecimal, as block explorers show it */
readonly txid: string;
/** The number of its output */
readonly vout: number;
/** Core's name of the error */
readonly scriptError?: string;
/** The script that failed */
readonly place?: string;
/** The operation that failed */
readonly opcode?: string;
/** The position of the operation in the script, from 0 */
readonly opcodeIndex?: number;
/** The number of stack elements when it was reached */
readonly stackDepth?: number;
/** HASH160 of missing public keys */
readonly missingPublicKeys: readonly (string)[];
/** Public keys whose private key is missing */
readonly missingKeys: readonly (string)[];
/** HASH160 of the missing redeem script; hexadecimal */
readonly missingRedeemScript?: string;
/** SHA-256 of the missing witness script; hexadecimal */
readonly missingWitnessScript?: string;
/** The most likely fix */
readonly fix: string;
})[];
};

/**
 * Every method by its name: its arguments by name (`args`), its arguments in order (`params`), and its
 * result (`result`). Amounts in results are numbers of BTC unless another unit is named. Times are
 * seconds since 1970. Bytes are hexadecimal text. Ids and hashes of blocks and transactions are
 * written as in block explorers, with the first byte last.
 */
export type Methods = {
/**
 * Give up a transaction that is neither in a block nor in the mempool, with all that builds on it.
 * Its coins can be spent again. It leaves the outbox, but anyone with a copy can still send it.
 */
readonly abandontransaction: {
readonly args: {
/** The id of the transaction; hexadecimal, as block explorers show it */
readonly txid: string;
};
readonly params: readonly [txid: Methods['abandontransaction']['args']['txid']];
readonly result: null;
};
/** Stop the running rescan of the wallet. The transactions found so far are kept. */
readonly abortrescan: {
readonly args: { readonly [name: string]: never };
readonly params: readonly [];
readonly result: boolean;
};
/**
 * Add an extended private key to the wallet, for createwalletdescriptor and derivehdkey.
 * The wallet must be unlocked.
 */
readonly addhdkey: {
readonly args: {
/**
 * The extended private key
 * Default: a new random key.
 */
readonly hdkey?: string | undefined;
};
readonly params: readonly [hdkey?: Methods['addhdkey']['args']['hdkey'] | null];
readonly result: {
/** The extended public key */
readonly xpub: string;
};
};
/** Show what a PSBT lacks, which role comes next, and the estimated fee. */
readonly analyzepsbt: {
readonly args: {
/** The PSBT in base64 */
readonly psbt: string;
};
readonly params: readonly [psbt: Methods['analyzepsbt']['args']['psbt']];
readonly result: {
/** The inputs */
readonly inputs?: readonly ({
/** True if the spent output is known */
readonly has_utxo: boolean;
/** True if the input has its final scripts */
readonly is_final: boolean;
/** The missing data */
readonly missing?: {
/** HASH160 of public keys */
readonly pubkeys?: readonly (string)[];
/** HASH160 of the public keys whose signatures are missing */
readonly signatures?: readonly (string)[];
/** HASH160 of a redeem script; hexadecimal */
readonly redeemscript?: string;
/** SHA-256 of a witness script; hexadecimal */
readonly witnessscript?: string;
};
/** The next role */
readonly next?: "creator" | "updater" | "signer" | "finalizer" | "extractor";
})[];
/** Virtual bytes of the signed transaction */
readonly estimated_vsize?: number;
/** The estimated fee rate in BTC/kvB */
readonly estimated_feerate?: number;
/** The fee in BTC, if every spent amount is known */
readonly fee?: number;
/** The next role */
readonly next: "creator" | "updater" | "signer" | "finalizer" | "extractor";
/** The reason why there is no analysis */
readonly error?: string;
/** The inputs that are not complete, if the option details is true */
readonly details?: readonly (SigningDetails)[];
};
};
/** Copy the wallet to a file. An earlier backup of the same wallet is replaced; any other file is not. */
readonly backupwallet: {
readonly args: {
/** The file, or its folder */
readonly destination: string;
};
readonly params: readonly [destination: Methods['backupwallet']['args']['destination']];
readonly result: null;
};
/**
 * Replace an unconfirmed transaction by one with a higher fee. The fee is taken from change, or from more coins.
 * All coins that the old one spends are spent again, so that only one of the two can ever be confirmed.
 */
readonly bumpfee: {
readonly args: {
/** The transaction that is replaced; hexadecimal, as block explorers show it */
readonly txid: string;
/** Options of the payment */
readonly options?: {
/**
 * The number of blocks within which it should be confirmed
 * Default: -txconfirmtarget.
 */
readonly conf_target?: number | undefined;
/**
 * The fee rate in sat/vB, high enough above the old one for nodes to accept the replacement
 * Default: estimated.
 */
readonly fee_rate?: Amount | undefined;
/**
 * Let the new transaction be replaced by one with a higher fee (BIP125)
 * Default: true.
 */
readonly replaceable?: boolean | undefined;
/**
 * The mode of fee estimation: "unset", "economical" or "conservative". Unset is economical if the
 * transaction is replaceable, else conservative.
 * Default: unset.
 */
readonly estimate_mode?: "unset" | "economical" | "conservative" | undefined;
/** The outputs, instead of those of the old transaction. Not with original_change_index */
readonly outputs?: readonly ({ readonly [address: string]: Amount } | DataOutput)[] | { readonly [address: string]: Amount } | DataOutput | undefined;
/**
 * The output of the old transaction that is change. Not with outputs
 * Default: the output that the wallet considers change.
 */
readonly original_change_index?: number | undefined;
/**
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0 means no limit. Without this argument, the fee may also be at most
 * 25 % of the payment. Without fee_rate, the rate may be at most 0.01 BTC/kvB, and a fee above 0.0001 BTC at most a tenth.
 * Default: 0.02.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * (not with -profile=core) The path that coins are spent by, by its number in the list of getdescriptorinfo: sequences, lock time and
 * fee follow from it, and coins that are too young for it are not chosen
 * Default: whichever the keys allow.
 */
readonly path?: number | undefined;
} | undefined;
/**
 * The number of blocks within which it should be confirmed
 * Default: -txconfirmtarget.
 */
readonly conf_target?: number | undefined;
/**
 * The fee rate in sat/vB, high enough above the old one for nodes to accept the replacement
 * Default: estimated.
 */
readonly fee_rate?: Amount | undefined;
/**
 * Let the new transaction be replaced by one with a higher fee (BIP125)
 * Default: true.
 */
readonly replaceable?: boolean | undefined;
/**
 * The mode of fee estimation: "unset", "economical" or "conservative". Unset is economical if the
 * transaction is replaceable, else conservative.
 * Default: unset.
 */
readonly estimate_mode?: "unset" | "economical" | "conservative" | undefined;
/** The outputs, instead of those of the old transaction. Not with original_change_index */
readonly outputs?: readonly ({ readonly [address: string]: Amount } | DataOutput)[] | { readonly [address: string]: Amount } | DataOutput | undefined;
/**
 * The output of the old transaction that is change. Not with outputs
 * Default: the output that the wallet considers change.
 */
readonly original_change_index?: number | undefined;
/**
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0 means no limit. Without this argument, the fee may also be at most
 * 25 % of the payment. Without fee_rate, the rate may be at most 0.01 BTC/kvB, and a fee above 0.0001 BTC at most a tenth.
 * Default: 0.02.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * (not with -profile=core) The path that coins are spent by, by its number in the list of getdescriptorinfo: sequences, lock time and
 * fee follow from it, and coins that are too young for it are not chosen
 * Default: whichever the keys allow.
 */
readonly path?: number | undefined;
};
readonly params: readonly [txid: Methods['bumpfee']['args']['txid'], options?: Methods['bumpfee']['args']['options'] | null];
readonly result: {
/** The id of the new transaction; hexadecimal, as block explorers show it */
readonly txid: string;
/** The fee of the old transaction in BTC */
readonly origfee: number;
/** The fee of the new one in BTC */
readonly fee: number;
/** The error */
readonly errors: readonly (string)[];
};
};
/**
 * Combine several PSBTs of one transaction (the Combiner of BIP174).
 * Of both versions (not with -profile=core) the first one has its way.
 */
readonly combinepsbt: {
readonly args: {
/** The PSBTs in base64 */
readonly txs: readonly (string)[];
};
readonly params: readonly [txs: Methods['combinepsbt']['args']['txs']];
readonly result: string;
};
/** Combine the signatures of several copies of a transaction. You must supply the coins that it spends. */
readonly combinerawtransaction: {
readonly args: {
/** The copies */
readonly txs: readonly (string)[];
};
readonly params: readonly [txs: Methods['combinerawtransaction']['args']['txs']];
readonly result: string;
};
/** Convert a raw transaction to a PSBT, or a PSBT to the other version. */
readonly converttopsbt: {
readonly args: {
/**
 * The transaction in hexadecimal;
 * (not with -profile=core) or a PSBT in base64, to convert it to the other version
 */
readonly hexstring: string;
/**
 * Remove signatures; otherwise they are an error
 * Default: false.
 */
readonly permitsigdata?: boolean | undefined;
/**
 * The format: true reads only the format with witnesses, false only the one without.
 * Default: the format that makes sense.
 */
readonly iswitness?: boolean | undefined;
/**
 * The version of the PSBT format: 2, or 0
 * Default: 2.
 */
readonly psbt_version?: number | undefined;
};
readonly params: readonly [hexstring: Methods['converttopsbt']['args']['hexstring'], permitsigdata?: Methods['converttopsbt']['args']['permitsigdata'] | null, iswitness?: Methods['converttopsbt']['args']['iswitness'] | null, psbt_version?: Methods['converttopsbt']['args']['psbt_version'] | null];
readonly result: string;
};
/** Create a multisig address that requires signatures of some of several keys. */
readonly createmultisig: {
readonly args: {
/** The number of signatures required */
readonly nrequired: number;
/** The public keys */
readonly keys: readonly (string)[];
/**
 * The type of the address: "legacy", "p2sh-segwit" or "bech32"
 * Default: legacy.
 */
readonly address_type?: "legacy" | "p2sh-segwit" | "bech32" | undefined;
};
readonly params: readonly [nrequired: Methods['createmultisig']['args']['nrequired'], keys: Methods['createmultisig']['args']['keys'], address_type?: Methods['createmultisig']['args']['address_type'] | null];
readonly result: {
/** The address */
readonly address: string;
/** The script behind it; hexadecimal */
readonly redeemScript: string;
/** The descriptor */
readonly descriptor: string;
/** Differences from what was requested */
readonly warnings?: readonly (string)[];
};
};
/** Create a PSBT that spends the given inputs to the given outputs (the Creator of BIP174). */
readonly createpsbt: {
readonly args: {
/** The outputs to spend */
readonly inputs: readonly (InputToSpend)[];
/**
 * The outputs in their order: an array of objects with one key each, or one object with all keys.
 * No address may come twice, and only one key may be "data".
 */
readonly outputs: readonly ({ readonly [address: string]: Amount } | DataOutput)[] | { readonly [address: string]: Amount } | DataOutput;
/**
 * The lock time. Unless it is 0, inputs get sequences that let it count; a height, from 500000000 on seconds since 1970
 * Default: 0.
 */
readonly locktime?: number | undefined;
/**
 * Give inputs a sequence that lets the transaction be replaced by one with a higher fee (BIP125).
 * When true, it is an error if the given sequences contradict it.
 * Default: false; true with -profile=core.
 */
readonly replaceable?: boolean | undefined;
/**
 * The version, 1 to 3
 * Default: 2.
 */
readonly version?: number | undefined;
/**
 * The version of the PSBT format: 2, or 0
 * Default: 2.
 */
readonly psbt_version?: number | undefined;
};
readonly params: readonly [inputs: Methods['createpsbt']['args']['inputs'], outputs: Methods['createpsbt']['args']['outputs'], locktime?: Methods['createpsbt']['args']['locktime'] | null, replaceable?: Methods['createpsbt']['args']['replaceable'] | null, version?: Methods['createpsbt']['args']['version'] | null, psbt_version?: Methods['createpsbt']['args']['psbt_version'] | null];
readonly result: string;
};
/**
 * Create an unsigned transaction that spends the given inputs to the given outputs.
 * It is neither signed nor stored nor sent.
 */
readonly createrawtransaction: {
readonly args: {
/** The outputs to spend */
readonly inputs: readonly (InputToSpend)[];
/**
 * The outputs in their order: an array of objects with one key each, or one object with all keys.
 * No address may come twice, and only one key may be "data".
 */
readonly outputs: readonly ({ readonly [address: string]: Amount } | DataOutput)[] | { readonly [address: string]: Amount } | DataOutput;
/**
 * The lock time. Unless it is 0, inputs get sequences that let it count; a height, from 500000000 on seconds since 1970
 * Default: 0.
 */
readonly locktime?: number | undefined;
/**
 * Give inputs a sequence that lets the transaction be replaced by one with a higher fee (BIP125).
 * When true, it is an error if the given sequences contradict it.
 * Default: false; true with -profile=core.
 */
readonly replaceable?: boolean | undefined;
/**
 * The version, 1 to 3
 * Default: 2.
 */
readonly version?: number | undefined;
};
readonly params: readonly [inputs: Methods['createrawtransaction']['args']['inputs'], outputs: Methods['createrawtransaction']['args']['outputs'], locktime?: Methods['createrawtransaction']['args']['locktime'] | null, replaceable?: Methods['createrawtransaction']['args']['replaceable'] | null, version?: Methods['createrawtransaction']['args']['version'] | null];
readonly result: string;
};
/** Create a new wallet and load it. */
readonly createwallet: {
readonly args: {
/** The name of the wallet, or a path for its file */
readonly wallet_name: string;
/**
 * Create a watch-only wallet, which never has private keys
 * Default: false.
 */
readonly disable_private_keys?: boolean | undefined;
/**
 * Create the wallet without keys and descriptors
 * Default: false.
 */
readonly blank?: boolean | undefined;
/**
 * Encrypts its private keys
 * Default: private keys are not encrypted.
 */
readonly passphrase?: string | undefined;
/**
 * Keep coins of reused addresses apart
 * Default: false.
 */
readonly avoid_reuse?: boolean | undefined;
/**
 * Must be true: all wallets are descriptor wallets
 * Default: true.
 */
readonly descriptors?: boolean | undefined;
/**
 * Load the wallet at the next start
 * Default: as it was.
 */
readonly load_on_startup?: boolean | undefined;
/**
 * The device of the -signer command has the keys and supplies the descriptors
 * Default: false.
 */
readonly external_signer?: boolean | undefined;
};
readonly params: readonly [wallet_name: Methods['createwallet']['args']['wallet_name'], disable_private_keys?: Methods['createwallet']['args']['disable_private_keys'] | null, blank?: Methods['createwallet']['args']['blank'] | null, passphrase?: Methods['createwallet']['args']['passphrase'] | null, avoid_reuse?: Methods['createwallet']['args']['avoid_reuse'] | null, descriptors?: Methods['createwallet']['args']['descriptors'] | null, load_on_startup?: Methods['createwallet']['args']['load_on_startup'] | null, external_signer?: Methods['createwallet']['args']['external_signer'] | null];
readonly result: {
/** The name of the wallet */
readonly name: string;
/** Warnings about the wallet */
readonly warnings?: readonly (string)[];
};
};
/**
 * Add the descriptors of another address type for a key that the wallet has.
 * The wallet must be unlocked.
 */
readonly createwalletdescriptor: {
readonly args: {
/** The type: "legacy", "p2sh-segwit", "bech32" or "bech32m" */
readonly type: "legacy" | "p2sh-segwit" | "bech32" | "bech32m";
/** Options of the descriptor */
readonly options?: {
/**
 * True creates only the descriptor for change, false only the one for receiving
 * Default: both.
 */
readonly internal?: boolean | undefined;
/**
 * The extended public key of their master key, from gethdkeys
 * Default: the key of all active descriptors.
 */
readonly hdkey?: string | undefined;
} | undefined;
/**
 * True creates only the descriptor for change, false only the one for receiving
 * Default: both.
 */
readonly internal?: boolean | undefined;
/**
 * The extended public key of their master key, from gethdkeys
 * Default: the key of all active descriptors.
 */
readonly hdkey?: string | undefined;
};
readonly params: readonly [type: Methods['createwalletdescriptor']['args']['type'], options?: Methods['createwalletdescriptor']['args']['options'] | null];
readonly result: {
/** The descriptors that were added, without private keys */
readonly descs: readonly (string)[];
};
};
/** Show a PSBT. */
readonly decodepsbt: {
readonly args: {
/** The PSBT in base64 */
readonly psbt: string;
};
readonly params: readonly [psbt: Methods['decodepsbt']['args']['psbt']];
readonly result: {
/** Version 0: the unsigned transaction */
readonly tx?: DecodedTransaction;
/** Extended keys that keys below derive from */
readonly global_xpubs: readonly ({
/** The extended public key */
readonly xpub: string;
/** The fingerprint of the master key; hexadecimal */
readonly master_fingerprint: string;
/** The path from it */
readonly path: string;
})[];
/** Version 2: the transaction's version */
readonly tx_version?: number;
/** Version 2: the lock time when no input demands one; a height, from 500000000 on seconds since 1970 */
readonly fallback_locktime?: number;
/** Version 2: the number of inputs */
readonly input_count?: number;
/** Version 2: the number of outputs */
readonly output_count?: number;
/** Version 2: true if inputs may be added or removed */
readonly inputs_modifiable?: boolean;
/** Version 2: true if outputs may be added or removed */
readonly outputs_modifiable?: boolean;
/** Version 2: true if a signature binds an output to its input */
readonly has_sighash_single?: boolean;
/** The version of the format */
readonly psbt_version: number;
/** Fields of others */
readonly proprietary: readonly (ProprietaryField)[];
/** Fields that are not known */
readonly unknown: { readonly [key: string]: string };
/** The inputs; a member is present if its field is */
readonly inputs: readonly ({
/** The output that is spent */
readonly witness_utxo?: {
/** The amount in BTC */
readonly amount: number;
/** The script that it pays */
readonly scriptPubKey: DecodedScript;
};
/** The complete transaction that it spends from */
readonly non_witness_utxo?: DecodedTransaction;
/** Signatures so far */
readonly partial_signatures?: { readonly [pubkey: string]: string };
/** The sighash type */
readonly sighash?: string;
/** The redeem script */
readonly redeem_script?: {
/** The script in words */
readonly asm: string;
/** The script; hexadecimal */
readonly hex: string;
/** The type of the script */
readonly type: string;
};
/** The witness script */
readonly witness_script?: {
/** The script in words */
readonly asm: string;
/** The script; hexadecimal */
readonly hex: string;
/** The type of the script */
readonly type: string;
};
/** The origins of keys (BIP32) */
readonly bip32_derivs?: readonly ({
/** The public key; hexadecimal */
readonly pubkey: string;
/** The fingerprint of the master key; hexadecimal */
readonly master_fingerprint: string;
/** The path from it */
readonly path: string;
})[];
/** The finished signature script */
readonly final_scriptSig?: DecodedScriptSig;
/** The finished witness */
readonly final_scriptwitness?: readonly (string)[];
/** Preimages by their RIPEMD-160 */
readonly ripemd160_preimages?: { readonly [digest: string]: string };
/** Preimages by their SHA-256 */
readonly sha256_preimages?: { readonly [digest: string]: string };
/** Preimages by their HASH160 */
readonly hash160_preimages?: { readonly [digest: string]: string };
/** Preimages by their double SHA-256 */
readonly hash256_preimages?: { readonly [digest: string]: string };
/** Version 2: the transaction that it spends from; hexadecimal, as block explorers show it */
readonly previous_txid?: string;
/** Version 2: the number of its output */
readonly previous_vout?: number;
/** Version 2: the sequence number */
readonly sequence?: number;
/** Version 2: the minimum lock time, as a time; a height, from 500000000 on seconds since 1970 */
readonly time_locktime?: number;
/** Version 2: the minimum lock time, as a height; a height, from 500000000 on seconds since 1970 */
readonly height_locktime?: number;
/** The signature for the key path; hexadecimal */
readonly taproot_key_path_sig?: string;
/** Signatures for leaves */
readonly taproot_script_path_sigs?: readonly ({
/** The x-only public key; hexadecimal */
readonly pubkey: string;
/** The leaf; hexadecimal */
readonly leaf_hash: string;
/** The signature; hexadecimal */
readonly sig: string;
})[];
/** Leaves */
readonly taproot_scripts?: readonly ({
/** The script; hexadecimal */
readonly script: string;
/** The version of the leaf */
readonly leaf_ver: number;
/** The control blocks */
readonly control_blocks: readonly (string)[];
})[];
/** The origins of taproot keys */
readonly taproot_bip32_derivs?: readonly ({
/** The x-only public key; hexadecimal */
readonly pubkey: string;
/** The fingerprint of the master key; hexadecimal */
readonly master_fingerprint: string;
/** The path from it */
readonly path: string;
/** The leaves that the key is in */
readonly leaf_hashes: readonly (string)[];
})[];
/** The x-only internal key; hexadecimal */
readonly taproot_internal_key?: string;
/** The root of the tree of leaves; hexadecimal */
readonly taproot_merkle_root?: string;
/** The participants of each aggregate key (MuSig2) */
readonly musig2_participant_pubkeys?: readonly ({
/** The aggregate public key; hexadecimal */
readonly aggregate_pubkey: string;
/** The public keys in it, in their order */
readonly participant_pubkeys: readonly (string)[];
})[];
/** Public nonces (MuSig2) */
readonly musig2_pubnonces?: readonly ({
/** The participant; hexadecimal */
readonly participant_pubkey: string;
/** The aggregate public key; hexadecimal */
readonly aggregate_pubkey: string;
/** The leaf that it signs for; absent for the key path; hexadecimal */
readonly leaf_hash?: string;
/** The public nonce; hexadecimal */
readonly pubnonce: string;
})[];
/** Partial signatures (MuSig2) */
readonly musig2_partial_sigs?: readonly ({
/** The participant; hexadecimal */
readonly participant_pubkey: string;
/** The aggregate public key; hexadecimal */
readonly aggregate_pubkey: string;
/** The leaf that it signs for; absent for the key path; hexadecimal */
readonly leaf_hash?: string;
/** The partial signature; hexadecimal */
readonly partial_sig: string;
})[];
/** Fields of others */
readonly proprietary?: readonly (ProprietaryField)[];
/** Fields that are not known */
readonly unknown?: { readonly [key: string]: string };
})[];
/** The outputs; a member is present if its field is */
readonly outputs: readonly ({
/** The redeem script */
readonly redeem_script?: {
/** The script in words */
readonly asm: string;
/** The script; hexadecimal */
readonly hex: string;
/** The type of the script */
readonly type: string;
};
/** The witness script */
readonly witness_script?: {
/** The script in words */
readonly asm: string;
/** The script; hexadecimal */
readonly hex: string;
/** The type of the script */
readonly type: string;
};
/** The origins of keys (BIP32) */
readonly bip32_derivs?: readonly ({
/** The public key; hexadecimal */
readonly pubkey: string;
/** The fingerprint of the master key; hexadecimal */
readonly master_fingerprint: string;
/** The path from it */
readonly path: string;
})[];
/** Version 2: the amount in BTC */
readonly amount?: number;
/** Version 2: the script that it pays */
readonly script?: DecodedScript;
/** The x-only internal key; hexadecimal */
readonly taproot_internal_key?: string;
/** The leaves, from left to right */
readonly taproot_tree?: readonly ({
/** The depth in the tree, in steps from the root */
readonly depth: number;
/** The version of the leaf */
readonly leaf_ver: number;
/** The script; hexadecimal */
readonly script: string;
})[];
/** The origins of taproot keys */
readonly taproot_bip32_derivs?: readonly ({
/** The x-only public key; hexadecimal */
readonly pubkey: string;
/** The fingerprint of the master key; hexadecimal */
readonly master_fingerprint: string;
/** The path from it */
readonly path: string;
/** The leaves that the key is in */
readonly leaf_hashes: readonly (string)[];
})[];
/** The participants of each aggregate key (MuSig2) */
readonly musig2_participant_pubkeys?: readonly ({
/** The aggregate public key; hexadecimal */
readonly aggregate_pubkey: string;
/** The public keys in it, in their order */
readonly participant_pubkeys: readonly (string)[];
})[];
/** Fields of others */
readonly proprietary?: readonly (ProprietaryField)[];
/** Fields that are not known */
readonly unknown?: { readonly [key: string]: string };
})[];
/** The fee in BTC, if every spent amount is known */
readonly fee?: number;
};
};
/** Decode a raw transaction. */
readonly decoderawtransaction: {
readonly args: {
/** The transaction in hexadecimal */
readonly hexstring: string;
/**
 * The format: true reads only the format with witnesses, false only the one without.
 * A transaction without inputs can be valid in both.
 * Default: the format that makes sense.
 */
readonly iswitness?: boolean | undefined;
};
readonly params: readonly [hexstring: Methods['decoderawtransaction']['args']['hexstring'], iswitness?: Methods['decoderawtransaction']['args']['iswitness'] | null];
readonly result: DecodedTransaction;
};
/** Decode a script, and show its P2SH and P2WSH addresses. */
readonly decodescript: {
readonly args: {
/** The script in hexadecimal */
readonly hexstring: string;
};
readonly params: readonly [hexstring: Methods['decodescript']['args']['hexstring']];
readonly result: {
/** The script in words */
readonly asm: string;
/** The descriptor */
readonly desc: string;
/** The address */
readonly address?: string;
/** The type of the script */
readonly type: string;
/** The address of a P2SH output around it */
readonly p2sh?: string;
/** The witness output around it */
readonly segwit?: {
/** The script in words */
readonly asm: string;
/** The descriptor, as far as it can be inferred from the script */
readonly desc: string;
/** The script; hexadecimal */
readonly hex: string;
/** The address */
readonly address?: string;
/** The type of the script */
readonly type: string;
/** The address of a P2SH output around the witness output */
readonly "p2sh-segwit": string;
};
};
};
/**
 * Decode a wallet file of another program: Bitcoin Core, Sparrow, Specter, Coldcard, Electrum, Caravan or BSMS;
 * also descriptors, a policy, a UR or a key. Beyond Core. The result has no private keys. The wallet is not imported.
 */
readonly decodewallet: {
readonly args: {
/** The text of the file; on the command line @FILE reads it */
readonly file: string;
/** The password of an encrypted Electrum file, or the token of an encrypted BSMS record in hexadecimal */
readonly password?: string | undefined;
};
readonly params: readonly [file: Methods['decodewallet']['args']['file'], password?: Methods['decodewallet']['args']['password'] | null];
readonly result: {
/** The format of the file */
readonly format: "descriptors" | "core" | "sparrow" | "specter" | "coldcard" | "electrum" | "caravan" | "bsms" | "policy" | "ur" | "slip132";
/** The program that wrote this format */
readonly program: string;
/** The name of the wallet in the file */
readonly name?: string;
/** The descriptors of the wallet's addresses */
readonly descriptors: readonly ({
/** The descriptor, receiving and change in one (<0;1>) */
readonly desc: string;
/** The name of the descriptor in the file */
readonly name?: string;
/** Nothing paid it before; seconds since 1970 */
readonly timestamp?: number;
/** The address at the first position of each branch: receiving, then change; to compare with what the other program shows */
readonly addresses: readonly (string)[];
})[];
/** Keys for wallets with others */
readonly keys: readonly ({
/** The key with its origin */
readonly key: string;
/** The purpose of the descriptor */
readonly purpose: string;
})[];
/** The number of labels in the file */
readonly labels: number;
/** Omitted content and warnings, one sentence each */
readonly lost: readonly (string)[];
};
};
/**
 * Derive the addresses of a descriptor. A ranged descriptor needs a range. A multipath descriptor
 * gives a list for each.
 */
readonly deriveaddresses: {
readonly args: {
/** The descriptor with its checksum */
readonly descriptor: string;
/** The last position, or [begin,end], for ranged descriptors */
readonly range?: number | readonly [first: number, last: number] | undefined;
};
readonly params: readonly [descriptor: Methods['deriveaddresses']['args']['descriptor'], range?: Methods['deriveaddresses']['args']['range'] | null];
readonly result: readonly (string)[] | readonly (readonly (string)[])[];
};
/**
 * Derive the extended key at a path below an extended private key of the wallet, such as for an account of a multisig.
 * The wallet must be unlocked.
 */
readonly derivehdkey: {
readonly args: {
/** The path, with at least one hardened step */
readonly path: string;
/** Options of the key */
readonly options?: {
/**
 * Show the extended private key, too
 * Default: false.
 */
readonly private?: boolean | undefined;
/**
 * The extended public key to derive from, from gethdkeys
 * Default: the key of unused(), else the key of the active descriptors.
 */
readonly hdkey?: string | undefined;
} | undefined;
/**
 * Show the extended private key, too
 * Default: false.
 */
readonly private?: boolean | undefined;
/**
 * The extended public key to derive from, from gethdkeys
 * Default: the key of unused(), else the key of the active descriptors.
 */
readonly hdkey?: string | undefined;
};
readonly params: readonly [path: Methods['derivehdkey']['args']['path'], options?: Methods['derivehdkey']['args']['options'] | null];
readonly result: {
/** Fingerprint and path, as in descriptors */
readonly origin: string;
/** The extended public key */
readonly xpub: string;
/** The extended private key, if requested */
readonly xprv?: string;
};
};
/** Add data from descriptors to a PSBT, as utxoupdatepsbt does, and sign with their private keys. */
readonly descriptorprocesspsbt: {
readonly args: {
/** The PSBT in base64 */
readonly psbt: string;
/** Output descriptors */
readonly descriptors: readonly (string | {
/** A descriptor */
readonly desc: string;
/**
 * The last position, or [begin,end], of a ranged descriptor
 * Default: 1000.
 */
readonly range?: number | readonly [first: number, last: number] | undefined;
})[];
/**
 * The parts that the signatures commit to: "DEFAULT", "ALL", "NONE", "SINGLE", "ALL|ANYONECANPAY",
 * "NONE|ANYONECANPAY" or "SINGLE|ANYONECANPAY"
 * Default: DEFAULT for taproot, else ALL.
 */
readonly sighashtype?: "DEFAULT" | "ALL" | "NONE" | "SINGLE" | "ALL|ANYONECANPAY" | "NONE|ANYONECANPAY" | "SINGLE|ANYONECANPAY" | undefined;
/**
 * Include the origins of keys (BIP32)
 * Default: true.
 */
readonly bip32derivs?: boolean | undefined;
/**
 * Finalize inputs that are complete
 * Default: true.
 */
readonly finalize?: boolean | undefined;
/**
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0 means no limit. Without this argument, the fee may also be at most
 * 25 % of the payment to others or, if all of it returns to the wallet, of the total (docs/review.md).
 * Default: 0.02.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * (not with -profile=core) The highest amount of an unspendable output, in BTC
 * Default: 0.00.
 */
readonly maxburnamount?: Amount | undefined;
/** (not with -profile=core) The id of a review: what would be reviewed otherwise is not signed; hexadecimal */
readonly reviewed?: string | undefined;
/**
 * (not with -profile=core) The only path to sign, by its number in the list of getdescriptorinfo, for inputs whose
 * descriptor is known and has that many paths
 * Default: whichever the keys allow.
 */
readonly path?: number | undefined;
};
readonly params: readonly [psbt: Methods['descriptorprocesspsbt']['args']['psbt'], descriptors: Methods['descriptorprocesspsbt']['args']['descriptors'], sighashtype?: Methods['descriptorprocesspsbt']['args']['sighashtype'] | null, bip32derivs?: Methods['descriptorprocesspsbt']['args']['bip32derivs'] | null, finalize?: Methods['descriptorprocesspsbt']['args']['finalize'] | null, maxfeerate?: Methods['descriptorprocesspsbt']['args']['maxfeerate'] | null, maxburnamount?: Methods['descriptorprocesspsbt']['args']['maxburnamount'] | null, reviewed?: Methods['descriptorprocesspsbt']['args']['reviewed'] | null, path?: Methods['descriptorprocesspsbt']['args']['path'] | null];
readonly result: {
/** The PSBT in base64 */
readonly psbt: string;
/** True if every input is signed */
readonly complete: boolean;
/** The transaction, if it is complete; hexadecimal */
readonly hex?: string;
/** Warnings about the coins and the fee */
readonly warnings?: readonly (string)[];
/** The inputs that are not complete, if the option details is true */
readonly details?: readonly (SigningDetails)[];
};
};
/** Return the arguments, for tests of clients. */
readonly echo: {
readonly args: {
/** Any value */
readonly arg0?: unknown | undefined;
/** Any value */
readonly arg1?: unknown | undefined;
/** Any value */
readonly arg2?: unknown | undefined;
/** Any value */
readonly arg3?: unknown | undefined;
/** Any value */
readonly arg4?: unknown | undefined;
/** Any value */
readonly arg5?: unknown | undefined;
/** Any value */
readonly arg6?: unknown | undefined;
/** Any value */
readonly arg7?: unknown | undefined;
/** Any value */
readonly arg8?: unknown | undefined;
/** Any value */
readonly arg9?: unknown | undefined;
};
readonly params: readonly [arg0?: Methods['echo']['args']['arg0'] | null, arg1?: Methods['echo']['args']['arg1'] | null, arg2?: Methods['echo']['args']['arg2'] | null, arg3?: Methods['echo']['args']['arg3'] | null, arg4?: Methods['echo']['args']['arg4'] | null, arg5?: Methods['echo']['args']['arg5'] | null, arg6?: Methods['echo']['args']['arg6'] | null, arg7?: Methods['echo']['args']['arg7'] | null, arg8?: Methods['echo']['args']['arg8'] | null, arg9?: Methods['echo']['args']['arg9'] | null];
readonly result: readonly (unknown)[];
};
/** Return the arguments, for tests of clients. */
readonly echojson: {
readonly args: {
/** Any value */
readonly arg0?: unknown | undefined;
/** Any value */
readonly arg1?: unknown | undefined;
/** Any value */
readonly arg2?: unknown | undefined;
/** Any value */
readonly arg3?: unknown | undefined;
/** Any value */
readonly arg4?: unknown | undefined;
/** Any value */
readonly arg5?: unknown | undefined;
/** Any value */
readonly arg6?: unknown | undefined;
/** Any value */
readonly arg7?: unknown | undefined;
/** Any value */
readonly arg8?: unknown | undefined;
/** Any value */
readonly arg9?: unknown | undefined;
};
readonly params: readonly [arg0?: Methods['echojson']['args']['arg0'] | null, arg1?: Methods['echojson']['args']['arg1'] | null, arg2?: Methods['echojson']['args']['arg2'] | null, arg3?: Methods['echojson']['args']['arg3'] | null, arg4?: Methods['echojson']['args']['arg4'] | null, arg5?: Methods['echojson']['args']['arg5'] | null, arg6?: Methods['echojson']['args']['arg6'] | null, arg7?: Methods['echojson']['args']['arg7'] | null, arg8?: Methods['echojson']['args']['arg8'] | null, arg9?: Methods['echojson']['args']['arg9'] | null];
readonly result: readonly (unknown)[];
};
/**
 * Encrypt the private keys of a wallet that has no passphrase yet.
 * From then on walletpassphrase is needed before it signs. Unless the wallet was made blank, new addresses come from
 * a fresh key: make a new backup with backupwallet.
 */
readonly encryptwallet: {
readonly args: {
/** The passphrase; should be long */
readonly passphrase: string;
};
readonly params: readonly [passphrase: Methods['encryptwallet']['args']['passphrase']];
readonly result: string;
};
/** List the devices that the -signer command finds. For devices with the same fingerprint, the first one counts. */
readonly enumeratesigners: {
readonly args: { readonly [name: string]: never };
readonly params: readonly [];
readonly result: {
/** The devices, in the order of the command's answer */
readonly signers: readonly ({
/** The fingerprint of its master key; hexadecimal */
readonly fingerprint: string;
/** The model of the device */
readonly name: string;
})[];
};
};
/**
 * Return the fee rate at which a transaction is likely to confirm within a number of blocks, as the node, the snapshot or the
 * servers estimate it.
 */
readonly estimatesmartfee: {
readonly args: {
/** The number of blocks (1 - 1008) */
readonly conf_target: number;
/**
 * "unset" (the same as economical), "economical" or "conservative"
 * Default: economical.
 */
readonly estimate_mode?: "unset" | "economical" | "conservative" | undefined;
};
readonly params: readonly [conf_target: Methods['estimatesmartfee']['args']['conf_target'], estimate_mode?: Methods['estimatesmartfee']['args']['estimate_mode'] | null];
readonly result: {
/** The fee rate in BTC/kvB. Absent if there are errors */
readonly feerate?: number;
/** The reasons why there is no fee rate */
readonly errors?: readonly (string)[];
/** The number of blocks that the estimate is for */
readonly blocks: number;
};
};
/**
 * Export all labels of the wallet in BIP329 format, one per line, and its permanently locked coins. Beyond Core.
 * Labels reveal who pays whom: delete the file after use.
 */
readonly exportlabels: {
readonly args: { readonly [name: string]: never };
readonly params: readonly [];
readonly result: string;
};
/**
 * Export the wallet without private keys as a file of another program. Beyond Core.
 * The file is checked before it is returned: the first twenty addresses of each branch are the same.
 */
readonly exportwallet: {
readonly args: {
/** The format of the file. "policy" is BIP388, "slip132" is a key such as zpub; the last ones are types of UR, "ur" is crypto-output */
readonly format: "descriptors" | "core" | "sparrow" | "specter" | "coldcard" | "electrum" | "caravan" | "bsms" | "policy" | "ur" | "slip132" | "crypto-output" | "output-descriptor" | "crypto-account" | "account-descriptor" | "crypto-hdkey" | "hdkey";
/**
 * Export only the active descriptors of this type: most programs have one type in a wallet
 * Default: all of them.
 */
readonly address_type?: "legacy" | "p2sh-segwit" | "bech32" | "bech32m" | undefined;
/** Encrypts a BSMS record: 16 or 32 hexadecimal digits that both sides know */
readonly token?: string | undefined;
};
readonly params: readonly [format: Methods['exportwallet']['args']['format'], address_type?: Methods['exportwallet']['args']['address_type'] | null, token?: Methods['exportwallet']['args']['token'] | null];
readonly result: {
/** The text of the file */
readonly file: string;
/** The file extension that the program expects */
readonly extension: string;
/** The exported wallets */
readonly wallets: readonly ({
/** The address at the first position of each branch: receiving, then change; to compare with what the other program shows */
readonly addresses: readonly (string)[];
})[];
/** Omitted content and warnings, one sentence each */
readonly lost: readonly (string)[];
};
};
/**
 * Write the wallet without its private keys to a new file, for a machine that watches and prepares payments (restorewallet).
 * Behind a hardened step, the file has only the addresses that are already derived.
 */
readonly exportwatchonlywallet: {
readonly args: {
/** The file, which must not exist */
readonly destination: string;
};
readonly params: readonly [destination: Methods['exportwatchonlywallet']['args']['destination']];
readonly result: {
/** The file */
readonly exported_file: string;
};
};
/**
 * Turn the signatures of complete inputs into their final scripts (the Finalizer of BIP174).
 * If all inputs are complete, the transaction is returned, ready to broadcast.
 */
readonly finalizepsbt: {
readonly args: {
/** The PSBT in base64 */
readonly psbt: string;
/**
 * Return the transaction instead of a PSBT if it is complete
 * Default: true.
 */
readonly extract?: boolean | undefined;
};
readonly params: readonly [psbt: Methods['finalizepsbt']['args']['psbt'], extract?: Methods['finalizepsbt']['args']['extract'] | null];
readonly result: {
/** The PSBT in base64, if it is not extracted */
readonly psbt?: string;
/** The transaction, if it is extracted; hexadecimal */
readonly hex?: string;
/** True if every input is complete */
readonly complete: boolean;
/** The inputs that are not complete, if the option details is true */
readonly details?: readonly (SigningDetails)[];
};
};
/**
 * Add coins of the wallet to a raw transaction until they pay for its outputs and the fee, and change.
 * Nothing is signed, kept or sent. Existing signatures may become invalid.
 */
readonly fundrawtransaction: {
readonly args: {
/** The transaction in hexadecimal */
readonly hexstring: string;
/** Options of the payment */
readonly options?: {
/**
 * Add coins of the wallet if they are needed
 * Default: true.
 */
readonly add_inputs?: boolean | undefined;
/**
 * Include unconfirmed coins from others and of replacements. The transaction becomes invalid if they disappear
 * Default: false.
 */
readonly include_unsafe?: boolean | undefined;
/**
 * The minimum number of confirmations of coins to spend
 * Default: 0.
 */
readonly minconf?: number | undefined;
/**
 * The maximum number of confirmations of coins to spend
 * Default: no limit.
 */
readonly maxconf?: number | undefined;
/**
 * The address for change
 * Default: a new one of the wallet.
 */
readonly changeAddress?: string | undefined;
/**
 * The place of change among the outputs
 * Default: random.
 */
readonly changePosition?: number | undefined;
/**
 * The type of the change address: "legacy", "p2sh-segwit", "bech32" or "bech32m"
 * Default: -changetype.
 */
readonly change_type?: "legacy" | "p2sh-segwit" | "bech32" | "bech32m" | undefined;
/**
 * (no effect with -profile=core) Include coins of a watch-only wallet
 * Default: true for a watch-only wallet.
 */
readonly includeWatching?: boolean | undefined;
/**
 * Lock the coins that are spent
 * Default: false.
 */
readonly lockUnspents?: boolean | undefined;
/**
 * The fee rate in sat/vB
 * Default: estimated.
 */
readonly fee_rate?: Amount | undefined;
/**
 * The fee rate in BTC/kvB
 * Default: estimated.
 */
readonly feeRate?: Amount | undefined;
/** Outputs, by their number before change is added or by address, that the fee is taken from in equal parts */
readonly subtractFeeFromOutputs?: readonly (number | string)[] | undefined;
/**
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0 means no limit. Without this argument, the fee may also be at most
 * 25 % of the payment. Without fee_rate, the rate may be at most 0.01 BTC/kvB, and a fee above 0.0001 BTC at most a tenth.
 * Default: 0.02.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * The maximum weight of the transaction
 * Default: 400000.
 */
readonly max_tx_weight?: number | undefined;
/**
 * The number of blocks within which it should be confirmed
 * Default: -txconfirmtarget.
 */
readonly conf_target?: number | undefined;
/**
 * The mode of fee estimation: "unset", "economical" or "conservative". Unset is economical if the
 * transaction is replaceable, else conservative.
 * Default: unset.
 */
readonly estimate_mode?: "unset" | "economical" | "conservative" | undefined;
/**
 * (not with -profile=core) The path that coins are spent by, by its number in the list of getdescriptorinfo: sequences, lock time and
 * fee follow from it, and coins that are too young for it are not chosen
 * Default: whichever the keys allow.
 */
readonly path?: number | undefined;
/**
 * Let the transaction be replaced by one with a higher fee (BIP125)
 * Default: -walletrbf.
 */
readonly replaceable?: boolean | undefined;
/** Data for the size of inputs that spend coins of others */
readonly solving_data?: SolvingDataParam | undefined;
/** Weights of inputs */
readonly input_weights?: readonly ({
/** The id of the transaction to spend from; hexadecimal, as block explorers show it */
readonly txid: string;
/** The number of its output */
readonly vout: number;
/** The maximum weight of the input, including outpoint and sequence; a signature may have 73 bytes */
readonly weight: number;
})[] | undefined;
} | undefined;
/**
 * The format: true reads only the format with witnesses, false only the one without.
 * A transaction without inputs can be valid in both.
 * Default: the format that makes sense.
 */
readonly iswitness?: boolean | undefined;
/**
 * Add coins of the wallet if they are needed
 * Default: true.
 */
readonly add_inputs?: boolean | undefined;
/**
 * Include unconfirmed coins from others and of replacements. The transaction becomes invalid if they disappear
 * Default: false.
 */
readonly include_unsafe?: boolean | undefined;
/**
 * The minimum number of confirmations of coins to spend
 * Default: 0.
 */
readonly minconf?: number | undefined;
/**
 * The maximum number of confirmations of coins to spend
 * Default: no limit.
 */
readonly maxconf?: number | undefined;
/**
 * The address for change
 * Default: a new one of the wallet.
 */
readonly changeAddress?: string | undefined;
/**
 * The place of change among the outputs
 * Default: random.
 */
readonly changePosition?: number | undefined;
/**
 * The type of the change address: "legacy", "p2sh-segwit", "bech32" or "bech32m"
 * Default: -changetype.
 */
readonly change_type?: "legacy" | "p2sh-segwit" | "bech32" | "bech32m" | undefined;
/**
 * (no effect with -profile=core) Include coins of a watch-only wallet
 * Default: true for a watch-only wallet.
 */
readonly includeWatching?: boolean | undefined;
/**
 * Lock the coins that are spent
 * Default: false.
 */
readonly lockUnspents?: boolean | undefined;
/**
 * The fee rate in sat/vB
 * Default: estimated.
 */
readonly fee_rate?: Amount | undefined;
/**
 * The fee rate in BTC/kvB
 * Default: estimated.
 */
readonly feeRate?: Amount | undefined;
/** Outputs, by their number before change is added or by address, that the fee is taken from in equal parts */
readonly subtractFeeFromOutputs?: readonly (number | string)[] | undefined;
/**
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0 means no limit. Without this argument, the fee may also be at most
 * 25 % of the payment. Without fee_rate, the rate may be at most 0.01 BTC/kvB, and a fee above 0.0001 BTC at most a tenth.
 * Default: 0.02.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * The maximum weight of the transaction
 * Default: 400000.
 */
readonly max_tx_weight?: number | undefined;
/**
 * The number of blocks within which it should be confirmed
 * Default: -txconfirmtarget.
 */
readonly conf_target?: number | undefined;
/**
 * The mode of fee estimation: "unset", "economical" or "conservative". Unset is economical if the
 * transaction is replaceable, else conservative.
 * Default: unset.
 */
readonly estimate_mode?: "unset" | "economical" | "conservative" | undefined;
/**
 * (not with -profile=core) The path that coins are spent by, by its number in the list of getdescriptorinfo: sequences, lock time and
 * fee follow from it, and coins that are too young for it are not chosen
 * Default: whichever the keys allow.
 */
readonly path?: number | undefined;
/**
 * Let the transaction be replaced by one with a higher fee (BIP125)
 * Default: -walletrbf.
 */
readonly replaceable?: boolean | undefined;
/** Data for the size of inputs that spend coins of others */
readonly solving_data?: SolvingDataParam | undefined;
/** Weights of inputs */
readonly input_weights?: readonly ({
/** The id of the transaction to spend from; hexadecimal, as block explorers show it */
readonly txid: string;
/** The number of its output */
readonly vout: number;
/** The maximum weight of the input, including outpoint and sequence; a signature may have 73 bytes */
readonly weight: number;
})[] | undefined;
};
readonly params: readonly [hexstring: Methods['fundrawtransaction']['args']['hexstring'], options?: Methods['fundrawtransaction']['args']['options'] | null, iswitness?: Methods['fundrawtransaction']['args']['iswitness'] | null];
readonly result: {
/** The transaction; hexadecimal */
readonly hex: string;
/** The fee in BTC */
readonly fee: number;
/** The place of the change, or -1 */
readonly changepos: number;
};
};
/** List the addresses with a label. */
readonly getaddressesbylabel: {
readonly args: {
/** The label */
readonly label: string;
};
readonly params: readonly [label: Methods['getaddressesbylabel']['args']['label']];
readonly result: { readonly [address: string]: {
/** "receive" for an own address, "send" for another */
readonly purpose: "receive" | "send" | "unknown";
} };
};
/** Show information about an address, including what the wallet knows about it. */
readonly getaddressinfo: {
readonly args: {
/** The address */
readonly address: string;
};
readonly params: readonly [address: Methods['getaddressinfo']['args']['address']];
readonly result: {
/** The address */
readonly address: string;
/** The output script in hexadecimal */
readonly scriptPubKey: string;
/** True if the address belongs to the wallet */
readonly ismine: boolean;
/** Always false */
readonly iswatchonly: boolean;
/** True if the wallet knows how to spend from it, apart from keys */
readonly solvable: boolean;
/** A descriptor of just this address */
readonly desc?: string;
/** The descriptor that it comes from */
readonly parent_desc?: string;
/** True if it is the address of a script */
readonly isscript?: boolean;
/** True if it is a witness address */
readonly iswitness?: boolean;
/** The version of the witness program */
readonly witness_version?: number;
/** The witness program; hexadecimal */
readonly witness_program?: string;
/** The type of the script behind the address */
readonly script?: string;
/** The script behind it; hexadecimal */
readonly hex?: string;
/** The public keys of a multisig script */
readonly pubkeys?: readonly (string)[];
/** The number of signatures that a multisig script requires */
readonly sigsrequired?: number;
/** The public key of the address; hexadecimal */
readonly pubkey?: string;
/** True if that public key is compressed */
readonly iscompressed?: boolean;
/** The address inside a P2SH or P2WSH script */
readonly embedded?: {
/** True if it is the address of a script */
readonly isscript?: boolean;
/** True if it is a witness address */
readonly iswitness?: boolean;
/** The version of the witness program */
readonly witness_version?: number;
/** The witness program; hexadecimal */
readonly witness_program?: string;
/** The type of the script behind the address */
readonly script?: string;
/** The script behind it; hexadecimal */
readonly hex?: string;
/** The public keys of a multisig script */
readonly pubkeys?: readonly (string)[];
/** The number of signatures that a multisig script requires */
readonly sigsrequired?: number;
/** The public key of the address; hexadecimal */
readonly pubkey?: string;
/** True if that public key is compressed */
readonly iscompressed?: boolean;
/** The address */
readonly address: string;
/** The output script in hexadecimal */
readonly scriptPubKey: string;
/** The address inside that script */
readonly embedded?: {
/** True if it is the address of a script */
readonly isscript?: boolean;
/** True if it is a witness address */
readonly iswitness?: boolean;
/** The version of the witness program */
readonly witness_version?: number;
/** The witness program; hexadecimal */
readonly witness_program?: string;
/** The type of the script behind the address */
readonly script?: string;
/** The script behind it; hexadecimal */
readonly hex?: string;
/** The public keys of a multisig script */
readonly pubkeys?: readonly (string)[];
/** The number of signatures that a multisig script requires */
readonly sigsrequired?: number;
/** The public key of the address; hexadecimal */
readonly pubkey?: string;
/** True if that public key is compressed */
readonly iscompressed?: boolean;
/** The address */
readonly address: string;
/** The output script in hexadecimal */
readonly scriptPubKey: string;
};
};
/** True if it was used for change */
readonly ischange: boolean;
/** The time when its key was created; seconds since 1970 */
readonly timestamp?: number;
/** The path of its key */
readonly hdkeypath?: string;
/** Always 0; hexadecimal */
readonly hdseedid?: string;
/** The fingerprint of the master key; hexadecimal */
readonly hdmasterfingerprint?: string;
/** The label of the address, if it has one */
readonly labels: readonly (string)[];
};
};
/** Show the spendable balance of the wallet in BTC. See getbalances for all balances. */
readonly getbalance: {
readonly args: {
/** Left out, or "*" */
readonly dummy?: string | undefined;
/**
 * The minimum number of confirmations of coins to count
 * Default: 0.
 */
readonly minconf?: number | undefined;
/**
 * No effect
 * Default: false.
 */
readonly include_watchonly?: boolean | undefined;
/**
 * (only for a wallet with avoid_reuse) Exclude coins of addresses that were spent from before
 * Default: true.
 */
readonly avoid_reuse?: boolean | undefined;
};
readonly params: readonly [dummy?: Methods['getbalance']['args']['dummy'] | null, minconf?: Methods['getbalance']['args']['minconf'] | null, include_watchonly?: Methods['getbalance']['args']['include_watchonly'] | null, avoid_reuse?: Methods['getbalance']['args']['avoid_reuse'] | null];
readonly result: number;
};
/** Show all balances of the wallet in BTC. */
readonly getbalances: {
readonly args: { readonly [name: string]: never };
readonly params: readonly [];
readonly result: {
/** The balances of the wallet */
readonly mine: {
/** Confirmed coins, and change of own transactions; in BTC */
readonly trusted: number;
/** Unconfirmed payments from others; in BTC */
readonly untrusted_pending: number;
/** Coinbase outputs that are not mature yet; in BTC */
readonly immature: number;
/** Coins spent by transactions that are not in the mempool, as a negative amount; in BTC */
readonly nonmempool: number;
/** Coins of addresses that were spent from (avoid_reuse); in BTC */
readonly used?: number;
};
/** The last block that the wallet has processed */
readonly lastprocessedblock?: {
/** The hash of the block; hexadecimal, as block explorers show it */
readonly hash: string;
/** The height of the block */
readonly height: number;
};
/** Coins that the outbox reserves */
readonly warnings?: readonly (string)[];
};
};
/** Return the hash of the newest block. */
readonly getbestblockhash: {
readonly args: { readonly [name: string]: never };
readonly params: readonly [];
readonly result: string;
};
/**
 * Return the state of the chain, from the node. Without a node (not with -profile=core) the answer is what the snapshot, the servers or
 * the block files contain. They verify no block here, and chainwork is unknown.
 */
readonly getblockchaininfo: {
readonly args: { readonly [name: string]: never };
readonly params: readonly [];
readonly result: {
/** main, test, testnet4, signet or regtest */
readonly chain: string;
/** The height of the newest block */
readonly blocks: number;
/** The number of headers */
readonly headers: number;
/** The hash of the newest block; hexadecimal, as block explorers show it */
readonly bestblockhash: string;
/** The target of the block in compact form; hexadecimal */
readonly bits: string;
/** The target of the block; hexadecimal */
readonly target: string;
/** The difficulty of the block */
readonly difficulty: number;
/** The time of the block; seconds since 1970 */
readonly time: number;
/** The median time of the last eleven blocks; seconds since 1970 */
readonly mediantime: number;
/** The part of the chain that is verified, from 0 to 1. Without a node 0 */
readonly verificationprogress: number;
/** Newer blocks are likely to be missing. Without a node: the newest block is a day old */
readonly initialblockdownload: boolean;
/** The blocks below a snapshot that the node verifies later */
readonly backgroundvalidation?: {
/** The height of the snapshot */
readonly snapshotheight: number;
/** The height that is verified */
readonly blocks: number;
/** The hash of that block; hexadecimal, as block explorers show it */
readonly bestblockhash: string;
/** The median time of the block; seconds since 1970 */
readonly mediantime: number;
/** The part that is verified */
readonly verificationprogress: number;
/** The work in these blocks; hexadecimal */
readonly chainwork: string;
};
/** The work in the chain. Absent without a node; hexadecimal */
readonly chainwork?: string;
/** Bytes of the block files. Absent without a node */
readonly size_on_disk?: number;
/** Old blocks are deleted */
readonly pruned?: boolean;
/** The first block that is kept */
readonly pruneheight?: number;
/** The node decides which blocks it deletes */
readonly automatic_pruning?: boolean;
/** Bytes that it keeps */
readonly prune_target_size?: number;
/** The script that a block of this signet must satisfy; hexadecimal */
readonly signet_challenge?: string;
/** Warnings about the network and the chain */
readonly warnings: readonly (string)[];
/** True: no node was asked */
readonly offline?: boolean;
};
};
/** Return the height of the newest block. The genesis block has height 0. */
readonly getblockcount: {
readonly args: { readonly [name: string]: never };
readonly params: readonly [];
readonly result: number;
};
/** Return the hash of the block at a height of the best chain. A snapshot knows only the blocks that it contains. */
readonly getblockhash: {
readonly args: {
/** The height */
readonly height: number;
};
readonly params: readonly [height: Methods['getblockhash']['args']['height']];
readonly result: string;
};
/**
 * Return a template for a block on top of the chain, from its mempool (BIP 22, 23, 9, 145);
 * or, with mode "proposal", check a block that could follow the tip.
 */
readonly getblocktemplate: {
readonly args: {
/** Options of the template */
readonly template_request: {
/**
 * "template", or "proposal" (BIP 23)
 * Default: "template".
 */
readonly mode?: string | undefined;
/** The capabilities of the miner; ignored */
readonly capabilities?: readonly (string)[] | undefined;
/** The soft forks that the miner supports: always "segwit", on signet also "signet" */
readonly rules: readonly (string)[];
/** The longpollid of an earlier template. The call returns when there is a better one */
readonly longpollid?: string | undefined;
/** The block in hexadecimal, for mode "proposal" */
readonly data?: string | undefined;
};
};
readonly params: readonly [template_request: Methods['getblocktemplate']['args']['template_request']];
readonly result: null | string | {
/** The capabilities of the server */
readonly capabilities: readonly (string)[];
/** The block's version */
readonly version: number;
/** The active soft forks; "!" in front means that a miner must support it */
readonly rules: readonly (string)[];
/** The soft forks that can be signalled for */
readonly vbavailable: { readonly [rulename: string]: number };
/** The bits of the version that must be set */
readonly vbrequired: number;
/** The hash of the tip; hexadecimal, as block explorers show it */
readonly previousblockhash: string;
/** The transactions after the coinbase, in their order */
readonly transactions: readonly ({
/** The transaction; hexadecimal */
readonly data: string;
/** The txid of the transaction; hexadecimal, as block explorers show it */
readonly txid: string;
/** The wtxid of the transaction; hexadecimal, as block explorers show it */
readonly hash: string;
/** The transactions that must precede it, by their number in the list, from 1 */
readonly depends: readonly (number)[];
/** The fee in satoshi */
readonly fee: number;
/** The cost in signature operations */
readonly sigops: number;
/** The weight */
readonly weight: number;
})[];
/** The data that the coinbase's scriptSig should include */
readonly coinbaseaux: { readonly [key: string]: string };
/** The maximum amount of the coinbase including fees, in satoshi */
readonly coinbasevalue: number;
/** The id for long polling, which waits for a better template */
readonly longpollid: string;
/** The maximum hash of the block; hexadecimal */
readonly target: string;
/** The minimum time of the block header; seconds since 1970 */
readonly mintime: number;
/** The parts that a miner may change */
readonly mutable: readonly (string)[];
/** The first and the last nonce; hexadecimal */
readonly noncerange: string;
/** The maximum cost in signature operations */
readonly sigoplimit: number;
/** The maximum size in bytes */
readonly sizelimit: number;
/** The maximum weight */
readonly weightlimit?: number;
/** The time for the block header; seconds since 1970 */
readonly curtime: number;
/** The compact target; hexadecimal */
readonly bits: string;
/** The block's height */
readonly height: number;
/** The script that the block must satisfy on signet; hexadecimal */
readonly signet_challenge?: string;
/** The script of the coinbase's output that commits to the witnesses; hexadecimal */
readonly default_witness_commitment?: string;
};
};
/** Check a descriptor and describe it. */
readonly getdescriptorinfo: {
readonly args: {
/** The descriptor, with its checksum or without */
readonly descriptor: string;
/**
 * (not with -profile=core) List all ways to spend its outputs
 * Default: false.
 */
readonly paths?: boolean | undefined;
};
readonly params: readonly [descriptor: Methods['getdescriptorinfo']['args']['descriptor'], paths?: Methods['getdescriptorinfo']['args']['paths'] | null];
readonly result: {
/** The descriptor without private keys; the first one of a multipath descriptor */
readonly descriptor: string;
/** All ways to read it */
readonly multipath_expansion?: readonly (string)[];
/** The checksum of the text that was given */
readonly checksum: string;
/** True if the descriptor is ranged */
readonly isrange: boolean;
/** True if the descriptor is solvable: it contains what signing needs except keys */
readonly issolvable: boolean;
/** True if the text contains a private key */
readonly hasprivatekeys: boolean;
/** The address (BIP352) of a silent payment descriptor (BIP392) */
readonly silent_payment?: string;
/** Every way to spend it, the smallest first. The position in the list, from 0, is the option "path" of send and walletcreatefundedpsbt. Absent if they are unknown or more than 500 */
readonly paths?: readonly ({
/** The way to spend: by the key of a taproot output, by one of its leaves, or by the script */
readonly by: "key" | "leaf" | "script";
/** The number of the leaf, from the left and from 0 */
readonly leaf?: number;
/** The groups of keys, each of which must sign */
readonly signers: readonly ({
/** The number of keys that must sign */
readonly threshold: number;
/** The keys as in the descriptor, without private keys */
readonly keys: readonly (string)[];
})[];
/** The minimum sequence of the input (BIP68) */
readonly older?: number;
/** The minimum lock time: a height, or seconds since 1970 */
readonly after?: number;
/** Hashes whose preimages are required */
readonly hashes: readonly ({
/** Named as in descriptors */
readonly kind: string;
/** The hash, in the order of the script; hexadecimal */
readonly digest: string;
})[];
/** The maximum weight of the input */
readonly weight: number;
})[];
};
};
/** List the extended keys (BIP32) of the wallet, and the descriptors that use them. */
readonly gethdkeys: {
readonly args: {
/** Filters for the keys */
readonly options?: {
/**
 * List only keys of active descriptors
 * Default: false.
 */
readonly active_only?: boolean | undefined;
/**
 * Show private keys
 * Default: false.
 */
readonly private?: boolean | undefined;
} | undefined;
/**
 * List only keys of active descriptors
 * Default: false.
 */
readonly active_only?: boolean | undefined;
/**
 * Show private keys
 * Default: false.
 */
readonly private?: boolean | undefined;
};
readonly params: readonly [options?: Methods['gethdkeys']['args']['options'] | null];
readonly result: readonly ({
/** The extended public key */
readonly xpub: string;
/** True if the wallet has its private key */
readonly has_private: boolean;
/** The extended private key, if requested and available */
readonly xprv?: string;
/** The descriptors that use it */
readonly descriptors: readonly ({
/** The descriptor, without private keys */
readonly desc: string;
/** True if it provides new addresses */
readonly active: boolean;
})[];
})[];
};
/** Return the state and the limits of the node's mempool. Needs a node. */
readonly getmempoolinfo: {
readonly args: { readonly [name: string]: never };
readonly params: readonly [];
readonly result: {
/** The mempool file was read */
readonly loaded: boolean;
/** The number of its elements, transactions */
readonly size: number;
/** The sum of their virtual bytes (BIP141) */
readonly bytes: number;
/** Memory in use, in bytes */
readonly usage: number;
/** The sum of their fees in BTC */
readonly total_fee: number;
/** The most memory, in bytes */
readonly maxmempool: number;
/** The lowest fee rate that the mempool accepts, in BTC/kvB */
readonly mempoolminfee: number;
/** The lowest fee rate of relay, in BTC/kvB */
readonly minrelaytxfee: number;
/** The smallest raise of the fee rate of a replacement, in BTC/kvB */
readonly incrementalrelayfee: number;
/** Transactions that no peer has asked for */
readonly unbroadcastcount: number;
/** Bare multisig outputs are accepted */
readonly permitbaremultisig: boolean;
/** The most bytes in OP_RETURN outputs */
readonly maxdatacarriersize: number;
/** The most transactions in a cluster */
readonly limitclustercount: number;
/** The most virtual bytes in a cluster */
readonly limitclustersize: number;
/** The order of the transactions is known to be best */
readonly optimal: boolean;
};
};
/**
 * Return the state of the peer-to-peer network, from the node. Without a node (not with -profile=core) the answer describes coldsign
 * itself: no network, no peers, and the Bitcoin Core version whose interface this is.
 */
readonly getnetworkinfo: {
readonly args: { readonly [name: string]: never };
readonly params: readonly [];
readonly result: {
/** The version of the node */
readonly version: number;
/** The user agent: name and version */
readonly subversion: string;
/** The version of the protocol, or 0 without a network */
readonly protocolversion: number;
/** The services it offers, as bits; hexadecimal */
readonly localservices: string;
/** The services by name */
readonly localservicesnames: readonly (string)[];
/** Peers are asked to relay transactions */
readonly localrelay: boolean;
/** The difference to the time of the peers, in seconds */
readonly timeoffset: number;
/** The most transactions per second that inbound peers are sent */
readonly tx_send_rate?: number;
/** Announcements that wait */
readonly inv_buckets?: { readonly [direction: string]: {
/** Transactions that wait to be announced */
readonly backlog: number;
/** Transactions that may go now */
readonly count_tok: number;
/** Bytes that may go now */
readonly size_tok: number;
} };
/** The peer-to-peer network is enabled */
readonly networkactive: boolean;
/** The number of peers */
readonly connections: number;
/** The number of inbound connections */
readonly connections_in: number;
/** The number of outbound connections */
readonly connections_out: number;
/** The kinds of network */
readonly networks: readonly ({
/** ipv4, ipv6, onion, i2p or cjdns */
readonly name: string;
/** -onlynet excludes it */
readonly limited: boolean;
/** True if the network is reachable */
readonly reachable: boolean;
/** Host and port of the proxy; empty if there is none */
readonly proxy: string;
/** The proxy is given random credentials */
readonly proxy_randomize_credentials: boolean;
})[];
/** The lowest fee rate of relay, in BTC/kvB */
readonly relayfee: number;
/** The smallest raise of the fee rate of a replacement, in BTC/kvB */
readonly incrementalfee: number;
/** The local addresses of the node */
readonly localaddresses: readonly ({
/** The address */
readonly address: string;
/** The port */
readonly port: number;
/** The score of the address: how likely it is right */
readonly score: number;
})[];
/** Warnings about the network and the chain */
readonly warnings: readonly (string)[];
/** True if there is no node, and the answer describes coldsign */
readonly offline?: boolean;
};
};
/** Return a new receiving address. */
readonly getnewaddress: {
readonly args: {
/**
 * A label for the address
 * Default: .
 */
readonly label?: string | undefined;
/**
 * "legacy", "p2sh-segwit", "bech32", "bech32m", or "silent" with an sp() descriptor
 * Default: set by -addresstype.
 */
readonly address_type?: "legacy" | "p2sh-segwit" | "bech32" | "bech32m" | "silent" | undefined;
};
readonly params: readonly [label?: Methods['getnewaddress']['args']['label'] | null, address_type?: Methods['getnewaddress']['args']['address_type'] | null];
readonly result: string;
};
/** Return the peers of the node. Without a node (not with -profile=core) the list is empty: coldsign has no network. */
readonly getpeerinfo: {
readonly args: { readonly [name: string]: never };
readonly params: readonly [];
readonly result: readonly ({
/** The number of the peer */
readonly id: number;
/** The address and port of the peer */
readonly addr: string;
/** The local address and port of the connection */
readonly addrbind?: string;
/** The local address and port as the peer reports them */
readonly addrlocal?: string;
/** ipv4, ipv6, onion, i2p, cjdns or not_publicly_routable */
readonly network: string;
/** The autonomous system of the peer; only with -asmap */
readonly mapped_as?: number;
/** The services it offers, as bits; hexadecimal */
readonly services: string;
/** The services by name */
readonly servicesnames: readonly (string)[];
/** Transactions are relayed to the peer */
readonly relaytxes: boolean;
/** The mempool sequence number of the last announcement to it */
readonly last_inv_sequence: number;
/** Transactions that wait to be announced to it */
readonly inv_to_send: number;
/** The time of the last message to it; seconds since 1970 */
readonly lastsend: number;
/** The time of the last message from it; seconds since 1970 */
readonly lastrecv: number;
/** The time of the last valid transaction from it; seconds since 1970 */
readonly last_transaction: number;
/** The time of the last block from it; seconds since 1970 */
readonly last_block: number;
/** Bytes sent */
readonly bytessent: number;
/** Bytes received */
readonly bytesrecv: number;
/** The time of the connection; seconds since 1970 */
readonly conntime: number;
/** The clock of the peer minus the clock of the node, in seconds */
readonly timeoffset: number;
/** The last ping, in seconds */
readonly pingtime?: number;
/** The shortest ping, in seconds */
readonly minping?: number;
/** The time since an unanswered ping, in seconds */
readonly pingwait?: number;
/** The protocol version of the peer */
readonly version: number;
/** The user agent: name and version */
readonly subver: string;
/** The peer opened the connection */
readonly inbound: boolean;
/** The node chose it for high-bandwidth compact blocks */
readonly bip152_hb_to: boolean;
/** True if the peer selected the node for high-bandwidth compact blocks */
readonly bip152_hb_from: boolean;
/** The height of header pre-synchronization; -1 if none is in progress */
readonly presynced_headers: number;
/** The last header in common */
readonly synced_headers: number;
/** The last block in common */
readonly synced_blocks: number;
/** Blocks that were requested from it */
readonly inflight: readonly (number)[];
/** Addresses are relayed with it */
readonly addr_relay_enabled: boolean;
/** Addresses that were processed */
readonly addr_processed: number;
/** Addresses that were dropped by the rate limit */
readonly addr_rate_limited: number;
/** Special permissions of the peer */
readonly permissions: readonly (string)[];
/** The lowest fee rate that the peer accepts, in BTC/kvB */
readonly minfeefilter: number;
/** Bytes sent by type of message */
readonly bytessent_per_msg: { readonly [msg: string]: number };
/** Bytes received by type of message */
readonly bytesrecv_per_msg: { readonly [msg: string]: number };
/** The type of the connection */
readonly connection_type: string;
/** The transport protocol: detecting, v1 or v2 */
readonly transport_protocol_type: string;
/** The session of a v2 connection; empty if there is none */
readonly session_id: string;
})[];
};
/** Return a new change address, for transactions that you build by hand. */
readonly getrawchangeaddress: {
readonly args: {
/**
 * "legacy", "p2sh-segwit", "bech32", "bech32m", or "silent" with an sp() descriptor
 * Default: set by -changetype.
 */
readonly address_type?: "legacy" | "p2sh-segwit" | "bech32" | "bech32m" | "silent" | undefined;
};
readonly params: readonly [address_type?: Methods['getrawchangeaddress']['args']['address_type'] | null];
readonly result: string;
};
/**
 * Return a transaction by its id. A node has transactions of its mempool and of a given block, or all with -txindex. A server has
 * those that it knows, a snapshot those that are unconfirmed.
 */
readonly getrawtransaction: {
readonly args: {
/** The id of the transaction; hexadecimal, as block explorers show it */
readonly txid: string;
/**
 * 0 returns hexadecimal, 1 the decoded transaction, 2 adds fee and spent outputs if a node knows them
 * Default: 0.
 */
readonly verbosity?: number | undefined;
/** The block that it is in; hexadecimal, as block explorers show it */
readonly blockhash?: string | undefined;
};
readonly params: readonly [txid: Methods['getrawtransaction']['args']['txid'], verbosity?: Methods['getrawtransaction']['args']['verbosity'] | null, blockhash?: Methods['getrawtransaction']['args']['blockhash'] | null];
readonly result: string | {
/** True if the specified block is in the best chain */
readonly in_active_chain?: boolean;
/** In the mempool: virtual size in bytes, adjusted for signature operations */
readonly vsize_adjusted?: number;
/** The id; hexadecimal, as block explorers show it */
readonly txid: string;
/** The id with witnesses; hexadecimal, as block explorers show it */
readonly hash: string;
/** The version */
readonly version: number;
/** The size in bytes */
readonly size: number;
/** Virtual size in bytes: a quarter of the weight, rounded up */
readonly vsize: number;
/** Weight units */
readonly weight: number;
/** The lock time: a height, or a time from 500000000 on */
readonly locktime: number;
/** The inputs */
readonly vin: readonly ({
/** The coinbase data, instead of the next three members; hexadecimal */
readonly coinbase?: string;
/** The transaction that it spends from; hexadecimal, as block explorers show it */
readonly txid?: string;
/** The number of its output */
readonly vout?: number;
/** The signature script */
readonly scriptSig?: DecodedScriptSig;
/** The witness */
readonly txinwitness?: readonly (string)[];
/** The sequence number */
readonly sequence: number;
/** The output that it spends (verbosity 2) */
readonly prevout?: {
/** True if the output is from a coinbase transaction */
readonly generated: boolean;
/** The height of its block */
readonly height: number;
/** The amount in BTC */
readonly value: number;
/** The script that it pays */
readonly scriptPubKey: DecodedScript;
};
})[];
/** The outputs */
readonly vout: readonly (DecodedOutput)[];
/** The fee in BTC (verbosity 2) */
readonly fee?: number;
/** The transaction; hexadecimal */
readonly hex: string;
/** The hash of its block; hexadecimal, as block explorers show it */
readonly blockhash?: string;
/** The number of confirmations */
readonly confirmations?: number;
/** The time of its block; seconds since 1970 */
readonly time?: number;
/** The same as "time"; a height, from 500000000 on seconds since 1970 */
readonly blocktime?: number;
};
};
/** Show the amount received at an address of the wallet, spent or not. */
readonly getreceivedbyaddress: {
readonly args: {
/** The address */
readonly address: string;
/**
 * The minimum number of confirmations of payments to count
 * Default: 1.
 */
readonly minconf?: number | undefined;
/**
 * Include immature coinbase outputs
 * Default: false.
 */
readonly include_immature_coinbase?: boolean | undefined;
};
readonly params: readonly [address: Methods['getreceivedbyaddress']['args']['address'], minconf?: Methods['getreceivedbyaddress']['args']['minconf'] | null, include_immature_coinbase?: Methods['getreceivedbyaddress']['args']['include_immature_coinbase'] | null];
readonly result: number;
};
/** Show the amount received at all addresses with a label, spent or not. */
readonly getreceivedbylabel: {
readonly args: {
/** The label; "" for addresses without a label */
readonly label: string;
/**
 * The minimum number of confirmations of payments to count
 * Default: 1.
 */
readonly minconf?: number | undefined;
/**
 * Include immature coinbase outputs
 * Default: false.
 */
readonly include_immature_coinbase?: boolean | undefined;
};
readonly params: readonly [label: Methods['getreceivedbylabel']['args']['label'], minconf?: Methods['getreceivedbylabel']['args']['minconf'] | null, include_immature_coinbase?: Methods['getreceivedbylabel']['args']['include_immature_coinbase'] | null];
readonly result: number;
};
/** Show a transaction of the wallet in detail. */
readonly gettransaction: {
readonly args: {
/** The id of the transaction; hexadecimal, as block explorers show it */
readonly txid: string;
/**
 * No longer has an effect
 * Default: false.
 */
readonly include_watchonly?: boolean | undefined;
/**
 * Include the decoded transaction
 * Default: false.
 */
readonly verbose?: boolean | undefined;
};
readonly params: readonly [txid: Methods['gettransaction']['args']['txid'], include_watchonly?: Methods['gettransaction']['args']['include_watchonly'] | null, verbose?: Methods['gettransaction']['args']['verbose'] | null];
readonly result: {
/** The change of the balance without the fee, in BTC */
readonly amount: number;
/** The fee in BTC, as a negative amount, if the wallet paid it */
readonly fee?: number;
/** The number of confirmations; negative if a conflicting transaction is in the chain */
readonly confirmations: number;
/** True if it is a coinbase transaction */
readonly generated?: boolean;
/** Unconfirmed: true if its outputs are safe to spend */
readonly trusted?: boolean;
/** The block that it is in; hexadecimal, as block explorers show it */
readonly blockhash?: string;
/** The height of that block */
readonly blockheight?: number;
/** The position of the transaction in that block */
readonly blockindex?: number;
/** The time of that block; a height, from 500000000 on seconds since 1970 */
readonly blocktime?: number;
/** The id of the transaction; hexadecimal, as block explorers show it */
readonly txid: string;
/** The id with witnesses; hexadecimal, as block explorers show it */
readonly wtxid: string;
/** Other wtxids of the transaction that were seen */
readonly alternate_wtxids: readonly (string)[];
/** Transactions of the wallet that spend the same */
readonly walletconflicts: readonly (string)[];
/** Transactions in the mempool that spend the same */
readonly mempoolconflicts: readonly (string)[];
/** The time when it was created or first seen; seconds since 1970 */
readonly time: number;
/** The time when the wallet received it; seconds since 1970 */
readonly timereceived: number;
/** A note that was made with it */
readonly comment?: string;
/** A note on who is paid */
readonly to?: string;
/** The transaction that it replaces; hexadecimal, as block explorers show it */
readonly replaces_txid?: string;
/** The transaction that replaces it; hexadecimal, as block explorers show it */
readonly replaced_by_txid?: string;
/** The outputs of the transaction from the wallet's point of view */
readonly details: readonly ({
/** The address */
readonly address?: string;
/** Received: The descriptors of the wallet that it comes from, without private keys */
readonly parent_descs?: readonly (string)[];
/** The category. "generate", "immature" and "orphan" are for coinbases */
readonly category: "send" | "receive" | "generate" | "immature" | "orphan";
/** The amount in BTC, negative for payments sent */
readonly amount: number;
/** The label of the address */
readonly label?: string;
/** The number of the output */
readonly vout: number;
/** Sent: the fee of the transaction in BTC, as a negative amount */
readonly fee?: number;
/** True if the transaction was abandoned */
readonly abandoned: boolean;
})[];
/** The transaction; hexadecimal */
readonly hex: string;
/** The transaction in its parts */
readonly decoded?: {
/** The id; hexadecimal, as block explorers show it */
readonly txid: string;
/** The id with witnesses; hexadecimal, as block explorers show it */
readonly hash: string;
/** The version */
readonly version: number;
/** The size in bytes */
readonly size: number;
/** Virtual size in bytes: a quarter of the weight, rounded up */
readonly vsize: number;
/** Weight units */
readonly weight: number;
/** The lock time: a height, or a time from 500000000 on */
readonly locktime: number;
/** The inputs */
readonly vin: readonly (DecodedInput)[];
/** The outputs */
readonly vout: readonly ({
/** The amount in BTC */
readonly value: number;
/** The number of the output */
readonly n: number;
/** The script that it pays */
readonly scriptPubKey: DecodedScript;
/** True if the output is change of the wallet */
readonly ischange?: boolean;
})[];
};
/** The last block that the wallet has processed */
readonly lastprocessedblock?: {
/** The hash of the block; hexadecimal, as block explorers show it */
readonly hash: string;
/** The height of the block */
readonly height: number;
};
};
};
/**
 * Return an unspent output. A node knows all. Another source may be incomplete: an output that a snapshot lacks may be unspent,
 * and the error says so.
 */
readonly gettxout: {
readonly args: {
/** The id of its transaction; hexadecimal, as block explorers show it */
readonly txid: string;
/** The number of the output */
readonly n: number;
/**
 * Take the mempool into account, which creates and spends outputs
 * Default: true.
 */
readonly include_mempool?: boolean | undefined;
};
readonly params: readonly [txid: Methods['gettxout']['args']['txid'], n: Methods['gettxout']['args']['n'], include_mempool?: Methods['gettxout']['args']['include_mempool'] | null];
readonly result: {
/** The hash of the newest block; hexadecimal */
readonly bestblock: string;
/** The number of confirmations */
readonly confirmations: number;
/** The amount in BTC */
readonly value: number;
/** The script that it pays */
readonly scriptPubKey: DecodedScript;
/** True if the output belongs to a coinbase transaction */
readonly coinbase: boolean;
} | null;
};
/**
 * Return a proof that transactions are in a block, from the node. Without an index of all transactions (-txindex) the node needs the hash
 * of the block, or one of the transactions must have an unspent output.
 */
readonly gettxoutproof: {
readonly args: {
/** The transactions, all of one block */
readonly txids: readonly (string)[];
/** The hash of the block; hexadecimal, as block explorers show it */
readonly blockhash?: string | undefined;
};
readonly params: readonly [txids: Methods['gettxoutproof']['args']['txids'], blockhash?: Methods['gettxoutproof']['args']['blockhash'] | null];
readonly result: string;
};
/** Return the state of the wallet. */
readonly getwalletinfo: {
readonly args: { readonly [name: string]: never };
readonly params: readonly [];
readonly result: {
/** The name of the wallet */
readonly walletname: string;
/** Always 169900 */
readonly walletversion: number;
/** The storage format */
readonly format: string;
/** The number of transactions */
readonly txcount: number;
/** The number of receiving addresses that are derived in advance */
readonly keypoolsize: number;
/** The number of addresses for change that are derived in advance */
readonly keypoolsize_hd_internal: number;
/** The time when the wallet locks again; 0 if it is locked; seconds since 1970 */
readonly unlocked_until?: number;
/** True if the wallet can have private keys */
readonly private_keys_enabled: boolean;
/** True if coins of reused addresses are kept apart */
readonly avoid_reuse: boolean;
/** The running rescan, or false */
readonly scanning: {
/** The seconds since it started */
readonly duration: number;
/** The progress, from 0 to 1 */
readonly progress: number;
} | false;
/**
 * True if the passphrase has proven, since the wallet was loaded, that stored addresses and
 * scripts are unchanged. Only for wallets with a passphrase
 */
readonly authenticated?: boolean;
/** Always true */
readonly descriptors: boolean;
/** True if a device signs */
readonly external_signer: boolean;
/** True if it was created without keys and still has none */
readonly blank: boolean;
/** Nothing paid it before; seconds since 1970 */
readonly birthtime?: number;
/** Core's flags of the wallet */
readonly flags: readonly (string)[];
/** The last block that the wallet has processed */
readonly lastprocessedblock?: {
/** The hash of the block; hexadecimal, as block explorers show it */
readonly hash: string;
/** The height of the block */
readonly height: number;
};
/** The signer of the snapshot that the wallet relies on */
readonly snapshot?: {
/** True if a trusted signer signed it */
readonly trusted: boolean;
/** The fingerprint of the signing key; absent if it is not signed; hexadecimal */
readonly fingerprint?: string;
/** The name of the signer */
readonly name?: string;
/** The time of signing by the signer's clock; seconds since 1970 */
readonly signed_at?: number;
};
/** Transactions that were signed despite findings of a review, the newest last; absent while the wallet is locked */
readonly overridden?: readonly ({
/** The time of signing; 0 if unknown; seconds since 1970 */
readonly time: number;
/** The id of the review */
readonly review: string;
/** The ids of the findings */
readonly findings: readonly (string)[];
})[];
};
};
/** List all methods, or explain one. */
readonly help: {
readonly args: {
/**
 * The method to explain
 * Default: all methods.
 */
readonly command?: string | undefined;
};
readonly params: readonly [command?: Methods['help']['args']['command'] | null];
readonly result: string;
};
/**
 * Import descriptors into the wallet, and scan for their payments from the earliest timestamp on.
 * The second alternative of a multipath descriptor (<0;1>) becomes internal.
 * Make a new backup of the wallet afterwards.
 */
readonly importdescriptors: {
readonly args: {
/** The descriptors to import */
readonly requests: readonly ({
/** The descriptor with its checksum */
readonly desc: string;
/**
 * Use the descriptor for new addresses of its type
 * Default: false.
 */
readonly active?: boolean | undefined;
/** The positions of a ranged descriptor: the last, or the first and the last */
readonly range?: number | readonly [first: number, last: number] | undefined;
/** The position of the next address */
readonly next_index?: number | undefined;
/**
 * The time before which it received no payment, in seconds since 1970, or "now".
 * Blocks are scanned from two hours before the earliest timestamp
 */
readonly timestamp: number | "now";
/**
 * Use the descriptor for change
 * Default: false.
 */
readonly internal?: boolean | undefined;
/**
 * A label for its addresses, unless it is ranged or internal
 * Default: .
 */
readonly label?: string | undefined;
})[];
};
readonly params: readonly [requests: Methods['importdescriptors']['args']['requests']];
readonly result: readonly ({
/** True if the descriptor was imported */
readonly success: boolean;
/** Warnings about the wallet */
readonly warnings?: readonly (string)[];
/** The error */
readonly error?: {
/** The error code, as for a call */
readonly code: number;
/** The reason */
readonly message: string;
/** More about the error */
readonly data?: {
/** The next step */
readonly hint: string;
};
};
})[];
};
/**
 * Import BIP329 labels of addresses, transactions, inputs, outputs and keys. Beyond Core.
 * Outputs marked as not spendable are locked, spendable ones are unlocked. Members that a line omits stay unchanged.
 */
readonly importlabels: {
readonly args: {
/** The text of the file, one JSON object per line; on the command line @FILE reads it */
readonly file: string;
};
readonly params: readonly [file: Methods['importlabels']['args']['file']];
readonly result: {
/** The number of imported labels */
readonly labels: number;
/** Omitted content and warnings, one sentence each */
readonly lost: readonly (string)[];
};
};
/**
 * Import a transaction that pays the wallet, without a rescan: with a proof that it is in a block.
 * Import transactions that spend from it, too, or rescan from there on.
 */
readonly importprunedfunds: {
readonly args: {
/** The transaction; hexadecimal */
readonly rawtransaction: string;
/** The proof, from gettxoutproof of a node; hexadecimal */
readonly txoutproof: string;
};
readonly params: readonly [rawtransaction: Methods['importprunedfunds']['args']['rawtransaction'], txoutproof: Methods['importprunedfunds']['args']['txoutproof']];
readonly result: null;
};
/**
 * Import descriptors and labels from the wallet of another program into this watch-only wallet. Beyond Core.
 * Check the file with decodewallet first. Payments are searched as importdescriptors does.
 */
readonly importwallet: {
readonly args: {
/** The text of the file; on the command line @FILE reads it */
readonly file: string;
/** The password of an encrypted Electrum file, or the token of an encrypted BSMS record in hexadecimal */
readonly password?: string | undefined;
/**
 * The time before which it received no payment, in seconds since 1970, or "now"
 * Default: the value in the file, else 0.
 */
readonly timestamp?: number | "now" | undefined;
};
readonly params: readonly [file: Methods['importwallet']['args']['file'], password?: Methods['importwallet']['args']['password'] | null, timestamp?: Methods['importwallet']['args']['timestamp'] | null];
readonly result: {
/** The format of the file */
readonly format: "descriptors" | "core" | "sparrow" | "specter" | "coldcard" | "electrum" | "caravan" | "bsms" | "policy" | "ur" | "slip132";
/** The program that wrote this format */
readonly program: string;
/** The name of the wallet in the file */
readonly name?: string;
/** The imported descriptors */
readonly descriptors: readonly ({
/** The descriptor */
readonly desc: string;
/** True if it provides new addresses */
readonly active: boolean;
})[];
/** The number of imported labels */
readonly labels: number;
/** Omitted content and warnings, one sentence each */
readonly lost: readonly (string)[];
};
};
/**
 * Join the inputs and outputs of several PSBTs in one transaction, in random order and in the version of the first
 * (with -profile=core of version 0 only). Signatures are removed, because they were for other transactions.
 */
readonly joinpsbts: {
readonly args: {
/** The PSBTs in base64 */
readonly txs: readonly (string)[];
};
readonly params: readonly [txs: Methods['joinpsbts']['args']['txs']];
readonly result: string;
};
/**
 * Derive more addresses in advance: this many after the last used one, for each active descriptor.
 * The wallet must be unlocked.
 */
readonly keypoolrefill: {
readonly args: {
/**
 * The number of addresses
 * Default: set by -keypool.
 */
readonly newsize?: number | undefined;
};
readonly params: readonly [newsize?: Methods['keypoolrefill']['args']['newsize'] | null];
readonly result: null;
};
/**
 * List addresses in groups that visibly have one owner, because they were spent from together
 * or received the change.
 */
readonly listaddressgroupings: {
readonly args: { readonly [name: string]: never };
readonly params: readonly [];
readonly result: readonly (readonly (readonly [string, number, (string)?])[])[];
};
/** List the descriptors of the wallet. */
readonly listdescriptors: {
readonly args: {
/**
 * Show private keys
 * Default: false.
 */
readonly private?: boolean | undefined;
};
readonly params: readonly [isPrivate?: Methods['listdescriptors']['args']['private'] | null];
readonly result: {
/** The name of the wallet */
readonly wallet_name: string;
/** The descriptors, sorted by their text */
readonly descriptors: readonly ({
/** The descriptor */
readonly desc: string;
/** Nothing paid it before; seconds since 1970 */
readonly timestamp: number;
/** True if it provides new addresses */
readonly active: boolean;
/** True if an active descriptor is for change */
readonly internal?: boolean;
/** The first and the last position of a ranged descriptor; for sp(), the labels in use */
readonly range?: readonly [number, number];
/** The same value as next_index */
readonly next?: number;
/** The position of the next address */
readonly next_index?: number;
})[];
};
};
/** List the labels of addresses. */
readonly listlabels: {
readonly args: {
/** "receive" lists only labels of own addresses, "send" only those of other addresses */
readonly purpose?: string | undefined;
};
readonly params: readonly [purpose?: Methods['listlabels']['args']['purpose'] | null];
readonly result: readonly (string)[];
};
/** List the outputs that lockunspent locked. */
readonly listlockunspent: {
readonly args: { readonly [name: string]: never };
readonly params: readonly [];
readonly result: readonly ({
/** The transaction; hexadecimal, as block explorers show it */
readonly txid: string;
/** The number of its output */
readonly vout: number;
})[];
};
/**
 * List the transactions of the wallet that are not sent yet, parents before children. Beyond Core.
 * They are sent automatically when a node is available.
 */
readonly listoutbox: {
readonly args: { readonly [name: string]: never };
readonly params: readonly [];
readonly result: readonly ({
/** The id of the transaction; hexadecimal, as block explorers show it */
readonly txid: string;
/** The time when it was created; seconds since 1970 */
readonly time: number;
/** Virtual size in bytes */
readonly vsize: number;
/** The transaction, for sendrawtransaction of any node; hexadecimal */
readonly hex: string;
})[];
};
/** List the amounts received at each address of the wallet, spent or not. */
readonly listreceivedbyaddress: {
readonly args: {
/**
 * The minimum number of confirmations of payments to count
 * Default: 1.
 */
readonly minconf?: number | undefined;
/**
 * Include addresses that received no payment
 * Default: false.
 */
readonly include_empty?: boolean | undefined;
/**
 * No longer has an effect
 * Default: false.
 */
readonly include_watchonly?: boolean | undefined;
/** List only this address, unless it is empty */
readonly address_filter?: string | undefined;
/**
 * Include immature coinbase outputs
 * Default: false.
 */
readonly include_immature_coinbase?: boolean | undefined;
};
readonly params: readonly [minconf?: Methods['listreceivedbyaddress']['args']['minconf'] | null, include_empty?: Methods['listreceivedbyaddress']['args']['include_empty'] | null, include_watchonly?: Methods['listreceivedbyaddress']['args']['include_watchonly'] | null, address_filter?: Methods['listreceivedbyaddress']['args']['address_filter'] | null, include_immature_coinbase?: Methods['listreceivedbyaddress']['args']['include_immature_coinbase'] | null];
readonly result: readonly ({
/** The address */
readonly address: string;
/** The total amount received, in BTC */
readonly amount: number;
/** Confirmations of the newest payment, or 0 */
readonly confirmations: number;
/** The label of the address; "" if it has none */
readonly label: string;
/** The transactions that paid it */
readonly txids: readonly (string)[];
})[];
};
/** List the amounts received for each label, spent or not. */
readonly listreceivedbylabel: {
readonly args: {
/**
 * The minimum number of confirmations of payments to count
 * Default: 1.
 */
readonly minconf?: number | undefined;
/**
 * Include addresses that received no payment
 * Default: false.
 */
readonly include_empty?: boolean | undefined;
/**
 * No longer has an effect
 * Default: false.
 */
readonly include_watchonly?: boolean | undefined;
/**
 * Include immature coinbase outputs
 * Default: false.
 */
readonly include_immature_coinbase?: boolean | undefined;
};
readonly params: readonly [minconf?: Methods['listreceivedbylabel']['args']['minconf'] | null, include_empty?: Methods['listreceivedbylabel']['args']['include_empty'] | null, include_watchonly?: Methods['listreceivedbylabel']['args']['include_watchonly'] | null, include_immature_coinbase?: Methods['listreceivedbylabel']['args']['include_immature_coinbase'] | null];
readonly result: readonly ({
/** The total amount received at its addresses, in BTC */
readonly amount: number;
/** Confirmations of the newest payment, or 0 */
readonly confirmations: number;
/** The label; "" for addresses without a label */
readonly label: string;
})[];
};
/**
 * List the transactions of the wallet since a block, including unconfirmed ones.
 * A transaction has an entry for each output that it sends or receives.
 */
readonly listsinceblock: {
readonly args: {
/** The block. If it is no longer in the chain, transactions since the fork are listed. Without it, all are listed; hexadecimal, as block explorers show it */
readonly blockhash?: string | undefined;
/**
 * The number of confirmations of the block that is returned as "lastblock". It has no other effect
 * Default: 1.
 */
readonly target_confirmations?: number | undefined;
/**
 * No longer has an effect
 * Default: false.
 */
readonly include_watchonly?: boolean | undefined;
/**
 * Include "removed"
 * Default: true.
 */
readonly include_removed?: boolean | undefined;
/**
 * Include change
 * Default: false.
 */
readonly include_change?: boolean | undefined;
/** List only payments to addresses with this label */
readonly label?: string | undefined;
};
readonly params: readonly [blockhash?: Methods['listsinceblock']['args']['blockhash'] | null, target_confirmations?: Methods['listsinceblock']['args']['target_confirmations'] | null, include_watchonly?: Methods['listsinceblock']['args']['include_watchonly'] | null, include_removed?: Methods['listsinceblock']['args']['include_removed'] | null, include_change?: Methods['listsinceblock']['args']['include_change'] | null, label?: Methods['listsinceblock']['args']['label'] | null];
readonly result: {
/** The transactions since the block */
readonly transactions: readonly (TransactionEntry)[];
/** The transactions of blocks that are no longer in the chain, up to the specified one; some may be in the chain again */
readonly removed?: readonly (TransactionEntry)[];
/** The block for the next call, which repeats transactions with fewer than target_confirmations now; hexadecimal */
readonly lastblock: string;
};
};
/**
 * List the latest transactions of the wallet, the oldest of them first.
 * A transaction has an entry for each output that it sends or receives.
 */
readonly listtransactions: {
readonly args: {
/** List only payments to addresses with this label; "*" means all */
readonly label?: string | undefined;
/**
 * The number of entries
 * Default: 10.
 */
readonly count?: number | undefined;
/**
 * The number of entries to skip
 * Default: 0.
 */
readonly skip?: number | undefined;
/**
 * No longer has an effect
 * Default: false.
 */
readonly include_watchonly?: boolean | undefined;
};
readonly params: readonly [label?: Methods['listtransactions']['args']['label'] | null, count?: Methods['listtransactions']['args']['count'] | null, skip?: Methods['listtransactions']['args']['skip'] | null, include_watchonly?: Methods['listtransactions']['args']['include_watchonly'] | null];
readonly result: readonly (TransactionEntry)[];
};
/** List the unspent outputs of the wallet. */
readonly listunspent: {
readonly args: {
/**
 * The minimum number of confirmations
 * Default: 1.
 */
readonly minconf?: number | undefined;
/**
 * The maximum number of confirmations
 * Default: 9999999.
 */
readonly maxconf?: number | undefined;
/** List only outputs that pay one of these addresses */
readonly addresses?: readonly (string)[] | undefined;
/**
 * Include unconfirmed outputs that others could double-spend
 * Default: true.
 */
readonly include_unsafe?: boolean | undefined;
/** Filters for the outputs */
readonly query_options?: {
/**
 * The minimum amount of an output in BTC
 * Default: 0.
 */
readonly minimumAmount?: Amount | undefined;
/**
 * The maximum amount of an output in BTC
 * Default: no limit.
 */
readonly maximumAmount?: Amount | undefined;
/**
 * The maximum number of outputs
 * Default: no limit.
 */
readonly maximumCount?: number | undefined;
/**
 * Stop when their total reaches this amount, in BTC
 * Default: no limit.
 */
readonly minimumSumAmount?: Amount | undefined;
/**
 * Include immature coinbase outputs
 * Default: false.
 */
readonly include_immature_coinbase?: boolean | undefined;
} | undefined;
/**
 * The minimum amount of an output in BTC
 * Default: 0.
 */
readonly minimumAmount?: Amount | undefined;
/**
 * The maximum amount of an output in BTC
 * Default: no limit.
 */
readonly maximumAmount?: Amount | undefined;
/**
 * The maximum number of outputs
 * Default: no limit.
 */
readonly maximumCount?: number | undefined;
/**
 * Stop when their total reaches this amount, in BTC
 * Default: no limit.
 */
readonly minimumSumAmount?: Amount | undefined;
/**
 * Include immature coinbase outputs
 * Default: false.
 */
readonly include_immature_coinbase?: boolean | undefined;
};
readonly params: readonly [minconf?: Methods['listunspent']['args']['minconf'] | null, maxconf?: Methods['listunspent']['args']['maxconf'] | null, addresses?: Methods['listunspent']['args']['addresses'] | null, include_unsafe?: Methods['listunspent']['args']['include_unsafe'] | null, query_options?: Methods['listunspent']['args']['query_options'] | null];
readonly result: readonly ({
/** The transaction; hexadecimal, as block explorers show it */
readonly txid: string;
/** The number of its output */
readonly vout: number;
/** The address */
readonly address?: string;
/** The label of the address */
readonly label?: string;
/** The redeem script of a P2SH output; hexadecimal */
readonly redeemScript?: string;
/** The witness script of a P2WSH output; hexadecimal */
readonly witnessScript?: string;
/** The script that it pays; hexadecimal */
readonly scriptPubKey: string;
/** The amount in BTC */
readonly amount: number;
/** Confirmations */
readonly confirmations: number;
/** Unconfirmed: the number of ancestors, including itself */
readonly ancestorcount?: number;
/** Unconfirmed: the virtual size of the ancestors in bytes */
readonly ancestorsize?: number;
/** Unconfirmed: the fees of the ancestors in satoshi */
readonly ancestorfees?: number;
/** Always true */
readonly spendable: boolean;
/** True if the wallet knows how to spend it, apart from keys */
readonly solvable: boolean;
/** True if its address was spent from before (avoid_reuse) */
readonly reused?: boolean;
/** A descriptor to spend it with */
readonly desc?: string;
/** The descriptors of the wallet that it comes from, without private keys */
readonly parent_descs?: readonly (string)[];
/** True if it is safe to spend: confirmed, or unconfirmed change of the wallet */
readonly safe: boolean;
})[];
};
/** List the wallets in the wallet folder, loaded or not. */
readonly listwalletdir: {
readonly args: { readonly [name: string]: never };
readonly params: readonly [];
readonly result: {
/** The wallets in the folder */
readonly wallets: readonly ({
/** The name of a wallet */
readonly name: string;
/** Warnings about the wallet */
readonly warnings?: readonly (string)[];
})[];
};
};
/** List the loaded wallets. */
readonly listwallets: {
readonly args: { readonly [name: string]: never };
readonly params: readonly [];
readonly result: readonly (string)[];
};
/** Load a wallet. */
readonly loadwallet: {
readonly args: {
/** The name of the wallet, or the path of its file without .wallet */
readonly filename: string;
/**
 * Load the wallet at the next start
 * Default: as it was.
 */
readonly load_on_startup?: boolean | undefined;
};
readonly params: readonly [filename: Methods['loadwallet']['args']['filename'], load_on_startup?: Methods['loadwallet']['args']['load_on_startup'] | null];
readonly result: {
/** The name of the wallet */
readonly name: string;
/** Warnings about the wallet */
readonly warnings?: readonly (string)[];
};
};
/**
 * Lock outputs so that funding does not choose them, or unlock them.
 * Without outputs, all are unlocked.
 */
readonly lockunspent: {
readonly args: {
/** True unlocks the coins, false locks them */
readonly unlock: boolean;
/**
 * The outputs
 * Default: [].
 */
readonly transactions?: readonly ({
/** The transaction; hexadecimal, as block explorers show it */
readonly txid: string;
/** The number of its output */
readonly vout: number;
})[] | undefined;
/**
 * Keep the locks after a restart
 * Default: false.
 */
readonly persistent?: boolean | undefined;
};
readonly params: readonly [unlock: Methods['lockunspent']['args']['unlock'], transactions?: Methods['lockunspent']['args']['transactions'] | null, persistent?: Methods['lockunspent']['args']['persistent'] | null];
readonly result: boolean;
};
/**
 * Record payments that were sent by other means, so that the wallet does not spend their coins again. Beyond Core.
 * Payments of the outbox leave it and stay in the wallet. Give payments that were combined elsewhere in full: they must spend coins
 * of the wallet, with valid signatures. If one payment is rejected, none is recorded.
 */
readonly markoutboxsent: {
readonly args: {
/** The transactions */
readonly txids: readonly (string)[];
};
readonly params: readonly [txids: Methods['markoutboxsent']['args']['txids']];
readonly result: readonly (string)[];
};
/**
 * Create a PSBT that replaces an unconfirmed transaction by one with a higher fee. The fee is taken from change, or from more
 * coins. All coins that the old one spends are spent again. Nothing is signed, kept or sent.
 */
readonly psbtbumpfee: {
readonly args: {
/** The transaction that is replaced; hexadecimal, as block explorers show it */
readonly txid: string;
/** Options of the payment */
readonly options?: {
/**
 * The number of blocks within which it should be confirmed
 * Default: -txconfirmtarget.
 */
readonly conf_target?: number | undefined;
/**
 * The fee rate in sat/vB, high enough above the old one for nodes to accept the replacement
 * Default: estimated.
 */
readonly fee_rate?: Amount | undefined;
/**
 * Let the new transaction be replaced by one with a higher fee (BIP125)
 * Default: true.
 */
readonly replaceable?: boolean | undefined;
/**
 * The mode of fee estimation: "unset", "economical" or "conservative". Unset is economical if the
 * transaction is replaceable, else conservative.
 * Default: unset.
 */
readonly estimate_mode?: "unset" | "economical" | "conservative" | undefined;
/** The outputs, instead of those of the old transaction. Not with original_change_index */
readonly outputs?: readonly ({ readonly [address: string]: Amount } | DataOutput)[] | { readonly [address: string]: Amount } | DataOutput | undefined;
/**
 * The output of the old transaction that is change. Not with outputs
 * Default: the output that the wallet considers change.
 */
readonly original_change_index?: number | undefined;
/**
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0 means no limit. Without this argument, the fee may also be at most
 * 25 % of the payment. Without fee_rate, the rate may be at most 0.01 BTC/kvB, and a fee above 0.0001 BTC at most a tenth.
 * Default: 0.02.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * (not with -profile=core) The path that coins are spent by, by its number in the list of getdescriptorinfo: sequences, lock time and
 * fee follow from it, and coins that are too young for it are not chosen
 * Default: whichever the keys allow.
 */
readonly path?: number | undefined;
/**
 * The version of the PSBT format: 2, or 0
 * Default: 2.
 */
readonly psbt_version?: number | undefined;
} | undefined;
/**
 * The number of blocks within which it should be confirmed
 * Default: -txconfirmtarget.
 */
readonly conf_target?: number | undefined;
/**
 * The fee rate in sat/vB, high enough above the old one for nodes to accept the replacement
 * Default: estimated.
 */
readonly fee_rate?: Amount | undefined;
/**
 * Let the new transaction be replaced by one with a higher fee (BIP125)
 * Default: true.
 */
readonly replaceable?: boolean | undefined;
/**
 * The mode of fee estimation: "unset", "economical" or "conservative". Unset is economical if the
 * transaction is replaceable, else conservative.
 * Default: unset.
 */
readonly estimate_mode?: "unset" | "economical" | "conservative" | undefined;
/** The outputs, instead of those of the old transaction. Not with original_change_index */
readonly outputs?: readonly ({ readonly [address: string]: Amount } | DataOutput)[] | { readonly [address: string]: Amount } | DataOutput | undefined;
/**
 * The output of the old transaction that is change. Not with outputs
 * Default: the output that the wallet considers change.
 */
readonly original_change_index?: number | undefined;
/**
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0 means no limit. Without this argument, the fee may also be at most
 * 25 % of the payment. Without fee_rate, the rate may be at most 0.01 BTC/kvB, and a fee above 0.0001 BTC at most a tenth.
 * Default: 0.02.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * (not with -profile=core) The path that coins are spent by, by its number in the list of getdescriptorinfo: sequences, lock time and
 * fee follow from it, and coins that are too young for it are not chosen
 * Default: whichever the keys allow.
 */
readonly path?: number | undefined;
/**
 * The version of the PSBT format: 2, or 0
 * Default: 2.
 */
readonly psbt_version?: number | undefined;
};
readonly params: readonly [txid: Methods['psbtbumpfee']['args']['txid'], options?: Methods['psbtbumpfee']['args']['options'] | null];
readonly result: {
/** The PSBT in base64 */
readonly psbt: string;
/** The fee of the old transaction in BTC */
readonly origfee: number;
/** The fee of the new one in BTC */
readonly fee: number;
/** The error */
readonly errors: readonly (string)[];
/** The inputs that are not complete, if the option details is true */
readonly details?: readonly (SigningDetails)[];
};
};
/**
 * Remove a transaction from the wallet, such as one that importprunedfunds added.
 * Its outputs are missing from then on, and the coins that it spent count as unspent.
 */
readonly removeprunedfunds: {
readonly args: {
/** The id of the transaction; hexadecimal, as block explorers show it */
readonly txid: string;
};
readonly params: readonly [txid: Methods['removeprunedfunds']['args']['txid']];
readonly result: null;
};
/**
 * Scan blocks again for transactions of the wallet.
 * getwalletinfo shows the progress, abortrescan stops it.
 */
readonly rescanblockchain: {
readonly args: {
/**
 * The height of the first block
 * Default: 0.
 */
readonly start_height?: number | undefined;
/**
 * The height of the last block
 * Default: the tip.
 */
readonly stop_height?: number | undefined;
};
readonly params: readonly [start_height?: Methods['rescanblockchain']['args']['start_height'] | null, stop_height?: Methods['rescanblockchain']['args']['stop_height'] | null];
readonly result: {
/** The height of the first block */
readonly start_height: number;
/** The height of the last scanned block, or null */
readonly stop_height: number | null;
};
};
/** Restore a wallet from a backup under a new name, and load it. */
readonly restorewallet: {
readonly args: {
/** The name that it gets */
readonly wallet_name: string;
/** The file that backupwallet wrote */
readonly backup_file: string;
/**
 * Load the wallet at the next start
 * Default: as it was.
 */
readonly load_on_startup?: boolean | undefined;
};
readonly params: readonly [wallet_name: Methods['restorewallet']['args']['wallet_name'], backup_file: Methods['restorewallet']['args']['backup_file'], load_on_startup?: Methods['restorewallet']['args']['load_on_startup'] | null];
readonly result: {
/** The name of the wallet */
readonly name: string;
/** Warnings about the wallet */
readonly warnings?: readonly (string)[];
};
};
/**
 * Show what a transaction or a PSBT would do once it is signed: recipients, change, the proof of the fee, and problems.
 * Beyond Core, and not with -profile=core. Nothing is signed. Outputs are yours if the wallet, or the given descriptors,
 * derive them. The wallet remembers the amounts of its coins in the review, unless it is locked.
 */
readonly review: {
readonly args: {
/** A PSBT in base64, or a transaction in hexadecimal */
readonly transaction: string;
/** Your output descriptors, instead of a wallet */
readonly descriptors?: readonly (string | {
/** A descriptor */
readonly desc: string;
/**
 * The last position, or [begin,end], of a ranged descriptor
 * Default: 1000.
 */
readonly range?: number | readonly [first: number, last: number] | undefined;
})[] | undefined;
/** The outputs that a raw transaction spends */
readonly prevtxs?: readonly (PreviousTransactionOutput)[] | undefined;
/**
 * The format of the answer: facts, lines of 80 columns, or HTML without scripts
 * Default: json.
 */
readonly format?: "json" | "text" | "html" | undefined;
};
readonly params: readonly [transaction: Methods['review']['args']['transaction'], descriptors?: Methods['review']['args']['descriptors'] | null, prevtxs?: Methods['review']['args']['prevtxs'] | null, format?: Methods['review']['args']['format'] | null];
readonly result: {
/** The id of the review, for the argument "reviewed" of signing methods; hexadecimal */
readonly id: string;
/** Findings, the worst first (docs/review.md) */
readonly findings: readonly ({
/** The id of the finding, stable across versions */
readonly id: "fee-unknown" | "fee-unproven" | "fee-too-high" | "fee-negative" | "amount-impossible" | "sighash-none" | "sighash-single" | "sighash-single-without-output" | "sighash-anyone-can-pay" | "sighash-undefined" | "change-not-ours" | "input-foreign-script" | "input-not-ours" | "xpub-not-ours" | "input-twice" | "amount-contradicted" | "utxo-mismatch" | "script-mismatch" | "output-mismatch" | "input-unspendable" | "signature-invalid" | "modifiable-signed" | "lock-unmet" | "coin-amount-changed" | "coin-paid-elsewhere" | "output-unspendable" | "output-anyone-can-spend" | "address-look-alike" | "silent-malformed" | "silent-input-version" | "silent-script-wrong" | "silent-proof-invalid" | "silent-proof-missing" | "silent-modifiable" | "silent-sighash" | "name-not-this-output" | "name-proof-invalid" | "locktime-far" | "relative-lock-far" | "fee-very-high" | "fee-high" | "payee-paid-twice" | "change-far" | "nothing-comes-back" | "little-comes-back" | "wallet-unregistered" | "change-unproven" | "name-proof-expired" | "name-proven" | "silent-script-pending" | "locktime-unsure" | "relative-lock-unsure" | "output-unknown-version" | "output-bare" | "output-data-large" | "output-dust" | "output-repeated" | "fields-unrelated" | "address-used" | "coin-not-found" | "no-input-ours" | "inputs-of-others" | "xpub-wrong" | "keys-of-another-network" | "input-uneconomic" | "input-dust" | "fee-too-low" | "locktime-future" | "not-standard" | "psbt-modifiable" | "modifiable-wrong" | "sighash-differs" | "annex" | "fee-proven-once" | "output-data" | "fields-unknown" | "nothing-to-sign" | "locktime-ignored" | "relative-lock" | "truc" | "not-replaceable";
/** The severity of the finding */
readonly severity: "stop" | "warn" | "note";
/** One sentence */
readonly text: string;
/** The advice */
readonly advice: string;
/** The inputs that it is about */
readonly inputs: readonly (number)[];
/** The outputs that it is about */
readonly outputs: readonly (number)[];
})[];
/** The fee in BTC, if all amounts are known */
readonly fee?: number;
/** The fee rate in BTC/kvB, if all amounts are known */
readonly feerate?: number;
/** The fee in percent of the payments, or of your share if others sign, too */
readonly fee_share?: number;
/** The proof of the fee, or the reason why it is not certain */
readonly fee_proof: "proven" | "claimed" | "sessions" | "foreign" | "open" | "unknown";
/** The inputs whose amounts are not proven */
readonly fee_unproven_inputs: readonly (number)[];
/** The most that it can be; in BTC */
readonly fee_at_most?: number;
/** The estimated virtual size of the signed transaction in bytes */
readonly vsize: number;
/** Nothing is left to be signed */
readonly final: boolean;
/** True if a wallet or descriptors show which keys and scripts are yours */
readonly knows_owners: boolean;
/** The version of the transaction */
readonly version: number;
/** The lock time of the transaction; a height, from 500000000 on seconds since 1970 */
readonly locktime: number;
/** The reason why nodes would not relay it, in Core's words */
readonly non_standard: readonly (string)[];
/** Unknown fields of the PSBT */
readonly fields: readonly (string)[];
/** The inputs in order */
readonly inputs: readonly ({
/** The transaction that made the coin; hexadecimal, as block explorers show it */
readonly txid: string;
/** The number of its output */
readonly vout: number;
/** The amount of the coin, in BTC */
readonly amount?: number;
/** The source of the amount */
readonly certainty: "known" | "proven" | "committed" | "claimed";
/** The script that locks it; hexadecimal */
readonly scriptPubKey?: string;
/** The sequence lock in words */
readonly lock: string;
/** The sequence of the input */
readonly sequence: number;
/** The sighash type that signatures must use */
readonly sighash?: number;
/** The signatures that the input has */
readonly signatures: readonly ({
/** The public key that signed; hexadecimal */
readonly pubkey: string;
/** The sighash type of the signature */
readonly sighash: number;
/** True if the signature is valid */
readonly valid: boolean;
})[];
/** The result of running the final scripts */
readonly verdict?: "valid" | "invalid" | "unchecked";
/** The cosigners of a multisig script */
readonly cosigners?: {
/** The number of keys that must sign */
readonly required: number;
/** All keys, in the order of the script */
readonly keys: readonly ({
/** The fingerprint of its master key, as the PSBT claims; hexadecimal */
readonly fingerprint?: string;
/** True if it is your key */
readonly own: boolean;
/** True if its signature is present and valid */
readonly signed: boolean;
})[];
};
/** The owner, derived from your descriptors */
readonly owner?: {
/** The role: change or receiving */
readonly role: "change" | "own";
/** The position in the descriptor */
readonly index: number;
/** The keys of the output, each as master fingerprint and path */
readonly paths: readonly (string)[];
/** True if the position is beyond the gap limit that wallets search */
readonly far: boolean;
};
})[];
/** The outputs in order */
readonly outputs: readonly ({
/** The amount of the output, in BTC */
readonly amount: number;
/** The address */
readonly address?: string;
/** The script that locks it; hexadecimal */
readonly scriptPubKey: string;
/** The kind of output */
readonly role: "payment" | "change" | "own" | "data" | "burned" | "anyone" | "unknown";
/** The wallet's */
readonly label?: string;
/** The owner, derived from your descriptors */
readonly owner?: {
/** The role: change or receiving */
readonly role: "change" | "own";
/** The position in the descriptor */
readonly index: number;
/** The keys of the output, each as master fingerprint and path */
readonly paths: readonly (string)[];
/** True if the position is beyond the gap limit that wallets search */
readonly far: boolean;
};
/** True if the PSBT names your keys, but the output is not yours */
readonly claimed: boolean;
/** Below what nodes pass on */
readonly dust: boolean;
/** True if the address was paid before */
readonly used: boolean;
/** The silent payment address (BIP352) that it pays */
readonly silent_payment?: string;
/** True if the proofs in the PSBT show that the script belongs to this address */
readonly silent_payment_proven?: boolean;
/** An address that it looks like */
readonly resembles?: string;
})[];
} | string;
};
/** Pay from the wallet. Without a node the transaction is kept in the outbox until it is sent. */
readonly send: {
readonly args: {
/**
 * The outputs in their order: an array of objects with one key each, or one object with all keys.
 * No address may come twice, and only one key may be "data".
 */
readonly outputs: readonly ({ readonly [address: string]: Amount } | DataOutput)[] | { readonly [address: string]: Amount } | DataOutput;
/**
 * The number of blocks within which it should be confirmed
 * Default: -txconfirmtarget.
 */
readonly conf_target?: number | undefined;
/**
 * The mode of fee estimation: "unset", "economical" or "conservative". Unset is economical if the
 * transaction is replaceable, else conservative.
 * Default: unset.
 */
readonly estimate_mode?: "unset" | "economical" | "conservative" | undefined;
/**
 * The fee rate in sat/vB
 * Default: estimated.
 */
readonly fee_rate?: Amount | undefined;
/** Options of the payment */
readonly options?: {
/**
 * Add coins of the wallet if they are needed
 * Default: false when "inputs" are given, else true.
 */
readonly add_inputs?: boolean | undefined;
/**
 * Include unconfirmed coins from others and of replacements. The transaction becomes invalid if they disappear
 * Default: false.
 */
readonly include_unsafe?: boolean | undefined;
/**
 * The minimum number of confirmations of coins to spend
 * Default: 0.
 */
readonly minconf?: number | undefined;
/**
 * The maximum number of confirmations of coins to spend
 * Default: no limit.
 */
readonly maxconf?: number | undefined;
/**
 * If false, return the transaction, and neither keep nor send it
 * Default: true.
 */
readonly add_to_wallet?: boolean | undefined;
/**
 * The address for change
 * Default: a new one of the wallet.
 */
readonly change_address?: string | undefined;
/**
 * The place of change among the outputs
 * Default: random.
 */
readonly change_position?: number | undefined;
/**
 * The type of the change address: "legacy", "p2sh-segwit", "bech32" or "bech32m"
 * Default: -changetype.
 */
readonly change_type?: "legacy" | "p2sh-segwit" | "bech32" | "bech32m" | undefined;
/**
 * (not with -profile=core) The id of an unconfirmed transaction that pays the wallet at too low a rate (child pays for parent); hexadecimal
 * The new transaction spends its largest coin, and pays so much fee that both, with their unconfirmed ancestors, reach the rate
 */
readonly cpfp?: string | undefined;
/**
 * The fee rate in sat/vB
 * Default: estimated.
 */
readonly fee_rate?: Amount | undefined;
/**
 * (no effect with -profile=core) Include coins of a watch-only wallet
 * Default: true for a watch-only wallet.
 */
readonly include_watching?: boolean | undefined;
/** Coins to spend in any case */
readonly inputs?: readonly ({
/** The id of the transaction to spend from; hexadecimal, as block explorers show it */
readonly txid: string;
/** The number of its output */
readonly vout: number;
/**
 * The sequence number
 * Default: depends on 'replaceable' and 'locktime'.
 */
readonly sequence?: number | undefined;
/**
 * The maximum weight of the input, including outpoint and sequence; a signature may have 73 bytes
 * Default: from what the wallet and solving_data know.
 */
readonly weight?: number | undefined;
})[] | undefined;
/**
 * The lock time. Unless it is 0, inputs get sequences that let it count; a height, from 500000000 on seconds since 1970
 * Default: about the height of the tip.
 */
readonly locktime?: number | undefined;
/**
 * Lock the coins that are spent
 * Default: false.
 */
readonly lock_unspents?: boolean | undefined;
/**
 * Return a PSBT in any case; the transaction is neither kept nor sent
 * Default: when signatures are missing.
 */
readonly psbt?: boolean | undefined;
/** Outputs, by their number before change is added or by address, that the fee is taken from in equal parts */
readonly subtract_fee_from_outputs?: readonly (number | string)[] | undefined;
/**
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0 means no limit. Without this argument, the fee may also be at most
 * 25 % of the payment. Without fee_rate, the rate may be at most 0.01 BTC/kvB, and a fee above 0.0001 BTC at most a tenth.
 * Default: 0.02.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * The maximum weight of the transaction
 * Default: 400000.
 */
readonly max_tx_weight?: number | undefined;
/**
 * The number of blocks within which it should be confirmed
 * Default: -txconfirmtarget.
 */
readonly conf_target?: number | undefined;
/**
 * The mode of fee estimation: "unset", "economical" or "conservative". Unset is economical if the
 * transaction is replaceable, else conservative.
 * Default: unset.
 */
readonly estimate_mode?: "unset" | "economical" | "conservative" | undefined;
/**
 * (not with -profile=core) The path that coins are spent by, by its number in the list of getdescriptorinfo: sequences, lock time and
 * fee follow from it, and coins that are too young for it are not chosen
 * Default: whichever the keys allow.
 */
readonly path?: number | undefined;
/**
 * Let the transaction be replaced by one with a higher fee (BIP125)
 * Default: -walletrbf.
 */
readonly replaceable?: boolean | undefined;
/** Data for the size of inputs that spend coins of others */
readonly solving_data?: SolvingDataParam | undefined;
} | undefined;
/**
 * The version, 1 to 3
 * Default: 2.
 */
readonly version?: number | undefined;
/**
 * Add coins of the wallet if they are needed
 * Default: false when "inputs" are given, else true.
 */
readonly add_inputs?: boolean | undefined;
/**
 * Include unconfirmed coins from others and of replacements. The transaction becomes invalid if they disappear
 * Default: false.
 */
readonly include_unsafe?: boolean | undefined;
/**
 * The minimum number of confirmations of coins to spend
 * Default: 0.
 */
readonly minconf?: number | undefined;
/**
 * The maximum number of confirmations of coins to spend
 * Default: no limit.
 */
readonly maxconf?: number | undefined;
/**
 * If false, return the transaction, and neither keep nor send it
 * Default: true.
 */
readonly add_to_wallet?: boolean | undefined;
/**
 * The address for change
 * Default: a new one of the wallet.
 */
readonly change_address?: string | undefined;
/**
 * The place of change among the outputs
 * Default: random.
 */
readonly change_position?: number | undefined;
/**
 * The type of the change address: "legacy", "p2sh-segwit", "bech32" or "bech32m"
 * Default: -changetype.
 */
readonly change_type?: "legacy" | "p2sh-segwit" | "bech32" | "bech32m" | undefined;
/**
 * (not with -profile=core) The id of an unconfirmed transaction that pays the wallet at too low a rate (child pays for parent); hexadecimal
 * The new transaction spends its largest coin, and pays so much fee that both, with their unconfirmed ancestors, reach the rate
 */
readonly cpfp?: string | undefined;
/**
 * (no effect with -profile=core) Include coins of a watch-only wallet
 * Default: true for a watch-only wallet.
 */
readonly include_watching?: boolean | undefined;
/** Coins to spend in any case */
readonly inputs?: readonly ({
/** The id of the transaction to spend from; hexadecimal, as block explorers show it */
readonly txid: string;
/** The number of its output */
readonly vout: number;
/**
 * The sequence number
 * Default: depends on 'replaceable' and 'locktime'.
 */
readonly sequence?: number | undefined;
/**
 * The maximum weight of the input, including outpoint and sequence; a signature may have 73 bytes
 * Default: from what the wallet and solving_data know.
 */
readonly weight?: number | undefined;
})[] | undefined;
/**
 * The lock time. Unless it is 0, inputs get sequences that let it count; a height, from 500000000 on seconds since 1970
 * Default: about the height of the tip.
 */
readonly locktime?: number | undefined;
/**
 * Lock the coins that are spent
 * Default: false.
 */
readonly lock_unspents?: boolean | undefined;
/**
 * Return a PSBT in any case; the transaction is neither kept nor sent
 * Default: when signatures are missing.
 */
readonly psbt?: boolean | undefined;
/** Outputs, by their number before change is added or by address, that the fee is taken from in equal parts */
readonly subtract_fee_from_outputs?: readonly (number | string)[] | undefined;
/**
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0 means no limit. Without this argument, the fee may also be at most
 * 25 % of the payment. Without fee_rate, the rate may be at most 0.01 BTC/kvB, and a fee above 0.0001 BTC at most a tenth.
 * Default: 0.02.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * The maximum weight of the transaction
 * Default: 400000.
 */
readonly max_tx_weight?: number | undefined;
/**
 * (not with -profile=core) The path that coins are spent by, by its number in the list of getdescriptorinfo: sequences, lock time and
 * fee follow from it, and coins that are too young for it are not chosen
 * Default: whichever the keys allow.
 */
readonly path?: number | undefined;
/**
 * Let the transaction be replaced by one with a higher fee (BIP125)
 * Default: -walletrbf.
 */
readonly replaceable?: boolean | undefined;
/** Data for the size of inputs that spend coins of others */
readonly solving_data?: SolvingDataParam | undefined;
};
readonly params: readonly [outputs: Methods['send']['args']['outputs'], conf_target?: Methods['send']['args']['conf_target'] | null, estimate_mode?: Methods['send']['args']['estimate_mode'] | null, fee_rate?: Methods['send']['args']['fee_rate'] | null, options?: Methods['send']['args']['options'] | null, version?: Methods['send']['args']['version'] | null];
readonly result: {
/** The PSBT, unless the transaction was sent */
readonly psbt?: string;
/** The id of the transaction, if it is complete; hexadecimal, as block explorers show it */
readonly txid?: string;
/** The transaction, if it is complete and was not sent; hexadecimal */
readonly hex?: string;
/** True if the transaction is completely signed */
readonly complete: boolean;
/** The inputs that are not complete, if the option details is true */
readonly details?: readonly (SigningDetails)[];
/** With the option cpfp: the fee for the transaction and its unconfirmed ancestors */
readonly cpfp?: {
/** The fee of the transaction only, in BTC */
readonly fee: number;
/** All fees together, in BTC */
readonly packagefee: number;
/** The maximum virtual size of the package in bytes */
readonly packagevsize: number;
/** The fee rate of this package in sat/vB */
readonly packagefeerate: number;
};
};
};
/**
 * Send all coins of the wallet, or the specified ones, to one recipient or several. There is no change.
 * Unconfirmed coins from others and locked coins stay. Without a node the transaction is kept in the outbox until it is sent.
 */
readonly sendall: {
readonly args: {
/**
 * The recipients: addresses, which share the rest equally, and objects with an amount.
 * No address may occur twice, and at least one must have no amount.
 */
readonly recipients: readonly (string | { readonly [address: string]: Amount })[];
/**
 * The number of blocks within which it should be confirmed
 * Default: -txconfirmtarget.
 */
readonly conf_target?: number | undefined;
/**
 * The mode of fee estimation: "unset", "economical" or "conservative". Unset is economical if the
 * transaction is replaceable, else conservative.
 * Default: unset.
 */
readonly estimate_mode?: "unset" | "economical" | "conservative" | undefined;
/**
 * The fee rate in sat/vB
 * Default: estimated.
 */
readonly fee_rate?: Amount | undefined;
/** Options of the payment */
readonly options?: {
/**
 * If false, return the transaction, and neither keep nor send it
 * Default: true.
 */
readonly add_to_wallet?: boolean | undefined;
/**
 * The fee rate in sat/vB
 * Default: estimated.
 */
readonly fee_rate?: Amount | undefined;
/**
 * No effect
 * Default: no effect.
 */
readonly include_watching?: boolean | undefined;
/** The coins to spend, instead of all. Not with send_max, minconf or maxconf */
readonly inputs?: readonly (InputToSpend)[] | undefined;
/**
 * The lock time. Unless it is 0, inputs get sequences that let it count; a height, from 500000000 on seconds since 1970
 * Default: about the height of the tip.
 */
readonly locktime?: number | undefined;
/**
 * Lock the coins that are spent
 * Default: false.
 */
readonly lock_unspents?: boolean | undefined;
/**
 * Return a PSBT in any case; the transaction is neither kept nor sent
 * Default: when signatures are missing.
 */
readonly psbt?: boolean | undefined;
/**
 * Exclude coins that cost more to spend than they are worth
 * Default: false.
 */
readonly send_max?: boolean | undefined;
/**
 * The minimum number of confirmations of coins to spend
 * Default: 0.
 */
readonly minconf?: number | undefined;
/**
 * The maximum number of confirmations of coins to spend
 * Default: no limit.
 */
readonly maxconf?: number | undefined;
/**
 * The version, 1 to 3
 * Default: 2.
 */
readonly version?: number | undefined;
/**
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0 means no limit. Without this argument, the fee may also be at most
 * 25 % of the payment. Without fee_rate, the rate may be at most 0.01 BTC/kvB, and a fee above 0.0001 BTC at most a tenth.
 * Default: 0.02.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * The number of blocks within which it should be confirmed
 * Default: -txconfirmtarget.
 */
readonly conf_target?: number | undefined;
/**
 * The mode of fee estimation: "unset", "economical" or "conservative". Unset is economical if the
 * transaction is replaceable, else conservative.
 * Default: unset.
 */
readonly estimate_mode?: "unset" | "economical" | "conservative" | undefined;
/**
 * (not with -profile=core) The path that coins are spent by, by its number in the list of getdescriptorinfo: sequences, lock time and
 * fee follow from it, and coins that are too young for it are not chosen
 * Default: whichever the keys allow.
 */
readonly path?: number | undefined;
/**
 * Let the transaction be replaced by one with a higher fee (BIP125)
 * Default: -walletrbf.
 */
readonly replaceable?: boolean | undefined;
/** No effect */
readonly solving_data?: SolvingDataParam | undefined;
} | undefined;
/**
 * If false, return the transaction, and neither keep nor send it
 * Default: true.
 */
readonly add_to_wallet?: boolean | undefined;
/**
 * No effect
 * Default: no effect.
 */
readonly include_watching?: boolean | undefined;
/** The coins to spend, instead of all. Not with send_max, minconf or maxconf */
readonly inputs?: readonly (InputToSpend)[] | undefined;
/**
 * The lock time. Unless it is 0, inputs get sequences that let it count; a height, from 500000000 on seconds since 1970
 * Default: about the height of the tip.
 */
readonly locktime?: number | undefined;
/**
 * Lock the coins that are spent
 * Default: false.
 */
readonly lock_unspents?: boolean | undefined;
/**
 * Return a PSBT in any case; the transaction is neither kept nor sent
 * Default: when signatures are missing.
 */
readonly psbt?: boolean | undefined;
/**
 * Exclude coins that cost more to spend than they are worth
 * Default: false.
 */
readonly send_max?: boolean | undefined;
/**
 * The minimum number of confirmations of coins to spend
 * Default: 0.
 */
readonly minconf?: number | undefined;
/**
 * The maximum number of confirmations of coins to spend
 * Default: no limit.
 */
readonly maxconf?: number | undefined;
/**
 * The version, 1 to 3
 * Default: 2.
 */
readonly version?: number | undefined;
/**
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0 means no limit. Without this argument, the fee may also be at most
 * 25 % of the payment. Without fee_rate, the rate may be at most 0.01 BTC/kvB, and a fee above 0.0001 BTC at most a tenth.
 * Default: 0.02.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * (not with -profile=core) The path that coins are spent by, by its number in the list of getdescriptorinfo: sequences, lock time and
 * fee follow from it, and coins that are too young for it are not chosen
 * Default: whichever the keys allow.
 */
readonly path?: number | undefined;
/**
 * Let the transaction be replaced by one with a higher fee (BIP125)
 * Default: -walletrbf.
 */
readonly replaceable?: boolean | undefined;
/** No effect */
readonly solving_data?: SolvingDataParam | undefined;
};
readonly params: readonly [recipients: Methods['sendall']['args']['recipients'], conf_target?: Methods['sendall']['args']['conf_target'] | null, estimate_mode?: Methods['sendall']['args']['estimate_mode'] | null, fee_rate?: Methods['sendall']['args']['fee_rate'] | null, options?: Methods['sendall']['args']['options'] | null];
readonly result: {
/** The PSBT, unless the transaction was sent */
readonly psbt?: string;
/** The id of the transaction, if it is complete; hexadecimal, as block explorers show it */
readonly txid?: string;
/** The transaction, if it is complete and was not sent; hexadecimal */
readonly hex?: string;
/** True if the transaction is completely signed */
readonly complete: boolean;
/** The inputs that are not complete, if the option details is true */
readonly details?: readonly (SigningDetails)[];
};
};
/**
 * Pay several addresses with one transaction. Without a node it is kept in the outbox until it is sent.
 * The wallet must have its private keys: without them, use send.
 */
readonly sendmany: {
readonly args: {
/**
 * Left out, or ""
 * Default: .
 */
readonly dummy?: string | undefined;
/** The recipients and amounts */
readonly amounts: { readonly [address: string]: Amount };
/** No effect */
readonly minconf?: number | undefined;
/** The purpose of the payment. Stored in the wallet, not part of the transaction */
readonly comment?: string | undefined;
/** Addresses that the fee is taken from in equal parts */
readonly subtractfeefrom?: readonly (string)[] | undefined;
/**
 * Let the transaction be replaced by one with a higher fee (BIP125)
 * Default: -walletrbf.
 */
readonly replaceable?: boolean | undefined;
/**
 * The number of blocks within which it should be confirmed
 * Default: -txconfirmtarget.
 */
readonly conf_target?: number | undefined;
/**
 * The mode of fee estimation: "unset", "economical" or "conservative". Unset is economical if the
 * transaction is replaceable, else conservative.
 * Default: unset.
 */
readonly estimate_mode?: "unset" | "economical" | "conservative" | undefined;
/**
 * The fee rate in sat/vB
 * Default: estimated.
 */
readonly fee_rate?: Amount | undefined;
/**
 * Return the source of the fee rate, too
 * Default: false.
 */
readonly verbose?: boolean | undefined;
/**
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0 means no limit. Without this argument, the fee may also be at most
 * 25 % of the payment. Without fee_rate, the rate may be at most 0.01 BTC/kvB, and a fee above 0.0001 BTC at most a tenth.
 * Default: 0.02.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * (not with -profile=core) The path that coins are spent by, by its number in the list of getdescriptorinfo: sequences, lock time and
 * fee follow from it, and coins that are too young for it are not chosen
 * Default: whichever the keys allow.
 */
readonly path?: number | undefined;
};
readonly params: readonly [dummy: Methods['sendmany']['args']['dummy'] | null, amounts: Methods['sendmany']['args']['amounts'], minconf?: Methods['sendmany']['args']['minconf'] | null, comment?: Methods['sendmany']['args']['comment'] | null, subtractfeefrom?: Methods['sendmany']['args']['subtractfeefrom'] | null, replaceable?: Methods['sendmany']['args']['replaceable'] | null, conf_target?: Methods['sendmany']['args']['conf_target'] | null, estimate_mode?: Methods['sendmany']['args']['estimate_mode'] | null, fee_rate?: Methods['sendmany']['args']['fee_rate'] | null, verbose?: Methods['sendmany']['args']['verbose'] | null, maxfeerate?: Methods['sendmany']['args']['maxfeerate'] | null, path?: Methods['sendmany']['args']['path'] | null];
readonly result: string | {
/** The id of the transaction; hexadecimal, as block explorers show it */
readonly txid: string;
/** The source of the fee rate. "None": given by you; "Unknown": estimated by the node */
readonly fee_reason: string;
};
};
/**
 * Send the transactions of the outbox now, and report the results. Beyond Core.
 * Rejected transactions stay in the outbox.
 */
readonly sendoutbox: {
readonly args: { readonly [name: string]: never };
readonly params: readonly [];
readonly result: readonly ({
/** The id of the transaction; hexadecimal, as block explorers show it */
readonly txid: string;
/** True if the node accepted it */
readonly sent: boolean;
/** The reason why it was not sent */
readonly error?: {
/** The error code, as for sendrawtransaction */
readonly code: number;
/** The node's words */
readonly message: string;
};
})[];
};
/**
 * Broadcast a signed transaction through the node or the servers. Loaded wallets that it concerns know about it from then on.
 * Payments of a wallet are broadcast automatically (listoutbox).
 */
readonly sendrawtransaction: {
readonly args: {
/** The transaction in hexadecimal */
readonly hexstring: string;
/**
 * The highest fee rate, in BTC/kvB; 0: no limit
 * Default: 0.10.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * The highest amount of an unspendable output, in BTC
 * Default: 0.00.
 */
readonly maxburnamount?: Amount | undefined;
};
readonly params: readonly [hexstring: Methods['sendrawtransaction']['args']['hexstring'], maxfeerate?: Methods['sendrawtransaction']['args']['maxfeerate'] | null, maxburnamount?: Methods['sendrawtransaction']['args']['maxburnamount'] | null];
readonly result: string;
};
/**
 * Pay an amount to an address. Without a node the transaction is kept in the outbox until it is sent.
 * The wallet must have its private keys: without them, use send.
 */
readonly sendtoaddress: {
readonly args: {
/** The address that is paid */
readonly address: string;
/** The amount in BTC */
readonly amount: Amount;
/** The purpose of the payment. Stored in the wallet, not part of the transaction */
readonly comment?: string | undefined;
/** The name of the recipient. Stored in the wallet, not part of the transaction */
readonly comment_to?: string | undefined;
/**
 * Subtract the fee from the amount: the recipient gets less
 * Default: false.
 */
readonly subtractfeefromamount?: boolean | undefined;
/**
 * Let the transaction be replaced by one with a higher fee (BIP125)
 * Default: -walletrbf.
 */
readonly replaceable?: boolean | undefined;
/**
 * The number of blocks within which it should be confirmed
 * Default: -txconfirmtarget.
 */
readonly conf_target?: number | undefined;
/**
 * The mode of fee estimation: "unset", "economical" or "conservative". Unset is economical if the
 * transaction is replaceable, else conservative.
 * Default: unset.
 */
readonly estimate_mode?: "unset" | "economical" | "conservative" | undefined;
/**
 * (only for a wallet with avoid_reuse) Exclude coins of addresses that were spent from before, and spend all coins of an
 * address or none
 * Default: true.
 */
readonly avoid_reuse?: boolean | undefined;
/**
 * The fee rate in sat/vB
 * Default: estimated.
 */
readonly fee_rate?: Amount | undefined;
/**
 * Return the source of the fee rate, too
 * Default: false.
 */
readonly verbose?: boolean | undefined;
/**
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0 means no limit. Without this argument, the fee may also be at most
 * 25 % of the payment. Without fee_rate, the rate may be at most 0.01 BTC/kvB, and a fee above 0.0001 BTC at most a tenth.
 * Default: 0.02.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * (not with -profile=core) The path that coins are spent by, by its number in the list of getdescriptorinfo: sequences, lock time and
 * fee follow from it, and coins that are too young for it are not chosen
 * Default: whichever the keys allow.
 */
readonly path?: number | undefined;
};
readonly params: readonly [address: Methods['sendtoaddress']['args']['address'], amount: Methods['sendtoaddress']['args']['amount'], comment?: Methods['sendtoaddress']['args']['comment'] | null, comment_to?: Methods['sendtoaddress']['args']['comment_to'] | null, subtractfeefromamount?: Methods['sendtoaddress']['args']['subtractfeefromamount'] | null, replaceable?: Methods['sendtoaddress']['args']['replaceable'] | null, conf_target?: Methods['sendtoaddress']['args']['conf_target'] | null, estimate_mode?: Methods['sendtoaddress']['args']['estimate_mode'] | null, avoid_reuse?: Methods['sendtoaddress']['args']['avoid_reuse'] | null, fee_rate?: Methods['sendtoaddress']['args']['fee_rate'] | null, verbose?: Methods['sendtoaddress']['args']['verbose'] | null, maxfeerate?: Methods['sendtoaddress']['args']['maxfeerate'] | null, path?: Methods['sendtoaddress']['args']['path'] | null];
readonly result: string | {
/** The id of the transaction; hexadecimal, as block explorers show it */
readonly txid: string;
/** The source of the fee rate. "None": given by you; "Unknown": estimated by the node */
readonly fee_reason: string;
};
};
/** Give an address a label. */
readonly setlabel: {
readonly args: {
/** The address */
readonly address: string;
/** The label */
readonly label: string;
};
readonly params: readonly [address: Methods['setlabel']['args']['address'], label: Methods['setlabel']['args']['label']];
readonly result: null;
};
/** Stop the clock at a time, on regtest only. */
readonly setmocktime: {
readonly args: {
/** Seconds since 1970; 0 means the clock of the computer again */
readonly timestamp: number;
};
readonly params: readonly [timestamp: Methods['setmocktime']['args']['timestamp']];
readonly result: null;
};
/** Change a flag of the wallet. An encrypted wallet must be unlocked: its passphrase authenticates its flags. */
readonly setwalletflag: {
readonly args: {
/** "avoid_reuse" keeps coins of reused addresses apart */
readonly flag: string;
/**
 * The new value of the flag
 * Default: true.
 */
readonly value?: boolean | undefined;
};
readonly params: readonly [flag: Methods['setwalletflag']['args']['flag'], value?: Methods['setwalletflag']['args']['value'] | null];
readonly result: {
/** The flag */
readonly flag_name: string;
/** The current value of the flag */
readonly flag_state: boolean;
/** Warnings about the wallet */
readonly warnings?: string;
};
};
/** Sign a message with the key of an address of the wallet. */
readonly signmessage: {
readonly args: {
/** The address that is signed for */
readonly address: string;
/** The message */
readonly message: string;
/** (not with -profile=core) Options of the signature */
readonly options?: {
/**
 * The format: signed by the key (legacy, as Bitcoin Core), or by the script of the address (the other three, BIP322)
 * Default: legacy for an address of a key hash (P2PKH); simple for native segwit, full for the rest or with locks, proof-of-funds with utxos.
 */
readonly format?: "legacy" | "simple" | "full" | "proof-of-funds" | undefined;
/**
 * The height or time (seconds since 1970) from which the signature is valid, for a script with a lock time; a height, from 500000000 on seconds since 1970
 * Default: 0.
 */
readonly locktime?: number | undefined;
/**
 * The minimum age of a coin (BIP68), as in older(), for a script with a relative lock
 * Default: 0.
 */
readonly sequence?: number | undefined;
/**
 * Coins of the wallet whose ownership is proven, too
 * Default: [].
 */
readonly utxos?: readonly ({
/** The transaction; hexadecimal, as block explorers show it */
readonly txid: string;
/** The number of its output */
readonly vout: number;
})[] | undefined;
} | undefined;
/**
 * The format: signed by the key (legacy, as Bitcoin Core), or by the script of the address (the other three, BIP322)
 * Default: legacy for an address of a key hash (P2PKH); simple for native segwit, full for the rest or with locks, proof-of-funds with utxos.
 */
readonly format?: "legacy" | "simple" | "full" | "proof-of-funds" | undefined;
/**
 * The height or time (seconds since 1970) from which the signature is valid, for a script with a lock time; a height, from 500000000 on seconds since 1970
 * Default: 0.
 */
readonly locktime?: number | undefined;
/**
 * The minimum age of a coin (BIP68), as in older(), for a script with a relative lock
 * Default: 0.
 */
readonly sequence?: number | undefined;
/**
 * Coins of the wallet whose ownership is proven, too
 * Default: [].
 */
readonly utxos?: readonly ({
/** The transaction; hexadecimal, as block explorers show it */
readonly txid: string;
/** The number of its output */
readonly vout: number;
})[] | undefined;
};
readonly params: readonly [address: Methods['signmessage']['args']['address'], message: Methods['signmessage']['args']['message'], options?: Methods['signmessage']['args']['options'] | null];
readonly result: string;
};
/** Sign a message with a private key. */
readonly signmessagewithprivkey: {
readonly args: {
/** The private key */
readonly privkey: string;
/** The message */
readonly message: string;
/** (not with -profile=core) Options of the signature */
readonly options?: {
/**
 * The address to sign for
 * Default: that of the hash of the key (P2PKH).
 */
readonly address?: string | undefined;
/**
 * The format: signed by the key (legacy, as Bitcoin Core), or by the script of the address (the other three, BIP322)
 * Default: legacy for an address of a key hash (P2PKH); simple for native segwit, full for the rest or with locks, proof-of-funds with utxos.
 */
readonly format?: "legacy" | "simple" | "full" | "proof-of-funds" | undefined;
/**
 * The height or time (seconds since 1970) from which the signature is valid, for a script with a lock time; a height, from 500000000 on seconds since 1970
 * Default: 0.
 */
readonly locktime?: number | undefined;
/**
 * The minimum age of a coin (BIP68), as in older(), for a script with a relative lock
 * Default: 0.
 */
readonly sequence?: number | undefined;
} | undefined;
/**
 * The address to sign for
 * Default: that of the hash of the key (P2PKH).
 */
readonly address?: string | undefined;
/**
 * The format: signed by the key (legacy, as Bitcoin Core), or by the script of the address (the other three, BIP322)
 * Default: legacy for an address of a key hash (P2PKH); simple for native segwit, full for the rest or with locks, proof-of-funds with utxos.
 */
readonly format?: "legacy" | "simple" | "full" | "proof-of-funds" | undefined;
/**
 * The height or time (seconds since 1970) from which the signature is valid, for a script with a lock time; a height, from 500000000 on seconds since 1970
 * Default: 0.
 */
readonly locktime?: number | undefined;
/**
 * The minimum age of a coin (BIP68), as in older(), for a script with a relative lock
 * Default: 0.
 */
readonly sequence?: number | undefined;
};
readonly params: readonly [privkey: Methods['signmessagewithprivkey']['args']['privkey'], message: Methods['signmessagewithprivkey']['args']['message'], options?: Methods['signmessagewithprivkey']['args']['options'] | null];
readonly result: string;
};
/**
 * Sign the inputs of a raw transaction with the given private keys and no others.
 * Existing signatures are kept, and every input is verified at the end.
 */
readonly signrawtransactionwithkey: {
readonly args: {
/** The transaction in hexadecimal */
readonly hexstring: string;
/** The private keys */
readonly privkeys: readonly (string)[];
/** The outputs that the transaction spends. Offline, this is the only source */
readonly prevtxs?: readonly (PreviousTransactionOutput)[] | undefined;
/**
 * The parts that the signatures commit to: "DEFAULT", "ALL", "NONE", "SINGLE", "ALL|ANYONECANPAY",
 * "NONE|ANYONECANPAY" or "SINGLE|ANYONECANPAY"
 * Default: DEFAULT for taproot, else ALL.
 */
readonly sighashtype?: "DEFAULT" | "ALL" | "NONE" | "SINGLE" | "ALL|ANYONECANPAY" | "NONE|ANYONECANPAY" | "SINGLE|ANYONECANPAY" | undefined;
/**
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0 means no limit. Without this argument, the fee may also be at most
 * 25 % of the payment to others or, if all of it returns to the wallet, of the total (docs/review.md).
 * Default: 0.02.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * (not with -profile=core) The highest amount of an unspendable output, in BTC
 * Default: 0.00.
 */
readonly maxburnamount?: Amount | undefined;
/** (not with -profile=core) The id of a review: what would be reviewed otherwise is not signed; hexadecimal */
readonly reviewed?: string | undefined;
};
readonly params: readonly [hexstring: Methods['signrawtransactionwithkey']['args']['hexstring'], privkeys: Methods['signrawtransactionwithkey']['args']['privkeys'], prevtxs?: Methods['signrawtransactionwithkey']['args']['prevtxs'] | null, sighashtype?: Methods['signrawtransactionwithkey']['args']['sighashtype'] | null, maxfeerate?: Methods['signrawtransactionwithkey']['args']['maxfeerate'] | null, maxburnamount?: Methods['signrawtransactionwithkey']['args']['maxburnamount'] | null, reviewed?: Methods['signrawtransactionwithkey']['args']['reviewed'] | null];
readonly result: SigningResult;
};
/**
 * Sign the inputs of a raw transaction with the keys of the wallet.
 * Existing signatures are kept, and every input is verified at the end.
 */
readonly signrawtransactionwithwallet: {
readonly args: {
/** The transaction in hexadecimal */
readonly hexstring: string;
/** The outputs that the transaction spends. Offline, this is the only source */
readonly prevtxs?: readonly (PreviousTransactionOutput)[] | undefined;
/**
 * The parts that the signatures commit to: "DEFAULT", "ALL", "NONE", "SINGLE", "ALL|ANYONECANPAY",
 * "NONE|ANYONECANPAY" or "SINGLE|ANYONECANPAY"
 * Default: DEFAULT for taproot, else ALL.
 */
readonly sighashtype?: "DEFAULT" | "ALL" | "NONE" | "SINGLE" | "ALL|ANYONECANPAY" | "NONE|ANYONECANPAY" | "SINGLE|ANYONECANPAY" | undefined;
/**
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0 means no limit. Without this argument, the fee may also be at most
 * 25 % of the payment to others or, if all of it returns to the wallet, of the total (docs/review.md).
 * Default: 0.02.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * (not with -profile=core) The highest amount of an unspendable output, in BTC
 * Default: 0.00.
 */
readonly maxburnamount?: Amount | undefined;
/** (not with -profile=core) The id of a review: what would be reviewed otherwise is not signed; hexadecimal */
readonly reviewed?: string | undefined;
/**
 * (not with -profile=core) The only path to sign, by its number in the list of getdescriptorinfo, for inputs whose
 * descriptor is known and has that many paths
 * Default: whichever the keys allow.
 */
readonly path?: number | undefined;
};
readonly params: readonly [hexstring: Methods['signrawtransactionwithwallet']['args']['hexstring'], prevtxs?: Methods['signrawtransactionwithwallet']['args']['prevtxs'] | null, sighashtype?: Methods['signrawtransactionwithwallet']['args']['sighashtype'] | null, maxfeerate?: Methods['signrawtransactionwithwallet']['args']['maxfeerate'] | null, maxburnamount?: Methods['signrawtransactionwithwallet']['args']['maxburnamount'] | null, reviewed?: Methods['signrawtransactionwithwallet']['args']['reviewed'] | null, path?: Methods['signrawtransactionwithwallet']['args']['path'] | null];
readonly result: SigningResult;
};
/**
 * Calculate how the balance of the wallet would change if these transactions were signed and sent.
 * Without a node, coins that the wallet does not know count as foreign.
 */
readonly simulaterawtransaction: {
readonly args: {
/** Transactions in hexadecimal, parents before children */
readonly rawtxs?: readonly (string)[] | undefined;
/** Options of bitcoind */
readonly options?: {
/**
 * No effect
 * Default: false.
 */
readonly include_watchonly?: boolean | undefined;
} | undefined;
/**
 * No effect
 * Default: false.
 */
readonly include_watchonly?: boolean | undefined;
};
readonly params: readonly [rawtxs?: Methods['simulaterawtransaction']['args']['rawtxs'] | null, options?: Methods['simulaterawtransaction']['args']['options'] | null];
readonly result: {
/** The change of the balance in BTC; negative if the wallet loses it */
readonly balance_change: number;
};
};
/**
 * Submit signed transactions to the node as one package: a child and its unconfirmed parents, the child last. A parent below the
 * lowest fee rate of the mempool is accepted if the child pays for it. Loaded wallets know about the accepted ones at once.
 */
readonly submitpackage: {
readonly args: {
/** The transactions, parents first, at most 25 */
readonly package: readonly (string)[];
/**
 * The highest fee rate, in BTC/kvB; 0: no limit
 * Default: 0.10.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * The highest amount of an unspendable output, in BTC
 * Default: 0.00.
 */
readonly maxburnamount?: Amount | undefined;
};
readonly params: readonly [transactions: Methods['submitpackage']['args']['package'], maxfeerate?: Methods['submitpackage']['args']['maxfeerate'] | null, maxburnamount?: Methods['submitpackage']['args']['maxburnamount'] | null];
readonly result: {
/** "success" if all transactions are in the mempool now, else what is wrong */
readonly package_msg: string;
/** One result for each transaction, by wtxid */
readonly "tx-results": { readonly [wtxid: string]: {
/** The id of the transaction; hexadecimal, as block explorers show it */
readonly txid: string;
/** The wtxid in the mempool, if it has the transaction with another witness; yours was ignored; hexadecimal, as block explorers show it */
readonly "other-wtxid"?: string;
/** Virtual size in bytes, adjusted for signature operations */
readonly vsize_adjusted?: number;
/** Virtual size in bytes, adjusted for signature operations */
readonly vsize?: number;
/** Virtual size in bytes: a quarter of the weight, rounded up */
readonly vsize_bip141?: number;
/** The fees that the transaction pays */
readonly fees?: {
/** The fee in BTC */
readonly base: number;
/** The effective fee rate in BTC/kvB */
readonly "effective-feerate"?: number;
/** The wtxids of the transactions that this fee rate includes */
readonly "effective-includes"?: readonly (string)[];
};
/** The reason why it is not accepted */
readonly error?: string;
} };
/** The transactions that left the mempool for these */
readonly "replaced-transactions"?: readonly (string)[];
};
};
/**
 * Check whether a mempool would accept transactions, without sending them; list parents before children. A node decides.
 * Without one (not with -profile=core), the script interpreter and the relay rules decide with the coins that are known here (snapshot,
 * wallet, prevtxs). The answer says so and lists what is unknown.
 */
readonly testmempoolaccept: {
readonly args: {
/** The transactions, at most 25 */
readonly rawtxs: readonly (string)[];
/**
 * The highest fee rate, in BTC/kvB; 0: no limit
 * Default: 0.10.
 */
readonly maxfeerate?: Amount | undefined;
/** (not with -profile=core) The outputs that they spend. They are not sent to a node */
readonly prevtxs?: readonly (PreviousTransactionOutput)[] | undefined;
};
readonly params: readonly [rawtxs: Methods['testmempoolaccept']['args']['rawtxs'], maxfeerate?: Methods['testmempoolaccept']['args']['maxfeerate'] | null, prevtxs?: Methods['testmempoolaccept']['args']['prevtxs'] | null];
readonly result: readonly ({
/** The id of the transaction; hexadecimal, as block explorers show it */
readonly txid: string;
/** The id with witnesses; hexadecimal, as block explorers show it */
readonly wtxid: string;
/** The reason why the package is not accepted */
readonly "package-error"?: string;
/** True if the mempool would accept it. Absent if it was not fully checked, because another transaction failed or, without a node, because too little is known */
readonly allowed?: boolean;
/** Virtual size in bytes, adjusted for signature operations */
readonly vsize_adjusted?: number;
/** Virtual size in bytes, adjusted for signature operations */
readonly vsize?: number;
/** Virtual size in bytes: a quarter of the weight, rounded up */
readonly vsize_bip141?: number;
/** The fees that the transaction pays */
readonly fees?: {
/** The fee in BTC */
readonly base: number;
/** The effective fee rate in BTC/kvB */
readonly "effective-feerate": number;
/** The wtxids of the transactions that this fee rate includes */
readonly "effective-includes": readonly (string)[];
};
/** The reason why it is not accepted */
readonly "reject-reason"?: string;
/** Details of the reason */
readonly "reject-details"?: string;
/** True if coldsign checked it without a node */
readonly offline?: boolean;
/** The checks that could not be made here */
readonly unchecked?: readonly (string)[];
})[];
};
/** Unload the wallet of the path of the request, or the named one. If both are given, they must be the same. */
readonly unloadwallet: {
readonly args: {
/**
 * The name of the wallet
 * Default: the wallet of the path.
 */
readonly wallet_name?: string | undefined;
/**
 * Load the wallet at the next start
 * Default: as it was.
 */
readonly load_on_startup?: boolean | undefined;
};
readonly params: readonly [wallet_name?: Methods['unloadwallet']['args']['wallet_name'] | null, load_on_startup?: Methods['unloadwallet']['args']['load_on_startup'] | null];
readonly result: {
/** Warnings about the wallet */
readonly warnings?: readonly (string)[];
};
};
/**
 * Add data from descriptors to the inputs and outputs of a PSBT, and the outputs that it spends,
 * as far as the mempool and the unspent outputs of the chain have them (the Updater of BIP174).
 */
readonly utxoupdatepsbt: {
readonly args: {
/** The PSBT in base64 */
readonly psbt: string;
/** Output descriptors */
readonly descriptors?: readonly (string | {
/** A descriptor */
readonly desc: string;
/**
 * The last position, or [begin,end], of a ranged descriptor
 * Default: 1000.
 */
readonly range?: number | readonly [first: number, last: number] | undefined;
})[] | undefined;
};
readonly params: readonly [psbt: Methods['utxoupdatepsbt']['args']['psbt'], descriptors?: Methods['utxoupdatepsbt']['args']['descriptors'] | null];
readonly result: string;
};
/** Check an address and describe its script. */
readonly validateaddress: {
readonly args: {
/** The address */
readonly address: string;
};
readonly params: readonly [address: Methods['validateaddress']['args']['address']];
readonly result: {
/** True if it is a valid address of this chain */
readonly isvalid: boolean;
/** The address */
readonly address?: string;
/** The output script in hexadecimal */
readonly scriptPubKey?: string;
/** True if it is the address of a script */
readonly isscript?: boolean;
/** True if it is a witness address */
readonly iswitness?: boolean;
/** The version of the witness program */
readonly witness_version?: number;
/** The witness program; hexadecimal */
readonly witness_program?: string;
/** The error message */
readonly error?: string;
/** Positions of the errors in the address, if they can be found */
readonly error_locations?: readonly (number)[];
};
};
/** Verify a signed message. */
readonly verifymessage: {
readonly args: {
/** The address */
readonly address: string;
/** The signature in base64, as signmessage makes it */
readonly signature: string;
/** The message */
readonly message: string;
/**
 * (not with -profile=core) Return details: the reason and the conditions
 * Default: false.
 */
readonly verbose?: boolean | undefined;
};
readonly params: readonly [address: Methods['verifymessage']['args']['address'], signature: Methods['verifymessage']['args']['signature'], message: Methods['verifymessage']['args']['message'], verbose?: Methods['verifymessage']['args']['verbose'] | null];
readonly result: boolean | {
/** The result. "valid" means valid under the conditions below; "inconclusive" means that the script uses future rules */
readonly state: "valid" | "inconclusive" | "invalid";
/** The format of the signature; absent if the text is not a signature */
readonly format?: "legacy" | "simple" | "full" | "proof-of-funds";
/** The reason why it is not valid */
readonly reason?: string;
/** The height or time (seconds since 1970) from which it is valid; 0 means now; a height, from 500000000 on seconds since 1970 */
readonly locktime: number;
/** The minimum age of a coin before the signer can spend it (BIP68); 0 means any age */
readonly sequence: number;
/** Other coins that the signer claims to own; the list may be incomplete */
readonly utxos: readonly ({
/** The transaction; hexadecimal, as block explorers show it */
readonly txid: string;
/** The number of its output */
readonly vout: number;
/** The amount of the coin; in BTC */
readonly amount: number;
/** The output script of the coin; hexadecimal */
readonly scriptPubKey: string;
/** The address of that script, if it has one */
readonly address?: string;
/** True if amount and script are proven by the previous transaction or by the chain; otherwise they are only claimed */
readonly proven: boolean;
/** True if the coin is unspent in the chain; absent without a chain source */
readonly unspent?: boolean;
})[];
};
};
/**
 * Verify a proof that transactions are in a block of the best chain, and return their ids. The Merkle tree is hashed
 * here. The node, or the headers of the source, confirm that the block is in the chain.
 */
readonly verifytxoutproof: {
readonly args: {
/** The proof, from gettxoutproof of a node; hexadecimal */
readonly proof: string;
};
readonly params: readonly [proof: Methods['verifytxoutproof']['args']['proof']];
readonly result: readonly (string)[];
};
/** Create a PSBT that pays from the wallet (the Creator and the Updater of BIP174). Nothing is signed, kept or sent. */
readonly walletcreatefundedpsbt: {
readonly args: {
/** Coins to spend in any case */
readonly inputs?: readonly ({
/** The id of the transaction to spend from; hexadecimal, as block explorers show it */
readonly txid: string;
/** The number of its output */
readonly vout: number;
/**
 * The sequence number
 * Default: depends on 'replaceable' and 'locktime'.
 */
readonly sequence?: number | undefined;
/**
 * The maximum weight of the input, including outpoint and sequence; a signature may have 73 bytes
 * Default: from what the wallet and solving_data know.
 */
readonly weight?: number | undefined;
})[] | undefined;
/**
 * The outputs in their order: an array of objects with one key each, or one object with all keys.
 * No address may come twice, and only one key may be "data".
 */
readonly outputs: readonly ({ readonly [address: string]: Amount } | DataOutput)[] | { readonly [address: string]: Amount } | DataOutput;
/**
 * The lock time. Unless it is 0, inputs get sequences that let it count; a height, from 500000000 on seconds since 1970
 * Default: 0.
 */
readonly locktime?: number | undefined;
/** Options of the payment */
readonly options?: {
/**
 * Add coins of the wallet if they are needed
 * Default: false when "inputs" are given, else true.
 */
readonly add_inputs?: boolean | undefined;
/**
 * Include unconfirmed coins from others and of replacements. The transaction becomes invalid if they disappear
 * Default: false.
 */
readonly include_unsafe?: boolean | undefined;
/**
 * The minimum number of confirmations of coins to spend
 * Default: 0.
 */
readonly minconf?: number | undefined;
/**
 * The maximum number of confirmations of coins to spend
 * Default: no limit.
 */
readonly maxconf?: number | undefined;
/**
 * The address for change
 * Default: a new one of the wallet.
 */
readonly changeAddress?: string | undefined;
/**
 * The place of change among the outputs
 * Default: random.
 */
readonly changePosition?: number | undefined;
/**
 * The type of the change address: "legacy", "p2sh-segwit", "bech32" or "bech32m"
 * Default: -changetype.
 */
readonly change_type?: "legacy" | "p2sh-segwit" | "bech32" | "bech32m" | undefined;
/**
 * (no effect with -profile=core) Include coins of a watch-only wallet
 * Default: true for a watch-only wallet.
 */
readonly includeWatching?: boolean | undefined;
/**
 * Lock the coins that are spent
 * Default: false.
 */
readonly lockUnspents?: boolean | undefined;
/**
 * The fee rate in sat/vB
 * Default: estimated.
 */
readonly fee_rate?: Amount | undefined;
/**
 * The fee rate in BTC/kvB
 * Default: estimated.
 */
readonly feeRate?: Amount | undefined;
/** Outputs, by their number before change is added or by address, that the fee is taken from in equal parts */
readonly subtractFeeFromOutputs?: readonly (number | string)[] | undefined;
/**
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0 means no limit. Without this argument, the fee may also be at most
 * 25 % of the payment. Without fee_rate, the rate may be at most 0.01 BTC/kvB, and a fee above 0.0001 BTC at most a tenth.
 * Default: 0.02.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * The maximum weight of the transaction
 * Default: 400000.
 */
readonly max_tx_weight?: number | undefined;
/**
 * The number of blocks within which it should be confirmed
 * Default: -txconfirmtarget.
 */
readonly conf_target?: number | undefined;
/**
 * The mode of fee estimation: "unset", "economical" or "conservative". Unset is economical if the
 * transaction is replaceable, else conservative.
 * Default: unset.
 */
readonly estimate_mode?: "unset" | "economical" | "conservative" | undefined;
/**
 * (not with -profile=core) The path that coins are spent by, by its number in the list of getdescriptorinfo: sequences, lock time and
 * fee follow from it, and coins that are too young for it are not chosen
 * Default: whichever the keys allow.
 */
readonly path?: number | undefined;
/**
 * Let the transaction be replaced by one with a higher fee (BIP125)
 * Default: -walletrbf.
 */
readonly replaceable?: boolean | undefined;
/** Data for the size of inputs that spend coins of others */
readonly solving_data?: SolvingDataParam | undefined;
} | undefined;
/**
 * Include the origins of keys (BIP32)
 * Default: true.
 */
readonly bip32derivs?: boolean | undefined;
/**
 * The version, 1 to 3
 * Default: 2.
 */
readonly version?: number | undefined;
/**
 * The version of the PSBT format: 2, or 0
 * Default: 2.
 */
readonly psbt_version?: number | undefined;
/**
 * Add coins of the wallet if they are needed
 * Default: false when "inputs" are given, else true.
 */
readonly add_inputs?: boolean | undefined;
/**
 * Include unconfirmed coins from others and of replacements. The transaction becomes invalid if they disappear
 * Default: false.
 */
readonly include_unsafe?: boolean | undefined;
/**
 * The minimum number of confirmations of coins to spend
 * Default: 0.
 */
readonly minconf?: number | undefined;
/**
 * The maximum number of confirmations of coins to spend
 * Default: no limit.
 */
readonly maxconf?: number | undefined;
/**
 * The address for change
 * Default: a new one of the wallet.
 */
readonly changeAddress?: string | undefined;
/**
 * The place of change among the outputs
 * Default: random.
 */
readonly changePosition?: number | undefined;
/**
 * The type of the change address: "legacy", "p2sh-segwit", "bech32" or "bech32m"
 * Default: -changetype.
 */
readonly change_type?: "legacy" | "p2sh-segwit" | "bech32" | "bech32m" | undefined;
/**
 * (no effect with -profile=core) Include coins of a watch-only wallet
 * Default: true for a watch-only wallet.
 */
readonly includeWatching?: boolean | undefined;
/**
 * Lock the coins that are spent
 * Default: false.
 */
readonly lockUnspents?: boolean | undefined;
/**
 * The fee rate in sat/vB
 * Default: estimated.
 */
readonly fee_rate?: Amount | undefined;
/**
 * The fee rate in BTC/kvB
 * Default: estimated.
 */
readonly feeRate?: Amount | undefined;
/** Outputs, by their number before change is added or by address, that the fee is taken from in equal parts */
readonly subtractFeeFromOutputs?: readonly (number | string)[] | undefined;
/**
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0 means no limit. Without this argument, the fee may also be at most
 * 25 % of the payment. Without fee_rate, the rate may be at most 0.01 BTC/kvB, and a fee above 0.0001 BTC at most a tenth.
 * Default: 0.02.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * The maximum weight of the transaction
 * Default: 400000.
 */
readonly max_tx_weight?: number | undefined;
/**
 * The number of blocks within which it should be confirmed
 * Default: -txconfirmtarget.
 */
readonly conf_target?: number | undefined;
/**
 * The mode of fee estimation: "unset", "economical" or "conservative". Unset is economical if the
 * transaction is replaceable, else conservative.
 * Default: unset.
 */
readonly estimate_mode?: "unset" | "economical" | "conservative" | undefined;
/**
 * (not with -profile=core) The path that coins are spent by, by its number in the list of getdescriptorinfo: sequences, lock time and
 * fee follow from it, and coins that are too young for it are not chosen
 * Default: whichever the keys allow.
 */
readonly path?: number | undefined;
/**
 * Let the transaction be replaced by one with a higher fee (BIP125)
 * Default: -walletrbf.
 */
readonly replaceable?: boolean | undefined;
/** Data for the size of inputs that spend coins of others */
readonly solving_data?: SolvingDataParam | undefined;
};
readonly params: readonly [inputs: Methods['walletcreatefundedpsbt']['args']['inputs'] | null, outputs: Methods['walletcreatefundedpsbt']['args']['outputs'], locktime?: Methods['walletcreatefundedpsbt']['args']['locktime'] | null, options?: Methods['walletcreatefundedpsbt']['args']['options'] | null, bip32derivs?: Methods['walletcreatefundedpsbt']['args']['bip32derivs'] | null, version?: Methods['walletcreatefundedpsbt']['args']['version'] | null, psbt_version?: Methods['walletcreatefundedpsbt']['args']['psbt_version'] | null];
readonly result: {
/** The PSBT in base64 */
readonly psbt: string;
/** The fee in BTC */
readonly fee: number;
/** The place of the change, or -1 */
readonly changepos: number;
/** The inputs that are not complete, if the option details is true */
readonly details?: readonly (SigningDetails)[];
};
};
/** Show an address of the wallet on its device, so that you can compare it. Malware could change what this computer shows. */
readonly walletdisplayaddress: {
readonly args: {
/** The address to show */
readonly address: string;
};
readonly params: readonly [address: Methods['walletdisplayaddress']['args']['address']];
readonly result: {
/** The address, which the device echoed */
readonly address: string;
};
};
/** Forget the keys of the wallet until walletpassphrase is called again. */
readonly walletlock: {
readonly args: { readonly [name: string]: never };
readonly params: readonly [];
readonly result: null;
};
/**
 * Unlock the wallet for a number of seconds, so that it can sign.
 * For an unlocked wallet, this sets the time again.
 */
readonly walletpassphrase: {
readonly args: {
/** The passphrase of the wallet */
readonly passphrase: string;
/** The number of seconds, at most 100000000 */
readonly timeout: number;
};
readonly params: readonly [passphrase: Methods['walletpassphrase']['args']['passphrase'], timeout: Methods['walletpassphrase']['args']['timeout']];
readonly result: null;
};
/** Change the passphrase of the wallet. */
readonly walletpassphrasechange: {
readonly args: {
/** The current passphrase */
readonly oldpassphrase: string;
/** The new passphrase */
readonly newpassphrase: string;
};
readonly params: readonly [oldpassphrase: Methods['walletpassphrasechange']['args']['oldpassphrase'], newpassphrase: Methods['walletpassphrasechange']['args']['newpassphrase']];
readonly result: null;
};
/** Add data from the wallet to the inputs and outputs of a PSBT, and sign with its keys. */
readonly walletprocesspsbt: {
readonly args: {
/** The PSBT in base64 */
readonly psbt: string;
/**
 * Sign the PSBT, too. The wallet must be unlocked
 * Default: true.
 */
readonly sign?: boolean | undefined;
/**
 * The parts that the signatures commit to: "DEFAULT", "ALL", "NONE", "SINGLE", "ALL|ANYONECANPAY",
 * "NONE|ANYONECANPAY" or "SINGLE|ANYONECANPAY"
 * Default: DEFAULT for taproot, else ALL.
 */
readonly sighashtype?: "DEFAULT" | "ALL" | "NONE" | "SINGLE" | "ALL|ANYONECANPAY" | "NONE|ANYONECANPAY" | "SINGLE|ANYONECANPAY" | undefined;
/**
 * Include the origins of keys (BIP32)
 * Default: true.
 */
readonly bip32derivs?: boolean | undefined;
/**
 * Finalize inputs that are complete
 * Default: true.
 */
readonly finalize?: boolean | undefined;
/**
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0 means no limit. Without this argument, the fee may also be at most
 * 25 % of the payment to others or, if all of it returns to the wallet, of the total (docs/review.md).
 * Default: 0.02.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * (not with -profile=core) The highest amount of an unspendable output, in BTC
 * Default: 0.00.
 */
readonly maxburnamount?: Amount | undefined;
/** (not with -profile=core) The id of a review: what would be reviewed otherwise is not signed; hexadecimal */
readonly reviewed?: string | undefined;
/**
 * (not with -profile=core) The only path to sign, by its number in the list of getdescriptorinfo, for inputs whose
 * descriptor is known and has that many paths
 * Default: whichever the keys allow.
 */
readonly path?: number | undefined;
};
readonly params: readonly [psbt: Methods['walletprocesspsbt']['args']['psbt'], sign?: Methods['walletprocesspsbt']['args']['sign'] | null, sighashtype?: Methods['walletprocesspsbt']['args']['sighashtype'] | null, bip32derivs?: Methods['walletprocesspsbt']['args']['bip32derivs'] | null, finalize?: Methods['walletprocesspsbt']['args']['finalize'] | null, maxfeerate?: Methods['walletprocesspsbt']['args']['maxfeerate'] | null, maxburnamount?: Methods['walletprocesspsbt']['args']['maxburnamount'] | null, reviewed?: Methods['walletprocesspsbt']['args']['reviewed'] | null, path?: Methods['walletprocesspsbt']['args']['path'] | null];
readonly result: {
/** The PSBT in base64 */
readonly psbt: string;
/** True if every input is signed */
readonly complete: boolean;
/** The transaction, if it is complete; hexadecimal */
readonly hex?: string;
/** Warnings about the coins and the fee */
readonly warnings?: readonly (string)[];
/** The inputs that are not complete, if the option details is true */
readonly details?: readonly (SigningDetails)[];
};
};
};
