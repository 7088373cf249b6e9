import type { Bytes } from '../encoding/bytes.ts';
import type { GlobalXpub } from '../psbt/psbt.ts';
import type { SilentPayments } from '../psbt/silent-payments.ts';
import { walkScript } from '../script/script.ts';
import type { SighashType } from '../sighash/sighash-type.ts';
import type { Coin, Transaction } from '../transaction/transaction.ts';
import type { FindingId } from './catalog.ts';
import type { FindOwners } from './evidence.ts';
import type { Quorum } from './lock.ts';
import type { Certainty, ReviewedInput } from './model.ts';
import type { NamedKey } from './own-keys.ts';

/** Waiting paths of an input whose script also has a path without a wait. */
export type Waiting = {
  /** Ages of the waiting paths that the sequence number opens. */
  readonly ages: readonly number[];
  /** True if keys of the user are in one of these paths. */
  readonly isOwn: boolean;
  /** True if the user's keys also sign a path without a wait. */
  readonly hasFreePath: boolean;
};

/** Information about one input from a PSBT or a caller, and conclusions from it. */
export type Spend = Pick<ReviewedInput, 'lock' | 'signatures' | 'verdict'> & {
  readonly coin: Coin | undefined;
  readonly certainty: Certainty;
  readonly sighashType: SighashType | undefined;
  readonly problems: readonly FindingId[];
  /** Sentences on how fields contradict the script of the coin. */
  readonly misfits: readonly string[];
  /** Sentences on fields that name what does not belong to the script of the coin. */
  readonly strays?: readonly string[] | undefined;
  /** Named keys and their stated origins. */
  readonly named: readonly NamedKey[];
  /** Keys and hashes in the scripts that lock the coin. */
  readonly items: readonly Bytes[];
  /** True if its scripts may contain other people's keys besides the user's. */
  readonly isShared?: boolean | undefined;
  /** Keys of a multisig script. Absent for another or unknown script. */
  readonly quorum?: Quorum | undefined;
  /** Ages that the coin's scripts require, as sequence numbers. */
  readonly ages: readonly number[];
  /** True if nodes do not relay a transaction that spends its scripts. */
  readonly isUnrelayed?: boolean | undefined;
  /** True if the coin may have hidden scripts with other ages. */
  readonly hidesScripts?: boolean | undefined;
  /** Sentences on what a path still needs, if no path of the input's scripts is open. */
  readonly unmetLock?: string | undefined;
  /** Returns the paths that the input waits for. `held` are keys of the user. */
  readonly waitingOf?: ((held: readonly Bytes[]) => Waiting | undefined) | undefined;
  /**
   * Returns what the paths of these keys still need, if the PSBT shows all paths and none is open.
   */
  readonly lockOf?: ((held: readonly Bytes[]) => string | undefined) | undefined;
};

/** The internal key and all leaves that a taproot output commits to. */
export type HiddenTree = {
  readonly internalKey: Bytes;
  readonly leaves: readonly { readonly leafVersion: number; readonly script: Bytes }[];
};

/** Claims of a PSBT about an output. */
export type OutputClaim = {
  readonly named: readonly NamedKey[];
  /** Scripts that the PSBT names for the output to hash. */
  readonly scripts: readonly Bytes[];
  /** Absent if the PSBT does not show the tree of a taproot output. */
  readonly tree?: HiddenTree | undefined;
  /** Keys and hashes in these scripts, and in the tree of a taproot output. */
  readonly items: readonly Bytes[];
  /** Keys of a multisig script. Absent for another or unknown script. */
  readonly quorum?: Quorum | undefined;
  /** True if nodes do not relay a transaction that spends its scripts. */
  readonly isUnrelayed?: boolean | undefined;
  /** Sentences on how fields contradict the script. */
  readonly misfits: readonly string[];
  /** Sentences on fields that name what does not belong to the script. */
  readonly strays?: readonly string[] | undefined;
};

/** The transaction under review, and the information that came with it. */
export type Subject = {
  /** Transaction including existing final scripts. */
  readonly transaction: Transaction;
  readonly spends: readonly Spend[];
  readonly claims: readonly OutputClaim[];
  /** Virtual bytes after signing. */
  readonly vsize: number;
  readonly fields: readonly string[];
  readonly isModifiable: boolean;
  /** Extended keys by which signers recognize each other (BIP174). */
  readonly xpubs: readonly GlobalXpub[];
  /** True if one does not derive a coin's key that is named below its path. */
  readonly hasForeignXpub?: boolean | undefined;
  /** Flags of PSBT_GLOBAL_TX_MODIFIABLE (BIP370); 0 if there are none. */
  readonly modifiable: number;
  /** Returns whether 32 bytes are a public key. Absent if that is unknown. */
  readonly isKey?: ((xOnly: Bytes) => boolean) | undefined;
  /** Finds the scripts of the wallet of these coins, if the extended keys derive all of them. */
  readonly walletOf?: ((spends: readonly Spend[]) => FindOwners | undefined) | undefined;
  /** Absent if it has none, or if they cannot be recognized. */
  readonly silentPayments?: SilentPayments | undefined;
};

export const noClaim: OutputClaim = { named: [], scripts: [], items: [], misfits: [] };

/** Returns the keys and hashes in scripts, which are the data that they push. */
export const itemsIn = (scripts: readonly Bytes[]): readonly Bytes[] =>
  scripts.flatMap((script) => (walkScript(script) ?? []).map(({ data }) => data));
