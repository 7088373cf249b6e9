// Written by the build from the declarations of the methods.

/**
 * An amount in BTC, or a fee rate where the comment says so. A string is read digit by digit (`'0.10000000'`); a number by the digits
 * that JS prints for it, so that 0.1 is exact, while 0.1 + 0.2 has too many decimals and is refused.
 */
export type Amount = number | string;

/** Where a missing key comes from. */
export type MissingOrigin = {
/** The public key; hexadecimal */
readonly key: string;
/** Of its master key; hexadecimal */
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
/** Its number from 0 */
readonly opcodeIndex?: number;
/** Elements on the stack when it was reached */
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
/** Public keys whose signature does not fit */
readonly badSignatures: readonly (string)[];
/** Locks that are not open: older(n) or after(n) */
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
/** The script in words, sighash types of signatures too */
readonly asm: string;
/** The script; hexadecimal */
readonly hex: string;
};

/** An input of a transaction. */
export type DecodedInput = {
/** What a coinbase has instead of the next three; hexadecimal */
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
/** Its descriptor, as far as the script shows it */
readonly desc: string;
/** The script; hexadecimal */
readonly hex: string;
/** Its address */
readonly address?: string;
/** Which kind of script it is */
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
/** Bytes */
readonly size: number;
/** Weight units by four, rounded up */
readonly vsize: number;
/** Weight units */
readonly weight: number;
/** The lock time: a height, from 500000000 on a time */
readonly locktime: number;
/** The inputs */
readonly vin: readonly (DecodedInput)[];
/** The outputs */
readonly vout: readonly (DecodedOutput)[];
};

/** A PSBT field of another program. */
export type ProprietaryField = {
/** Whose field it is; hexadecimal */
readonly identifier: string;
/** Which of theirs */
readonly subtype: number;
/** The whole key; hexadecimal */
readonly key: string;
/** The value; hexadecimal */
readonly value: string;
};

/** What tells the size of inputs that are not the wallet's. */
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
/** What it is; generate, immature and orphan are of coinbases */
readonly category: "send" | "receive" | "generate" | "immature" | "orphan";
/** In BTC, negative for what is sent */
readonly amount: number;
/** The label of the address */
readonly label?: string;
/** The number of the output */
readonly vout: number;
/** Sent: the fee of the transaction in BTC, as a negative amount */
readonly fee?: number;
/** Whether the transaction was given up */
readonly abandoned: boolean;
/** Confirmations; below 0: of the conflict in the chain */
readonly confirmations: number;
/** True: it is the coinbase of a block */
readonly generated?: boolean;
/** Unconfirmed: whether it can be built on */
readonly trusted?: boolean;
/** The block that it is in; hexadecimal, as block explorers show it */
readonly blockhash?: string;
/** The height of that block */
readonly blockheight?: number;
/** Its place in that block */
readonly blockindex?: number;
/** The time of that block; a height, from 500000000 on seconds since 1970 */
readonly blocktime?: number;
/** The id of the transaction; hexadecimal, as block explorers show it */
readonly txid: string;
/** The id with witnesses; hexadecimal, as block explorers show it */
readonly wtxid: string;
/** Ids with other witnesses that were seen of it */
readonly alternate_wtxids: readonly (string)[];
/** Transactions of the wallet that spend the same */
readonly walletconflicts: readonly (string)[];
/** Transactions in the mempool that spend the same */
readonly mempoolconflicts: readonly (string)[];
/** When it was made or found; seconds since 1970 */
readonly time: number;
/** When the wallet heard of it; seconds since 1970 */
readonly timereceived: number;
/** A note that was made with it */
readonly comment?: string;
/** A note on who is paid */
readonly to?: string;
/** The one that it takes the place of; hexadecimal, as block explorers show it */
readonly replaces_txid?: string;
/** The one that takes its place; hexadecimal, as block explorers show it */
readonly replaced_by_txid?: string;
};

/** A leaf of a taproot output and its proof. */
export type RevealedLeaf = {
/** The script; hexadecimal */
readonly script: string;
/** The way from the script to the output; hexadecimal */
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
 * Of a ranged one the first 1000 positions are looked at.
 */
readonly desc?: string | undefined;
/**
 * (not with -profile=core) The only path of desc that is signed, by its number in the list of getdescriptorinfo
 * Default: whichever the keys allow.
 */
readonly path?: number | undefined;
/** (not with -profile=core) What hash locks of the output ask for */
readonly preimages?: readonly (string)[] | undefined;
/** (for taproot, beyond Core) Scripts of the output that may be used to spend it */
readonly tapLeaves?: readonly (RevealedLeaf)[] | undefined;
};

/** A signed transaction, and which inputs are not complete. */
export type SigningResult = {
/** The transaction with signatures; hexadecimal */
readonly hex: string;
/** Whether every input is in order */
readonly complete: boolean;
/** The inputs that are not */
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
/** What is wrong */
readonly error: string;
})[];
/** Warnings about the coins and the fee */
readonly warnings?: readonly (string)[];
/** The same inputs in more words, when the option details is true */
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
/** Its number from 0 */
readonly opcodeIndex?: number;
/** Elements on the stack when it was reached */
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
 * Every method by its name: its arguments by name (`args`) and in their order (`params`), and what it answers (`result`).
 * Amounts in results are numbers of BTC unless another unit is named, times are seconds since 1970, bytes are hexadecimal
 * text, and ids and hashes of blocks and transactions are as block explorers show them: the first byte last.
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
/** End the rescan of the wallet that goes on. What it found so far stays. */
readonly abortrescan: {
readonly args: { readonly [name: string]: never };
readonly params: readonly [];
readonly result: boolean;
};
/**
 * Keep an extended private key in the wallet, for createwalletdescriptor and derivehdkey.
 * The wallet has to be unlocked.
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
/** Its extended public key */
readonly xpub: string;
};
};
/** Tell what a PSBT lacks, who has to work on it next, and what its transaction will cost. */
readonly analyzepsbt: {
readonly args: {
/** The PSBT in base64 */
readonly psbt: string;
};
readonly params: readonly [psbt: Methods['analyzepsbt']['args']['psbt']];
readonly result: {
/** The inputs */
readonly inputs?: readonly ({
/** Whether the output that is spent is known */
readonly has_utxo: boolean;
/** Whether the input has its final scripts */
readonly is_final: boolean;
/** What it lacks */
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
/** Who is next */
readonly next?: "creator" | "updater" | "signer" | "finalizer" | "extractor";
})[];
/** Virtual bytes of the signed transaction */
readonly estimated_vsize?: number;
/** In BTC/kvB */
readonly estimated_feerate?: number;
/** In BTC, when every spent amount is known */
readonly fee?: number;
/** Who is next */
readonly next: "creator" | "updater" | "signer" | "finalizer" | "extractor";
/** Why there is nothing to say */
readonly error?: string;
/** The inputs that are not complete, when the option details is true */
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
 * Send a transaction in the place of one that is not confirmed, with a higher fee. It comes out of change, or from more coins.
 * All coins that the old one spends are spent again, so that only one of the two can ever be confirmed.
 */
readonly bumpfee: {
readonly args: {
/** The transaction that is replaced; hexadecimal, as block explorers show it */
readonly txid: string;
/** How to pay */
readonly options?: {
/**
 * In how many blocks it should be confirmed
 * Default: -txconfirmtarget.
 */
readonly conf_target?: number | undefined;
/**
 * The fee rate in sat/vB: so much above the old one that nodes take it in its place
 * Default: estimated.
 */
readonly fee_rate?: Amount | undefined;
/**
 * Let the new transaction be replaced by one with a higher fee (BIP125)
 * Default: true.
 */
readonly replaceable?: boolean | undefined;
/**
 * How the fee is estimated: "unset", "economical" or "conservative". Unset is economical when the transaction
 * can be replaced, else conservative.
 * Default: unset.
 */
readonly estimate_mode?: "unset" | "economical" | "conservative" | undefined;
/** Other outputs than those of the old transaction. Not with original_change_index */
readonly outputs?: readonly ({ readonly [address: string]: Amount } | DataOutput)[] | { readonly [address: string]: Amount } | DataOutput | undefined;
/**
 * The output of the old transaction that is change. Not with outputs
 * Default: what the wallet takes for change.
 */
readonly original_change_index?: number | undefined;
/**
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0: no limit. If it is left out, a fee may also be at most 25 % of
 * what is paid; and without fee_rate the rate may be 0.01 BTC/kvB and a fee above 0.0001 BTC a tenth of what is paid.
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
 * In how many blocks it should be confirmed
 * Default: -txconfirmtarget.
 */
readonly conf_target?: number | undefined;
/**
 * The fee rate in sat/vB: so much above the old one that nodes take it in its place
 * Default: estimated.
 */
readonly fee_rate?: Amount | undefined;
/**
 * Let the new transaction be replaced by one with a higher fee (BIP125)
 * Default: true.
 */
readonly replaceable?: boolean | undefined;
/**
 * How the fee is estimated: "unset", "economical" or "conservative". Unset is economical when the transaction
 * can be replaced, else conservative.
 * Default: unset.
 */
readonly estimate_mode?: "unset" | "economical" | "conservative" | undefined;
/** Other outputs than those of the old transaction. Not with original_change_index */
readonly outputs?: readonly ({ readonly [address: string]: Amount } | DataOutput)[] | { readonly [address: string]: Amount } | DataOutput | undefined;
/**
 * The output of the old transaction that is change. Not with outputs
 * Default: what the wallet takes for change.
 */
readonly original_change_index?: number | undefined;
/**
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0: no limit. If it is left out, a fee may also be at most 25 % of
 * what is paid; and without fee_rate the rate may be 0.01 BTC/kvB and a fee above 0.0001 BTC a tenth of what is paid.
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
 * Put together what several PSBTs know about one transaction (the Combiner of BIP174).
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
/** Bring the signatures of several copies of a transaction together. The coins that it spends must be known. */
readonly combinerawtransaction: {
readonly args: {
/** The copies */
readonly txs: readonly (string)[];
};
readonly params: readonly [txs: Methods['combinerawtransaction']['args']['txs']];
readonly result: string;
};
/** Make a PSBT of a raw transaction, or of a PSBT one of the other version. */
readonly converttopsbt: {
readonly args: {
/**
 * The transaction in hexadecimal;
 * (not with -profile=core) or a PSBT in base64, to have it in the other version with all that is in it
 */
readonly hexstring: string;
/**
 * Whether signatures in it are dropped; otherwise they are an error
 * Default: false.
 */
readonly permitsigdata?: boolean | undefined;
/**
 * Whether it is in the form with witnesses: true tries this form only, false the other one only.
 * Default: whichever makes sense.
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
/** Create an address that takes the signatures of some of several keys. */
readonly createmultisig: {
readonly args: {
/** How many signatures it takes */
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
/** Its descriptor */
readonly descriptor: string;
/** What is other than was asked for */
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
/** Make a new wallet and load it. */
readonly createwallet: {
readonly args: {
/** Its name, or a path where it shall lie */
readonly wallet_name: string;
/**
 * It only watches: it never has private keys
 * Default: false.
 */
readonly disable_private_keys?: boolean | undefined;
/**
 * It begins without keys and descriptors
 * Default: false.
 */
readonly blank?: boolean | undefined;
/**
 * Encrypts its private keys
 * Default: private keys are not encrypted.
 */
readonly passphrase?: string | undefined;
/**
 * Set coins of addresses that were used before apart from the others
 * Default: false.
 */
readonly avoid_reuse?: boolean | undefined;
/**
 * There are no wallets without descriptors any more: must be true
 * Default: true.
 */
readonly descriptors?: boolean | undefined;
/**
 * Whether the wallet is loaded at the next start
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
/** What should be known about it */
readonly warnings?: readonly (string)[];
};
};
/**
 * Let addresses of a type that the wallet has none of come from a key that it has.
 * The wallet has to be unlocked.
 */
readonly createwalletdescriptor: {
readonly args: {
/** The type: "legacy", "p2sh-segwit", "bech32" or "bech32m" */
readonly type: "legacy" | "p2sh-segwit" | "bech32" | "bech32m";
/** Which addresses, and of which key */
readonly options?: {
/**
 * Only addresses for change when true, only those to be paid at when false
 * Default: both.
 */
readonly internal?: boolean | undefined;
/**
 * The extended public key of their master key, from gethdkeys
 * Default: that of all descriptors which give out addresses.
 */
readonly hdkey?: string | undefined;
} | undefined;
/**
 * Only addresses for change when true, only those to be paid at when false
 * Default: both.
 */
readonly internal?: boolean | undefined;
/**
 * The extended public key of their master key, from gethdkeys
 * Default: that of all descriptors which give out addresses.
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
/** Version 2: how many inputs it has */
readonly input_count?: number;
/** Version 2: how many outputs it has */
readonly output_count?: number;
/** Version 2: whether inputs may be added or removed */
readonly inputs_modifiable?: boolean;
/** Version 2: whether outputs may be added or removed */
readonly outputs_modifiable?: boolean;
/** Version 2: whether a signature binds an output to its input */
readonly has_sighash_single?: boolean;
/** The version of the format */
readonly psbt_version: number;
/** Fields of others */
readonly proprietary: readonly (ProprietaryField)[];
/** Fields that are not known */
readonly unknown: { readonly [key: string]: string };
/** The inputs; a member is there when its field is */
readonly inputs: readonly ({
/** The output that is spent */
readonly witness_utxo?: {
/** The amount in BTC */
readonly amount: number;
/** The script that it pays */
readonly scriptPubKey: DecodedScript;
};
/** The whole transaction that it spends from */
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
/** Which kind of script it is */
readonly type: string;
};
/** The witness script */
readonly witness_script?: {
/** The script in words */
readonly asm: string;
/** The script; hexadecimal */
readonly hex: string;
/** Which kind of script it is */
readonly type: string;
};
/** Where keys come from (BIP32) */
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
/** Version 2: the least lock time, as a time; a height, from 500000000 on seconds since 1970 */
readonly time_locktime?: number;
/** Version 2: the least lock time, as a height; a height, from 500000000 on seconds since 1970 */
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
/** The ways from the script to the output */
readonly control_blocks: readonly (string)[];
})[];
/** Where keys of taproot come from */
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
/** Of each aggregate key (MuSig2) */
readonly musig2_participant_pubkeys?: readonly ({
/** The aggregate public key; hexadecimal */
readonly aggregate_pubkey: string;
/** The public keys in it, in their order */
readonly participant_pubkeys: readonly (string)[];
})[];
/** Public nonces (MuSig2) */
readonly musig2_pubnonces?: readonly ({
/** Whose it is; hexadecimal */
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
/** Whose it is; hexadecimal */
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
/** The outputs; a member is there when its field is */
readonly outputs: readonly ({
/** The redeem script */
readonly redeem_script?: {
/** The script in words */
readonly asm: string;
/** The script; hexadecimal */
readonly hex: string;
/** Which kind of script it is */
readonly type: string;
};
/** The witness script */
readonly witness_script?: {
/** The script in words */
readonly asm: string;
/** The script; hexadecimal */
readonly hex: string;
/** Which kind of script it is */
readonly type: string;
};
/** Where keys come from (BIP32) */
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
/** How deep in the tree */
readonly depth: number;
/** The version of the leaf */
readonly leaf_ver: number;
/** The script; hexadecimal */
readonly script: string;
})[];
/** Where keys of taproot come from */
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
/** Of each aggregate key (MuSig2) */
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
/** In BTC, when every spent amount is known */
readonly fee?: number;
};
};
/** Show a raw transaction. */
readonly decoderawtransaction: {
readonly args: {
/** The transaction in hexadecimal */
readonly hexstring: string;
/**
 * Whether it is in the form with witnesses: true tries this form only, false the other one only.
 * The forms can be mistaken for each other when there are no inputs.
 * Default: whichever makes sense.
 */
readonly iswitness?: boolean | undefined;
};
readonly params: readonly [hexstring: Methods['decoderawtransaction']['args']['hexstring'], iswitness?: Methods['decoderawtransaction']['args']['iswitness'] | null];
readonly result: DecodedTransaction;
};
/** Show a script, and the addresses that it would have inside of P2SH and P2WSH. */
readonly decodescript: {
readonly args: {
/** The script in hexadecimal */
readonly hexstring: string;
};
readonly params: readonly [hexstring: Methods['decodescript']['args']['hexstring']];
readonly result: {
/** The script in words */
readonly asm: string;
/** Its descriptor */
readonly desc: string;
/** Its address */
readonly address?: string;
/** Which kind of script it is */
readonly type: string;
/** The address of a P2SH output around it */
readonly p2sh?: string;
/** The witness output around it */
readonly segwit?: {
/** The script in words */
readonly asm: string;
/** Its descriptor, as far as the script shows it */
readonly desc: string;
/** The script; hexadecimal */
readonly hex: string;
/** Its address */
readonly address?: string;
/** Which kind of script it is */
readonly type: string;
/** The address of a P2SH output around that */
readonly "p2sh-segwit": string;
};
};
};
/**
 * What a wallet file of another program says: of Bitcoin Core, Sparrow, Specter, Coldcard, Electrum, Caravan or BSMS; descriptors, a policy, a UR or a key. Beyond Core.
 * Private keys in it are left out. Nothing is kept.
 */
readonly decodewallet: {
readonly args: {
/** The text of the file; on the command line @FILE reads it */
readonly file: string;
/** Of Electrum's encrypted files; of an encrypted BSMS record its token, in hexadecimal */
readonly password?: string | undefined;
};
readonly params: readonly [file: Methods['decodewallet']['args']['file'], password?: Methods['decodewallet']['args']['password'] | null];
readonly result: {
/** The format of the file */
readonly format: "descriptors" | "core" | "sparrow" | "specter" | "coldcard" | "electrum" | "caravan" | "bsms" | "policy" | "ur" | "slip132";
/** Whose format that is, in words */
readonly program: string;
/** What the file calls the wallet */
readonly name?: string;
/** What the wallet receives at */
readonly descriptors: readonly ({
/** The descriptor, receiving and change in one (<0;1>) */
readonly desc: string;
/** What the file calls it */
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
/** What it is meant for */
readonly purpose: string;
})[];
/** How many labels came along */
readonly labels: number;
/** What was left out, or looks wrong: a sentence each */
readonly lost: readonly (string)[];
};
};
/**
 * Derive the addresses of a descriptor. A ranged one needs a range; one with several ways to be read
 * gives a list for each.
 */
readonly deriveaddresses: {
readonly args: {
/** The descriptor with its checksum */
readonly descriptor: string;
/** For ranged descriptors: the last position, or [begin,end] */
readonly range?: number | readonly [first: number, last: number] | undefined;
};
readonly params: readonly [descriptor: Methods['deriveaddresses']['args']['descriptor'], range?: Methods['deriveaddresses']['args']['range'] | null];
readonly result: readonly (string)[] | readonly (readonly (string)[])[];
};
/**
 * The extended key at a path below an extended private key of the wallet, such as for an account of a multisig.
 * The wallet has to be unlocked.
 */
readonly derivehdkey: {
readonly args: {
/** The path, with at least one hardened step */
readonly path: string;
/** Which key, and what is shown of it */
readonly options?: {
/**
 * Whether the extended private key is shown, too
 * Default: false.
 */
readonly private?: boolean | undefined;
/**
 * The extended public key to derive from, from gethdkeys
 * Default: that of unused(), else that of the descriptors which give out addresses.
 */
readonly hdkey?: string | undefined;
} | undefined;
/**
 * Whether the extended private key is shown, too
 * Default: false.
 */
readonly private?: boolean | undefined;
/**
 * The extended public key to derive from, from gethdkeys
 * Default: that of unused(), else that of the descriptors which give out addresses.
 */
readonly hdkey?: string | undefined;
};
readonly params: readonly [path: Methods['derivehdkey']['args']['path'], options?: Methods['derivehdkey']['args']['options'] | null];
readonly result: {
/** Fingerprint and path, as descriptors have them */
readonly origin: string;
/** The extended public key */
readonly xpub: string;
/** The extended private key, where it is asked for */
readonly xprv?: string;
};
};
/** Add to a PSBT what descriptors tell, as utxoupdatepsbt does, and sign with the private keys in them. */
readonly descriptorprocesspsbt: {
readonly args: {
/** The PSBT in base64 */
readonly psbt: string;
/** Output descriptors */
readonly descriptors: readonly (string | {
/** A descriptor */
readonly desc: string;
/**
 * Of a ranged one: the last position, or [begin,end]
 * Default: 1000.
 */
readonly range?: number | readonly [first: number, last: number] | undefined;
})[];
/**
 * What the signatures commit to: "DEFAULT", "ALL", "NONE", "SINGLE", "ALL|ANYONECANPAY",
 * "NONE|ANYONECANPAY" or "SINGLE|ANYONECANPAY"
 * Default: DEFAULT for taproot, else ALL.
 */
readonly sighashtype?: "DEFAULT" | "ALL" | "NONE" | "SINGLE" | "ALL|ANYONECANPAY" | "NONE|ANYONECANPAY" | "SINGLE|ANYONECANPAY" | undefined;
/**
 * Whether to tell where keys come from (BIP32)
 * Default: true.
 */
readonly bip32derivs?: boolean | undefined;
/**
 * Whether inputs that are complete get their final scripts
 * Default: true.
 */
readonly finalize?: boolean | undefined;
/**
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0: no limit. If it is left out, a fee may also be at most 25 % of
 * what is paid: to others or, when all of it goes back to the wallet, in all (docs/review.md).
 * Default: 0.02.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * (not with -profile=core) The most, in BTC, in an unspendable output
 * Default: 0.00.
 */
readonly maxburnamount?: Amount | undefined;
/** (not with -profile=core) The id of a review: what would be reviewed otherwise is not signed; hexadecimal */
readonly reviewed?: string | undefined;
/**
 * (not with -profile=core) The only path that is signed, by its number in the list of getdescriptorinfo: of inputs whose
 * descriptor is known and has so many
 * Default: whichever the keys allow.
 */
readonly path?: number | undefined;
};
readonly params: readonly [psbt: Methods['descriptorprocesspsbt']['args']['psbt'], descriptors: Methods['descriptorprocesspsbt']['args']['descriptors'], sighashtype?: Methods['descriptorprocesspsbt']['args']['sighashtype'] | null, bip32derivs?: Methods['descriptorprocesspsbt']['args']['bip32derivs'] | null, finalize?: Methods['descriptorprocesspsbt']['args']['finalize'] | null, maxfeerate?: Methods['descriptorprocesspsbt']['args']['maxfeerate'] | null, maxburnamount?: Methods['descriptorprocesspsbt']['args']['maxburnamount'] | null, reviewed?: Methods['descriptorprocesspsbt']['args']['reviewed'] | null, path?: Methods['descriptorprocesspsbt']['args']['path'] | null];
readonly result: {
/** The PSBT in base64 */
readonly psbt: string;
/** Whether every input is signed */
readonly complete: boolean;
/** The transaction, when it is complete; hexadecimal */
readonly hex?: string;
/** Warnings about the coins and the fee */
readonly warnings?: readonly (string)[];
/** The inputs that are not complete, when the option details is true */
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
/** The devices that the command of -signer finds. Of those with the same fingerprint the first counts. */
readonly enumeratesigners: {
readonly args: { readonly [name: string]: never };
readonly params: readonly [];
readonly result: {
/** In the order of the command */
readonly signers: readonly ({
/** The fingerprint of its master key; hexadecimal */
readonly fingerprint: string;
/** Its model */
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
/** Why there is no fee rate */
readonly errors?: readonly (string)[];
/** The number of blocks that the estimate is for */
readonly blocks: number;
};
};
/**
 * All labels of the wallet as BIP329 has them, a line each, and its coins that are locked for good. Beyond Core.
 * They tell who pays whom: delete the file when it was read.
 */
readonly exportlabels: {
readonly args: { readonly [name: string]: never };
readonly params: readonly [];
readonly result: string;
};
/**
 * The wallet as a file of another program, which can watch it: without private keys. Beyond Core.
 * The file is read again before it is answered: the first twenty addresses of each branch are the same.
 */
readonly exportwallet: {
readonly args: {
/** Of which program. "policy" is BIP388, "slip132" a key such as zpub; the last ones are types of UR, "ur" is crypto-output */
readonly format: "descriptors" | "core" | "sparrow" | "specter" | "coldcard" | "electrum" | "caravan" | "bsms" | "policy" | "ur" | "slip132" | "crypto-output" | "output-descriptor" | "crypto-account" | "account-descriptor" | "crypto-hdkey" | "hdkey";
/**
 * Only the active descriptors of this type: most programs have one in a wallet
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
/** The ending that the program looks for */
readonly extension: string;
/** What is in it */
readonly wallets: readonly ({
/** The address at the first position of each branch: receiving, then change; to compare with what the other program shows */
readonly addresses: readonly (string)[];
})[];
/** What was left out, or looks wrong: a sentence each */
readonly lost: readonly (string)[];
};
};
/**
 * Write the wallet without its private keys to a new file, for a machine that watches and prepares payments: restorewallet takes it.
 * Behind a hardened step it has only the addresses that the wallet keeps in advance.
 */
readonly exportwatchonlywallet: {
readonly args: {
/** The file; there must be none of that name */
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
 * When all inputs are complete, the transaction comes out, ready to be sent.
 */
readonly finalizepsbt: {
readonly args: {
/** The PSBT in base64 */
readonly psbt: string;
/**
 * Whether a complete transaction comes out as such instead of as a PSBT
 * Default: true.
 */
readonly extract?: boolean | undefined;
};
readonly params: readonly [psbt: Methods['finalizepsbt']['args']['psbt'], extract?: Methods['finalizepsbt']['args']['extract'] | null];
readonly result: {
/** The PSBT in base64, when it is not extracted */
readonly psbt?: string;
/** The transaction, when it is extracted; hexadecimal */
readonly hex?: string;
/** Whether every input is complete */
readonly complete: boolean;
/** The inputs that are not complete, when the option details is true */
readonly details?: readonly (SigningDetails)[];
};
};
/**
 * Add coins of the wallet to a raw transaction until they pay for its outputs and the fee, and change.
 * Nothing is signed, kept or sent. Signatures that are there may have to be made again.
 */
readonly fundrawtransaction: {
readonly args: {
/** The transaction in hexadecimal */
readonly hexstring: string;
/** How to pay */
readonly options?: {
/**
 * Choose coins of the wallet as far as they are needed
 * Default: true.
 */
readonly add_inputs?: boolean | undefined;
/**
 * Also unconfirmed coins from others and of replacements: the transaction dies with them
 * Default: false.
 */
readonly include_unsafe?: boolean | undefined;
/**
 * Only coins with so many confirmations at least
 * Default: 0.
 */
readonly minconf?: number | undefined;
/**
 * Only coins with so many confirmations at most
 * Default: no limit.
 */
readonly maxconf?: number | undefined;
/**
 * Where change goes
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
 * (no effect with -profile=core) Whether coins of a watch-only wallet are chosen
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
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0: no limit. If it is left out, a fee may also be at most 25 % of
 * what is paid; and without fee_rate the rate may be 0.01 BTC/kvB and a fee above 0.0001 BTC a tenth of what is paid.
 * Default: 0.02.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * The weight of the transaction at most
 * Default: 400000.
 */
readonly max_tx_weight?: number | undefined;
/**
 * In how many blocks it should be confirmed
 * Default: -txconfirmtarget.
 */
readonly conf_target?: number | undefined;
/**
 * How the fee is estimated: "unset", "economical" or "conservative". Unset is economical when the transaction
 * can be replaced, else conservative.
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
/** The weight of the input at most, outpoint and sequence included; a signature may have 73 bytes */
readonly weight: number;
})[] | undefined;
} | undefined;
/**
 * Whether it is in the form with witnesses: true tries this form only, false the other one only.
 * The forms can be mistaken for each other when there are no inputs.
 * Default: whichever makes sense.
 */
readonly iswitness?: boolean | undefined;
/**
 * Choose coins of the wallet as far as they are needed
 * Default: true.
 */
readonly add_inputs?: boolean | undefined;
/**
 * Also unconfirmed coins from others and of replacements: the transaction dies with them
 * Default: false.
 */
readonly include_unsafe?: boolean | undefined;
/**
 * Only coins with so many confirmations at least
 * Default: 0.
 */
readonly minconf?: number | undefined;
/**
 * Only coins with so many confirmations at most
 * Default: no limit.
 */
readonly maxconf?: number | undefined;
/**
 * Where change goes
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
 * (no effect with -profile=core) Whether coins of a watch-only wallet are chosen
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
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0: no limit. If it is left out, a fee may also be at most 25 % of
 * what is paid; and without fee_rate the rate may be 0.01 BTC/kvB and a fee above 0.0001 BTC a tenth of what is paid.
 * Default: 0.02.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * The weight of the transaction at most
 * Default: 400000.
 */
readonly max_tx_weight?: number | undefined;
/**
 * In how many blocks it should be confirmed
 * Default: -txconfirmtarget.
 */
readonly conf_target?: number | undefined;
/**
 * How the fee is estimated: "unset", "economical" or "conservative". Unset is economical when the transaction
 * can be replaced, else conservative.
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
/** The weight of the input at most, outpoint and sequence included; a signature may have 73 bytes */
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
/** The addresses that have a label. */
readonly getaddressesbylabel: {
readonly args: {
/** The label */
readonly label: string;
};
readonly params: readonly [label: Methods['getaddressesbylabel']['args']['label']];
readonly result: { readonly [address: string]: {
/** "receive": an own address; "send": an address of others */
readonly purpose: "receive" | "send" | "unknown";
} };
};
/** What an address is, and what the wallet knows about it. */
readonly getaddressinfo: {
readonly args: {
/** The address */
readonly address: string;
};
readonly params: readonly [address: Methods['getaddressinfo']['args']['address']];
readonly result: {
/** The address */
readonly address: string;
/** Its script; hexadecimal */
readonly scriptPubKey: string;
/** Whether it is one of the wallet */
readonly ismine: boolean;
/** Always false */
readonly iswatchonly: boolean;
/** Whether the wallet knows how it is spent, keys aside */
readonly solvable: boolean;
/** A descriptor of just this address */
readonly desc?: string;
/** The descriptor that it comes from */
readonly parent_desc?: string;
/** Whether it is the address of a script */
readonly isscript?: boolean;
/** Whether it is a witness address */
readonly iswitness?: boolean;
/** The version of the witness program */
readonly witness_version?: number;
/** The witness program; hexadecimal */
readonly witness_program?: string;
/** Which kind of script is behind it */
readonly script?: string;
/** The script behind it; hexadecimal */
readonly hex?: string;
/** The public keys of a multisig script */
readonly pubkeys?: readonly (string)[];
/** How many signatures a multisig script asks for */
readonly sigsrequired?: number;
/** Its public key; hexadecimal */
readonly pubkey?: string;
/** Whether that public key is compressed */
readonly iscompressed?: boolean;
/** The address that a P2SH or P2WSH script has of its own */
readonly embedded?: {
/** Whether it is the address of a script */
readonly isscript?: boolean;
/** Whether it is a witness address */
readonly iswitness?: boolean;
/** The version of the witness program */
readonly witness_version?: number;
/** The witness program; hexadecimal */
readonly witness_program?: string;
/** Which kind of script is behind it */
readonly script?: string;
/** The script behind it; hexadecimal */
readonly hex?: string;
/** The public keys of a multisig script */
readonly pubkeys?: readonly (string)[];
/** How many signatures a multisig script asks for */
readonly sigsrequired?: number;
/** Its public key; hexadecimal */
readonly pubkey?: string;
/** Whether that public key is compressed */
readonly iscompressed?: boolean;
/** The address */
readonly address: string;
/** Its script; hexadecimal */
readonly scriptPubKey: string;
/** The address that its script has in turn */
readonly embedded?: {
/** Whether it is the address of a script */
readonly isscript?: boolean;
/** Whether it is a witness address */
readonly iswitness?: boolean;
/** The version of the witness program */
readonly witness_version?: number;
/** The witness program; hexadecimal */
readonly witness_program?: string;
/** Which kind of script is behind it */
readonly script?: string;
/** The script behind it; hexadecimal */
readonly hex?: string;
/** The public keys of a multisig script */
readonly pubkeys?: readonly (string)[];
/** How many signatures a multisig script asks for */
readonly sigsrequired?: number;
/** Its public key; hexadecimal */
readonly pubkey?: string;
/** Whether that public key is compressed */
readonly iscompressed?: boolean;
/** The address */
readonly address: string;
/** Its script; hexadecimal */
readonly scriptPubKey: string;
};
};
/** Whether it was used for change */
readonly ischange: boolean;
/** When its key was made; seconds since 1970 */
readonly timestamp?: number;
/** The path of its key */
readonly hdkeypath?: string;
/** Always 0; hexadecimal */
readonly hdseedid?: string;
/** The fingerprint of the master key; hexadecimal */
readonly hdmasterfingerprint?: string;
/** Its label, if it has one */
readonly labels: readonly (string)[];
};
};
/** What the wallet can spend, in BTC. See getbalances for what else it has. */
readonly getbalance: {
readonly args: {
/** Left out, or "*" */
readonly dummy?: string | undefined;
/**
 * Only coins with so many confirmations at least
 * Default: 0.
 */
readonly minconf?: number | undefined;
/**
 * No effect
 * Default: false.
 */
readonly include_watchonly?: boolean | undefined;
/**
 * (only for a wallet with avoid_reuse) Without coins of addresses that were spent from before
 * Default: true.
 */
readonly avoid_reuse?: boolean | undefined;
};
readonly params: readonly [dummy?: Methods['getbalance']['args']['dummy'] | null, minconf?: Methods['getbalance']['args']['minconf'] | null, include_watchonly?: Methods['getbalance']['args']['include_watchonly'] | null, avoid_reuse?: Methods['getbalance']['args']['avoid_reuse'] | null];
readonly result: number;
};
/** What the wallet has, in BTC. */
readonly getbalances: {
readonly args: { readonly [name: string]: never };
readonly params: readonly [];
readonly result: {
/** What the wallet can spend */
readonly mine: {
/** Confirmed, or change of own transactions; in BTC */
readonly trusted: number;
/** Not confirmed yet; in BTC */
readonly untrusted_pending: number;
/** Of blocks that are too young; in BTC */
readonly immature: number;
/** Spent by transactions that are not in the mempool, as a negative amount; in BTC */
readonly nonmempool: number;
/** Of addresses that were spent from (avoid_reuse); in BTC */
readonly used?: number;
};
/** Up to which block the wallet knows the chain */
readonly lastprocessedblock?: {
/** Its hash; hexadecimal, as block explorers show it */
readonly hash: string;
/** Its height */
readonly height: number;
};
/** What the outbox holds back */
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
/** Its target in compact form; hexadecimal */
readonly bits: string;
/** Its target; hexadecimal */
readonly target: string;
/** Its difficulty */
readonly difficulty: number;
/** Its time; seconds since 1970 */
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
/** Its median time; seconds since 1970 */
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
/** What a block of this signet has to satisfy; hexadecimal */
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
 * A template to mine a block from, made of the chain and its mempool (BIP 22, 23, 9, 145);
 * or, with mode "proposal", whether a block could follow the tip.
 */
readonly getblocktemplate: {
readonly args: {
/** What is wanted */
readonly template_request: {
/**
 * "template", or "proposal" (BIP 23)
 * Default: "template".
 */
readonly mode?: string | undefined;
/** What the miner can do; not looked at */
readonly capabilities?: readonly (string)[] | undefined;
/** The soft forks that the miner knows: "segwit" always, on signet "signet" too */
readonly rules: readonly (string)[];
/** The longpollid of an earlier template: answer when there is a better one */
readonly longpollid?: string | undefined;
/** The block in hexadecimal, for mode "proposal" */
readonly data?: string | undefined;
};
};
readonly params: readonly [template_request: Methods['getblocktemplate']['args']['template_request']];
readonly result: null | string | {
/** What the server can do */
readonly capabilities: readonly (string)[];
/** The block's version */
readonly version: number;
/** Soft forks that hold; with "!" in front where a miner has to know them */
readonly rules: readonly (string)[];
/** Soft forks that can be signalled for */
readonly vbavailable: { readonly [rulename: string]: number };
/** Bits of the version that have to be set */
readonly vbrequired: number;
/** The hash of the tip; hexadecimal, as block explorers show it */
readonly previousblockhash: string;
/** The transactions after the coinbase, in their order */
readonly transactions: readonly ({
/** The transaction; hexadecimal */
readonly data: string;
/** Its id; hexadecimal, as block explorers show it */
readonly txid: string;
/** Its id with witnesses; hexadecimal, as block explorers show it */
readonly hash: string;
/** Transactions that must stand before it, by their number in the list, counted from 1 */
readonly depends: readonly (number)[];
/** Its fee in satoshi */
readonly fee: number;
/** Its cost in signature operations */
readonly sigops: number;
/** Its weight units */
readonly weight: number;
})[];
/** What the coinbase's scriptSig should have */
readonly coinbaseaux: { readonly [key: string]: string };
/** What the coinbase may pay, fees included, in satoshi */
readonly coinbasevalue: number;
/** To wait for a better template with */
readonly longpollid: string;
/** What the block's hash may be at most; hexadecimal */
readonly target: string;
/** The least time that the block's head may carry; seconds since 1970 */
readonly mintime: number;
/** What a miner may change */
readonly mutable: readonly (string)[];
/** The first and the last nonce; hexadecimal */
readonly noncerange: string;
/** Limit of the cost in signature operations */
readonly sigoplimit: number;
/** Limit of the bytes */
readonly sizelimit: number;
/** Limit of the weight units */
readonly weightlimit?: number;
/** The time to put into the head; seconds since 1970 */
readonly curtime: number;
/** The compact target; hexadecimal */
readonly bits: string;
/** The block's height */
readonly height: number;
/** On signet: the script that the block has to satisfy; hexadecimal */
readonly signet_challenge?: string;
/** The script of the coinbase's output that commits to the witnesses; hexadecimal */
readonly default_witness_commitment?: string;
};
};
/** Check a descriptor and say what it is. */
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
/** The descriptor without private keys; of several ways to read it the first */
readonly descriptor: string;
/** All ways to read it */
readonly multipath_expansion?: readonly (string)[];
/** The checksum of the text that was given */
readonly checksum: string;
/** Whether it has a range of scripts */
readonly isrange: boolean;
/** Whether it says enough to sign */
readonly issolvable: boolean;
/** Whether the text has a private key */
readonly hasprivatekeys: boolean;
/** The address (BIP352) of a silent payment descriptor (BIP392) */
readonly silent_payment?: string;
/** Every way to spend it, the smallest first: its place in the list, from 0, is the option "path" of send and walletcreatefundedpsbt. Absent: they are not known, or more than 500 */
readonly paths?: readonly ({
/** By the key of a taproot output, by one of its leaves, or by the script */
readonly by: "key" | "leaf" | "script";
/** Which leaf, from the left and from 0 */
readonly leaf?: number;
/** Each of these groups has to sign */
readonly signers: readonly ({
/** So many of the keys */
readonly threshold: number;
/** As the descriptor has them, without private keys */
readonly keys: readonly (string)[];
})[];
/** What the sequence of the input has to be at least (BIP68) */
readonly older?: number;
/** What the lock time has to be at least: a height, or seconds since 1970 */
readonly after?: number;
/** Hashes whose preimages are required */
readonly hashes: readonly ({
/** Named as in descriptors */
readonly kind: string;
/** The hash, in the order of the script; hexadecimal */
readonly digest: string;
})[];
/** Weight units of the whole input at most */
readonly weight: number;
})[];
};
};
/** The extended keys (BIP32) of the wallet, and the descriptors that have them. */
readonly gethdkeys: {
readonly args: {
/** Which ones */
readonly options?: {
/**
 * Only those of descriptors that give out addresses
 * Default: false.
 */
readonly active_only?: boolean | undefined;
/**
 * Whether they are shown with their private keys
 * Default: false.
 */
readonly private?: boolean | undefined;
} | undefined;
/**
 * Only those of descriptors that give out addresses
 * Default: false.
 */
readonly active_only?: boolean | undefined;
/**
 * Whether they are shown with their private keys
 * Default: false.
 */
readonly private?: boolean | undefined;
};
readonly params: readonly [options?: Methods['gethdkeys']['args']['options'] | null];
readonly result: readonly ({
/** The extended public key */
readonly xpub: string;
/** Whether the wallet has its private key */
readonly has_private: boolean;
/** The extended private key, where it is asked for and there */
readonly xprv?: string;
/** Descriptors that have it */
readonly descriptors: readonly ({
/** The descriptor, without private keys */
readonly desc: string;
/** Whether addresses come from it */
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
/** Its name and version */
readonly subversion: string;
/** The version of the protocol; 0: none */
readonly protocolversion: number;
/** The services it offers, as bits; hexadecimal */
readonly localservices: string;
/** The same by name */
readonly localservicesnames: readonly (string)[];
/** Peers are asked to relay transactions */
readonly localrelay: boolean;
/** The time of the peers, less its own, in s */
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
/** Of these, inbound ones */
readonly connections_in: number;
/** Of these, outbound ones */
readonly connections_out: number;
/** The kinds of network */
readonly networks: readonly ({
/** ipv4, ipv6, onion, i2p or cjdns */
readonly name: string;
/** -onlynet excludes it */
readonly limited: boolean;
/** It can be reached */
readonly reachable: boolean;
/** Host and port of the proxy; empty: none */
readonly proxy: string;
/** The proxy is given random credentials */
readonly proxy_randomize_credentials: boolean;
})[];
/** The lowest fee rate of relay, in BTC/kvB */
readonly relayfee: number;
/** The smallest raise of the fee rate of a replacement, in BTC/kvB */
readonly incrementalfee: number;
/** Its own addresses */
readonly localaddresses: readonly ({
/** The address */
readonly address: string;
/** The port */
readonly port: number;
/** How likely it is right */
readonly score: number;
})[];
/** Warnings about the network and the chain */
readonly warnings: readonly (string)[];
/** True: there is no node, and this describes coldsign */
readonly offline?: boolean;
};
};
/** A new address to be paid at. */
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
/** Its address and port */
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
/** The same by name */
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
/** Its clock, less that of the node, in seconds */
readonly timeoffset: number;
/** The last ping, in seconds */
readonly pingtime?: number;
/** The shortest ping, in seconds */
readonly minping?: number;
/** How long a ping has been unanswered, in seconds */
readonly pingwait?: number;
/** The protocol version of the peer */
readonly version: number;
/** Its name and version */
readonly subver: string;
/** The peer opened the connection */
readonly inbound: boolean;
/** The node chose it for high-bandwidth compact blocks */
readonly bip152_hb_to: boolean;
/** It chose the node for high-bandwidth compact blocks */
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
/** A new address for change, for transactions that are put together by hand. */
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
 * A transaction by its id. A node has those of its mempool, those of a given block, and with -txindex all; a server has those
 * that it knows, a snapshot those that wait for a block.
 */
readonly getrawtransaction: {
readonly args: {
/** The id of the transaction; hexadecimal, as block explorers show it */
readonly txid: string;
/**
 * 0: in hexadecimal; 1: in its parts; 2: with fee and spent outputs, if a node knows them
 * Default: 0.
 */
readonly verbosity?: number | undefined;
/** The block that it is in; hexadecimal, as block explorers show it */
readonly blockhash?: string | undefined;
};
readonly params: readonly [txid: Methods['getrawtransaction']['args']['txid'], verbosity?: Methods['getrawtransaction']['args']['verbosity'] | null, blockhash?: Methods['getrawtransaction']['args']['blockhash'] | null];
readonly result: string | {
/** Whether the block that was named is in the best chain */
readonly in_active_chain?: boolean;
/** In the mempool: its virtual bytes; signature operations may count for more */
readonly vsize_adjusted?: number;
/** The id; hexadecimal, as block explorers show it */
readonly txid: string;
/** The id with witnesses; hexadecimal, as block explorers show it */
readonly hash: string;
/** The version */
readonly version: number;
/** Bytes */
readonly size: number;
/** Weight units by four, rounded up */
readonly vsize: number;
/** Weight units */
readonly weight: number;
/** The lock time: a height, from 500000000 on a time */
readonly locktime: number;
/** The inputs */
readonly vin: readonly ({
/** What a coinbase has instead of the next three; hexadecimal */
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
/** Whether a coinbase made it */
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
/** Blocks from its own to the newest one */
readonly confirmations?: number;
/** The time of its block; seconds since 1970 */
readonly time?: number;
/** The same time; a height, from 500000000 on seconds since 1970 */
readonly blocktime?: number;
};
};
/** What came in at an address of the wallet, spent or not. */
readonly getreceivedbyaddress: {
readonly args: {
/** The address */
readonly address: string;
/**
 * How many confirmations a payment must have to count
 * Default: 1.
 */
readonly minconf?: number | undefined;
/**
 * Whether a block's reward counts that cannot be spent yet
 * Default: false.
 */
readonly include_immature_coinbase?: boolean | undefined;
};
readonly params: readonly [address: Methods['getreceivedbyaddress']['args']['address'], minconf?: Methods['getreceivedbyaddress']['args']['minconf'] | null, include_immature_coinbase?: Methods['getreceivedbyaddress']['args']['include_immature_coinbase'] | null];
readonly result: number;
};
/** What came in at all addresses of a label, spent or not. */
readonly getreceivedbylabel: {
readonly args: {
/** The label; "": that of addresses which were given none */
readonly label: string;
/**
 * How many confirmations a payment must have to count
 * Default: 1.
 */
readonly minconf?: number | undefined;
/**
 * Whether a block's reward counts that cannot be spent yet
 * Default: false.
 */
readonly include_immature_coinbase?: boolean | undefined;
};
readonly params: readonly [label: Methods['getreceivedbylabel']['args']['label'], minconf?: Methods['getreceivedbylabel']['args']['minconf'] | null, include_immature_coinbase?: Methods['getreceivedbylabel']['args']['include_immature_coinbase'] | null];
readonly result: number;
};
/** What the wallet knows of one of its transactions. */
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
 * Whether the transaction is decoded too
 * Default: false.
 */
readonly verbose?: boolean | undefined;
};
readonly params: readonly [txid: Methods['gettransaction']['args']['txid'], include_watchonly?: Methods['gettransaction']['args']['include_watchonly'] | null, verbose?: Methods['gettransaction']['args']['verbose'] | null];
readonly result: {
/** What it changes, the fee aside, in BTC */
readonly amount: number;
/** The fee in BTC, as a negative amount, when the wallet paid it */
readonly fee?: number;
/** Confirmations; below 0: of the conflict in the chain */
readonly confirmations: number;
/** True: it is the coinbase of a block */
readonly generated?: boolean;
/** Unconfirmed: whether it can be built on */
readonly trusted?: boolean;
/** The block that it is in; hexadecimal, as block explorers show it */
readonly blockhash?: string;
/** The height of that block */
readonly blockheight?: number;
/** Its place in that block */
readonly blockindex?: number;
/** The time of that block; a height, from 500000000 on seconds since 1970 */
readonly blocktime?: number;
/** The id of the transaction; hexadecimal, as block explorers show it */
readonly txid: string;
/** The id with witnesses; hexadecimal, as block explorers show it */
readonly wtxid: string;
/** Ids with other witnesses that were seen of it */
readonly alternate_wtxids: readonly (string)[];
/** Transactions of the wallet that spend the same */
readonly walletconflicts: readonly (string)[];
/** Transactions in the mempool that spend the same */
readonly mempoolconflicts: readonly (string)[];
/** When it was made or found; seconds since 1970 */
readonly time: number;
/** When the wallet heard of it; seconds since 1970 */
readonly timereceived: number;
/** A note that was made with it */
readonly comment?: string;
/** A note on who is paid */
readonly to?: string;
/** The one that it takes the place of; hexadecimal, as block explorers show it */
readonly replaces_txid?: string;
/** The one that takes its place; hexadecimal, as block explorers show it */
readonly replaced_by_txid?: string;
/** Its outputs as the wallet sees them */
readonly details: readonly ({
/** The address */
readonly address?: string;
/** Received: The descriptors of the wallet that it comes from, without private keys */
readonly parent_descs?: readonly (string)[];
/** What it is; generate, immature and orphan are of coinbases */
readonly category: "send" | "receive" | "generate" | "immature" | "orphan";
/** In BTC, negative for what is sent */
readonly amount: number;
/** The label of the address */
readonly label?: string;
/** The number of the output */
readonly vout: number;
/** Sent: the fee of the transaction in BTC, as a negative amount */
readonly fee?: number;
/** Whether the transaction was given up */
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
/** Bytes */
readonly size: number;
/** Weight units by four, rounded up */
readonly vsize: number;
/** Weight units */
readonly weight: number;
/** The lock time: a height, from 500000000 on a time */
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
/** True: the output is change of the wallet */
readonly ischange?: boolean;
})[];
};
/** Up to which block the wallet knows the chain */
readonly lastprocessedblock?: {
/** Its hash; hexadecimal, as block explorers show it */
readonly hash: string;
/** Its height */
readonly height: number;
};
};
};
/**
 * An unspent output. A node knows all; another source as far as it goes: an output that a snapshot lacks may be unspent
 * too, and the answer says so.
 */
readonly gettxout: {
readonly args: {
/** The id of its transaction; hexadecimal, as block explorers show it */
readonly txid: string;
/** The number of the output */
readonly n: number;
/**
 * Whether what waits for a block counts: it makes outputs, and spends some
 * Default: true.
 */
readonly include_mempool?: boolean | undefined;
};
readonly params: readonly [txid: Methods['gettxout']['args']['txid'], n: Methods['gettxout']['args']['n'], include_mempool?: Methods['gettxout']['args']['include_mempool'] | null];
readonly result: {
/** The hash of the newest block; hexadecimal */
readonly bestblock: string;
/** Blocks from its own to the newest one */
readonly confirmations: number;
/** The amount in BTC */
readonly value: number;
/** The script that it pays */
readonly scriptPubKey: DecodedScript;
/** Whether a coinbase made it */
readonly coinbase: boolean;
} | null;
};
/**
 * A proof that transactions are in a block, from the node. Without an index of all transactions (-txindex) the node needs the hash
 * of the block, or an output of one of them that is not spent.
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
/** The state of the wallet. */
readonly getwalletinfo: {
readonly args: { readonly [name: string]: never };
readonly params: readonly [];
readonly result: {
/** Its name */
readonly walletname: string;
/** Always 169900 */
readonly walletversion: number;
/** How it is stored */
readonly format: string;
/** How many transactions it has */
readonly txcount: number;
/** Addresses that are kept in advance */
readonly keypoolsize: number;
/** The same for change */
readonly keypoolsize_hd_internal: number;
/** When it locks again; 0: it is locked; seconds since 1970 */
readonly unlocked_until?: number;
/** Whether it can have private keys */
readonly private_keys_enabled: boolean;
/** Whether coins of used addresses are set apart */
readonly avoid_reuse: boolean;
/** A rescan that goes on, or false */
readonly scanning: {
/** Seconds since it began */
readonly duration: number;
/** How far it is, from 0 to 1 */
readonly progress: number;
} | false;
/**
 * With a passphrase: whether it was checked with it since the wallet was loaded that where its money goes
 * is what was stored
 */
readonly authenticated?: boolean;
/** Always true */
readonly descriptors: boolean;
/** Whether a device signs */
readonly external_signer: boolean;
/** Whether it was made without keys and has none yet */
readonly blank: boolean;
/** Nothing paid it before; seconds since 1970 */
readonly birthtime?: number;
/** Core's flags of the wallet */
readonly flags: readonly (string)[];
/** Up to which block the wallet knows the chain */
readonly lastprocessedblock?: {
/** Its hash; hexadecimal, as block explorers show it */
readonly hash: string;
/** Its height */
readonly height: number;
};
/** Who made the snapshot that the wallet goes by */
readonly snapshot?: {
/** Whether a trusted signer signed it */
readonly trusted: boolean;
/** Of the key that signed it; without: it is not signed; hexadecimal */
readonly fingerprint?: string;
/** What the signer is called here */
readonly name?: string;
/** When, by the signer's clock; seconds since 1970 */
readonly signed_at?: number;
};
/** What the wallet has signed in spite of findings of a review, the newest last; not there while it is locked */
readonly overridden?: readonly ({
/** When; 0: unknown; seconds since 1970 */
readonly time: number;
/** The id of the review */
readonly review: string;
/** Their ids */
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
 * Put descriptors into the wallet, and look for what pays them from the earliest timestamp on.
 * Of a descriptor with two alternatives (<0;1>) the second one becomes internal.
 * Make a new backup of the wallet afterwards.
 */
readonly importdescriptors: {
readonly args: {
/** What to import */
readonly requests: readonly ({
/** The descriptor with its checksum */
readonly desc: string;
/**
 * Whether addresses of its type come from it from now on
 * Default: false.
 */
readonly active?: boolean | undefined;
/** The positions of a ranged descriptor: the last, or the first and the last */
readonly range?: number | readonly [first: number, last: number] | undefined;
/** The position of the next address */
readonly next_index?: number | undefined;
/**
 * Nothing paid it before this time, in seconds since 1970, or "now".
 * Blocks from two hours before the earliest of all timestamps are looked through
 */
readonly timestamp: number | "now";
/**
 * Whether it is for change
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
/** Whether it was imported */
readonly success: boolean;
/** What should be known about it */
readonly warnings?: readonly (string)[];
/** Why it was refused */
readonly error?: {
/** As of a whole call */
readonly code: number;
/** The reason */
readonly message: string;
/** Where the message leaves open what to do */
readonly data?: {
/** What to do */
readonly hint: string;
};
};
})[];
};
/**
 * Take labels of BIP329: of addresses, transactions, inputs, outputs and keys. Beyond Core.
 * Outputs that are not spendable are locked, spendable ones unlocked; what a line does not say stays.
 */
readonly importlabels: {
readonly args: {
/** The text of the file, a JSON object a line; on the command line @FILE reads it */
readonly file: string;
};
readonly params: readonly [file: Methods['importlabels']['args']['file']];
readonly result: {
/** How many were taken */
readonly labels: number;
/** What was left out, or looks wrong: a sentence each */
readonly lost: readonly (string)[];
};
};
/**
 * Bring a transaction into the wallet that pays one of its addresses, without looking through blocks: with a proof that it is in one
 * of them. What spends from it has to be brought, too, or looked for from there on.
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
 * Put the wallet of another program into this one, which has no private keys: its descriptors and labels. Beyond Core.
 * Look at it with decodewallet first. What pays it is looked for as importdescriptors does.
 */
readonly importwallet: {
readonly args: {
/** The text of the file; on the command line @FILE reads it */
readonly file: string;
/** Of Electrum's encrypted files; of an encrypted BSMS record its token, in hexadecimal */
readonly password?: string | undefined;
/**
 * Nothing paid it before this time, in seconds since 1970, or "now"
 * Default: what the file says, else 0.
 */
readonly timestamp?: number | "now" | undefined;
};
readonly params: readonly [file: Methods['importwallet']['args']['file'], password?: Methods['importwallet']['args']['password'] | null, timestamp?: Methods['importwallet']['args']['timestamp'] | null];
readonly result: {
/** The format of the file */
readonly format: "descriptors" | "core" | "sparrow" | "specter" | "coldcard" | "electrum" | "caravan" | "bsms" | "policy" | "ur" | "slip132";
/** Whose format that is, in words */
readonly program: string;
/** What the file calls the wallet */
readonly name?: string;
/** What was imported */
readonly descriptors: readonly ({
/** The descriptor */
readonly desc: string;
/** Whether addresses come from it from now on */
readonly active: boolean;
})[];
/** How many labels were taken */
readonly labels: number;
/** What was left out, or looks wrong: a sentence each */
readonly lost: readonly (string)[];
};
};
/**
 * Make one transaction of the inputs and outputs of several PSBTs, in random order and in the version of the first
 * (with -profile=core of version 0 only). Signatures are dropped: they were for other transactions.
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
 * Keep more addresses in advance: up to so many behind the last one that was used, of each active descriptor.
 * The wallet has to be unlocked.
 */
readonly keypoolrefill: {
readonly args: {
/**
 * How many addresses
 * Default: set by -keypool.
 */
readonly newsize?: number | undefined;
};
readonly params: readonly [newsize?: Methods['keypoolrefill']['args']['newsize'] | null];
readonly result: null;
};
/**
 * Addresses in groups: those that anybody can see to have one owner, because they were spent from together
 * or took the change.
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
 * Whether they are shown with their private keys
 * Default: false.
 */
readonly private?: boolean | undefined;
};
readonly params: readonly [isPrivate?: Methods['listdescriptors']['args']['private'] | null];
readonly result: {
/** The name of the wallet */
readonly wallet_name: string;
/** In the order of their texts */
readonly descriptors: readonly ({
/** The descriptor */
readonly desc: string;
/** Nothing paid it before; seconds since 1970 */
readonly timestamp: number;
/** Whether addresses come from it */
readonly active: boolean;
/** Whether an active one is for change */
readonly internal?: boolean;
/** The first and the last position of a ranged one. Of sp(): the labels that were given out */
readonly range?: readonly [number, number];
/** The same as next_index */
readonly next?: number;
/** The position of the next address */
readonly next_index?: number;
})[];
};
};
/** The labels of addresses. */
readonly listlabels: {
readonly args: {
/** "receive": only labels of own addresses; "send": only those of others */
readonly purpose?: string | undefined;
};
readonly params: readonly [purpose?: Methods['listlabels']['args']['purpose'] | null];
readonly result: readonly (string)[];
};
/** The outputs that lockunspent locked. */
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
 * The transactions of the wallet that still have to be sent, parents before children. Beyond Core.
 * They are sent by themselves when a node is there.
 */
readonly listoutbox: {
readonly args: { readonly [name: string]: never };
readonly params: readonly [];
readonly result: readonly ({
/** The id of the transaction; hexadecimal, as block explorers show it */
readonly txid: string;
/** When it was made; seconds since 1970 */
readonly time: number;
/** Its virtual bytes */
readonly vsize: number;
/** The transaction, for sendrawtransaction of any node; hexadecimal */
readonly hex: string;
})[];
};
/** Amounts received, spent or not, for each address that the wallet gave out. */
readonly listreceivedbyaddress: {
readonly args: {
/**
 * How many confirmations a payment must have to count
 * Default: 1.
 */
readonly minconf?: number | undefined;
/**
 * Whether what was never paid is listed, too
 * Default: false.
 */
readonly include_empty?: boolean | undefined;
/**
 * No longer has an effect
 * Default: false.
 */
readonly include_watchonly?: boolean | undefined;
/** Only this address, where it is given and not empty */
readonly address_filter?: string | undefined;
/**
 * Whether a block's reward counts that cannot be spent yet
 * Default: false.
 */
readonly include_immature_coinbase?: boolean | undefined;
};
readonly params: readonly [minconf?: Methods['listreceivedbyaddress']['args']['minconf'] | null, include_empty?: Methods['listreceivedbyaddress']['args']['include_empty'] | null, include_watchonly?: Methods['listreceivedbyaddress']['args']['include_watchonly'] | null, address_filter?: Methods['listreceivedbyaddress']['args']['address_filter'] | null, include_immature_coinbase?: Methods['listreceivedbyaddress']['args']['include_immature_coinbase'] | null];
readonly result: readonly ({
/** The address */
readonly address: string;
/** What came in there, in BTC */
readonly amount: number;
/** Confirmations of the newest payment; 0 where there is none */
readonly confirmations: number;
/** Its label; "": none was given */
readonly label: string;
/** The transactions that paid it */
readonly txids: readonly (string)[];
})[];
};
/** What came in, spent or not, for each label. */
readonly listreceivedbylabel: {
readonly args: {
/**
 * How many confirmations a payment must have to count
 * Default: 1.
 */
readonly minconf?: number | undefined;
/**
 * Whether what was never paid is listed, too
 * Default: false.
 */
readonly include_empty?: boolean | undefined;
/**
 * No longer has an effect
 * Default: false.
 */
readonly include_watchonly?: boolean | undefined;
/**
 * Whether a block's reward counts that cannot be spent yet
 * Default: false.
 */
readonly include_immature_coinbase?: boolean | undefined;
};
readonly params: readonly [minconf?: Methods['listreceivedbylabel']['args']['minconf'] | null, include_empty?: Methods['listreceivedbylabel']['args']['include_empty'] | null, include_watchonly?: Methods['listreceivedbylabel']['args']['include_watchonly'] | null, include_immature_coinbase?: Methods['listreceivedbylabel']['args']['include_immature_coinbase'] | null];
readonly result: readonly ({
/** What came in at its addresses, in BTC */
readonly amount: number;
/** Confirmations of the newest payment; 0 where there is none */
readonly confirmations: number;
/** The label; "": none was given */
readonly label: string;
})[];
};
/**
 * The transactions of the wallet that came after a block, those without a confirmation among them.
 * A transaction has an entry for each output that it sends or receives.
 */
readonly listsinceblock: {
readonly args: {
/** The block. When it is no longer in the chain, what came after the fork. Left out or empty: all transactions; hexadecimal, as block explorers show it */
readonly blockhash?: string | undefined;
/**
 * How many confirmations the block has that comes back as "lastblock". It has no other effect
 * Default: 1.
 */
readonly target_confirmations?: number | undefined;
/**
 * No longer has an effect
 * Default: false.
 */
readonly include_watchonly?: boolean | undefined;
/**
 * Whether "removed" is listed
 * Default: true.
 */
readonly include_removed?: boolean | undefined;
/**
 * Whether change is listed, too
 * Default: false.
 */
readonly include_change?: boolean | undefined;
/** Only what addresses with this label received */
readonly label?: string | undefined;
};
readonly params: readonly [blockhash?: Methods['listsinceblock']['args']['blockhash'] | null, target_confirmations?: Methods['listsinceblock']['args']['target_confirmations'] | null, include_watchonly?: Methods['listsinceblock']['args']['include_watchonly'] | null, include_removed?: Methods['listsinceblock']['args']['include_removed'] | null, include_change?: Methods['listsinceblock']['args']['include_change'] | null, label?: Methods['listsinceblock']['args']['label'] | null];
readonly result: {
/** What came after the block */
readonly transactions: readonly (TransactionEntry)[];
/** What lay in blocks up to the named one that are no longer in the chain; some of it may be in the chain again */
readonly removed?: readonly (TransactionEntry)[];
/** The block for the next call, which then repeats what has fewer than target_confirmations now; hexadecimal */
readonly lastblock: string;
};
};
/**
 * The last transactions of the wallet, the oldest of them first.
 * A transaction has an entry for each output that it sends or receives.
 */
readonly listtransactions: {
readonly args: {
/** Only what addresses with this label received; "*": all */
readonly label?: string | undefined;
/**
 * How many entries
 * Default: 10.
 */
readonly count?: number | undefined;
/**
 * How many to pass over
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
/** The unspent outputs of the wallet. */
readonly listunspent: {
readonly args: {
/**
 * The least number of confirmations
 * Default: 1.
 */
readonly minconf?: number | undefined;
/**
 * The greatest number of confirmations
 * Default: 9999999.
 */
readonly maxconf?: number | undefined;
/** Only those that pay one of these addresses */
readonly addresses?: readonly (string)[] | undefined;
/**
 * Also unconfirmed ones that others may take back
 * Default: true.
 */
readonly include_unsafe?: boolean | undefined;
/** Which outputs to list */
readonly query_options?: {
/**
 * The least amount of an output in BTC
 * Default: 0.
 */
readonly minimumAmount?: Amount | undefined;
/**
 * The greatest amount of an output in BTC
 * Default: no limit.
 */
readonly maximumAmount?: Amount | undefined;
/**
 * How many outputs
 * Default: no limit.
 */
readonly maximumCount?: number | undefined;
/**
 * Stop when they are worth this much together, in BTC
 * Default: no limit.
 */
readonly minimumSumAmount?: Amount | undefined;
/**
 * Also outputs of blocks that are too young to be spent
 * Default: false.
 */
readonly include_immature_coinbase?: boolean | undefined;
} | undefined;
/**
 * The least amount of an output in BTC
 * Default: 0.
 */
readonly minimumAmount?: Amount | undefined;
/**
 * The greatest amount of an output in BTC
 * Default: no limit.
 */
readonly maximumAmount?: Amount | undefined;
/**
 * How many outputs
 * Default: no limit.
 */
readonly maximumCount?: number | undefined;
/**
 * Stop when they are worth this much together, in BTC
 * Default: no limit.
 */
readonly minimumSumAmount?: Amount | undefined;
/**
 * Also outputs of blocks that are too young to be spent
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
/** Of P2SH: the script behind it; hexadecimal */
readonly redeemScript?: string;
/** Of P2WSH: the script behind it; hexadecimal */
readonly witnessScript?: string;
/** The script that it pays; hexadecimal */
readonly scriptPubKey: string;
/** The amount in BTC */
readonly amount: number;
/** Confirmations */
readonly confirmations: number;
/** Unconfirmed: transactions that it builds on, with itself */
readonly ancestorcount?: number;
/** Unconfirmed: their virtual bytes */
readonly ancestorsize?: number;
/** Unconfirmed: their fees in satoshi */
readonly ancestorfees?: number;
/** Always true */
readonly spendable: boolean;
/** Whether the wallet knows how to spend it, keys aside */
readonly solvable: boolean;
/** Whether its address was spent from before (avoid_reuse) */
readonly reused?: boolean;
/** A descriptor to spend it with */
readonly desc?: string;
/** The descriptors of the wallet that it comes from, without private keys */
readonly parent_descs?: readonly (string)[];
/** Whether it can be built on */
readonly safe: boolean;
})[];
};
/** The wallets in the folder of wallets, loaded or not. */
readonly listwalletdir: {
readonly args: { readonly [name: string]: never };
readonly params: readonly [];
readonly result: {
/** The wallets in the folder */
readonly wallets: readonly ({
/** The name of a wallet */
readonly name: string;
/** What should be known about it */
readonly warnings?: readonly (string)[];
})[];
};
};
/** The names of the wallets that are loaded. */
readonly listwallets: {
readonly args: { readonly [name: string]: never };
readonly params: readonly [];
readonly result: readonly (string)[];
};
/** Load a wallet. */
readonly loadwallet: {
readonly args: {
/** Its name, or the path where it lies, without .wallet */
readonly filename: string;
/**
 * Whether the wallet is loaded at the next start
 * Default: as it was.
 */
readonly load_on_startup?: boolean | undefined;
};
readonly params: readonly [filename: Methods['loadwallet']['args']['filename'], load_on_startup?: Methods['loadwallet']['args']['load_on_startup'] | null];
readonly result: {
/** The name of the wallet */
readonly name: string;
/** What should be known about it */
readonly warnings?: readonly (string)[];
};
};
/**
 * Lock outputs so that they are not chosen when a transaction is funded, or unlock them.
 * Without outputs all are unlocked.
 */
readonly lockunspent: {
readonly args: {
/** Whether they are unlocked */
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
 * Whether locks are there after a restart too
 * Default: false.
 */
readonly persistent?: boolean | undefined;
};
readonly params: readonly [unlock: Methods['lockunspent']['args']['unlock'], transactions?: Methods['lockunspent']['args']['transactions'] | null, persistent?: Methods['lockunspent']['args']['persistent'] | null];
readonly result: boolean;
};
/**
 * Tell the wallet of payments that were sent by other means, so that the next one knows what they spend. Beyond Core.
 * What waits in the outbox is taken out of it and stays in the wallet. A payment that was put together and sent elsewhere is given
 * whole; it is kept if it spends coins of the wallet and every signature of it holds, and nothing is kept if one of them is refused.
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
 * Make a PSBT of a transaction in the place of one that is not confirmed, with a higher fee. It comes out of change, or from more
 * coins. All coins that the old one spends are spent again. Nothing is signed, kept or sent.
 */
readonly psbtbumpfee: {
readonly args: {
/** The transaction that is replaced; hexadecimal, as block explorers show it */
readonly txid: string;
/** How to pay */
readonly options?: {
/**
 * In how many blocks it should be confirmed
 * Default: -txconfirmtarget.
 */
readonly conf_target?: number | undefined;
/**
 * The fee rate in sat/vB: so much above the old one that nodes take it in its place
 * Default: estimated.
 */
readonly fee_rate?: Amount | undefined;
/**
 * Let the new transaction be replaced by one with a higher fee (BIP125)
 * Default: true.
 */
readonly replaceable?: boolean | undefined;
/**
 * How the fee is estimated: "unset", "economical" or "conservative". Unset is economical when the transaction
 * can be replaced, else conservative.
 * Default: unset.
 */
readonly estimate_mode?: "unset" | "economical" | "conservative" | undefined;
/** Other outputs than those of the old transaction. Not with original_change_index */
readonly outputs?: readonly ({ readonly [address: string]: Amount } | DataOutput)[] | { readonly [address: string]: Amount } | DataOutput | undefined;
/**
 * The output of the old transaction that is change. Not with outputs
 * Default: what the wallet takes for change.
 */
readonly original_change_index?: number | undefined;
/**
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0: no limit. If it is left out, a fee may also be at most 25 % of
 * what is paid; and without fee_rate the rate may be 0.01 BTC/kvB and a fee above 0.0001 BTC a tenth of what is paid.
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
 * In how many blocks it should be confirmed
 * Default: -txconfirmtarget.
 */
readonly conf_target?: number | undefined;
/**
 * The fee rate in sat/vB: so much above the old one that nodes take it in its place
 * Default: estimated.
 */
readonly fee_rate?: Amount | undefined;
/**
 * Let the new transaction be replaced by one with a higher fee (BIP125)
 * Default: true.
 */
readonly replaceable?: boolean | undefined;
/**
 * How the fee is estimated: "unset", "economical" or "conservative". Unset is economical when the transaction
 * can be replaced, else conservative.
 * Default: unset.
 */
readonly estimate_mode?: "unset" | "economical" | "conservative" | undefined;
/** Other outputs than those of the old transaction. Not with original_change_index */
readonly outputs?: readonly ({ readonly [address: string]: Amount } | DataOutput)[] | { readonly [address: string]: Amount } | DataOutput | undefined;
/**
 * The output of the old transaction that is change. Not with outputs
 * Default: what the wallet takes for change.
 */
readonly original_change_index?: number | undefined;
/**
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0: no limit. If it is left out, a fee may also be at most 25 % of
 * what is paid; and without fee_rate the rate may be 0.01 BTC/kvB and a fee above 0.0001 BTC a tenth of what is paid.
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
/** The inputs that are not complete, when the option details is true */
readonly details?: readonly (SigningDetails)[];
};
};
/**
 * Forget a transaction of the wallet, such as one that importprunedfunds has brought.
 * What it paid is missing from then on, and what it spent counts as unspent.
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
 * Look through blocks again for what is about the wallet.
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
/** The height of the last block that was looked through, or null */
readonly stop_height: number | null;
};
};
/** Copy a wallet back from a backup, under a name that is free, and load it. */
readonly restorewallet: {
readonly args: {
/** The name that it gets */
readonly wallet_name: string;
/** What backupwallet wrote */
readonly backup_file: string;
/**
 * Whether the wallet is loaded at the next start
 * Default: as it was.
 */
readonly load_on_startup?: boolean | undefined;
};
readonly params: readonly [wallet_name: Methods['restorewallet']['args']['wallet_name'], backup_file: Methods['restorewallet']['args']['backup_file'], load_on_startup?: Methods['restorewallet']['args']['load_on_startup'] | null];
readonly result: {
/** The name of the wallet */
readonly name: string;
/** What should be known about it */
readonly warnings?: readonly (string)[];
};
};
/**
 * Show what a transaction or a PSBT would do once it is signed: where the money goes, what comes back, whether the fee is proven,
 * and which problems it has. Beyond Core, and not with -profile=core. Nothing is signed. Outputs are own ones if the wallet derives
 * them, or the descriptors if they are given. The wallet remembers the amounts of its coins in the review, unless it is locked.
 */
readonly review: {
readonly args: {
/** A PSBT in base64, or a transaction in hexadecimal */
readonly transaction: string;
/** Own output descriptors, in place of a wallet */
readonly descriptors?: readonly (string | {
/** A descriptor */
readonly desc: string;
/**
 * Of a ranged one: the last position, or [begin,end]
 * Default: 1000.
 */
readonly range?: number | readonly [first: number, last: number] | undefined;
})[] | undefined;
/** Of a raw transaction: the outputs that it spends */
readonly prevtxs?: readonly (PreviousTransactionOutput)[] | undefined;
/**
 * Of the answer: the facts, or lines of 80 columns, or a piece of HTML without scripts
 * Default: json.
 */
readonly format?: "json" | "text" | "html" | undefined;
};
readonly params: readonly [transaction: Methods['review']['args']['transaction'], descriptors?: Methods['review']['args']['descriptors'] | null, prevtxs?: Methods['review']['args']['prevtxs'] | null, format?: Methods['review']['args']['format'] | null];
readonly result: {
/** For the argument reviewed of what signs; hexadecimal */
readonly id: string;
/** Findings, the worst first (docs/review.md) */
readonly findings: readonly ({
/** Its name, in all versions */
readonly id: "fee-unknown" | "fee-unproven" | "fee-too-high" | "fee-negative" | "amount-impossible" | "sighash-none" | "sighash-single" | "sighash-single-without-output" | "sighash-anyone-can-pay" | "sighash-undefined" | "change-not-ours" | "input-foreign-script" | "input-not-ours" | "xpub-not-ours" | "input-twice" | "amount-contradicted" | "utxo-mismatch" | "script-mismatch" | "output-mismatch" | "input-unspendable" | "signature-invalid" | "modifiable-signed" | "lock-unmet" | "coin-amount-changed" | "coin-paid-elsewhere" | "output-unspendable" | "output-anyone-can-spend" | "address-look-alike" | "silent-malformed" | "silent-input-version" | "silent-script-wrong" | "silent-proof-invalid" | "silent-proof-missing" | "silent-modifiable" | "silent-sighash" | "name-not-this-output" | "name-proof-invalid" | "locktime-far" | "relative-lock-far" | "fee-very-high" | "fee-high" | "payee-paid-twice" | "change-far" | "nothing-comes-back" | "little-comes-back" | "wallet-unregistered" | "change-unproven" | "name-proof-expired" | "name-proven" | "silent-script-pending" | "locktime-unsure" | "relative-lock-unsure" | "output-unknown-version" | "output-bare" | "output-data-large" | "output-dust" | "output-repeated" | "fields-unrelated" | "address-used" | "coin-not-found" | "no-input-ours" | "inputs-of-others" | "xpub-wrong" | "keys-of-another-network" | "input-uneconomic" | "input-dust" | "fee-too-low" | "locktime-future" | "not-standard" | "psbt-modifiable" | "modifiable-wrong" | "sighash-differs" | "annex" | "fee-proven-once" | "output-data" | "fields-unknown" | "nothing-to-sign" | "locktime-ignored" | "relative-lock" | "truc" | "not-replaceable";
/** How bad it is */
readonly severity: "stop" | "warn" | "note";
/** One sentence */
readonly text: string;
/** What to do */
readonly advice: string;
/** The inputs that it is about */
readonly inputs: readonly (number)[];
/** The outputs that it is about */
readonly outputs: readonly (number)[];
})[];
/** In BTC, if all amounts are known */
readonly fee?: number;
/** In BTC per 1,000 virtual bytes, if all amounts are known */
readonly feerate?: number;
/** The fee in percent of what is paid; of your part where others sign, too */
readonly fee_share?: number;
/** Whether it is certain, and else why not */
readonly fee_proof: "proven" | "claimed" | "sessions" | "foreign" | "open" | "unknown";
/** The inputs that this is about */
readonly fee_unproven_inputs: readonly (number)[];
/** The most that it can be; in BTC */
readonly fee_at_most?: number;
/** Virtual bytes once it is signed: rather more than less */
readonly vsize: number;
/** Nothing is left to be signed */
readonly final: boolean;
/** A wallet or descriptors show which keys and scripts are own ones */
readonly knows_owners: boolean;
/** Of the transaction */
readonly version: number;
/** Of the transaction; a height, from 500000000 on seconds since 1970 */
readonly locktime: number;
/** Why nodes would not pass it on, in Core's words */
readonly non_standard: readonly (string)[];
/** Fields of the PSBT that are not known here */
readonly fields: readonly (string)[];
/** In order */
readonly inputs: readonly ({
/** The transaction that made the coin; hexadecimal, as block explorers show it */
readonly txid: string;
/** The number of its output */
readonly vout: number;
/** What it holds, in BTC */
readonly amount?: number;
/** How the amount is known */
readonly certainty: "known" | "proven" | "committed" | "claimed";
/** The script that locks it; hexadecimal */
readonly scriptPubKey?: string;
/** The same in words */
readonly lock: string;
/** Its sequence */
readonly sequence: number;
/** What signatures are asked to cover */
readonly sighash?: number;
/** Those that are there */
readonly signatures: readonly ({
/** Whose it is; hexadecimal */
readonly pubkey: string;
/** What it covers */
readonly sighash: number;
/** Whether it holds */
readonly valid: boolean;
})[];
/** Of final scripts */
readonly verdict?: "valid" | "invalid" | "unchecked";
/** Of a multisig script */
readonly cosigners?: {
/** How many keys have to sign */
readonly required: number;
/** All keys, in the order of the script */
readonly keys: readonly ({
/** Of its master key, as the PSBT claims; hexadecimal */
readonly fingerprint?: string;
/** Whether it is an own key */
readonly own: boolean;
/** Whether its signature is there and valid */
readonly signed: boolean;
})[];
};
/** The owner, derived from own descriptors */
readonly owner?: {
/** For change, or for addresses */
readonly role: "change" | "own";
/** The position in the descriptor */
readonly index: number;
/** Its keys: the fingerprint of the master key, and the path from it */
readonly paths: readonly (string)[];
/** Beyond the positions that wallets look through */
readonly far: boolean;
};
})[];
/** In order */
readonly outputs: readonly ({
/** What it pays, in BTC */
readonly amount: number;
/** Its address */
readonly address?: string;
/** The script that locks it; hexadecimal */
readonly scriptPubKey: string;
/** What it is */
readonly role: "payment" | "change" | "own" | "data" | "burned" | "anyone" | "unknown";
/** The wallet's */
readonly label?: string;
/** The owner, derived from own descriptors */
readonly owner?: {
/** For change, or for addresses */
readonly role: "change" | "own";
/** The position in the descriptor */
readonly index: number;
/** Its keys: the fingerprint of the master key, and the path from it */
readonly paths: readonly (string)[];
/** Beyond the positions that wallets look through */
readonly far: boolean;
};
/** The PSBT names own keys, but it is not an own output */
readonly claimed: boolean;
/** Below what nodes pass on */
readonly dust: boolean;
/** It was paid before */
readonly used: boolean;
/** The silent payment address (BIP352) that it pays */
readonly silent_payment?: string;
/** Whether the proofs in the PSBT show that the script belongs to that address */
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
 * In how many blocks it should be confirmed
 * Default: -txconfirmtarget.
 */
readonly conf_target?: number | undefined;
/**
 * How the fee is estimated: "unset", "economical" or "conservative". Unset is economical when the transaction
 * can be replaced, else conservative.
 * Default: unset.
 */
readonly estimate_mode?: "unset" | "economical" | "conservative" | undefined;
/**
 * The fee rate in sat/vB
 * Default: estimated.
 */
readonly fee_rate?: Amount | undefined;
/** How to pay */
readonly options?: {
/**
 * Choose coins of the wallet as far as they are needed
 * Default: false when "inputs" are given, else true.
 */
readonly add_inputs?: boolean | undefined;
/**
 * Also unconfirmed coins from others and of replacements: the transaction dies with them
 * Default: false.
 */
readonly include_unsafe?: boolean | undefined;
/**
 * Only coins with so many confirmations at least
 * Default: 0.
 */
readonly minconf?: number | undefined;
/**
 * Only coins with so many confirmations at most
 * Default: no limit.
 */
readonly maxconf?: number | undefined;
/**
 * When false, the transaction is neither kept nor sent but returned
 * Default: true.
 */
readonly add_to_wallet?: boolean | undefined;
/**
 * Where change goes
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
 * (not with -profile=core) The id of an unconfirmed transaction that pays the wallet, at too low a rate: its largest coin of the wallet is spent,; hexadecimal
 * and the fee is as high as it takes for both, with what else is unconfirmed before them, to reach the rate together (child pays for parent)
 */
readonly cpfp?: string | undefined;
/**
 * The fee rate in sat/vB
 * Default: estimated.
 */
readonly fee_rate?: Amount | undefined;
/**
 * (no effect with -profile=core) Whether coins of a watch-only wallet are chosen
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
 * The weight of the input at most, outpoint and sequence included; a signature may have 73 bytes
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
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0: no limit. If it is left out, a fee may also be at most 25 % of
 * what is paid; and without fee_rate the rate may be 0.01 BTC/kvB and a fee above 0.0001 BTC a tenth of what is paid.
 * Default: 0.02.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * The weight of the transaction at most
 * Default: 400000.
 */
readonly max_tx_weight?: number | undefined;
/**
 * In how many blocks it should be confirmed
 * Default: -txconfirmtarget.
 */
readonly conf_target?: number | undefined;
/**
 * How the fee is estimated: "unset", "economical" or "conservative". Unset is economical when the transaction
 * can be replaced, else conservative.
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
 * Choose coins of the wallet as far as they are needed
 * Default: false when "inputs" are given, else true.
 */
readonly add_inputs?: boolean | undefined;
/**
 * Also unconfirmed coins from others and of replacements: the transaction dies with them
 * Default: false.
 */
readonly include_unsafe?: boolean | undefined;
/**
 * Only coins with so many confirmations at least
 * Default: 0.
 */
readonly minconf?: number | undefined;
/**
 * Only coins with so many confirmations at most
 * Default: no limit.
 */
readonly maxconf?: number | undefined;
/**
 * When false, the transaction is neither kept nor sent but returned
 * Default: true.
 */
readonly add_to_wallet?: boolean | undefined;
/**
 * Where change goes
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
 * (not with -profile=core) The id of an unconfirmed transaction that pays the wallet, at too low a rate: its largest coin of the wallet is spent,; hexadecimal
 * and the fee is as high as it takes for both, with what else is unconfirmed before them, to reach the rate together (child pays for parent)
 */
readonly cpfp?: string | undefined;
/**
 * (no effect with -profile=core) Whether coins of a watch-only wallet are chosen
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
 * The weight of the input at most, outpoint and sequence included; a signature may have 73 bytes
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
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0: no limit. If it is left out, a fee may also be at most 25 % of
 * what is paid; and without fee_rate the rate may be 0.01 BTC/kvB and a fee above 0.0001 BTC a tenth of what is paid.
 * Default: 0.02.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * The weight of the transaction at most
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
/** The id of the transaction, when it is complete; hexadecimal, as block explorers show it */
readonly txid?: string;
/** The transaction, when it is complete and was not sent; hexadecimal */
readonly hex?: string;
/** Whether it has all its signatures */
readonly complete: boolean;
/** The inputs that are not complete, when the option details is true */
readonly details?: readonly (SigningDetails)[];
/** With the option cpfp: what is paid for the transaction and for all that is unconfirmed before it */
readonly cpfp?: {
/** The fee of the transaction alone, in BTC */
readonly fee: number;
/** All fees together, in BTC */
readonly packagefee: number;
/** All of them together, in virtual bytes, at most */
readonly packagevsize: number;
/** What that is in sat/vB */
readonly packagefeerate: number;
};
};
};
/**
 * Pay all coins of the wallet, or those that are named, to one recipient or several. There is no change.
 * Unconfirmed coins from others and locked coins stay. Without a node the transaction is kept in the outbox until it is sent.
 */
readonly sendall: {
readonly args: {
/**
 * Who is paid: addresses, which divide what is left in equal parts, and objects with an amount. No address may come twice,
 * and one at least must be without an amount.
 */
readonly recipients: readonly (string | { readonly [address: string]: Amount })[];
/**
 * In how many blocks it should be confirmed
 * Default: -txconfirmtarget.
 */
readonly conf_target?: number | undefined;
/**
 * How the fee is estimated: "unset", "economical" or "conservative". Unset is economical when the transaction
 * can be replaced, else conservative.
 * Default: unset.
 */
readonly estimate_mode?: "unset" | "economical" | "conservative" | undefined;
/**
 * The fee rate in sat/vB
 * Default: estimated.
 */
readonly fee_rate?: Amount | undefined;
/** How to pay */
readonly options?: {
/**
 * When false, the transaction is neither kept nor sent but returned
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
/** Just these coins, instead of all. Not with send_max, minconf or maxconf */
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
 * Leave out coins that cost more to spend than they bring
 * Default: false.
 */
readonly send_max?: boolean | undefined;
/**
 * Only coins with so many confirmations at least
 * Default: 0.
 */
readonly minconf?: number | undefined;
/**
 * Only coins with so many confirmations at most
 * Default: no limit.
 */
readonly maxconf?: number | undefined;
/**
 * The version, 1 to 3
 * Default: 2.
 */
readonly version?: number | undefined;
/**
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0: no limit. If it is left out, a fee may also be at most 25 % of
 * what is paid; and without fee_rate the rate may be 0.01 BTC/kvB and a fee above 0.0001 BTC a tenth of what is paid.
 * Default: 0.02.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * In how many blocks it should be confirmed
 * Default: -txconfirmtarget.
 */
readonly conf_target?: number | undefined;
/**
 * How the fee is estimated: "unset", "economical" or "conservative". Unset is economical when the transaction
 * can be replaced, else conservative.
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
 * When false, the transaction is neither kept nor sent but returned
 * Default: true.
 */
readonly add_to_wallet?: boolean | undefined;
/**
 * No effect
 * Default: no effect.
 */
readonly include_watching?: boolean | undefined;
/** Just these coins, instead of all. Not with send_max, minconf or maxconf */
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
 * Leave out coins that cost more to spend than they bring
 * Default: false.
 */
readonly send_max?: boolean | undefined;
/**
 * Only coins with so many confirmations at least
 * Default: 0.
 */
readonly minconf?: number | undefined;
/**
 * Only coins with so many confirmations at most
 * Default: no limit.
 */
readonly maxconf?: number | undefined;
/**
 * The version, 1 to 3
 * Default: 2.
 */
readonly version?: number | undefined;
/**
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0: no limit. If it is left out, a fee may also be at most 25 % of
 * what is paid; and without fee_rate the rate may be 0.01 BTC/kvB and a fee above 0.0001 BTC a tenth of what is paid.
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
/** The id of the transaction, when it is complete; hexadecimal, as block explorers show it */
readonly txid?: string;
/** The transaction, when it is complete and was not sent; hexadecimal */
readonly hex?: string;
/** Whether it has all its signatures */
readonly complete: boolean;
/** The inputs that are not complete, when the option details is true */
readonly details?: readonly (SigningDetails)[];
};
};
/**
 * Pay several addresses with one transaction. Without a node it is kept in the outbox until it is sent.
 * The wallet must have its private keys: see send where it does not.
 */
readonly sendmany: {
readonly args: {
/**
 * Left out, or ""
 * Default: .
 */
readonly dummy?: string | undefined;
/** Who is paid how much */
readonly amounts: { readonly [address: string]: Amount };
/** No effect */
readonly minconf?: number | undefined;
/** What the payment is for. Kept in the wallet, not part of the transaction */
readonly comment?: string | undefined;
/** Addresses that the fee is taken from in equal parts */
readonly subtractfeefrom?: readonly (string)[] | undefined;
/**
 * Let the transaction be replaced by one with a higher fee (BIP125)
 * Default: -walletrbf.
 */
readonly replaceable?: boolean | undefined;
/**
 * In how many blocks it should be confirmed
 * Default: -txconfirmtarget.
 */
readonly conf_target?: number | undefined;
/**
 * How the fee is estimated: "unset", "economical" or "conservative". Unset is economical when the transaction
 * can be replaced, else conservative.
 * Default: unset.
 */
readonly estimate_mode?: "unset" | "economical" | "conservative" | undefined;
/**
 * The fee rate in sat/vB
 * Default: estimated.
 */
readonly fee_rate?: Amount | undefined;
/**
 * Tell where the fee rate comes from, too
 * Default: false.
 */
readonly verbose?: boolean | undefined;
/**
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0: no limit. If it is left out, a fee may also be at most 25 % of
 * what is paid; and without fee_rate the rate may be 0.01 BTC/kvB and a fee above 0.0001 BTC a tenth of what is paid.
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
/** Where the fee rate comes from; None: it was given; Unknown: an estimate of the node */
readonly fee_reason: string;
};
};
/**
 * Send what waits in the outbox now, and tell what became of it. Beyond Core.
 * What is refused waits on.
 */
readonly sendoutbox: {
readonly args: { readonly [name: string]: never };
readonly params: readonly [];
readonly result: readonly ({
/** The id of the transaction; hexadecimal, as block explorers show it */
readonly txid: string;
/** Whether the node has taken it */
readonly sent: boolean;
/** Why not */
readonly error?: {
/** As sendrawtransaction */
readonly code: number;
/** The node's words */
readonly message: string;
};
})[];
};
/**
 * Hand a signed transaction to the node or the servers, which pass it on. Loaded wallets know of it from then on, where it is about
 * them; what a wallet has made goes out by itself (listoutbox).
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
 * The most, in BTC, in an unspendable output
 * Default: 0.00.
 */
readonly maxburnamount?: Amount | undefined;
};
readonly params: readonly [hexstring: Methods['sendrawtransaction']['args']['hexstring'], maxfeerate?: Methods['sendrawtransaction']['args']['maxfeerate'] | null, maxburnamount?: Methods['sendrawtransaction']['args']['maxburnamount'] | null];
readonly result: string;
};
/**
 * Pay an amount to an address. Without a node the transaction is kept in the outbox until it is sent.
 * The wallet must have its private keys: see send where it does not.
 */
readonly sendtoaddress: {
readonly args: {
/** The address that is paid */
readonly address: string;
/** The amount in BTC */
readonly amount: Amount;
/** What the payment is for. Kept in the wallet, not part of the transaction */
readonly comment?: string | undefined;
/** Who is paid. Kept in the wallet, not part of the transaction */
readonly comment_to?: string | undefined;
/**
 * Take the fee out of the amount: the recipient gets less
 * Default: false.
 */
readonly subtractfeefromamount?: boolean | undefined;
/**
 * Let the transaction be replaced by one with a higher fee (BIP125)
 * Default: -walletrbf.
 */
readonly replaceable?: boolean | undefined;
/**
 * In how many blocks it should be confirmed
 * Default: -txconfirmtarget.
 */
readonly conf_target?: number | undefined;
/**
 * How the fee is estimated: "unset", "economical" or "conservative". Unset is economical when the transaction
 * can be replaced, else conservative.
 * Default: unset.
 */
readonly estimate_mode?: "unset" | "economical" | "conservative" | undefined;
/**
 * (only for a wallet with avoid_reuse) Choose no coins of addresses that were spent from before, and all coins of an
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
 * Tell where the fee rate comes from, too
 * Default: false.
 */
readonly verbose?: boolean | undefined;
/**
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0: no limit. If it is left out, a fee may also be at most 25 % of
 * what is paid; and without fee_rate the rate may be 0.01 BTC/kvB and a fee above 0.0001 BTC a tenth of what is paid.
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
/** Where the fee rate comes from; None: it was given; Unknown: an estimate of the node */
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
/** Seconds since 1970; 0: the machine's clock again */
readonly timestamp: number;
};
readonly params: readonly [timestamp: Methods['setmocktime']['args']['timestamp']];
readonly result: null;
};
/** Change a flag of the wallet. An encrypted wallet has to be unlocked: its passphrase vouches for its flags. */
readonly setwalletflag: {
readonly args: {
/** "avoid_reuse": coins of addresses that were used before are set apart from the others */
readonly flag: string;
/**
 * What it is to be
 * Default: true.
 */
readonly value?: boolean | undefined;
};
readonly params: readonly [flag: Methods['setwalletflag']['args']['flag'], value?: Methods['setwalletflag']['args']['value'] | null];
readonly result: {
/** The flag */
readonly flag_name: string;
/** What it is now */
readonly flag_state: boolean;
/** What should be known about it */
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
/** (not with -profile=core) How to sign */
readonly options?: {
/**
 * How it is signed: by the key (legacy, as Bitcoin Core), or by the script of the address (the other three, BIP322)
 * Default: legacy for an address of a key hash (P2PKH); simple for native segwit, full for the rest or with locks, proof-of-funds with utxos.
 */
readonly format?: "legacy" | "simple" | "full" | "proof-of-funds" | undefined;
/**
 * For a script with a lock: the signature holds from this height or time (seconds since 1970) on; a height, from 500000000 on seconds since 1970
 * Default: 0.
 */
readonly locktime?: number | undefined;
/**
 * For a script with a relative lock: how old a coin has to be (BIP68), as older() has it
 * Default: 0.
 */
readonly sequence?: number | undefined;
/**
 * Coins of the wallet that are proven with it
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
 * How it is signed: by the key (legacy, as Bitcoin Core), or by the script of the address (the other three, BIP322)
 * Default: legacy for an address of a key hash (P2PKH); simple for native segwit, full for the rest or with locks, proof-of-funds with utxos.
 */
readonly format?: "legacy" | "simple" | "full" | "proof-of-funds" | undefined;
/**
 * For a script with a lock: the signature holds from this height or time (seconds since 1970) on; a height, from 500000000 on seconds since 1970
 * Default: 0.
 */
readonly locktime?: number | undefined;
/**
 * For a script with a relative lock: how old a coin has to be (BIP68), as older() has it
 * Default: 0.
 */
readonly sequence?: number | undefined;
/**
 * Coins of the wallet that are proven with it
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
/** (not with -profile=core) How to sign */
readonly options?: {
/**
 * The address of the key that is signed for
 * Default: that of the hash of the key (P2PKH).
 */
readonly address?: string | undefined;
/**
 * How it is signed: by the key (legacy, as Bitcoin Core), or by the script of the address (the other three, BIP322)
 * Default: legacy for an address of a key hash (P2PKH); simple for native segwit, full for the rest or with locks, proof-of-funds with utxos.
 */
readonly format?: "legacy" | "simple" | "full" | "proof-of-funds" | undefined;
/**
 * For a script with a lock: the signature holds from this height or time (seconds since 1970) on; a height, from 500000000 on seconds since 1970
 * Default: 0.
 */
readonly locktime?: number | undefined;
/**
 * For a script with a relative lock: how old a coin has to be (BIP68), as older() has it
 * Default: 0.
 */
readonly sequence?: number | undefined;
} | undefined;
/**
 * The address of the key that is signed for
 * Default: that of the hash of the key (P2PKH).
 */
readonly address?: string | undefined;
/**
 * How it is signed: by the key (legacy, as Bitcoin Core), or by the script of the address (the other three, BIP322)
 * Default: legacy for an address of a key hash (P2PKH); simple for native segwit, full for the rest or with locks, proof-of-funds with utxos.
 */
readonly format?: "legacy" | "simple" | "full" | "proof-of-funds" | undefined;
/**
 * For a script with a lock: the signature holds from this height or time (seconds since 1970) on; a height, from 500000000 on seconds since 1970
 * Default: 0.
 */
readonly locktime?: number | undefined;
/**
 * For a script with a relative lock: how old a coin has to be (BIP68), as older() has it
 * Default: 0.
 */
readonly sequence?: number | undefined;
};
readonly params: readonly [privkey: Methods['signmessagewithprivkey']['args']['privkey'], message: Methods['signmessagewithprivkey']['args']['message'], options?: Methods['signmessagewithprivkey']['args']['options'] | null];
readonly result: string;
};
/**
 * Sign the inputs of a raw transaction with the given private keys and no others.
 * Signatures that are there already stay, and every input is verified at the end.
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
 * What the signatures commit to: "DEFAULT", "ALL", "NONE", "SINGLE", "ALL|ANYONECANPAY",
 * "NONE|ANYONECANPAY" or "SINGLE|ANYONECANPAY"
 * Default: DEFAULT for taproot, else ALL.
 */
readonly sighashtype?: "DEFAULT" | "ALL" | "NONE" | "SINGLE" | "ALL|ANYONECANPAY" | "NONE|ANYONECANPAY" | "SINGLE|ANYONECANPAY" | undefined;
/**
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0: no limit. If it is left out, a fee may also be at most 25 % of
 * what is paid: to others or, when all of it goes back to the wallet, in all (docs/review.md).
 * Default: 0.02.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * (not with -profile=core) The most, in BTC, in an unspendable output
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
 * Signatures that are there already stay, and every input is verified at the end.
 */
readonly signrawtransactionwithwallet: {
readonly args: {
/** The transaction in hexadecimal */
readonly hexstring: string;
/** The outputs that the transaction spends. Offline, this is the only source */
readonly prevtxs?: readonly (PreviousTransactionOutput)[] | undefined;
/**
 * What the signatures commit to: "DEFAULT", "ALL", "NONE", "SINGLE", "ALL|ANYONECANPAY",
 * "NONE|ANYONECANPAY" or "SINGLE|ANYONECANPAY"
 * Default: DEFAULT for taproot, else ALL.
 */
readonly sighashtype?: "DEFAULT" | "ALL" | "NONE" | "SINGLE" | "ALL|ANYONECANPAY" | "NONE|ANYONECANPAY" | "SINGLE|ANYONECANPAY" | undefined;
/**
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0: no limit. If it is left out, a fee may also be at most 25 % of
 * what is paid: to others or, when all of it goes back to the wallet, in all (docs/review.md).
 * Default: 0.02.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * (not with -profile=core) The most, in BTC, in an unspendable output
 * Default: 0.00.
 */
readonly maxburnamount?: Amount | undefined;
/** (not with -profile=core) The id of a review: what would be reviewed otherwise is not signed; hexadecimal */
readonly reviewed?: string | undefined;
/**
 * (not with -profile=core) The only path that is signed, by its number in the list of getdescriptorinfo: of inputs whose
 * descriptor is known and has so many
 * Default: whichever the keys allow.
 */
readonly path?: number | undefined;
};
readonly params: readonly [hexstring: Methods['signrawtransactionwithwallet']['args']['hexstring'], prevtxs?: Methods['signrawtransactionwithwallet']['args']['prevtxs'] | null, sighashtype?: Methods['signrawtransactionwithwallet']['args']['sighashtype'] | null, maxfeerate?: Methods['signrawtransactionwithwallet']['args']['maxfeerate'] | null, maxburnamount?: Methods['signrawtransactionwithwallet']['args']['maxburnamount'] | null, reviewed?: Methods['signrawtransactionwithwallet']['args']['reviewed'] | null, path?: Methods['signrawtransactionwithwallet']['args']['path'] | null];
readonly result: SigningResult;
};
/**
 * How the balance of the wallet would change if these transactions were signed and sent.
 * Without a node, coins that the wallet does not know count as those of others.
 */
readonly simulaterawtransaction: {
readonly args: {
/** Transactions in hexadecimal, parents before children */
readonly rawtxs?: readonly (string)[] | undefined;
/** What bitcoind takes here */
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
/** In BTC; below 0: the wallet loses it */
readonly balance_change: number;
};
};
/**
 * Hand signed transactions to the node as one package: a child and its unconfirmed parents, the child last. A parent below the
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
 * The most, in BTC, that an unspendable output may hold
 * Default: 0.00.
 */
readonly maxburnamount?: Amount | undefined;
};
readonly params: readonly [transactions: Methods['submitpackage']['args']['package'], maxfeerate?: Methods['submitpackage']['args']['maxfeerate'] | null, maxburnamount?: Methods['submitpackage']['args']['maxburnamount'] | null];
readonly result: {
/** "success" if all transactions are in the mempool now, else what is wrong */
readonly package_msg: string;
/** By the id with witnesses of each transaction */
readonly "tx-results": { readonly [wtxid: string]: {
/** The id of the transaction; hexadecimal, as block explorers show it */
readonly txid: string;
/** The mempool has the transaction with another witness, whose id this is; yours was ignored; hexadecimal, as block explorers show it */
readonly "other-wtxid"?: string;
/** Its virtual bytes; signature operations may count for more */
readonly vsize_adjusted?: number;
/** The same virtual bytes */
readonly vsize?: number;
/** Weight units by four, rounded up */
readonly vsize_bip141?: number;
/** What it pays */
readonly fees?: {
/** The fee in BTC */
readonly base: number;
/** The fee rate in BTC/kvB that counts */
readonly "effective-feerate"?: number;
/** Whose fees and sizes are in that rate */
readonly "effective-includes"?: readonly (string)[];
};
/** Why it is not accepted */
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
/** Why several are not taken together */
readonly "package-error"?: string;
/** Whether it would be taken. Absent: not looked at to the end, because of another one or, without a node, because too little is known */
readonly allowed?: boolean;
/** Its virtual bytes; signature operations may count for more */
readonly vsize_adjusted?: number;
/** The same virtual bytes */
readonly vsize?: number;
/** Weight units by four, rounded up */
readonly vsize_bip141?: number;
/** What it pays */
readonly fees?: {
/** The fee in BTC */
readonly base: number;
/** The fee rate in BTC/kvB that counts */
readonly "effective-feerate": number;
/** Whose fees and sizes are in that rate */
readonly "effective-includes": readonly (string)[];
};
/** Why it is not taken */
readonly "reject-reason"?: string;
/** More about it */
readonly "reject-details"?: string;
/** True: no node was asked, it was judged here */
readonly offline?: boolean;
/** What could not be judged here */
readonly unchecked?: readonly (string)[];
})[];
};
/** Unload the wallet of the path, or the one that is named; both, when both are given, are the same. */
readonly unloadwallet: {
readonly args: {
/**
 * Its name
 * Default: the wallet of the path.
 */
readonly wallet_name?: string | undefined;
/**
 * Whether the wallet is loaded at the next start
 * Default: as it was.
 */
readonly load_on_startup?: boolean | undefined;
};
readonly params: readonly [wallet_name?: Methods['unloadwallet']['args']['wallet_name'] | null, load_on_startup?: Methods['unloadwallet']['args']['load_on_startup'] | null];
readonly result: {
/** What should be known about it */
readonly warnings?: readonly (string)[];
};
};
/**
 * Add to a PSBT what descriptors tell of its inputs and outputs, and the outputs that it spends,
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
 * Of a ranged one: the last position, or [begin,end]
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
/** Whether it is an address of this chain */
readonly isvalid: boolean;
/** The address */
readonly address?: string;
/** Its script; hexadecimal */
readonly scriptPubKey?: string;
/** Whether it is the address of a script */
readonly isscript?: boolean;
/** Whether it is a witness address */
readonly iswitness?: boolean;
/** The version of the witness program */
readonly witness_version?: number;
/** The witness program; hexadecimal */
readonly witness_program?: string;
/** What is wrong */
readonly error?: string;
/** Positions of the errors in the address, if they can be found */
readonly error_locations?: readonly (number)[];
};
};
/** Say whether a message was signed for an address. */
readonly verifymessage: {
readonly args: {
/** The address */
readonly address: string;
/** The signature in base64, as signmessage makes it */
readonly signature: string;
/** The message */
readonly message: string;
/**
 * (not with -profile=core) Say why, and under which conditions
 * Default: false.
 */
readonly verbose?: boolean | undefined;
};
readonly params: readonly [address: Methods['verifymessage']['args']['address'], signature: Methods['verifymessage']['args']['signature'], message: Methods['verifymessage']['args']['message'], verbose?: Methods['verifymessage']['args']['verbose'] | null];
readonly result: boolean | {
/** valid: under the conditions below. inconclusive: the script is for rules of the future */
readonly state: "valid" | "inconclusive" | "invalid";
/** How it is signed; absent: it is no signature */
readonly format?: "legacy" | "simple" | "full" | "proof-of-funds";
/** Why it is not valid */
readonly reason?: string;
/** The height or time (seconds since 1970) from which on it holds; 0: now; a height, from 500000000 on seconds since 1970 */
readonly locktime: number;
/** How old a coin of the address has to be before the signer can spend it (BIP68); 0: of any age */
readonly sequence: number;
/** The coins that the signer says to have besides; they may not be all that he has */
readonly utxos: readonly ({
/** The transaction; hexadecimal, as block explorers show it */
readonly txid: string;
/** The number of its output */
readonly vout: number;
/** What it holds; in BTC */
readonly amount: number;
/** What locks it; hexadecimal */
readonly scriptPubKey: string;
/** The address of that script, if it has one */
readonly address?: string;
/** Whether amount and script are proven: by the transaction that made it, or by the chain; else they are a claim that anybody can make */
readonly proven: boolean;
/** Whether the chain has it unspent; absent where there is no chain to ask */
readonly unspent?: boolean;
})[];
};
};
/**
 * Which transactions a proof shows to be in a block of the best chain. The tree is hashed here; that its header is in the chain,
 * the node or the headers of the source say.
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
 * The weight of the input at most, outpoint and sequence included; a signature may have 73 bytes
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
/** How to pay */
readonly options?: {
/**
 * Choose coins of the wallet as far as they are needed
 * Default: false when "inputs" are given, else true.
 */
readonly add_inputs?: boolean | undefined;
/**
 * Also unconfirmed coins from others and of replacements: the transaction dies with them
 * Default: false.
 */
readonly include_unsafe?: boolean | undefined;
/**
 * Only coins with so many confirmations at least
 * Default: 0.
 */
readonly minconf?: number | undefined;
/**
 * Only coins with so many confirmations at most
 * Default: no limit.
 */
readonly maxconf?: number | undefined;
/**
 * Where change goes
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
 * (no effect with -profile=core) Whether coins of a watch-only wallet are chosen
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
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0: no limit. If it is left out, a fee may also be at most 25 % of
 * what is paid; and without fee_rate the rate may be 0.01 BTC/kvB and a fee above 0.0001 BTC a tenth of what is paid.
 * Default: 0.02.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * The weight of the transaction at most
 * Default: 400000.
 */
readonly max_tx_weight?: number | undefined;
/**
 * In how many blocks it should be confirmed
 * Default: -txconfirmtarget.
 */
readonly conf_target?: number | undefined;
/**
 * How the fee is estimated: "unset", "economical" or "conservative". Unset is economical when the transaction
 * can be replaced, else conservative.
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
 * Whether to tell where keys come from (BIP32)
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
 * Choose coins of the wallet as far as they are needed
 * Default: false when "inputs" are given, else true.
 */
readonly add_inputs?: boolean | undefined;
/**
 * Also unconfirmed coins from others and of replacements: the transaction dies with them
 * Default: false.
 */
readonly include_unsafe?: boolean | undefined;
/**
 * Only coins with so many confirmations at least
 * Default: 0.
 */
readonly minconf?: number | undefined;
/**
 * Only coins with so many confirmations at most
 * Default: no limit.
 */
readonly maxconf?: number | undefined;
/**
 * Where change goes
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
 * (no effect with -profile=core) Whether coins of a watch-only wallet are chosen
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
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0: no limit. If it is left out, a fee may also be at most 25 % of
 * what is paid; and without fee_rate the rate may be 0.01 BTC/kvB and a fee above 0.0001 BTC a tenth of what is paid.
 * Default: 0.02.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * The weight of the transaction at most
 * Default: 400000.
 */
readonly max_tx_weight?: number | undefined;
/**
 * In how many blocks it should be confirmed
 * Default: -txconfirmtarget.
 */
readonly conf_target?: number | undefined;
/**
 * How the fee is estimated: "unset", "economical" or "conservative". Unset is economical when the transaction
 * can be replaced, else conservative.
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
/** The inputs that are not complete, when the option details is true */
readonly details?: readonly (SigningDetails)[];
};
};
/** Show an address of the wallet on its device, to be compared: what this machine shows could be changed on it. */
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
 * Unlock the wallet for some time, so that it can sign.
 * For an unlocked wallet, this sets the time again.
 */
readonly walletpassphrase: {
readonly args: {
/** The passphrase of the wallet */
readonly passphrase: string;
/** For how many seconds, 100000000 at most */
readonly timeout: number;
};
readonly params: readonly [passphrase: Methods['walletpassphrase']['args']['passphrase'], timeout: Methods['walletpassphrase']['args']['timeout']];
readonly result: null;
};
/** Give the wallet another passphrase. */
readonly walletpassphrasechange: {
readonly args: {
/** The passphrase until now */
readonly oldpassphrase: string;
/** The passphrase from now on */
readonly newpassphrase: string;
};
readonly params: readonly [oldpassphrase: Methods['walletpassphrasechange']['args']['oldpassphrase'], newpassphrase: Methods['walletpassphrasechange']['args']['newpassphrase']];
readonly result: null;
};
/** Add to a PSBT what the wallet knows of its inputs and outputs, and sign with its keys. */
readonly walletprocesspsbt: {
readonly args: {
/** The PSBT in base64 */
readonly psbt: string;
/**
 * Whether to sign too; the wallet must be unlocked then
 * Default: true.
 */
readonly sign?: boolean | undefined;
/**
 * What the signatures commit to: "DEFAULT", "ALL", "NONE", "SINGLE", "ALL|ANYONECANPAY",
 * "NONE|ANYONECANPAY" or "SINGLE|ANYONECANPAY"
 * Default: DEFAULT for taproot, else ALL.
 */
readonly sighashtype?: "DEFAULT" | "ALL" | "NONE" | "SINGLE" | "ALL|ANYONECANPAY" | "NONE|ANYONECANPAY" | "SINGLE|ANYONECANPAY" | undefined;
/**
 * Whether to tell where keys come from (BIP32)
 * Default: true.
 */
readonly bip32derivs?: boolean | undefined;
/**
 * Whether inputs that are complete get their final scripts
 * Default: true.
 */
readonly finalize?: boolean | undefined;
/**
 * (not with -profile=core) The highest fee rate, in BTC/kvB; 0: no limit. If it is left out, a fee may also be at most 25 % of
 * what is paid: to others or, when all of it goes back to the wallet, in all (docs/review.md).
 * Default: 0.02.
 */
readonly maxfeerate?: Amount | undefined;
/**
 * (not with -profile=core) The most, in BTC, in an unspendable output
 * Default: 0.00.
 */
readonly maxburnamount?: Amount | undefined;
/** (not with -profile=core) The id of a review: what would be reviewed otherwise is not signed; hexadecimal */
readonly reviewed?: string | undefined;
/**
 * (not with -profile=core) The only path that is signed, by its number in the list of getdescriptorinfo: of inputs whose
 * descriptor is known and has so many
 * Default: whichever the keys allow.
 */
readonly path?: number | undefined;
};
readonly params: readonly [psbt: Methods['walletprocesspsbt']['args']['psbt'], sign?: Methods['walletprocesspsbt']['args']['sign'] | null, sighashtype?: Methods['walletprocesspsbt']['args']['sighashtype'] | null, bip32derivs?: Methods['walletprocesspsbt']['args']['bip32derivs'] | null, finalize?: Methods['walletprocesspsbt']['args']['finalize'] | null, maxfeerate?: Methods['walletprocesspsbt']['args']['maxfeerate'] | null, maxburnamount?: Methods['walletprocesspsbt']['args']['maxburnamount'] | null, reviewed?: Methods['walletprocesspsbt']['args']['reviewed'] | null, path?: Methods['walletprocesspsbt']['args']['path'] | null];
readonly result: {
/** The PSBT in base64 */
readonly psbt: string;
/** Whether every input is signed */
readonly complete: boolean;
/** The transaction, when it is complete; hexadecimal */
readonly hex?: string;
/** Warnings about the coins and the fee */
readonly warnings?: readonly (string)[];
/** The inputs that are not complete, when the option details is true */
readonly details?: readonly (SigningDetails)[];
};
};
};
