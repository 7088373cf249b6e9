import { describe, expect, test } from 'vitest';
import { type Account, extract, fund, openAccount, sign } from '../../src/index.ts';
import {
  type CoinBackend,
  createCoinSource,
  createElectrumSource,
  createEsploraSource,
  createSourceChain,
  listCoins,
} from '../../src/public/wallet.ts';
import { decodeAddress } from '../../src/script/address.ts';
import { isSourceError } from '../../src/servers/source-error.ts';
import { transactionId } from '../../src/transaction/txid.ts';
import { mineChain, payment } from '../support/chains/mined-chain.ts';
import { transactionOf } from '../support/chains/world.ts';
import { accountKinds, accountTexts, open, SOMEBODY } from '../support/generate/accounts.ts';
import { createEsploraBridge } from '../support/nodes/esplora-bridge.ts';

const scriptOf = (account: Account, address: string): Uint8Array => {
  const script = decodeAddress(address, account.network);
  if (script instanceof Uint8Array) return script;
  throw new Error(script.error);
};

/** Creates a chain that paid the account at position 3 and its change at 0, and a server of it. */
function serve(account: Account) {
  const paid = payment([
    [scriptOf(account, account.address(account.isRange ? 3 : 0)), 90_000n],
    [scriptOf(account, account.changeAddress(0)), 40_000n],
  ]);
  const chain = mineChain([[], [paid], []]);
  const sent: string[] = [];
  const bridge = createEsploraBridge({
    chain: () => chain,
    feeRates: async () => ({ 6: 2.5 }),
    broadcast: async (hex) => {
      sent.push(hex);
      return transactionId(transactionOf(hex));
    },
  });
  const fetch = async (url: string, request: { method: string; body?: string }) => {
    const path = url.replace('https://esplora.test/api', '');
    const { status, body } = await bridge(request.method, path, request.body);
    return { status, text: async () => body };
  };
  return { chain, sent, fetch };
}

describe.each(accountKinds)('an account of %s', (kind) => {
  test('pays with coins from an Esplora server, from the descriptor to the network', async () => {
    const account = open(accountTexts[kind]);
    const { fetch, sent } = serve(account);
    const source = createEsploraSource({
      url: 'https://esplora.test/api',
      network: account.network.name,
      fetch,
    });
    const found = await listCoins(source, account);
    const coins = account.coins(found.coins);
    expect(coins.map(({ value, confirmations }) => [value, confirmations])).toEqual([
      [90_000n, 2],
      [40_000n, 2],
    ]);
    const { 6: feeRate = 1 } = await source.feeRates();
    const outputs = [{ address: SOMEBODY, value: 60_000n }];
    const psbt = fund({ coins, outputs, change: account, feeRate }).psbt;
    const { psbt: signed, complete } = await sign(psbt, { keys: account });
    expect(complete).toBe(true);
    const { hex, txid } = extract(signed);
    expect(await source.broadcast(transactionOf(hex))).toBe(txid);
    expect(sent).toEqual([hex]);
  });
});

test('refuses an account of another chain than its source before it asks', async () => {
  const account = openAccount(
    'wpkh(xpub6CUGRUonZSQ4TWtTMmzXdrXDtypWKiKrhko4egpiMZbpiaQL2jkwSB1icqYh2cfDfVxdx4df189oLKnC5fSwqPfgyP3hooxujYzAu3fDVmz/<0;1>/*)',
  );
  const source = createCoinSource(
    {
      tip: async () => ({ height: 0, hash: '00'.repeat(32) }),
      transactions: () => Promise.reject(new Error('asked')),
    },
    { network: 'regtest' },
  );
  const failure = await listCoins(source, account).catch((error: unknown) => error);
  expect(isSourceError(failure) && failure.code).toBe('SOURCE_OTHER_CHAIN');
});

test('names the wrong argument to untyped callers', async () => {
  // Possible for a caller in JavaScript.
  const backend = { tip: async () => ({ height: 0, hash: '' }) } as unknown;
  expect(() =>
    createCoinSource(backend as Parameters<typeof createCoinSource>[0], { network: 'regtest' }),
  ).toThrow('createCoinSource: backend.transactions must be a function, not undefined');
});

test('a source error has the error of the app or its fetch as its cause', async () => {
  for (const thrown of [new TypeError('fetch failed'), { status: 502 }, Object.create(null)]) {
    const fail = () => Promise.reject(thrown);
    const backend = { tip: fail, history: fail, transactions: fail, headers: fail };
    const url = 'https://esplora.test/api';
    const sources = [
      createCoinSource(backend as unknown as CoinBackend, { network: 'regtest' }),
      createEsploraSource({ url, network: 'regtest', fetch: fail }),
      createElectrumSource({ network: 'regtest', transport: fail }),
    ];
    for (const source of sources) {
      const error: unknown = await source.tip().catch((caught: unknown) => caught);
      expect(isSourceError(error) && error.cause).toBe(thrown);
      expect(String(error)).not.toContain('object Object');
      expect(JSON.stringify(error)).not.toContain('cause');
    }
  }
});

test('a gap limit that would find no coins, or derive without end, is refused', async () => {
  const account = open(accountTexts.wpkh);
  const tip = { height: 5, hash: '00'.repeat(32), time: 1_700_000_000 };
  const backend = { tip: async () => tip, transactions: async () => [] };
  const source = createCoinSource(backend, { network: 'regtest' });
  for (const gapLimit of [0, -1, 1.5, Number.NaN, 1e9, Number.MAX_VALUE]) {
    const error = { code: 'WRONG_ARGUMENT', message: expect.stringContaining('1 to 10000') };
    await expect(listCoins(source, account, { gapLimit })).rejects.toMatchObject(error);
    expect(() => createSourceChain(source, { gapLimit })).toThrow(/1 to 10000/);
  }
  expect((await listCoins(source, account, { gapLimit: 1 })).coins).toEqual([]);
});
