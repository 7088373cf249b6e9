import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { NamedOutput } from '../names/judge-names.ts';
import type { Psbt } from '../psbt/psbt.ts';
import type { Finding, Review } from '../review/model.ts';
import type { Policy } from '../review/policy-kinds.ts';
import type { SigningWorkers } from '../signing/batch-signer.ts';
import type { SigningProgress } from '../signing/job.ts';
import type { MusigNonces } from '../signing/musig-creator.ts';
import type { ExternalSigner } from '../signing/signature-request.ts';
import type { Coin, OutPoint } from '../transaction/transaction.ts';

/**
 * Keys that are held elsewhere, and the function that signs with them: a device, another process or
 * a service.
 */
export type ExternalKeys = {
  /**
   * The keys that it can sign with, 33 or 65 bytes each. If absent, it gets a request for every key
   * in the descriptors of the wallet or of the call, with the key's origin if they contain it.
   */
  readonly publicKeys?: readonly Bytes[] | undefined;
  /** Gets signing requests, and returns signatures. */
  readonly sign: ExternalSigner;
};

/** The exit status of a device's command and the first lines of its output. */
export type CommandAnswer = {
  /** 0: it succeeded. */
  readonly status: number;
  /** The first line on standard output. */
  readonly output: string;
  /** The first line on standard error. */
  readonly errors: string;
};

/**
 * A command that talks to signing devices as HWI does (bitcoind's `-signer`). Only the person who
 * starts the program can set it, never a call or a wallet.
 */
export type SignerCommand = {
  /** The command as given. Spaces and tabs separate its words; no shell reads them. */
  readonly command: string;
  /**
   * Runs the command with these additional arguments, and with `input` on its standard input.
   * Rejects with `Error` if it cannot be run, takes too long or prints too much.
   */
  run(words: readonly string[], input: string): Promise<CommandAnswer>;
};

/** Permission to sign. An object also overrides a policy's refusal of the listed findings. */
export type Approval =
  | boolean
  | {
      /** Ids of findings that a person has confirmed, one by one. */
      readonly confirmed: readonly string[];
    };

/** The part of a context that signing needs: keys, coins, review, approval and nonces. */
export type SigningContext = {
  /** The curve that keys are derived, signatures made and verified with. */
  readonly secp256k1: Secp256k1;
  /**
   * Returns the known unspent coins of these outpoints, by `outPointKey`. If absent, no coin is
   * known.
   */
  readonly findCoins?: (
    outPoints: readonly OutPoint[],
  ) => ReadonlyMap<string, Coin> | Promise<ReadonlyMap<string, Coin>>;
  /**
   * Called with the review before anything is signed, except in the profile `core`. If it returns
   * false, the call fails and signs nothing. `refused` contains the findings that the policy does
   * not allow. Then the call fails unless the answer confirms each of them and `canConfirm` allows
   * that.
   */
  readonly approve?: (review: Review, refused: readonly Finding[]) => Approval | Promise<Approval>;
  /**
   * Findings of a review that stop signing (not in the profile `core`). If absent, only the fee and
   * unspendable outputs do.
   */
  readonly policy?: Policy | undefined;
  /** Called with the progress of signing. */
  readonly onProgress?: (progress: SigningProgress) => void;
  /**
   * Beyond Core: results of signing, and of PSBTs outside the profile `core`, get a member
   * `details` about the inputs that are not in order.
   */
  readonly details?: boolean;
  /**
   * Keys on another device or service, which sign raw transactions and PSBTs in addition to the
   * given keys.
   */
  readonly signer?: ExternalKeys;
  /** Keys that sign messages instead of a wallet. */
  readonly messageKeys?: KeyRing;
  /** Signs for wallets with `external_signer`. If absent, they cannot sign. */
  readonly signerCommand?: SignerCommand | undefined;
  /** Threads that sign and verify in parallel. */
  readonly workers?: SigningWorkers;
  /** Verifies the names that a PSBT claims to pay (BIP353). If absent, they are not verified. */
  readonly judgeNames?: ((psbt: Psbt) => Promise<readonly NamedOutput[]>) | undefined;
  /**
   * Stores secret MuSig2 nonces until the second round. If absent, PSBTs are not signed by MuSig2.
   */
  readonly musigNonces?: MusigNonces;
  /**
   * Set to sign by MuSig2 in one round if all other nonces are in the PSBT (BIP327,
   * DeterministicSign), without stored nonces. The call that adds the last partial signature then
   * also completes the input. Default: false, as in Core.
   */
  readonly musigSignsLast?: boolean | undefined;
};
