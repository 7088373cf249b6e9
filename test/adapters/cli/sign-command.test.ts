import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import { Transaction } from 'bitcoinjs-lib';
import { describe, expect, test } from 'vitest';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import { encodePsbt } from '../../../src/psbt/encode.ts';
import type { Psbt } from '../../../src/psbt/psbt.ts';
import { unsignedTransaction } from '../../../src/psbt/unsigned-transaction.ts';
import { refusedBy, strictPolicy } from '../../../src/review/policy.ts';
import { formatAddress } from '../../../src/script/address.ts';
import { encodeTransaction } from '../../../src/transaction/codec.ts';
import { vectorPath } from '../../support/paths.ts';
import { keyAt, type Person, person, place } from '../../support/review/accounts.ts';
import { buildPsbt } from '../../support/review/payments.ts';
import type { ReviewVector } from '../../support/review/rows.ts';
import { commandFolder } from '../../support/screens/command-folder.ts';
import { reviewOf, reviewVectors } from '../../support/vectors/review-vectors.ts';

const { folder, call, write, fileOf } = commandFolder();

const WORDS = `${'abandon '.repeat(11)}about`;
/** BIP39's first test vector: the seed with the passphrase TREZOR, and without one. */
const SEEDS = {
  none: '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
  TREZOR:
    'c55257c360c07c72029aebc1b53c05ed0362ada38ead3e3e9efa3708e53495531f09a6987599d18264c1e1c92f2cf141630c7a3c4ab7c81b2f001698e7463b04',
};

function personOf(seed: string): Person {
  const versions = { private: 0x04358394, public: 0x043587cf };
  const root = HDKey.fromMasterSeed(Buffer.from(seed, 'hex'), versions);
  return { root, fingerprint: root.fingerprint.toString(16).padStart(8, '0') };
}

const FOLKS = { abandon: personOf(SEEDS.none), trezor: personOf(SEEDS.TREZOR), me: person(1) };
const PAYEE = place(`wpkh(${keyAt(person(66), '84h/1h/0h')})`, 0, 9).script;

/** Makes a payment of one coin with change. */
function payment(who: Person, kind = 'wpkh(K)', path = '84h/1h/0h'): Psbt {
  const text = kind.replace('K', keyAt(who, path));
  return buildPsbt({
    coins: [{ ...place(text, 0, 3), value: 100_000n, nonce: 1, previous: true }],
    outputs: [
      { value: 60_000n, script: PAYEE },
      { value: 39_000n, ...place(text, 1, 2) },
    ],
  });
}

const bytesOf = (psbt: Psbt) => encodePsbt(psbt) ?? new Uint8Array(0);
const pay = (as: string, who: Person = FOLKS.me) => write(`${as}.psbt`, bytesOf(payment(who)));
const secret = `wpkh(${keyAt(FOLKS.me, '84h/1h/0h', true)})`;
const yes = { answer: 'yes' };

/** Returns the transaction that was written. */
const written = (name: string) =>
  Transaction.fromHex(readFileSync(join(folder, name), 'utf8').trim());

test('a file of descriptors with private keys signs without a wallet, and knows its change', async () => {
  const keys = write('keys.txt', `${secret}\n`);
  const { code, out, err } = await call([`-keys=${keys}`, 'sign', pay('first')], yes);
  expect({ code, out }).toMatchObject({ code: 0 });
  expect(out).toContain(`Signed. Saved to ${join(folder, 'first.txn')}`);
  expect(err).toContain('Output 1: change, back to you');
  expect(err).toContain('Fee, proven');
  expect(written('first.txn').ins[0]?.witness).toHaveLength(2);
});

test.each([
  ['44h/1h/0h', 'pkh(K)'],
  ['49h/1h/0h', 'sh(wpkh(K))'],
  ['86h/1h/0h', 'tr(K)'],
])('seed words are typed unseen, and their account %s signs', async (path, kind) => {
  const file = write(`words-${path.slice(0, 2)}.psbt`, bytesOf(payment(FOLKS.abandon, kind, path)));
  const { out, err } = await call(['-keys=-', 'sign', file], { ...yes, secrets: [WORDS] });
  expect(`${out}${err}`).toContain('Broadcast it from any online wallet');
  expect(err).toContain('Seed words, private key or descriptor (not shown)>');
  expect(err).toContain('Output 1: change, back to you');
  expect(err).not.toContain('abandon');
});

test('seed words are used with a passphrase, which is typed twice', async () => {
  const file = pay('passphrase', FOLKS.trezor);
  const typed = (again: string) => ({ ...yes, secrets: [WORDS, 'TREZOR', again] });
  const wrong = await call(['-keys=-', '-passphrase', 'sign', file], typed('TREZ0R'));
  expect(wrong.err).toContain('The two passphrases differ');
  const { out } = await call(['-keys=-', '-passphrase', 'sign', file], typed('TREZOR'));
  expect(out).toContain('Broadcast it from any online wallet');
});

test('words may come through a pipe: a policy or the id of a review then decides', async () => {
  const file = pay('piped', FOLKS.abandon);
  const piped = { input: `${WORDS}\n`, isScreen: false };
  const bare = await call(['-keys=-', 'sign', file], piped);
  expect(bare.err).toContain('No terminal to ask for confirmation');
  const { out } = await call(['-keys=-', '-yes', '-policy=strict', 'sign', file], piped);
  expect(out).toContain('piped.txn. Broadcast it');
});

test('a private key in WIF signs for every script of the key', async () => {
  const wif = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
  for (const kind of ['pkh', 'wpkh', 'tr']) {
    const key = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
    const { script } = place(`${kind}(${key})`, 0, 0);
    const psbt = buildPsbt({
      coins: [{ ...place(`${kind}(${key})`, 0, 0), value: 100_000n, nonce: 1, previous: true }],
      outputs: [{ value: 99_000n, script: PAYEE }],
    });
    expect(formatAddress(script, networks.regtest)).toBeDefined();
    const file = write(`wif-${kind}.psbt`, bytesOf(psbt));
    const { out, err } = await call([`-keys=${write('wif.txt', `${wif}\r\n`)}`, 'sign', file], yes);
    expect(`${out}${err}`).toContain(`wif-${kind}.txn. Broadcast it`);
  }
});

test('a raw transaction is signed with its previous outputs, and its change is recognised', async () => {
  const psbt = payment(FOLKS.me);
  const raw = unsignedTransaction(psbt);
  const coin = psbt.inputs[0]?.nonWitnessUtxo?.outputs[1];
  const prevout = raw?.inputs[0]?.prevout;
  if (raw === undefined || coin === undefined) throw new Error('no transaction');
  const scriptPubKey = encodeHex(coin.scriptPubKey);
  const told = JSON.stringify([{ ...prevout, scriptPubKey, amount: 0.001 }]);
  const file = write('raw.hex', `${encodeHex(encodeTransaction(raw))}\n`);
  const keys = `-keys=${write('raw-keys.json', JSON.stringify({ descriptors: [{ desc: secret }] }))}`;
  const { out, err } = await call([keys, 'sign', file, told], yes);
  expect(err).toContain('Output 1: change, back to you');
  expect(`${out}${err}`).toContain('raw.txn. Broadcast it');
  expect(written('raw.txn').getId()).toBe(
    Transaction.fromHex(encodeHex(encodeTransaction(raw))).getId(),
  );
  const again = write('blind.hex', `${encodeHex(encodeTransaction(raw))}\n`);
  const blind = await call([keys, 'sign', again], yes);
  expect(blind.err).toContain('(fee-unknown)');
});

test("refuses a thief's change with keys as with a wallet", async () => {
  const keys = `-keys=${write('theft-keys.txt', secret)}`;
  const file = fileOf('the path of our change over the address of a thief', 'theft.psbt');
  const { code, out, err } = await call([keys, 'sign', file], yes);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('(change-not-ours)');
  expect(existsSync(join(folder, 'theft.txn'))).toBe(false);
});

test('foreign keys sign nothing, and no file is written', async () => {
  const file = pay('strange', FOLKS.trezor);
  const { code, out, err } = await call([`-keys=${write('other.txt', secret)}`, 'sign', file], yes);
  expect({ code: code !== 0, out }).toEqual({ code: true, out: '' });
  expect(err).toContain('WARNING: None of these coins belong to the open keys');
  expect(err).toMatch(/None of the keys that this PSBT needs are unlocked\. Check\s+-keys/);
  expect(existsSync(join(folder, 'strange-signed.psbt'))).toBe(false);
});

test('an existing file is not overwritten', async () => {
  const file = pay('twice');
  const keys = `-keys=${write('twice.txt', secret)}`;
  await call([keys, 'sign', file], yes);
  const before = readFileSync(join(folder, 'twice.txn'), 'utf8');
  const { err } = await call([keys, 'sign', file], yes);
  expect(err).toContain('already exists');
  expect(readFileSync(join(folder, 'twice.txn'), 'utf8')).toBe(before);
});

/** Returns long pieces of the input that an error contains, which must be none. */
function leaks(text: string, given: string): readonly string[] {
  return given.split(/[\s()[\]/<>*;,"]+/).filter((word) => word.length > 4 && text.includes(word));
}

const typo = secret.replace(/(tprv.{40})./, '$1z');
test.each([
  ['words with a typo', WORDS.replace('about', 'abouut'), /word 12.* is not a BIP39 word/i],
  ['words in another order', `about ${'abandon '.repeat(11)}`.trim(), 'checksum'],
  ['a descriptor with a typo', typo, ''],
  ['a checksum that is wrong', `${secret}#aaaaaaaa`, 'checksum'],
  [
    'a key of another network',
    'L1aW4aubDFB7yfras2S1mN3bqg9nwySY8nkoLmJebSLD5BWv3ENZ',
    'This is a key of the main network, not of regtest',
  ],
  [
    'a key with a typo',
    'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcB',
    'This private key is damaged',
  ],
  ['a descriptor without private keys', `wpkh(${keyAt(FOLKS.me, '84h/1h/0h')})`, 'no private key'],
  ['the PSBT itself', 'cHNidP8BAHEC', 'is a PSBT. -keys=FILE is for your keys'],
  ['nothing', '', /There are no keys, because|No keys\. Add them with -keys=FILE/],
])('%s in place of keys is explained and not repeated', async (_, given, wanted) => {
  const file = pay('wrong');
  const typed = await call(['-keys=-', 'sign', file], { ...yes, secrets: [given] });
  const carried = await call([`-keys=${write('wrong.txt', given)}`, 'sign', file], yes);
  for (const { code, out, err } of [typed, carried]) {
    expect(code).not.toBe(0);
    expect(out).toBe('');
    expect(err).toMatch(wanted);
    // Only the unknown word is shown, and only to the user who types it.
    const shown = err === typed.err ? /^(wpkh|84h|abouut)$/ : /^(wpkh|84h)$/;
    expect(leaks(err, given).filter((word) => !shown.test(word))).toEqual([]);
  }
  expect(existsSync(join(folder, 'wrong.txn'))).toBe(false);
});

test('words and keys on the command line are refused, and not repeated', async () => {
  const file = pay('shell');
  for (const given of [WORDS, secret]) {
    const { err } = await call([`-keys=${given}`, 'sign', file], yes);
    expect(err).toContain('If you typed keys or words here, clear your shell history now');
    expect(leaks(err, given)).toEqual([]);
  }
});

test('standard input is one thing only, and a PSBT takes no previous outputs', async () => {
  const both = await call(['-keys=-', '-yes', '-policy=strict', 'sign', '-'], { input: WORDS });
  expect(both.err).toContain('Standard input can be the transaction or the keys, not both');
  const told = await call([`-keys=${write('k.txt', secret)}`, 'sign', pay('told'), '[]'], yes);
  expect(told.err).toContain('leave out PREVTXS');
});

describe('the fee of a transaction signed with -keys', () => {
  const keys = () => `-keys=${write('fee-keys.txt', `${secret}\n`)}`;
  /** Pays an amount from one coin of 0.05 BTC, with a fee. */
  const paying = (name: string, paid: bigint, fee: bigint) => {
    const text = keyAt(FOLKS.me, '84h/1h/0h');
    const psbt = buildPsbt({
      coins: [{ ...place(`wpkh(${text})`, 0, 3), value: 5_000_000n, nonce: 1, previous: true }],
      outputs: [
        { value: paid, script: PAYEE },
        { value: 5_000_000n - paid - fee, ...place(`wpkh(${text})`, 1, 2) },
      ],
    });
    return write(`${name}.psbt`, bytesOf(psbt));
  };
  const strict = ['-yes', '-policy=strict'];

  test('is shown with rate and share', async () => {
    const { out } = await call([keys(), 'review', paying('shown', 700_000n, 28_200n)]);
    expect(out).toContain('about 200.00 sat/vB, 4.02 % of the payment');
  });

  test('stops above 25 % of the payment even with confirmation', async () => {
    const file = paying('quarter', 200_000n, 51_000n);
    for (const more of [strict, []]) {
      const { code, err } = await call([keys(), ...more, 'sign', file], yes);
      expect(code).not.toBe(0);
      expect(err).toContain('The fee is too high. It is 0.00051000 BTC (51,000 sat)');
      expect(err).toContain('(fee-too-high)');
    }
  });

  test('above 25 % is signed by a person who types the id of the finding, and then yes', async () => {
    const file = paying('deliberate', 200_000n, 51_000n);
    const attempts = [[], ['yes'], ['fee-too-high'], ['fee-too-high', 'no'], ['fee-high', 'yes']];
    for (const answers of attempts) {
      expect((await call([keys(), 'sign', file], { answers })).code).not.toBe(0);
    }
    const { code, err } = await call([keys(), 'sign', file], { answers: ['fee-too-high', 'yes'] });
    expect(code).toBe(0);
    expect(err).toContain('To sign anyway, type fee-too-high: ');
    expect(written('deliberate.txn').outs[0]?.value).toBe(200_000n);
  });

  test('above 25 % is signed by a policy that allows it in this review alone', async () => {
    const file = paying('once', 200_000n, 51_000n);
    const other = paying('other', 200_000n, 51_001n);
    const { id } = JSON.parse((await call([keys(), '-format=json', 'review', file])).out);
    const once = (review: string, finding = 'fee-too-high') =>
      `-policy=${write('once.json', JSON.stringify({ strict: true, allow: [{ finding, review }, 'fee-very-high'] }))}`;
    expect((await call([keys(), '-yes', once(id), 'sign', other])).code).not.toBe(0);
    expect((await call([keys(), '-yes', once('0'.repeat(64)), 'sign', file])).code).not.toBe(0);
    expect((await call([keys(), '-yes', once(id), 'sign', file])).code).toBe(0);
    for (const wrong of [once(id, 'change-not-ours'), once('12')]) {
      const { code, err } = await call([keys(), '-yes', wrong, 'sign', file]);
      expect(code).not.toBe(0);
      expect(err).toContain('an object in allow names a finding that can be confirmed');
    }
  });

  test('stops above 10 % with -policy=strict, and warns a person', async () => {
    const refused = await call([keys(), ...strict, 'sign', paying('strict', 300_000n, 36_300n)]);
    expect(refused.code).not.toBe(0);
    expect(refused.err).toContain('(fee-very-high)');
    const signed = await call([keys(), 'sign', paying('person', 300_000n, 36_300n)], yes);
    expect(signed.code).toBe(0);
    expect(signed.err).toContain('WARNING: The fee is very high.');
  });

  test('is judged by the numbers of a policy file', async () => {
    const policy = (fees: string) =>
      `-policy=${write('policy.json', `{"strict": true, "fees": ${fees}}`)}`;
    const call_ = async (fees: string, name: string) =>
      (await call([keys(), '-yes', policy(fees), 'sign', paying(name, 300_000n, 36_300n)])).code;
    expect(await call_('{"strict": {"share": 13}}', 'allowed')).toBe(0);
    expect(await call_('{"strict": {"share": 13}, "stop": {"rate": 250}}', 'rate')).not.toBe(0);
    expect(await call_('{"stop": {"share": 11}}', 'share')).not.toBe(0);
  });

  test('stops above 0.1 BTC, also without a wallet', async () => {
    const text = keyAt(FOLKS.me, '84h/1h/0h');
    const coins = Array.from({ length: 80 }, (_, i) => ({
      ...place(`wpkh(${text})`, 0, i),
      value: 300_000_000n,
      nonce: i + 1,
      previous: true,
    }));
    const outputs = [{ value: 240n * 100_000_000n - 10_300_000n, script: PAYEE }];
    const file = write('large.psbt', bytesOf(buildPsbt({ coins, outputs })));
    const { code, err } = await call([keys(), ...strict, 'sign', file]);
    expect(code).not.toBe(0);
    expect(err).toContain('The limit is 0.10000000 BTC (10,000,000 sat).');
  });
});

describe('a coin already spent by a wallet of the command line', () => {
  const snapshot = `-snapshot=${vectorPath('example/chain.snapshot')}`;
  const noScreen = { isScreen: false };
  const addressAt = (number: number): string =>
    formatAddress(
      place(`wpkh(${keyAt(FOLKS.trezor, '84h/1h/0h')})`, 0, number).script,
      networks.regtest,
    ) ?? '';
  const [PAID, THIEF] = [addressAt(1), addressAt(2)];
  type Coin = { readonly txid: string; readonly vout: number; readonly amount: number };

  /** Creates a command line with a wallet that has the two coins of vectors/example. */
  async function walletCalls(name: string) {
    const ask = async (...words: readonly string[]) => {
      const { code, out, err } = await call([snapshot, `-rpcwallet=${name}`, ...words], noScreen);
      expect(code, err).toBe(0);
      return out;
    };
    await ask('-named', 'createwallet', `wallet_name=${name}`, 'blank=true');
    const requests = readFileSync(vectorPath('example/descriptors.json'), 'utf8');
    await ask('importdescriptors', requests);
    const coins: Coin[] = JSON.parse(await ask('listunspent', '0'));
    expect(coins.map(({ amount }) => amount).sort()).toEqual([0.25, 0.5]);
    return { ask, coins };
  }
  type Calls = Awaited<ReturnType<typeof walletCalls>>;

  async function psbtFile({ ask }: Calls, name: string, coin: Coin, outputs: object) {
    const inputs = [{ txid: coin.txid, vout: coin.vout }];
    const args = [JSON.stringify(inputs), JSON.stringify(outputs)];
    const bare = (await ask('createpsbt', ...args)).trim();
    return write(`${name}.psbt`, await ask('utxoupdatepsbt', bare));
  }

  const options = (coin: Coin) =>
    `options={"inputs": [{"txid": "${coin.txid}", "vout": ${coin.vout}}], "add_inputs": false}`;
  const outputsOf = (amount: number) => `outputs={"${PAID}": ${amount}}`;
  const send = (amount: number) => (calls: Calls, coin: Coin) =>
    calls.ask('-named', 'send', outputsOf(amount), 'fee_rate=2', options(coin));

  type Payment = (calls: Calls, coin: Coin) => Promise<string>;
  const ways: readonly (readonly [string, number, number, Payment])[] = [
    ['send of 0.1', 0.25, 0.2499, send(0.1)],
    ['send of 0.31415926', 0.5, 0.49, send(0.31415926)],
    ['send of 0.00001', 0.25, 0.00002, send(0.00001)],
    [
      'send with psbt: true',
      0.5,
      0.4,
      (calls, coin) =>
        calls.ask(
          ...['-named', 'send', outputsOf(0.2), 'fee_rate=2'],
          options(coin).replace('}]', '}], "psbt": true'),
        ),
    ],
    [
      'sendall',
      0.25,
      0.24,
      ({ ask }) => ask('-named', 'sendall', `recipients=["${PAID}"]`, 'fee_rate=2'),
    ],
    [
      'sign of another file',
      0.5,
      0.3,
      async (calls, coin) => {
        const file = await psbtFile(calls, `first-${coin.amount}`, coin, { [PAID]: 0.499 });
        return calls.ask('-yes', '-policy=strict', 'sign', file);
      },
    ],
  ];

  test('is signed until it is spent', async () => {
    const calls = await walletCalls('unpaid');
    const [coin] = calls.coins;
    if (coin === undefined) throw new Error('it has a coin');
    const file = await psbtFile(calls, 'unpaid', coin, { [THIEF]: coin.amount - 0.00001 });
    const wallet = '-rpcwallet=unpaid';
    const { findings } = JSON.parse(
      (await call([wallet, '-format=json', 'review', file], noScreen)).out,
    );
    expect(findings.filter((each: { severity: string }) => each.severity === 'stop')).toEqual([]);
    const signed = await call([wallet, '-yes', '-policy=strict', 'sign', file], noScreen);
    expect(signed.out).toContain('unpaid.txn. Broadcast it');
  });

  test.each(ways)('does not sign for a second payee by %s', async (way, value, stolen, pay) => {
    const name = way.replace(/\W+/g, '-');
    const calls = await walletCalls(name);
    const coin = calls.coins.find(({ amount }) => amount === value);
    if (coin === undefined) throw new Error('it has the coin');
    const own = JSON.parse(await calls.ask('listunspent', '0'))[0].address;
    const change = Math.round((value - stolen - 0.00001) * 1e8) / 1e8;
    const outputs = { [THIEF]: stolen, ...(change > 0.001 && { [own]: change }) };
    const wallet = [`-rpcwallet=${name}`];
    await pay(calls, coin);
    const theft = await psbtFile(calls, `${name}-theft`, coin, outputs);
    const review = await call([...wallet, '-format=json', 'review', theft], noScreen);
    const { findings } = JSON.parse(review.out);
    expect(findings).toContainEqual(
      expect.objectContaining({ id: 'coin-paid-elsewhere', severity: 'stop' }),
    );
    const shown = await call([...wallet, 'review', theft], noScreen);
    expect(shown.out).toContain('STOP');
    const refused = await call([...wallet, '-yes', '-policy=strict', 'sign', theft], noScreen);
    expect({ code: refused.code, out: refused.out }).toEqual({ code: 1, out: '' });
    expect(refused.err).toContain('(coin-paid-elsewhere)');
    expect(existsSync(join(folder, `${name}-theft.txn`))).toBe(false);
    expect(existsSync(join(folder, `${name}-theft-signed.psbt`))).toBe(false);
  });
});

test('does not ask about an impossible transaction, whatever is typed', async () => {
  const own = place(`wpkh(${keyAt(FOLKS.me, '84h/1h/0h')})`, 1, 2);
  const spoofed = buildPsbt({
    coins: [
      {
        ...place(`wpkh(${keyAt(FOLKS.me, '84h/1h/0h')})`, 0, 3),
        value: 100_000n,
        nonce: 1,
        previous: true,
      },
    ],
    outputs: [
      { value: 60_000n, script: PAYEE },
      { ...own, value: 39_000n, script: PAYEE },
    ],
  });
  const file = write('spoofed.psbt', bytesOf(spoofed));
  const answers = ['change-not-ours', 'output-repeated', 'yes', 'yes'];
  const { code, err } = await call([`-keys=${write('own.txt', secret)}`, 'sign', file], {
    answers,
  });
  expect(code).not.toBe(0);
  expect(err).toContain('(change-not-ours)');
  expect(err).not.toContain('To sign anyway');
});

/** Replaces our public keys by private ones in the descriptors of a vector. */
function withSecrets({ about, descriptors = [] }: ReviewVector): string {
  // A small range takes less time, but it says which positions are far.
  const range = about === 'change-far' ? {} : { range: [0, 40] };
  const all = descriptors.map((text) => {
    const desc = text.replace(
      /\[([0-9a-f]{8})\/([^\]]+)\][^/]+\/<0;1>\/\*/g,
      (key, master, path) => (master === FOLKS.me.fingerprint ? keyAt(FOLKS.me, path, true) : key),
    );
    return { desc, ...range };
  });
  return JSON.stringify(all);
}

/** Returns true for MuSig2, which takes two rounds, while this command signs in one. */
const takesRounds = ({ has, descriptors = [] }: ReviewVector) =>
  !has && descriptors.some((text) => text.includes('musig('));

/** Findings about where money goes. */
const THEFTS = [
  'change-not-ours',
  'change-unproven',
  'nothing-comes-back',
  'fee-unproven',
  'fee-too-high',
  'output-unspendable',
  'output-anyone-can-spend',
  'address-look-alike',
  'sighash-none',
  'silent-script-wrong',
  'silent-proof-missing',
];

/** A key that `withSecrets` replaces by the private one. */
const OWN_KEY = new RegExp(`\\[${FOLKS.me.fingerprint}/[^\\]]+\\][^/]+/<0;1>/\\*`);

/** Returns true for change that is far out for the range of `withSecrets`, but not for a wallet. */
const isBeyondRange = ({ name }: ReviewVector) =>
  name === 'change far out, which only its path finds';

/** Returns true if the keys sign nothing, whatever the policy says. */
const signsNothing = (vector: ReviewVector) =>
  reviewOf(vector).findings.some(({ id }) => id === 'no-input-ours');

/** Every third vector of those in which a PSBT and the descriptors contain all facts. */
const sampled = reviewVectors
  .filter(
    (vector) =>
      THEFTS.includes(vector.about) &&
      vector.psbt !== undefined &&
      vector.descriptors?.every((text) => OWN_KEY.test(text)) &&
      !(vector.known ?? vector.knownScripts ?? vector.past ?? vector.masters) &&
      !takesRounds(vector) &&
      !isBeyondRange(vector) &&
      !signsNothing(vector),
  )
  .filter((_, i) => i % 3 === 0);

test.each(
  sampled.map((vector) => [vector.has ? 'refuses' : 'signs', vector.name, vector] as const),
)('-policy=strict %s: %s', async (_, _name, vector) => {
  const base = `sampled-${sampled.indexOf(vector)}`;
  const keys = write(`${base}.keys`, withSecrets(vector));
  const file = write(`${base}.psbt`, Buffer.from(vector.psbt ?? '', 'base64'));
  const strict = ['-yes', '-policy=strict'];
  const { code, out, err } = await call([`-keys=${keys}`, ...strict, 'sign', file]);
  const stops = refusedBy(strictPolicy, reviewOf(vector)).map(({ id }) => id);
  expect(code, err).toBe(stops.length > 0 ? 1 : 0);
  const refusal = /Nothing was signed: (this cannot be allowed|the policy does not allow it)/;
  if (stops.length > 0) expect(err).toMatch(refusal);
  expect(out).toContain(stops.length > 0 ? '' : 'Signed');
  const files = [`${base}.txn`, `${base}-signed.psbt`].filter((each) =>
    existsSync(join(folder, each)),
  );
  expect(files).toHaveLength(stops.length > 0 ? 0 : 1);
});
