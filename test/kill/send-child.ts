import { appendFileSync, writeSync } from 'node:fs';
import type { BroadcastResult } from '../../src/chain/node-answers.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { formatAmount } from '../../src/encoding/amount.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import type { Context } from '../../src/rpc/context.ts';
import { encodeTransaction } from '../../src/transaction/codec.ts';
import type { Transaction } from '../../src/transaction/transaction.ts';
import { createRandom } from '../support/generate/random.ts';
import { harness } from '../support/harness.ts';
import {
  networkFile,
  newSender,
  RECIPIENT,
  SENDER,
  type SendLine,
  senderChain,
  senderHost,
} from './send-shared.ts';

/** Pays from a wallet until it is killed, over an unreliable network, and prints the answers. */
const [folder = '', seed = ''] = process.argv.slice(2);
const random = createRandom(Number(seed));
const host = senderHost(folder);
const chain = senderChain(folder);
let network: 'offline' | 'takes' | 'loses the call' | 'loses the answer' = 'offline';

async function broadcast(transaction: Transaction): Promise<BroadcastResult> {
  if (network === 'offline') return { message: 'offline', offline: true };
  if (network === 'loses the call') throw new Error('the cable was pulled');
  const known = (await chain.source.mempool()).entries.length;
  const entry = chain.submit(transaction);
  if (entry === undefined) return { code: -25, message: 'bad-txns-inputs-missingorspent' };
  if ((await chain.source.mempool()).entries.length > known) {
    appendFileSync(networkFile(folder), `${encodeHex(encodeTransaction(transaction))}\n`);
  }
  if (network === 'loses the answer') throw new Error('the cable was pulled');
  return entry;
}

const context: Context = {
  network: networks.regtest,
  profile: 'core',
  secp256k1: kernelSecp256k1,
  chain: { ...chain.source, broadcast },
  wallets: host,
  now: () => 1_700_000_000,
  random: random.bytes,
  reportBug: (error) => tell({ kind: 'bug', text: String(error) }),
};

function tell(line: SendLine): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

const { ask } = harness(context);

/** Returns `undefined` if the call is refused. */
async function call(method: string, params: unknown): Promise<unknown> {
  return (await ask(method, params)).result ?? undefined;
}

async function step(number: number): Promise<void> {
  network = random.pick(['offline', 'takes', 'loses the call', 'loses the answer']);
  if (random.oneIn(5)) {
    await call('sendoutbox', []);
    return;
  }
  // A unique amount distinguishes payments.
  const amount = 10_000 + (Number(seed) % 1000) * 50 + (number % 50);
  tell({ kind: 'begin', amount });
  const outputs = [{ [RECIPIENT]: formatAmount(BigInt(amount)) }];
  const sent = (await call('send', [outputs, null, null, 1])) as { txid: string } | undefined;
  if (sent !== undefined) tell({ kind: 'done', amount, txid: sent.txid });
}

const known = (await host.list()).includes(SENDER);
const outcome = known ? await host.load(SENDER) : await host.create(newSender());
if (!outcome.ok) tell({ kind: 'bug', text: JSON.stringify(outcome.error) });
tell({ kind: 'ready' });
for (let number = 0; number < 50; number++) await step(number);
