import { expect, test } from 'vitest';
import type { ChainSource } from '../../src/chain/source.ts';
import { wasmSecp256k1 } from '../../src/crypto/wasm.ts';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { networks } from '../../src/encoding/network.ts';
import type { Context } from '../../src/rpc/context.ts';
import { handleBody } from '../../src/rpc/envelope.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { createMemoryHost } from '../../src/wallet/memory-host.ts';
import { outboxOf } from '../../src/wallet/outbox.ts';
import { TEST_XPRV } from '../support/generate/wallet.ts';
import { createPayingChain, paidDescriptor } from '../support/paying-chain.ts';
import { createRandom } from '../support/random.ts';

const recipient = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';

function start() {
  const size = { blocks: 120, payments: 4, descriptors: 1 };
  const chain = createPayingChain(size, wasmSecp256k1);
  const host = createMemoryHost({ keypoolSize: 10, fallbackFee: 1000 });
  const asked: string[] = [];
  const attach = (broadcast: ChainSource['broadcast']) => {
    const context: Context = {
      network: networks.regtest,
      profile: 'core',
      secp256k1: wasmSecp256k1,
      chain: {
        ...chain.source,
        broadcast: (transaction, options) => {
          asked.push(String(transaction.locktime));
          return broadcast(transaction, options);
        },
      },
      wallets: host,
      now: () => 1_700_000_000,
      random: createRandom(1).bytes,
    };
    return async (method: string, params: unknown = []) => {
      const body = JSON.stringify({ id: 1, method, params });
      const { result, error } = JSON.parse((await handleBody(body, { methods, context })).text);
      expect(error, method).toBeNull();
      return result;
    };
  };
  return { chain, host, attach, asked };
}

test('what was sent offline is sent when a chain takes it', async () => {
  const { chain, host, attach, asked } = start();
  const offline = attach(async () => ({ code: -1, message: 'no network', offline: true }));
  await offline('createwallet', ['w', false, true]);
  const desc = addChecksum(paidDescriptor(0, TEST_XPRV));
  const change = addChecksum(`wpkh(${TEST_XPRV}/77/*)`);
  await offline('importdescriptors', [
    [
      { desc, timestamp: 0 },
      { desc: change, timestamp: 'now', active: true, internal: true },
    ],
  ]);
  const send = { outputs: [{ [recipient]: 0.00002 }], fee_rate: 1 };
  const { txid } = await offline('send', send);
  const { txid: second } = await offline('send', send);
  const waiting = () => outboxOf(host.get('w') ?? fail()).map((known) => known.txid);
  expect(waiting()).toEqual([txid, second]);
  // Once for each tip and set of transactions, however often the wallet is asked.
  asked.length = 0;
  await offline('getbalances');
  await offline('getbalances');
  expect(asked.length).toBe(1);

  const refusing = attach(async () => ({ code: -26, message: 'min relay fee not met' }));
  host.resent.clear();
  await refusing('getbalances');
  expect(waiting()).toEqual([txid, second]);

  const online = attach(chain.source.broadcast);
  host.resent.clear();
  await online('getbalances');
  expect(waiting()).toEqual([]);
  const { entries } = await chain.source.mempool();
  expect(entries.map((entry) => entry.txid)).toEqual([txid, second]);
  asked.length = 0;
  await online('getbalances');
  expect(asked).toEqual([]);
});

function fail(): never {
  throw new Error('the wallet is loaded');
}
