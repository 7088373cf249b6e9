import { getPublicKey } from '@noble/secp256k1';
import * as btc from '@scure/btc-signer';
import { expect, test } from 'vitest';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { PrivateKey } from '../../src/crypto/private-key.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { parsePsbt, sign } from '../../src/index.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import {
  createSilentScanner,
  formatSilentAddress,
  silentRecipient,
  silentTweak,
} from '../../src/public/descriptor.ts';
import { createBsmsKey, createBsmsWallet } from '../../src/public/formats.ts';
import { networks } from '../../src/public/script.ts';
import { readKeys } from '../../src/public/seed.ts';
import { decodeTransaction } from '../../src/public/transaction.ts';
import { silentKey } from '../support/generate/silent-payments.ts';
import { musigCosigner } from '../support/nodes/musig-cosigner.ts';
import { journeys } from '../support/vectors/journeys.ts';
import { WORDS as MUSIG_WORDS, musigPayment } from '../support/vectors/musig-payment.ts';

const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const TO = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const net = { ...btc.TEST_NETWORK, bech32: 'bcrt' };
const bytesOf = (psbt: Parameters<typeof encodePsbt>[0]) => encodePsbt(psbt) ?? new Uint8Array(0);

async function openPage(keys: string) {
  const engine = createEngine(() => undefined);
  engine.chooseNetwork('regtest');
  engine.takeText(keys);
  const view = await engine.openPayload('');
  return { engine, view };
}

type Engine = ReturnType<typeof createEngine>;

async function signWith(engine: Engine, bytes: Uint8Array) {
  engine.takeBytes(bytes);
  engine.keepSubject();
  const { id } = await engine.review();
  return engine.sign(id, []);
}

test('the last MuSig2 signer signs in one visit of the page', async () => {
  const { psbt, cosigner: key } = await musigPayment();
  const cosigner = musigCosigner(key);
  const { engine } = await openPage(MUSIG_WORDS);
  const signed = await signWith(engine, bytesOf(cosigner.addNonces(psbt)));
  const done = await sign(cosigner.addSignatures(parsePsbt(signed.bytes)), { keys: [] });
  expect(done.complete).toBe(true);
});

test('a first MuSig2 signer adds a nonce, which signs once while the keys stay open', async () => {
  const { psbt, cosigner: key } = await musigPayment();
  const cosigner = musigCosigner(key);
  const { engine } = await openPage(MUSIG_WORDS);
  const nonced = await signWith(engine, bytesOf(psbt));
  const both = cosigner.addNonces(parsePsbt(nonced.bytes));
  const signed = await signWith(engine, bytesOf(both));
  const done = await sign(cosigner.addSignatures(parsePsbt(signed.bytes)), { keys: [] });
  expect(done.complete).toBe(true);
  await expect(signWith(engine, bytesOf(both))).rejects.toThrow('Nothing was signed');
  // Another page has no copy of the nonce.
  const { engine: other } = await openPage(MUSIG_WORDS);
  await expect(signWith(other, bytesOf(both))).rejects.toThrow('Nothing was signed');
});

test('the page makes a BSMS key record, checks the wallet, and registers it', async () => {
  const { engine } = await openPage(WORDS);
  const token = 'a54044308ceac9b7';
  const path = 'm/48h/1h/0h/2h';
  const mine = engine.makeBsmsKey({ path, description: 'page', token });
  expect(mine.extension).toBe('dat');
  const context = { network: networks.regtest };
  const keys = readKeys(`${'zoo '.repeat(11)}wrong`, context);
  if ('error' in keys) throw new Error(keys.error);
  const theirs = createBsmsKey({ keys, path, token }, context);
  if ('error' in theirs) throw new Error(theirs.error);
  const records = [mine.text, theirs.text];
  const made = createBsmsWallet({ records, tokens: [token], required: 2, total: 2 }, context);
  if ('error' in made) throw new Error(made.error);
  expect(engine.takeText(made.files[0]?.text ?? '').status).toBe('done');
  expect(() => engine.checkBsmsWallet('')).toThrow('token is needed');
  const checked = engine.checkBsmsWallet(token);
  expect(checked).toMatchObject({ firstAddress: made.firstAddress, positions: [1], total: 2 });
  const view = engine.openBsmsWallet(checked.record);
  expect(view.hasWallet).toBe(true);
  const { engine: stranger } = await openPage(MUSIG_WORDS);
  stranger.takeText(made.record);
  expect(() => stranger.checkBsmsWallet('')).toThrow('None of its keys is yours');
});

test('the page shows each address of a key in WIF, and each once', async () => {
  const secret = new Uint8Array(32).fill(7);
  const { view } = await openPage(btc.WIF(net).encode(secret));
  const key = getPublicKey(secret, true);
  const segwit = btc.p2wpkh(key, net);
  const other = getPublicKey(secret, false);
  expect(view.accounts.map(({ name, addresses }) => [name, addresses])).toEqual([
    ['Single key', [btc.p2pkh(key, net).address, segwit.address, btc.p2sh(segwit, net).address]],
    ['Single key', [btc.p2pkh(other, net).address]],
    ['Taproot', [btc.p2tr(key.subarray(1), undefined, net).address]],
  ]);
});

const LOWER = 'Enter a lower fee rate.';

test('the page sweeps a paper wallet from the transaction that paid it', async () => {
  const secret = new Uint8Array(32).fill(7);
  const { engine } = await openPage(btc.WIF(net).encode(secret));
  const publicKey = getPublicKey(secret, true);
  const paid = new btc.Transaction();
  paid.addInput({ txid: '11'.repeat(32), index: 0 });
  paid.addOutput({ script: btc.p2pkh(publicKey, net).script, amount: 60_000n });
  paid.addOutput({ script: btc.p2wpkh(publicKey, net).script, amount: 50_000n });
  paid.addOutput({
    script: btc.p2tr(publicKey.subarray(1), undefined, net).script,
    amount: 30_000n,
  });
  engine.takeText('no coins');
  await expect(engine.openPaid()).rejects.toThrow('Open a transaction that paid your keys');
  engine.takeText(encodeHex(paid.unsignedTx));
  const { balance, coins } = await engine.openPaid();
  expect([balance, coins.length]).toEqual(['0.00140000', 3]);
  const payees = [{ address: TO, amount: balance, paysFee: true }];
  for (const [feeRate, message] of [
    [
      '5000',
      `The fee rate is too high. It is 5,000.00 sat/vB. The limit is 2,000.00 sat/vB. ${LOWER}`,
    ],
    [
      '900',
      'The fee is more than an amount that pays it. Enter a lower fee rate, or a larger amount.',
    ],
  ] as const) {
    const faults = [{ field: 'fee-rate', message }];
    await expect(engine.makePayment({ payees, feeRate, coins: [] })).rejects.toMatchObject({
      faults,
    });
  }
  await engine.makePayment({ payees, feeRate: '2', coins: [] });
  const review = await engine.review();
  expect(review.outputs.map(({ to }) => to)).toEqual([TO]);
  const { isComplete, bytes } = await engine.sign(review.id, []);
  expect(isComplete).toBe(true);
  const done = btc.Transaction.fromRaw(bytes);
  expect([done.inputsLength, done.outputsLength]).toEqual([3, 1]);
});

test('the page warns of a missing change only if the payment was not made here to send all', async () => {
  const secret = new Uint8Array(32).fill(7);
  const { engine } = await openPage(btc.WIF(net).encode(secret));
  const { script } = btc.p2wpkh(getPublicKey(secret, true), net);
  const paid = new btc.Transaction();
  paid.addInput({ txid: '11'.repeat(32), index: 0 });
  for (const amount of [50_000n, 30_000n]) paid.addOutput({ script, amount });
  engine.takeText(encodeHex(paid.unsignedTx));
  const { balance } = await engine.openPaid();
  const idsOf = async () => (await engine.review()).findings.map(({ id }) => id);
  const pay = (amount: string) =>
    engine.makePayment({
      payees: [{ address: TO, amount, paysFee: true }],
      feeRate: '2',
      coins: [],
    });
  await pay(balance);
  expect(await idsOf()).toEqual([]);
  // The rest is too small for change: the person did not choose to send it.
  await pay('0.00079900');
  expect(await idsOf()).toEqual(['nothing-comes-back']);
  await pay(balance);
  const foreign = new btc.Transaction();
  const txid = paid.id;
  for (const index of [0, 1]) {
    const witnessUtxo = { script, amount: [50_000n, 30_000n][index] ?? 0n };
    foreign.addInput({ txid, index, witnessUtxo, nonWitnessUtxo: paid.unsignedTx });
  }
  foreign.addOutputAddress(TO, 79_500n, net);
  engine.takeBytes(foreign.toPSBT());
  engine.keepSubject();
  expect(await idsOf()).toContain('nothing-comes-back');
});

test('the page sweeps the coins of an address in a list of Esplora, like the command line', async () => {
  const secret = new Uint8Array(32).fill(7);
  const { engine } = await openPage(btc.WIF(net).encode(secret));
  const publicKey = getPublicKey(secret, true);
  const { address = '' } = btc.p2wpkh(publicKey, net);
  const txid = '22'.repeat(32);
  const list = [{ txid, vout: 3, status: { confirmed: true, block_height: 5 }, value: 50_000 }];
  engine.takeText('{"coins":1}');
  await expect(engine.openPaid()).rejects.toThrow('This JSON is not a list of coins');
  engine.takeText(JSON.stringify(list));
  await expect(engine.openPaid()).rejects.toThrow('does not name its address');
  engine.takeText(address);
  const { balance, coins } = await engine.openPaid();
  expect(balance).toBe('0.00050000');
  expect(coins).toMatchObject([{ outpoint: `${txid}:3`, value: 50_000n, address }]);
  const part = { address: TO, amount: '0.0001', paysFee: false };
  const order = { feeRate: '2', coins: [] };
  await expect(engine.makePayment({ payees: [part], ...order })).rejects.toThrow(
    'Choose “Send everything”',
  );
  await engine.makePayment({ payees: [{ ...part, paysFee: true }], ...order });
  const review = await engine.review();
  expect(review.outputs.map(({ to }) => to)).toEqual([TO]);
  const { isComplete, bytes } = await engine.sign(review.id, []);
  expect(isComplete).toBe(true);
  const done = btc.Transaction.fromRaw(bytes);
  const { index, txid: spent } = done.getInput(0);
  expect([done.inputsLength, done.outputsLength, encodeHex(spent ?? publicKey), index]).toEqual([
    ...[1, 1, txid, 3],
  ]);
  // A legacy coin needs the transaction that created it.
  const { engine: legacy } = await openPage(btc.WIF(net).encode(secret));
  legacy.takeText(btc.p2pkh(publicKey, net).address ?? '');
  await expect(legacy.openPaid()).rejects.toThrow('Now open the list');
  legacy.takeText(JSON.stringify(list));
  await expect(legacy.openPaid()).rejects.toThrow('A legacy coin needs the transaction');
});

const KEY = new Uint8Array(32).fill(7);

/** A list of the coins of an address as Esplora prints it, the transactions, and the address. */
function listedCoins(pay: typeof btc.p2wpkh | typeof btc.p2pkh, ...amounts: readonly bigint[]) {
  const { script, address = '' } = pay(getPublicKey(KEY, true), net);
  const paid = amounts.map((amount, i) => {
    const made = new btc.Transaction();
    made.addInput({ txid: `${i + 1}1`.repeat(32), index: 0 });
    made.addOutput({ script, amount });
    return made;
  });
  const list = paid.map(({ id: txid }, i) => ({ txid, vout: 0, value: Number(amounts[i]) }));
  const files = paid.map(({ unsignedTx }) => encodeHex(unsignedTx));
  return { address, json: JSON.stringify(list), files, txids: paid.map(({ id }) => id) };
}

/** Opens files of coins one after the other. Returns what the page shows for each. */
async function openFiles(...files: readonly string[]) {
  const { engine } = await openPage(btc.WIF(net).encode(KEY));
  const shown: string[] = [];
  for (const file of files) {
    engine.takeText(file);
    const view = await Promise.resolve(engine.openPaid()).catch((error: Error) => error);
    const isView = 'balance' in view;
    shown.push(isView ? [view.balance, ...view.notes.slice(1)].join(' ') : view.message);
  }
  return { engine, shown };
}

const one = listedCoins(btc.p2wpkh, 50_000n);
const two = listedCoins(btc.p2wpkh, 50_000n, 30_000n);
const old = listedCoins(btc.p2pkh, 50_000n, 30_000n);
const [oneFile = ''] = one.files;
const [twoFirst = '', twoSecond = ''] = two.files;
const [oldFirst = '', oldSecond = ''] = old.files;
const unnamed = /^This list does not name its address\. Open the address too, or the trans/;
const next = /^Now open the list of the coins of this address\.$/;

test.each([
  ['the list, then the transaction', [one.json, oneFile], [unnamed, /^0\.00050000$/]],
  ['the transaction, then the list', [oneFile, one.json], [/^0\.00050000$/, /^0\.00050000$/]],
  ['the list, then the address', [one.json, one.address], [unnamed, /^0\.00050000$/]],
  ['the address, then the transaction', [one.address, oneFile], [next, /^0\.00050000$/]],
  [
    'the list, the transactions one by one',
    [two.json, twoFirst, twoSecond],
    [
      unnamed,
      new RegExp(`^0.00050000 The list also has .* ${two.txids[1]}\\. Open`),
      /^0\.00080000$/,
    ],
  ],
  [
    'the address and list of legacy coins, then their transactions',
    [old.address, old.json, oldFirst, oldSecond],
    [
      next,
      new RegExp(`^A legacy coin needs .* ${old.txids[0]}\\.$`),
      new RegExp(`^0.00050000 A legacy coin needs .* ${old.txids[1]}\\.$`),
      /^0\.00080000$/,
    ],
  ],
  [
    'two lists, each with its address',
    [one.address, one.json, two.json, old.address, oldFirst, oldSecond],
    [next, /^0\.00050000$/, unnamed, /./, /./, /./],
  ],
  ['a wrong file first', ['{"coins":1}', oneFile], [/not a list of coins/, /^0\.00050000$/]],
  ['a list of numbers first', ['[1,2]', oneFile], [/not a list of coins/, /^0\.00050000$/]],
  ['an empty list first', ['[]', oneFile], [/^0\.00000000$/, /^0\.00050000$/]],
  [
    'an address of another network first',
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', one.json, one.address],
    [/^This is for Bitcoin, but the page/, unnamed, /^0\.00050000$/],
  ],
] as const)('the page takes %s', async (_, files, says) => {
  const { engine, shown } = await openFiles(...files);
  expect(shown).toEqual(says.map((each) => expect.stringMatching(each)));
  const balance = shown.at(-1)?.slice(0, 10) ?? '';
  const payees = [{ address: TO, amount: balance, paysFee: true }];
  await engine.makePayment({ payees, feeRate: '2', coins: [] });
  const review = await engine.review();
  const { isComplete } = await engine.sign(review.id, []);
  expect(isComplete).toBe(true);
});

test('the page pays a silent payment address, and the payee finds the payment', async () => {
  const secret = new Uint8Array(32).fill(7);
  const { engine } = await openPage(btc.WIF(net).encode(secret));
  const paid = new btc.Transaction();
  paid.addInput({ txid: '11'.repeat(32), index: 0 });
  const { script } = btc.p2wpkh(getPublicKey(secret, true), net);
  paid.addOutput({ script, amount: 60_000n });
  engine.takeText(encodeHex(paid.unsignedTx));
  const { balance } = await engine.openPaid();
  const scanKey = PrivateKey.from(silentKey(70), true);
  if (scanKey === undefined) throw new Error('no key');
  const keys = { scanKey, spendKey: getPublicKey(silentKey(71), true) };
  const recipient = silentRecipient(keys);
  if (recipient === undefined) throw new Error('no address');
  const address = formatSilentAddress(recipient, networks.regtest);
  const payees = [{ address, amount: balance, paysFee: true }];
  await engine.makePayment({ payees, feeRate: '2', coins: [] });
  const review = await engine.review();
  expect(review.outputs.map(({ to }) => to)).toEqual([address]);
  const { isComplete, bytes } = await engine.sign(review.id, []);
  expect(isComplete).toBe(true);
  const transaction = decodeTransaction(bytes, { witness: true });
  if (transaction === undefined) throw new Error('no transaction');
  const tweak = silentTweak(transaction, [script]);
  if (tweak === undefined) throw new Error('no tweak');
  const outputs = transaction.outputs.map(({ scriptPubKey }) => scriptPubKey.subarray(2));
  const [found = []] = createSilentScanner(keys, []).scan([{ tweak, outputs }]);
  expect(found.map(({ output }) => output)).toEqual([0]);
});

test('the page reads requests to pay as BIP321 says, silent payments included', async () => {
  const { engine } = await openPage(MUSIG_WORDS);
  const silent = `tsp1q${'q'.repeat(112)}`;
  const read = (text: string) => engine.readPayee(text);
  expect(await read(`BITCOIN:${TO}?amount=0.00120&label=rent`)).toEqual({
    address: TO,
    amount: '0.0012',
  });
  expect(await read(`bitcoin:?amount=20&tsp=${silent}`)).toEqual({ address: silent, amount: '20' });
  expect(await read(`bitcoin:?bcrt=${TO}&tsp=${silent}`)).toMatchObject({ address: TO });
  expect(await read(` ${TO}\n`)).toEqual({ address: TO, amount: undefined });
  const refused = async (text: string) => {
    try {
      return { answer: await read(text) };
    } catch (error) {
      return String(error);
    }
  };
  expect(await refused(`bitcoin:${TO}?req-mystery=1`)).toContain('needs an unknown feature');
  expect(await refused('bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toContain(
    'This is for Bitcoin, but the page is set to Regtest.',
  );
  expect(await refused(`bitcoin:${TO}?amount=1&amount=2`)).toContain('is damaged');
  expect(await refused('bitcoin:?lno=lno1qq')).toContain('has no address');
});

test('an Electrum seed of 13 words is a secret, and opens', async () => {
  const seed = 'cram swing cover prefer miss modify ritual silly deliver chunk behind inform able';
  const engine = createEngine(() => undefined);
  engine.chooseNetwork('regtest');
  expect(engine.takeText(seed)).toMatchObject({ kind: 'seed', words: 'a seed (Electrum)' });
  const { keys, signs } = await engine.openPayload('');
  expect([keys[0]?.signs, signs]).toEqual([true, true]);
  expect(() => engine.keepSubject()).toThrow('Open a PSBT');
});

test('private keys are exported as descriptors that open again', async () => {
  const { engine, view } = await openPage(WORDS);
  const text = engine.exportPrivate();
  expect(text.match(/tprv/g)).toHaveLength(4);
  const { view: again } = await openPage(text);
  expect(again.accounts.map(({ descriptor }) => descriptor)).toEqual(
    view.accounts.map(({ descriptor }) => descriptor),
  );
});

test('completes fewer than four letters only if one word begins so', () => {
  const engine = createEngine(() => undefined);
  expect(engine.addWords('aba act ab')).toMatchObject({
    count: 2,
    fault: expect.stringContaining('“ab” isn’t a BIP39 word'),
  });
  expect([engine.showWord(0), engine.showWord(1)]).toEqual(['abandon', 'act']);
  expect(engine.replaceWord(1, 'zeb')).toMatchObject({ count: 2, fault: undefined });
  expect(engine.showWord(1)).toBe('zebra');
});

test('the review has the names of cosigners that the file of the wallet gives', async () => {
  const shared = journeys.find(({ name }) => name === '2 of 3 by words and the descriptor');
  const [words = '', descriptor = ''] = shared?.keys ?? [];
  const { engine } = await openPage(words);
  const devices = ['Coldcard', 'Paper\u202e at Anna’s', ''].map((label) => ({
    type: 'other',
    label,
  }));
  const receive = descriptor.replace(/#.*/, '').replaceAll('/<0;1>/*', '/0/*');
  engine.takeText(JSON.stringify({ label: 'Family vault', descriptor: receive, devices }));
  const view = await engine.openPayload('');
  expect(view.keys.at(-1)?.from).toBe('wallet “Family vault” (Specter)');
  expect(view.notes.join()).not.toContain('names of its keys');
  engine.takeBytes(shared?.psbt ?? new Uint8Array(0));
  engine.keepSubject();
  const { cosigners } = await engine.review();
  const fingerprints = [...descriptor.matchAll(/\[([0-9a-f]{8})/g)].map(([, id]) => id);
  const named = new Map(cosigners[0]?.keys.map(({ fingerprint, name }) => [fingerprint, name]));
  expect(fingerprints.map((id) => named.get(id))).toEqual([
    'Coldcard',
    'Paper at Anna’s',
    undefined,
  ]);
  // They end with the keys.
  engine.lock();
  engine.takeText(words);
  await engine.openPayload('');
  engine.takeBytes(shared?.psbt ?? new Uint8Array(0));
  engine.keepSubject();
  const again = await engine.review();
  expect(again.cosigners[0]?.keys.map(({ name }) => name)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
