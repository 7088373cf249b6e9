import { expect, test, vi } from 'vitest';
import { appSecp256k1 } from '../../../src/crypto/app-curve.ts';
import type { Secp256k1 } from '../../../src/crypto/secp256k1.ts';
import { fund, openAccount, review, type SignOptions, sign } from '../../../src/index.ts';
import { SOMEBODY, utxosOf } from '../../support/generate/accounts.ts';

// Each file that a bundle loads later fails, as it does for an app that is offline.
const offline = vi.hoisted(() => () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});
vi.mock('../../../src/library/payment/every-signer.ts', offline);
vi.mock('../../../src/library/payment/approval.ts', offline);

const WIF = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
const KEY =
  'tprv8ffTCHCcfVAVPC92pemiapfqGd4iserUHStagAW7KHYbXFGaZFcLrHHQCPPysA1rqcATjoWPrTrFtDPvutqMdS3oYgLvokX26uPniQ6LHBQ';
const account = openAccount(`wpkh(${KEY}/<0;1>/*)`, { network: 'regtest', range: 20 });
const { psbt } = fund({
  coins: account.coins(utxosOf(account, [90_000])),
  outputs: [{ address: SOMEBODY, value: 60_000n }],
  change: account,
  feeRate: 5,
});

let signatures = 0;
const secp256k1: Secp256k1 = {
  ...appSecp256k1,
  signEcdsaMany: (requests) => {
    signatures += requests.length;
    return appSecp256k1.signEcdsaMany(requests);
  },
};

const ways: readonly (readonly [string, SignOptions])[] = [
  ['an account', { keys: account }],
  ['an extended key', { keys: KEY }],
  ['a device', { device: { signPsbt: () => undefined } }],
  ['a function that approves', { keys: WIF, approve: () => true }],
  ['a review', { keys: WIF, reviewed: review(psbt, { account }) }],
];

test.each(ways)('nothing is signed by %s if its code cannot be loaded', async (_, options) => {
  const signing = sign(psbt, { secp256k1, ...options });
  await expect(signing).rejects.toMatchObject({
    code: 'NOT_LOADED',
    message: 'A part of the app could not be loaded',
  });
  expect(signatures).toBe(0);
});

test('a single key signs without the code that cannot be loaded', async () => {
  const own = openAccount(`wpkh(${WIF})`, { network: 'regtest' });
  const utxo = { txid: '11'.repeat(32), vout: 0, value: 90_000n, confirmations: 6 };
  const payment = fund({
    coins: own.coins([{ ...utxo, address: own.address(0) }]),
    outputs: [{ address: SOMEBODY, value: 60_000n }],
    change: own,
    feeRate: 5,
  });
  const { complete } = await sign(payment.psbt, { keys: WIF, secp256k1 });
  expect([complete, signatures]).toEqual([true, 1]);
});
