import { hash160, sha256 } from '../../../src/crypto/hash.ts';
import { type Bytes, emptyBytes } from '../../../src/encoding/bytes.ts';
import { multisigScript, p2shScript, p2wshScript } from '../../../src/script/builders.ts';
import { MANDATORY_VERIFY_FLAGS } from '../../../src/script/flags.ts';
import { Op } from '../../../src/script/opcodes.ts';
import { pushBytes } from '../../../src/script/script.ts';
import { sigOpCost } from '../../../src/transaction/sigop-cost.ts';
import type { OutPoint, Transaction, TxIn, TxOut } from '../../../src/transaction/transaction.ts';
import { transactionId } from '../../../src/transaction/txid.ts';
import { transactionWeight } from '../../../src/transaction/weight.ts';
import type { Random } from './random.ts';

/** A lock that needs no signature, and the data that opens it. */
export type Lock = {
  readonly scriptPubKey: Bytes;
  readonly scriptSig: Bytes;
  readonly witness: readonly Bytes[];
};

/**
 * Returns `0 IF <opcode repeated> ENDIF 1`: signature operations that are counted but never run.
 */
function idle(opcode: number, times: number): Bytes {
  return Uint8Array.from([Op.OP_0, Op.IF, ...new Array(times).fill(opcode), Op.ENDIF, Op.OP_1]);
}

function p2wsh(script: Bytes): Lock {
  return { scriptPubKey: p2wshScript(sha256(script)), scriptSig: emptyBytes, witness: [script] };
}

function p2sh(script: Bytes): Lock {
  return { scriptPubKey: p2shScript(hash160(script)), scriptSig: pushBytes(script), witness: [] };
}

function nested(script: Bytes): Lock {
  const inner = p2wsh(script);
  return { ...inner, ...p2sh(inner.scriptPubKey), witness: inner.witness };
}

export const openLock: Lock = p2wsh(Uint8Array.of(Op.OP_1));
/** Costs 3800 of a block's 80,000 signature operations. */
export const heavyLock: Lock = p2wsh(idle(Op.CHECKMULTISIG, 190));
const someLocks: readonly [Lock, ...Lock[]] = [
  openLock,
  openLock,
  openLock,
  p2sh(idle(Op.CHECKSIG, 15)),
  nested(idle(Op.CHECKSIG, 40)),
  p2wsh(idle(Op.CHECKSIG, 7)),
  heavyLock,
];

export type Spendable = {
  readonly outPoint: OutPoint;
  readonly value: bigint;
  readonly lock: Lock;
};

export type Made = { readonly transaction: Transaction; readonly outputs: readonly Spendable[] };

export type Wanted = {
  /** Satoshi per virtual byte. */
  readonly feeRate: number;
  readonly outputs: readonly Lock[];
  /** Locked outputs that cannot be spent here. */
  readonly ballast?: readonly Bytes[];
  readonly sequence?: number;
  readonly locktime?: number;
};

/** Spends all of `from`, and divides the rest after the fee. */
export function spend(from: readonly Spendable[], wanted: Wanted): Made {
  const total = from.reduce((sum, { value }) => sum + value, 0n);
  const make = (fee: bigint): Transaction => build(from, total - fee, wanted);
  const plain = make(0n);
  const scripts = from.map(({ lock }) => lock.scriptPubKey);
  // Nodes and miners count a sigop's cost as 20 weight units.
  const weight = Math.max(
    transactionWeight(plain),
    20 * sigOpCost(plain, scripts, MANDATORY_VERIFY_FLAGS),
  );
  const transaction = make(BigInt(Math.ceil((wanted.feeRate * weight) / 4)));
  const txid = transactionId(transaction);
  const outputs = wanted.outputs.map((lock, vout) => ({
    outPoint: { txid, vout },
    value: transaction.outputs[vout]?.value ?? 0n,
    lock,
  }));
  return { transaction, outputs };
}

function build(from: readonly Spendable[], left: bigint, wanted: Wanted): Transaction {
  const { outputs, ballast = [], sequence = 0xfffffffd, locktime = 0 } = wanted;
  const inputs = from.map(
    ({ outPoint, lock }): TxIn => ({
      prevout: outPoint,
      scriptSig: lock.scriptSig,
      sequence,
      witness: lock.witness,
    }),
  );
  const reserved = 10_000n * BigInt(ballast.length);
  const share = (left - reserved) / BigInt(outputs.length);
  const made: TxOut[] = outputs.map(({ scriptPubKey }) => ({ value: share, scriptPubKey }));
  const rest: TxOut[] = ballast.map((scriptPubKey) => ({ value: 10_000n, scriptPubKey }));
  return { version: 2, inputs, outputs: [...made, ...rest], locktime };
}

function someLock(random: Random): Lock {
  return random.pick(someLocks);
}

function locks(random: Random, count: number): Lock[] {
  return Array.from({ length: count }, () => someLock(random));
}

function someFeeRate(random: Random): number {
  return (
    random.pick([1, 1, 1.5, 2, 2, 3, 5, 10, 20, 50, 200]) +
    (random.oneIn(2) ? random.int(100) / 50 : 0)
  );
}

/** 1-of-3 of invalid keys, which counts 20 sigops per output. */
const bareMultisig: Bytes = multisigScript(
  1,
  [2, 3, 4].map((fill) => new Uint8Array(33).fill(fill).fill(2, 0, 1)),
);

export type Shape = 'single' | 'chain' | 'fan' | 'diamond' | 'parents' | 'heavy' | 'web';

const shapes: readonly [Shape, ...Shape[]] = [
  'single',
  'single',
  'chain',
  'fan',
  'diamond',
  'parents',
  'heavy',
  'web',
];

/** Makes related transactions, parents first. `take` returns a confirmed coin. */
export function randomFamily(
  random: Random,
  take: () => Spendable,
  shape: Shape = random.pick(shapes),
): Transaction[] {
  const family: Made[] = [];
  const add = (
    from: readonly Spendable[],
    outputs: readonly Lock[],
    ballast: readonly Bytes[] = [],
  ) => {
    const made = spend(from, { feeRate: someFeeRate(random), outputs, ballast });
    family.push(made);
    return made;
  };
  switch (shape) {
    case 'single':
      add([take()], locks(random, 1 + random.int(3)), random.oneIn(6) ? [bareMultisig] : []);
      break;
    case 'chain':
      for (let left = 2 + random.int(10), coins = [take()]; left > 0; left--) {
        coins = [...add(coins, [someLock(random)]).outputs];
      }
      break;
    case 'fan':
      for (const coin of add([take()], locks(random, 2 + random.int(12))).outputs) {
        if (!random.oneIn(4)) add([coin], [someLock(random)]);
      }
      break;
    case 'diamond': {
      const [left, right] = add([take()], locks(random, 2)).outputs.map((coin) =>
        add([coin], [openLock]),
      );
      add([...(left?.outputs ?? []), ...(right?.outputs ?? [])], locks(random, 2));
      break;
    }
    case 'parents': {
      const parents = Array.from({ length: 2 + random.int(8) }, () =>
        add([take()], locks(random, 1)),
      );
      add(
        parents.flatMap(({ outputs }) => outputs),
        [openLock],
      );
      break;
    }
    case 'heavy':
      add(add([take()], [heavyLock, heavyLock, heavyLock, heavyLock]).outputs, [openLock]);
      break;
    case 'web':
      addWeb(random, take, add);
      break;
  }
  return family.map(({ transaction }) => transaction);
}

function addWeb(
  random: Random,
  take: () => Spendable,
  add: (from: readonly Spendable[], outputs: readonly Lock[]) => Made,
): void {
  let free: Spendable[] = [take(), take()];
  for (let count = 4 + random.int(12); count > 0; count--) {
    const shuffled = random.shuffle(free);
    const used = shuffled.slice(0, 1 + random.int(3));
    const made = add(used, locks(random, 1 + random.int(3)));
    free = [...shuffled.slice(used.length), ...made.outputs];
  }
}
