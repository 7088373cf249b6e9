import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNodeClient, type NodeClient } from '../../src/adapters/chain/node/client.ts';
import {
  encodePsbt,
  extract,
  fund,
  type NodeUtxo,
  sign,
  type UtxoList,
} from '../../src/public/payment.ts';
import { accountKinds, accountTexts, open, watchOnly } from '../support/generate/accounts.ts';
import { type RealNode, startNode } from '../support/nodes/node.ts';

let node: RealNode;
let client: NodeClient;

beforeAll(async () => {
  node = await startNode();
  const { origin, username, password } = new URL(node.url);
  client = createNodeClient({ url: origin, login: { user: username, password } });
  await client.call('createwallet', 'theirs');
  await client.call('generatetoaddress', 110, String(await client.call('getnewaddress')));
  for (const kind of accountKinds) {
    const account = open(accountTexts[kind]);
    for (const index of [0, 1, 2])
      await client.call('sendtoaddress', account.address(index), 0.01 * (index + 1));
  }
  await client.call('generatetodescriptor', 12, 'raw(51)');
}, 300_000);
afterAll(() => node.stop());

/** What the node lists of an account, and the transactions that made it. */
async function listed(kind: (typeof accountKinds)[number]): Promise<UtxoList> {
  const { descriptors } = open(accountTexts[kind]);
  const objects = descriptors.map((desc) => ({ desc, range: 10 }));
  const { unspents, height } = (await client.call('scantxoutset', 'start', objects)) as {
    readonly unspents: readonly NodeUtxo[];
    readonly height: number;
  };
  const whole = await Promise.all(
    unspents.map(async (utxo) => {
      const { hex } = (await client.call('gettransaction', utxo.txid)) as { readonly hex: string };
      return { ...utxo, hex };
    }),
  );
  return { unspents: whole, height };
}

test.each(accountKinds)(
  'the node takes what is paid from %s, and finalizes the PSBT to the same transaction',
  async (kind) => {
    const holder = open(accountTexts[kind]);
    const watcher = watchOnly(holder);
    const coins = watcher.coins(await listed(kind));
    expect(coins.map(({ amount }) => amount).sort()).toEqual([1_000_000n, 2_000_000n, 3_000_000n]);
    const address = String(await client.call('getnewaddress'));
    const psbt = fund({
      coins,
      outputs: [{ address, amount: 2_500_000n }],
      change: watcher,
      feeRate: 3,
      psbtVersion: 0,
    });
    const analyzed = (await client.call('analyzepsbt', encodePsbt(psbt))) as {
      readonly fee: number;
      readonly next: string;
    };
    // Of taproot the node does not tell what is there before it is signed.
    expect(analyzed.next).toBe(kind.startsWith('tr') ? 'updater' : 'signer');
    const signed = await sign(psbt, { keys: holder });
    expect(signed.problems).toEqual([]);
    const { hex, vsize, fee } = extract(signed.psbt);
    const finalized = (await client.call('finalizepsbt', encodePsbt(signed.psbt))) as {
      readonly hex: string;
      readonly complete: boolean;
    };
    expect(finalized).toMatchObject({ complete: true, hex });
    const [verdict] = (await client.call('testmempoolaccept', [hex])) as readonly {
      readonly allowed: boolean;
      readonly vsize: number;
      readonly fees: { readonly base: number };
    }[];
    expect(verdict).toMatchObject({ allowed: true, vsize });
    expect(BigInt(Math.round((verdict?.fees.base ?? 0) * 1e8))).toBe(fee);
  },
);
