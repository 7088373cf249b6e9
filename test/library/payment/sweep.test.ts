import { pbkdf2Sync } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { getPublicKey, Point } from '@noble/secp256k1';
import { HDKey } from '@scure/bip32';
import * as btc from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import { encodeBase58Check } from '../../../src/crypto/base58check.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { ColdsignError, extract, review, sign, sweep } from '../../../src/index.ts';
import { networks } from '../../../src/public/script.ts';
import { type KeyRing, readKeys } from '../../../src/public/seed.ts';

const TO = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const lax = {
  allowUnknownOutputs: true,
  allowUnknownInputs: true,
  disableScriptCheck: true,
};
const net = { ...btc.TEST_NETWORK, bech32: 'bcrt' };
const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

const secret = new Uint8Array(32).fill(7);
const wifs = {
  compressed: encodeBase58Check(Uint8Array.of(0xef, ...secret, 1)),
  uncompressed: encodeBase58Check(Uint8Array.of(0xef, ...secret)),
};
const compressed = getPublicKey(secret, true);
const uncompressed = Point.fromBytes(compressed).toBytes(false);

const p2pk = (key: Uint8Array) => Uint8Array.of(key.length, ...key, 0xac);
/** The scripts of one key, by another library. */
const scripts = {
  P2PK: p2pk(compressed),
  P2PKH: btc.p2pkh(compressed, net).script,
  'P2SH-P2WPKH': btc.p2sh(btc.p2wpkh(compressed, net), net).script,
  P2WPKH: btc.p2wpkh(compressed, net).script,
  P2TR: btc.p2tr(compressed.subarray(1), undefined, net).script,
};
const legacy = { P2PK: p2pk(uncompressed), P2PKH: btc.p2pkh(uncompressed, net).script };

/** Makes a transaction that pays these scripts 100,000 satoshi each. */
function payTo(...list: readonly Uint8Array[]): btc.Transaction {
  const made = new btc.Transaction({ ...lax });
  made.addInput({ txid: '11'.repeat(32), index: list.length });
  for (const script of list) made.addOutput({ script, amount: 100_000n });
  return made;
}
const hexOf = (transaction: btc.Transaction) => encodeHex(transaction.unsignedTx);
const idOf = (transaction: btc.Transaction) =>
  encodeHex(Uint8Array.from(sha256(sha256(transaction.unsignedTx))).reverse());
const regtest = { network: 'regtest', to: TO, feeRate: 2 } as const;

async function finish(swept: ReturnType<typeof sweep>, keys: KeyRing | string) {
  const reviewed = review(swept.psbt, { account: swept.accounts });
  const { complete, psbt } = await sign(swept.psbt, { keys, reviewed });
  expect(complete).toBe(true);
  const { hex } = extract(psbt);
  return btc.Transaction.fromRaw(Buffer.from(hex, 'hex'), lax);
}

function ring(text: string): KeyRing {
  const read = readKeys(text, { network: networks.regtest });
  if ('error' in read) throw new Error(read.error);
  return read;
}

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof ColdsignError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'nothing';
}

describe('a single key', () => {
  test('gives the coins of all its scripts', async () => {
    const transactions = [hexOf(payTo(...Object.values(scripts)))];
    const swept = sweep({ keys: wifs.compressed, transactions, ...regtest });
    expect(swept.coins.map(({ scriptPubKey }) => encodeHex(scriptPubKey)).sort()).toEqual(
      Object.values(scripts).map(encodeHex).sort(),
    );
    const found = review(swept.psbt, { account: swept.accounts });
    expect(found.refused).toEqual([]);
    expect(found.feeProof.kind).toBe('proven');
    expect(found.inputs.every(({ owner }) => owner !== undefined)).toBe(true);
    const done = await finish(swept, wifs.compressed);
    expect([done.inputsLength, done.outputsLength]).toEqual([5, 1]);
    expect(done.getOutput(0).amount).toBe(500_000n - swept.fee);
  });

  test.each([
    ['compressed', wifs.compressed],
    ['uncompressed', wifs.uncompressed],
  ])('in its %s form gives the coins of both forms', async (_, keys) => {
    const all = [...Object.values(legacy), ...Object.values(scripts)];
    const transactions = [hexOf(payTo(...all))];
    const swept = sweep({ keys, transactions, ...regtest });
    const found = review(swept.psbt, { account: swept.accounts });
    expect(found.refused).toEqual([]);
    expect(found.inputs.every(({ owner }) => owner !== undefined)).toBe(true);
    const done = await finish(swept, keys);
    expect([done.inputsLength, done.outputsLength]).toEqual([all.length, 1]);
    expect(done.getOutput(0).amount).toBe(BigInt(all.length) * 100_000n - swept.fee);
  });

  test('gets no advice about words if it has no coins', () => {
    const transactions = [hexOf(payTo(btc.p2wpkh(getPublicKey(secret.map(() => 8)), net).script))];
    const ask = () => sweep({ keys: wifs.compressed, transactions, ...regtest });
    expect(ask).toThrow(/^None of the transactions pays these keys$/);
    expect(ask).toThrow(expect.objectContaining({ hint: expect.not.stringContaining('Words') }));
  });

  test('accepts lists of Esplora, Electrum and a node, with separate transactions', async () => {
    const made = payTo(scripts.P2PKH, scripts.P2WPKH, legacy.P2PKH);
    const txid = idOf(made);
    const transactions = [hexOf(made)];
    const coins = [
      { txid, vout: 0, value: 100_000, status: { confirmed: true, block_height: 9 } },
      { tx_hash: txid, tx_pos: 1, value: 100_000, height: 9 },
    ];
    const swept = sweep({ keys: wifs.compressed, coins, transactions, ...regtest });
    expect((await finish(swept, wifs.compressed)).inputsLength).toBe(2);
    const address = btc.p2wpkh(compressed, net).address ?? '';
    const node = { unspents: [{ txid, vout: 1, amount: '0.00100000', address, height: 9 }] };
    const alone = sweep({ keys: wifs.compressed, coins: node, ...regtest });
    expect((await finish(alone, wifs.compressed)).inputsLength).toBe(1);
  });
});

test('words and extended keys give the coins of their standard accounts, including change', async () => {
  const seed = pbkdf2Sync(WORDS, 'mnemonic', 2048, 64, 'sha512');
  const root = HDKey.fromMasterSeed(seed, { private: 0x04358394, public: 0x043587cf });
  const key = (path: string) => root.derive(path).publicKey ?? new Uint8Array(33);
  const paid = payTo(
    btc.p2pkh(key("m/44'/1'/0'/0/3"), net).script,
    btc.p2sh(btc.p2wpkh(key("m/49'/1'/0'/1/0"), net), net).script,
    btc.p2wpkh(key("m/84'/1'/0'/0/25"), net).script,
    btc.p2tr(key("m/86'/1'/0'/1/7").subarray(1), undefined, net).script,
    btc.p2wpkh(key("m/84'/1'/5'/0/0"), net).script,
  );
  const transactions = [hexOf(paid)];
  for (const text of [WORDS, root.privateExtendedKey]) {
    const keys = ring(text);
    const swept = sweep({ keys, transactions, ...regtest });
    expect(swept.coins).toHaveLength(4);
    expect((await finish(swept, keys)).inputsLength).toBe(4);
  }
  const read = readKeys(WORDS, { network: networks.regtest, account: 5 });
  if ('error' in read) throw new Error(read.error);
  expect(sweep({ keys: read, transactions, ...regtest }).coins).toHaveLength(1);
});

test('refuses to lose or misdirect money, and advises what to do', () => {
  const made = payTo(scripts.P2PKH, scripts.P2WPKH);
  const transactions = [hexOf(made)];
  const txid = idOf(made);
  const ask = (more: object) =>
    codeOf(() => sweep({ keys: wifs.compressed, ...regtest, transactions, ...more }));
  expect(ask({ keys: WORDS })).toMatch(/^INVALID_KEY/);
  expect(ask({ keys: ring(WORDS) })).toMatch(/^INSUFFICIENT_FUNDS: None of the transactions/);
  expect(ask({ network: 'main', to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' })).toMatch(
    /^INVALID_KEY: These keys are not of the network main/,
  );
  expect(ask({ to: `${TO.slice(0, -1)}q` })).toMatch(/^INVALID_ADDRESS/);
  expect(ask({ to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' })).toMatch(/^INVALID_ADDRESS/);
  expect(ask({ feeRate: undefined })).toMatch(/^WRONG_ARGUMENT: There is no feeRate/);
  expect(ask({ feeRate: 2000 })).toMatch(/^(FEE_TOO_HIGH|INSUFFICIENT_FUNDS|AMOUNT_TOO_SMALL)/);
  expect(ask({ transactions: ['00'] })).toMatch(/^INVALID_COIN: transaction 0/);
  const coin = { txid, vout: 1, value: 100_000, status: { confirmed: true } };
  expect(ask({ coins: [{ ...coin, value: 90_000 }] })).toMatch(/^INVALID_AMOUNT: coin 0/);
  expect(ask({ coins: [coin, { ...coin, vout: 7 }] })).toMatch(/^INVALID_COIN: coin 1/);
  expect(ask({ coins: [{ ...coin, address: TO }], transactions: [] })).toMatch(
    /^FOREIGN_COIN: coin 0/,
  );
  const claimed = { ...coin, vout: 0, address: btc.p2pkh(compressed, net).address };
  expect(ask({ coins: [claimed], transactions: [] })).toMatch(/^PREVIOUS_TRANSACTION_MISSING/);
  expect(ask({ coins: [{ ...coin, status: { confirmed: false } }] })).toMatch(/^UNSAFE_COIN/);
});

test('an output that one of the transactions spends is not swept', () => {
  const first = payTo(scripts.P2WPKH, scripts.P2TR);
  const second = new btc.Transaction({ ...lax });
  second.addInput({ txid: idOf(first), index: 0 });
  second.addOutput({ script: scripts.P2PKH, amount: 50_000n });
  const transactions = [hexOf(first), hexOf(second)];
  const swept = sweep({ keys: wifs.compressed, transactions, ...regtest });
  expect(swept.coins.map(({ value }) => value)).toEqual([100_000n, 50_000n]);
});
