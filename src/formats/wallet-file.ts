import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Network } from '../encoding/network.ts';
import type { WalletLabel } from './labels.ts';
import type { MultiScript } from './standard-wallet.ts';

/**
 * Whose files are read and written. `descriptors` is plain text, `policy` BIP388, `bsms` BIP129,
 * `ur` an output descriptor in a UR.
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

/** What a wallet is written as: `ur` is `crypto-output`. */
export type ExportFormat = WalletFormat | UrType;

/** What reading and writing go by. */
export type FormatContext = {
  /** Whose keys and addresses are meant. */
  readonly network: Network;
  /** The curve's backend. */
  readonly secp256k1: Secp256k1;
};

/** A descriptor as a file has it: its text may hold keys of SLIP-132 and private ones. */
export type FoundDescriptor = {
  readonly text: string;
  /** As the file has it, with its checksum, where `text` was changed to say both branches. */
  readonly written?: string | undefined;
  /** What the file calls it, where it has several. */
  readonly name?: string | undefined;
  /** Seconds since 1970: nothing paid it before. */
  readonly timestamp?: number | undefined;
  /** The address at its first position, where the file says it. */
  readonly firstAddress?: string | undefined;
};

/** A key as a file has it. */
export type FoundKey = {
  /** With its origin in brackets. */
  readonly text: string;
  /** What it is meant for, for people. */
  readonly purpose: string;
  /** Of the multisig that it is meant for. */
  readonly script?: MultiScript;
};

export const cosignerKey = (text: string, script: MultiScript): FoundKey => ({
  text,
  purpose: `a multisig in ${script}`,
  script,
});

/** What a reader of one format has found; nothing of it is checked yet. */
export type Found = {
  readonly format: WalletFormat;
  /** The program whose format it is. */
  readonly program: string;
  readonly name?: string | undefined;
  readonly descriptors: readonly FoundDescriptor[];
  readonly keys?: readonly FoundKey[];
  readonly labels?: readonly WalletLabel[];
  /** What the file says and is not taken over, a sentence each. */
  readonly lost?: readonly string[];
  /** The name of the network that the file is for, as the file has it. */
  readonly chain?: string | undefined;
  /** Each entry may be used alone: one that cannot be read does not spoil the others. */
  readonly isAccount?: boolean;
};

/** Why a file could not be read, or a wallet not be written. */
export type FormatFailure = {
  /** A sentence for a person; repeats no key of the file. */
  readonly error: string;
  /** What would help is a password or a token. */
  readonly needsPassword?: true;
};

/** What a file is opened with. */
export type ReadOptions = {
  /** Of Electrum's encrypted files; of BSMS the token, in hexadecimal. */
  readonly password?: string | undefined;
};

/** What a reader is given besides the file. */
export type ReadContext = FormatContext & ReadOptions;

export const failure = (error: string): FormatFailure => ({ error });
