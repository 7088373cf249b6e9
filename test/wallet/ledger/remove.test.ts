import { expect, test } from 'vitest';
import { consensusParams } from '../../../src/chain/consensus.ts';
import { transactionId } from '../../../src/transaction/txid.ts';
import { createMemoryChain } from '../../support/chains/memory-chain.ts';
import { besideChain, blockOnTop, payTo } from '../../support/chains/wallet-beside-chain.ts';
import { walletOptionsFrom } from '../../support/nodes/wallet-options.ts';

async function paid(profile: 'core' | 'default', args: readonly string[] = []) {
  const { source, connect } = createMemoryChain(consensusParams.regtest);
  const { ask, call } = besideChain(source, 1_700_000_000, profile, {
    ...walletOptionsFrom(args),
    keypoolSize: 5,
  });
  await call('createwallet', ['w']);
  const first = payTo(await call('getnewaddress'), 5000n, 1);
  const second = payTo(await call('getnewaddress'), 700n, 2);
  connect(await blockOnTop(source, [first, second]));
  const reply = (...params: readonly unknown[]) => ask('removeprunedfunds', params);
  return { call, reply, txid: transactionId(first), kept: transactionId(second) };
}

test('removing a transaction removes its outputs, and nothing else', async () => {
  const { call, reply, txid, kept } = await paid('default');
  expect(await call('listtransactions')).toHaveLength(2);
  expect(await reply(txid)).toMatchObject({ result: null, error: null });
  expect(await call('listtransactions')).toMatchObject([{ txid: kept }]);
  expect(await call('listunspent')).toMatchObject([{ txid: kept }]);
  expect((await reply(txid)).error).toMatchObject({
    code: -4,
    message: `Transaction ${txid} does not belong to this wallet`,
  });
  await call('unloadwallet', ['w']);
  await call('loadwallet', ['w']);
  expect(await call('listtransactions')).toMatchObject([{ txid: kept }]);
  // A rescan finds it again.
  await call('rescanblockchain');
  expect(await call('listunspent')).toHaveLength(2);
});

test('removes transactions that arrived since the last sync, permanently', async () => {
  const { call, reply, txid, kept } = await paid('default');
  expect(await reply(txid)).toMatchObject({ result: null, error: null });
  expect(await call('listtransactions')).toMatchObject([{ txid: kept }]);
});

test('the profile core refuses it with the error of a Bitcoin Core without -deprecatedrpc', async () => {
  const { call, reply, txid } = await paid('core');
  expect((await reply(txid)).error).toEqual({
    code: -32,
    message:
      'DEPRECATION WARNING: This feature will be removed in the next major release. Start bitcoind with the `-deprecatedrpc=removeprunedfunds` option in order to use this.',
  });
  expect(await call('listtransactions')).toHaveLength(2);
});

test('the profile core allows it with that option', async () => {
  const { call, reply, txid, kept } = await paid('core', ['-deprecatedrpc=removeprunedfunds']);
  expect(await call('listtransactions')).toHaveLength(2);
  expect(await reply(txid)).toMatchObject({ result: null, error: null });
  expect(await call('listtransactions')).toMatchObject([{ txid: kept }]);
});
