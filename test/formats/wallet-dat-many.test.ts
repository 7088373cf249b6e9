import * as btc from '@scure/btc-signer';
import { expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { encodeBase64 } from '../../src/encoding/base64.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { importWallet } from '../../src/formats/import.ts';
import { readKeys } from '../../src/keys/read-keys.ts';
import { sweep } from '../../src/library/payment/sweep.ts';
import { berkeleyFile } from '../support/generate/berkeley-file.ts';
import {
  addressOf,
  commonRecords,
  encryptionOf,
  keyRecords,
  namedKey,
  publicKeyOf,
} from '../support/generate/wallet-dat.ts';

const context = { network: networks.regtest, secp256k1 };
const names = (count: number) => Array.from({ length: count }, (_, i) => `many ${i}`);

test('opens a file with more keys than a text may list', () => {
  const encryption = encryptionOf('many', 1);
  const keys = names(5100).map((name) => namedKey(name));
  const records = keys.flatMap((key) => keyRecords(key, {}, encryption));
  const file = berkeleyFile([...commonRecords(), ...encryption.records, ...records]);
  const found = importWallet(file, context);
  if ('error' in found) throw new Error(found.error);
  expect(found.descriptors).toHaveLength(5100);
  const addresses = new Set(found.descriptors.flatMap((each) => each.firstAddresses));
  const missing = [keys[0], keys[2500], keys[5099]].filter(
    (key) => key === undefined || !addresses.has(addressOf(key)),
  );
  expect(missing).toEqual([]);
});

test('sweeps a coin of one key of many, and knows the other keys it pays to', () => {
  const net = { ...btc.TEST_NETWORK, bech32: 'bcrt' };
  const keys = names(150).map((name) => namedKey(name));
  const records = keys.flatMap((key) => keyRecords(key, {}));
  const ring = readKeys(encodeBase64(berkeleyFile([...commonRecords(), ...records])), {
    ...context,
    readWallet: (file) => importWallet(file, context, { secrets: true }),
  });
  if ('error' in ring) throw new Error(ring.error);
  const [paid, own] = [keys[77], keys[149]].map((key) => key && publicKeyOf(key));
  if (paid === undefined || own === undefined) throw new Error('no key');
  const made = new btc.Transaction();
  made.addInput({ txid: '11'.repeat(32), index: 0 });
  made.addOutput({ script: btc.p2wpkh(paid, net).script, amount: 100_000n });
  made.addOutput({ script: btc.p2pkh(new Uint8Array(own), net).script, amount: 200_000n });
  const to = btc.p2wpkh(own, net).address ?? '';
  const transactions = [encodeHex(made.unsignedTx)];
  const swept = sweep({ keys: ring, transactions, to, feeRate: 2, network: 'regtest', secp256k1 });
  expect(swept.coins.map(({ value }) => value)).toEqual([100_000n, 200_000n]);
  const script = btc.p2wpkh(own, net).script;
  expect(swept.accounts.some((account) => account.find(script) !== undefined)).toBe(true);
  const foreign = new btc.Transaction();
  foreign.addInput({ txid: '11'.repeat(32), index: 0 });
  foreign.addOutput({
    script: btc.p2wpkh(publicKeyOf(namedKey('foreign')), net).script,
    amount: 1000n,
  });
  expect(() =>
    sweep({
      keys: ring,
      transactions: [encodeHex(foreign.unsignedTx)],
      to,
      feeRate: 2,
      network: 'regtest',
      secp256k1,
    }),
  ).toThrow('None of the transactions pays these keys');
});
