import type { Kinds, MembersOf } from '../arguments/basic-kinds.ts';
import type { Satoshis } from '../encoding/amount.ts';
import type { Bytes } from '../encoding/bytes.ts';
import type { NetworkName } from '../encoding/network.ts';
import type { SighashType } from '../sighash/sighash-type.ts';
import type { OutPoint, Transaction } from '../transaction/transaction.ts';
import type { FindingId, Severity } from './catalog.ts';

/**
 * Evidence for an amount. `known`: the chain or the wallet has the coin. `proven`: the previous
 * transaction is included, and the input names its id. `committed`: the user's signature is valid
 * for no other amount. `claimed`: only the PSBT or the caller states it.
 */
export type Certainty = 'known' | 'proven' | 'committed' | 'claimed';

/** The owner of a script: a descriptor of the user that derives the script. */
export type Owner = {
  /**
   * `change`: a descriptor for change derives it, or it was never given out as an address. `own`:
   * any other address of the user.
   */
  readonly role: 'change' | 'own';
  /** Position in the descriptor. */
  readonly index: number;
  /**
   * Key paths such as `d34db33f/84h/0h/0h/1/5`: the master key's fingerprint and the path from it.
   */
  readonly paths: readonly string[];
  /**
   * True if the position is far beyond the range that wallets search, so a restored wallet does not
   * find the money.
   */
  readonly isFar: boolean;
  /**
   * True if keys that can sign derive it, but no account that the review was asked about. Absent:
   * false.
   */
  readonly isOtherAccount?: boolean | undefined;
  /** The wallet's label for this address. */
  readonly label?: string | undefined;
  /** Numbers before each OP_CHECKSEQUENCEVERIFY in its scripts (BIP112). Absent: none. */
  readonly ages?: readonly number[] | undefined;
  /**
   * Conditions of the script: `key` for a single key, otherwise a text that is the same for all
   * scripts of one policy. Absent: unknown.
   */
  readonly form?: string | undefined;
  /**
   * Ids of the account of each key of its script. Keys of one account have an id in common. Absent:
   * unknown.
   */
  readonly accounts?: readonly (readonly string[])[] | undefined;
};

/** An existing signature. */
export type ReviewedSignature = {
  /** 33 or 65 bytes; 32 (x-only) for Schnorr signatures. */
  readonly publicKey: Bytes;
  /** DER, or 64 bytes (BIP340), with the sighash byte where it has one. */
  readonly signature: Bytes;
  /** Sighash type: the parts of the transaction that it covers. */
  readonly sighashType: SighashType;
  /** True if it is valid for this transaction and the stated amounts. */
  readonly isValid: boolean;
  /** One sentence on why nodes reject it although it may be valid. Absent if they accept it. */
  readonly fault?: string | undefined;
};

/** The keys of a multisig script. */
export type Cosigners = {
  /** The number of signatures that the script needs. */
  readonly required: number;
  /** Keys in script order. */
  readonly keys: readonly Cosigner[];
};

/** A key of a multisig script. */
export type Cosigner = {
  /** Fingerprint of the master key, in hex, as the PSBT names it. Absent: not named. */
  readonly fingerprint?: string | undefined;
  /** True if the key is the user's, but the fingerprint is not that of an open key. */
  readonly isMislabelled?: true | undefined;
  /** True if its private key is open or, if that is unknown, if the key is the user's. */
  readonly isOwn: boolean;
  /** True if a valid signature by this key exists. */
  readonly hasSigned: boolean;
};

/** A coin that is spent. */
export type ReviewedInput = {
  /** The output that created the coin. */
  readonly outPoint: OutPoint;
  /** Amount in satoshi; `undefined` if unknown. */
  readonly value: Satoshis | undefined;
  /** Evidence for the amount. */
  readonly certainty: Certainty;
  /** Script that locks the coin; `undefined` if unknown. */
  readonly scriptPubKey: Bytes | undefined;
  /** Address of the script; `undefined` if it is unknown or has none. */
  readonly address?: string | undefined;
  /**
   * The kind of lock, and the path that spends it if that is decided: `P2WSH, 2 of 3 keys`.
   */
  readonly lock: string;
  /** `undefined` if it is not the user's, or no keys are open (`knowsOwners`). */
  readonly owner: Owner | undefined;
  /**
   * `key`: an open key can sign it, although no descriptor has its script. `shared`: the same, and
   * no wallet with several keys is open. `name`: the PSBT labels it as the user's, which is false.
   */
  readonly claim?: 'key' | 'shared' | 'name' | undefined;
  /** True if the wallet is not open, but the extended keys of the PSBT prove its scripts. */
  readonly isProven?: boolean | undefined;
  /** The keys of a multisig script, and which have signed. Absent: another or unknown script. */
  readonly cosigners?: Cosigners | undefined;
  /** Sighash type that the PSBT requests; `undefined` for the usual one (ALL or DEFAULT). */
  readonly sighashType: SighashType | undefined;
  /** Existing signatures. */
  readonly signatures: readonly ReviewedSignature[];
  /**
   * The result of the script interpreter for final scripts. `unchecked`: the coin is unknown.
   * `undefined`: the input is not final.
   */
  readonly verdict: 'valid' | 'invalid' | 'unchecked' | undefined;
  /** Sequence number of the input. */
  readonly sequence: number;
  /** Contradictions in the information about it. */
  readonly problems: readonly FindingId[];
};

/**
 * The purpose of an output. `change` and `own`: the user's descriptors derive its script. It is
 * `own` if no coin comes from a wallet with the same master keys. `burned`: it can never be spent.
 * `anyone`: anyone can spend it. `unknown`: its witness version has no rules yet, so anyone can
 * spend it.
 */
export type OutputRole = 'payment' | 'change' | 'own' | 'data' | 'burned' | 'anyone' | 'unknown';

/** An output of a reviewed transaction. */
export type ReviewedOutput = {
  /** Amount in satoshi. */
  readonly value: Satoshis;
  /** Locking script. */
  readonly scriptPubKey: Bytes;
  /**
   * The address that is paid, for a person who compares it: the silent payment address, if it is
   * one. `undefined` if the script has no address.
   */
  readonly address?: string | undefined;
  /** Purpose of the output. */
  readonly role: OutputRole;
  /** `undefined` if it is not the user's, or no keys are open (`knowsOwners`). */
  readonly owner: Owner | undefined;
  /** The wallet's label for this address. */
  readonly label?: string | undefined;
  /** True if the PSBT labels it as the user's, which is false or unproven. */
  readonly isClaimed: boolean;
  /** True if the PSBT names a key that is not the user's under a path of the user. */
  readonly isForged?: boolean | undefined;
  /**
   * True if it has a key of the user, but the wallet that shares it with others is not open. Also
   * true if it names a key of a wallet that may be the user's or a cosigner's.
   */
  readonly isShared?: boolean | undefined;
  /** True if it is labelled as change, but has other cosigners than the coins. */
  readonly isStrange?: boolean | undefined;
  /** True below the dust limit, where spending it costs more than it is worth. */
  readonly isDust: boolean;
  /** True if its script was paid before. */
  readonly isUsed: boolean;
  /** Silent payment address (BIP352) that the PSBT names for it, if any. */
  readonly silentPayment?: ReviewedSilentPayment | undefined;
  /** A different script whose address begins and ends like this address. */
  readonly resembles: Bytes | undefined;
};

/** A silent payment: an address from which each payment's script is computed. */
export type ReviewedSilentPayment = {
  /** `sp1…`, or `tsp1…` on test networks. */
  readonly address: string;
  /** True if a proof (BIP374) shows that the script belongs to the address. */
  readonly isProven: boolean;
};

/** Certainty of the fee, and the reason if it is uncertain. */
export type FeeProof = {
  /**
   * `proven`: every valid transaction with one of these signatures pays exactly this fee.
   * `claimed`: no signature covers a claimed amount. `sessions`: each signature covers only one of
   * the amounts, so signatures of two PSBTs can be combined. `foreign`: the amount of a coin of
   * others is claimed. `open`: the signatures let others change inputs or outputs. `unknown`: an
   * amount is missing.
   */
  readonly kind: 'proven' | 'claimed' | 'sessions' | 'foreign' | 'open' | 'unknown';
  /** Numbers of the inputs that cause it, from 0. */
  readonly inputs: readonly number[];
  /** Highest possible fee, in satoshi; `undefined` if unknown. */
  readonly atMost: Satoshis | undefined;
};

/** A problem or fact to know before signing. */
export type Finding = {
  /** Stays the same in all versions. docs/review.md explains each id. */
  readonly id: FindingId;
  /** Stop, warning or note. */
  readonly severity: Severity;
  /** One sentence. */
  readonly text: string;
  /** Advice: the next step for the user. */
  readonly advice: string;
  /** Numbers of its inputs, from 0; empty if it is about no input. */
  readonly inputs: readonly number[];
  /** Numbers of its outputs, from 0; empty if it is about no output. */
  readonly outputs: readonly number[];
};

/** The newest block, or only the clock. */
export type Now = {
  /** Height of the newest block; `undefined` if unknown. */
  readonly height?: number | undefined;
  /** Seconds since 1970; `undefined` if unknown. */
  readonly time?: number | undefined;
};

/** The effects of a transaction, as known before it is signed. Amounts in satoshi. */
export type ReviewFacts = {
  /** The transaction, with the signatures that exist. */
  readonly transaction: Transaction;
  /** The network that the review was made for. Absent: unknown. */
  readonly network?: NetworkName | undefined;
  /**
   * The network of the PSBT's keys, if it is not the chosen one. All addresses are written for it.
   */
  readonly otherNetwork?: NetworkName | undefined;
  /** Inputs in the order of the transaction. */
  readonly inputs: readonly ReviewedInput[];
  /** Outputs in the order of the transaction. */
  readonly outputs: readonly ReviewedOutput[];
  /**
   * True if keys, descriptors or a wallet are open. Otherwise no input and no output has an owner.
   */
  readonly knowsOwners: boolean;
  /**
   * The sum of the known input amounts minus the outputs. This is the fee if `isWhole`, otherwise
   * its lower bound.
   */
  readonly fee: Satoshis;
  /** Certainty of the fee. */
  readonly feeProof: FeeProof;
  /** Fee rate of `fee` in sat/vB, to a thousandth; 0 if the fee is negative. */
  readonly feeRate: number;
  /**
   * Fee in hundredths of a percent of the payment; `undefined` without a payment or if the fee is
   * negative.
   */
  readonly feeShare: number | undefined;
  /** True if the amounts of all inputs are known. */
  readonly isWhole: boolean;
  /** Virtual bytes once it is signed: an upper estimate, unless `isFinal`. */
  readonly vsize: number;
  /** Virtual bytes of unconfirmed transactions that it also pays for. */
  readonly lifted: number;
  /** True if all inputs are final, so no signature is missing. */
  readonly isFinal: boolean;
  /** Reasons why nodes do not relay it, in Core's words; empty if none is known. */
  readonly nonStandard: readonly string[];
  /** Names of unknown PSBT fields and of application fields. */
  readonly fields: readonly string[];
  /** True if the PSBT lets others add inputs or outputs (BIP370). */
  readonly isModifiable: boolean;
  /** The current time and height. */
  readonly now: Now;
};

/** `ReviewFacts` and the findings. */
export type Review = ReviewFacts & {
  /** Findings, the worst first. */
  readonly findings: readonly Finding[];
};

/** The checks of the current time and height. */
export const nowKinds = {
  Now: { only: { height: 'uint32?', time: 'seconds?' } },
} as const satisfies Kinds & { readonly Now: { readonly only: MembersOf<Now> } };

/** Kinds for the findings of a review, which apps may pass on with notes of their own. */
export const findingKinds = {
  Finding: {
    id: 'text',
    severity: 'text',
    text: 'text',
    advice: 'any',
    inputs: 'integer[]',
    outputs: 'integer[]',
  },
  FindingsOf: { findings: 'Finding[]' },
} as const satisfies Kinds & { readonly Finding: MembersOf<Finding> };
