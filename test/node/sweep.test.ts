import { expect, test } from 'vitest';
import { encodeBase58Check } from '../../src/crypto/base58check.ts';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { extract, openAccount, review, sign, sweep } from '../../src/index.ts';
import { networks } from '../../src/public/script.ts';
import { readKeys } from '../../src/public/seed.ts';
import { payingNode } from '../support/nodes/paying-node.ts';

const TO = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const secret = new Uint8Array(32).fill(7);
const wifs = [
  encodeBase58Check(Uint8Array.of(0xef, ...secret, 1)),
  encodeBase58Check(Uint8Array.of(0xef, ...secret)),
];

const ask = payingNode();

const addressOf = (descriptor: string) =>
  openAccount(descriptor, { network: 'regtest' }).address(0);

/** Pays every address, and returns the transaction. */
async function pay(addresses: readonly string[]): Promise<string> {
  const outputs = Object.fromEntries(addresses.map((address) => [address, 0.01]));
  const txid = await ask<string>('sendmany', ['', outputs], 'node');
  await ask('generatetoaddress', [1, TO]);
  return (await ask<{ hex: string }>('gettransaction', [txid], 'node')).hex;
}

async function accepted(hex: string) {
  const [verdict] = await ask<{ allowed: boolean; 'reject-reason'?: string }[]>(
    'testmempoolaccept',
    [[hex]],
  );
  expect(verdict).toMatchObject({ allowed: true });
  await ask('sendrawtransaction', [hex]);
  await ask('generatetoaddress', [1, TO]);
}

/** Pays every type of both forms of a key, and returns the transactions. */
async function payBoth([wif, old]: readonly [string, string]): Promise<readonly string[]> {
  // P2PK has no address, so blocks pay it, one after the other: of two that are mined at once, one may be stale.
  const blocks: string[] = [];
  for (const key of [wif, old]) {
    blocks.push(...(await ask<string[]>('generatetodescriptor', [1, addChecksum(`pk(${key})`)])));
  }
  await ask('generatetoaddress', [100, TO]);
  const coinbases = await Promise.all(
    blocks.map(async (hash) => {
      const { tx } = await ask<{ tx: { hex: string }[] }>('getblock', [hash, 2]);
      return tx[0]?.hex ?? '';
    }),
  );
  const paid = await pay([
    ...[`pkh(${wif})`, `wpkh(${wif})`, `sh(wpkh(${wif}))`, `tr(${wif})`].map(addressOf),
    addressOf(`pkh(${old})`),
  ]);
  return [...coinbases, paid];
}

test('a node takes the sweep of every type of a single key, by either form of the key', async () => {
  const [wif = '', old = ''] = wifs;
  for (const keys of [wif, old]) {
    const transactions = await payBoth([wif, old]);
    const swept = sweep({ keys, transactions, to: TO, feeRate: 3, network: 'regtest' });
    expect(swept.coins).toHaveLength(7);
    expect(review(swept.psbt, { account: swept.accounts }).refused).toEqual([]);
    // A single key needs no review.
    const { psbt, complete } = await sign(swept.psbt, { keys });
    expect(complete).toBe(true);
    await accepted(extract(psbt).hex);
  }
}, 300_000);

test('a node takes the sweep of words by its own list of coins', async () => {
  const keys = readKeys(WORDS, { network: networks.regtest });
  if ('error' in keys) throw new Error(keys.error);
  const [master] = keys.masters;
  if (master === undefined) throw new Error('no master key');
  const { listAccounts } = await import('../../src/public/seed.ts');
  const accounts = listAccounts(keys, { network: networks.regtest });
  if ('error' in accounts) throw new Error(accounts.error);
  const descriptors = accounts.flatMap(({ descriptor }) => descriptor ?? []);
  const opened = descriptors.map((each) => openAccount(each, { network: 'regtest' }));
  const paid = await pay(opened.flatMap((each) => [each.address(4), each.changeAddress(2)]));
  const scan = await ask<{ unspents: never[]; height: number }>('scantxoutset', [
    'start',
    descriptors.map((desc) => ({ desc, range: 30 })),
  ]);
  expect(scan.unspents).toHaveLength(8);
  const swept = sweep({
    keys,
    coins: scan,
    transactions: [paid],
    to: TO,
    feeRate: 3,
    network: 'regtest',
  });
  const reviewed = review(swept.psbt, { account: swept.accounts });
  const { psbt, complete } = await sign(swept.psbt, { keys, reviewed });
  expect(complete).toBe(true);
  await accepted(extract(psbt).hex);
}, 300_000);
