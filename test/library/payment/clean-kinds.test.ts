import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../../src/crypto/noble.ts';
import { PrivateKey } from '../../../src/crypto/private-key.ts';
import { spendingPaths } from '../../../src/descriptor/spending-paths.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import {
  type Account,
  type Funded,
  type FundOptions,
  fund,
  openAccount,
  review,
} from '../../../src/index.ts';
import { silentSigning as silent } from '../../../src/psbt/silent-signing.ts';
import { silentRecipientOf } from '../../../src/silent/keys.ts';
import { formatSilentAddress } from '../../../src/silent/silent-address.ts';
import { encodeTransaction } from '../../../src/transaction/codec.ts';
import { transactionId } from '../../../src/transaction/txid.ts';
import { descriptors, PAYEE } from '../../doors/cases.ts';
import { silentKey } from '../../support/generate/silent-payments.ts';
import { place } from '../../support/review/accounts.ts';
import { previousOf } from '../../support/review/coins.ts';

const HEIGHT = 5_000;
const outputs = [{ address: PAYEE, value: 600_000n }];

/** Coins of an account, with their previous transactions. */
function coinsOf(text: string, account: Account, height: number | undefined) {
  const made = [700_000n, 400_000n].map((value, index) => {
    const previous = previousOf({ ...place(text, 0, index), value, nonce: index + 1 });
    return {
      txid: transactionId(previous),
      vout: 1,
      value,
      ...(height !== undefined && { height }),
      address: account.address(index),
      hex: encodeHex(encodeTransaction(previous, { witness: true })),
    };
  });
  const ancestors = Object.fromEntries(made.map(({ txid }) => [txid, { vsize: 200, fee: 200n }]));
  return account.coins(made, {
    height: HEIGHT,
    ...(height === undefined && { ancestors }),
  });
}

function requestBy(
  text: string,
  height: number | undefined = 100,
): FundOptions & { change: Account } {
  const account = openAccount(text, { network: 'regtest', range: 20 });
  return { coins: coinsOf(text, account, height), outputs, change: account, feeRate: 5 };
}

const findingsOf = ({ psbt }: Funded, account: Account): readonly string[] =>
  review(psbt, { account }).findings.map(({ id }) => id);

describe.each(Object.entries(descriptors))('a payment by %s', (_, text) => {
  test('that replaces an own one is reviewed without a finding', () => {
    const { change, ...request } = requestBy(text);
    const { psbt } = fund({ ...request, change });
    const second = fund({ replaces: psbt, change, feeRate: 10 });
    expect(second.fee).toBeGreaterThan(0n);
    expect(findingsOf(second, change)).toEqual([]);
  });

  test('that is cancelled is reviewed without a finding', () => {
    const { change, ...request } = requestBy(text);
    const { psbt } = fund({ ...request, change });
    expect(findingsOf(fund({ replaces: psbt, cancel: true, change, feeRate: 10 }), change)).toEqual(
      [],
    );
  });

  test('that pays for its unconfirmed parents is reviewed without a finding', () => {
    const { change, feeRate: packageFeeRate, ...request } = requestBy(text, undefined);
    const child = fund({ ...request, change, packageFeeRate, includeUnsafe: true });
    expect(findingsOf(child, change)).toEqual([]);
  });

  test('along each of its paths has no finding but the lock of the path', () => {
    const { change, ...request } = requestBy(text);
    for (const [i, path] of (spendingPaths(change.receive) ?? []).entries()) {
      const locks = path.older === undefined ? [] : ['relative-lock'];
      expect(findingsOf(fund({ ...request, change, path: i }), change), `path ${i}`).toEqual(locks);
    }
  });
});

const keyOf = (n: number) => PrivateKey.from(silentKey(n), true) ?? expect.fail('no key');
const recipient = silentRecipientOf(
  { scanKey: keyOf(70), spendKey: keyOf(71).publicKey(secp256k1) },
  secp256k1,
);
const address = formatSilentAddress(recipient ?? expect.fail('no address'), networks.regtest);

test.each(['wpkh', 'pkh', 'sh(wpkh)', 'tr'])(
  'a silent payment by %s has no finding but that signing computes its script',
  (kind) => {
    const { change, ...request } = requestBy(descriptors[kind] ?? '');
    const paid = [{ address, value: 600_000n }];
    const made = fund({ ...request, change, outputs: paid, silent });
    expect(findingsOf(made, change)).toEqual(['silent-script-pending']);
  },
);
