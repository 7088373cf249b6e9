import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../../src/crypto/noble.ts';
import { PrivateKey } from '../../../src/crypto/private-key.ts';
import { networks } from '../../../src/encoding/network.ts';
import { encodePsbt } from '../../../src/library/payment/encoded.ts';
import { extract } from '../../../src/library/payment/extract-payment.ts';
import { fund } from '../../../src/library/payment/fund-payment.ts';
import { sign } from '../../../src/library/payment/sign.ts';
import { silentSigning as silent } from '../../../src/psbt/silent-signing.ts';
import { silentRecipientOf } from '../../../src/silent/keys.ts';
import { createSilentScanner, silentTweak, taprootKey } from '../../../src/silent/scan.ts';
import { formatSilentAddress } from '../../../src/silent/silent-address.ts';
import { accountTexts, open, utxosOf } from '../../support/generate/accounts.ts';
import { silentKey } from '../../support/generate/silent-payments.ts';

const keyOf = (n: number) => {
  const key = PrivateKey.from(silentKey(n), true);
  if (key === undefined) throw new Error('no key');
  return key;
};
const scanKeys = { scanKey: keyOf(70), spendKey: keyOf(71).publicKey(secp256k1) };
const recipient = silentRecipientOf(scanKeys, secp256k1);
if (recipient === undefined) throw new Error('no address');
const address = formatSilentAddress(recipient, networks.regtest);

function wallet(kind: keyof typeof accountTexts) {
  const own = open(accountTexts[kind]);
  const coins = own.coins(utxosOf(own, [100_000, 50_000]));
  return { own, coins };
}

describe.each(['pkh', 'sh(wpkh)', 'wpkh', 'tr'] as const)('a wallet of %s', (kind) => {
  test('pays a silent payment address twice, and the payee finds both payments', async () => {
    const { own, coins } = wallet(kind);
    const outputs = [
      { address, value: 30_000n },
      { address, value: 20_000n },
    ];
    const { psbt } = fund({ coins, outputs, change: own, feeRate: 2, silent });
    expect(psbt.outputs.filter(({ scriptPubKey: script }) => script.length === 0)).toHaveLength(2);
    const signed = await sign(psbt, { keys: own, silent });
    expect(signed.complete).toBe(true);
    const amounts = found(extract(signed.psbt), coins).map(({ value }) => value);
    expect(amounts.sort()).toEqual([20_000n, 30_000n]);
  });
});

/** Returns the payee's scan of a finished transaction: values with their labels. */
function found(
  { transaction }: ReturnType<typeof extract>,
  coins: ReturnType<typeof wallet>['coins'],
) {
  const spent = transaction.inputs.map(
    ({ prevout: { txid, vout } }) =>
      coins.find((coin) => coin.txid === txid && coin.vout === vout)?.scriptPubKey ??
      new Uint8Array(0),
  );
  const tweak = silentTweak(transaction, spent, secp256k1);
  if (tweak === undefined) throw new Error('no tweak');
  const paid = transaction.outputs.flatMap(({ scriptPubKey, value }) => {
    const key = taprootKey(scriptPubKey);
    return key ? [{ key, value }] : [];
  });
  const scanner = createSilentScanner(scanKeys, [], secp256k1);
  const [payments = []] = scanner.scan([{ tweak, outputs: paid.map(({ key }) => key) }]);
  return payments.map(({ output, label }) => ({ value: paid[output]?.value, label }));
}

test.each(['pkh', 'wpkh', 'tr'] as const)(
  'change of %s goes to the own silent payment address, where label 0 finds it',
  async (kind) => {
    const { own, coins } = wallet(kind);
    const forChange = silentRecipientOf(scanKeys, secp256k1, 0);
    if (forChange === undefined) throw new Error('no address');
    const change = formatSilentAddress(forChange, networks.regtest);
    const outputs = [
      { address, value: 30_000n },
      { address: own.address(5), value: 8_000n },
    ];
    const funded = fund({ coins, outputs, change, feeRate: 2, silent });
    const { vout, value } = funded.change ?? { vout: -1, value: 0n };
    // PSBT_OUT_SP_V0_LABEL (BIP375), 4 bytes, little-endian.
    const labels = funded.psbt.outputs[vout]?.unknown.filter(({ key }) => key[0] === 0x0a);
    expect(labels?.map((field) => [...field.value])).toEqual([[0, 0, 0, 0]]);
    const made = extract((await sign(funded.psbt, { keys: own, silent })).psbt);
    const own0 = { value, label: 0 };
    expect(found(made, coins)).toEqual(
      expect.arrayContaining([own0, expect.objectContaining({ value: 30_000n })]),
    );
    // Everything to change, without another output.
    const sweep = fund({ coins, change, feeRate: 2, spendAll: true, silent });
    const swept = extract((await sign(sweep.psbt, { keys: own, silent })).psbt);
    expect(found(swept, coins)).toEqual([{ value: 150_000n - sweep.fee, label: 0 }]);
    const order = { coins, change, feeRate: 2, silent };
    const none = fund({ ...order, outputs: [{ address: own.address(5), value: 149_000n }] });
    expect(none.change).toBeUndefined();
    expect(() => fund({ ...order, outputs, silent: undefined })).toThrow(
      'is a silent payment address',
    );
  },
);

describe('a silent payment address', () => {
  const { own, coins } = wallet('wpkh');
  const order = { coins, change: own, feeRate: 2 };
  const paying =
    (to: string, more: object = {}) =>
    () =>
      fund({ ...order, outputs: [{ address: to, value: 30_000n }], ...more }).psbt;

  test('is refused with advice if it cannot be paid', () => {
    expect(paying(address)).toThrow('is a silent payment address');
    expect(paying(`${address.slice(0, -1)}x`, { silent })).toThrow(
      'is not a silent payment address',
    );
    expect(paying(formatSilentAddress(recipient, networks.main), { silent })).toThrow(
      'is not a silent payment address',
    );
    expect(paying(address, { silent, psbtVersion: 0 })).toThrow('need psbtVersion 2');
  });

  test('is not written in version 0, which BIP375 does not allow', () => {
    const psbt = paying(address, { silent })();
    expect(() => encodePsbt(psbt, 'base64', { version: 0 })).toThrow(
      expect.objectContaining({ code: 'SILENT_PAYMENT' }),
    );
    expect(encodePsbt(psbt)).toMatch(/^cHNidP/);
  });

  test('is not paid by coins that have no single key', () => {
    const shared = wallet('wsh(miniscript)');
    const make = paying(address, { silent, coins: shared.coins, change: shared.own });
    expect(make).toThrow('No coin here can make a silent payment');
  });

  test('is not signed without the option', async () => {
    const psbt = paying(address, { silent })();
    const signed = await sign(psbt, { keys: own });
    expect(signed.complete).toBe(false);
    expect(signed.psbt.inputs[0]?.partialSignatures).toEqual([]);
  });
});

test('a replacement does not keep the script of a silent payment, which depends on the inputs', () => {
  const { own, coins } = wallet('wpkh');
  const outputs = [{ address, value: 30_000n }];
  const { psbt } = fund({ coins, outputs, change: own, feeRate: 2, silent });
  const again = { replaces: psbt, change: own, feeRate: 9 };
  expect(() => fund(again)).toThrow(expect.objectContaining({ code: 'NOT_REPLACEABLE' }));
  const second = fund({ ...again, outputs, silent });
  expect(
    second.psbt.outputs.filter(({ scriptPubKey: script }) => script.length === 0),
  ).toHaveLength(1);
});
