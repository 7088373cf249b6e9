import { describe, expect, test } from 'vitest';
import type { SighashName } from '../../../src/library/call.ts';
import type { CallOptions } from '../../../src/library/complete-context.ts';
import {
  createrawtransaction,
  execute,
  signrawtransactionwithkey,
} from '../../../src/public/rpc.ts';
import { outPointKey } from '../../../src/transaction/transaction.ts';

const network = 'regtest';
const core = { network, profile: 'core' } as const;
const KEY = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
const TO = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const HASH = '751e76e8199196d454941c45d1b3a323f1433bd6';
const SEGWIT = `0014${HASH}`;
const LEGACY = `76a914${HASH}88ac`;
const outPoint = { txid: '11'.repeat(32), vout: 0 };

type Amount = string | number;

/** Signs one coin into one payment. */
async function sign(
  amount: Amount | undefined,
  pays: Amount,
  { options = {}, script = SEGWIT, ...limits }: Extra = {},
) {
  const hexstring = await createrawtransaction(
    { inputs: [outPoint], outputs: [{ [TO]: pays }] },
    { network },
  );
  const prevtxs = [{ ...outPoint, scriptPubKey: script, amount }];
  const args = { hexstring, privkeys: [KEY], prevtxs, ...limits };
  return signrawtransactionwithkey(args, { network, ...options });
}

type Extra = {
  readonly options?: CallOptions;
  readonly script?: string;
  readonly maxfeerate?: Amount;
  readonly maxburnamount?: Amount;
};

describe('a raw transaction whose fee is absurd', () => {
  test('is not signed, and the error names fee, rate, limit and the option that allows it', async () => {
    const refused = sign(1, 0.0005);
    await expect(refused).rejects.toMatchObject({ code: -25 });
    await expect(refused).rejects.toThrow(
      'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate): the fee of 0.99950000 BTC (99,950,000 sat), about 908,636.36 sat/vB, is more than the highest fee rate of 2,000.00 sat/vB (0.02 BTC/kvB). Nothing was signed. If it is meant, give maxfeerate, in BTC/kvB (0: no limit).',
    );
  });

  test('is signed when maxfeerate allows it', async () => {
    expect(await sign(1, 0.0005, { maxfeerate: 0 })).toMatchObject({ complete: true });
    expect(await sign(0.02, 0.0005, { maxfeerate: '0.2' })).toMatchObject({ complete: true });
    await expect(sign(1, 0.0005, { maxfeerate: 0.5 })).rejects.toMatchObject({ code: -25 });
  });

  test('maxfeerate has the range and format of sendrawtransaction', async () => {
    await expect(sign(1, 0.5, { maxfeerate: 1 })).rejects.toMatchObject({
      code: -8,
      message: 'Fee rates larger than or equal to 1BTC/kvB are not accepted',
    });
    await expect(sign(1, 0.5, { maxfeerate: -1 })).rejects.toMatchObject({ code: -3 });
  });

  test('is also refused by its share of the payment, at any rate', async () => {
    // 100,000 sat for 110 vB: 909 sat/vB.
    await expect(sign(0.00105, 0.00005)).rejects.toThrow('is more than 25 % of the payment');
    await expect(sign(0.00499, 0.00399)).rejects.toThrow('is more than 25 % of the payment');
    expect(await sign(0.005, 0.004)).toMatchObject({ complete: true });
  });

  test('a fee above 0.1 BTC is refused at any rate, though no wallet signs', async () => {
    const inputs = Array.from({ length: 90 }, (_, vout) => ({ txid: '22'.repeat(32), vout }));
    const spend = async (pays: string, more: object = {}) => {
      const outputs = [{ [TO]: pays }];
      const hexstring = await createrawtransaction({ inputs, outputs }, { network });
      const prevtxs = inputs.map((each) => ({ ...each, scriptPubKey: SEGWIT, amount: 3 }));
      return signrawtransactionwithkey(
        { hexstring, privkeys: [KEY], prevtxs, ...more },
        { network },
      );
    };
    await expect(spend('269.899')).rejects.toThrow(
      'is more than -maxtxfee, 0.10000000 BTC (10,000,000 sat). Nothing was signed. If it is meant, raise -maxtxfee, or give maxfeerate 0 where no wallet signs.',
    );
    expect(await spend('269.9')).toMatchObject({ complete: true });
    expect(await spend('269.899', { maxfeerate: 0 })).toMatchObject({ complete: true });
    await expect(spend('269.899', { maxfeerate: 0.5 })).rejects.toThrow('0.10000000 BTC');
  });

  test('a usual payment passes while blocks are full', async () => {
    // 33,000 sat for 110 vB, a third of the payment.
    expect(await sign('0.00133', '0.001')).toMatchObject({ complete: true });
    await expect(sign('0.001332', '0.001')).rejects.toThrow('is more than 25 % of the payment');
  });

  test('small payments at ordinary rates pass', async () => {
    expect(await sign(0.000013, 0.00001)).toMatchObject({ complete: true });
    expect(await sign(0.000103, 0.00000546)).toMatchObject({ complete: true });
  });

  test('is not checked without keys', async () => {
    const hexstring = await createrawtransaction(
      { inputs: [outPoint], outputs: [{ [TO]: 0.1 }] },
      { network },
    );
    const prevtxs = [{ ...outPoint, scriptPubKey: SEGWIT, amount: 1 }];
    const args = { hexstring, privkeys: [], prevtxs };
    expect(await signrawtransactionwithkey(args, { network })).toMatchObject({ complete: false });
  });

  test('is signed in the profile core, which has no maxfeerate', async () => {
    const signed = await sign(1, 0.0005, { options: core });
    expect(Object.keys(signed)).toEqual(['hex', 'complete']);
    await expect(sign(1, 0.0005, { options: core, maxfeerate: 0 })).rejects.toMatchObject({
      code: -8,
      message: 'Unknown named parameter maxfeerate',
    });
    const positional = ['00', [], [], 'ALL', 0];
    await expect(execute('signrawtransactionwithkey', positional, core)).rejects.toMatchObject({
      code: -1,
    });
  });
});

describe('an amount that legacy signatures do not commit to', () => {
  const coin = (satoshis: bigint) => ({
    findCoins: () =>
      new Map([
        [
          outPointKey(outPoint),
          { value: satoshis, scriptPubKey: Uint8Array.from(Buffer.from(LEGACY, 'hex')) },
        ],
      ]),
  });

  test('is replaced by the amount of the chain: a coin of 5 BTC stays one', async () => {
    const options = coin(500_000_000n);
    await expect(sign('0.00001', '0.000009', { options, script: LEGACY })).rejects.toThrow(
      'the fee of 4.99999100 BTC (499,999,100 sat)',
    );
    const { complete, warnings } = await sign('0.00001', '4.9999', { options, script: LEGACY });
    expect(complete).toBe(true);
    expect(warnings).toEqual([
      'prevtxs gives input 0 0.00001000 BTC (1,000 sat), but its coin holds 5.00000000 BTC (500,000,000 sat): what is not an output is paid as fee',
    ]);
  });

  test('is called a claim if only claimed, and unknown if not given', async () => {
    const claimed = await sign('0.5', '0.4999', { script: LEGACY });
    expect(claimed.complete).toBe(true);
    expect(claimed.warnings).toEqual([
      'The fee of 0.00010000 BTC (10,000 sat) is not proven: it rests on the amount that is claimed for input 0, to which a legacy signature does not commit. Compare it with the transaction that made the coin',
    ]);
    const unknown = await sign(undefined, '0.4999', { script: LEGACY });
    expect(unknown.complete).toBe(true);
    expect(unknown.warnings).toEqual([
      'The fee is unknown, because the amount of input 0 is. Look it up in the transaction that created the coin',
    ]);
  });

  test('is proven if the chain agrees, and needs no note if segwit commits to it', async () => {
    const proven = await sign('0.5', '0.4999', { options: coin(50_000_000n), script: LEGACY });
    expect(Object.keys(proven)).toEqual(['hex', 'complete']);
    expect(Object.keys(await sign('0.5', '0.4999'))).toEqual(['hex', 'complete']);
  });
});

describe('an amount to which a segwit v0 signature does not commit', () => {
  /** Signs two coins, the second with a false lower amount. */
  const two = async (sighashtype: SighashName, script = SEGWIT) => {
    const second = { ...outPoint, vout: 1 };
    const inputs = [outPoint, second];
    const hexstring = await createrawtransaction(
      { inputs, outputs: [{ [TO]: '0.5004' }] },
      { network },
    );
    const prevtxs = [
      { ...outPoint, scriptPubKey: SEGWIT, amount: '0.5' },
      { ...second, scriptPubKey: script, amount: '0.0005' },
    ];
    return signrawtransactionwithkey(
      { hexstring, privkeys: [KEY], prevtxs, sighashtype },
      { network },
    );
  };

  test.each(['ALL', 'ALL|ANYONECANPAY', 'NONE', 'SINGLE'] as const)(
    'is said to be a claim, also with %s',
    async (sighashtype) => {
      const { warnings } = await two(sighashtype);
      expect(warnings).toEqual([
        'The fee of 0.00010000 BTC (10,000 sat) is not proven: it rests on the amount that is claimed for inputs 0, 1, and a segwit v0 signature commits to that of its own input only. Compare it with the transaction that made the coin',
      ]);
    },
  );

  // Each signature covers its own amount and gives it for one output at most, whatever the others are.
  test('is not said to be a claim if each coin is offered by itself', async () => {
    expect((await two('SINGLE|ANYONECANPAY')).warnings).toBeUndefined();
  });

  test('is called a claim for a legacy coin next to it, also with ANYONECANPAY', async () => {
    const { warnings } = await two('ALL|ANYONECANPAY', LEGACY);
    expect(warnings?.[0]).toContain('claimed for inputs 0, 1, to which a legacy signature');
  });
});

describe('transactions that nodes reject are reported', () => {
  test('spend a coin twice', async () => {
    const hexstring = await createrawtransaction(
      { inputs: [outPoint, outPoint], outputs: [{ [TO]: '0.4999' }] },
      { network },
    );
    const prevtxs = [{ ...outPoint, scriptPubKey: SEGWIT, amount: '0.5' }];
    const args = { hexstring, privkeys: [KEY], prevtxs };
    const { complete, warnings } = await signrawtransactionwithkey(args, { network });
    expect(complete).toBe(true);
    expect(warnings).toEqual([
      'Inputs 0 and 1 spend the same coin: no node takes such a transaction',
      'The fee of 0.00010000 BTC (10,000 sat) is not proven: it rests on the amount that is claimed for inputs 0, 1, and a segwit v0 signature commits to that of its own input only. Compare it with the transaction that made the coin',
    ]);
    expect(await signrawtransactionwithkey(args, core)).not.toHaveProperty('warnings');
  });

  test('pay more than their inputs', async () => {
    const { warnings } = await sign('0.1', '0.3');
    expect(warnings).toEqual([
      'The outputs are worth 0.20000000 BTC (20,000,000 sat) more than the inputs: no node takes it',
    ]);
  });
});

test('burning coins needs permission', async () => {
  // One coin of 0.001 BTC, with 0.0009 BTC in an OP_RETURN output.
  const hexstring = `0200000001${outPoint.txid}0000000000ffffffff01905f010000000000016a00000000`;
  const prevtxs = [{ ...outPoint, scriptPubKey: SEGWIT, amount: '0.001' }];
  const args = { hexstring, privkeys: [KEY], prevtxs };
  await expect(signrawtransactionwithkey(args, { network })).rejects.toThrow(
    'Unspendable output exceeds maximum configured by user (maxburnamount): output 0 holds 0.00090000 BTC (90,000 sat)',
  );
  const allowed = { ...args, maxburnamount: '0.0009' };
  expect(await signrawtransactionwithkey(allowed, { network })).toMatchObject({ complete: true });
});

describe('a PSBT', () => {
  const descriptors = [`wpkh(${KEY})`];

  async function psbtOf(amount: Amount, pays: Amount): Promise<string> {
    const blank = await execute('createpsbt', [[outPoint], [{ [TO]: pays }]], { network });
    const satoshis = BigInt(Math.round(Number(amount) * 1e8));
    const findCoins = () =>
      new Map([
        [
          outPointKey(outPoint),
          { value: satoshis, scriptPubKey: Uint8Array.from(Buffer.from(SEGWIT, 'hex')) },
        ],
      ]);
    return String(await execute('utxoupdatepsbt', [String(blank)], { network, findCoins }));
  }

  const process = async (psbt: string, more: { readonly maxfeerate?: Amount } = {}) =>
    execute('descriptorprocesspsbt', { psbt, descriptors, ...more }, { network });

  test('is not signed with an absurd fee unless it is allowed', async () => {
    const psbt = await psbtOf(1, 0.0005);
    await expect(process(psbt)).rejects.toThrow('the fee of 0.99950000 BTC (99,950,000 sat)');
    expect(await process(psbt, { maxfeerate: 0 })).toMatchObject({ complete: true });
    expect(await process(await psbtOf(1, 0.9999))).toMatchObject({ complete: true });
  });
});
