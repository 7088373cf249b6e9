import { derivePrivatePath } from '../descriptor/derive.ts';
import { encodeExtendedPublicKey, neuter } from '../descriptor/extended-key.ts';
import { formatKeyPath, parseHdKeyPath, stepsBehind } from '../descriptor/key-path.ts';
import { encodeBase64 } from '../encoding/base64.ts';
import { encodeHex } from '../encoding/hex.ts';
import { type KeyRing, keyNamesIn, requireRingNetwork, useKeyAt } from '../keys/key-ring.ts';
import { withPlainKeys } from '../keys/slip132.ts';
import { signCompact } from '../message/compact-signature.ts';
import {
  formatBsms,
  formatKeyRecord,
  isSealedBsms,
  type KeyRecord,
  NO_TOKEN,
  openBsms,
  readKeyRecord,
  readToken,
  restrictionsIn,
  sealBsms,
} from './bsms.ts';
import { checkDescriptor, firstAddresses } from './check.ts';
import { type ImportedWallet, importWallet } from './import.ts';
import { type MultiScript, wrapScript } from './standard-wallet.ts';
import { type FormatContext, type FormatFailure, failure } from './wallet-file.ts';

/** A record as the text of a file. */
export type BsmsFile = {
  /** The record, or its ciphertext in hexadecimal if the session has a token. */
  readonly text: string;
  /** File extension of BIP129: `bsms`, or `dat` for encrypted data. */
  readonly extension: 'bsms' | 'dat';
};

/** The key that a signer offers for a shared wallet. */
export type BsmsKeyRequest = {
  /** The keys of one signer: one seed or extended private key. */
  readonly keys: KeyRing;
  /** The path from the master key, such as `m/48h/0h/0h/2h`. */
  readonly path: string;
  /** A text for the coordinator, 80 characters at most. Default: none. */
  readonly description?: string | undefined;
  /**
   * The token of the session, in hexadecimal or decimal. If absent, the record is not encrypted.
   */
  readonly token?: string | undefined;
};

/** A key record. */
export type CreatedBsmsKey = BsmsFile & {
  /** The key with its origin, as the coordinator gets it. */
  readonly key: string;
};

/** Data from which a coordinator creates a wallet. */
export type BsmsWalletRequest = {
  /** A key record for each signer. The order counts if `sorted` is false. */
  readonly records: readonly string[];
  /**
   * One token for all records, or one for each in the same order. If absent, records are not
   * encrypted.
   */
  readonly tokens?: readonly string[] | undefined;
  /** Number of signatures required. */
  readonly required: number;
  /** Number of signers; exactly this many records are needed. */
  readonly total: number;
  /** The script of the multisig. Default: `wsh`. */
  readonly script?: MultiScript | undefined;
  /** Sorts the keys at each position (`sortedmulti`). Default: true. */
  readonly sorted?: boolean | undefined;
};

/** The wallet of a descriptor record, which all parties compare before they use it. */
export type BsmsWallet = {
  /** The record without encryption. Store it, and register the wallet with it. */
  readonly record: string;
  /** The wallet in the record. */
  readonly wallet: ImportedWallet;
  /** The first address, which all parties compare. */
  readonly firstAddress: string;
  /** The paths of its addresses, such as `/0/*,/1/*`. */
  readonly restrictions: string;
  /** Number of signatures required; `undefined` if the script is not a plain multisig. */
  readonly required: number | undefined;
  /** Number of keys. */
  readonly total: number;
  /** The positions of the signer's own keys among them, from 1. Empty for a coordinator. */
  readonly positions: readonly number[];
};

/** The party that opens a descriptor record. */
export type BsmsSigner = {
  /** The keys of the signer, one of which must be in the record. */
  readonly keys: KeyRing;
  /**
   * The token of the session, in hexadecimal or decimal. If absent, the record is not encrypted.
   */
  readonly token?: string | undefined;
};

/** A wallet, and its record for each token. */
export type CreatedBsmsWallet = BsmsWallet & {
  /** One for all signers, or one for each token in the same order. */
  readonly files: readonly BsmsFile[];
};

const LONGEST_DESCRIPTION = 80;

/** Exports the key at a path, signed with its private key (BIP129, round 1, signer). */
export function createBsmsKey(
  { keys, path, description = '', token }: BsmsKeyRequest,
  context: FormatContext,
): CreatedBsmsKey | FormatFailure {
  requireRingNetwork('createBsmsKey', keys, context.network);
  const session = sessionToken(token);
  if ('error' in session) return session;
  if (description.length > LONGEST_DESCRIPTION || /[\r\n]/.test(description)) {
    return failure('the description of a BSMS key is one line of at most 80 characters');
  }
  const [master, other] = keys.masters;
  const steps = parseHdKeyPath(path.replace(/H/g, 'h'));
  if (master === undefined || other !== undefined) {
    return failure('a BSMS key record is of one signer: give one seed or extended private key');
  }
  const below = steps && master.origin && stepsBehind(master.origin.path, steps);
  const derived = below && derivePrivatePath(master.key, below, context.secp256k1);
  if (derived === undefined) {
    return failure('this key does not have the path: give a path such as m/48h/0h/0h/2h');
  }
  const id = encodeHex(master.origin?.fingerprint ?? new Uint8Array(0));
  const origin = `[${id}${formatKeyPath(steps ?? []).replace(/h/g, "'")}]`;
  const xpub = encodeExtendedPublicKey(neuter(derived, context.secp256k1), context.network);
  const key = `${origin}${xpub}`;
  const text = formatKeyRecord(session.token, key, description);
  // "The signature should follow BIP-0322, legacy format accepted", which all signers read.
  const signature = encodeBase64(signCompact(text, derived.privateKey, context.secp256k1));
  if (derived !== master.key) derived.privateKey.wipe();
  return { ...fileOf(`${text}\n${signature}`, session.token), key };
}

const fileOf = (text: string, token: string): BsmsFile =>
  token === NO_TOKEN
    ? { text, extension: 'bsms' }
    : { text: sealBsms(text, token), extension: 'dat' };

function sessionToken(given: string | undefined): { readonly token: string } | FormatFailure {
  const token = given === undefined ? NO_TOKEN : readToken(given);
  return token === undefined
    ? failure('a BSMS token is 16 or 32 hexadecimal digits, or the same number in decimal')
    : { token };
}

/** Checks all key records and makes their wallet (BIP129, round 2, coordinator). */
export function createBsmsWallet(
  request: BsmsWalletRequest,
  context: FormatContext,
): CreatedBsmsWallet | FormatFailure {
  const { records, tokens = [], required, total, script = 'wsh', sorted = true } = request;
  if (records.length !== total) {
    return failure(
      `this wallet has ${total} signers and needs ${total} key records, but got ${records.length}`,
    );
  }
  if (!(required >= 1 && required <= total)) {
    return failure(`${required} of ${total} keys cannot spend: choose a number from 1 to ${total}`);
  }
  if (tokens.length > 1 && tokens.length !== total) {
    return failure('give one token for all signers, or one for each in the order of the records');
  }
  const keys: string[] = [];
  for (const [i, text] of records.entries()) {
    const read = openKeyRecord(text, tokens[i] ?? tokens[0], context);
    if ('error' in read) return failure(`key record ${i + 1}: ${read.error}`);
    const key = withPlainKeys(read.key);
    const same = keys.indexOf(key);
    if (same >= 0) {
      return failure(
        `key records ${same + 1} and ${i + 1} are of the same key: each signer needs its own`,
      );
    }
    keys.push(key);
  }
  const wallet = makeWallet(keys, { required, script, sorted }, context);
  if ('error' in wallet) return wallet;
  const sessions = tokens.length === 0 ? [undefined] : tokens;
  const files = sessions.map((token) => {
    const session = sessionToken(token);
    return fileOf(wallet.record, 'error' in session ? NO_TOKEN : session.token);
  });
  return { ...wallet, files };
}

function openKeyRecord(
  text: string,
  given: string | undefined,
  { secp256k1 }: FormatContext,
): KeyRecord | FormatFailure {
  const session = sessionToken(given);
  if ('error' in session) return session;
  const { token } = session;
  if (isSealedBsms(text) !== (token !== NO_TOKEN)) {
    return failure(
      token === NO_TOKEN
        ? 'it is encrypted: give the token of the session'
        : 'it is not encrypted, and the session has a token: ask its signer for it again',
    );
  }
  const opened = token === NO_TOKEN ? text : openBsms(text, token);
  if (typeof opened !== 'string') return opened;
  const record = readKeyRecord(opened, secp256k1);
  if ('error' in record) return record;
  if (record.token.toLowerCase() !== token)
    return failure('it is of another session: its token differs');
  return record.isSigned
    ? record
    : failure('it is not signed, so its key may have been changed on the way');
}

type Policy = {
  readonly required: number;
  readonly script: MultiScript;
  readonly sorted: boolean;
};

function makeWallet(
  keys: readonly string[],
  { required, script, sorted }: Policy,
  context: FormatContext,
): BsmsWallet | FormatFailure {
  const name = sorted ? 'sortedmulti' : 'multi';
  const list = keys.map((key) => (/pub/.test(key) ? `${key}/**` : key)).join(',');
  const template = wrapScript(script, `${name}(${required},${list})`);
  const checked = checkDescriptor({ text: template.replace(/\/\*\*/g, '/0/*') }, context);
  if ('error' in checked) return checked;
  const [problem] = checked.doubts;
  if (problem !== undefined) return failure(problem);
  const [first = ''] = firstAddresses(checked, context);
  return describeRecord(formatBsms(template, first), undefined, context);
}

/**
 * Opens a descriptor record (BIP129, round 2, signer). Checks that one of `keys` is in it, and that
 * its first address belongs to its keys. A person must compare the result with the other signers.
 */
export function openBsmsWallet(
  text: string,
  { keys, token }: BsmsSigner,
  context: FormatContext,
): BsmsWallet | FormatFailure {
  requireRingNetwork('openBsmsWallet', keys, context.network);
  const session = sessionToken(token);
  if ('error' in session) return session;
  const isSealed = isSealedBsms(text);
  const opened = isSealed ? openBsms(text, readToken(token ?? '')) : text.trim();
  if (typeof opened !== 'string') return opened;
  if (!isSealed && session.token !== NO_TOKEN) {
    return failure(
      'this BSMS record is not encrypted, and the session has a token: ask for it again',
    );
  }
  return describeRecord(opened, keys, context);
}

/** A descriptor that is only a multisig. */
const MULTI = /^(?:sh\(|wsh\(|sh\(wsh\()(?:sorted)?multi\((\d+),/;

/** Describes the wallet of a record, which must contain one of `keys`. */
function describeRecord(
  record: string,
  keys: KeyRing | undefined,
  context: FormatContext,
): BsmsWallet | FormatFailure {
  const wallet = importWallet(record, context);
  if ('error' in wallet) return wallet;
  const [, template = '', , firstAddress = ''] = record.split(/\r?\n/).map((line) => line.trim());
  if (wallet.format !== 'bsms' || wallet.descriptors.length === 0) {
    return failure('this is not a BSMS descriptor record: the coordinator makes one in round 2');
  }
  const names = keyNamesIn(withPlainKeys(template));
  const positions = names.flatMap((name, i) => {
    // The record must have the key as it was given, with its origin.
    const isOwn =
      keys && useKeyAt(keys.masters, name, context, ({ otherPath }) => otherPath === undefined);
    return isOwn ? [i + 1] : [];
  });
  if (keys !== undefined && positions.length === 0) {
    return failure(
      'none of its keys is yours: it is the record of another wallet, or your key was replaced. Do not use it',
    );
  }
  const required = MULTI.exec(template)?.[1];
  return {
    record,
    wallet,
    firstAddress,
    restrictions: restrictionsIn(record),
    required: required === undefined ? undefined : Number(required),
    total: names.length,
    positions,
  };
}
