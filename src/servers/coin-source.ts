import type { Kinds, MembersOf } from '../arguments/basic-kinds.ts';
import type { BlockHash, BlockHeader } from '../chain/block.ts';
import type { Satoshis } from '../encoding/amount.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { argumentError } from '../encoding/coldsign-error.ts';
import type { NetworkName } from '../encoding/network.ts';
import type { Transaction, Txid } from '../transaction/transaction.ts';

/** A scriptPubKey in all forms that backends use for lookups. */
export type ScriptKey = {
  /** The scriptPubKey, in hexadecimal. */
  readonly scriptPubKey: string;
  /** SHA-256 of the script as 64 hex digits, first byte first (`/scripthash/` of Esplora). */
  readonly sha256: string;
  /** SHA-256 of the script as 64 hex digits, last byte first (script hash of Electrum). */
  readonly scriptHash: string;
  /** The address, if the script has one. */
  readonly address?: string | undefined;
};

/** The newest block, as reported by a backend. */
export type BackendTip = {
  /** Number of blocks from the genesis block. */
  readonly height: number;
  /** 64 hex digits in display order. */
  readonly hash: string;
  /**
   * The 80 bytes of its header in hexadecimal, from which the hash is recomputed. If absent, hash
   * and time are claims.
   */
  readonly header?: string | undefined;
  /** Seconds since 1970. If absent, taken from the header, or unknown. */
  readonly time?: number | undefined;
};

/** A transaction, as reported by a backend. */
export type BackendTransaction = {
  /**
   * The complete transaction with witnesses, in hexadecimal. Its id, amounts and scripts are read
   * from it.
   */
  readonly hex: string;
  /**
   * The id from the backend. A difference from the id of `hex` is an error. Absent if the backend
   * gives none.
   */
  readonly txid?: string | undefined;
  /** Height of its block. Absent if unconfirmed. */
  readonly height?: number | undefined;
  /** Hash of that block, in display order. If absent, taken from the proof, or unknown. */
  readonly blockHash?: string | undefined;
  /** Proof that it is in that block. If absent, the block is a claim. */
  readonly proof?: MerkleProof | undefined;
};

/**
 * The path from a transaction to the header of its block (Electrum's
 * `blockchain.transaction.get_merkle`).
 */
export type MerkleProof = {
  /** The 80 bytes of the block's header in hexadecimal. */
  readonly header: string;
  /** Hashes on the way up, deepest first; each 64 hex digits in display order. */
  readonly merkle: readonly string[];
  /** Position in the block; 0 is the coinbase. */
  readonly pos: number;
};

/** The interface to a server or an app's own backend. If a function rejects, no data change. */
export type CoinBackend = {
  /** The newest block of the best chain. */
  tip(): Promise<BackendTip>;
  /**
   * Returns all transactions that pay one of the scripts or spend from it, confirmed or not, in any
   * order. Duplicates and unrelated transactions are ignored.
   */
  transactions(scripts: readonly ScriptKey[]): Promise<readonly BackendTransaction[]>;
  /**
   * Returns a transaction by its id, in hexadecimal; `undefined` if unknown. If absent, lookups by
   * id are not supported.
   */
  transaction?(txid: string): Promise<string | undefined>;
  /**
   * Returns satoshi per virtual byte by the number of blocks until confirmation. Absent if unknown.
   */
  feeRates?(): Promise<FeeRates>;
  /**
   * Broadcasts a transaction and returns its id; rejects with the reason if it is not accepted.
   * Absent if the backend cannot broadcast.
   */
  broadcast?(hex: string): Promise<string>;
  /**
   * Returns at most `count` headers of the best chain from a height upward, 80 bytes each in
   * hexadecimal. Absent if the backend has no headers.
   */
  headers?(from: number, count: number): Promise<readonly string[]>;
};

/**
 * Fee rates in satoshi per virtual byte, by number of blocks. They are a claim, so fee limits still
 * apply to the transactions made with them.
 */
export type FeeRates = { readonly [blocks: number]: number };

/** The evidence for a transaction's block. */
type BlockEvidence =
  /** The source claims it. */
  | 'claim'
  /**
   * A merkle proof leads to a header with its work. The height of this block, and that it is in the
   * best chain, are claims.
   */
  | 'header'
  /** A header, and a chain of headers with work from it to the tip. */
  | 'chain';

/** The block of a transaction. */
export type SourceBlock = {
  /** Number of blocks from the genesis block. */
  readonly height: number;
  /** Block hash in display order, if given. */
  readonly hash?: BlockHash | undefined;
  /** Time in the header, in seconds since 1970, if given. */
  readonly time?: number | undefined;
  /** Position of the transaction in the block, if given. */
  readonly index?: number | undefined;
  /** The header, whose work was checked. If absent, the block is a claim. */
  readonly header?: BlockHeader | undefined;
  /** The evidence for the block. */
  readonly evidence: BlockEvidence;
};

/** A transaction whose id was recomputed from its bytes. */
export type SourceTransaction = {
  /** 64 hex digits in display order. */
  readonly txid: Txid;
  /** The transaction with its witnesses. */
  readonly transaction: Transaction;
  /** The block; absent if the transaction is unconfirmed. */
  readonly block?: SourceBlock | undefined;
};

/** The newest block. */
export type SourceTip = {
  /** Number of blocks from the genesis block, as claimed. */
  readonly height: number;
  /** Block hash in display order. */
  readonly hash: BlockHash;
  /** The header, whose hash and work were checked. If absent, the hash is a claim. */
  readonly header?: BlockHeader | undefined;
  /** Seconds since 1970, if known. */
  readonly time?: number | undefined;
};

/**
 * A source of coins. It checks each answer as far as its backend allows, and reports which data are
 * only claims.
 */
export type CoinSource = {
  /** The network of the source. */
  readonly network: NetworkName;
  /** The newest block. */
  tip(): Promise<SourceTip>;
  /**
   * Returns all transactions that pay one of these scriptPubKeys or spend from it. Completeness is
   * only a claim.
   */
  transactions(scripts: readonly Bytes[]): Promise<readonly SourceTransaction[]>;
  /** Returns a transaction by its id, which is recomputed; `undefined` if unknown. */
  transaction(txid: Txid): Promise<Transaction | undefined>;
  /** Returns claimed fee rates; empty if unknown. */
  feeRates(): Promise<FeeRates>;
  /**
   * Returns headers of the best chain from a height upward, with checked links and work. Returns
   * fewer if others are unknown.
   */
  headers(from: number, count: number): Promise<readonly BlockHeader[]>;
  /** Broadcasts a transaction and returns its id. Rejects with the reason if it is not accepted. */
  broadcast(transaction: Transaction): Promise<Txid>;
};

/**
 * The scripts to search: for each branch of an account (receiving, change), the scriptPubKeys at a
 * position from 0. They are empty after the branch's end. A descriptor without a range has scripts
 * only at 0.
 */
export type ScriptBranches = readonly ((index: number) => readonly Bytes[])[];

/** An account by its addresses, such as the result of `openAccount`. */
export type AddressBranches = {
  /** False if each branch has one address. */
  readonly isRange: boolean;
  /** Returns the receiving address at a position, from 0. */
  address(index: number): string;
  /** Returns the change address at a position, from 0. */
  changeAddress(index: number): string;
  /** The first position of each branch that was not handed out. Default: 0. */
  readonly next?:
    | {
        /** The first position for payments. */
        readonly receive: number;
        /** The first position for change. */
        readonly change: number;
      }
    | undefined;
};

/** The checks of a source, and of an account. */
export const sourceKinds = {
  CoinSource: { network: 'NetworkName', tip: 'function', transactions: 'function' },
  AddressBranches: {
    address: 'function',
    changeAddress: 'function',
    isRange: 'boolean',
    next: 'any',
  },
  // With 0 no script is asked about.
  AtOnce: {
    is: (value: unknown) => Number.isInteger(value) && Number(value) > 0 && Number(value) <= 1000,
    words: 'a whole number from 1 to 1000',
  },
  Proofs: {
    is: (value: unknown) => value === 'required',
    words: "'required'",
    hint: "Write proofs: 'required', or leave it out to accept claims.",
  },
  // A larger number would make setTimeout run at once.
  Timeout: {
    is: (value: unknown) =>
      Number.isInteger(value) && Number(value) >= 1000 && Number(value) < 2 ** 31,
    words: 'a whole number of milliseconds from 1000 to 2147483647',
    hint: 'Write milliseconds: 30_000 for half a minute.',
  },
  // With 0 no address is asked about, so that an account looks empty.
  GapLimit: {
    is: (value: unknown) => Number.isInteger(value) && Number(value) > 0 && Number(value) <= 10_000,
    words: 'a whole number from 1 to 10000',
  },
} as const satisfies Kinds & { readonly AddressBranches: MembersOf<AddressBranches> };

/** The checks of options that all servers have. */
export const requestMembers = {
  network: 'NetworkName',
  timeout: 'Timeout?',
  setTimeout: 'function?',
  maxLength: 'uint32?',
  signal: 'AbortSignal?',
} as const;

/** Refuses a time that no clock measures. */
export function requireClock(
  name: string,
  { timeout, setTimeout }: { readonly timeout?: unknown; readonly setTimeout?: unknown },
): void {
  if (timeout === undefined || setTimeout !== undefined) return;
  throw argumentError(
    `${name}: options.timeout needs options.setTimeout, without which no time limit applies`,
    'Pass the setTimeout of the platform, too.',
  );
}

/** An unspent output, with the transaction that created it. */
export type SourceCoin = {
  /** 64 hex digits in display order. */
  readonly txid: Txid;
  /** The output's index in its transaction, from 0. */
  readonly vout: number;
  /** Amount in satoshi, read from the transaction. */
  readonly value: Satoshis;
  /** The scriptPubKey, read from the transaction. */
  readonly scriptPubKey: Bytes;
  /** The transaction that created it; its id was recomputed. */
  readonly transaction: Transaction;
  /** The transaction in hexadecimal, with its witnesses. */
  readonly hex: string;
  /** Number of blocks from its own to the tip, counting both; 0 if unconfirmed. */
  readonly confirmations: number;
  /** Index of the branch; in an account, 0 is receiving and 1 is change. */
  readonly branch: number;
  /** Position in the branch. */
  readonly index: number;
  /** The block; absent if unconfirmed. */
  readonly block?: SourceBlock | undefined;
  /** True if a coinbase created it. Such a coin can be spent only after 100 more blocks. */
  readonly coinbase: boolean;
};
