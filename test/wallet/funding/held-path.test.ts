import { describe, expect, test } from 'vitest';
import { execute, send } from '../../../src/public/rpc.ts';
import { decodeHex, decodeTransaction } from '../../../src/public/transaction.ts';
import type { Profile } from '../../../src/rpc/context.ts';
import { transactionWeight, virtualSize } from '../../../src/transaction/weight.ts';
import { COIN, walletOf } from '../../support/chains/one-coin-wallet.ts';
import { TEST_XPRV, TEST_XPUB } from '../../support/generate/wallet.ts';

const H = '50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0';
/** A key of another owner. */
const OTHER = '02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5';
const TO = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

/** Returns the rate, in sat/vB, of the transaction that `send` signs at a rate of 2. */
async function signedRate(text: string, more: object = {}, profile: Profile = 'default') {
  const options = await walletOf(text, profile);
  const [coin] = (await execute('listunspent', [], options)) as readonly {
    readonly txid: string;
    readonly vout: number;
  }[];
  if (coin === undefined) throw new Error('the coin was found');
  const input = { txid: coin.txid, vout: coin.vout, ...more };
  const sent = await send(
    {
      outputs: { [TO]: 0.004 },
      fee_rate: 2,
      options: { inputs: [input], change_address: TO, add_to_wallet: false },
    },
    options,
  );
  const transaction = decodeTransaction(decodeHex(sent.hex ?? '') ?? new Uint8Array(), {
    witness: true,
  });
  if (transaction === undefined) throw new Error('it is signed');
  const paid = transaction.outputs.reduce((sum, { value }) => sum + value, 0n);
  return Number(COIN - paid) / virtualSize(transactionWeight(transaction));
}

const own = (number: number) => `${TEST_XPRV}/${number}/*`;

const recoveries: readonly (readonly [string, string, object?])[] = [
  ['a key in the only leaf', `tr(${H},pk(${own(1)}))`],
  ['a recovery after some blocks', `tr(${H},and_v(v:pk(${own(1)}),older(10)))`, { sequence: 10 }],
  [
    "a recovery beside somebody else's keys",
    `tr(${OTHER},{pk(${OTHER}),and_v(v:pk(${own(1)}),older(10))})`,
    { sequence: 10 },
  ],
  ['two of three keys', `tr(${H},multi_a(2,${own(1)},${OTHER},${own(2)}))`],
  ['a hash of a key, from some height on', `tr(${H},and_v(v:pkh(${own(1)}),after(50)))`],
  [
    'the smaller of two leaves at different depths',
    `tr(${H},{multi_a(2,${own(1)},${own(2)}),{pk(${own(3)}),pk(${OTHER})}})`,
  ],
];

const heirs: typeof recoveries = [
  [
    'the heir, after some blocks',
    `wsh(or_d(multi(2,${OTHER},${TEST_XPUB}/5/*),and_v(v:pk(${own(1)}),older(10))))`,
    { sequence: 10 },
  ],
  [
    'the heir, nested',
    `sh(wsh(or_d(multi(3,${OTHER},${TEST_XPUB}/5/*,${TEST_XPUB}/6/*),and_v(v:pk(${own(1)}),older(10)))))`,
    { sequence: 10 },
  ],
  [
    'the owner alone',
    `wsh(or_d(pk(${own(1)}),and_v(v:multi(2,${OTHER},${TEST_XPUB}/5/*),older(10))))`,
  ],
];

describe('a miniscript coin pays for the path that the wallet can satisfy alone', () => {
  test.each(heirs.map(([name, text, more]) => ({ name, text, more })))('$name', async (heir) => {
    const rate = await signedRate(heir.text, heir.more);
    expect(rate).toBeGreaterThanOrEqual(2);
    expect(rate).toBeLessThan(2.03);
    // Core pays for the largest path.
    expect(await signedRate(heir.text, heir.more, 'core')).toBeGreaterThan(2.2);
  });
});

describe('a taproot coin spent by script pays the requested rate', () => {
  test.each(recoveries.map(([name, text, more]) => ({ name, text, more })))(
    '$name',
    async (recovery) => {
      const { text, more } = recovery;
      const rate = await signedRate(text, more);
      expect(rate).toBeGreaterThanOrEqual(2);
      expect(rate).toBeLessThan(2.03);
    },
  );

  test('the key path is costed exactly if the wallet has the key', async () => {
    const rate = await signedRate(`tr(${own(0)},pk(${own(1)}))`);
    expect(rate).toBeGreaterThanOrEqual(2);
    expect(rate).toBeLessThan(2.03);
  });

  test('counts as the key path in the profile of Core, as in Core', async () => {
    expect(await signedRate(`tr(${H},pk(${own(1)}))`, {}, 'core')).toBeLessThan(1.8);
  });
});

test('a watch-only wallet pays for the largest script if no one can have the key', async () => {
  const fee = async (text: string, profile: Profile) => {
    const options = await walletOf(text, profile);
    const funding = { inputs: [], outputs: [{ [TO]: 0.004 }], changeAddress: TO, fee_rate: 2 };
    const funded = await execute('walletcreatefundedpsbt', funding, options);
    return (funded as { readonly fee: number }).fee;
  };
  const watched = (key: string) => `tr(${key},multi_a(2,${TEST_XPUB}/1/*,${TEST_XPUB}/2/*))`;
  const asCore = await fee(watched(H), 'core');
  expect(await fee(watched(H), 'default')).toBeGreaterThan(asCore + 0.0000005);
  // If the key may have an owner, that owner is expected to sign.
  expect(await fee(watched(OTHER), 'default')).toBe(asCore);
});
