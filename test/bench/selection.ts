import { randomBytes } from 'node:crypto';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { createMempoolGraph } from '../../src/chain/mempool-graph.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { createFlatSigningProvider } from '../../src/descriptor/flat-signing-provider.ts';
import { decodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { createTransaction } from '../../src/rpc/spending/funded-transaction.ts';
import type { Transaction } from '../../src/transaction/transaction.ts';
import { transactionId } from '../../src/transaction/txid.ts';
import { defaultRelayFees, type Funding } from '../../src/wallet/funding/fund-request.ts';
import { scriptsOf } from '../../src/wallet/keys/wallet-descriptor.ts';
import { changeLedger, putTransaction } from '../../src/wallet/ledger/ledger.ts';
import { defaultWalletOptions } from '../../src/wallet/options.ts';
import { createRandom as createWalletRandom } from '../../src/wallet/random.ts';
import { createWallet, type Wallet } from '../../src/wallet/wallet.ts';
import { createRandom, type Random } from '../support/generate/random.ts';
import { TEST_XPRV, withDescriptorText } from '../support/generate/wallet.ts';

/**
 * Measures coin selection in wallets of many coins, and how it grows. `createTransaction` makes its
 * two attempts.
 */

const HEIGHT = 100_000;
const OUTPUTS_EACH = 50;

const styles = {
  random: (random: Random) => 1000 + random.int(1_000_000),
  equal: () => 250_000,
  dusty: (random: Random) =>
    random.oneIn(20) ? 1_000_000 + random.int(9_000_000) : 300 + random.int(700),
  powers: (random: Random) => 1000 * 2 ** random.int(16),
};
type Style = keyof typeof styles;

const { values } = parseArgs({
  options: { counts: { type: 'string', default: '1000,10000,100000' }, json: { type: 'boolean' } },
});
const counts = values.counts.split(',').map(Number);
if (!values.json) {
  console.log(`${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.version}`);
  console.log('Milliseconds of processor time to fund one transaction\n');
  console.log(['coins', 'style', 'rate', 'paid', 'inputs', 'by', 'ms'].join('\t'));
}
for (const style of Object.keys(styles) as Style[]) {
  for (const count of counts) measureStyle(style, count);
}

function measureStyle(style: Style, count: number): void {
  const random = createRandom(1);
  const wallet = walletOf(count, () => styles[style](random), random);
  const total = [...wallet.ledger.outputs.values()].reduce(
    (sum, { output }) => sum + output.value,
    0n,
  );
  for (const rate of [1000, 20_000, 60_000]) {
    for (const share of [10n, 1000n, BigInt(count) * 3n]) {
      const paid = Number(total / share);
      const started = process.cpuUsage();
      const funded = createTransaction(wallet, fundingOf(paid, rate, random));
      const { user, system } = process.cpuUsage(started);
      const ms = Math.round((user + system) / 1000);
      const outcome =
        'error' in funded
          ? funded.error.slice(0, 30)
          : `${funded.transaction.inputs.length}\t${funded.algorithm}`;
      const row = [count, style, rate / 1000, paid, outcome, ms];
      console.log(values.json ? JSON.stringify(row) : row.join('\t'));
    }
  }
}

function walletOf(count: number, amount: () => number, random: Random): Wallet {
  const lastBlock = { height: HEIGHT, hash: '00'.repeat(32) };
  const blank = createWallet({ name: 'many', network: networks.regtest, lastBlock });
  const options = { secp256k1: kernelSecp256k1, random, keypoolSize: 1000 };
  const keyed = [
    `pkh(${TEST_XPRV}/44h/1h/0h/<0;1>/*)`,
    `sh(wpkh(${TEST_XPRV}/49h/1h/0h/<0;1>/*))`,
    `wpkh(${TEST_XPRV}/84h/1h/0h/<0;1>/*)`,
    `tr(${TEST_XPRV}/86h/1h/0h/<0;1>/*)`,
  ].reduce((wallet, text) => withDescriptorText(wallet, text, options), blank);
  const scripts = [...keyed.descriptors.values()]
    .flatMap((owner) => [...scriptsOf(owner)])
    .map((hex) => decodeHex(hex) ?? new Uint8Array(0));
  const ledger = changeLedger(keyed.ledger, (draft) => {
    for (let i = 0; i * OUTPUTS_EACH < count; i++) {
      const transaction = payment(i, random, () => ({
        value: BigInt(amount()),
        scriptPubKey: scripts[random.int(scripts.length)] ?? new Uint8Array(0),
      }));
      const state = {
        kind: 'confirmed',
        height: 1000 + (i % 1000),
        blockHash: '11'.repeat(32),
        blockTime: 1_700_000_000,
        index: 1,
      } as const;
      const txid = transactionId(transaction);
      const times = { timeReceived: 1_700_000_000, time: 1_700_000_000, order: i };
      putTransaction(draft, { txid, transaction, state, ...times, notes: new Map() }, () => true);
    }
  });
  return { ...keyed, ledger };
}

function payment(
  locktime: number,
  random: Random,
  output: () => Transaction['outputs'][number],
): Transaction {
  const txid = Buffer.from(random.bytes(32)).toString('hex');
  return {
    version: 2,
    locktime,
    inputs: [
      {
        prevout: { txid, vout: 0 },
        scriptSig: new Uint8Array(0),
        sequence: 0xffffffff,
        witness: [],
      },
    ],
    outputs: Array.from({ length: OUTPUTS_EACH }, output),
  };
}

function fundingOf(paid: number, feeRate: number, random: Random): Funding {
  const scriptPubKey = Uint8Array.of(0, 20, ...random.bytes(20));
  return {
    request: {
      recipients: [{ output: { value: BigInt(paid), scriptPubKey }, subtractFee: false }],
      preset: [],
      allowOtherInputs: true,
      includeUnsafe: false,
      sizesPaths: false,
      includeWatching: true,
      minDepth: 0,
      maxDepth: 9_999_999,
      changeScript: undefined,
      changeType: undefined,
      changePosition: undefined,
      feeRate,
      overrideFeeRate: false,
      signalRbf: true,
      avoidPartialSpends: false,
      maxTxWeight: 400_000,
      version: 2,
      locktime: 0,
      solving: createFlatSigningProvider(),
    },
    view: {
      estimate: undefined,
      longestEstimate: undefined,
      relay: defaultRelayFees,
      mempool: createMempoolGraph([]),
    },
    environment: {
      secp256k1: kernelSecp256k1,
      keypoolSize: 1000,
      addressType: 'bech32',
      options: defaultWalletOptions,
      random: createWalletRandom((length) => randomBytes(length)),
    },
  };
}
