import type { ChainSource } from '../../../chain/source.ts';
import { kernelSecp256k1 } from '../../../crypto/kernel-backend.ts';
import { type Network, networks } from '../../../encoding/network.ts';
import { PlainError } from '../../../encoding/plain-error.ts';
import { isJsonObject, type JsonObject } from '../../../json/json.ts';
import type { Psbt } from '../../../psbt/psbt.ts';
import { screenPolicy } from '../../../review/policy.ts';
import type { Context } from '../../../rpc/context.ts';
import { runMethod } from '../../../rpc/execute.ts';
import type { RpcMethod } from '../../../rpc/method.ts';
import { fromPlain, type PlainValue } from '../../../rpc/plain.ts';
import type { SigningWorkers } from '../../../signing/batch-signer.ts';
import type { SigningProgress } from '../../../signing/job.ts';
import type { Carried } from '../../../transport/carried.ts';
import type { FrameReader } from '../../../transport/reader.ts';
import { wipeKeys } from '../../../wallet/keys/encryption.ts';
import { keysOf } from '../../../wallet/keys/keyring.ts';
import { openWalletsOf, type WalletHost } from '../../../wallet-host/host.ts';
import { createMemoryHost } from '../../../wallet-host/memory-host.ts';
import { type Cancellation, createCancellation } from './cancellation.ts';

/** What the worker holds while a page is open. All of it ends with the worker. */
export type Session = {
  network: Network;
  wallets: WalletHost;
  /** Seed words as far as they are typed. */
  words: readonly string[];
  /** A key, a seed or a file of keys that was carried in and is not opened yet. */
  secret: string | undefined;
  /** What was carried in last. */
  carried: Carried | undefined;
  /** Of a check: the PSBT before another signer had it. */
  before: Psbt | undefined;
  /** Of the frames that are being read. */
  reader: FrameReader | undefined;
  /** The snapshot that payments are made from. */
  chain: ChainSource | undefined;
  /** Of the wallet's accounts, without private keys. */
  descriptors: readonly string[];
  readonly cancellation: Cancellation;
  readonly onProgress: (progress: SigningProgress) => void;
};

/** How far the open wallet knows its addresses at once, which takes a second on a phone. */
export const LOOK_AHEAD = 200;

const newHost = () => createMemoryHost({ keypoolSize: LOOK_AHEAD });

export function createSession(onProgress: Session['onProgress']): Session {
  return {
    network: networks.main,
    wallets: newHost(),
    words: [],
    secret: undefined,
    carried: undefined,
    reader: undefined,
    before: undefined,
    chain: undefined,
    descriptors: [],
    cancellation: createCancellation(),
    onProgress,
  };
}

/** With a capital letter, as it stands alone. */
export const sentence = (text: string): string =>
  text.replace(/^[a-z]/, (first) => first.toUpperCase());

/** What a person is told in place of an answer. */
export const failure = (message: string): PlainError => new PlainError('PageError', message);

/** Ends the wallet and forgets what was typed: the keys are overwritten. */
export function forgetKeys(session: Session): void {
  for (const { value } of openWalletsOf(session.wallets)) {
    wipeKeys(keysOf(value.keyring) ?? new Map());
  }
  session.wallets = newHost();
  session.words = [];
  session.secret = undefined;
  session.descriptors = [];
  session.chain = undefined;
}

/** The curve by the list, with a look at the page's messages before each. */
function cancellable({ cancellation }: Session): SigningWorkers {
  const begun = <T, S>(sign: (list: readonly T[]) => S) => {
    return async (list: readonly T[]) => {
      await cancellation.pause();
      return sign(list);
    };
  };
  return {
    signEcdsaMany: begun(kernelSecp256k1.signEcdsaMany),
    signSchnorrMany: begun(kernelSecp256k1.signSchnorrMany),
    verifyAll: begun(kernelSecp256k1.verifyAll),
  };
}

export function contextOf(session: Session): Context {
  const { network, wallets, chain, onProgress } = session;
  return {
    network,
    wallets,
    profile: 'default',
    secp256k1: kernelSecp256k1,
    policy: screenPolicy,
    workers: cancellable(session),
    onProgress,
    details: true,
    now: () => Math.floor(Date.now() / 1000),
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    pause: session.cancellation.pause,
    ...(chain !== undefined && { chain }),
  };
}

/** A method of the engine; what it throws is in words for a person. */
export async function callMethod(
  session: Session,
  method: RpcMethod,
  params: { readonly [name: string]: PlainValue | undefined },
  asking: Pick<Context, 'approve'> = {},
): Promise<JsonObject> {
  const given = fromPlain(params);
  session.cancellation.begin();
  const answer = await runMethod(method, isJsonObject(given) ? given : { members: [] }, {
    ...contextOf(session),
    ...asking,
  });
  return isJsonObject(answer) ? answer : { members: [['answer', answer]] };
}
