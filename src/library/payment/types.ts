import type { PrivateKey } from '../../crypto/private-key.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import type { Satoshis } from '../../encoding/amount.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import type { Network, NetworkName } from '../../encoding/network.ts';
import type { Transaction, Txid } from '../../transaction/transaction.ts';

/** How an account is opened. */
export type AccountOptions = {
  /** By its name, or one of your own. Default: `main`. */
  readonly network?: NetworkName | Network | undefined;
  /** How many positions are looked through for what coins pay to, on each side. Default: 1,000. */
  readonly range?: number | undefined;
  /** Default: the curve in pure JavaScript; `coldsign/kernel` has a faster one. */
  readonly secp256k1?: Secp256k1 | undefined;
};

/** One side of an account: addresses to be paid to, or those that change goes to. */
export type AccountSide = 'receive' | 'change';

/** What an account derives its addresses from. */
export type Account = {
  /** Whose addresses these are. */
  readonly network: Network;
  /** The curve that keys are derived with. */
  readonly secp256k1: Secp256k1;
  /** Of addresses to be paid to. */
  readonly receive: Descriptor;
  /** Of change; the same as `receive` where the descriptor has one side alone. */
  readonly change: Descriptor;
  /** Both, as text with a checksum, without private keys: what others may be told who watch. */
  readonly descriptors: readonly [receive: string, change: string];
  /** Whether there are many addresses: the descriptor has a wildcard. */
  readonly isRange: boolean;
  /**
   * Those in the descriptor's text, of extended ones the root's, by the hex of the public key's
   * hash160. They refuse to be printed.
   */
  readonly privateKeys: ReadonlyMap<string, PrivateKey>;
  /** The address at a position, from 0. */
  address(index: number): string;
  /** The address for change at a position, from 0. */
  changeAddress(index: number): string;
  /**
   * Where a scriptPubKey stands in the account; `undefined`: it is not among the first `range`
   * positions of either side.
   */
  find(scriptPubKey: Bytes): Place | undefined;
  /**
   * The coins in a list of Esplora, Electrum or a node, checked as far as each of them tells.
   * Throws `PaymentError`.
   */
  coins(utxos: UtxoList, options?: CoinsOptions): readonly AccountCoin[];
  /**
   * Of addresses to be paid to and of change the first position behind all that were ever paid:
   * change goes behind it. `listCoins` tells it; who lists unspent coins alone does it with a
   * number that is kept, because of change that was spent since, nobody else knows.
   */
  markUsed(next: readonly number[]): void;
};

/** Where a script stands in an account. */
export type Place = {
  /** Which of the two descriptors. */
  readonly side: AccountSide;
  /** The position in it, from 0. */
  readonly index: number;
};

/** What Esplora and Electrum do not repeat for each coin. One of the three says whose it is. */
export type CoinOwner = {
  /** The address that the coins were asked for. */
  readonly address?: string | undefined;
  /** Or its script, as bytes or in hexadecimal. */
  readonly scriptPubKey?: string | Bytes | undefined;
  /**
   * Or the whole transaction that made the coin, in hexadecimal (`/tx/TXID/hex`,
   * `blockchain.transaction.get`, `getrawtransaction`). It proves the amount; a legacy coin needs
   * it, and devices like to see it.
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

/** What Esplora says of a transaction's block. */
export type EsploraStatus = {
  /** Whether a block has it. */
  readonly confirmed: boolean;
  /** Of that block. */
  readonly block_height?: number | undefined;
};

/** An entry of Esplora's `/address/ADDRESS/utxo`. */
export type EsploraUtxo = CoinOwner & {
  /** 64 hex digits, as Esplora shows it. */
  readonly txid: Txid;
  /** The output's index, from 0. */
  readonly vout: number;
  /** In satoshi. */
  readonly value: number | Satoshis;
  /** Whether a block has it, and which. Absent: none has. */
  readonly status?: EsploraStatus | undefined;
};

/** An entry of Electrum's `blockchain.scripthash.listunspent`. */
export type ElectrumUtxo = CoinOwner & {
  /** 64 hex digits, as Electrum shows it. */
  readonly tx_hash: Txid;
  /** The output's index, from 0. */
  readonly tx_pos: number;
  /** In satoshi. */
  readonly value: number | Satoshis;
  /** Of its block; 0 and -1: no block has it. */
  readonly height: number;
};

/** An entry of a node's `listunspent`, or of `unspents` of its `scantxoutset`. */
export type NodeUtxo = CoinOwner & {
  /** 64 hex digits, as a node shows it. */
  readonly txid: Txid;
  /** The output's index, from 0. */
  readonly vout: number;
  /** A number or a text in BTC, as a node answers; a bigint in satoshi. */
  readonly amount: number | string | Satoshis;
  /** 0: no block has it. */
  readonly confirmations?: number | undefined;
  /** Of its block. */
  readonly height?: number | undefined;
  /** Whether it pays a miner: it can be spent from 100 confirmations on. */
  readonly coinbase?: boolean | undefined;
  /** Whether the node trusts it though no block may have it, because it is change of its own. */
  readonly safe?: boolean | undefined;
};

/** A coin as somebody lists it. */
export type Utxo = EsploraUtxo | ElectrumUtxo | NodeUtxo;

/** A list of coins, or what `scantxoutset` answers. */
export type UtxoList =
  | readonly Utxo[]
  | {
      /** The coins. */
      readonly unspents: readonly NodeUtxo[];
      /** Of the last block. */
      readonly height?: number | undefined;
    };

/** What is told about the whole list. */
export type CoinsOptions = {
  /**
   * Of the last block, which tells how deep a coin lies. Absent: what a block has counts as 6
   * blocks deep.
   */
  readonly height?: number | undefined;
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
  /** Of the transaction that made it. */
  readonly txid: Txid;
  /** The output's index in it, from 0. */
  readonly vout: number;
  /**
   * In satoshi. A claim, unless `previousTransaction` is there: a segwit signature is void for
   * another amount.
   */
  readonly amount: Satoshis;
  /** What locks it. */
  readonly scriptPubKey: Bytes;
  /** `undefined`: the script has none. */
  readonly address: string | undefined;
  /** Which side of the account it pays. */
  readonly side: AccountSide;
  /** The position of its address, from 0. */
  readonly index: number;
  /** 0: no block has it. */
  readonly confirmations: number;
  /**
   * Confirmed, or unconfirmed change that its wallet vouches for. Other coins are spent only if
   * `includeUnsafe` is set.
   */
  readonly safe: boolean;
  /** Whether it pays a miner. */
  readonly coinbase: boolean;
  /** The whole transaction that made it; its id was checked. `undefined`: it was not told. */
  readonly previousTransaction: Transaction | undefined;
  /** The account that it belongs to. */
  readonly account: CoinAccount;
};
