import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../../src/crypto/noble.ts';
import { PrivateKey } from '../../../src/crypto/private-key.ts';
import { equalBytes } from '../../../src/encoding/bytes.ts';
import { networks } from '../../../src/encoding/network.ts';
import { extract } from '../../../src/library/payment/extract.ts';
import { fund as fundPayment } from '../../../src/library/payment/fund.ts';
import { fund } from '../../../src/library/payment/legacy.ts';
import { sign } from '../../../src/library/payment/sign.ts';
import { silentSigning as silent } from '../../../src/psbt/silent-signing.ts';
import { formatSilentAddress } from '../../../src/silent/address.ts';
import { silentRecipientOf } from '../../../src/silent/keys.ts';
import { createSilentScanner, silentTweak, taprootKey } from '../../../src/silent/scan.ts';
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
      { address, amount: 30_000n },
      { address, amount: 20_000n },
    ];
    const psbt = fund({ coins, outputs, change: own, feeRate: 2, silent });
    expect(psbt.outputs.filter(({ scriptPubKey: script }) => script.length === 0)).toHaveLength(2);
    const signed = await sign(psbt, { keys: own, silent });
    expect(signed.complete).toBe(true);
    const { transaction } = extract(signed.psbt);
    const spent = transaction.inputs.map(({ prevout }) => {
      const coin = coins.find(({ txid, vout }) => txid === prevout.txid && vout === prevout.vout);
      return coin?.scriptPubKey ?? new Uint8Array(0);
    });
    const tweak = silentTweak(transaction, spent, secp256k1);
    const keys = transaction.outputs.flatMap((each) => taprootKey(each.scriptPubKey) ?? []);
    if (tweak === undefined) throw new Error('no tweak');
    const [found = []] = createSilentScanner(scanKeys, [], secp256k1).scan([
      { tweak, outputs: keys },
    ]);
    const amounts = found.map(({ output }) => {
      const paid = transaction.outputs.find(({ scriptPubKey }) => {
        const key = taprootKey(scriptPubKey);
        return key && equalBytes(key, keys[output] ?? key);
      });
      return paid?.value;
    });
    expect(amounts.sort()).toEqual([20_000n, 30_000n]);
  });
});

describe('a silent payment address', () => {
  const { own, coins } = wallet('wpkh');
  const order = { coins, change: own, feeRate: 2 };
  const paying =
    (to: string, more: object = {}) =>
    () =>
      fund({ ...order, outputs: [{ address: to, amount: 30_000n }], ...more });

  test('is refused with what to do where it cannot be paid', () => {
    expect(paying(address)).toThrow('is a silent payment address');
    expect(paying(`${address.slice(0, -1)}x`, { silent })).toThrow(
      'is not a silent payment address',
    );
    expect(paying(formatSilentAddress(recipient, networks.main), { silent })).toThrow(
      'is not a silent payment address',
    );
    expect(paying(address, { silent, psbtVersion: 0 })).toThrow('need psbtVersion 2');
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
  const { psbt } = fundPayment({ coins, outputs, change: own, feeRate: 2, silent });
  const again = { replaces: psbt, change: own, feeRate: 9 };
  expect(() => fundPayment(again)).toThrow(expect.objectContaining({ code: 'NOT_REPLACEABLE' }));
  const second = fundPayment({ ...again, outputs, silent });
  expect(
    second.psbt.outputs.filter(({ scriptPubKey: script }) => script.length === 0),
  ).toHaveLength(1);
});
