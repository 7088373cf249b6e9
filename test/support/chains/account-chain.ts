import type { ScriptBranches } from '../../../src/servers/coin-source.ts';
import { transactionId } from '../../../src/transaction/txid.ts';
import { mineChain, payment } from './mined-chain.ts';

/** Returns the output script of the tested account: taproot, by branch and index. */
export const accountScript = (branch: number, index: number): Uint8Array =>
  Uint8Array.of(0x51, 0x20, ...new Uint8Array(30), branch, index);

export const accountBranches: ScriptBranches = [0, 1].map((branch) => (index) => [
  accountScript(branch, index),
]);

/** Two coins are received, one of them is spent, and a third is unconfirmed. */
export const firstPayment = payment([
  [accountScript(0, 0), 70_000n],
  [accountScript(0, 3), 20_000n],
]);
export const spendOfFirst = payment([[accountScript(1, 0), 69_000n]], {
  txid: transactionId(firstPayment),
  vout: 0,
});
export const incomingPayment = payment([[accountScript(0, 4), 5000n]], {
  txid: 'cd'.repeat(32),
  vout: 1,
});
export const accountBlocks = [[], [firstPayment], [], [spendOfFirst], []];
export const accountChain = mineChain(accountBlocks, [incomingPayment]);

/** The final coins of the account: amount, branch, index and block, proven down to the tip. */
export const accountCoins = [
  [
    20_000n,
    0,
    3,
    {
      height: 2,
      hash: accountChain.hashes[2],
      time: 1296689802,
      index: 1,
      evidence: 'chain',
    },
  ],
  [
    69_000n,
    1,
    0,
    {
      height: 4,
      hash: accountChain.hashes[4],
      time: 1296691002,
      index: 1,
      evidence: 'chain',
    },
  ],
  [5000n, 0, 4, undefined],
];
