import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../../src/crypto/noble.ts';
import { PrivateKey } from '../../../src/crypto/private-key.ts';
import { networks } from '../../../src/encoding/network.ts';
import type { CallOptions } from '../../../src/library/complete-context.ts';
import { silentRecipient } from '../../../src/psbt/silent-fields.ts';
import { execute } from '../../../src/public/rpc.ts';
import type { Review } from '../../../src/review/model.ts';
import { CHANGE_LABEL, silentRecipientOf } from '../../../src/silent/keys.ts';
import { createSilentScanner, silentTweak, taprootKey } from '../../../src/silent/scan.ts';
import { formatSilentAddress } from '../../../src/silent/silent-address.ts';
import { outPointKey, type Transaction } from '../../../src/transaction/transaction.ts';
import { COIN, walletOf } from '../../support/chains/one-coin-wallet.ts';
import { silentKey } from '../../support/generate/silent-payments.ts';
import { TEST_XPRV, TEST_XPUB } from '../../support/generate/wallet.ts';
import { readPsbt } from '../../support/psbt.ts';

const keyOf = (n: number): PrivateKey => {
  const key = PrivateKey.from(silentKey(n), true);
  if (key === undefined) throw new Error('no key');
  return key;
};
const payee = { scanKey: keyOf(70), spendKey: keyOf(71).publicKey(secp256k1) };
const addressOf = (label?: number): string => {
  const recipient = silentRecipientOf(payee, secp256k1, label);
  if (recipient === undefined) throw new Error('no address');
  return formatSilentAddress(recipient, networks.regtest);
};
const address = addressOf();
const OWN = `wpkh(${TEST_XPRV}/*)`;
const feeRate = { fee_rate: 2 };

type Sent = { readonly txid: string; readonly psbt?: string; readonly complete: boolean };
const run = async <T>(method: string, args: readonly unknown[] | object, options: CallOptions) =>
  (await execute(method, args as never, options)) as T;

/** Creates a wallet with one coin, and with addresses for change. */
async function payer(text: string, profile: 'default' | 'core' = 'default') {
  const options = await walletOf(text, profile);
  const change = text.replace('/*', '/1/*');
  const { checksum } = await run<{ checksum: string }>('getdescriptorinfo', [change], options);
  const request = { desc: `${change}#${checksum}`, timestamp: 'now', active: true, internal: true };
  await run('importdescriptors', [[request]], options);
  return options;
}

/** Returns the payee's scan of the only transaction in the mempool. */
async function found({ chain }: CallOptions, transaction?: Transaction) {
  const { entries = [] } = (await chain?.mempool()) ?? {};
  const made = transaction ?? entries[0]?.transaction;
  if (entries.length !== 1 || made === undefined) throw new Error('not one transaction');
  const coins = await chain?.findCoins(made.inputs.map(({ prevout }) => prevout));
  const scripts = made.inputs.map(
    ({ prevout }) => coins?.get(outPointKey(prevout))?.scriptPubKey ?? new Uint8Array(0),
  );
  const tweak = silentTweak(made, scripts, secp256k1);
  if (tweak === undefined) return [];
  const taproot = made.outputs.flatMap(({ scriptPubKey, value }) => {
    const key = taprootKey(scriptPubKey);
    return key ? [{ key, value }] : [];
  });
  const [payments = []] = createSilentScanner(payee, [7], secp256k1).scan([
    { tweak, outputs: taproot.map(({ key }) => key) },
  ]);
  return payments.map(({ output, label }) => ({ value: taproot[output]?.value, label }));
}

describe('a silent payment address', () => {
  test('is paid by send, and the payee finds the payment', async () => {
    const options = await payer(OWN);
    const outputs = [{ [address]: '0.001' }, { [addressOf(7)]: '0.002' }];
    const sent = await run<Sent>('send', { outputs, options: feeRate }, options);
    expect(sent.complete).toBe(true);
    const values = await found(options);
    expect(new Set(values)).toEqual(
      new Set([
        { value: 100_000n, label: undefined },
        { value: 200_000n, label: 7 },
      ]),
    );
  });

  test.each(['sendtoaddress', 'sendmany', 'sendall'])('is paid by %s', async (method) => {
    const options = await payer(OWN);
    const args = {
      sendtoaddress: { address, amount: '0.001', ...feeRate },
      sendmany: { amounts: { [address]: '0.001' }, ...feeRate },
      sendall: { recipients: [address], options: feeRate },
    }[method];
    await run(method, args ?? {}, options);
    const [payment] = await found(options);
    expect(payment?.value).toBe(method === 'sendall' ? COIN - 244n : 100_000n);
  });

  test('is shown as proven to the person who approves a payment', async () => {
    const shown: Review[] = [];
    const options = await payer(OWN);
    const approve = async (review: Review) => {
      shown.push(review);
      return true;
    };
    await run(
      'send',
      { outputs: [{ [address]: '0.001' }], options: feeRate },
      { ...options, approve },
    );
    const paid = shown.flatMap(({ outputs }) =>
      outputs.flatMap((each) => each.silentPayment ?? []),
    );
    expect(paid).toEqual([{ address, isProven: true }]);
  });

  test('is a field of the PSBT of a watch-only wallet', async () => {
    const options = await payer(`wpkh(${TEST_XPUB}/*)`);
    const outputs = [{ [address]: '0.001' }];
    const sent = await run<Sent>('send', { outputs, options: feeRate }, options);
    const funded = await run<Sent>('walletcreatefundedpsbt', { outputs, ...feeRate }, options);
    const created = await run<string>('createpsbt', [[], outputs], options);
    for (const text of [sent.psbt ?? '', funded.psbt ?? '', created]) {
      const psbt = readPsbt(text);
      expect(psbt.version).toBe(2);
      const paying = psbt.outputs.filter((output) => silentRecipient(output).recipient);
      expect(paying.map(({ scriptPubKey: script }) => script.length)).toEqual([0]);
    }
    const signer = await payer(OWN);
    const signed = await run<Sent>('walletprocesspsbt', [sent.psbt], signer);
    expect(signed.complete).toBe(true);
  });

  test('is paid again when the fee is raised', async () => {
    const options = await payer(OWN);
    const outputs = [{ [address]: '0.001' }];
    const { txid } = await run<Sent>('send', { outputs, options: feeRate }, options);
    await run('bumpfee', [txid, { fee_rate: 20 }], options);
    expect(await found(options)).toEqual([{ value: 100_000n, label: undefined }]);
  });

  test('is recognised by a review of a higher fee, unlike another address', async () => {
    const options = await payer(OWN);
    const outputs = [{ [address]: '0.001' }];
    const { txid } = await run<Sent>('send', { outputs, options: feeRate }, options);
    const idsOf = async (more: object) => {
      const { psbt } = await run<Sent>('psbtbumpfee', [txid, { fee_rate: 20, ...more }], options);
      const { findings } = await run<Review>('review', [psbt], options);
      return findings.map(({ id }) => id);
    };
    expect(await idsOf({})).toEqual(['silent-script-pending']);
    expect(await idsOf({ outputs: [{ [addressOf(7)]: '0.001' }] })).toEqual([
      'coin-paid-elsewhere',
      'silent-script-pending',
    ]);
  });

  test('is refused with a reason by calls that cannot pay it', async () => {
    const options = await payer(OWN);
    const outputs = [{ [address]: '0.001' }];
    const refused = (method: string, args: readonly unknown[]) => run(method, args, options);
    await expect(refused('createrawtransaction', [[], outputs])).rejects.toThrow(
      'only the signer of the coins',
    );
    await expect(
      refused('walletcreatefundedpsbt', [[], outputs, 0, feeRate, true, 2, 0]),
    ).rejects.toThrow('PSBT of version 2');
    const broken = `${address.slice(0, -1)}${address.endsWith('q') ? 'p' : 'q'}`;
    await expect(refused('send', [[{ [broken]: '0.001' }]])).rejects.toThrow(
      'Not a silent payment address',
    );
    const main = formatSilentAddress(
      silentRecipientOf(payee, secp256k1, CHANGE_LABEL) ?? {
        scanKey: new Uint8Array(33),
        spendKey: new Uint8Array(33),
      },
      networks.main,
    );
    await expect(refused('send', [[{ [main]: '0.001' }]])).rejects.toThrow('Not a silent payment');
    await expect(
      refused('send', [[{ [address]: '0.001' }, { [address]: '0.002' }]]),
    ).rejects.toThrow('duplicated address');
  });

  test('is refused by a wallet without a coin that can pay it', async () => {
    const options = await payer(`wsh(pk(${TEST_XPRV}/*))`);
    await expect(
      run('send', { outputs: [{ [address]: '0.001' }], options: feeRate }, options),
    ).rejects.toThrow('cannot pay a silent payment address');
  });

  test.each(['send', 'walletcreatefundedpsbt', 'createpsbt'])(
    'is an invalid address to %s under -profile=core',
    async (method) => {
      const options = await payer(OWN, 'core');
      const outputs = [{ [address]: '0.001' }];
      const args = method === 'send' ? [outputs] : [[], outputs];
      await expect(run(method, args, options)).rejects.toThrow(
        `Invalid Bitcoin address: ${address}`,
      );
    },
  );
});
