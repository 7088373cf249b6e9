import { Worker } from 'node:worker_threads';
import type {
  EcdsaSigning,
  NewSignature,
  SchnorrSigning,
  Secp256k1,
  SignatureCheck,
} from '../../crypto/secp256k1.ts';
import { type Bytes, emptyBytes } from '../../encoding/bytes.ts';
import type { LegacyWish } from '../../sighash/legacy-digests.ts';
import { encodeTransaction } from '../../transaction/codec.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import type { CurveWorkerData } from './curve-worker.ts';
import {
  packChecks,
  packEcdsa,
  packLegacyWishes,
  packPrivateKeys,
  packSchnorr,
  readDigests,
  readPublicKeys,
  readSignatures,
  readVerdict,
  type Task,
  type TaskReply,
} from './task.ts';

/** Threads that sign and verify lists, each a part. They start when they are needed, stay, and keep no process alive. */
export type CurvePool = {
  /** As `Secp256k1.publicKeyMany`, 65 bytes each. */
  publicKeyMany(privateKeys: readonly Bytes[]): Promise<(Bytes | undefined)[]>;
  signEcdsaMany(list: readonly EcdsaSigning[]): Promise<(NewSignature | undefined)[]>;
  signSchnorrMany(list: readonly SchnorrSigning[]): Promise<(NewSignature | undefined)[]>;
  /** As `Secp256k1.verifyAll`. */
  verifyAll(list: readonly SignatureCheck[]): Promise<boolean>;
  /** As the function of that name. */
  legacyDigests(transaction: Transaction, wishes: readonly LegacyWish[]): Promise<Bytes[]>;
  /** Ends the threads; work that they have is rejected. */
  close(): Promise<void>;
};

export type CurvePoolOptions = {
  /** The file that calls `runCurveWorker` when it is started as a worker. */
  readonly entry: URL;
  readonly threads: number;
  /** Does short lists in this thread. */
  readonly curve: Secp256k1;
  /** Lists shorter than this are not worth a message to another thread. Default 32. */
  readonly shortest?: number;
};

export function createCurvePool(options: CurvePoolOptions): CurvePool {
  const { threads, curve, shortest = 32 } = options;
  const crew = createCrew(options);
  const share = <T>(list: readonly T[], pack: (part: readonly T[]) => Task): Promise<TaskReply[]> =>
    Promise.all(parts(list, threads).map((part) => crew.run(pack(part))));
  return {
    async publicKeyMany(list) {
      if (list.length < shortest) return curve.publicKeyMany(list, false);
      return (await share(list, packPrivateKeys)).flatMap(readPublicKeys);
    },
    async signEcdsaMany(list) {
      if (list.length < shortest) return curve.signEcdsaMany(list);
      return (await share(list, packEcdsa)).flatMap(readSignatures);
    },
    async signSchnorrMany(list) {
      if (list.length < shortest) return curve.signSchnorrMany(list);
      return (await share(list, packSchnorr)).flatMap(readSignatures);
    },
    async verifyAll(list) {
      if (list.length < shortest) return curve.verifyAll(list);
      return (await share(list, packChecks)).every(readVerdict);
    },
    async legacyDigests(transaction, wishes) {
      const encoded = encodeTransaction(transaction, { witness: false });
      // In turn, as inputs further in front have more to hash.
      const turns = Array.from({ length: threads }, (_, turn) =>
        wishes.filter((_wish, i) => i % threads === turn),
      );
      const replies = await Promise.all(
        turns.map(async (turn) => readDigests(await crew.run(packLegacyWishes(encoded, turn)))),
      );
      return wishes.map((_, i) => replies[i % threads]?.[Math.floor(i / threads)] ?? emptyBytes);
    },
    close: crew.close,
  };
}

/** Neighbours together, all parts of about the same length. */
function parts<T>(list: readonly T[], count: number): (readonly T[])[] {
  const size = Math.ceil(list.length / count);
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) =>
    list.slice(i * size, (i + 1) * size),
  );
}

type Crew = { run(task: Task): Promise<TaskReply>; close(): Promise<void> };
type Waiting = { readonly done: (worker: Worker) => void; readonly fail: (error: Error) => void };

function createCrew({ entry, threads }: CurvePoolOptions): Crew {
  const workerData: CurveWorkerData = { role: 'coldsign-curve' };
  // What a list leaves behind is short-lived: more room for it would only be more memory.
  const resourceLimits = { maxYoungGenerationSizeMb: 4 };
  const all = new Set<Worker>();
  const idle: Worker[] = [];
  const queue: Waiting[] = [];

  function start(): Worker {
    const worker = new Worker(entry, { workerData, resourceLimits });
    all.add(worker);
    worker.once('exit', () => {
      all.delete(worker);
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
      queue.shift()?.done(start());
    });
    return worker;
  }

  async function take(): Promise<Worker> {
    const worker = idle.pop() ?? (all.size < threads ? start() : undefined);
    return worker ?? new Promise((done, fail) => queue.push({ done, fail }));
  }

  function giveBack(worker: Worker): void {
    const next = queue.shift();
    if (next === undefined) idle.push(worker);
    else next.done(worker);
  }

  return {
    async run(task) {
      const worker = await take();
      worker.ref();
      const reply = await ask(worker, task);
      worker.unref();
      giveBack(worker);
      return reply;
    },
    async close() {
      for (const { fail } of queue.splice(0)) fail(new Error('the pool of threads was closed'));
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

/** Rejects when the thread ends of the task; the pool starts another for the next one. */
function ask(worker: Worker, task: Task): Promise<TaskReply> {
  return new Promise((done, fail) => {
    const settle = (finish: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      finish();
    };
    const onMessage = (reply: TaskReply) => settle(() => done(reply));
    const onError = (error: unknown) => settle(() => fail(error));
    const onExit = () => settle(() => fail(new Error('the thread ended before it answered')));
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(task, [task.packed.buffer]);
  });
}
