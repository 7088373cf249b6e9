import type { Block } from '../../../src/chain/block.ts';
import { concatBytes } from '../../../src/encoding/bytes.ts';
import { zeroHash } from '../../../src/mining/merkle.ts';
import { commitmentScript, witnessCommitment } from '../../../src/mining/witness-commitment.ts';
import { Op } from '../../../src/script/opcodes.ts';
import type { Transaction, TxIn, TxOut } from '../../../src/transaction/transaction.ts';
import { witnessTransactionId } from '../../../src/transaction/txid.ts';
import { withTransactions } from '../chains/miner.ts';
import type { Random } from './random.ts';

/** A deliberate fault, or a harmless change. */
export type Change = {
  readonly name: string;
  readonly apply: (block: Block, random: Random) => Block;
};

function header(
  name: string,
  change: (block: Block, random: Random) => Partial<Block['header']>,
): Change {
  return {
    name,
    apply: (block, random) => ({ ...block, header: { ...block.header, ...change(block, random) } }),
  };
}

/** Updates the coinbase's commitment and the merkle root to the transactions. */
function settle(block: Block, transactions: readonly Transaction[]): Block {
  const [coinbase, ...rest] = transactions;
  if (coinbase === undefined) return withTransactions(block, transactions);
  const script = commitmentScript(witnessCommitment(rest.map(witnessTransactionId), zeroHash));
  const outputs = coinbase.outputs.map((output, at) =>
    at === 1 ? { ...output, scriptPubKey: script } : output,
  );
  return withTransactions(block, [{ ...coinbase, outputs }, ...rest]);
}

function list(
  name: string,
  change: (transactions: readonly Transaction[], random: Random) => readonly Transaction[],
): Change {
  return { name, apply: (block, random) => settle(block, change(block.transactions, random)) };
}

function coinbase(
  name: string,
  change: (coinbase: Transaction) => Transaction,
  settled = false,
): Change {
  return {
    name,
    apply: (block) => {
      const changed = block.transactions.map((each, at) => (at === 0 ? change(each) : each));
      return settled ? settle(block, changed) : withTransactions(block, changed);
    },
  };
}

function one(
  name: string,
  change: (transaction: Transaction, random: Random) => Transaction,
): Change {
  return list(name, (transactions, random) => {
    const at = 1 + random.int(Math.max(1, transactions.length - 1));
    return transactions.map((each, index) => (index === at ? change(each, random) : each));
  });
}

const firstInput = (
  transaction: Transaction,
  change: (input: TxIn) => Partial<TxIn>,
): Transaction => ({
  ...transaction,
  inputs: transaction.inputs.map((input, at) =>
    at === 0 ? { ...input, ...change(input) } : input,
  ),
});

const firstOutput = (
  transaction: Transaction,
  change: (output: TxOut) => Partial<TxOut>,
): Transaction => ({
  ...transaction,
  outputs: transaction.outputs.map((output, at) =>
    at === 0 ? { ...output, ...change(output) } : output,
  ),
});

const sigops: TxOut = { value: 0n, scriptPubKey: new Uint8Array(300).fill(Op.CHECKMULTISIG) };

export const changes: readonly [Change, ...Change[]] = [
  { name: 'nothing', apply: (block) => block },
  header('version 1', () => ({ version: 1 })),
  header('version 4', () => ({ version: 4 })),
  header('time early', () => ({ time: 1_000_000 })),
  header('time late', (block) => ({ time: block.header.time + 7_300 })),
  header('time a little late', (block) => ({ time: block.header.time + 7_100 })),
  header('bits', () => ({ bits: 0x1d00ffff })),
  header('bits zero', () => ({ bits: 0 })),
  header('merkle root', () => ({ merkleRoot: '11'.repeat(32) })),
  header('previous', () => ({ previousBlockHash: '22'.repeat(32) })),
  header('nonce', (_, random) => ({ nonce: random.int(1000) })),
  coinbase('height', (each) => firstInput(each, () => ({ scriptSig: Uint8Array.of(1, 7) }))),
  coinbase('script too short', (each) => firstInput(each, () => ({ scriptSig: Uint8Array.of(1) }))),
  coinbase('script too long', (each) =>
    firstInput(each, ({ scriptSig }) => ({
      scriptSig: concatBytes(scriptSig, new Uint8Array(98)),
    })),
  ),
  coinbase('extra nonce', (each) =>
    firstInput(each, ({ scriptSig }) => ({
      scriptSig: concatBytes(scriptSig, new Uint8Array(20)),
    })),
  ),
  coinbase('one more', (each) => firstOutput(each, ({ value }) => ({ value: value + 1n }))),
  coinbase('one less', (each) => firstOutput(each, ({ value }) => ({ value: value - 1n }))),
  coinbase('negative', (each) => firstOutput(each, () => ({ value: -1n }))),
  coinbase('too much', (each) => firstOutput(each, () => ({ value: 21_000_001n * 100_000_000n }))),
  coinbase('not final', (each) => ({ ...each, locktime: 5_000_000 - 1 })),
  coinbase('no commitment', (each) => ({ ...each, outputs: each.outputs.slice(0, 1) })),
  coinbase('no commitment, no witness', (each) => ({
    ...firstInput(each, () => ({ witness: [] })),
    outputs: each.outputs.slice(0, 1),
  })),
  coinbase('reserved value', (each) => firstInput(each, () => ({ witness: [new Uint8Array(31)] }))),
  coinbase('other reserved value', (each) =>
    firstInput(each, () => ({ witness: [new Uint8Array(32).fill(1)] })),
  ),
  coinbase('no reserved value', (each) => firstInput(each, () => ({ witness: [] }))),
  coinbase('not a coinbase', (each) =>
    firstInput(each, ({ prevout }) => ({ prevout: { ...prevout, vout: 0 } })),
  ),
  coinbase('sigops in the coinbase', (each) => ({
    ...each,
    outputs: [...each.outputs, ...new Array(70).fill(sigops)],
  })),
  coinbase('no outputs', (each) => ({ ...each, outputs: [] })),
  list('no transactions', () => []),
  list('no coinbase', (all) => all.slice(1)),
  list('two coinbases', (all) => [...all.slice(0, 1), ...all.slice(0, 1), ...all.slice(1)]),
  list('coinbase behind', (all) => [...all, ...all.slice(0, 1)]),
  list('reversed', (all) => [...all.slice(0, 1), ...all.slice(1).reverse()]),
  list('shuffled', (all, random) => [...all.slice(0, 1), ...random.shuffle(all.slice(1))]),
  list('one left out', (all, random) => all.filter((_, at) => at !== 1 + random.int(all.length))),
  list('the last twice', (all) => [...all, ...all.slice(-1)]),
  list('one twice', (all, random) => [
    ...all,
    ...all
      .slice(1)
      .slice(random.int(Math.max(1, all.length - 1)))
      .slice(0, 1),
  ]),
  list('sigops', (all) =>
    all.map((each, at) =>
      at === 1 ? { ...each, outputs: [...each.outputs, ...new Array(4).fill(sigops)] } : each,
    ),
  ),
  list('too heavy', (all) =>
    all.map((each, at) =>
      at === 1
        ? {
            ...each,
            outputs: [...each.outputs, { value: 0n, scriptPubKey: new Uint8Array(999_000) }],
          }
        : each,
    ),
  ),
  one('too much witness', (each) =>
    firstInput(each, ({ witness }) => ({ witness: [new Uint8Array(4_000_000), ...witness] })),
  ),
  one('no inputs', (each) => ({ ...each, inputs: [] })),
  one('no outputs', (each) => ({ ...each, outputs: [] })),
  one('pays too much', (each) =>
    firstOutput(each, ({ value }) => ({ value: value + 10_000_000_000n })),
  ),
  one('pays a little more', (each) => firstOutput(each, ({ value }) => ({ value: value + 1n }))),
  one('negative', (each) => firstOutput(each, () => ({ value: -1n }))),
  one('too large', (each) => firstOutput(each, () => ({ value: 21_000_001n * 100_000_000n }))),
  one('same input twice', (each) => ({
    ...each,
    inputs: [...each.inputs, ...each.inputs.slice(0, 1)],
  })),
  one('unknown coin', (each) =>
    firstInput(each, () => ({ prevout: { txid: '33'.repeat(32), vout: 0 } })),
  ),
  one('another output', (each) =>
    firstInput(each, ({ prevout }) => ({ prevout: { ...prevout, vout: prevout.vout + 300 } })),
  ),
  one('null input', (each) => ({
    ...each,
    inputs: [
      ...each.inputs,
      {
        prevout: { txid: '0'.repeat(64), vout: 0xffffffff },
        scriptSig: new Uint8Array(0),
        sequence: 0,
        witness: [],
      },
    ],
  })),
  one('another witness', (each) =>
    firstInput(each, () => ({ witness: [Uint8Array.of(Op.OP_1, Op.OP_1)] })),
  ),
  one('false', (each) => firstInput(each, () => ({ witness: [Uint8Array.of(Op.OP_0)] }))),
  one('no witness', (each) => firstInput(each, () => ({ witness: [] }))),
  one('an item more', (each) =>
    firstInput(each, ({ witness }) => ({ witness: [Uint8Array.of(1), ...witness] })),
  ),
  one('a scriptSig', (each) => firstInput(each, () => ({ scriptSig: Uint8Array.of(Op.OP_1) }))),
  one('OP_RETURN scriptSig', (each) =>
    firstInput(each, () => ({ scriptSig: Uint8Array.of(Op.RETURN) })),
  ),
  one('locked by height', (each) => ({ ...each, locktime: 100_000 })),
  one('locked by time', (each) => ({ ...each, locktime: 2_000_000_000 })),
  one('unlocked by height', (each) => ({ ...each, locktime: 50 })),
  one('waits for blocks', (each) =>
    firstInput({ ...each, version: 2 }, () => ({ sequence: 50_000 })),
  ),
  one('waits for time', (each) =>
    firstInput({ ...each, version: 2 }, () => ({ sequence: 0x00400000 | 50_000 })),
  ),
  one('has waited', (each, random) =>
    firstInput({ ...each, version: 2 }, () => ({
      sequence: (random.oneIn(2) ? 0x00400000 : 0) | random.int(4),
    })),
  ),
  one('waits in version 1', (each) =>
    firstInput({ ...each, version: 1 }, () => ({ sequence: 50_000 })),
  ),
  one('version 0xffffffff waits', (each) =>
    firstInput({ ...each, version: 0xffffffff }, () => ({ sequence: 50_000 })),
  ),
];
