import { ComputationFault } from '../crypto/own-signatures.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import type { LegacyWish } from '../sighash/legacy-digests.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { askSigner, type VerifyAll } from './external-signer.ts';
import type { Demand, SigningProgress, Steps } from './job.ts';
import { type MadeSignature, type SignMany, signLocally, signLocallyBy } from './sign.ts';
import type { ExternalSigner } from './signature-request.ts';

/** Workers that do in parallel what this thread would do. */
export type SigningWorkers = SignMany & {
  /** Whether all of them hold. */
  readonly verifyAll: VerifyAll;
  /** 65 bytes each. */
  readonly publicKeyMany?: (
    privateKeys: readonly Bytes[],
  ) => Promise<readonly (Bytes | undefined)[]>;
  /** One for each wish, 32 bytes. Absent: this thread hashes. */
  readonly legacyDigests?: (
    transaction: Transaction,
    wishes: readonly LegacyWish[],
  ) => Promise<readonly Bytes[]>;
};

/** Other hands than this thread's. */
export type Hands = {
  /** Signs with the keys that the provider has not got. */
  readonly signer?: ExternalSigner | undefined;
  /** Sign and verify lists in parallel. */
  readonly workers?: SigningWorkers | undefined;
};

/** What this thread works with. */
export type Bench = {
  readonly secp256k1: Secp256k1;
  readonly onProgress?: ((progress: SigningProgress) => void) | undefined;
};

type SignDemand = Extract<Demand, { readonly kind: 'sign' }>;
type Made = readonly (MadeSignature | undefined)[];

/** Signatures that this thread makes before it tells how far it is. */
const CHUNK = 512;
/** The same of all workers together. */
const SHARED_CHUNK = 2048;

/** Goes through the steps in this thread. Throws a `ComputationFault` where a signature that was made does not hold. */
export function runSteps<T>(steps: Steps<T>, bench: Bench): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const demand = step.value;
    if (demand.kind === 'sign') demand.give(signInThisThread(demand, bench));
    else if (demand.kind === 'verify') demand.give(bench.secp256k1.verifyAll(demand.checks));
  }
}

function signInThisThread(
  { requests, keys }: Pick<SignDemand, 'requests' | 'keys'>,
  { secp256k1, onProgress }: Bench,
): Made {
  const total = requests.length;
  const made: (MadeSignature | undefined)[] = [];
  for (let start = 0; start < total; start += CHUNK) {
    const end = start + CHUNK;
    made.push(...signLocally(requests.slice(start, end), keys.slice(start, end), secp256k1));
    onProgress?.({ step: 'sign', done: made.length, total });
  }
  return made;
}

/**
 * The same with other hands. What an external signer returns is verified before it is used, what workers have signed before it
 * leaves. Rejects only if they do, or with a `ComputationFault`.
 */
export async function runStepsWith<T>(steps: Steps<T>, bench: Bench, hands: Hands): Promise<T> {
  const begun: Promise<boolean>[] = [];
  const result = await runToTheEnd(steps, bench, hands, begun);
  for (const hold of begun) if (!(await hold)) throw new ComputationFault('signature');
  return result;
}

/** `begun`: whether what was signed on the way holds. */
async function runToTheEnd<T>(
  steps: Steps<T>,
  bench: Bench,
  hands: Hands,
  begun: Promise<boolean>[],
): Promise<T> {
  const verifyAll: VerifyAll = (checks) =>
    hands.workers?.verifyAll(checks) ?? bench.secp256k1.verifyAll(checks);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const demand = step.value;
    if (demand.kind === 'verify') demand.give(await verifyAll(demand.checks));
    else if (demand.kind === 'sign') {
      demand.give(await signByHands(demand, bench, hands, { verifyAll, begun }));
    } else {
      const digests = await hands.workers?.legacyDigests?.(demand.transaction, demand.wishes);
      if (digests) demand.give(digests);
    }
  }
}

type Verifying = { readonly verifyAll: VerifyAll; readonly begun: Promise<boolean>[] };

/** Keys at hand sign here or in the workers, the external signer is asked for the rest. */
async function signByHands(
  demand: SignDemand,
  bench: Bench,
  hands: Hands,
  { verifyAll, begun }: Verifying,
): Promise<Made> {
  const { requests, keys } = demand;
  const { signer } = hands;
  if (signer === undefined) return signWithKeys(demand, bench, hands, begun);
  const hasKey = keys.map((key) => key !== undefined);
  const ours = requests.filter((_, i) => hasKey[i]);
  const others = requests.filter((_, i) => !hasKey[i]);
  const ourKeys = keys.filter((key) => key !== undefined);
  const own = await signWithKeys({ requests: ours, keys: ourKeys }, bench, hands, begun);
  const made = own.values();
  const asked =
    others.length > 0 ? await askSigner(signer, others, bench.secp256k1, verifyAll) : [];
  const answers = asked.values();
  return requests.map((_, i) => (hasKey[i] ? made : answers).next().value);
}

async function signWithKeys(
  demand: Pick<SignDemand, 'requests' | 'keys'>,
  bench: Bench,
  { workers }: Hands,
  begun: Promise<boolean>[],
): Promise<Made> {
  if (workers === undefined) return signInThisThread(demand, bench);
  const total = demand.requests.length;
  const made: (MadeSignature | undefined)[] = [];
  for (let start = 0; start < total; start += SHARED_CHUNK) {
    const end = start + SHARED_CHUNK;
    const [part, keys] = [demand.requests.slice(start, end), demand.keys.slice(start, end)];
    const { signatures, hold } = await signLocallyBy(workers, part, keys, bench.secp256k1);
    // Whoever waits learns of a failure; where something else fails first, nobody does.
    hold.catch(() => undefined);
    begun.push(hold);
    made.push(...signatures);
    bench.onProgress?.({ step: 'sign', done: made.length, total });
  }
  return made;
}
