import { describe, expect, test } from 'vitest';
import { networks } from '../../src/encoding/network.ts';
import {
  formatPsbt,
  fromCore,
  fromElectrum,
  fromEsplora,
  fund,
  isColdsignError,
  judgeMessage,
  openAccount,
  parsePsbt,
  parseUri,
  review,
  sign,
  signMessage,
  sweep,
} from '../../src/index.ts';
import { silentSigning } from '../../src/public/descriptor.ts';
import {
  decodePsbt,
  encodePsbt,
  signPsbt,
  signPsbtWith,
  unsignedTransaction,
} from '../../src/public/psbt.ts';
import { printReview, reviewHtml, reviewId, reviewSvg } from '../../src/public/review.ts';
import { readKeys } from '../../src/public/seed.ts';
import { createKeyProvider, decodeWif, signTransactionWith } from '../../src/public/signing.ts';
import {
  decodeTransaction,
  encodeHex,
  encodeTransaction,
  transactionId,
} from '../../src/public/transaction.ts';

/** Returns bytes that were transferred to a worker. */
function transferred(): Uint8Array {
  const bytes = new Uint8Array(33).fill(2);
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  return bytes;
}

function throwing(member = 'secp256k1'): object {
  const get = () => {
    throw new TypeError('of the app');
  };
  return Object.defineProperty({}, member, { enumerable: true, get });
}

/** Returns a draft of an earlier change, as state libraries revoke it. */
function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

const WIF = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
const account = openAccount(`wpkh(${WIF})`, { network: 'regtest' });
const to = account.address(0);
const utxo = { txid: '11'.repeat(32), vout: 0, value: 90_000n, height: 100, address: to };
const coins = account.coins([utxo]);
const [coin] = coins;
const order = { coins, outputs: [{ address: to, value: 50_000n }], change: account, feeRate: 2 };
const { psbt } = fund(order);
const withScript = (scriptPubKey: Uint8Array) => ({
  ...psbt,
  outputs: psbt.outputs.map((output) => ({ ...output, scriptPubKey })),
});
const reviewed = review(psbt, { account });
const words = `${'abandon '.repeat(11)}about`.split(' ');

/** Calls with values that no type describes. */
const calls: { readonly [what: string]: () => unknown } = {
  'transferred bytes as a PSBT': () => parsePsbt(transferred()),
  'transferred bytes as a transaction': () => decodeTransaction(transferred(), { witness: true }),
  'transferred bytes as hexadecimal': () => encodeHex(transferred()),
  'transferred bytes in a PSBT': () => formatPsbt(withScript(transferred())),
  'transferred bytes in a PSBT value': () => encodePsbt(withScript(transferred())),
  'transferred bytes to review': () => review(withScript(transferred()), { account }),
  'transferred bytes in a message': () => signMessage(transferred(), { account }),
  'transferred bytes in a transaction': () =>
    transactionId({
      version: 2,
      inputs: [],
      outputs: [{ value: 1n, scriptPubKey: transferred() }],
      locktime: 0,
    }),
  'a revoked order': () => fund(revoked() as never),
  'revoked options': () => parsePsbt(formatPsbt(psbt), revoked()),
  'revoked options of a URI': () => parseUri(`bitcoin:${to}`, revoked()),
  'a revoked output': () => formatPsbt({ ...psbt, outputs: [revoked() as never] }),
  'options with a getter that throws': () => parsePsbt(formatPsbt(psbt), throwing()),
  'a PSBT with a hole': () => formatPsbt({ ...psbt, inputs: new Array(1) }),
  'a list of coins with a hole': () =>
    sweep({ keys: WIF, to, feeRate: 1, network: 'regtest', coins: new Array(1) }),
  'a coin with another previous transaction': () =>
    fund({ ...order, coins: [{ ...(coin as object), previousTransaction: new Date(0) } as never] }),
  'a hole in the outputs': () => fund({ ...order, outputs: new Array(1) }),
  'a getter in a list for fromEsplora': () =>
    fromEsplora([throwing('txid')] as never, { address: to }),
  'a getter in a list for fromElectrum': () =>
    fromElectrum([throwing('tx_hash')] as never, { address: to }),
  'a getter in a list for fromCore': () => fromCore([throwing('txid')] as never),
  'a revoked owner of coins': () => fromEsplora([utxo as never], revoked() as never),
  'a getter in a list of coins': () => account.coins([{ ...utxo, status: throwing() }] as never),
  'a getter in an output': () => fund({ ...order, outputs: [throwing() as never] }),
  'a getter in a coin': () =>
    fund({ ...order, coins: [{ ...coin, account: throwing() } as never] }),
  'a revoked message': () => judgeMessage(revoked() as never),
  'a getter in a review to print': () =>
    printReview({ ...reviewed, now: throwing() as never }, networks.regtest, 80),
  'a symbol in a review as HTML': () =>
    reviewHtml({ ...reviewed, fee: Symbol('fee') as never }, networks.regtest),
  'a revoked output of a review as SVG': () =>
    reviewSvg({ ...reviewed, outputs: [revoked() as never] }, networks.regtest),
  'a revoked review': () => reviewId(revoked() as never, networks.regtest),
  'half of silentSigning': () =>
    sign(psbt, { keys: account, silent: { ...silentSigning, providerFor: undefined } as never }),
  'half of silentSigning for signPsbt': () =>
    signPsbt({
      psbt,
      provider: createKeyProvider({ keys: [] }),
      finalize: true,
      silent: { ...silentSigning, finish: null } as never,
    }),
  'half a character in a passphrase': () =>
    readKeys(words.join(' '), { network: networks.main, passphrase: '\ud800' }),
};

test.each(Object.entries(calls))('%s is refused by a code', async (_, call) => {
  await expect((async () => call())()).rejects.toMatchObject({
    name: 'ColdsignError',
    code: expect.stringMatching(/^(WRONG_ARGUMENT|INVALID_PSBT|INVALID_COIN)$/),
    hint: expect.stringMatching(/\w/),
  });
});

test('a decoded value keeps its bytes if the input buffer is reused', () => {
  const [bytes, same] = [formatPsbt(psbt, 'bytes'), formatPsbt(psbt, 'bytes')];
  const [first, second] = [parsePsbt(bytes), decodePsbt(bytes)];
  const outputs = psbt.outputs.map(({ value, scriptPubKey }) => ({ value, scriptPubKey }));
  const raw = encodeTransaction({ version: 2, inputs: [], outputs, locktime: 0 });
  const transaction = decodeTransaction(raw, { witness: false });
  const id = transaction && transactionId(transaction);
  bytes.fill(0);
  raw.fill(0);
  expect([formatPsbt(first, 'bytes'), 'error' in second || encodePsbt(second)]).toEqual([
    same,
    same,
  ]);
  expect(transaction && transactionId(transaction)).toBe(id);
});

test('bytes over shared memory, and those of a subclass, are bytes', () => {
  const bytes = formatPsbt(psbt, 'bytes');
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  for (const same of [shared, Buffer.from(bytes), new (class extends Uint8Array {})(bytes)])
    expect(formatPsbt(parsePsbt(same))).toBe(formatPsbt(psbt));
});

test('an unreadable thrown value is not an error of coldsign', () => {
  expect([isColdsignError(revoked()), isColdsignError(throwing())]).toEqual([false, false]);
});

describe('values that the app changes in the same tick as the call', () => {
  /** Subtracts a part of an output for the fee, like an app that reuses its value. */
  const take = (outputs: readonly { value: bigint }[]) => {
    for (const output of outputs) output.value -= 1000n;
  };
  const key = decodeWif(WIF, networks.regtest);
  const provider = createKeyProvider({ keys: key ? [key] : [] });
  const values = ({ outputs }: { readonly outputs: readonly { readonly value: bigint }[] }) =>
    outputs.map(({ value }) => value);

  test('do not change the PSBT that sign signs, nor its keys', async () => {
    const given = structuredClone(psbt);
    const keys = [WIF];
    const signing = sign(given, { keys });
    take(given.outputs);
    for (const { scriptPubKey } of given.outputs) scriptPubKey.fill(0);
    keys.pop();
    const signed = await signing;
    expect([signed.complete, values(signed.psbt)]).toEqual([true, values(psbt)]);
  });

  test('do not change the signatures of signPsbtWith and signTransactionWith', async () => {
    const given = structuredClone(psbt);
    const signing = signPsbtWith({ psbt: given, provider, finalize: true }, {});
    take(given.outputs);
    const signed = await signing;
    expect('error' in signed || [signed.complete, values(signed.psbt)]).toEqual([
      true,
      values(psbt),
    ]);
    const transaction = structuredClone(unsignedTransaction(psbt));
    if (transaction === undefined || coin === undefined) throw new Error('no transaction');
    const known = new Map([[`${coin.txid}:0`, { ...coin }]]);
    const raw = signTransactionWith({ transaction, coins: known, provider, sighashType: 1 }, {});
    take(transaction.outputs as never);
    known.clear();
    expect(values((await raw).transaction)).toEqual(values(psbt));
  });

  test('do not change the message that is signed', async () => {
    const message = Uint8Array.of(1, 2, 3);
    const signing = signMessage(message, { account });
    message.fill(9);
    const signature = await signing;
    const signed = { address: to, message: Uint8Array.of(1, 2, 3), signature };
    expect(judgeMessage(signed).state).toBe('valid');
  });
});

test('an app whose approve fails gets a code, with the thrown value as the cause', async () => {
  const thrown = new TypeError('of the app');
  const approve = () => Promise.reject(thrown);
  await expect(sign(psbt, { keys: WIF, approve })).rejects.toMatchObject({
    code: 'NOT_APPROVED',
    cause: thrown,
  });
});

test('a device that signs no message counts as cancelled', async () => {
  const device = { signMessage: async () => undefined as never };
  await expect(signMessage('hello', { account, device })).rejects.toMatchObject({
    code: 'DEVICE_CANCELLED',
  });
});
