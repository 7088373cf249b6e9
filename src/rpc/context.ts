import type { ChainSource } from '../chain/source.ts';
import type { DeriveKey } from '../crypto/passphrase.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import type { Network } from '../encoding/network.ts';
import type { Mining } from '../mining/mining.ts';
import type { Finding, Review } from '../review/model.ts';
import type { Policy } from '../review/policy.ts';
import type { SigningWorkers } from '../signing/batch-signer.ts';
import type { SigningProgress } from '../signing/job.ts';
import type { MusigNonces } from '../signing/musig-nonces.ts';
import type { ExternalSigner } from '../signing/signature-request.ts';
import type { Coin, OutPoint } from '../transaction/transaction.ts';
import type { WalletHost } from '../wallet-host/host.ts';

/**
 * `core`: Core's current release to the byte. `default`: the same but for the points in
 * `rpc/profile.ts`.
 */
export type Profile = 'default' | 'core';

/**
 * Keys that are not here, and who signs with them: a device, another process, a service behind a
 * promise.
 */
export type ExternalKeys = {
  /**
   * The keys that it can sign with, 33 or 65 bytes each. Left out: it is asked for every key that
   * the descriptors at hand name (a wallet's, or those of the call), each with its origin where
   * they tell it.
   */
  readonly publicKeys?: readonly Bytes[] | undefined;
  /** Is handed what has to be signed, and answers with signatures. */
  readonly sign: ExternalSigner;
};

/** How the command of a device ended: the first lines of what it printed. */
export type CommandAnswer = {
  /** 0: it succeeded. */
  readonly status: number;
  /** The first line on standard output. */
  readonly output: string;
  /** The first line on standard error. */
  readonly errors: string;
};

/**
 * A command that speaks for signing devices, as HWI does: bitcoind's `-signer`. Whoever starts the
 * program names it; no call and no wallet can.
 */
export type SignerCommand = {
  /** As it was named. Its words are parted by spaces and tabs, and no shell reads them. */
  readonly command: string;
  /**
   * Runs it with these words behind its own and `input` on its standard input. Rejects with `Error`
   * when it cannot be run, takes too long or prints too much.
   */
  run(words: readonly string[], input: string): Promise<CommandAnswer>;
};

/** Whether to sign, or: sign although a policy refuses these findings. */
export type Approval =
  | boolean
  | {
      /** Ids of findings that a person has confirmed, one by one. */
      readonly confirmed: readonly string[];
    };

/** What a method may ask of the world. Library callers pass it; adapters build it at start. */
export type Context = {
  /** Whose addresses, keys and rules hold. */
  readonly network: Network;
  /** Whether answers may know better than Core. */
  readonly profile: Profile;
  /** The curve that keys are derived, signatures made and verified with. */
  readonly secp256k1: Secp256k1;
  /** The unspent coins known for these outpoints, by `outPointKey`. Absent: nothing is known. */
  readonly findCoins?: (
    outPoints: readonly OutPoint[],
  ) => ReadonlyMap<string, Coin> | Promise<ReadonlyMap<string, Coin>>;
  /**
   * Asked before signatures are made, not in the profile `core`: what the transaction does. False:
   * nothing is signed, and the call fails. `refused`: what the policy does not allow. Then the call
   * fails, unless the answer confirms each of them and `canConfirm` allows that.
   */
  readonly approve?: (review: Review, refused: readonly Finding[]) => Approval | Promise<Approval>;
  /**
   * Which findings of a review stop a signing, not in the profile `core`. Absent: only the fee
   * does, and what nobody can spend.
   */
  readonly policy?: Policy | undefined;
  /** Told how far a signing is. */
  readonly onProgress?: (progress: SigningProgress) => void;
  /**
   * Beyond Core: results of signing, and of PSBTs outside the profile `core`, get a member
   * `details` about the inputs that are not in order.
   */
  readonly details?: boolean;
  /**
   * Keys on another device or behind a promise, which sign beside those at hand: raw transactions
   * and PSBTs.
   */
  readonly signer?: ExternalKeys;
  /** Who signs for wallets of `external_signer`. Absent: nobody does. */
  readonly signerCommand?: SignerCommand | undefined;
  /** Threads that sign and verify in parallel. */
  readonly workers?: SigningWorkers;
  /** A node or a snapshot. Absent: there is no chain to ask. */
  readonly chain?: ChainSource;
  /** Absent: Core's defaults, and every template is made anew. */
  readonly mining?: Mining;
  /** Absent: there are no wallets, and no methods about them. */
  readonly wallets?: WalletHost;
  /** The wallet that the path named (`/wallet/NAME`). */
  readonly walletName?: string;
  /** Seconds since 1970. */
  readonly now?: () => number;
  /**
   * Awaited between the calls of a batch and the steps of long work, so that others can be served
   * meanwhile.
   */
  readonly pause?: () => Promise<void>;
  /** Stops that clock, on regtest; 0: it goes again. */
  readonly setTime?: (seconds: number) => void;
  /**
   * Seconds that only go forward, from any beginning. Absent: wallets lock themselves by `now`
   * alone.
   */
  readonly uptime?: () => number;
  /**
   * What a passphrase is tried with, beside this thread. Absent: it is computed here, and holds
   * everything up meanwhile.
   */
  readonly deriveKey?: DeriveKey;
  /** Fills with randomness; seeded in tests. */
  readonly random?: (length: number) => Uint8Array;
  /**
   * Where secret nonces of MuSig2 wait for their second round. Absent: PSBTs are not signed by
   * MuSig2.
   */
  readonly musigNonces?: MusigNonces;
  /** Told what the caller should know beside the answer, such as that the chain's facts are old. */
  readonly notify?: (notice: string) => void;
  /** Told what was thrown where nothing may be: for the adapter's log. */
  readonly reportBug?: (error: unknown) => void;
};
