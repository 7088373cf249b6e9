import { sha256 } from '../crypto/hash.ts';
import { type Bytes, concatBytes } from '../encoding/bytes.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import { createWriter } from '../encoding/writer.ts';
import { exportWallet } from './export.ts';
import { type ImportedWallet, importWallet } from './import.ts';
import { listAt, readObject, textAt } from './json-file.ts';
import { formatPolicy } from './policy.ts';
import { type FormatContext, type FormatFailure, failure } from './wallet-file.ts';
import type { WalletExport } from './write-wallet.ts';

/**
 * A wallet policy (BIP388). A device shows it when you register a wallet, and receives it again for
 * each signing.
 */
export type WalletPolicy = {
  /**
   * The name shown by the device: up to 64 ASCII characters; empty for single-key wallets, which
   * are not registered.
   */
  readonly name: string;
  /** The descriptor with `@i` instead of keys, and `/**` for `/<0;1>/*`. */
  readonly template: string;
  /** Extended public keys by index, with their origin: `[fingerprint/48'/0'/0'/2']xpub...`. */
  readonly keys: readonly string[];
};

/** A policy with its id in Ledger's client. */
export type RegisteredPolicy = WalletPolicy & {
  /**
   * The wallet id, 32 bytes in hashing order. The device returns an HMAC of it when you register
   * the wallet.
   */
  readonly id: Bytes;
};

/** Creates the policy of a wallet. Reads it back and compares the addresses. */
export function policyOfWallet(
  wallet: WalletExport,
  context: FormatContext,
): RegisteredPolicy | FormatFailure {
  const { name = '' } = wallet;
  if (!/^([!-~]([ -~]{0,62}[!-~])?)?$/.test(name)) {
    return failure(
      'a device shows up to 64 characters of ASCII as the name of a policy, without spaces at its ends',
    );
  }
  const written = exportWallet(wallet, 'policy', context);
  if ('error' in written) return written;
  const file = readObject(written.text);
  const template = file && textAt(file, 'template');
  if (file === undefined || template === undefined) return failure('the policy cannot be read');
  const keys = listAt(file, 'keys').flatMap((key) => (typeof key === 'string' ? [key] : []));
  return { name, template, keys, id: policyId({ name, template, keys }) };
}

/** Returns the wallet of a policy. */
export function walletOfPolicy(
  { name, template, keys }: WalletPolicy,
  context: FormatContext,
): ImportedWallet | FormatFailure {
  return importWallet(formatPolicy(name, template, keys), context);
}

/** Version of the serialization that Ledger's app hashes, which BIP388 does not specify. */
const VERSION = 2;

function policyId({ name, template, keys }: WalletPolicy): Bytes {
  const text = encodeUtf8(template);
  const leaves = keys.map((key) => sha256(concatBytes(Uint8Array.of(0), encodeUtf8(key))));
  const serialized = createWriter()
    .u8(VERSION)
    .varBytes(encodeUtf8(name))
    .compactSize(text.length)
    .bytes(sha256(text))
    .compactSize(keys.length)
    .bytes(merkleRoot(leaves));
  return sha256(serialized.finish());
}

/**
 * Computes a Merkle root (RFC 6962). The left side has the largest power of two below the number of
 * leaves.
 */
function merkleRoot(leaves: readonly Bytes[]): Bytes {
  const [only = new Uint8Array(32)] = leaves;
  if (leaves.length <= 1) return only;
  let left = 1;
  while (2 * left < leaves.length) left *= 2;
  const halves = [leaves.slice(0, left), leaves.slice(left)].map(merkleRoot);
  return sha256(concatBytes(Uint8Array.of(1), ...halves));
}
