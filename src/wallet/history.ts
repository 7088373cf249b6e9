import { CIPHER_NONCE_LENGTH, open, seal } from '../crypto/cipher.ts';
import { hmacSha256 } from '../crypto/hash.ts';
import type { Satoshis } from '../encoding/amount.ts';
import { type Bytes, emptyBytes } from '../encoding/bytes.ts';
import { hexBytes, readMap, writeMany } from '../encoding/fields.ts';
import { encodeHex } from '../encoding/hex.ts';
import { createReader, type Reader } from '../encoding/reader.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import { createWriter, type Writer } from '../encoding/writer.ts';
import { readList, readOutPoint, writeOutPoint } from '../transaction/codec.ts';
import { outPointKey, parseOutPointKey, type TxOut } from '../transaction/transaction.ts';
import type { Wallet } from './wallet.ts';

/** Facts remembered about a coin that was reviewed or signed for. */
export type SeenCoin = {
  /** The amount in satoshi as stated then; `undefined` if it was not stated. */
  readonly value: Satoshis | undefined;
  /** A digest of the payments to others then, 32 bytes in hexadecimal. */
  readonly payees: string;
  /** True if the wallet signed for it. */
  readonly isSigned: boolean;
  /**
   * Payments to others at that time; `undefined`: not signed, or too large to keep.
   */
  readonly payments?: readonly TxOut[] | undefined;
};

/** A transaction that was signed despite findings. */
export type SignedAnyway = {
  /** The id of its review, 64 hex digits. */
  readonly review: string;
  /** Seconds since 1970; 0 if unknown. */
  readonly time: number;
  /** The ids of the findings, such as `fee-too-high`. */
  readonly findings: readonly string[];
};

/** The oldest entries are dropped first. */
export const MOST_SEEN = 1000;

/** The oldest entries are dropped first. */
export const MOST_SIGNED_ANYWAY = 1000;

/** Limit on payments over all coins. For older coins only the digest is kept. */
export const MOST_PAYMENTS = 10_000;

const PURPOSE = encodeUtf8('coldsign history');

/**
 * Reads the history by `outPointKey`, oldest first. Returns `undefined` if the wallet is locked. An
 * unreadable entry is skipped.
 */
export function readHistory(wallet: Wallet): ReadonlyMap<string, SeenCoin> | undefined {
  return readAll(wallet)?.coins;
}

/**
 * Returns transactions signed despite findings, newest last, or `undefined` if the wallet is
 * locked.
 */
export const readSignedAnyway = (wallet: Wallet): readonly SignedAnyway[] | undefined =>
  readAll(wallet)?.anyway;

type History = {
  readonly coins: ReadonlyMap<string, SeenCoin>;
  readonly anyway: readonly SignedAnyway[];
};

const nothing: History = { coins: new Map(), anyway: [] };

function readAll({ keyring, history }: Wallet): History | undefined {
  if (keyring.kind === 'locked') return undefined;
  if (history.length === 0) return nothing;
  const plain = keyring.kind === 'open' ? history : opened(history, keyring.masterKey);
  const reader = createReader(plain ?? emptyBytes);
  const coins = readMap(reader, () => readCoin(reader));
  const paid = readMap(reader, () => readPaid(reader));
  const anyway = readList(reader, readAnyway);
  if (!reader.done) return nothing;
  return {
    coins: new Map([...coins].map(([key, coin]) => [key, withPayments(coin, paid)])),
    anyway,
  };
}

type Paid = ReadonlyMap<string, readonly TxOut[]>;

function withPayments(coin: SeenCoin, paid: Paid): SeenCoin {
  const payments = coin.isSigned ? paid.get(coin.payees) : undefined;
  return payments ? { ...coin, payments } : coin;
}

/**
 * Returns the wallet with these coins recorded. A signature replaces an earlier entry of the coin;
 * a mere review does not. A locked wallet is returned unchanged.
 */
export function withSeen(
  wallet: Wallet,
  seen: ReadonlyMap<string, SeenCoin>,
  signed?: SignedAnyway,
): Wallet {
  const before = readAll(wallet);
  if (before === undefined) return wallet;
  const news = [...seen].filter(([key, { isSigned }]) => isSigned || !before.coins.has(key));
  if (news.length === 0 && signed === undefined) return wallet;
  const changed = new Set(news.map(([key]) => key));
  const kept = [...before.coins].filter(([key]) => !changed.has(key));
  const coins = [...kept, ...news].slice(-MOST_SEEN);
  const anyway = [...before.anyway, ...(signed ? [signed] : [])].slice(-MOST_SIGNED_ANYWAY);
  return { ...wallet, history: sealed(coins, anyway, wallet) };
}

/** Seals the history of an unencrypted wallet under its new master key. */
export function sealHistory({ history }: Pick<Wallet, 'history'>, masterKey: Bytes): Bytes {
  if (history.length === 0) return history;
  const key = hmacSha256(masterKey, PURPOSE);
  // The nonce derives from the content: no two contents share one, and no randomness is needed.
  const nonce = hmacSha256(key, history).subarray(0, CIPHER_NONCE_LENGTH);
  const ciphertext = seal(history, key, nonce, PURPOSE);
  key.fill(0);
  return ciphertext;
}

function sealed(
  coins: readonly (readonly [string, SeenCoin])[],
  anyway: readonly SignedAnyway[],
  { keyring }: Pick<Wallet, 'keyring'>,
): Bytes {
  const writer = createWriter(1024);
  writeMany(writer, coins, (coin) => writeCoin(writer, coin));
  writeMany(writer, paidBy(coins), (paid) => writePaid(writer, paid));
  writeMany(writer, anyway, (each) => writeAnyway(writer, each));
  const history = writer.finish();
  return keyring.kind === 'unlocked' ? sealHistory({ history }, keyring.masterKey) : history;
}

/** Indexes payments by digest, newest first, up to the limit. */
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
  const payments = readList(reader, () => ({
    value: reader.i64(),
    scriptPubKey: reader.varBytes().slice(),
  }));
  return [payees, payments];
}

/** Review id (32), time (8), and the findings as text. */
function writeAnyway(writer: Writer, { review, time, findings }: SignedAnyway): void {
  writer.bytes(hexBytes(review)).i64(BigInt(time));
  writeMany(writer, findings, (id) => {
    writer.varBytes(encodeUtf8(id));
  });
}

function readAnyway(reader: Reader): SignedAnyway {
  const review = encodeHex(reader.bytes(32));
  const time = Number(reader.i64());
  const findings = readList(reader, () => String.fromCharCode(...reader.varBytes()));
  return { review, time, findings };
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
  [key, { value: amount, payees, isSigned }]: readonly [string, SeenCoin],
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
  return [key, { value: (flags & 2) > 0 ? amount : undefined, payees, isSigned: (flags & 1) > 0 }];
}
