import type { PrivateKey } from '../../crypto/private-key.ts';
import type { Curve } from '../../crypto/secp256k1.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import type { Satoshis } from '../../encoding/amount.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import type { Network, NetworkName } from '../../encoding/network.ts';
import type { Transaction, Txid } from '../../transaction/transaction.ts';

/** Options of `openAccount`. */
export type AccountOptions = {
  /** The network, as its name or an object that describes your own. Default: `main`. */
  readonly network?: NetworkName | Network | undefined;
  /** Positions of each side that are searched for the script of a coin. Default: 1,000. */
  readonly range?: number | undefined;
  /** Your app's state, as `fund` and `nextAddress` return it. Default: 0 on both sides. */
  readonly next?: Partial<NextPositions> | undefined;
  /** Default: the curve in pure JavaScript; `coldsign/kernel` has a faster one. */
  readonly secp256k1?: Curve | undefined;
};

/** One side of an account: addresses for payments to you, or addresses for change. */
export type AccountSide = 'receive' | 'change';

/**
 * The first position of each side that was not handed out. Payments to addresses that another
 * program handed out do not count: `withNext(await listCoins(…))` takes them in. A plain value:
 * store it, and pass it to `openAccount` the next time.
 */
export type NextPositions = {
  /** Index of the next address for payments to you, from 0. */
  readonly receive: number;
  /** Index of the next address for change, from 0. */
  readonly change: number;
};

/** An address of an account, and its place. Spread it into a coin: `{ ...utxo, ...address }`. */
export type AccountAddress = AccountPosition & {
  /** The text of the address. */
  readonly address: string;
};

/** The addresses of an output descriptor. An immutable value. */
export type Account = {
  /** The network of the addresses. */
  readonly network: Network;
  /** The curve that keys are derived with. */
  readonly secp256k1: Curve;
  /** The descriptor of the addresses for payments to you. */
  readonly receive: Descriptor;
  /** The descriptor of change; equals `receive` if the descriptor has only one side. */
  readonly change: Descriptor;
  /** Both descriptors, as text with a checksum, without private keys: for watch-only programs. */
  readonly descriptors: readonly [receive: string, change: string];
  /** True if there are many addresses: the descriptor has a wildcard. */
  readonly isRange: boolean;
  /**
   * Private keys in the descriptor's text (of extended keys the root), by the hex of the public
   * key's hash160. They refuse to be printed.
   */
  readonly privateKeys: ReadonlyMap<string, PrivateKey>;
  /** The address at a position, from 0. */
  address(index: number): string;
  /** The address for change at a position, from 0. */
  changeAddress(index: number): string;
  /**
   * Returns the position of a scriptPubKey, or `undefined` if it is not among the first `range`
   * positions of either side.
   */
  find(scriptPubKey: Bytes): AccountPosition | undefined;
  /**
   * Returns the public keys behind an address, with the paths by which a device or a cosigner knows
   * them. For MuSig2, the participants and their aggregate.
   */
  publicKeys(place: AccountPosition): readonly AddressKey[];
  /** The positions that the account was opened with. No call changes them. */
  readonly next: NextPositions;
  /** Returns the same account at other positions; a side that is absent stays as it is. */
  withNext(next: Partial<NextPositions> | readonly number[]): Account;
  /**
   * Returns the next address for payments to you, and the positions to keep once it is handed out.
   */
  nextAddress(): AccountAddress & {
    /** The positions to keep and to pass to `withNext`. */
    readonly next: NextPositions;
  };
  /**
   * Reads the coins in a list of Esplora, Electrum or a node, and checks them as far as each
   * backend allows. Throws `ColdsignError`.
   */
  coins(utxos: UtxoList, options?: CoinsOptions): readonly AccountCoin[];
};

/** A public key behind an address, and its path. */
export type AddressKey = {
  /** 33 bytes; 65 for an uncompressed key. */
  readonly publicKey: Bytes;
  /**
   * Identifies the master key that the path begins at: 4 bytes in hexadecimal. A descriptor that
   * does not name the master key begins at the key that it names.
   */
  readonly masterFingerprint: string;
  /** The path from that key, as `m/84h/0h/0h/0/5`. */
  readonly path: string;
};

/** The place of a script in an account. */
export type AccountPosition = {
  /** The side: one of the two descriptors. */
  readonly side: AccountSide;
  /** The position in it, from 0. */
  readonly index: number;
};

/**
 * Owner of a coin, which Esplora and Electrum do not repeat for each coin. Give one of `address`,
 * `scriptPubKey` and `hex`.
 */
type CoinOwner = {
  /** The address that the coins were asked for. */
  readonly address?: string | undefined;
  /** The script, as bytes or in hexadecimal. */
  readonly scriptPubKey?: string | Bytes | undefined;
  /**
   * The complete transaction that made the coin, in hexadecimal (`/tx/TXID/hex`,
   * `blockchain.transaction.get`, `getrawtransaction`). It proves the amount. A legacy coin needs
   * it, and many devices ask for it.
   */
  readonly hex?: string | undefined;
  /**
   * The position of its address in the account, if you know it. Then one address is derived to
   * check it. Otherwise, or if it is wrong, the account looks through its `range`.
   */
  readonly index?: number | undefined;
  /** The side of `index`. */
  readonly side?: AccountSide | undefined;
};

/** Esplora's status of a transaction. */
type EsploraStatus = {
  /** True if a block has it. */
  readonly confirmed: boolean;
  /** Height of that block. */
  readonly block_height?: number | undefined;
};

/** An entry of Esplora's `/address/ADDRESS/utxo`. */
export type EsploraUtxo = CoinOwner & {
  /** 64 hex digits, as Esplora shows it. */
  readonly txid: Txid;
  /** The output's index, from 0. */
  readonly vout: number;
  /** Value in satoshi. */
  readonly value: number | Satoshis;
  /** Confirmation and block. Absent if the coin is unconfirmed. */
  readonly status?: EsploraStatus | undefined;
};

/** An entry of Electrum's `blockchain.scripthash.listunspent`. */
export type ElectrumUtxo = CoinOwner & {
  /** 64 hex digits, as Electrum shows it. */
  readonly tx_hash: Txid;
  /** The output's index, from 0. */
  readonly tx_pos: number;
  /** Value in satoshi. */
  readonly value: number | Satoshis;
  /** Height of its block; 0 and -1 mean unconfirmed. */
  readonly height: number;
};

/** An entry of a node's `listunspent`, or of `unspents` of its `scantxoutset`. */
export type NodeUtxo = CoinOwner & {
  /** 64 hex digits, as a node shows it. */
  readonly txid: Txid;
  /** The output's index, from 0. */
  readonly vout: number;
  /**
   * Amount in BTC, as a number or a text, as a node answers. A whole number from 294 up is refused
   * without `hex`, because it may be in satoshi: then write `value`. A text with decimals, such as
   * `'500.00000000'`, is in BTC.
   */
  readonly amount: number | string;
  /** Confirmations; `0` if it is unconfirmed. */
  readonly confirmations?: number | undefined;
  /** Height of its block. */
  readonly height?: number | undefined;
  /** True if it pays a miner. It can be spent from 100 confirmations on. */
  readonly coinbase?: boolean | undefined;
  /**
   * True if the node trusts it although it may be unconfirmed, because it is the node's own change.
   */
  readonly safe?: boolean | undefined;
};

/**
 * A coin of any backend, as `fromEsplora`, `fromElectrum` and `fromCore` return it. Its `address`,
 * its `scriptPubKey` or the transaction that made it identifies the owner.
 */
export type Unspent = {
  /** 64 hex digits, as explorers show it. */
  readonly txid: Txid;
  /** The output's index, from 0. */
  readonly vout: number;
  /** Value in satoshi. */
  readonly value: Satoshis;
  /** The address that the coin pays. */
  readonly address?: string | undefined;
  /** The script that the coin pays. */
  readonly scriptPubKey?: Bytes | undefined;
  /** Height of its block. Absent if it is unconfirmed. */
  readonly height?: number | undefined;
  /** Confirmations, including its own block. Absent if they follow from `height`. */
  readonly confirmations?: number | undefined;
  /**
   * The complete transaction that made the coin, as a value, bytes or hexadecimal. It proves the
   * amount. A legacy coin needs it, and many devices ask for it.
   */
  readonly previousTransaction?: Transaction | Bytes | string | undefined;
  /** The position of its address in the account, if you know it. */
  readonly index?: number | undefined;
  /** The side of `index`. */
  readonly side?: AccountSide | undefined;
  /** True if it pays a miner. It can be spent from 100 confirmations on. */
  readonly coinbase?: boolean | undefined;
  /** True if you vouch for it although it is unconfirmed, because it is your own change. */
  readonly safe?: boolean | undefined;
  /** The package of its unconfirmed transaction and the unconfirmed ones that it builds on. */
  readonly ancestors?: Ancestors | undefined;
};

/** A coin as a backend lists it. */
export type Utxo = Unspent | EsploraUtxo | ElectrumUtxo | NodeUtxo;

/** A list of coins, or the result of `scantxoutset`. */
export type UtxoList =
  | readonly Utxo[]
  | {
      /** The coins. */
      readonly unspents: readonly NodeUtxo[];
      /** Height of the last block. */
      readonly height?: number | undefined;
    };

/** Options of `account.coins`. */
export type CoinsOptions = {
  /**
   * Height of the last block, from which confirmations are counted. If absent, a confirmed coin
   * counts as 6 blocks deep.
   */
  readonly height?: number | undefined;
  /**
   * Addresses that were handed out, with their positions: a coin at position 500 then costs one
   * derivation.
   */
  readonly addresses?: readonly AccountAddress[] | undefined;
  /**
   * Sizes and fees of unconfirmed transactions together with those of their unconfirmed ancestors,
   * by txid. `packageFeeRate` of `fund` needs them.
   */
  readonly ancestors?: { readonly [txid: string]: Ancestors } | undefined;
};

/** An unconfirmed transaction with its unconfirmed ancestors, as one package. */
type Ancestors = {
  /** Size in virtual bytes (Core: `ancestorsize` of `getmempoolentry`). */
  readonly vsize: number;
  /** Fee in satoshi (Core: `fees.ancestor`, in BTC). */
  readonly fee: Satoshis;
};

/** Names the account of a coin. A plain value: `openAccount` opens the account again. */
export type CoinAccount = {
  /** The network of its addresses. */
  readonly network: Network;
  /** Both sides, as text with a checksum, without private keys. */
  readonly descriptors: readonly [receive: string, change: string];
};

/**
 * A coin of an account. A plain value: it can be stored and sent to a worker (structured clone).
 * `fund` takes a copy too, and opens its account again from `account.descriptors` unless `change`
 * is that account.
 */
export type AccountCoin = {
  /** Id of the transaction that made it. */
  readonly txid: Txid;
  /** The output's index in it, from 0. */
  readonly vout: number;
  /**
   * Value in satoshi. It is only claimed unless `previousTransaction` is present; a segwit
   * signature is invalid for another amount.
   */
  readonly value: Satoshis;
  /** Script that locks the coin. */
  readonly scriptPubKey: Bytes;
  /** Address of the script; `undefined` if it has none. */
  readonly address: string | undefined;
  /** The side of the account that it pays. */
  readonly side: AccountSide;
  /** The position of its address, from 0. */
  readonly index: number;
  /** Confirmations; `0` if it is unconfirmed. */
  readonly confirmations: number;
  /** Height of its block. Absent if it is unconfirmed, or its height was not given. */
  readonly height?: number | undefined;
  /**
   * Confirmed, or unconfirmed change that its wallet vouches for. Other coins are spent only if
   * `includeUnsafe` is set.
   */
  readonly safe: boolean;
  /** True if it pays a miner. */
  readonly coinbase: boolean;
  /** The complete transaction that made it; its id was checked. `undefined` if it was not given. */
  readonly previousTransaction: Transaction | undefined;
  /**
   * The unconfirmed package that it belongs to. `undefined` if it was not given, or the coin is
   * confirmed.
   */
  readonly ancestors?: Ancestors | undefined;
  /** The account that it belongs to. */
  readonly account: CoinAccount;
};
