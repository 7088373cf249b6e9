import type { Satoshis } from '../encoding/amount.ts';
import type { Bytes } from '../encoding/bytes.ts';
import type { SighashType } from '../sighash/sighash-type.ts';
import type { OutPoint, Transaction } from '../transaction/transaction.ts';
import type { FindingId, Severity } from './catalog.ts';

/**
 * How an amount is known. `known`: by the chain or by the wallet; `proven`: by the previous
 * transaction, whose id the input names; `committed`: the signature of this input is valid for no
 * other; `claimed` by whoever asks for the signature, and by nobody else.
 */
export type Certainty = 'known' | 'proven' | 'committed' | 'claimed';

/** Whose a script is: of a descriptor of ours, from which it was derived anew. */
export type Owner = {
  /**
   * `change`: of a descriptor for change, or never given out as an address; `own`: an address of
   * ours.
   */
  readonly role: 'change' | 'own';
  /** The position in the descriptor. */
  readonly index: number;
  /** Its keys, as `d34db33f/84h/0h/0h/1/5`: the master key's fingerprint and the path from it. */
  readonly paths: readonly string[];
  /**
   * Far beyond the positions that wallets look through: after a restore the money would not be
   * found.
   */
  readonly isFar: boolean;
  /** The wallet's, for this address. */
  readonly label?: string | undefined;
};

/** A signature that is there already. */
export type ReviewedSignature = {
  /** 33 or 65 bytes; 32 (x-only) for Schnorr signatures. */
  readonly publicKey: Bytes;
  /** DER, or 64 bytes (BIP340), with the sighash byte where it has one. */
  readonly signature: Bytes;
  /** What it commits to. */
  readonly sighashType: SighashType;
  /** Whether it holds for this transaction and the amounts that are told. */
  readonly isValid: boolean;
  /** Why a node would not take it, though it may hold: one sentence. Absent: no such reason. */
  readonly fault?: string | undefined;
};

/** The keys of a multisig script. */
export type Cosigners = {
  /** How many have to sign. */
  readonly required: number;
  /** In the order of the script. */
  readonly keys: readonly Cosigner[];
};

/** A key of a multisig script. */
export type Cosigner = {
  /** Of the master key, in hex, as the PSBT names it. Absent: it does not. */
  readonly fingerprint?: string | undefined;
  /** Whether it is a key of ours. */
  readonly isOwn: boolean;
  /** Whether its signature is there, and valid. */
  readonly hasSigned: boolean;
};

/** A coin that is spent. */
export type ReviewedInput = {
  /** Where the coin was made. */
  readonly outPoint: OutPoint;
  /** In satoshi; `undefined`: nobody tells it. */
  readonly amount: Satoshis | undefined;
  /** How the amount is known. */
  readonly certainty: Certainty;
  /** What locks the coin; `undefined`: nobody tells it. */
  readonly scriptPubKey: Bytes | undefined;
  /**
   * How it is locked, and by which path it is spent where that is decided: `P2WSH, 2 of 3 keys`.
   */
  readonly lock: string;
  /** `undefined`: not ours, or nobody told what is ours (`knowsOwners`). */
  readonly owner: Owner | undefined;
  /**
   * `key`: a key of ours can sign it, though its script is of no descriptor; `shared`: the same,
   * where no wallet of several keys is known; `name`: the PSBT passes it off as ours.
   */
  readonly claim?: 'key' | 'shared' | 'name' | undefined;
  /** The keys of a multisig script, and who has signed. Absent: it is none, or not known. */
  readonly cosigners?: Cosigners | undefined;
  /** What signatures are asked to commit to; `undefined`: the usual, which is all. */
  readonly sighashType: SighashType | undefined;
  /** Those that are there already. */
  readonly signatures: readonly ReviewedSignature[];
  /**
   * What the script interpreter says of final scripts; `unchecked`: the coin is not known;
   * `undefined`: the input is not final.
   */
  readonly verdict: 'valid' | 'invalid' | 'unchecked' | undefined;
  /** As in the transaction. */
  readonly sequence: number;
  /** What does not fit together in what was told of it. */
  readonly problems: readonly FindingId[];
};

/**
 * What an output is. `change` and `own`: to scripts that were derived anew from descriptors of
 * ours. `burned`: nobody can ever spend it; `anyone`: anybody can; `unknown`: of a witness version
 * without rules yet, so that anybody can until there are some.
 */
export type OutputRole = 'payment' | 'change' | 'own' | 'data' | 'burned' | 'anyone' | 'unknown';

/** Where money goes, and as what. */
export type ReviewedOutput = {
  /** In satoshi. */
  readonly value: Satoshis;
  /** What locks it; `formatAddress` makes an address of it. */
  readonly scriptPubKey: Bytes;
  /** Whom it goes to. */
  readonly role: OutputRole;
  /** Whose it is; `undefined`: somebody else's, or nobody told what is ours. */
  readonly owner: Owner | undefined;
  /** The wallet's, for this address. */
  readonly label?: string | undefined;
  /** What a PSBT says of it that names keys of ours, though it is not ours or nobody can tell. */
  readonly isClaimed: boolean;
  /** A key that the PSBT names under a path of ours is another than the one there. */
  readonly isForged?: boolean;
  /** A key of ours is in it, and the wallet that shares it with others is not known. */
  readonly isShared?: boolean;
  /** Below what nodes pass on: spending it costs more than it is worth. */
  readonly isDust: boolean;
  /** It was paid before. */
  readonly isUsed: boolean;
  /** The silent payment address (BIP352) that a PSBT says it pays; `undefined`: none. */
  readonly silentPayment?: SilentPayment | undefined;
  /** A script whose address begins and ends like this one's, and is another. */
  readonly resembles: Bytes | undefined;
};

/** A silent payment: an address from which each payment's script is computed. */
export type SilentPayment = {
  /** `sp1…`, or `tsp1…` on test networks. */
  readonly address: string;
  /** The script is the one that the address gives: proven by BIP374, without a private key. */
  readonly isProven: boolean;
};

/** Whether the fee is certain, and else why it is not. */
export type FeeProof = {
  /**
   * `proven`: every valid transaction that carries one of these signatures pays this fee, and no
   * other. `claimed`: an amount is claimed to which no signature commits. `sessions`: each
   * signature commits to one of the amounts only, so that signatures of two reviews can be put
   * together. `foreign`: the amount of a coin of others is claimed. `open`: the signatures let
   * others change inputs or outputs. `unknown`: an amount is missing.
   */
  readonly kind: 'proven' | 'claimed' | 'sessions' | 'foreign' | 'open' | 'unknown';
  /** The inputs that it is about, counted from 0. */
  readonly inputs: readonly number[];
  /** The most that the fee can be, in satoshi; `undefined`: nobody knows. */
  readonly atMost: Satoshis | undefined;
};

/** Something that a person should know before signing. */
export type Finding = {
  /** Stays the same in all versions; docs/review.md tells about each. */
  readonly id: FindingId;
  /** How bad it is. */
  readonly severity: Severity;
  /** One sentence. */
  readonly text: string;
  /** What to do about it. */
  readonly advice: string;
  /** The inputs that it is about, counted from 0; empty: it is not about inputs. */
  readonly inputs: readonly number[];
  /** The outputs that it is about, counted from 0; empty: it is not about outputs. */
  readonly outputs: readonly number[];
};

/** The newest block, or only the clock. */
export type Now = {
  /** Of the newest block; `undefined`: nobody knows. */
  readonly height?: number | undefined;
  /** Seconds since 1970; `undefined`: nobody knows. */
  readonly time?: number | undefined;
};

/** What a transaction does, as far as it is known before it is signed. Amounts in satoshi. */
export type ReviewFacts = {
  /** The transaction, as far as it is signed. */
  readonly transaction: Transaction;
  /** In the order of the transaction. */
  readonly inputs: readonly ReviewedInput[];
  /** In the order of the transaction. */
  readonly outputs: readonly ReviewedOutput[];
  /**
   * Somebody told what is ours: descriptors or a wallet. Else no input and no output has an owner.
   */
  readonly knowsOwners: boolean;
  /**
   * What the inputs with known amounts bring, less the outputs: the fee, where `isWhole`, else the
   * least that it can be.
   */
  readonly fee: Satoshis;
  /** Whether the fee is certain. */
  readonly feeProof: FeeProof;
  /** Satoshi per 1,000 virtual bytes of what is known of the fee; 0 below 0. */
  readonly feeRate: Satoshis;
  /** In hundredths of a percent of what is paid; `undefined`: nothing is, or there is no fee. */
  readonly feeShare: number | undefined;
  /** The amounts of all inputs are there. */
  readonly isWhole: boolean;
  /** In virtual bytes, once it is signed: rather more than less, unless `isFinal`. */
  readonly vsize: number;
  /** Virtual bytes of unconfirmed transactions that it pays for, too. */
  readonly lifted: number;
  /** All inputs are final: nothing is left to be signed. */
  readonly isFinal: boolean;
  /** Why nodes would not pass it on, in Core's words; empty: they would, as far as can be told. */
  readonly nonStandard: readonly string[];
  /** Fields of a PSBT that are not known here, and those of applications, by their names. */
  readonly fields: readonly string[];
  /** The PSBT lets others add inputs or outputs (BIP370). */
  readonly isModifiable: boolean;
  /** What time it is. */
  readonly now: Now;
};

/** `ReviewFacts`, and what is odd about them. */
export type Review = ReviewFacts & {
  /** The worst first. */
  readonly findings: readonly Finding[];
};
