import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Network } from '../encoding/network.ts';
import { visible } from '../encoding/unseen.ts';
import type { WalletLabel } from './labels.ts';
import type { MultiScript } from './standard-wallet.ts';
import type { Stretch } from './stretch.ts';

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

/** File formats in the order of the help. */
export const walletFormats: readonly WalletFormat[] = [
  'descriptors',
  'core',
  'sparrow',
  'specter',
  'coldcard',
  'electrum',
  'caravan',
  'bsms',
  'policy',
  'ur',
  'slip132',
];

/** UR types of wallets: `crypto-…` from 2020, which most devices support, and their successors. */
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

/** A descriptor from a file. Its text may contain SLIP-132 keys and private keys. */
export type DescriptorPart = {
  readonly text: string;
  /**
   * The descriptor with its checksum as in the file, if `text` was changed to include both
   * branches.
   */
  readonly written?: string | undefined;
  /** Name in the file, if there are several. */
  readonly name?: string | undefined;
  /** Time before which it received no payment, in seconds since 1970. */
  readonly timestamp?: number | undefined;
  /** The first address, if the file contains it. */
  readonly firstAddress?: string | undefined;
  /** True if the file uses it for the change of another descriptor. */
  readonly isChange?: boolean | undefined;
};

/** A key from a file. */
export type KeyPart = {
  /** The key with its origin in brackets. */
  readonly text: string;
  /** The purpose, for people. */
  readonly purpose: string;
  /** Script of the multisig that it is for. */
  readonly script?: MultiScript;
};

export const cosignerKey = (text: string, script: MultiScript): KeyPart => ({
  text,
  purpose: `a multisig in ${script}`,
  script,
});

/** The name of a key in a file: its device or its holder. */
export type KeyLabel = {
  /** Fingerprint of the master key, 8 lower-case hexadecimal digits. */
  readonly fingerprint: string;
  /** Name of its device or holder, at most 40 characters. */
  readonly name: string;
};

/** Returns the names that are there, without control characters and of at most 40 characters. */
export const keyLabels = (
  keys: readonly { readonly fingerprint: string; readonly name?: string | undefined }[],
): readonly KeyLabel[] =>
  keys.flatMap(({ fingerprint, name = '' }) => {
    const shown = visible(name.trim()).slice(0, 40);
    return shown === '' || fingerprint === '00000000' ? [] : [{ fingerprint, name: shown }];
  });

/** The sentence in `lost` about `keyNames`. A caller that shows the names leaves it out. */
export const LOST_KEY_NAMES = 'the names of its keys';

/** Data found by a reader of one format; nothing is checked yet. */
export type WalletParts = {
  readonly format: WalletFormat;
  /** The program of this format. */
  readonly program: string;
  readonly name?: string | undefined;
  readonly descriptors: readonly DescriptorPart[];
  readonly keys?: readonly KeyPart[];
  readonly keyNames?: readonly KeyLabel[];
  readonly labels?: readonly WalletLabel[];
  /** Limit of descriptors. Default: that of a text. A database has more. */
  readonly mostDescriptors?: number;
  /** Data in the file that is not imported, one sentence each. */
  readonly lost?: readonly string[];
  /** The file's name of its network. */
  readonly chain?: string | undefined;
  /** True if each entry can be used separately, so that an unreadable one is skipped. */
  readonly isAccount?: boolean;
  /** Texts of private keys and private descriptors, as `readKeys` reads them. */
  readonly secrets?: readonly string[];
  /** Reasons to question the wallet, one sentence each. */
  readonly doubts?: readonly string[];
  /** Facts about the file, one sentence each. */
  readonly notes?: readonly string[];
};

/** The reason why a file could not be read, or a wallet could not be written. */
export type FormatFailure = {
  /** A sentence for people, without keys of the file. */
  readonly error: string;
  /** Set if a password or a token may help. */
  readonly needsPassword?: true | undefined;
  /** Set if the keys are valid, but belong to test networks (`test`) or to Bitcoin (`main`). */
  readonly otherNetwork?: 'main' | 'test' | undefined;
};

/** Secrets for opening a file. */
export type ReadOptions = {
  /** Password of Electrum's encrypted files; for BSMS the token, in hexadecimal. */
  readonly password?: string | undefined;
  /** True if the result includes private keys. Default: false. */
  readonly secrets?: boolean | undefined;
};

/** Settings for reading with other work in between. */
export type StretchContext = FormatContext & {
  /** Derives keys from passwords. Default: in one piece. */
  readonly stretch?: Stretch | undefined;
};

/** Everything a reader gets in addition to the file. */
export type ReadContext = StretchContext & ReadOptions;

export const failure = (error: string): FormatFailure => ({ error });

/** Reads all items, and returns the results or the first failure. */
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
