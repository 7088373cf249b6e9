import { CIPHER_NONCE_LENGTH, open, seal } from '../crypto/cipher.ts';
import { hmacSha256 } from '../crypto/hash.ts';
import type { Satoshis } from '../encoding/amount.ts';
import { type Bytes, emptyBytes } from '../encoding/bytes.ts';
import { hexBytes, readMap, writeMany } from '../encoding/fields.ts';
import { encodeHex } from '../encoding/hex.ts';
import { createReader, type Reader } from '../encoding/reader.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import { createWriter, type Writer } from '../encoding/writer.ts';
import { readOutPoint, writeOutPoint } from '../transaction/codec.ts';
import { outPointKey, parseOutPointKey, type TxOut } from '../transaction/transaction.ts';
import type { Wallet } from './wallet.ts';

/** What is remembered of a coin that was reviewed or signed for. */
export type SeenCoin = {
  /** In satoshi, as it was told then; `undefined`: nobody told it. */
  readonly amount: Satoshis | undefined;
  /** A digest of what was paid to others then, 32 bytes in hexadecimal. */
  readonly payees: string;
  /** Signatures were made for it. */
  readonly isSigned: boolean;
  /**
   * What was paid to others then; `undefined`: nothing was signed, or too much to be kept, or an
   * earlier version kept only the digest.
   */
  readonly payments?: readonly TxOut[] | undefined;
};

/** The oldest go first. */
export const MOST_SEEN = 1000;

/** Payments of all coins together; of the oldest only the digest is kept. */
export const MOST_PAYMENTS = 10_000;

const PURPOSE = encodeUtf8('coldsign history');

/**
 * By `outPointKey`, the oldest first; `undefined`: the wallet is locked. What cannot be read counts
 * as nothing.
 */
export function readHistory(wallet: Wallet): ReadonlyMap<string, SeenCoin> | undefined {
  const { keyring, history } = wallet;
  if (keyring.kind === 'locked') return undefined;
  if (history.length === 0) return new Map();
  const plain = keyring.kind === 'open' ? history : opened(history, keyring.masterKey);
  const reader = createReader(plain ?? emptyBytes);
  const coins = readMap(reader, () => readCoin(reader));
  // Earlier versions end here.
  const paid = reader.remaining > 0 ? readMap(reader, () => readPaid(reader)) : new Map();
  if (!reader.done) return new Map();
  return new Map([...coins].map(([key, coin]) => [key, withPayments(coin, paid)]));
}

type Paid = ReadonlyMap<string, readonly TxOut[]>;

function withPayments(coin: SeenCoin, paid: Paid): SeenCoin {
  const payments = coin.isSigned ? paid.get(coin.payees) : undefined;
  return payments ? { ...coin, payments } : coin;
}

/**
 * The wallet once it has seen these coins: of a coin that it knows, what was signed takes the place
 * of what was there, and what was only reviewed leaves it. A locked wallet stays as it is.
 */
export function withSeen(wallet: Wallet, seen: ReadonlyMap<string, SeenCoin>): Wallet {
  const before = readHistory(wallet);
  if (before === undefined) return wallet;
  const news = [...seen].filter(([key, { isSigned }]) => isSigned || !before.has(key));
  if (news.length === 0) return wallet;
  const changed = new Set(news.map(([key]) => key));
  const kept = [...before].filter(([key]) => !changed.has(key));
  return { ...wallet, history: sealed([...kept, ...news].slice(-MOST_SEEN), wallet) };
}

/** The history of an open wallet as it stands under a master key that it gets. */
export function sealHistory({ history }: Pick<Wallet, 'history'>, masterKey: Bytes): Bytes {
  if (history.length === 0) return history;
  const key = hmacSha256(masterKey, PURPOSE);
  // Made of what is sealed: no two contents share a nonce, and no randomness is needed.
  const nonce = hmacSha256(key, history).subarray(0, CIPHER_NONCE_LENGTH);
  const ciphertext = seal(history, key, nonce, PURPOSE);
  key.fill(0);
  return ciphertext;
}

function sealed(
  coins: readonly (readonly [string, SeenCoin])[],
  { keyring }: Pick<Wallet, 'keyring'>,
): Bytes {
  const writer = createWriter(1024);
  writeMany(writer, coins, (coin) => writeCoin(writer, coin));
  writeMany(writer, paidBy(coins), (paid) => writePaid(writer, paid));
  const history = writer.finish();
  return keyring.kind === 'unlocked' ? sealHistory({ history }, keyring.masterKey) : history;
}

/** By digest, the newest first, as many as are kept. */
function paidBy(coins: readonly (readonly [string, SeenCoin])[]): Paid {
  const paid = new Map<string, readonly TxOut[]>();
  let room = MOST_PAYMENTS;
  for (const [, { payees, payments }] of [...coins].reverse()) {
    if (payments === undefined || paid.has(payees)) continue;
    room -= payments.length;
    if (room < 0) break;
    paid.set(payees, payments);
  }
  return paid;
}

/** Digest of the payees (32), count, and for each: value (8), script (length, bytes). */
function writePaid(writer: Writer, [payees, payments]: readonly [string, readonly TxOut[]]): void {
  writer.bytes(hexBytes(payees));
  writeMany(writer, payments, ({ value, scriptPubKey }) => {
    writer.i64(value).varBytes(scriptPubKey);
  });
}

function readPaid(reader: Reader): readonly [string, readonly TxOut[]] {
  const payees = encodeHex(reader.bytes(32));
  const payments: TxOut[] = [];
  const count = reader.compactSize();
  for (let i = 0; i < count && !reader.failed; i++) {
    payments.push({ value: reader.i64(), scriptPubKey: reader.varBytes().slice() });
  }
  return [payees, payments];
}

function opened(history: Bytes, masterKey: Bytes): Bytes | undefined {
  const key = hmacSha256(masterKey, PURPOSE);
  const plain = open(history, key, PURPOSE);
  key.fill(0);
  return plain;
}

/** Outpoint (36), flags (1): signed 1, amount known 2; amount (8), payees (32). */
function writeCoin(
  writer: Writer,
  [key, { amount, payees, isSigned }]: readonly [string, SeenCoin],
): void {
  writeOutPoint(writer, parseOutPointKey(key));
  writer.u8((isSigned ? 1 : 0) + (amount === undefined ? 0 : 2));
  writer.i64(amount ?? 0n);
  writer.bytes(hexBytes(payees));
}

function readCoin(reader: Reader): readonly [string, SeenCoin] {
  const key = outPointKey(readOutPoint(reader));
  const flags = reader.u8();
  const amount = reader.i64();
  const payees = encodeHex(reader.bytes(32));
  return [key, { amount: (flags & 2) > 0 ? amount : undefined, payees, isSigned: (flags & 1) > 0 }];
}
