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
import { outPointKey, parseOutPointKey } from '../transaction/transaction.ts';
import type { Wallet } from './wallet.ts';

/** What is remembered of a coin that was reviewed or signed for. */
export type SeenCoin = {
  /** In satoshi, as it was told then; `undefined`: nobody told it. */
  readonly amount: Satoshis | undefined;
  /** A digest of what was paid to others then, 32 bytes in hexadecimal. */
  readonly payees: string;
  /** Signatures were made for it. */
  readonly isSigned: boolean;
};

/** The oldest go first. */
export const MOST_SEEN = 1000;

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
  return reader.done ? coins : new Map();
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
  const history = writer.finish();
  return keyring.kind === 'unlocked' ? sealHistory({ history }, keyring.masterKey) : history;
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
