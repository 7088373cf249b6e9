import { PrivateKey } from '../../crypto/private-key.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { decodeWif } from '../../crypto/wif.ts';
import { derivePrivatePath } from '../../descriptor/derive.ts';
import { expand, expandPrivate } from '../../descriptor/expand.ts';
import {
  decodeExtendedPrivateKey,
  type ExtendedPrivateKey,
  fingerprint,
} from '../../descriptor/extended-key.ts';
import {
  createFlatSigningProvider,
  type FlatSigningProvider,
  mergeFlatSigningProvider,
  toSigningProvider,
} from '../../descriptor/flat-signing-provider.ts';
import { privateKeyLookup } from '../../descriptor/private-keys.ts';
import { type Bytes, equalBytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { networks } from '../../encoding/network.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import { spentOutput } from '../../psbt/session.ts';
import { createKeyProvider } from '../../signing/key-provider.ts';
import { joinProviders, type KeyOrigin, type SigningProvider } from '../../signing/provider.ts';
import { PaymentError, wrongArgument } from './error.ts';
import type { Account } from './types.ts';

/**
 * What private keys come from: an account whose descriptor has them; an extended private key, for
 * all keys that the PSBT says are derived from it (BIP32); a single key; or the text of either
 * (xprv..., WIF).
 */
export type SigningKey = Account | ExtendedPrivateKey | PrivateKey | string;

/**
 * Who has the keys of a PSBT. `wipe` overwrites what was read and derived for it, and nothing of
 * the caller's.
 */
export type OpenKeys = { readonly provider: SigningProvider; wipe(): void };

export function openKeys(
  keys: SigningKey | readonly SigningKey[],
  psbt: Psbt,
  secp256k1: Secp256k1,
): OpenKeys {
  const own: PrivateKey[] = [];
  const temporary: PrivateKey[] = [];
  const flatProvider = createFlatSigningProvider();
  const given: readonly SigningKey[] = Array.isArray(keys) ? keys : [keys];
  for (const [i, key] of given.entries()) {
    const read = typeof key === 'string' ? readKey(key, i) : key;
    const keep = typeof key === 'string' ? temporary : own;
    if (read instanceof PrivateKey) keep.push(read);
    else if (isAccount(read)) temporary.push(...addAccount(read, psbt, flatProvider, secp256k1));
    else if (isExtended(read)) {
      temporary.push(...deriveFor(psbt, read, secp256k1));
      if (typeof key === 'string') temporary.push(read.privateKey);
    } else throw wrongKey(i);
  }
  const derived = createKeyProvider({ keys: [...own, ...temporary] }, secp256k1);
  return {
    provider: joinProviders(derived, toSigningProvider(flatProvider)),
    wipe: () => {
      for (const key of temporary) key.wipe();
    },
  };
}

/** Of callers without types too. */
function isAccount(key: unknown): key is Account {
  const { find, privateKeys }: Partial<Account> = Object(key);
  return typeof find === 'function' && privateKeys instanceof Map;
}

function isExtended(key: unknown): key is ExtendedPrivateKey {
  const { privateKey, chainCode }: Partial<ExtendedPrivateKey> = Object(key);
  return privateKey instanceof PrivateKey && chainCode?.length === 32;
}

function wrongKey(i: number): PaymentError {
  return wrongArgument(
    `Key ${i} is no private key`,
    'Give an account whose descriptor has private keys, an extended private key, a PrivateKey, or the text of one (xprv..., WIF).',
  );
}

/** The text stands in no message. */
function readKey(text: string, i: number): PrivateKey | ExtendedPrivateKey {
  for (const network of Object.values(networks)) {
    const key = decodeWif(text.trim(), network) ?? decodeExtendedPrivateKey(text.trim(), network);
    if (key !== undefined) return key;
  }
  throw new PaymentError(
    'INVALID_KEY',
    `Key ${i} is neither a WIF key nor an extended private key`,
    {
      hint: 'Compare it with where it comes from: a checksum in it finds mistyped letters. Of words, rootKeyOf of coldsign/seed makes a key.',
    },
  );
}

/** Private keys at the positions that the inputs are at; answers those that were derived. */
function addAccount(
  account: Account,
  psbt: Psbt,
  flatProvider: FlatSigningProvider,
  secp256k1: Secp256k1,
): readonly PrivateKey[] {
  const source = { secp256k1, findPrivateKey: privateKeyLookup(account.privateKeys) };
  const found = createFlatSigningProvider();
  for (const input of psbt.inputs) {
    const script = spentOutput(input)?.scriptPubKey;
    const place = script && account.find(script);
    if (place === undefined) continue;
    const expansion = expand(account[place.side], place.index, source);
    if (expansion !== undefined) mergeFlatSigningProvider(found, expansion.flatProvider);
    expandPrivate(account[place.side], place.index, source, found);
  }
  mergeFlatSigningProvider(flatProvider, found);
  const lasting = new Set(account.privateKeys.values());
  return [...found.privateKeys.values()].filter((key) => !lasting.has(key));
}

/** The keys of a PSBT that an extended key derives: their origins say by which path. */
function deriveFor(psbt: Psbt, root: ExtendedPrivateKey, secp256k1: Secp256k1): PrivateKey[] {
  const id = fingerprint(root.privateKey.publicKey(secp256k1));
  const derived = new Map<string, PrivateKey>();
  const add = (publicKey: Bytes, { fingerprint: master, path }: KeyOrigin) => {
    const key = encodeHex(publicKey);
    const below = equalBytes(master, id) ? path : behind(root, path);
    if (below === undefined || derived.has(key)) return;
    const child = derivePrivatePath(root, below, secp256k1)?.privateKey;
    const own = child?.publicKey(secp256k1);
    if (child === undefined || own === undefined) return;
    const isIt = equalBytes(publicKey.length === 32 ? own.subarray(1) : own, publicKey);
    // Without a step it is the caller's own key, which is not to be wiped.
    if (isIt && below.length > 0) derived.set(key, child);
    else if (isIt) derived.set(key, copyOf(child));
  };
  for (const { keyPaths, tapKeyPaths } of psbt.inputs) {
    for (const { publicKey, origin } of keyPaths) add(publicKey, origin);
    for (const { xOnly, origin } of tapKeyPaths) add(xOnly, origin);
  }
  return [...derived.values()];
}

function copyOf(key: PrivateKey): PrivateKey {
  return PrivateKey.from(key.reveal(), key.compressed) ?? key;
}

/**
 * What is left of a path from the master key, for a key in the middle of it; `undefined`: it is not
 * on the path.
 */
function behind(
  { depth, childNumber }: ExtendedPrivateKey,
  path: readonly number[],
): readonly number[] | undefined {
  return depth > 0 && path[depth - 1] === childNumber ? path.slice(depth) : undefined;
}
