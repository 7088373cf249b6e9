import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import * as btc from '@scure/btc-signer';
import { expect, test, vi } from 'vitest';
import { spaceDigits } from '../../src/adapters/page/language.ts';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { excessMessage } from '../../src/adapters/page/worker/funding-faults.ts';
import { judgeMessage } from '../../src/library/payment/judge-address-message.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import { decodeTransaction } from '../../src/public/transaction.ts';
import { defaultFeeTiers, findFeeFault } from '../../src/transaction/fee-bounds.ts';
import { signByLibrary } from '../support/sign-journey.ts';
import { journeys } from '../support/vectors/journeys.ts';

const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const OTHERS = 'letter advice cage absurd amount doctor acoustic avoid letter advice cage above';

const named = (name: string) => {
  const found = journeys.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no journey “${name}”`);
  return found;
};

type Engine = ReturnType<typeof createEngine>;

function pageOn(network: 'main' | 'regtest'): Engine {
  const engine = createEngine(() => undefined);
  engine.chooseNetwork(network);
  return engine;
}

async function openKeys(engine: Engine, text: string, passphrase = '') {
  engine.takeText(text);
  return engine.openPayload(passphrase);
}

function openPsbt(engine: Engine, psbt: Uint8Array): void {
  engine.takeBytes(psbt);
  engine.keepSubject();
}

/** Copies of one PSBT, each signed by one of its two keys. */
async function signedCopies() {
  const both = named('two seeds at once');
  const copies = await Promise.all(
    both.keys.map(async (text) => {
      const { signed } = await signByLibrary({ ...both, keys: [text] });
      return encodePsbt(signed.psbt) ?? new Uint8Array(0);
    }),
  );
  const [first, second] = copies;
  if (first === undefined || second === undefined) throw new Error('two copies are needed');
  return { psbt: both.psbt, first, second };
}

test('two copies that were signed side by side are finished without any key', async () => {
  const { first, second } = await signedCopies();
  const engine = pageOn('regtest');
  openPsbt(engine, first);
  const half = await engine.review();
  expect(half).toMatchObject({ canFinish: false, canSave: true, canSign: false });
  // A coordinator passes on what is there.
  expect(await engine.finish()).toMatchObject({
    kind: 'psbt',
    isComplete: false,
    outcome: 'combined',
  });
  engine.takeBytes(second);
  engine.combine();
  expect(await engine.review()).toMatchObject({ canFinish: true, isFinal: false });
  const { kind, isComplete, txid, bytes } = await engine.finish();
  expect({ kind, isComplete }).toEqual({ kind: 'transaction', isComplete: true });
  expect(btc.Transaction.fromRaw(bytes, { allowUnknownOutputs: true }).id).toBe(txid);
  const { inputs } = decodeTransaction(bytes, { witness: true }) ?? { inputs: [] };
  expect(inputs.every(({ witness }) => witness.length > 0)).toBe(true);
});

test('an unsigned PSBT is neither finished nor saved', async () => {
  const engine = pageOn('regtest');
  openPsbt(engine, named('two seeds at once').psbt);
  expect(await engine.review()).toMatchObject({ canFinish: false, canSave: false });
});

const net = btc.NETWORK;
const masterOf = (words: string, passphrase = '') =>
  HDKey.fromMasterSeed(mnemonicToSeedSync(words, passphrase));
const fingerprintOf = (key: HDKey) => key.fingerprint.toString(16).padStart(8, '0');
const path = (text: string) =>
  text.split('/').map((step) => Number.parseInt(step, 10) + (step.endsWith('h') ? 0x80000000 : 0));

/** Spends a coin of each master key by its path, with its previous transaction. */
function payFrom(masters: readonly (readonly [HDKey, string])[], hasPrevious = true): Uint8Array {
  const tx = new btc.Transaction();
  for (const [i, [master, at]] of masters.entries()) {
    const { publicKey } = master.derive(`m/${at.replace(/h/g, "'")}`);
    if (publicKey === null) throw new Error('no key');
    const { script } = btc.p2wpkh(publicKey, net);
    const before = new btc.Transaction({ allowUnknownInputs: true });
    before.addOutput({ script, amount: 250_000n });
    before.addInput({
      txid: new Uint8Array(32).fill(i + 1),
      index: 0,
      finalScriptSig: new Uint8Array([81]),
    });
    tx.addInput({
      txid: before.id,
      index: 0,
      witnessUtxo: { script, amount: 250_000n },
      ...(hasPrevious && { nonWitnessUtxo: before.toBytes(true, false) }),
      bip32Derivation: [[publicKey, { fingerprint: master.fingerprint, path: path(at) }]],
    });
  }
  tx.addOutputAddress(
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    245_000n * BigInt(masters.length),
    net,
  );
  return tx.toPSBT(0);
}

test('a wrong passphrase is named, nothing can be signed, and the right one opens the wallet', async () => {
  const right = masterOf(WORDS, 'correct horse');
  const engine = pageOn('main');
  const { keys } = await openKeys(engine, WORDS, 'correct hors');
  expect(keys[0]).toMatchObject({ from: '12 seed words + passphrase', isSeed: true });
  openPsbt(engine, payFrom([[right, '84h/0h/0h/0/0']]));
  const review = await engine.review();
  const text = review.findings.find(({ id }) => id === 'no-input-ours')?.text;
  const opened = fingerprintOf(masterOf(WORDS, 'correct hors'));
  expect(text).toContain(`This transaction is for ${fingerprintOf(right)}. You opened ${opened}.`);
  expect(review).toMatchObject({ canSign: false, isForeign: true });
  const id = keys[0]?.id ?? 0;
  expect(engine.previewPassphrase('correct horse', id).fingerprint).toBe(fingerprintOf(right));
  const again = engine.changePassphrase(id, 'correct horse');
  expect(again.keys.map(({ fingerprint }) => fingerprint)).toEqual([fingerprintOf(right)]);
  expect(await engine.review()).toMatchObject({ canSign: true, isForeign: false });
});

test('an Electrum seed and a SeedQR have a passphrase, and a private key has none', async () => {
  const key = btc.WIF(net).encode(new Uint8Array(32).fill(7));
  for (const [text, isSeed] of [
    ['wild father tree among universe such mobile favorite target dynamic credit identify', true],
    [key, false],
  ] as const) {
    const view = await openKeys(pageOn('main'), text);
    expect(view.keys[0]?.isSeed).toBe(isSeed);
  }
});

test('two segwit coins without their previous transactions are signed after a confirmation', async () => {
  const master = masterOf(WORDS);
  const engine = pageOn('main');
  await openKeys(engine, WORDS);
  openPsbt(
    engine,
    payFrom(
      [
        [master, '84h/0h/0h/0/0'],
        [master, '84h/0h/0h/0/1'],
      ],
      false,
    ),
  );
  const { id, findings } = await engine.review();
  expect(findings.find((each) => each.id === 'fee-unproven')).toMatchObject({
    isStop: true,
    canConfirm: true,
  });
  await expect(engine.sign(id, [])).rejects.toThrow(/fee/i);
  expect((await engine.sign(id, ['fee-unproven'])).isComplete).toBe(true);
});

test('cosigners are listed once, although each script has them in another order', async () => {
  const masters = [masterOf(WORDS), masterOf(OTHERS), masterOf(`${'zoo '.repeat(11)}wrong`)];
  const tx = new btc.Transaction();
  for (let i = 0; i < 6; i++) {
    const keys = masters.map((master) => {
      const at = `48h/0h/0h/2h/0/${i}`;
      const { publicKey } = master.derive(`m/${at.replace(/h/g, "'")}`);
      if (publicKey === null) throw new Error('no key');
      return { publicKey, origin: { fingerprint: master.fingerprint, path: path(at) } };
    });
    const sorted = [...keys].map(({ publicKey }) => publicKey).sort(Buffer.compare);
    const payment = btc.p2wsh(btc.p2ms(2, sorted), net);
    const before = new btc.Transaction({ allowUnknownInputs: true });
    before.addOutput({ script: payment.script, amount: 1_000_000n });
    before.addInput({
      txid: new Uint8Array(32).fill(i + 1),
      index: 0,
      finalScriptSig: new Uint8Array([81]),
    });
    tx.addInput({
      txid: before.id,
      index: 0,
      witnessUtxo: { script: payment.script, amount: 1_000_000n },
      nonWitnessUtxo: before.toBytes(true, false),
      witnessScript: payment.witnessScript,
      bip32Derivation: keys.map(({ publicKey, origin }) => [publicKey, origin]),
    });
  }
  tx.addOutputAddress('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 5_990_000n, net);
  const engine = pageOn('main');
  await openKeys(engine, WORDS);
  openPsbt(engine, tx.toPSBT(0));
  const { id, cosigners } = await engine.review();
  expect(cosigners).toHaveLength(1);
  const { needs } = await engine.sign(id, []);
  const others = masters.slice(1).map(fingerprintOf).sort().join(', ');
  expect(needs).toMatchObject([
    { id: 'incomplete' },
    { id: 'inputs', values: ['0, 1, 2, 3, …'] },
    { id: 'one-signature', values: [others] },
  ]);
});

test('a message is signed with any address of the keys, also of a far account', async () => {
  const master = masterOf(WORDS);
  const engine = pageOn('main');
  await openKeys(engine, WORDS);
  const addressAt = (at: string, wrap: (key: Uint8Array) => { address?: string }) => {
    const { publicKey } = master.derive(`m/${at}`);
    return wrap(publicKey ?? new Uint8Array(33)).address ?? '';
  };
  for (const address of [
    addressAt("84'/0'/0'/0/0", (key) => btc.p2wpkh(key, net)),
    addressAt("44'/0'/0'/1/3", (key) => btc.p2pkh(key, net)),
    addressAt("49'/0'/0'/0/2", (key) => btc.p2sh(btc.p2wpkh(key, net), net)),
    addressAt("86'/0'/2'/0/1", (key) => btc.p2tr(key.slice(1), undefined, net)),
  ]) {
    const signature = await engine.signText({ address, message: 'It is mine.', format: 'usual' });
    expect(judgeMessage({ address, message: 'It is mine.', signature }).state).toBe('valid');
  }
});

test('old, foreign and missing signatures of another signer are distinguished', async () => {
  const { psbt, first } = await signedCopies();
  const engine = pageOn('regtest');
  const check = (sent: Uint8Array, answer: Uint8Array) => {
    engine.takeBytes(sent);
    engine.keepBefore();
    engine.takeBytes(answer);
    return engine.checkAfter();
  };
  expect(check(psbt, first)).toMatchObject({ isFine: true, lacks: undefined });
  expect(check(first, first)).toMatchObject({ isFine: false, lacks: 'old' });
  expect(check(psbt, psbt)).toMatchObject({ isFine: false, lacks: 'none' });
  const other = named('words of a single key').psbt;
  expect(check(other, first)).toMatchObject({ isFine: false, lacks: 'foreign' });
});

test('the export for Bitcoin Core finds earlier payments, unless the wallet is new', async () => {
  const engine = pageOn('main');
  const { accounts } = await openKeys(engine, WORDS);
  const timeOf = (isNew: boolean) => {
    const { text } = engine.exportAccount(accounts[0]?.descriptor ?? '', 'Bitcoin Core', isNew);
    return (JSON.parse(text) as { timestamp: number }[]).map(({ timestamp }) => timestamp);
  };
  expect(new Set(timeOf(false))).toEqual(new Set([0]));
  const clock = vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000);
  expect(new Set(timeOf(true))).toEqual(new Set([1_800_000_000]));
  clock.mockRestore();
});

test.each([
  ['0.00200000 BTC (200,000 sat)', '0.00200000 BTC (200\u202f000 sat)'],
  ['about 1,234,567.25 sat/vB', 'about 1\u202f234\u202f567.25 sat/vB'],
  ['BTC 0.001 (1,500 sat).', 'BTC 0.001 (1\u202f500 sat).'],
  ['1 000 and 999', '1 000 and 999'],
  ['multi(2,02abc,033)', 'multi(2,02abc,033)'],
])('thousands in “%s” are separated by a narrow space', (text, shown) => {
  expect(spaceDigits(text)).toBe(shown);
});

test('a fee above the limit is explained in the words of the page', () => {
  const facts = { fee: 705_000n, vsize: 141, paid: 100_000n };
  const fault = findFeeFault(facts, defaultFeeTiers.tooHigh);
  expect(fault && excessMessage({ fault, lifts: false })).toBe(
    'The fee of 0.00705000 BTC (705,000 sat), about 5,000.00 sat/vB, is more than 2,000.00 sat/vB. Enter a lower fee rate.',
  );
});
