import { kernelSecp256k1 } from '../../../crypto/kernel-backend.ts';
import { type Network, type NetworkName, networks } from '../../../encoding/network.ts';
import type { PlainError } from '../../../encoding/plain-error.ts';
import type { ImportedWallet } from '../../../formats/import.ts';
import { joinRings, type KeyRing, wipeRing } from '../../../keys/key-ring.ts';
import type { Psbt } from '../../../psbt/psbt.ts';
import type { SigningProgress } from '../../../signing/job.ts';
import { createMusigNonces } from '../../../signing/memory-nonces.ts';
import type { MusigNonces } from '../../../signing/musig-creator.ts';
import type { Payload } from '../../../transport/payload.ts';
import type { FrameReader } from '../../../transport/reader.ts';
import { networkNames } from '../network-names.ts';
import { type Cancellation, createCancellation } from './cancellation.ts';
import type { CoinFacts, FoundReview } from './coin-facts.ts';
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

/** State of the worker while a page is open. It ends with the worker. */
export type Session = CoinFacts & {
  network: Network;
  /** Open keys, in the order of opening. */
  keys: readonly OpenKey[];
  /** Seed words that have been typed so far. */
  words: readonly string[];
  /** Number of words of the phrase. */
  wordCount: number;
  /** The user chose this number, or the words that were made have it. */
  isCounted: boolean;
  /** Words that were just made, until keys are opened. */
  made: readonly string[] | undefined;
  /** A key, a seed or a file of keys that was imported and is not opened yet. */
  secret: string | undefined;
  /** Names of keys in the files that were opened, by fingerprint. */
  keyNames: ReadonlyMap<string, string>;
  /** Names in the wallet file that is being opened. */
  named: Pick<ImportedWallet, 'name' | 'keyNames'> | undefined;
  /** The last import. */
  payload: Payload | undefined;
  /** The import that is reviewed and signed. */
  subject: Extract<Payload, { readonly bytes: unknown; kind: 'psbt' | 'transaction' }> | undefined;
  /** The decoded import, and results of its review. Ends with the import and with the keys. */
  found: FoundReview | undefined;
  /** The PSBT of a check, before another signer had it. */
  before: Psbt | undefined;
  /** Reader of the frames that are being scanned. */
  reader: FrameReader | undefined;
  /** Secret nonces between the two rounds of MuSig2. They end with the keys. */
  nonces: MusigNonces;
  /** The highest label of silent payments that was shown, or looked for without that. */
  silentLabels: number;
  readonly cancellation: Cancellation;
  readonly onProgress: (progress: SigningProgress) => void;
};

/** Labels that every scan looks for: more of them make it slower. */
const FEW_LABELS = 3;

/** The coins of no wallet. */
export const noCoins = () => ({
  paid: [],
  wallet: undefined,
  chain: undefined,
  listed: [],
});

/** The state that locking the keys resets. */
const nothingOpen = () => ({
  ...noCoins(),
  keys: [],
  keyNames: new Map<string, string>(),
  named: undefined,
  words: [],
  isCounted: false,
  made: undefined,
  secret: undefined,
  found: undefined,
  silentLabels: FEW_LABELS,
  nonces: createMusigNonces(),
  signedFor: new Map(),
  sentAll: undefined,
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
  const isTest = network !== networks.main && !theirs.includes('main');
  if (isTest) {
    return failure(
      `This is for ${names}, but the page is set to ${networkNames[network.name]}. Choose the network under Keys.`,
    );
  }
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
  // A file that is still opening would add its keys.
  session.cancellation.cancel();
  for (const { ring } of session.keys) wipeRing(ring);
  Object.assign(session, nothingOpen());
}
