import { expect, test } from 'vitest';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { payment } from '../support/chains/abandon-payment.ts';
import {
  COSIGNER,
  OTHER_FILE,
  SHARED_FILE,
  sharedElectrumFile,
  sharedPayment,
} from '../support/chains/shared-payment.ts';

const NOT_OPENED = /does not hold the coins of this transaction\. It was not opened/;

/** Opens the words of a cosigner and a payment, and reviews it. */
async function reviewing(isStolen: boolean, isForged = false) {
  const engine = createEngine(() => undefined);
  engine.takeText(COSIGNER);
  await engine.openPayload('');
  engine.takeText(sharedPayment({ isStolen, isForged }));
  engine.keepSubject();
  await engine.review();
  const beside = (file: string) => {
    engine.takeText(file);
    return engine.openWalletBeside('');
  };
  return { engine, beside };
}

type Engine = ReturnType<typeof createEngine>;

const idsOf = async (engine: Engine) => (await engine.review()).findings.map(({ id }) => id);

test.each([false, true])(
  'does not open the file of another wallet beside a payment (stolen: %s)',
  async (isStolen) => {
    const { engine, beside } = await reviewing(isStolen);
    const before = await engine.review();
    await expect(beside(OTHER_FILE)).rejects.toThrow(NOT_OPENED);
    // Neither a theft that is none, nor a proof that is none.
    expect(await engine.review()).toEqual(before);
    expect(await idsOf(engine)).toContain('change-unproven');
  },
);

test('opens the file of the wallet after that of another one, and proves the change', async () => {
  const { engine, beside } = await reviewing(false);
  await expect(beside(OTHER_FILE)).rejects.toThrow(NOT_OPENED);
  const keys = await beside(SHARED_FILE);
  expect(keys.keys.map(({ from }) => from).join()).not.toContain('Other vault');
  const review = await engine.review();
  expect(review.outputs.map(({ role }) => role)).toEqual(['payment', 'change']);
  expect(review.findings.filter(({ isStop }) => isStop)).toEqual([]);
  expect(review.cosigners[0]?.keys).toHaveLength(3);
});

test('proves the change by an encrypted file of Electrum, once its password is typed', async () => {
  const { engine } = await reviewing(false);
  engine.takeBytes(sharedElectrumFile('pass'));
  await expect(engine.openWalletBeside('')).rejects.toMatchObject({ needsPassword: true });
  await expect(engine.openWalletBeside('wrong')).rejects.toThrow('password of this Electrum');
  const keys = await engine.openWalletBeside('pass');
  expect(keys.keys.map(({ from }) => from).join()).toContain('Electrum');
  const review = await engine.review();
  expect(review.outputs.map(({ role }) => role)).toEqual(['payment', 'change']);
  expect(review.findings.filter(({ isStop }) => isStop)).toEqual([]);
});

test('stops a theft of change as soon as the file of the right wallet is open', async () => {
  const { engine, beside } = await reviewing(true);
  expect(await idsOf(engine)).not.toContain('change-not-ours');
  await beside(SHARED_FILE);
  const review = await engine.review();
  expect(review.isOtherWallet).toBe(false);
  expect(review.summary.stolen).toContain('0.01990000 BTC');
  const stop = review.findings.find(({ id }) => id === 'change-not-ours');
  expect(stop).toMatchObject({ isStop: true, canConfirm: false });
  await expect(engine.sign(review.id, ['change-not-ours'])).rejects.toThrow('Nothing was signed');
});

test('says that another wallet is open, instead of a theft, if it was open before', async () => {
  const { engine } = await reviewing(false);
  engine.takeText(OTHER_FILE);
  await engine.openPayload('');
  const review = await engine.review();
  expect(review.isOtherWallet).toBe(true);
  expect(review.findings.filter(({ isStop }) => isStop).map(({ id }) => id)).toContain(
    'input-foreign-script',
  );
  // The wallet of other coins does not know whose change it is.
  expect(review.findings.map(({ id }) => id)).not.toContain('change-not-ours');
  expect(review.outputs.map(({ claim }) => claim)).toEqual([undefined, 'unproven']);
  expect(JSON.stringify(review.pictures)).not.toContain('Not your change');
  expect(review.summary.stolen).toBeUndefined();
  // With the right wallet beside it, nothing is wrong.
  engine.takeText(SHARED_FILE);
  await engine.openWalletBeside('');
  expect((await engine.review()).findings.filter(({ isStop }) => isStop)).toEqual([]);
});

test('shows a theft that the PSBT itself proves, also while another wallet is open', async () => {
  const { engine } = await reviewing(false, true);
  engine.takeText(OTHER_FILE);
  await engine.openPayload('');
  const review = await engine.review();
  expect(review.isOtherWallet).toBe(true);
  expect(review.findings.map(({ id }) => id)).toContain('change-not-ours');
  expect(review.outputs.map(({ claim }) => claim)).toEqual([undefined, 'false']);
  expect(JSON.stringify(review.pictures)).toContain('Not your change');
  expect(review.summary.stolen).toContain('0.01990000 BTC');
});

test('counts change that is not verified as sent, at most', async () => {
  const { engine } = await reviewing(true);
  const { summary } = await engine.review();
  expect(summary.pays).toContain('0.06000000 BTC');
  expect(summary.paysAtMost).toContain('0.07990000 BTC');
});

test('leads the file of a wallet from the setup of BSMS to the keys', () => {
  const engine = createEngine(() => undefined);
  for (const text of [SHARED_FILE, OTHER_FILE]) {
    engine.takeText(text);
    expect(() => engine.checkBsmsWallet('')).toThrow(/wallet file, not a BSMS record.*Keys/);
  }
  engine.takeText('hello');
  expect(() => engine.checkBsmsWallet('')).toThrow(/not a known wallet file/);
});

test('names each signer of a compared PSBT by its fingerprint', () => {
  const engine = createEngine(() => undefined);
  const { psbt, partial } = payment();
  engine.takeText(psbt);
  engine.keepBefore();
  engine.takeText(partial);
  expect(engine.checkAfter()).toMatchObject({ isFine: true, signers: ['73c5da0a'] });
});

test('shows the transaction ID that another library computes', async () => {
  const engine = createEngine(() => undefined);
  const { psbt, id } = payment();
  engine.takeText(psbt);
  engine.keepSubject();
  expect((await engine.review()).txid).toBe(id);
});
