import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Network } from '../encoding/network.ts';
import type { WalletLabel } from './labels.ts';
import type { MultiScript } from './standard-wallet.ts';

/**
 * Formats of files that can be read and written. `descriptors` is plain text, `policy` BIP388,
 * `bsms` BIP129, `ur` an output descriptor in a UR.
 */
export type WalletFormat =
  | 'descriptors'
  | 'core'
  | 'sparrow'
  | 'specter'
  | 'coldcard'
  | 'electrum'
  | 'caravan'
  | 'bsms'
  | 'policy'
  | 'ur'
  | 'slip132';

/** UR types of wallets: `crypto-…` of 2020, which most devices know, and their successors. */
export type UrType =
  | 'crypto-output'
  | 'output-descriptor'
  | 'crypto-account'
  | 'account-descriptor'
  | 'crypto-hdkey'
  | 'hdkey';

/** Formats for export; `ur` is `crypto-output`. */
export type ExportFormat = WalletFormat | UrType;

/** Settings for reading and writing. */
export type FormatContext = {
  /** The network of keys and addresses. */
  readonly network: Network;
  /** The curve's backend. */
  readonly secp256k1: Secp256k1;
};

/** A descriptor as a file has it: its text may hold keys of SLIP-132 and private ones. */
export type FoundDescriptor = {
  readonly text: string;
  /**
   * The descriptor with its checksum as in the file, if `text` was changed to include both
   * branches.
   */
  readonly written?: string | undefined;
  /** Name in the file, if there are several. */
  readonly name?: string | undefined;
  /** Seconds since 1970: nothing paid it before. */
  readonly timestamp?: number | undefined;
  /** The address at its first position, where the file says it. */
  readonly firstAddress?: string | undefined;
  /** Set if the file uses it for change, which another descriptor receives. */
  readonly isChange?: boolean | undefined;
};

/** A key as a file has it. */
export type FoundKey = {
  /** The key with its origin in brackets. */
  readonly text: string;
  /** The purpose, for people. */
  readonly purpose: string;
  /** Script of the multisig that it is for. */
  readonly script?: MultiScript;
};

export const cosignerKey = (text: string, script: MultiScript): FoundKey => ({
  text,
  purpose: `a multisig in ${script}`,
  script,
});

/** Data found by a reader of one format; nothing is checked yet. */
export type Found = {
  readonly format: WalletFormat;
  /** The program whose format it is. */
  readonly program: string;
  readonly name?: string | undefined;
  readonly descriptors: readonly FoundDescriptor[];
  readonly keys?: readonly FoundKey[];
  readonly labels?: readonly WalletLabel[];
  /** Data in the file that is not imported, one sentence each. */
  readonly lost?: readonly string[];
  /** The name of the network that the file is for, as the file has it. */
  readonly chain?: string | undefined;
  /** Allows each entry to be used separately: an unreadable one does not spoil the others. */
  readonly isAccount?: boolean;
};

/** Why a file could not be read, or a wallet not be written. */
export type FormatFailure = {
  /** A sentence for a person; repeats no key of the file. */
  readonly error: string;
  /** Set if a password or a token may help. */
  readonly needsPassword?: true | undefined;
};

/** Secrets for opening a file. */
export type ReadOptions = {
  /** Password of Electrum's encrypted files; for BSMS the token, in hexadecimal. */
  readonly password?: string | undefined;
};

/** Everything a reader gets in addition to the file. */
export type ReadContext = FormatContext & ReadOptions;

export const failure = (error: string): FormatFailure => ({ error });

/** Returns what all were read as, or the first failure. */
export function readEach<T, U extends object>(
  all: readonly T[],
  read: (each: T) => U | FormatFailure,
): readonly U[] | FormatFailure {
  const found: U[] = [];
  for (const each of all) {
    const one = read(each);
    if ('error' in one) return one;
    found.push(one);
  }
  return found;
}
