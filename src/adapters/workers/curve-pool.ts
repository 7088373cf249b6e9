import type {
  EcdsaSigning,
  NewSignature,
  SchnorrSigning,
  Secp256k1,
  SignatureCheck,
} from '../../crypto/secp256k1.ts';
import { type Bytes, emptyBytes } from '../../encoding/bytes.ts';
import { type LegacyWish, legacyDigests } from '../../sighash/legacy-digests.ts';
import { encodeTransaction } from '../../transaction/codec.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import { createBegunChecks } from './begun-checks.ts';
import { createCrew } from './crew.ts';
import { startNativeSha256 } from './native-sha256.ts';
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
  const crew = createCrew(options.entry, threads);
  const begun = createBegunChecks();
  const share = <T>(list: readonly T[], pack: (part: readonly T[]) => Task): Promise<TaskReply[]> =>
    Promise.all(parts(list, threads).map((part) => crew.run(pack(part)).first));
  const sign = async <T extends EcdsaSigning>(
    kind: SignatureCheck['kind'],
    list: readonly T[],
    pack: (part: readonly T[]) => Task,
  ) => {
    const made = parts(list, threads).map(async (part) => {
      const { first, last } = crew.run(pack(part));
      const signatures = readSignatures(await first);
      begun.note(kind, part, signatures, last.then(readVerdict));
      return signatures;
    });
    return (await Promise.all(made)).flat();
  };
  return {
    async publicKeyMany(list) {
      if (list.length < shortest) return curve.publicKeyMany(list, false);
      return (await share(list, packPrivateKeys)).flatMap(readPublicKeys);
    },
    async signEcdsaMany(list) {
      if (list.length < shortest) return curve.signEcdsaMany(list);
      return sign('ecdsa', list, packEcdsa);
    },
    async signSchnorrMany(list) {
      if (list.length < shortest) return curve.signSchnorrMany(list);
      return sign('schnorr', list, packSchnorr);
    },
    async verifyAll(list) {
      const open = await begun.remaining(list);
      if (open.length < shortest) return curve.verifyAll(open);
      return (await share(open, packChecks)).every(readVerdict);
    },
    async legacyDigests(transaction, wishes) {
      // With Node's hash this thread is soon done with them.
      if (wishes.length < 32 * shortest) {
        return legacyDigests(transaction, wishes, startNativeSha256);
      }
      const encoded = encodeTransaction(transaction, { witness: false });
      // In turn, as inputs further in front have more to hash.
      const turns = Array.from({ length: threads }, (_, turn) =>
        wishes.filter((_wish, i) => i % threads === turn),
      );
      const replies = await Promise.all(
        turns.map(async (turn) =>
          readDigests(await crew.run(packLegacyWishes(encoded, turn)).first),
        ),
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
