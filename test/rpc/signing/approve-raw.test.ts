import { expect, test } from 'vitest';
import { createrawtransaction, signrawtransactionwithkey } from '../../../src/public/rpc.ts';
import { noPolicy } from '../../../src/review/policy.ts';

const network = 'regtest';
const KEY = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
const TO = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const HASH = '751e76e8199196d454941c45d1b3a323f1433bd6';
const outPoint = { txid: '11'.repeat(32), vout: 0 };

/** Signs a coin of 1 BTC, and returns the result or the message of the refusal. */
async function sign(pays: number, scriptPubKey: string, approve?: () => boolean) {
  const outputs = [{ [TO]: pays }];
  const hexstring = await createrawtransaction({ inputs: [outPoint], outputs }, { network });
  const prevtxs = [{ ...outPoint, scriptPubKey, amount: 1 }];
  const args = { hexstring, privkeys: [KEY], prevtxs };
  return signrawtransactionwithkey(args, { network, ...(approve && { approve }) }).catch(
    ({ message }) => message,
  );
}

test.each([0.999, 0.5, 0.01, 1.5])(
  'a payment of %d from 1 BTC is signed or refused alike, with a review and without',
  async (pays) => {
    for (const script of [`0014${HASH}`, `76a914${HASH}88ac`]) {
      const alone = await sign(pays, script);
      expect(typeof alone).toBe(pays < 0.9 ? 'string' : 'object');
      expect(await sign(pays, script, () => true)).toEqual(alone);
    }
  },
);

test('a review that is asked for sees what the call alone does not', async () => {
  const signed = await sign(0.999, `0014${HASH}`);
  expect(signed).toMatchObject({ complete: true });
  const policy = { ...noPolicy, refuse: ['fee-unproven', 'fee-very-high', 'fee-high'] as const };
  const asked: unknown[] = [];
  const outputs = [{ [TO]: 0.999 }];
  const hexstring = await createrawtransaction({ inputs: [outPoint], outputs }, { network });
  const prevtxs = [{ ...outPoint, scriptPubKey: `0014${HASH}`, amount: 1 }];
  const approve = (review: object) => {
    asked.push(review);
    return false;
  };
  const call = signrawtransactionwithkey(
    { hexstring, privkeys: [KEY], prevtxs },
    { network, approve, policy },
  );
  await expect(call).rejects.toThrow('Nothing was signed');
  expect(asked).toHaveLength(1);
});
