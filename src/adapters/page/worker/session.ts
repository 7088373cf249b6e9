import type { ChainSource } from '../../../chain/source.ts';
import { kernelSecp256k1 } from '../../../crypto/kernel-backend.ts';
import { type Network, type NetworkName, networks } from '../../../encoding/network.ts';
import type { PlainError } from '../../../encoding/plain-error.ts';
import { joinRings, type KeyRing, wipeRing } from '../../../keys/key-ring.ts';
import type { Psbt } from '../../../psbt/psbt.ts';
import type { FindOwners } from '../../../review/evidence.ts';
import type { Review } from '../../../review/model.ts';
import type { PastCoin } from '../../../review/past.ts';
import { miscError } from '../../../rpc/error.ts';
import type { SigningWorkers } from '../../../signing/batch-signer.ts';
import type { SigningProgress } from '../../../signing/job.ts';
import { createMusigNonces } from '../../../signing/memory-nonces.ts';
import type { MusigNonces } from '../../../signing/musig-creator.ts';
import type { Pause } from '../../../signing/task.ts';
import type { Transaction } from '../../../transaction/transaction.ts';
import type { Payload } from '../../../transport/payload.ts';
import type { FrameReader } from '../../../transport/reader.ts';
import type { OpenWallet } from '../../../wallet-host/open-wallet.ts';
import { networkNames } from '../network-names.ts';
import { failure } from './failures.ts';

/** A key or a wallet that was opened. */
export type OpenKey = {
  /** Unique in the session. */
  readonly id: number;
  /** Source of the key, such as `12 seed words`. */
  readonly from: string;
  readonly ring: KeyRing;
  /** The text of a seed, so that its passphrase can be entered again. */
  readonly seed: string | undefined;
};

/**
 * Handles messages of the page between steps of long work, and ends the work if a message cancels
 * it.
 */
type Cancellation = {
  /** Starts new work. Returns its pause, which rejects if the work was cancelled since then. */
  readonly begin: () => Pause;
  /** Ends the work that was started before. */
  readonly cancel: () => void;
};

function createCancellation(): Cancellation {
  let cancelled = 0;
  return {
    begin() {
      const before = cancelled;
      return async () => {
        await new Promise((done) => setTimeout(done, 0));
        if (cancelled !== before) throw miscError('Cancelled: nothing was signed');
      };
    },
    cancel() {
      cancelled += 1;
    },
  };
}

/** State of the worker while a page is open. It ends with the worker. */
export type Session = {
  network: Network;
  /** Open keys, in the order of opening. */
  keys: readonly OpenKey[];
  /** The wallet of all keys for payments, filled from the snapshot. */
  wallet: OpenWallet | undefined;
  /** Seed words that have been typed so far. */
  words: readonly string[];
  /** Number of words of the phrase. */
  wordCount: number;
  /** A key, a seed or a file of keys that was imported and is not opened yet. */
  secret: string | undefined;
  /** The last import. */
  payload: Payload | undefined;
  /** The import that is reviewed and signed. */
  subject: Extract<Payload, { readonly bytes: unknown; kind: 'psbt' | 'transaction' }> | undefined;
  /** The decoded import, and results of its review. Ends with the import and with the keys. */
  found:
    | {
        readonly psbt: Psbt;
        /** Owners by all open keys, so that a later review does not search again. */
        readonly findOwners: FindOwners | undefined;
        /** The last review. Ends with every fact that it was made of. */
        readonly review: Review | undefined;
      }
    | undefined;
  /** The PSBT of a check, before another signer had it. */
  before: Psbt | undefined;
  /** Reader of the frames that are being scanned. */
  reader: FrameReader | undefined;
  /** Secret nonces between the two rounds of MuSig2. They end with the keys. */
  nonces: MusigNonces;
  /** The snapshot that payments are made from. */
  chain: ChainSource | undefined;
  /** Transactions that paid the keys, if no snapshot is open. */
  paid: readonly Transaction[];
  /** Transactions signed since the keys were opened, by `outPointKey` of each coin. */
  signedFor: ReadonlyMap<string, readonly PastCoin[]>;
  /** The highest label of silent payments that was shown, or looked for without that. */
  silentLabels: number;
  /** A list of coins in JSON that are swept, and the address that it is for. */
  listed: { readonly json?: string; readonly address?: string } | undefined;
  readonly cancellation: Cancellation;
  readonly onProgress: (progress: SigningProgress) => void;
};

/** Labels that every scan looks for: more of them make it slower. */
const FEW_LABELS = 3;

/** The state that locking the keys resets. */
const nothingOpen = () => ({
  keys: [],
  words: [],
  paid: [],
  secret: undefined,
  found: undefined,
  wallet: undefined,
  chain: undefined,
  listed: undefined,
  silentLabels: FEW_LABELS,
  nonces: createMusigNonces(),
  signedFor: new Map<string, readonly PastCoin[]>(),
});

export const createSession = (onProgress: Session['onProgress']): Session => ({
  ...nothingOpen(),
  network: networks.main,
  wordCount: 12,
  payload: undefined,
  subject: undefined,
  reader: undefined,
  before: undefined,
  cancellation: createCancellation(),
  onProgress,
});

/** Makes the error for data of networks other than the chosen one. */
export const otherNetwork = (theirs: readonly NetworkName[], { network }: Session): PlainError => {
  const names = theirs.map((name) => networkNames[name]).join(', ');
  return failure(
    `This is for ${names}, but the page is set to ${networkNames[network.name]}. If that is right, lock the page, then choose the network under Keys.`,
  );
};

/** Sets the import that is reviewed and signed. */
export function setSubject(session: Session, subject: Session['subject']): void {
  session.subject = subject;
  session.found = undefined;
}

/** Requires a new review, because a fact behind the last one has changed. */
export function endReview(session: Session): void {
  if (session.found !== undefined) session.found = { ...session.found, review: undefined };
}

/** Sets the open keys. */
export function setKeys(session: Session, keys: Session['keys']): void {
  session.keys = keys;
  session.found = undefined;
}

/** All keys that are open. */
export const ringOf = ({ keys }: Session): KeyRing => joinRings(keys.map(({ ring }) => ring));

/** Returns the network and curve for deriving and printing keys. */
export const ringContext = ({ network }: Session) => ({ network, secp256k1: kernelSecp256k1 });

/** Overwrites all keys and clears typed secrets. */
export function forgetKeys(session: Session): void {
  for (const { ring } of session.keys) wipeRing(ring);
  Object.assign(session, nothingOpen());
}

/** Signs and verifies lists with the curve, and reads the page's messages before each list. */
export function cancellable(pause: Pause): SigningWorkers {
  const pausing = <T, S>(sign: (list: readonly T[]) => S) => {
    return async (list: readonly T[]) => {
      await pause();
      return sign(list);
    };
  };
  return {
    signEcdsaMany: pausing(kernelSecp256k1.signEcdsaMany),
    signSchnorrMany: pausing(kernelSecp256k1.signSchnorrMany),
    verifyAll: pausing(kernelSecp256k1.verifyAll),
  };
}
