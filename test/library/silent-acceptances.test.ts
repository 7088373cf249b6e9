import { describe, expect, test } from 'vitest';
import {
  type Account,
  combine,
  extract,
  finalize,
  formatPsbt,
  fund,
  isValidMessage,
  judgeMessage,
  openAccount,
  parsePsbt,
  review,
  reviewFirst,
  sign,
  signMessage,
  strictPolicy,
  sweep,
} from '../../src/index.ts';
import { createContext } from '../../src/library/create-context.ts';
import { extractTransaction } from '../../src/psbt/extract.ts';
import { importWallet } from '../../src/public/formats.ts';
import { checkSigned, refusedBy, reviewPsbt } from '../../src/public/review.ts';
import { execute } from '../../src/public/rpc.ts';
import { networks } from '../../src/public/script.ts';
import { readKeys } from '../../src/public/seed.ts';
import { encodeHex } from '../../src/public/transaction.ts';
import { createEsploraSource, createWallets, listCoins } from '../../src/public/wallet.ts';
import { failure, failureOf, payment, TEST_WIF, type Untyped } from '../support/tried.ts';

const { account, address } = payment;
const order = { ...payment.order, outputs: [{ address, value: 50_000n }] };
const funded = fund(order);
const { psbt } = funded;

describe('a second argument of reviewFirst', () => {
  test('is refused, because no person would be asked', () => {
    const untyped: Untyped = reviewFirst;
    expect(failureOf(() => untyped({ account }, () => false))).toContain(
      'WRONG_ARGUMENT reviewFirst takes one argument / Write reviewFirst({ account, confirm }).',
    );
  });

  test('is not needed: confirm is an option, and a refusal signs nothing', async () => {
    const approve = reviewFirst({ account, confirm: () => false });
    await expect(sign(psbt, { keys: TEST_WIF, approve })).rejects.toMatchObject({
      code: 'NOT_APPROVED',
    });
  });
});

describe('positions of an account', () => {
  const ranged = openAccount(
    'wpkh(tpubD6NzVbkrYhZ4XgiXtGrdW5XDAPFCL9h7we1vwNCpn8tGbBcgfVYjXyhWo4E1xkh56hjod1RhGjxbaTLV3X4FyWuejifB9jusQ46QzG87VKp/<0;1>/*)',
    { network: 'regtest', next: { receive: 5, change: 2 } },
  );

  test.each([
    [{ recieve: 7 }, 'next has no member recieve / Did you mean receive?'],
    [{ external: 7 }, 'next has no member external'],
    [{ receive: 4 }, 'next.receive is 4, below 5'],
    [[5, 1], 'next.change is 1, below 2'],
  ])('are not moved by withNext(%o)', (next, words) => {
    const untyped: Untyped = ranged;
    expect(failureOf(() => untyped.withNext(next))).toContain(words);
  });

  test('are refused by openAccount if their names are misspelt', () => {
    const untyped: Untyped = openAccount;
    const options = { network: 'regtest', next: { external: 5 } };
    expect(failureOf(() => untyped(`wpkh(${TEST_WIF})`, options))).toContain(
      'options.next has no member external',
    );
  });

  test('cannot be changed in the account', () => {
    const { next }: Untyped = ranged;
    expect(() => {
      next.receive = 9;
    }).toThrow(TypeError);
    expect(ranged.next).toEqual({ receive: 5, change: 2 });
  });

  test('are not given again by listCoins', async () => {
    const tip = { height: 1, hash: '00'.repeat(32), time: 0 };
    const source: Untyped = {
      network: 'regtest',
      tip: async () => tip,
      transactions: async () => [],
    };
    const { next } = await listCoins(source, ranged, { gapLimit: 2 });
    expect(next).toEqual([5, 2]);
    expect(ranged.withNext(next).next).toEqual({ receive: 5, change: 2 });
  });
});

describe('a message', () => {
  test('is valid or not: the answer is a boolean', async () => {
    const signature = await signMessage('login', { account });
    const signed = { address, message: 'login', signature };
    expect(isValidMessage(signed)).toBe(true);
    expect(isValidMessage({ ...signed, message: 'log in' })).toBe(false);
    expect(isValidMessage({ ...signed, signature: 'AA==' })).toBe(false);
    expect(judgeMessage(signed)).toMatchObject({ state: 'valid', format: 'simple' });
  });

  test('can be signed without the prefix, for verifiers that do not know it', async () => {
    const main = openAccount(`wpkh(L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k)`);
    const signature = await signMessage('login', { account: main, prefix: false });
    const to = main.address(0);
    expect(signature).not.toMatch(/^smp/);
    expect(isValidMessage({ address: to, message: 'login', signature })).toBe(true);
    const nested = openAccount(`sh(wpkh(${TEST_WIF}))`, { network: 'regtest' });
    expect(await failure(() => signMessage('a', { account: nested, prefix: false }))).toContain(
      'WRONG_ARGUMENT A full signature has a prefix',
    );
  });
});

describe('a policy', () => {
  const policy: Untyped = { ...strictPolicy, refuse: ['output-dat'] };
  const words = 'names the finding output-dat, which does not exist';

  test('that names an unknown finding is refused by every function that takes one', async () => {
    const reviewed = review(psbt, { account });
    expect(failureOf(() => review(psbt, { account, policy }))).toContain(words);
    expect(failureOf(() => review(psbt, { account, policy }))).toContain(
      'Did you mean output-data?',
    );
    expect(failureOf(() => reviewFirst({ account, policy }))).toContain(words);
    expect(failureOf(() => refusedBy(policy, reviewed))).toContain(words);
    const text = formatPsbt(psbt, 'base64');
    const descriptors = [`wpkh(${TEST_WIF})`];
    const call = execute('descriptorprocesspsbt', [text, descriptors], {
      network: 'regtest',
      policy,
    });
    expect(await failure(() => call)).toContain(words);
    const once: Untyped = { finding: 'fee-hihg', review: reviewed.id };
    expect(
      failureOf(() => review(psbt, { account, policy: { ...strictPolicy, allowOnce: [once] } })),
    ).toContain('fee-hihg');
  });

  test('refuses a misspelt member', () => {
    const untyped: Untyped = { ...strictPolicy, alow: [] };
    expect(failureOf(() => review(psbt, { account, policy: untyped }))).toContain(
      'options.policy has no member alow',
    );
    expect(failureOf(() => createContext({ policy: untyped }))).toContain(
      'policy has no member alow',
    );
  });
});

const words12 = `${'abandon '.repeat(11)}about`;
const network = networks.regtest;
const storage: Untyped = {
  read: async () => undefined,
  write: async () => {},
  names: async () => [],
};
const calls: { readonly [what: string]: readonly [call: () => unknown, expected: string] } = {
  'a fee that the payee should pay': [
    () => fund({ ...order, outputs: [{ address, value: 1_000n, subtractFees: true } as Untyped] }),
    'outputs[0] has no member subtractFees / Did you mean subtractFee?',
  ],
  'a misspelt spendAll': [
    () => fund({ ...order, spendall: true } as Untyped),
    'order has no option spendall / Did you mean spendAll?',
  ],
  'outputs of a consolidation': [
    () => import('../../src/index.ts').then(({ consolidate }) => consolidate(order as Untyped)),
    'order has no option outputs',
  ],
  'a password in place of a passphrase': [
    () => readKeys(words12, { network, password: 'x' } as Untyped),
    'options has no option password',
  ],
  'a misspelt password of a wallet file': [
    () => importWallet('wpkh(x)', { network }, { passwort: 'x' } as Untyped),
    'Did you mean password?',
  ],
  'a misspelt network of wallets': [
    () => createWallets(storage, { netwrok: 'regtest' } as Untyped),
    'options has no option netwrok / Did you mean network?',
  ],
  'a misspelt timeout': [
    () =>
      createEsploraSource({
        url: 'https://x.test',
        network: 'regtest',
        fetch: async () => ({}),
        timeOut: 1,
      } as Untyped),
    'Did you mean timeout?',
  ],
  'a misspelt source of owners': [
    () => reviewPsbt(psbt, { network, findOwner: () => [] } as Untyped),
    'evidence has no member findOwner',
  ],
  'an object as history': [
    () => review(psbt, { account, history: {} as Untyped }),
    'options.history must be a Map',
  ],
  'a misspelt confirmation of a coin': [
    () =>
      account.coins([{ txid: '11'.repeat(32), vout: 0, value: 1n, address, hieght: 7 } as Untyped]),
    'coin 0 has no member hieght / Did you mean height?',
  ],
  'a result as PSBT': [
    () => finalize(funded as Untyped),
    'psbt.version must be 0 or 2 / It is a result: pass its member psbt.',
  ],
  'a list of PSBTs': [
    () => combine([psbt, psbt] as Untyped),
    'Pass each PSBT as an argument of its own',
  ],
  'a result as text': [
    () => parsePsbt({ psbt: formatPsbt(psbt), complete: true } as Untyped),
    'It is a result: pass its member psbt.',
  ],
  'a promise as a list of coins': [
    () => account.coins(Promise.resolve([]) as Untyped),
    'The coins must be a list / It is a promise: await it first.',
  ],
  'a promise as coins to sweep': [
    () =>
      sweep({
        keys: TEST_WIF,
        coins: Promise.resolve([]),
        to: address,
        feeRate: 2,
        network: 'regtest',
      } as Untyped),
    'coins must be a list / It is a promise: await it first.',
  ],
  'an empty list of coins to sweep': [
    () => sweep({ keys: TEST_WIF, coins: [], to: address, feeRate: 2, network: 'regtest' }),
    'The list of coins is empty / The server that made it knows no unspent coin.',
  ],
  'a coin as the Electrum wallet lists it': [
    () =>
      account.coins([
        { prevout_hash: '11'.repeat(32), prevout_n: 0, value: '0.001', address } as Untyped,
      ]),
    'has no txid of 64 hex digits / The Electrum wallet lists it so. Write txid: prevout_hash',
  ],
  'a promise as PSBT': [() => combine(Promise.resolve(psbt) as Untyped), 'await it first'],
  'a promise as answer': [() => combine(psbt, Promise.resolve(psbt) as Untyped), 'await it first'],
  'a promise as text': [
    () => parsePsbt(Promise.resolve(formatPsbt(psbt)) as Untyped),
    'await it first',
  ],
  'an address of another network': [
    () =>
      fund({
        ...order,
        outputs: [{ address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', value: 1_000n }],
      }),
    'is not an address of regtest / It is an address of main',
  ],
  'a zpub in a descriptor': [
    () =>
      openAccount(
        'wpkh(zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs/<0;1>/*)',
      ),
    'it is written as xpub',
  ],
  'a rate per 1,000 virtual bytes': [
    () => fund({ ...order, feeRate: 3000 }),
    'A feeRate of 3000 looks like satoshi per 1,000 virtual bytes',
  ],
};

test.each(Object.entries(calls))('%s is refused with advice', async (_, [call, expected]) => {
  expect(await failure(async () => call())).toContain(expected);
});

test('a PSBT without inputs is not complete', async () => {
  const empty = { ...psbt, inputs: [] };
  for (const call of [
    () => sign(empty, { keys: TEST_WIF }),
    async () => finalize(empty),
    async () => extract(empty),
  ]) {
    expect(await failure(call)).toContain('WRONG_ARGUMENT psbt has no inputs');
  }
});

test('extractTransaction keeps to maxFee', async () => {
  const signed = await sign(psbt, { keys: TEST_WIF });
  expect(extractTransaction(signed.psbt, { maxFee: 1n })).toMatchObject({ reason: 'absurd-fee' });
  expect(extractTransaction(signed.psbt, { maxFee: funded.fee })).toHaveProperty('outputs');
});

test('checkSigned prints no address if it does not know the network', () => {
  const [first, ...others] = psbt.outputs;
  if (first === undefined) throw new Error('no output');
  const after = { ...psbt, outputs: [{ ...first, value: first.value - 1n }, ...others] };
  const texts = (options?: Parameters<typeof checkSigned>[2]) =>
    checkSigned(psbt, after, options)
      .changes.map(({ text }) => text)
      .join(' ');
  expect(texts()).not.toMatch(/bc1|bcrt1/);
  expect(texts()).toMatch(/0014[0-9a-f]{40}/);
  expect(texts({ network })).toMatch(/bcrt1/);
});

test('a review names the addresses of inputs and outputs', () => {
  const reviewed = review(psbt, { account });
  expect(reviewed.inputs.map(({ address: of }) => of)).toEqual([address]);
  expect(reviewed.outputs.map(({ address: of }) => of)).toEqual([address, address]);
  const [key] = [...account.privateKeys.values()].map((each) => each.publicKey(account.secp256k1));
  const main: Account = openAccount(`wpkh(${encodeHex(key ?? new Uint8Array())})`);
  expect(review(psbt, { account: main }).outputs[0]?.address).toBe(
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  );
});

describe('careless texts and values get advice about what they are', () => {
  const XPUB =
    'xpub6BpxryvWp2bnZMbNzMQ7Deg387emMVc5mbEi6ybdwG71qUg2CWuCn1Pf9DCt53USSfTSj1RpnEKtUnc7Bh48HXrhYM8iTUbXLSP3GGBJFGi';
  const open = (text: Untyped) => () => openAccount(text);
  const pay = (to: Untyped) => () => fund({ ...order, outputs: [{ address: to, value: 50_000n }] });
  const lock = (locktime: Untyped) => () => fund({ ...order, locktime });
  const parse = (given: Untyped) => () => parsePsbt(given);
  const coin = (more: Untyped) => () =>
    account.coins([{ txid: '11'.repeat(32), vout: 0, value: 1000n, address, ...more }]);
  const cases: readonly (readonly [slip: string, call: () => unknown, says: RegExp])[] = [
    ['a Date as locktime', lock(new Date(0)), /in seconds since 1970/],
    ['milliseconds as locktime', lock(1_764_000_000_000), /in seconds since 1970/],
    ['a text as locktime', lock('850000'), /count from 0/],
    ['a bigint as locktime', lock(850_000n), /count from 0/],
    ['NaN as locktime', lock(Number.NaN), /count from 0/],
    ['a time as the height of a coin', coin({ height: 1_764_000_000 }), /a height that is a time/],
    [
      'milliseconds as the height of a block',
      coin({ status: { confirmed: true, block_height: 1_764_000_000_000 } }),
      /a height that is a time/,
    ],
    ['an address with a hard space', pay(`${address}\u00a0`), /Remove the spaces/],
    ['an address with a byte order mark', pay(`\ufeff${address}`), /Remove the spaces/],
    ['an address with a line end', pay(`${address}\r\n`), /Remove the spaces/],
    ['an address in groups', pay(address.replace(/.{4}/g, '$& ')), /Remove the spaces/],
    ['an address in quotes', pay(`"${address}"`), /Remove the quotation marks/],
    ['an address in curly quotes', pay(`“${address}”`), /Remove the quotation marks/],
    ['an address with a typing error', pay(address.replace('508', '5o8')), /mistyped|look at/],
    ['an address of mixed case', pay(`B${address.slice(1)}`), /mixes capital and small/],
    ['a payment link', pay(`bitcoin:${address}?amount=1`), /This is a payment link/],
    ['a Lightning invoice', pay('lnbc20m1pvjluezpp5qqqsyqcyq5rqwzqf'), /a Lightning invoice/],
    ['a Lightning link', pay('lightning:LNBC20M1PVJLUEZPP5QQQ'), /a Lightning invoice/],
    ['a name', pay('alice@example.com'), /This is a name/],
    ['an extended key', pay(XPUB), /an extended key, not an address/],
    ['a zpub', pay(XPUB.replace('xpub', 'zpub')), /an extended key, not an address/],
    ['a public key', pay(`02${'79'.repeat(32)}`), /a public key, not an address/],
    ['a transaction ID', pay('ab'.repeat(32)), /a transaction ID or a key/],
    ['a script', pay(`0014${'75'.repeat(20)}`), /a script in hexadecimal/],
    ['a private key', pay(TEST_WIF), /looks like a private key/],
    ['a descriptor in quotes', open(`"wpkh(${XPUB}/0/*)"`), /in quotation marks/],
    ['capital functions', open(`WPKH(${XPUB}/0/*)`), /small letters/],
    ['a key alone', open(XPUB), /a key, not a descriptor/],
    ['a key with its origin alone', open(`[d34db33f/84h/0h/0h]${XPUB}`), /a key, not a descriptor/],
    ['a key with its path alone', open(`${XPUB}/0/*`), /a key, not a descriptor/],
    ['a master key in the origin', open(`wpkh([d34db33f/m/84h/0h/0h]${XPUB}/0/*)`), /no “m”/],
    ['an origin without a fingerprint', open(`wpkh([m/84'/0'/0']${XPUB}/0/*)`), /no “m”/],
    ['a comma between the sides', open(`wpkh(${XPUB}/<0,1>/*)`), /as <0;1>/],
    ['braces around the sides', open(`wpkh(${XPUB}/{0,1}/*)`), /as <0;1>/],
    ['a descriptor that is cut off', open(`wpkh(${XPUB}/0/*`), /a bracket is not closed/],
    ['a checksum of another descriptor', open(`wpkh(${XPUB}/0/*)#aaaaaaaa`), /checksum does not/],
    ['a checksum that is cut off', open(`wpkh(${XPUB}/0/*)#qaa5z7`), /has 8 characters/],
    ['an empty checksum', open(`wpkh(${XPUB}/0/*)#`), /has 8 characters/],
    ['a hardened step with H', open(`wpkh([d34db33f/84H/0h/0']${XPUB}/0/*)`), /Write ' or h/],
    ['a PSBT that is parsed already', parse(psbt), /It is a value already/],
    ['a list of bytes', parse([112, 115, 98, 116]), /as a Uint8Array/],
    ['no PSBT', parse(undefined), /Give base64 or hexadecimal/],
  ];
  test.each(cases)('%s', (_, call, says) => {
    const answer = failureOf(call);
    expect(answer).not.toBe('accepted');
    expect(answer).toMatch(says);
    expect(answer).not.toContain(TEST_WIF);
  });
});
