import { isUsableCost } from '../../crypto/passphrase.ts';
import { PrivateKey } from '../../crypto/private-key.ts';
import * as field from '../../encoding/fields.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { Reader } from '../../encoding/reader.ts';
import type { Writer } from '../../encoding/writer.ts';
import type { Keyring, SealedKey } from '../keys/keyring.ts';

const PLAIN = 0;
const SEALED = 2;

/**
 * Writes private keys: unencrypted if the wallet has no passphrase, else sealed.
 *
 *     form         1   0: plain, 2: sealed
 *     sealed: salt (length, bytes), log2 of n (1), r (1), p (1), master key (length, bytes)
 *     descriptors  count, and for each its id (32) and its keys: count, and for each
 *         hash160 of the public key (20), compressed (1), plain: the key (32) / sealed: nonce,
 *         ciphertext and tag (length, bytes)
 */
export function writeKeyring(writer: Writer, keyring: Keyring): void {
  if (keyring.kind === 'open') {
    writer.u8(PLAIN);
    writeTable(writer, keyring.keys, (key) => {
      field.boolean.write(writer, key.compressed);
      writer.bytes(key.reveal());
    });
    return;
  }
  const { scrypt, masterKey, keys } = keyring.sealed;
  writer.u8(SEALED).varBytes(scrypt.salt).u8(Math.log2(scrypt.n)).u8(scrypt.r).u8(scrypt.p);
  writer.varBytes(masterKey);
  writeTable(writer, keys, ({ compressed, ciphertext }) => {
    field.boolean.write(writer, compressed);
    writer.varBytes(ciphertext);
  });
}

export function readKeyring(reader: Reader): Keyring {
  const form = reader.u8();
  if (form === PLAIN) return { kind: 'open', keys: readTable(reader, readPrivateKey) };
  if (form !== SEALED) reader.fail();
  const salt = reader.varBytes().slice();
  const scrypt = { salt, n: 2 ** reader.u8(), r: reader.u8(), p: reader.u8() };
  if (!isUsableCost(scrypt)) reader.fail();
  const masterKey = reader.varBytes().slice();
  const keys = readTable(reader, readSealedKey);
  return { kind: 'locked', sealed: { scrypt, masterKey, keys } };
}

type Table<T> = ReadonlyMap<string, ReadonlyMap<string, T>>;

export function writeTable<T>(writer: Writer, table: Table<T>, write: (key: T) => void): void {
  field.writeMany(writer, table, ([id, keys]) => {
    writer.bytes(field.hexBytes(id));
    field.writeMany(writer, keys, ([hash, key]) => {
      writer.bytes(field.hexBytes(hash));
      write(key);
    });
  });
}

function readTable<T>(reader: Reader, read: (reader: Reader) => T | undefined): Table<T> {
  return field.readMap(reader, () => {
    const id = encodeHex(reader.bytes(32));
    const keys = new Map<string, T>();
    const all = field.readMap(reader, () => [encodeHex(reader.bytes(20)), read(reader)]);
    for (const [hash, key] of all) if (key !== undefined) keys.set(hash, key);
    return [id, keys];
  });
}

/** Fails the reader and returns `undefined` if the bytes are no private key. */
function readPrivateKey(reader: Reader): PrivateKey | undefined {
  const compressed = field.boolean.read(reader);
  const bytes = reader.bytes(32).slice();
  const key = PrivateKey.from(bytes, compressed);
  bytes.fill(0);
  if (key === undefined) reader.fail();
  return key;
}

function readSealedKey(reader: Reader): SealedKey {
  return { compressed: field.boolean.read(reader), ciphertext: reader.varBytes().slice() };
}
