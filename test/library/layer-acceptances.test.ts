import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { networks } from '../../src/encoding/network.ts';
import { extract, finalize, fund, openAccount, review, sign } from '../../src/index.ts';
import {
  addChecksum,
  createSilentOutputs,
  createSilentScanner,
  deriveSilentDescriptor,
  expand,
  formatDescriptor,
  formatSilentAddress,
  silentRecipient,
  withSilentRecipient,
} from '../../src/public/descriptor.ts';
import { createBsmsKey, exportWallet } from '../../src/public/formats.ts';
import {
  convertPsbt,
  createMusigNonces,
  createPsbt,
  encodePsbt,
  finalTxid,
  joinPsbts,
  signPsbt,
  signPsbtWith,
  unsignedTransaction,
} from '../../src/public/psbt.ts';
import {
  keyOwners,
  printReview,
  reviewHtml,
  reviewId,
  reviewPicture,
  reviewPsbt,
  reviewSvg,
} from '../../src/public/review.ts';
import {
  formatAddress,
  multisigScript,
  p2aScript,
  p2pkScript,
  p2trScript,
  p2wpkhScript,
} from '../../src/public/script.ts';
import {
  deriveChild,
  findAccount,
  joinKeys,
  listAccounts,
  readKeys,
} from '../../src/public/seed.ts';
import {
  createSingleKeyProvider,
  decodeWif,
  PrivateKey,
  transactionChecker,
} from '../../src/public/signing.ts';
import { encodeTransaction, outPointKey, transactionId } from '../../src/public/transaction.ts';
import { encodeFrames, qrMatrix, qrSvg } from '../../src/public/transport.ts';
import {
  createCoinSource,
  createElectrumSource,
  createEsploraSource,
  createSourceChain,
  createWallets,
  listCoins,
  openSnapshot,
} from '../../src/public/wallet.ts';
import { defaultWalletOptions } from '../../src/wallet/options.ts';
import { failure, payment, TEST_WIF, type Untyped } from '../support/tried.ts';

const untyped = (value: unknown): Untyped => value;

/** Returns the error of a call that may be synchronous, or 'accepted'. */
const refusal = (call: () => unknown): Promise<string> => failure(async () => call());

const network = networks.regtest;
const { account, address, coins } = payment;
const order = { ...payment.order, outputs: [{ address, value: 50_000n }] };
const funded = fund(order);
const { psbt } = funded;
const signed = await sign(psbt, { keys: TEST_WIF });
const { transaction, hex } = extract(finalize(signed.psbt).psbt);
const key: Untyped = decodeWif(TEST_WIF, network);
const curve = nobleSecp256k1;
const tweak = new Uint8Array(32).fill(1);
const words = `${'abandon '.repeat(11)}about`;
const ring = readKeys(words, { network });

describe('a value of another kind', () => {
  test.each<[string, () => unknown, string]>([
    ['text as a PSBT', () => finalTxid(untyped('cHNidP8B')), 'become a PSBT by parsePsbt'],
    ['bytes as a PSBT', () => unsignedTransaction(untyped(Uint8Array.of(1))), 'by parsePsbt'],
    ['a result as a PSBT', () => finalTxid(untyped(funded)), 'pass its member psbt'],
    ['hex as a transaction', () => transactionId(untyped(hex)), 'decodeTransaction(decodeHex('],
    [
      'an extracted transaction',
      () => encodeTransaction(untyped(extract(signed.psbt))),
      'transaction.version must be a whole number from 0 to 4294967295, not undefined / ' +
        'It is a result: pass its member transaction.',
    ],
    ['WIF as a key', () => createSingleKeyProvider([untyped(TEST_WIF)]), 'by decodeWif'],
    [
      'a descriptor as text',
      () => formatDescriptor(untyped(`wpkh(${TEST_WIF})`), { network }),
      'by parseDescriptor',
    ],
    [
      'a list of descriptors',
      () => expand(untyped({ descriptors: [] }), 0, untyped({})),
      'pass .descriptors[0]',
    ],
    ['keys as one key', () => untyped(deriveChild)(ring, {}), '.masters[0].key'],
    [
      'a controller as its signal',
      () =>
        listCoins(untyped({ tip() {}, transactions() {}, network: 'regtest' }), account, {
          signal: untyped(new AbortController()),
        }),
      'pass its member signal',
    ],
    ['one key as a list', () => createSingleKeyProvider(untyped(key)), 'a list: [value]'],
    ['words as a list', () => readKeys(untyped(words.split(' ')), { network }), "join(' ')"],
    ['a text as keys', () => untyped(findAccount)(words, {}), 'by readKeys'],
  ])('is refused with the function that converts it: %s', async (_, call, hint) => {
    expect(await refusal(call)).toContain(hint);
  });

  test('a job is not said to be a result, because a job has a PSBT', async () => {
    const provider = createSingleKeyProvider([key]);
    const { canSign, ...rest } = provider;
    const faults = await Promise.all([
      refusal(() => untyped(signPsbt)({ psbt, provider: untyped(rest) })),
      refusal(() => untyped(signPsbtWith)({ psbt, provider, sighashType: -1 }, {})),
    ]);
    expect(faults).toEqual([
      expect.stringContaining('job.provider.canSign must be a function, not undefined'),
      expect.stringContaining(
        'job.sighashType must be a whole number from 0 to 4294967295, not -1',
      ),
    ]);
    for (const fault of faults) expect(fault).not.toContain('member psbt');
    expect(await refusal(() => untyped(signPsbt)({ psbt: untyped(funded), provider }))).toContain(
      'pass its member psbt',
    );
  });
});

describe('an error about a wrong value', () => {
  test.each<[string, () => unknown, string]>([
    ['its number', () => createPsbt(transaction, untyped(1)), 'must be 0 or 2, not a number'],
    [
      'its length',
      () => p2wpkhScript(new Uint8Array(19)),
      'a Uint8Array of 20 bytes, not 19 bytes',
    ],
    [
      'NaN',
      () =>
        untyped(signPsbt)({
          psbt,
          provider: createSingleKeyProvider([key]),
          maxFeeRate: Number.NaN,
        }),
      'must be a number that is not negative, not NaN',
    ],
    [
      'the range',
      () => encodeTransaction({ ...transaction, locktime: 2 ** 32 }),
      'from 0 to 4294967295, not 4294967296',
    ],
  ])('names %s', async (_, call, text) => {
    expect(await refusal(call)).toContain(text);
  });

  test('names the member that cannot be read', async () => {
    const unreadable = Object.defineProperty({ ...psbt }, 'outputs', {
      enumerable: true,
      get() {
        throw new Error('of the app');
      },
    });
    expect(await refusal(() => finalTxid(untyped(unreadable)))).toContain(
      'finalTxid: psbt.outputs cannot be read / A getter or a proxy in it throws.',
    );
  });
});

describe('a getter that throws', () => {
  const unreadable = (member: string, value: object) =>
    Object.defineProperty({ ...value }, member, {
      enumerable: true,
      get() {
        throw new Error('of the app');
      },
    });

  test.each<[string, () => unknown, string]>([
    ['an option', () => fund(untyped(unreadable('feeRate', order))), 'order.feeRate cannot'],
    [
      'a member of a list',
      () => fund(untyped({ ...order, outputs: [unreadable('value', { address })] })),
      'outputs[0].value cannot be read',
    ],
    [
      'a member of a review',
      () => review(untyped(unreadable('inputs', psbt)), { account }),
      'psbt.inputs cannot be read',
    ],
  ])('is named where it is: %s', async (_, call, text) => {
    expect(await refusal(call)).toContain(text);
  });
});

describe('a source of coins', () => {
  const tip = async () => ({ height: 0, hash: '00'.repeat(32) });
  const backend = { tip, transactions: async () => [] };
  const create = (options: object) => () =>
    untyped(createCoinSource)(backend, { network: 'regtest', ...options });
  const server = { url: 'https://esplora.test/api', network: 'regtest', fetch: tip };
  const esplora = (options: object) => () =>
    untyped(createEsploraSource)({ ...server, ...options });
  const electrum = (options: object) => () =>
    untyped(createElectrumSource)({ network: 'regtest', transport: tip, ...options });
  const needsClock = 'options.timeout needs options.setTimeout';

  test.each<[string, () => unknown, string]>([
    ['misspelt proofs', create({ proofs: 'require' }), "Write proofs: 'required'"],
    ['proofs: true', create({ proofs: true }), "options.proofs must be 'required', not a boolean"],
    ['proofs: false', create({ proofs: false }), 'leave it out to accept claims'],
    ['a negative depth', create({ linked: -1 }), 'from 0 to 4294967295, not -1'],
    ['a timeout without a clock', esplora({ timeout: 5000 }), needsClock],
    ['a timeout without a clock of Electrum', electrum({ timeout: 5000 }), needsClock],
    ['a timeout in seconds', esplora({ timeout: 30, setTimeout }), 'Write milliseconds: 30_000'],
    ['a timeout without end', electrum({ timeout: 2 ** 31, setTimeout }), 'not 2147483648'],
    ['a clock of another kind', esplora({ setTimeout: 1 }), 'must be a function, not a number'],
    ['a host without a scheme', esplora({ url: 'blockstream.info/api' }), 'begins with https://'],
    ['a URL of a socket', esplora({ url: 'ssl://electrum.test:50002' }), 'begins with https://'],
    ['no concurrent request', esplora({ atOnce: 0 }), 'a whole number from 1 to 1000, not 0'],
    ['an interval without a clock', () => createSourceChain(create({})(), { interval: 5 }), 'now'],
  ])('refuses %s', async (_, call, text) => {
    expect(await refusal(call)).toContain(text);
  });

  test('accepts proofs, a depth of 0 and a timeout with its clock', async () => {
    expect(await refusal(create({ proofs: 'required', linked: 0 }))).toBe('accepted');
    expect(await refusal(esplora({ timeout: 1000, setTimeout, atOnce: 1 }))).toBe('accepted');
  });
});

describe('joinPsbts', () => {
  const field = (type: number, byte: number) => ({
    key: Uint8Array.of(0xfc, 1, type, 0),
    value: Uint8Array.of(byte),
  });
  const [input] = psbt.inputs;
  const other = {
    ...psbt,
    inputs: psbt.inputs.map((each) => ({
      ...each,
      prevout: { txid: '22'.repeat(32), vout: 0 },
    })),
    proprietary: [field(1, 9), field(2, 2)],
  };
  const both = [{ ...psbt, proprietary: [field(1, 1)] }, other];
  const asIs = <T>(items: readonly T[]) => items;

  test.each<[string, (items: readonly object[]) => unknown]>([
    ['drops an item', (items) => items.slice(1)],
    ['repeats an item', (items) => items.map(() => items[0])],
    ['adds an item', (items) => [...items, input]],
    ['invents items', (items) => items.map((item) => ({ ...item }))],
    ['returns a promise', async (items) => items],
    ['returns nothing', () => undefined],
  ])('refuses a shuffle that %s', async (_, shuffle) => {
    expect(await refusal(() => joinPsbts(both, untyped(shuffle)))).toContain(
      'joinPsbts: shuffle must return the items that it is given',
    );
  });

  test('refuses one PSBT or none', async () => {
    for (const psbts of [[], [psbt]]) {
      expect(await refusal(() => joinPsbts(psbts, asIs))).toContain(
        `joinPsbts: psbts must be at least two PSBTs, not ${psbts.length}`,
      );
    }
  });

  test('lets a shuffle reorder its list in place', () => {
    const joined: Untyped = joinPsbts(both, (items) => untyped(items).reverse());
    expect(joined.inputs.map(({ prevout }: Untyped) => prevout.txid[0])).toEqual(['2', '1']);
    expect(both[0]?.inputs).toEqual(psbt.inputs);
  });

  test('keeps the proprietary fields of all PSBTs, and of two with one key the first', () => {
    for (const version of [0, 2] as const) {
      const alike: Untyped = both.map((each) => convertPsbt(each, version));
      const joined: Untyped = joinPsbts(alike, asIs);
      const values = (fields: Untyped) => fields.map(({ value }: Untyped) => value[0]);
      expect(values(convertPsbt(joined, 2)?.proprietary)).toEqual([1, 2]);
    }
  });

  test('keeps the extended keys of all PSBTs', () => {
    const xpub = (byte: number) => ({
      xpub: new Uint8Array(78).fill(byte),
      origin: { fingerprint: new Uint8Array(4), path: [] },
    });
    const [a, b] = both;
    const joined: Untyped = joinPsbts(
      [
        { ...psbt, ...a, xpubs: [xpub(1)] },
        { ...psbt, ...b, xpubs: [xpub(1), xpub(2)] },
      ],
      asIs,
    );
    expect(joined.xpubs).toEqual([xpub(1), xpub(2)]);
  });
});

describe('a key that is not a master key', () => {
  const [account84] = listAccounts(untyped(ring), { network, secrets: true }) as Untyped;
  const xprv = /[tx]prv\w+/.exec(account84.descriptor)?.[0] ?? '';
  const below: Untyped = readKeys(xprv, { network });
  const { key: master }: Untyped = untyped(ring).masters[0];
  const { key: ofAccount } = below.masters[0];

  test('derives no secrets, because no other program would find them', async () => {
    const child = (root: Untyped) => () => deriveChild(root, { kind: 'wif' }, 0, { network });
    expect(await refusal(child(ofAccount))).toMatch(
      /deriveChild: root must be an extended private key of depth 0, not 3 .* no other program/,
    );
    expect(await refusal(child(master))).toBe('accepted');
  });

  test('derives no silent payment address', async () => {
    const silent = (root: Untyped) => () => deriveSilentDescriptor(root, 0, { network });
    expect(await refusal(silent(ofAccount))).toContain('of depth 0, not 3');
    expect(await refusal(silent(master))).toBe('accepted');
  });
});

describe('a silent payment', () => {
  const silent = deriveSilentDescriptor(untyped(ring).masters[0].key, 0, { network });
  const recipient: Untyped = silentRecipient(silent);
  const [output]: Untyped = psbt.outputs;
  const wrong = [
    [{ ...recipient, spendKey: new Uint8Array(33).fill(5) }, 'is not a public key'],
    [{ ...recipient, scanKey: recipient.scanKey.subarray(1) }, '33 bytes, not 32 bytes'],
  ] as const;

  test.each(wrong)('is not made for keys without an owner: %#', async (keys, text) => {
    expect(await refusal(() => formatSilentAddress(keys, network))).toContain(text);
    expect(await refusal(() => withSilentRecipient(output, keys))).toContain(text);
    expect(await refusal(() => createSilentOutputs([], [keys]))).toContain(text);
    expect(await refusal(() => formatSilentAddress(recipient, network))).toBe('accepted');
  });

  test.each<[string, unknown, string]>([
    ['scripts', [{ tweak: recipient.scanKey, outputs: [new Uint8Array(34)] }], 'subarray(2)'],
    ['hex', [{ tweak: recipient.scanKey, outputs: ['ab'.repeat(32)] }], 'not a string'],
    ['no outputs', [{ tweak: recipient.scanKey }], 'outputs must be an array, not undefined'],
    ['a short tweak', [{ tweak: new Uint8Array(32), outputs: [] }], 'silentTweak'],
    ['one candidate', { tweak: recipient.scanKey, outputs: [] }, 'into a list: [value]'],
    ['nothing', undefined, 'candidates must be an array, not undefined'],
  ])('is not searched in %s, where none would be found', async (_, candidates, text) => {
    const { scan } = createSilentScanner(silent, []);
    expect(await refusal(() => scan(untyped(candidates)))).toContain(text);
    expect(scan([{ tweak: recipient.scanKey, outputs: [new Uint8Array(32)] }])).toEqual([[]]);
  });
});

describe('a script that loses coins', () => {
  const one: Uint8Array = key.publicKey(curve);
  const two = curve.convertPublicKey(untyped(curve.tweakPublicKey(one, tweak)), true);
  const keys = [one, untyped(two)];
  const invalid = Uint8Array.from(one, (byte, i) => (i === 0 ? 5 : byte));
  const offCurve = new Uint8Array(33).fill(5).fill(2, 0, 1);

  test.each<[string, () => unknown, string]>([
    [
      'fewer keys than signatures',
      () => multisigScript(3, keys),
      'required must be at most 2, the number of keys, not 3',
    ],
    ['no keys', () => multisigScript(1, []), '1 to 20 keys, not 0'],
    [
      '21 keys',
      () =>
        multisigScript(
          1,
          Array.from({ length: 21 }, () => one),
        ),
      'not 21',
    ],
    ['a key with another prefix', () => multisigScript(1, [one, invalid]), 'number 1 is not one'],
    ['a key off the curve', () => multisigScript(1, [offCurve, one]), 'number 0 is not one'],
    ['a key twice', () => multisigScript(2, [one, one]), 'must not contain a key twice'],
    [
      'a key twice in two forms',
      () => multisigScript(2, [one, untyped(curve.convertPublicKey(one, false))]),
      'must not contain a key twice',
    ],
    ['one key that is none', () => p2pkScript(offCurve), 'number 0 is not one'],
    ['no x coordinate', () => p2trScript(new Uint8Array(32)), 'the x coordinate of a public key'],
  ])('is not built from %s', async (_, call, text) => {
    expect(await refusal(call)).toContain(text);
  });

  test('is not built by mistake from sound keys', () => {
    expect(multisigScript(2, keys)).toHaveLength(71);
    expect(p2trScript(one.subarray(1))).toHaveLength(34);
    expect(p2pkScript(one)).toHaveLength(35);
  });

  const pay = (output: object) => () =>
    fund({ coins, outputs: [untyped({ value: 50_000n, ...output })], change: account, feeRate: 2 });
  const hexOf = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));
  const pushed = (each: Uint8Array) => [each.length, ...each];
  const bare = (m: number, n: number, list: readonly Uint8Array[]) =>
    Uint8Array.of(0x50 + m, ...list.flatMap(pushed), 0x50 + n, 0xae);

  test.each<[string, Uint8Array, string]>([
    ['an empty script', new Uint8Array(), 'anyone'],
    ['OP_TRUE', hexOf('51'), 'anyone'],
    ['pushes', hexOf('020102'), 'anyone'],
    ['OP_0', hexOf('00'), 'can never be spent'],
    ['OP_RETURN', hexOf('6a0101'), 'can never be spent / Write { data }'],
    ['a push that is cut off', hexOf('2002'), 'can never be spent'],
    ['a version 0 program of 21 bytes', hexOf(`0015${'00'.repeat(21)}`), 'can never be spent'],
    ['taproot without a key', hexOf(`5120${'00'.repeat(32)}`), 'can never be spent'],
    ['a key off the curve', Uint8Array.of(33, ...offCurve, 0xac), 'can never be spent'],
    ['a multisig of too few keys', bare(3, 2, keys), 'can never be spent'],
    ['a multisig of no keys', hexOf('5100ae'), 'can never be spent'],
    ['a multisig of unusable keys', bare(2, 2, [one, offCurve]), 'can never be spent'],
    ['a multisig of no signatures', Uint8Array.of(0, ...pushed(one), 0x51, 0xae), 'anyone'],
  ])('is not paid: %s', async (_, scriptPubKey, who) => {
    expect(await refusal(pay({ scriptPubKey }))).toContain(
      `WRONG_ARGUMENT output 0 has a scriptPubKey that ${who}`,
    );
  });

  test('is not paid by an address of it, or as change', async () => {
    const x = (start: number) => Uint8Array.from({ length: 32 }, (_, i) => start + 7 * i);
    const start = [0, 1, 2, 3, 4, 5, 6].find((each) => !curve.isXOnlyPublicKey(x(each))) ?? 0;
    const lost = untyped(formatAddress(Uint8Array.of(0x51, 32, ...x(start)), network));
    const expected = `INVALID_ADDRESS ${lost} is an address whose coins can never be spent`;
    expect(await refusal(pay({ address: lost }))).toContain(expected);
    expect(await refusal(() => fund({ ...order, change: lost }))).toContain(expected);
  });

  test.each<[string, Uint8Array]>([
    ['a future witness version', hexOf(`5220${'01'.repeat(32)}`)],
    ['a future program of version 1', hexOf(`5121${'01'.repeat(33)}`)],
    ['an anchor', p2aScript],
    ['a bare multisig', bare(1, 2, keys)],
    ['a lock time', hexOf('51b17551')],
  ])('is not one of these: %s', async (_, scriptPubKey) => {
    expect(await refusal(pay({ scriptPubKey }))).toBe('accepted');
  });
});

describe('a unit or a range that is wrong', () => {
  const milliseconds = 1_764_444_000_000;
  const seconds = 'must be a whole number of seconds since 1970, not 1764444000000 / Clocks';
  const wallet = { descriptors: account.descriptors, timestamp: milliseconds };
  const evidence = { network };
  const reviewed: Untyped = reviewPsbt(psbt, evidence);
  const matrix: Untyped = qrMatrix('A');
  const frames: Untyped = encodeFrames({ kind: 'text', text: 'A'.repeat(900) }, { as: 'ur' });
  const sent = encodePsbt(psbt) ?? new Uint8Array();
  const find = (options: object) => () =>
    findAccount(untyped(ring), address, { network, ...options });

  test.each<[string, () => unknown, string]>([
    ['milliseconds in a file', () => exportWallet(wallet, 'core', { network }), seconds],
    [
      'milliseconds in a review',
      () => reviewPsbt(psbt, { ...evidence, now: { time: milliseconds } }),
      seconds,
    ],
    ['no form of a key', () => untyped(PrivateKey.from)(tweak), 'compressed must be a boolean'],
    ['5 columns', () => printReview(reviewed, network, 5), 'of at least 20, not 5'],
    ['a scale of 0', () => qrSvg(matrix, 0), 'scale must be a number above 0, not 0'],
    ['a negative scale', () => qrSvg(matrix, -1), 'above 0, not -1'],
    ['a frame before the first', () => frames.at(-1), 'step must be a whole number'],
    ['half a frame', () => frames.at(1.5), 'not 1.5'],
    ['no frame', () => frames.at(Number.NaN), 'not NaN'],
    [
      'a UR type in capitals',
      () => encodeFrames({ kind: 'psbt', bytes: sent }, { as: 'ur', urType: untyped('PSBT') }),
      "'crypto-psbt' or 'psbt', not another string",
    ],
    [
      'another UR type in capitals',
      () => encodeFrames({ kind: 'ur', type: 'Crypto-Output', cbor: tweak }, { as: 'ur' }),
      'a UR type in lower case',
    ],
    ['no positions', find({ positions: 0 }), 'a whole number from 1 to 2147483648, not 0'],
    ['a negative number of accounts', find({ accounts: -1 }), 'not -1'],
    ['a second checksum', () => addChecksum('raw(51)#8lvh9jxk'), 'without a checksum'],
    [
      'an input that is not there',
      () => transactionChecker(transaction, [undefined], 5),
      'input must be one of 1 inputs, counted from 0, not 5',
    ],
    [
      'fewer coins than inputs',
      () => transactionChecker(transaction, [], 0),
      'coins must be one for each of 1 inputs, not 0',
    ],
    ['a text as a number', () => createMusigNonces(untyped('2')), 'not a string'],
  ])('is refused: %s', async (_, call, text) => {
    expect(await refusal(call)).toContain(text);
  });

  test.each([-1n, 2_100_000_000_000_001n])('is refused: an amount of %s satoshi', async (value) => {
    const outputs = [{ value, scriptPubKey: p2aScript }];
    expect(await refusal(() => encodeTransaction({ ...transaction, outputs }))).toContain(
      'outputs[0].value must be 0 to 2100000000000000 satoshi',
    );
    const most = [{ value: 2_100_000_000_000_000n, scriptPubKey: p2aScript }];
    expect(encodeTransaction({ ...transaction, outputs: most }).length).toBeGreaterThan(60);
  });

  test('is refused as an error of frames: bytes that are not a PSBT', () => {
    for (const as of ['ur', 'bbqr', 'specter', 'base43', 'text'] as const) {
      expect(encodeFrames({ kind: 'psbt', bytes: tweak }, { as })).toEqual({
        error: expect.stringContaining('these bytes are not a PSBT'),
      });
      expect(
        encodeFrames({ kind: 'psbt', bytes: sent }, { as, maxLength: 4000 }),
      ).not.toHaveProperty('error');
    }
  });

  test.each([
    ['m/84/1/0', 'm/84h/1h/0h'],
    ['m/84h/1/0', 'm/84h/1h/0h'],
    ['m/48h/1h/0h/2', 'm/48h/1h/0h/2h'],
    ['m/86/1h/0h/0/5', 'm/86h/1h/0h/0/5'],
  ])('is refused: the path %s, which no wallet derives', async (path, right) => {
    const fault = { error: expect.stringContaining(right) };
    expect(listAccounts(untyped(ring), { network, paths: [path] })).toEqual(fault);
    expect(await findAccount(untyped(ring), address, { network, paths: [path] })).toEqual(fault);
    expect(listAccounts(untyped(ring), { network, paths: [right] })).toHaveLength(1);
    expect(listAccounts(untyped(ring), { network, paths: ['m/0/1', 'm/45h'] })).toHaveLength(2);
  });

  test('is corrected in the key of an outpoint', () => {
    const txid = 'AB'.repeat(32);
    expect(outPointKey({ txid, vout: 0 })).toBe(`${txid.toLowerCase()}:0`);
  });
});

describe('options of wallets', () => {
  const none = async () => undefined;
  const storage = { read: none, write: none, names: async () => [] };
  const make = (options: object) => () => createWallets(storage, options);

  test.each<[object, string]>([
    [{ maxTxFee: 0.0001 }, 'satoshi above 0, not 0.0001 / Write satoshi as a number'],
    [{ maxTxFee: Number.NaN }, 'not NaN'],
    [{ maxTxFee: null }, 'not null'],
    [{ maxTxFee: 0 }, 'above 0, not 0'],
    [{ maxTxFee: 10_000n }, 'not a bigint'],
    [{ fallbackFeeRate: 20n }, 'a number of sat/vB: 0, or 0.01 to 10000, not a bigint'],
    [{ fallbackFeeRate: 0.0002 }, 'not 0.0002 / Write sat/vB: 0.0002 BTC/kvB'],
    [{ fallbackFeeRate: 20_000 }, 'not 20000 / Write sat/vB'],
    [{ fallbackFeeRate: '20' }, 'not a string'],
    [{ minTxFeeRate: -1 }, 'not -1'],
    [{ discardFeeRate: Number.POSITIVE_INFINITY }, 'not Infinity'],
    [{ consolidateFeeRate: 0.00001 }, 'Write sat/vB'],
    [{ addressType: 'p2wpkh' }, "'bech32' or 'bech32m', not another string / 'bech32' is P2WPKH"],
    [{ changeType: 'p2tr' }, "'bech32m' is P2TR"],
    [{ spendZeroConfChange: 'false' }, 'must be a boolean, not a string'],
    [{ signalRbf: 1 }, 'must be a boolean'],
    [{ broadcasts: null }, 'must be a boolean, not null'],
    [{ confirmTarget: 0 }, 'a whole number of blocks from 1 to 1008, not 0'],
    [{ keypoolSize: 0 }, 'a whole number from 1 to 1000000, not 0'],
    [{ maxApsFee: 0.1 }, 'a whole number of satoshi, not 0.1'],
    [{ scryptCost: { n: 'x', r: 8, p: 1 } }, 'options.scryptCost.n must be a whole number'],
  ])('are refused by createWallets: %o', async (options, text) => {
    const [name] = Object.keys(options);
    const found = await refusal(make(options));
    expect(found).toContain(`createWallets: options.${name}`);
    expect(found).toContain(text);
  });

  test('are accepted in their units', async () => {
    for (const options of [
      defaultWalletOptions,
      { fallbackFeeRate: 0.1, maxApsFee: -1, changeType: undefined, addressType: 'bech32m' },
      { network: 'signet', keypoolSize: 1, minTxFeeRate: 0, confirmTarget: 1008 },
    ]) {
      expect(await refusal(make(options))).toBe('accepted');
    }
  });

  test('are refused by openSnapshot if a text is given as a boolean', async () => {
    const open = () => openSnapshot(tweak, 'main', untyped({ anyway: 'false' }));
    expect(await refusal(open)).toContain('options.anyway must be a boolean, not a string');
  });
});

describe('networks that disagree', () => {
  const ofMain: Untyped = readKeys(words, { network: networks.main });
  const main = openAccount(untyped(listAccounts(ofMain, { network: networks.main }))[0].descriptor);
  const known = 'the keys were read for main, and the network is regtest';

  test.each<[string, () => unknown, string]>([
    ['keyOwners', () => keyOwners(ofMain, psbt, { network }), `keyOwners: ${known}`],
    ['listAccounts', () => listAccounts(ofMain, { network }), `listAccounts: ${known}`],
    ['findAccount', () => findAccount(ofMain, address, { network }), `findAccount: ${known}`],
    [
      'createBsmsKey',
      () => createBsmsKey({ keys: ofMain, path: 'm/48h/1h/0h/2h' }, { network }),
      `createBsmsKey: ${known}`,
    ],
    ['joinKeys', () => joinKeys([ofMain, untyped(ring)]), 'these are of main and regtest'],
    ['review', () => review(psbt, { keys: ofMain, network: 'regtest' }), `review: ${known}`],
    [
      'review of an account',
      () => review(psbt, { account: main, network: 'signet' }),
      'review: an account is of main, and the network is signet',
    ],
    [
      'review of two accounts',
      () => review(psbt, { account: [account, main] }),
      'review: an account is of main, and the network is regtest',
    ],
    [
      'reviewPsbt',
      () =>
        reviewPsbt(psbt, {
          network: networks.signet,
          findOwners: keyOwners(untyped(ring), psbt, { network }),
        }),
      'reviewPsbt: evidence.findOwners is of regtest, and evidence.network is signet',
    ],
  ])('are refused by %s', async (_, call, text) => {
    expect(await refusal(call)).toContain(text);
  });

  test('are refused where a review is shown', async () => {
    const made: Untyped = reviewPsbt(psbt, { network });
    expect(made.network).toBe('regtest');
    const shows = [printReview, reviewHtml, reviewSvg, reviewPicture, reviewId];
    for (const show of shows) {
      expect(await refusal(() => untyped(show)(made, networks.main, 80)), show.name).toMatch(
        /WRONG_ARGUMENT (The review was made for regtest, and the network is main|\w+: options)/,
      );
      expect(await refusal(() => untyped(show)(made, networks.main))).toMatch(
        /The review was made for regtest|printReview: columns/,
      );
    }
    expect(printReview(structuredClone(made), network, 80).length).toBeGreaterThan(3);
  });

  test('are one network in a joined ring', () => {
    const joined = joinKeys([untyped(ring), untyped(readKeys(TEST_WIF, { network }))]);
    expect(joined.network).toBe('regtest');
    const findOwners = keyOwners(joined, psbt, { network });
    expect(reviewPsbt(psbt, { network, findOwners })?.inputs[0]?.owner).toBeDefined();
    const { network: _, ...unnamed }: Untyped = ofMain;
    expect(listAccounts(unnamed, { network })).toHaveLength(4);
  });

  test.each([undefined, [], Promise.resolve([])])(
    'do not matter if findOwners returns %s, which is refused',
    async (owners) => {
      const evidence = { network, findOwners: () => untyped(owners) };
      expect(await refusal(() => reviewPsbt(psbt, evidence))).toContain(
        'WRONG_ARGUMENT findOwners must return a list with an owner, or undefined, for each',
      );
    },
  );
});
