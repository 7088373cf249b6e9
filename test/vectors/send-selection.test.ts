import { beforeAll, describe, expect, test } from 'vitest';
import { parseJson } from '../../src/json/parse.ts';
import { handleBody } from '../../src/rpc/envelope.ts';
import { RpcError } from '../../src/rpc/error.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import type { Transaction } from '../../src/transaction/transaction.ts';
import { transactionWeight, virtualSize } from '../../src/transaction/weight.ts';
import { feeFor } from '../../src/wallet/fee-rate.ts';
import { dustThreshold } from '../../src/wallet/funding/fund-fees.ts';
import type { Funded } from '../../src/wallet/funding/fund-request.ts';
import { defaultRelayFees } from '../../src/wallet/funding/fund-request.ts';
import { transactionOf } from '../support/chains/world.ts';
import { createRandom } from '../support/generate/random.ts';
import { takesAll } from '../support/generate/sample.ts';
import { opened } from '../support/opened.ts';
import { member, readTranscript, sampleOfWallets, text } from '../support/vectors/transcript.ts';
import {
  makeWallets,
  replayStep,
  startWalletNode,
  type WalletNode,
} from '../support/vectors/wallet-node.ts';
import {
  fundFact,
  type Outcome,
  readSelectionFile,
  type SelectionFact,
} from './selection-facts.ts';

const file = readSelectionFile();

/** The number of repetitions, because choices are random. */
const TRIES = 6;

const transcript = sampleOfWallets(readTranscript('send-selection.json'));
const wallets = new Set(transcript.setup.map(({ wallet }) => wallet));
const facts = file.facts.filter(({ wallet }) => wallets.has(wallet));
let node: WalletNode;

// No time limit.
beforeAll(async () => {
  node = startWalletNode('select');
  await makeWallets(node, member(transcript.json, 'wallets'));
  for (const step of transcript.setup) await replayStep(node, step);
}, 0);

/** Algorithms of Core without randomness, whose result is always the same. */
const SEARCHES = new Set(['bnb', 'cg']);

const means = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function meanOf(outcomes: readonly Outcome[], key: 'fee' | 'waste'): number {
  return means(outcomes.flatMap((outcome) => Array<number>(outcome.seen).fill(outcome[key])));
}

describe('Core recorded coin selection', () => {
  const sums = { fee: 0, coreFee: 0, waste: 0, coreWaste: 0 };

  test.each(facts)('$id $wallet: $target at $fee_rate sat/vB', async (fact) => {
    const [expected] = fact.outcomes;
    if (expected?.error !== undefined) {
      const refused = fundFact(node, fact, 1);
      await expect(refused).rejects.toThrow(
        new RpcError(expected.error.code, expected.error.message),
      );
      return;
    }
    const found: Funded[] = [];
    for (let seed = 1; seed <= TRIES; seed++) found.push(await fundFact(node, fact, seed));
    for (const funded of found) checkFunded(fact, funded);
    if (fact.outcomes.every(({ algorithm }) => SEARCHES.has(algorithm))) {
      const [funded] = found;
      expect(funded).toMatchObject({ fee: expected?.fee, waste: expected?.waste });
    }
    sums.fee += means(found.map(({ fee }) => fee));
    sums.waste += means(found.map(({ waste }) => waste));
    sums.coreFee += meanOf(fact.outcomes, 'fee');
    sums.coreWaste += meanOf(fact.outcomes, 'waste');
  });

  test.runIf(takesAll)('fees and waste are no higher in sum', () => {
    expect(sums.fee).toBeLessThanOrEqual(sums.coreFee);
    expect(sums.waste).toBeLessThanOrEqual(sums.coreWaste);
  });
});

function checkFunded(fact: SelectionFact, { transaction, fee, changePosition }: Funded): void {
  const coins = transaction.inputs.map(({ prevout }) =>
    file.coins[fact.wallet]?.find(([txid, vout]) => txid === prevout.txid && vout === prevout.vout),
  );
  const spent = coins.reduce((sum, coin) => sum + (coin?.[2] ?? Number.NaN), 0);
  const paid = transaction.outputs.reduce((sum, { value }) => sum + Number(value), 0);
  expect(spent - paid).toBe(fee);
  for (const { value, scriptPubKey } of transaction.outputs) {
    const dust = dustThreshold(scriptPubKey, defaultRelayFees.dustRelayFee);
    expect(Number(value)).toBeGreaterThanOrEqual(dust);
  }
  const recipient = transaction.outputs[changePosition === 0 ? 1 : 0];
  const subtracted = fact.options.subtract_fee_from_outputs === undefined ? 0 : fee;
  if (changePosition !== undefined || subtracted === 0) {
    expect(Number(recipient?.value)).toBe(fact.target - subtracted);
  }
}

describe('Core recorded sizes and lock times', () => {
  async function sendAs(
    { wallet, params }: Pick<SelectionFact, 'wallet' | 'params'>,
    seed: number,
  ): Promise<Transaction> {
    const before = node.host.get(wallet)?.value;
    const context = { ...node.context, walletName: wallet, random: createRandom(seed).bytes };
    const body = `{"id":1,"method":"send","params":${params}}`;
    const reply = parseJson((await handleBody(body, { methods, context })).text) ?? null;
    expect(member(reply, 'error')).toBeNull();
    if (before !== undefined) {
      await opened(node.host, wallet).update(() => ({ wallet: before, value: undefined }));
    }
    return transactionOf(text(member(member(reply, 'result'), 'hex')));
  }

  const paying = facts.filter(({ outcomes }) => outcomes[0]?.error === undefined);
  test.each(paying)('$id pays its rate', async (fact) => {
    const sent = await sendAs(fact, 1);
    const outputs = sent.outputs.reduce((sum, { value }) => sum + Number(value), 0);
    const spent = sent.inputs.reduce((sum, { prevout }) => {
      const coin = file.coins[fact.wallet]?.find(
        ([txid, vout]) => txid === prevout.txid && vout === prevout.vout,
      );
      return sum + (coin?.[2] ?? Number.NaN);
    }, 0);
    const fee = spent - outputs;
    const vsize = virtualSize(transactionWeight(sent));
    const rate = fact.fee_rate * 1000;
    expect(fee).toBeGreaterThanOrEqual(feeFor(rate, vsize));
    // With change the fee pays only for the size, which is off by at most a byte for each
    // signature.
    if (sent.outputs.length > 1) {
      expect(fee).toBeLessThanOrEqual(feeFor(rate, vsize + sent.inputs.length));
    }
  });

  const SENDS = 25;
  test.each(file.locktime_facts.filter(({ options }) => wallets.has(walletOf(options))))(
    'lock time $seconds_after_tip seconds after the tip with $options',
    async (fact) => {
      const { tip } = node.world.file;
      const options = { add_to_wallet: false, ...fact.options };
      const address = 'bcrt1qmnqfaxwssffzmmsajl6mkunsmsrgs023yn2ayh';
      const params = JSON.stringify([{ [address]: 0.0002 }, null, null, 10, options]);
      const usual = Object.keys(fact.locktimes_seen).map(Number);
      const time = node.world.time;
      node.world.time = tip.time + fact.seconds_after_tip;
      for (let seed = 1; seed <= SENDS; seed++) {
        const { locktime, inputs } = await sendAs({ wallet: walletOf(fact.options), params }, seed);
        expect(inputs[0]?.sequence).toBe(fact.sequence);
        if (usual.length === 1 && usual[0] !== tip.height) expect(locktime).toBe(usual[0]);
        else {
          expect(locktime).toBeLessThanOrEqual(tip.height);
          expect(locktime).toBeGreaterThan(tip.height - 100);
        }
      }
      node.world.time = time;
    },
  );

  /** Returns the wallet of the requested coin; any other wallet has enough coins. */
  function walletOf(options: object): string {
    const asked = JSON.stringify(options).replaceAll('}', ',');
    const owners = Object.entries(file.coins).filter(([, coins]) =>
      coins.some(([txid, vout]) => asked.includes(`"${txid}","vout":${vout},`)),
    );
    return owners[0]?.[0] ?? 's1';
  }
});
