import { secp256k1 as library } from '@noble/curves/secp256k1.js';
import { describe, expect, test } from 'vitest';
import { createWorkers } from '../../src/adapters/threads/main.ts';
import {
  extract,
  formatPsbt,
  fund,
  isValidMessage,
  openAccount,
  sign,
  signMessage,
} from '../../src/index.ts';
import { addChecksum } from '../../src/public/descriptor.ts';
import { kernelSecp256k1 } from '../../src/public/kernel.ts';
import { execute } from '../../src/public/rpc.ts';
import { decodeAddress, networks } from '../../src/public/script.ts';
import { listAccounts, readKeys } from '../../src/public/seed.ts';
import { type Curve, type CurveFunctions, createCurve } from '../../src/public/signing.ts';
import { encodeHex, encodeTransaction, transactionId } from '../../src/public/transaction.ts';
import { foreignFunctions } from '../support/foreign-curve.ts';

const ROOT =
  'tprv8ZgxMBicQKsPd7Uf69XL1XwhmjHopUGep8GuEiJDZmbQz6o58LninorQAfcKZWARbtRtfnLcJ5MQ2AtHcQJCCRUcMRvmDUjyEmNUWwx8UbK';
const WIF = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
const SECOND = 'cVpF924EspNh8KjYsfhgY96mmxvT6DgdWiTYMtMjuM74hJaU5psW';
const UNSPENDABLE = '50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0';

const kinds = {
  P2WPKH: `wpkh(${ROOT}/84h/1h/0h/<0;1>/*)`,
  P2TR: `tr(${ROOT}/86h/1h/0h/<0;1>/*)`,
  P2PKH: `pkh(${ROOT}/44h/1h/0h/<0;1>/*)`,
  multisig: `wsh(sortedmulti(2,${WIF},${SECOND}))`,
  'a taproot leaf': `tr(${UNSPENDABLE},pk(${WIF}))`,
};

/** Signs a payment of three coins, whose inputs need several signatures. */
async function pay(descriptor: string, secp256k1?: Curve) {
  const account = openAccount(descriptor, { network: 'regtest', secp256k1 });
  const addresses = [0, 1, 2].map((i) => account.address(account.isRange ? i : 0));
  const outputs = addresses.map((address) => {
    const decoded = decodeAddress(address, networks.regtest);
    if ('error' in decoded) throw new Error(decoded.error);
    return { value: 90_000n, scriptPubKey: decoded };
  });
  const prevout = { txid: '22'.repeat(32), vout: 1 };
  const input = { prevout, scriptSig: new Uint8Array(), sequence: 0xffffffff, witness: [] };
  const transaction = { version: 2, inputs: [input], outputs, locktime: 0 };
  const previousTransaction = encodeHex(encodeTransaction(transaction));
  const coins = account.coins(
    addresses.map((address, vout) => ({
      txid: transactionId(transaction),
      vout,
      value: 90_000n,
      height: 100,
      address,
      previousTransaction,
    })),
  );
  const [address = ''] = addresses;
  const { psbt } = fund({
    coins,
    outputs: [{ address, value: 200_000n }],
    change: account,
    feeRate: 2,
  });
  return sign(psbt, { keys: account, secp256k1 });
}

const foreignCurve = createCurve(foreignFunctions);

/** The curve of the app with one operation that works wrongly. */
const withFault = (fault: Partial<CurveFunctions>): Curve =>
  createCurve({ ...foreignFunctions, ...fault });

describe('a curve of the app: six functions of another library', () => {
  test.each(Object.entries(kinds))(
    'sign %s with the bytes of the default curve',
    async (_, descriptor) => {
      const [own, foreign] = [await pay(descriptor), await pay(descriptor, foreignCurve)];
      expect(foreign.complete).toBe(true);
      expect(formatPsbt(foreign.psbt)).toBe(formatPsbt(own.psbt));
      expect(extract(foreign.psbt, { secp256k1: foreignCurve }).hex).toBe(extract(own.psbt).hex);
    },
  );

  test('sign messages with the same text', async () => {
    const account = openAccount(kinds.P2TR, { network: 'regtest' });
    const signature = await signMessage('login', { account, secp256k1: foreignCurve });
    expect(signature).toBe(await signMessage('login', { account }));
    const signed = { address: account.address(0), message: 'login', signature };
    expect(isValidMessage(signed, { secp256k1: foreignCurve })).toBe(true);
    expect(isValidMessage({ ...signed, message: 'logout' }, { secp256k1: foreignCurve })).toBe(
      false,
    );
  });

  test('derive the accounts of seed words', () => {
    const accountsBy = (secp256k1?: Curve) => {
      const context = { network: networks.main, secp256k1 };
      const ring = readKeys(`${'abandon '.repeat(11)}about`, context);
      if ('error' in ring) throw new Error(ring.error);
      return listAccounts(ring, context);
    };
    expect(accountsBy(foreignCurve)).toEqual(accountsBy());
    expect(accountsBy(kernelSecp256k1)).toEqual(accountsBy());
  });

  test('serve the methods of Core', async () => {
    const addresses = (options: { readonly secp256k1?: Curve }) =>
      execute('deriveaddresses', [addChecksum(kinds.P2WPKH), [0, 2]], {
        network: 'regtest',
        ...options,
      });
    const own = await addresses({});
    expect(own).toHaveLength(2);
    expect(await addresses({ secp256k1: foreignCurve })).toEqual(own);
  });

  test('verify beside workers', async () => {
    const workers = createWorkers({ threads: 1, secp256k1: foreignCurve });
    const signed = await pay(kinds.P2WPKH, foreignCurve);
    await workers.close();
    expect(signed.complete).toBe(true);
  });
});

describe('a curve of the app that computes wrongly', () => {
  const wrong = (made: Uint8Array | undefined) =>
    made?.map((byte, i) => (i === 63 ? byte ^ 1 : byte));
  test.each([
    [
      'a wrong ECDSA signature',
      kinds.P2WPKH,
      { signEcdsa: (d, k) => wrong(foreignFunctions.signEcdsa(d, k)) },
    ],
    [
      'a wrong Schnorr signature',
      kinds.P2TR,
      { signSchnorr: (d, k, a) => wrong(foreignFunctions.signSchnorr(d, k, a)) },
    ],
    [
      'a nonce that RFC 6979 does not give',
      kinds.P2WPKH,
      {
        signEcdsa: (digest, key) =>
          library.sign(digest, key, {
            prehash: false,
            lowS: true,
            extraEntropy: new Uint8Array(32).fill(7),
          }),
      },
    ],
    [
      'a signature with a high R',
      kinds.P2WPKH,
      {
        signEcdsa: (digest, key) => {
          for (let i = 0; ; i++) {
            const extraEntropy = i === 0 ? false : new Uint8Array(32).fill(i);
            const made = library.sign(digest, key, { prehash: false, lowS: true, extraEntropy });
            if ((made[0] ?? 0) >= 0x80) return made;
          }
        },
      },
    ],
    [
      'the signature of another key',
      kinds.P2WPKH,
      { signEcdsa: (d) => foreignFunctions.signEcdsa(d, new Uint8Array(32).fill(9)) },
    ],
    ['a signature of a wrong length', kinds.P2WPKH, { signEcdsa: () => new Uint8Array(65) }],
    [
      'another nonce than BIP340 asks for',
      kinds.P2TR,
      { signSchnorr: (d, k) => foreignFunctions.signSchnorr(d, k, new Uint8Array(32).fill(5)) },
    ],
  ] satisfies readonly [string, string, Partial<CurveFunctions>][])(
    '%s is thrown away',
    async (_, descriptor, fault) => {
      await expect(pay(descriptor, withFault(fault))).rejects.toThrow(/was just computed is wrong/);
    },
  );

  test('a curve that finds every signature valid does not hide a wrong one', async () => {
    const lying = withFault({
      signEcdsa: (digest, key) => wrong(foreignFunctions.signEcdsa(digest, key)),
      verifyEcdsa: () => true,
    });
    await expect(pay(kinds.P2WPKH, lying)).rejects.toThrow(/was just computed is wrong/);
  });

  test('functions without createCurve, and too few of them, are refused by name', () => {
    const { signSchnorr: _, ...five } = foreignFunctions;
    // @ts-expect-error: TypeScript notices it, too.
    expect(() => createCurve(five)).toThrow('functions.signSchnorr must be a function');
    // @ts-expect-error: TypeScript notices it, too.
    expect(() => openAccount(kinds.P2TR, { secp256k1: foreignFunctions })).toThrow(
      expect.objectContaining({
        message: 'options.secp256k1.confirm must be a function',
        hint: 'createCurve of coldsign/signing makes a curve of six functions.',
      }),
    );
  });
});
