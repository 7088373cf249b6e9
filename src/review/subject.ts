import type { Bytes } from '../encoding/bytes.ts';
import type { GlobalXpub } from '../psbt/psbt.ts';
import type { SilentPayments } from '../psbt/silent-payments.ts';
import { walkScript } from '../script/script.ts';
import type { SighashType } from '../sighash/sighash-type.ts';
import type { Coin, Transaction } from '../transaction/transaction.ts';
import type { FindingId } from './catalog.ts';
import type { Quorum } from './lock.ts';
import type { Certainty, ReviewedInput } from './model.ts';
import type { NamedKey } from './own-keys.ts';

/** What a PSBT or a caller tells about one input, and what follows from it alone. */
export type Spend = Pick<ReviewedInput, 'lock' | 'signatures' | 'verdict'> & {
  readonly coin: Coin | undefined;
  readonly certainty: Certainty;
  readonly sighashType: SighashType | undefined;
  readonly problems: readonly FindingId[];
  /** How fields contradict the script of the coin: whole sentences. */
  readonly misfits: readonly string[];
  /** Keys that are named, and where they are said to come from. */
  readonly named: readonly NamedKey[];
  /** Keys and hashes in the scripts that lock the coin. */
  readonly items: readonly Bytes[];
  /** Its scripts may have keys of others beside the user's. */
  readonly isShared?: boolean | undefined;
  /** The keys of a multisig script. Absent: it is none, or not known. */
  readonly quorum?: Quorum | undefined;
  /** Ages that the scripts of the coin ask for, as sequence numbers. */
  readonly ages: readonly number[];
  /** What a path still needs, if no path of the input's scripts is open: whole sentences. */
  readonly unmetLock?: string | undefined;
  /** What the paths of these keys still need, if the PSBT shows all paths and none is open. */
  readonly lockOf?: ((held: readonly Bytes[]) => string | undefined) | undefined;
};

/** What a PSBT claims about an output. */
export type OutputClaim = {
  readonly named: readonly NamedKey[];
  /** Scripts that it says are hashed in it. */
  readonly scripts: readonly Bytes[];
  /** Keys and hashes in these scripts, and in the tree of a taproot output. */
  readonly items: readonly Bytes[];
  /** How fields contradict the script: whole sentences. */
  readonly misfits: readonly string[];
};

/** What is reviewed. */
export type Subject = {
  /** With the final scripts that are there. */
  readonly transaction: Transaction;
  readonly spends: readonly Spend[];
  readonly claims: readonly OutputClaim[];
  /** In virtual bytes, once it is signed. */
  readonly vsize: number;
  readonly fields: readonly string[];
  readonly isModifiable: boolean;
  /** Extended keys that signers recognise each other by (BIP174). */
  readonly xpubs: readonly GlobalXpub[];
  /** The flags of PSBT_GLOBAL_TX_MODIFIABLE (BIP370); 0: none. */
  readonly modifiable: number;
  /** Returns whether 32 bytes are a public key. Absent: not known. */
  readonly isKey?: ((xOnly: Bytes) => boolean) | undefined;
  /** `undefined`: it has none, or they cannot be recognised. */
  readonly silentPayments?: SilentPayments | undefined;
};

export const noClaim: OutputClaim = { named: [], scripts: [], items: [], misfits: [] };

/** Keys and hashes in scripts: what they push. */
export const itemsIn = (scripts: readonly Bytes[]): readonly Bytes[] =>
  scripts.flatMap((script) => (walkScript(script) ?? []).map(({ data }) => data));
