import { getPublicKey } from '@noble/secp256k1';
import { bech32m } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import * as btc from '@scure/btc-signer';
import { afterEach, expect, test, vi } from 'vitest';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { blockHash } from '../../src/chain/block-codec.ts';
import { consensusParams } from '../../src/chain/consensus.ts';
import { concatBytes } from '../../src/encoding/bytes.ts';
import { decodeHex, encodeHex } from '../../src/encoding/hex.ts';
import { parsePsbt } from '../../src/index.ts';
import { silentTweak } from '../../src/public/descriptor.ts';
import { encodeSnapshot } from '../../src/snapshot/snapshot-codec.ts';
import { decodeTransaction } from '../../src/transaction/codec.ts';
import { transactionId } from '../../src/transaction/txid.ts';
import { ABANDON } from '../support/chains/abandon-payment.ts';
import { createMemoryChain } from '../support/chains/memory-chain.ts';
import { solve } from '../support/chains/miner.ts';
import { createRandom } from '../support/generate/random.ts';
import { snapshotOf } from '../support/generate/snapshot.ts';
import { readVector } from '../support/paths.ts';

const WORDS = ABANDON.join(' ');
const root = HDKey.fromMasterSeed(mnemonicToSeedSync(WORDS));
const hex = (text: string) => decodeHex(text) ?? new Uint8Array(0);

/** Returns the address of an account, derived and encoded by another library. */
function addressOf(path: string, prefix: string): string {
  const [scan, spend] = ["/1'/0", "/0'/0"].map((end) => root.derive(path + end).publicKey);
  const keys = concatBytes(scan ?? new Uint8Array(0), spend ?? new Uint8Array(0));
  return bech32m.encode(prefix, [0, ...bech32m.toWords(keys)], 1023);
}

async function openPage(keys: string, network: 'main' | 'regtest' = 'regtest') {
  const engine = createEngine(() => undefined);
  engine.chooseNetwork(network);
  engine.takeText(keys);
  const view = await engine.openPayload('');
  return { engine, view };
}

type Engine = ReturnType<typeof createEngine>;

/** Opens the coin of a key that pays, as a transaction that paid it. */
async function openCoin(engine: Engine, script: Uint8Array, amount: bigint): Promise<string> {
  const paid = new btc.Transaction({ allowUnknownOutputs: true });
  paid.addInput({ txid: '11'.repeat(32), index: 0 });
  paid.addOutput({ script, amount });
  engine.takeText(encodeHex(paid.unsignedTx));
  return (await engine.openPaid()).balance;
}

async function signReviewed(engine: Engine) {
  const review = await engine.review();
  const signed = await engine.sign(review.id, []);
  expect(signed.isComplete).toBe(true);
  return { review, bytes: signed.bytes };
}

test('shows the same silent payment address of seed words as another library', async () => {
  const { view } = await openPage(WORDS, 'main');
  const [account, address] = ["m/352'/0'/0'", addressOf("m/352'/0'/0'", 'sp')];
  expect(view.silent).toEqual([{ path: account.replaceAll("'", 'h'), address }]);
  const { view: test } = await openPage(WORDS, 'regtest');
  expect(test.silent.map((each) => each.address)).toEqual([addressOf("m/352'/1'/0'", 'tsp')]);
  // The view contains no scan key and no spend key.
  expect(JSON.stringify(view)).not.toMatch(/sp(scan|spend)1/);
});

test('exports a watch-only sp() descriptor, and opens it as a wallet that cannot sign', async () => {
  const { engine, view } = await openPage(WORDS);
  const watching = engine.silentWatching(0);
  expect(watching).toMatch(/^sp\(\[73c5da0a\/352h\/1h\/0h\]tspscan1q\w+\)#\w{8}$/);
  const { engine: other, view: watched } = await openPage(watching);
  expect(watched.signs).toBe(false);
  expect(watched.silent).toEqual(view.silent);
  expect(other.silentWatching(0)).toBe(watching);
  expect(watched.accounts).toEqual([]);
});

test('shows labelled addresses, and finds the owner of a silent payment address', async () => {
  const { engine, view } = await openPage(WORDS);
  const [own] = view.silent;
  const labelled = engine.silentLabel(0, 7);
  expect(labelled).not.toBe(own?.address);
  expect(() => engine.silentLabel(0, 0)).toThrow('A label is a number from 1');
  expect(() => engine.silentLabel(0, 1.5)).toThrow('A label is a number from 1');
  const check = (text: string) => {
    engine.takeText(text);
    return engine.checkAddress();
  };
  expect(await check(own?.address ?? '')).toMatchObject({ path: '73c5da0a/352h/1h/0h' });
  expect(await check(labelled)).toMatchObject({
    path: '73c5da0a/352h/1h/0h, label 7',
    isChange: false,
  });
  const { view: foreign } = await openPage(`${'zoo '.repeat(11)}wrong`);
  expect(await check(foreign.silent[0]?.address ?? '')).toMatchObject({ path: undefined });
});

/** Makes a snapshot with the transaction in a block and its public tweak. */
async function snapshotWith(bytes: Uint8Array, spent: Uint8Array): Promise<Uint8Array> {
  const transaction = decodeTransaction(bytes, { witness: true });
  const tweak = transaction && silentTweak(transaction, [spent]);
  if (transaction === undefined || tweak === undefined) throw new Error('no silent payment');
  const chain = createMemoryChain(consensusParams.regtest);
  const { hash, time, bits } = consensusParams.regtest.genesis;
  const nothing = { scriptSig: Uint8Array.of(1, 1), sequence: 0, witness: [] };
  const coinbase = (locktime: number) => ({
    version: 2,
    locktime,
    inputs: [{ prevout: { txid: '00'.repeat(32), vout: 0xffffffff }, ...nothing }],
    outputs: [{ value: 1n, scriptPubKey: Uint8Array.of(0x51) }],
  });
  const header = { version: 4, merkleRoot: '00'.repeat(32), bits, nonce: 1 };
  const first = { ...header, previousBlockHash: hash, time: time + 600 };
  const mined = solve({ header: first, transactions: [coinbase(0), transaction] });
  chain.connect(mined);
  const previousBlockHash = blockHash(mined.header);
  const second = { ...header, previousBlockHash, time: time + 1200 };
  chain.connect(solve({ header: second, transactions: [coinbase(1)] }));
  const scripts = transaction.outputs.map(({ scriptPubKey }) => scriptPubKey);
  const made = await snapshotOf(chain.source, scripts, createRandom(1));
  const tweaks = new Map([[transactionId(transaction), tweak]]);
  return encodeSnapshot({ ...made, silent: { from: 1, tweaks } }).bytes;
}

test.each([
  ['seed words', (_: Engine) => WORDS],
  ['an sp() descriptor with its spend key', (engine: Engine) => spendingOf(engine)],
])(
  'receives with %s: finds payments to its labels in a snapshot, and spends them',
  async (_, of) => {
    const { engine: words } = await openPage(WORDS);
    const { engine: payee, view } = await openPage(of(words));
    const [own] = view.silent;
    const key = new Uint8Array(32).fill(7);
    const net = { ...btc.TEST_NETWORK, bech32: 'bcrt' };
    const { engine: payer } = await openPage(btc.WIF(net).encode(key));
    const { script } = btc.p2wpkh(getPublicKey(key, true), net);
    await openCoin(payer, script, 100_000n);
    const labelled = payee.silentLabel(0, 9);
    const payees = [
      { address: own?.address ?? '', amount: '0.0003', paysFee: false },
      { address: labelled, amount: '0.00069', paysFee: true },
    ];
    await payer.makePayment({ payees, feeRate: '2', coins: [] });
    const paid = await signReviewed(payer);
    expect(paid.review.outputs.map(({ to }) => to)).toEqual(
      expect.arrayContaining([own?.address, labelled]),
    );
    payee.takeBytes(await snapshotWith(paid.bytes, script));
    const { coins } = await payee.openSnapshot();
    expect(coins).toHaveLength(2);
    expect(coins.map(({ value }) => value)).toContain(30_000n);
    const to = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
    const everything = coins.reduce((sum, { value }) => sum + value, 0n);
    const amount = (Number(everything) / 1e8).toFixed(8);
    await payee.makePayment({
      payees: [{ address: to, amount, paysFee: true }],
      feeRate: '3',
      coins: [],
    });
    const spent = await signReviewed(payee);
    expect(spent.review.outputs.map((output) => output.to)).toEqual([to]);
    expect(spent.review.findings.filter(({ isStop }) => isStop)).toEqual([]);
    const done = btc.Transaction.fromRaw(spent.bytes);
    expect(done.inputsLength).toBe(2);
  },
);

/** Returns the descriptor with the private spend key, from the path that BIP352 recommends. */
function spendingOf(_: Engine): string {
  const [scan, spend] = ["/1'/0", "/0'/0"].map((end) => {
    const { privateKey } = root.derive(`m/352'/1'/0'${end}`);
    return privateKey ?? new Uint8Array(0);
  });
  const keys = concatBytes(scan ?? new Uint8Array(0), spend ?? new Uint8Array(0));
  return `sp(${bech32m.encode('tspspend', [0, ...bech32m.toWords(keys)], 1023)})`;
}

afterEach(() => {
  vi.useRealTimers();
});

const rows: readonly { readonly name: string; readonly proof: string }[] = JSON.parse(
  readVector('names/bip353.json'),
);
const [simple] = rows;
const proof = hex(simple?.proof ?? '');
/** A time within the validity of BIP353's proofs. */
const WITHIN = Date.UTC(2025, 7, 7, 18);

async function openMain(now: number) {
  vi.useFakeTimers({ toFake: ['Date'], now });
  const { engine } = await openPage(WORDS, 'main');
  const { publicKey } = root.derive("m/84'/0'/0'/0/0");
  await openCoin(engine, btc.p2wpkh(publicKey ?? new Uint8Array(0)).script, 200_000n);
  return engine;
}

test.each([
  ['a file', (engine: Engine) => void engine.takeBytes(proof), undefined],
  ['pasted hexadecimal', () => undefined, simple?.proof],
  ['pasted base64', () => undefined, Buffer.from(proof).toString('base64')],
])('pays the name of a proof from %s, and the review shows the name', async (_, take, typed) => {
  const engine = await openMain(WITHIN);
  take(engine);
  const payee = await engine.readPayee(typed);
  expect(payee.name).toMatchObject({ name: simple?.name });
  expect(payee.name?.until).toMatch(/^2025-08-/);
  await engine.makePayment({
    payees: [{ ...payee, amount: '0.001', paysFee: false }],
    feeRate: '2',
    coins: [],
  });
  const { review, bytes } = await signReviewed(engine);
  const proven = review.findings.find(({ id }) => id === 'name-proven');
  expect(proven?.detail).toContain(`₿${simple?.name}, proven until ${payee.name?.until}`);
  const done = btc.Transaction.fromRaw(bytes, { allowUnknownOutputs: true });
  const outputs = Array.from({ length: done.outputsLength }, (__, i) => done.getOutputAddress(i));
  expect(outputs).toContain(payee.address);
});

test('puts the proof into the PSBT, in the output that pays the name', async () => {
  const engine = await openMain(WITHIN);
  const payee = await engine.readPayee(simple?.proof);
  const other = { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', paysFee: false };
  const payees = [
    { ...other, amount: '0.0002' },
    { ...payee, amount: '0.001', paysFee: false },
  ];
  await engine.makePayment({ payees, feeRate: '2', coins: [] });
  const subject = engine.lock();
  const psbt = parsePsbt(subject?.bytes ?? new Uint8Array(0));
  const named = psbt.outputs.filter(({ unknown }) => unknown.some(({ key }) => key[0] === 0x35));
  expect(named.map(({ value }) => value)).toEqual([100_000n]);
  expect(named[0]?.unknown[0]?.value).toEqual(proof);
});

test('refuses a proof that is expired, too early, forged, ambiguous or of another address', async () => {
  const late = await openMain(WITHIN + 20 * 86_400_000);
  await expect(async () => late.readPayee(simple?.proof)).rejects.toThrow(
    `₿${simple?.name} is not proven. A signature has expired. Check the clock`,
  );
  const early = await openMain(Date.UTC(2020, 0, 1));
  await expect(async () => early.readPayee(simple?.proof)).rejects.toThrow('is not valid yet');
  const engine = await openMain(WITHIN);
  const forged = proof.slice();
  forged[forged.length - 1] = (forged[forged.length - 1] ?? 0) ^ 1;
  await expect(async () => engine.readPayee(encodeHex(forged))).rejects.toThrow(
    'is not proven. A signature is not valid',
  );
  await expect(async () => engine.readPayee(rows[3]?.proof)).rejects.toThrow(
    'several payment instructions',
  );
  // A thief changes the address after the proof was verified.
  const payee = await engine.readPayee(simple?.proof);
  const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  const payees = [{ ...payee, address, amount: '0.001', paysFee: false }];
  await expect(engine.makePayment({ payees, feeRate: '2', coins: [] })).rejects.toThrow(
    'does not belong to its address',
  );
  const wrong = createEngine(() => undefined);
  wrong.chooseNetwork('regtest');
  await expect(async () => wrong.readPayee(simple?.proof)).rejects.toThrow(
    'This payment request has no address',
  );
});

test('explains a proof like the command line', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: WITHIN });
  const engine = createEngine(() => undefined);
  engine.takeBytes(proof);
  const { isProven, lines } = engine.explainProof();
  expect(isProven).toBe(true);
  expect(lines[0]).toMatch(/^₿simple@.*: proven until 2025-08-/);
  expect(lines.some((line) => line.startsWith('Address: bc1'))).toBe(true);
  engine.takeText('Z'.repeat(30));
  expect(() => engine.explainProof()).toThrow('This is not a proof of a payment name');
});
