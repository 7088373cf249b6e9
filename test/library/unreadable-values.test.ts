import { expect, test } from 'vitest';
import {
  formatPsbt,
  fund,
  openAccount,
  parsePsbt,
  parseUri,
  review,
  sign,
  signMessage,
  sweep,
} from '../../src/index.ts';
import { silentSigning } from '../../src/public/descriptor.ts';
import { decodePsbt, encodePsbt, signPsbt } from '../../src/public/psbt.ts';
import { rootKeyOf, seedOfWords } from '../../src/public/seed.ts';
import { createKeyProvider } from '../../src/public/signing.ts';
import {
  decodeTransaction,
  encodeHex,
  encodeTransaction,
  transactionId,
} from '../../src/public/transaction.ts';

/** Bytes that were handed to a worker. */
function transferred(): Uint8Array {
  const bytes = new Uint8Array(33).fill(2);
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  return bytes;
}

function throwing(): object {
  const get = () => {
    throw new TypeError('of the app');
  };
  return Object.defineProperty({}, 'secp256k1', { enumerable: true, get });
}

/** A draft of an earlier change, as state libraries revoke it. */
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
  'half of silentSigning': () =>
    sign(psbt, { keys: account, silent: { ...silentSigning, providerFor: undefined } as never }),
  'half of silentSigning for signPsbt': () =>
    signPsbt({
      psbt,
      provider: createKeyProvider({ keys: [] }),
      finalize: true,
      silent: { ...silentSigning, finish: null } as never,
    }),
  'half a character in a passphrase': () => seedOfWords(words, '\ud800'),
  'half a character in the passphrase of a key': () => rootKeyOf({ words } as never, '\ud800'),
};

test.each(Object.entries(calls))('%s is refused by a code', async (_, call) => {
  await expect((async () => call())()).rejects.toMatchObject({
    name: 'ColdsignError',
    code: expect.stringMatching(/^(WRONG_ARGUMENT|INVALID_PSBT)$/),
    hint: expect.stringMatching(/\w/),
  });
});

test('a decoded value keeps its bytes if the buffer that was given is used again', () => {
  const [bytes, same] = [formatPsbt(psbt, 'bytes'), formatPsbt(psbt, 'bytes')];
  const [first, second] = [parsePsbt(bytes), decodePsbt(bytes)];
  const raw = encodeTransaction({ version: 2, inputs: [], outputs: psbt.outputs, locktime: 0 });
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
