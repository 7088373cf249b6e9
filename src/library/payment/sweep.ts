import { adviceOn } from '../../arguments/advice.ts';
import { refuseMore } from '../../arguments/count-arguments.ts';
import { appCurve, appSecp256k1 } from '../../crypto/app-curve.ts';
import { isRange } from '../../descriptor/descriptor.ts';
import { expandScripts } from '../../descriptor/expand.ts';
import { parseDescriptor } from '../../descriptor/parse.ts';
import { type Bytes, isBytes } from '../../encoding/bytes.ts';
import { argumentError, ColdsignError } from '../../encoding/coldsign-error.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { Network, NetworkName } from '../../encoding/network.ts';
import { type KeyRing, type RingContext, ringDescriptors } from '../../keys/key-ring.ts';
import { decodeAddress } from '../../script/address.ts';
import { COINBASE_MATURITY } from '../../transaction/check.ts';
import { outPointKey, type Transaction } from '../../transaction/transaction.ts';
import { transactionId } from '../../transaction/txid.ts';
import { openAccount } from './account.ts';
import { findNetwork } from './account-sides.ts';
import { checkArgument } from './arguments.ts';
import { distinctCoins, GIVE_LIST, readTransaction } from './coins.ts';
import type { FundOptions } from './fund-options.ts';
import { type Funded, fund } from './fund-payment.ts';
import { isRing, readKey } from './keys.ts';
import type { Account, AccountCoin, AccountOptions, Utxo, UtxoList } from './types.ts';

/** The coins that are swept, and their destination. */
export type SweepOptions = Pick<
  FundOptions,
  'feeRate' | 'psbtVersion' | 'includeUnsafe' | 'maxFee' | 'maxFeeRate' | 'random'
> &
  Pick<AccountOptions, 'range' | 'secp256k1'> & {
    /** The text of a private key (WIF, xprv...), or what `readKeys` of `coldsign/seed` returned. */
    readonly keys: KeyRing | string;
    /** The address that gets everything. */
    readonly to: string;
    /**
     * The coins, as Esplora, Electrum or a node lists them. Absent: all outputs of `transactions`
     * that the keys have and that none of `transactions` spends.
     */
    readonly coins?: UtxoList | undefined;
    /** Height of the newest block, from which the confirmations of `coins` follow. */
    readonly height?: number | undefined;
    /**
     * Transactions that made coins, as values, bytes or hexadecimal. They prove the amounts; legacy
     * coins need them.
     */
    readonly transactions?: readonly (Transaction | Bytes | string)[] | undefined;
    /** The network, as its name or an object that describes your own. Default: `main`. */
    readonly network?: NetworkName | Network | undefined;
  };

/** A sweep to review with `accounts`, and to sign with the same keys and this review. */
export type Swept = Funded & {
  /** Coins that are swept. */
  readonly coins: readonly AccountCoin[];
  /** The accounts of the coins, with their private keys, for `review`. */
  readonly accounts: readonly Account[];
};

/**
 * Makes a PSBT that sends all coins of a key to an address: a paper wallet, or another seed. A
 * single key is looked for under all of its scripts (P2PK, P2PKH, P2SH-P2WPKH, P2WPKH, P2TR) in
 * both forms, compressed or not, and words and extended keys under their standard accounts.
 * Nothing is signed. Coins may be of several accounts, which `sign` accepts only with a review:
 * `sign(swept.psbt, { keys, reviewed: review(swept.psbt, { account: swept.accounts }) })`.
 * Runs in one piece, some milliseconds for each coin (docs/guide/threads.md).
 *
 * @param order - `keys`: the text of a key or descriptor, or what `readKeys` returns for words;
 *   `coins` with values in satoshi, or `transactions`; `feeRate` in sat/vB.
 * @throws `ColdsignError`: `FOREIGN_COIN`, `INSUFFICIENT_FUNDS`, `PREVIOUS_TRANSACTION_MISSING`
 *   and those of `fund`.
 */
export function sweep(given: SweepOptions): Swept {
  refuseMore('sweep', arguments, 1, 'Write sweep({ keys, coins, to, feeRate }).');
  const order = checkArgument(
    'order',
    given,
    'SweepOptions',
    'Write sweep({ keys, coins, to, feeRate }).',
  );
  const found = findSweepable(order);
  const { to, feeRate, psbtVersion, includeUnsafe, maxFee, maxFeeRate, random } = order;
  const limits = { feeRate, psbtVersion, includeUnsafe, maxFee, maxFeeRate, random };
  return { ...fund({ ...limits, coins: found.coins, change: to, spendAll: true }), ...found };
}

/** Finds the coins of the keys, at least one, and their accounts. */
export function findSweepable(
  order: Omit<SweepOptions, 'feeRate' | 'to'> & Partial<Pick<SweepOptions, 'to'>>,
): Pick<Swept, 'coins' | 'accounts'> {
  const { coins, transactions = [], height } = order;
  const made = new Map(
    transactions.map((given, i) => {
      const transaction = readTransaction(given, `transaction ${i}`, 'is');
      return [transactionId(transaction), transaction] as const;
    }),
  );
  const accounts = sweepAccounts(order, coins === undefined ? scriptsIn(made, order) : undefined);
  const found =
    coins === undefined ? outputsOf(made, accounts) : listedCoins(coins, made, accounts, height);
  const [first] = found;
  if (first === undefined && coins !== undefined) {
    throw new ColdsignError('INSUFFICIENT_FUNDS', 'The list of coins is empty', {
      hint: 'The server that made it knows no unspent coin. Ask it for the address that was paid.',
    });
  }
  if (first === undefined) {
    throw new ColdsignError('INSUFFICIENT_FUNDS', 'None of the transactions pays these keys', {
      hint: `${hasMasters(order.keys) ? 'Words have other keys with another passphrase or account number. ' : ''}Give the transactions that paid the address.`,
    });
  }
  return { coins: found, accounts };
}

/** Returns the scripts that transactions pay, and that of the destination, in hexadecimal. */
function scriptsIn(
  made: TransactionsById,
  { to = '', network = 'main' }: Partial<Pick<SweepOptions, 'to' | 'network'>>,
): ReadonlySet<string> {
  const own = decodeAddress(to, findNetwork(network));
  const paid = [...made.values()].flatMap(({ outputs }) =>
    outputs.map(({ scriptPubKey }) => encodeHex(scriptPubKey)),
  );
  return new Set(isBytes(own) ? [...paid, encodeHex(own)] : paid);
}

/** Returns true for words and extended keys, which have a passphrase or account numbers. */
const hasMasters = (keys: KeyRing | string): boolean =>
  (isRing(keys) ? keys : readKey(keys, 0, appSecp256k1)).masters.length > 0;

/** Number of descriptors from which those without coins are left out. Old wallets have more. */
const MANY = 100;

/**
 * Splits a descriptor of all scripts of one key into one for each script, which can be funded. Of
 * many keys, opens only those of `paid`: scripts in hexadecimal.
 */
export function sweepAccounts(
  {
    keys,
    network: named = 'main',
    range,
    secp256k1: curve,
  }: Pick<SweepOptions, 'keys' | 'network' | 'range' | 'secp256k1'>,
  paid?: ReadonlySet<string>,
): readonly Account[] {
  const network = findNetwork(named);
  const secp256k1 = appCurve(curve);
  const context = { network, secp256k1 };
  const ring = isRing(keys) ? keys : readKey(keys, 0, secp256k1);
  const all = ringDescriptors(ring, [], context).map(({ text }) => text);
  const used = paid && all.length > MANY ? all.filter((text) => mayHave(text, paid, context)) : all;
  const texts = (used.length > 0 ? used : all.slice(0, 1)).flatMap((text) => {
    const [, key] = /^combo\((.*)\)/.exec(text) ?? [];
    return key === undefined
      ? [text]
      : [`pk(${key})`, `pkh(${key})`, `wpkh(${key})`, `sh(wpkh(${key}))`];
  });
  const accounts = texts.flatMap((text) => {
    // An uncompressed key has no segwit scripts.
    const parsed = parseDescriptor(text, context);
    return 'error' in parsed ? [] : [openAccount(text, { ...context, range })];
  });
  if (accounts.length > 0) return accounts;
  throw new ColdsignError('INVALID_KEY', `These keys are not of the network ${network.name}`, {
    hint: 'Give the network that the keys are of, as { network: "test" }.',
  });
}

/** Returns true if a descriptor has one of the scripts, or more than one position. */
function mayHave(text: string, scripts: ReadonlySet<string>, context: RingContext): boolean {
  const parsed = parseDescriptor(text, context);
  if ('error' in parsed) return false;
  for (const key of parsed.privateKeys.values()) key.wipe();
  const source = { ...context, findPrivateKey: () => undefined };
  return parsed.descriptors.some(
    (each) =>
      isRange(each) ||
      expandScripts(each, [0], source)[0]?.scripts.some((one) => scripts.has(encodeHex(one))) !==
        false,
  );
}

type TransactionsById = ReadonlyMap<string, Transaction>;

/** Returns all outputs that are not spent again. The caller knows that they are confirmed. */
function outputsOf(made: TransactionsById, accounts: readonly Account[]): readonly AccountCoin[] {
  const spent = new Set(
    [...made.values()].flatMap(({ inputs }) => inputs.map(({ prevout }) => outPointKey(prevout))),
  );
  return [...made].flatMap(([txid, previousTransaction]) =>
    previousTransaction.outputs.flatMap(({ value, scriptPubKey }, vout) => {
      const account = accounts.find((each) => each.find(scriptPubKey) !== undefined);
      if (account === undefined || spent.has(`${txid}:${vout}`)) return [];
      // Nodes reject a younger coin, so no money is lost.
      const confirmations = COINBASE_MATURITY + 1;
      const place = { txid, vout, value, scriptPubKey, confirmations };
      return account.coins([{ ...place, previousTransaction }]);
    }),
  );
}

function listedCoins(
  coins: UtxoList,
  made: TransactionsById,
  accounts: readonly Account[],
  height: number | undefined,
): readonly AccountCoin[] {
  const { unspents, height: tip = height } = 'unspents' in coins ? coins : { unspents: coins };
  if (!Array.isArray(unspents)) {
    throw argumentError('coins must be a list', adviceOn('', coins) ?? GIVE_LIST);
  }
  checkArgument('coins', unspents, 'object[]', GIVE_LIST);
  const list: readonly Utxo[] = unspents;
  return distinctCoins(
    list.map((utxo, i) => {
      // Callers without types.
      const { txid, tx_hash: id = txid }: { txid?: unknown; tx_hash?: unknown } = Object(utxo);
      const previousTransaction = typeof id === 'string' ? made.get(id.toLowerCase()) : undefined;
      const proven = { ...utxo, ...(previousTransaction && { previousTransaction }) };
      return coinOf(proven, accounts, { name: `coin ${i}`, height: tip });
    }),
  );
}

/** Reads a coin with the account that owns it. */
function coinOf(
  utxo: Utxo,
  accounts: readonly Account[],
  { name, height }: { readonly name: string; readonly height: number | undefined },
): AccountCoin {
  let last: ColdsignError | undefined;
  for (const account of accounts) {
    try {
      const [coin] = account.coins([utxo], { height });
      if (coin !== undefined) return coin;
    } catch (error) {
      if (!(error instanceof ColdsignError)) throw error;
      last = error;
      if (error.code !== 'FOREIGN_COIN') break;
    }
  }
  const isForeign = last?.code === 'FOREIGN_COIN';
  throw new ColdsignError(
    last?.code ?? 'INVALID_COIN',
    isForeign
      ? `${name} does not belong to these keys`
      : `${last?.message.replace(/^coin 0/, name)}`,
    {
      hint: isForeign
        ? 'It is of another key, passphrase, account number, or further on: give a larger range.'
        : (last?.hint ?? 'Give it as Esplora, Electrum or a node lists it.'),
    },
  );
}
