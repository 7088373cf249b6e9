import type { Satoshis } from '../encoding/amount.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { argumentError } from '../encoding/coldsign-error.ts';
import type { Network, NetworkName } from '../encoding/network.ts';
import type { NamedOutput } from '../names/judge-names.ts';
import type { SilentOutput } from '../psbt/silent-payments.ts';
import type { FeeTiers } from '../transaction/fee-bounds.ts';
import type { Coin } from '../transaction/transaction.ts';
import type { Now, Owner } from './model.ts';
import type { OwnKeys } from './own-keys.ts';
import type { PastCoin } from './past.ts';

/** A script to look up, and positions that the PSBT names for it. */
export type OwnerQuestion = {
  /** The scriptPubKey. */
  readonly scriptPubKey: Bytes;
  /** Positions to try first. */
  readonly hints: readonly number[];
  /**
   * The silent payment address that the output pays, if its script is proven or not computed yet.
   */
  readonly silent?: Pick<SilentOutput, 'recipient' | 'label'> | undefined;
};

/** Finds the owners of scripts by deriving them: `undefined` for scripts of others. */
export type FindOwners = {
  /** `spent`: the scripts of the transaction's coins, if the questions are about outputs. */
  (questions: readonly OwnerQuestion[], spent?: readonly Bytes[]): readonly (Owner | undefined)[];
  /** The keys behind the scripts. Absent: claims are judged by fingerprints only. */
  readonly keys?: OwnKeys | undefined;
  /**
   * Derives what the questions need, and lets other work run after every few positions. Absent: the
   * answers take no time, or come in one piece.
   */
  readonly prepare?:
    | ((
        questions: readonly OwnerQuestion[],
        pause: () => Promise<void>,
      ) => Generator<Promise<void>, void, void>)
    | undefined;
  /** Scripts of the user that are derived already. Absent: only those of the transaction. */
  readonly scripts?: (() => readonly Bytes[]) | undefined;
  /** The network of its keys, as `keyOwners` got it. Absent: unknown. */
  readonly network?: NetworkName | undefined;
};

/** Throws if owners were found with keys of another network than that of the review. */
export function requireOneNetwork(name: string, { network, findOwners }: Evidence): void {
  if (findOwners?.network === undefined || findOwners.network === network.name) return;
  throw argumentError(
    `${name}: evidence.findOwners is of ${findOwners.network}, and evidence.network is ${network.name}`,
    'Give keyOwners and the review the same network.',
  );
}

/** Asks for owners. Refuses an answer that would leave outputs without a verdict. */
export function askOwners(
  findOwners: FindOwners,
  ...asked: Parameters<FindOwners>
): readonly (Owner | undefined)[] {
  const [questions] = asked;
  const owners: unknown = findOwners(...asked);
  if (Array.isArray(owners) && owners.length === questions.length) return owners;
  throw argumentError(
    'findOwners must return a list with an owner, or undefined, for each question, and no promise',
    'Write (questions) => questions.map(({ scriptPubKey }) => ...), or use keyOwners.',
  );
}

/** A coin that the chain or the wallet knows. */
export type KnownCoin = Coin & {
  /** Height of the block that created it. Absent: unknown. */
  readonly height?: number | undefined;
};

/** Heights of coins and of the chain. */
export type CoinAges = {
  /** Height of the newest block that the chain knows. There may be newer ones. */
  readonly tip: number;
  /** Heights of the blocks that created coins, by `outPointKey`. */
  readonly heights: ReadonlyMap<string, number>;
};

/** Information that a review needs in addition to the transaction. */
export type Evidence = {
  /** The network of addresses and keys. */
  readonly network: Network;
  /** Absent: the review does not know what is the user's. */
  readonly findOwners?: FindOwners | undefined;
  /** Coins that the chain or the wallet knows, by `outPointKey`. Absent: none. */
  readonly known?: ReadonlyMap<string, KnownCoin> | undefined;
  /** Ages of coins that the chain knows. Absent: the heights in `known` and `now` count. */
  readonly ages?: CoinAges | undefined;
  /** `known` is complete: a coin that it does not have is spent or does not exist. */
  readonly knowsAllCoins?: boolean | undefined;
  /** Scripts that were paid before, or that the caller trusts. */
  readonly knownScripts?: readonly Bytes[] | undefined;
  /** Absent: time and height are unknown. */
  readonly now?: Now | undefined;
  /**
   * The fee in satoshi, if the caller knows it without the amounts of all coins.
   */
  readonly fee?: Satoshis | undefined;
  /** Verdicts on proofs of payment names (BIP353). Absent: proofs are not verified. */
  readonly names?: readonly NamedOutput[] | undefined;
  /** Limits for warnings and stops about the fee. Absent: `defaultFeeTiers`. */
  readonly fees?: FeeTiers | undefined;
  /** Current fee rate of a snapshot, in sat/vB. Absent: unknown. */
  readonly expectedFeeRate?: number | undefined;
  /** Virtual bytes of unconfirmed transactions that this one also pays for. Absent: none. */
  readonly lifted?: number | undefined;
  /** Coins that were reviewed or signed before, by `outPointKey`. */
  readonly past?: ReadonlyMap<string, PastCoin> | undefined;
  /**
   * The user's transactions that already spend a coin, by `outPointKey`, as in `pastCoins`.
   */
  readonly spent?: ReadonlyMap<string, readonly PastCoin[]> | undefined;
};
