import { adviceOn } from '../../arguments/advice.ts';
import { findMismatch } from '../../arguments/check-arguments.ts';
import { formatAmount, MAX_MONEY, type Satoshis } from '../../encoding/amount.ts';
import { type Bytes, equalBytes, isBytes } from '../../encoding/bytes.ts';
import { argumentError, ColdsignError } from '../../encoding/coldsign-error.ts';
import { decodeHex } from '../../encoding/hex.ts';
import { decodeAddress, foreignAddressHint, formatAddress } from '../../script/address.ts';
import { explainAddress } from '../../script/explain-address.ts';
import { LOCKTIME_THRESHOLD } from '../../script/limits.ts';
import { isCoinbase } from '../../transaction/check.ts';
import { decodeTransaction } from '../../transaction/codec.ts';
import { isCutTransaction } from '../../transaction/cut-transaction.ts';
import { outPointKey, type Transaction, type Txid } from '../../transaction/transaction.ts';
import { transactionId } from '../../transaction/txid.ts';
import { coreKinds } from '../kinds.ts';
import { checkArgument, checkNames } from './arguments.ts';
import { checkUtxo } from './check-utxo.ts';
import { coinAccountOf } from './coin-account.ts';
import { noAddress } from './no-address.ts';
import { readNodeAmount } from './node-amount.ts';
import type {
  Account,
  AccountCoin,
  AccountPosition,
  AccountSide,
  CoinsOptions,
  UtxoList,
} from './types.ts';

/** Confirmations of a confirmed coin if the height of the last block is not given. */
const DEEP_ENOUGH = 6;

/**
 * Reads a list of coins, each once. Throws for a coin that is malformed, is not the account's or
 * contradicts itself.
 */
export function readUtxos(
  account: Account,
  utxos: UtxoList,
  options: CoinsOptions,
  locate: Locate,
): readonly AccountCoin[] {
  // Callers without types.
  const answer: { unspents?: UtxoList; height?: number } = Object(utxos);
  const list = Array.isArray(utxos) ? utxos : answer.unspents;
  const { addresses, ancestors, ...given } = checkArgument('options', options, 'CoinsOptions');
  const height = given.height ?? answer.height;
  if (!Array.isArray(list)) {
    throw argumentError('The coins must be a list', adviceOn('', utxos) ?? GIVE_LIST);
  }
  if (height !== undefined && !(Number.isSafeInteger(height) && height >= 0)) {
    throw argumentError('height must be a whole number', 'Give the height of the newest block.');
  }
  const known = new Map((addresses ?? []).map(({ address, ...place }) => [address, place]));
  const coins = distinctCoins(
    Array.from(list, (utxo: Loose, i) => {
      checkUtxo(utxo, `coin ${i}`);
      const place = known.get(typeof utxo?.address === 'string' ? utxo.address : '');
      const coin = readUtxo(account, { ...place, ...utxo }, `coin ${i}`, { tip: height, locate });
      return withAncestors(coin, utxo.ancestors ?? ancestors?.[coin.txid], `coin ${i}`);
    }),
  );
  const total = coins.reduce((sum, { value }) => sum + value, 0n);
  if (total <= MAX_MONEY) return coins;
  throw new ColdsignError(
    'INVALID_AMOUNT',
    `The coins hold ${formatAmount(total)} BTC together, and 21 million BTC exist`,
    { hint: 'Amounts are in another unit: value is in satoshi, amount in BTC.' },
  );
}

/** Advice about what is not a list of coins. */
export const GIVE_LIST = 'Give what Esplora, Electrum or a node lists.';

/** Adds the ancestors of an unconfirmed coin; a confirmed coin needs none. */
function withAncestors(coin: AccountCoin, given: unknown, name: string): AccountCoin {
  if (given === undefined || coin.confirmations > 0) return coin;
  const { vsize, fee }: { readonly vsize?: unknown; readonly fee?: unknown } = Object(given);
  if (typeof vsize === 'number' && vsize > 0 && typeof fee === 'bigint' && fee >= 0n) {
    return { ...coin, ancestors: { vsize, fee } };
  }
  throw invalidCoin(
    name,
    'has ancestors without a vsize and a fee',
    'Give { vsize, fee } of the unconfirmed transactions together: virtual bytes, and satoshi as a bigint.',
  );
}

/** Removes repeated coins. Throws for two entries that contradict each other. */
export function distinctCoins<C extends Omit<AccountCoin, 'account'>>(
  coins: readonly C[],
): readonly C[] {
  const known = new Map<string, C>();
  for (const coin of coins) {
    const key = outPointKey(coin);
    const other = known.get(key) ?? coin;
    if (other.value !== coin.value || !equalBytes(other.scriptPubKey, coin.scriptPubKey)) {
      throw new ColdsignError('INVALID_COIN', `${key} is listed with two amounts or two scripts`, {
        hint: 'Only one can be right. Ask the servers again, and check that they are of one network.',
      });
    }
    const previousTransaction = coin.previousTransaction ?? other.previousTransaction;
    known.set(key, { ...coin, previousTransaction, coinbase: coin.coinbase || other.coinbase });
  }
  return [...known.values()];
}

/** Finds a script, first at the guessed position: on one side, or on either. */
export type Locate = (
  scriptPubKey: Bytes,
  guess: { readonly side?: AccountSide | undefined; readonly index?: number | undefined },
) => AccountPosition | undefined;

/** An entry as callers without types may pass it. */
type Loose = { readonly [name: string]: unknown };

function readUtxo(
  account: Account,
  utxo: Loose,
  name: string,
  { tip, locate }: { readonly tip: number | undefined; readonly locate: Locate },
): AccountCoin {
  const { txid, vout, value, scriptPubKey, previousTransaction } = readOutput(account, utxo, name);
  const place = locate(scriptPubKey, guessOf(utxo));
  const address = formatAddress(scriptPubKey, account.network);
  if (place === undefined) {
    throw new ColdsignError(
      'FOREIGN_COIN',
      `${name} pays ${address ?? 'a script'} which is not the account's`,
      {
        hint: "It is another account's, or lies further on: open the account with a larger range.",
      },
    );
  }
  const made = readHeight(utxo, name);
  const confirmations = readConfirmations(utxo, made, name, tip);
  // Confirmations that were only assumed give no height.
  const listed = readCount(utxo, 'confirmations', name) ?? 0;
  const counted = tip !== undefined && listed > 0 ? tip - listed + 1 : undefined;
  const height = made !== undefined && made > 0 ? made : counted;
  return {
    txid,
    vout,
    value,
    scriptPubKey,
    address,
    ...place,
    confirmations,
    ...(confirmations > 0 && height !== undefined && { height }),
    safe: readFlag(utxo, 'safe', name) || confirmations > 0,
    coinbase:
      readFlag(utxo, 'coinbase', name) ||
      (previousTransaction !== undefined && isCoinbase(previousTransaction)),
    previousTransaction,
    account: coinAccountOf(account),
  };
}

type ListedOutput = Pick<
  AccountCoin,
  'txid' | 'vout' | 'value' | 'scriptPubKey' | 'previousTransaction'
>;

/** Reads the output of a list's entry, and compares it with its transaction, if that is given. */
function readOutput(account: Account, utxo: Loose, name: string): ListedOutput {
  const txid = utxo?.txid ?? utxo?.tx_hash;
  const vout = utxo?.vout ?? utxo?.tx_pos;
  if (typeof txid !== 'string' || !/^[0-9a-f]{64}$/i.test(txid)) {
    throw invalidCoin(
      name,
      'has no txid of 64 hex digits',
      'prevout_hash' in utxo
        ? 'The Electrum wallet lists it so. Write txid: prevout_hash, vout: prevout_n, and its value in satoshi.'
        : undefined,
    );
  }
  if (typeof vout !== 'number' || !Number.isInteger(vout) || vout < 0 || vout > 0xffffffff) {
    throw invalidCoin(name, 'has no vout');
  }
  const previousTransaction = readPrevious(utxo, txid.toLowerCase(), name);
  const output = previousTransaction?.outputs[vout];
  if (previousTransaction !== undefined && output === undefined) {
    throw invalidCoin(name, `is output ${vout} of a transaction that has fewer`);
  }
  const scriptPubKey = readScript(account, utxo, name) ?? output?.scriptPubKey;
  if (scriptPubKey === undefined) {
    throw invalidCoin(
      name,
      'does not say whose it is',
      'Add the address that the list was asked for, as { ...utxo, address }, or the transaction that made the coin, as { ...utxo, hex }.',
    );
  }
  if (output !== undefined && !equalBytes(output.scriptPubKey, scriptPubKey)) {
    throw invalidCoin(name, 'pays another address than the one that is named');
  }
  const value = readAmount(utxo, name, output !== undefined);
  if (output !== undefined && output.value !== value) {
    throw new ColdsignError(
      'INVALID_AMOUNT',
      `${name} is listed with ${value} satoshi, but its transaction gives it ${output.value}`,
      {
        hint: 'The source of the list is wrong, or the amount is in another unit: value is in satoshi, amount in BTC.',
      },
    );
  }
  return { txid: txid.toLowerCase(), vout, value, scriptPubKey, previousTransaction };
}

/** Returns the place that the list claims for a coin. `listCoins` names a branch, 0 or 1. */
function guessOf({ side, branch, index }: Loose): Parameters<Locate>[1] {
  const isPosition = typeof index === 'number' && Number.isInteger(index);
  if (!isPosition || index < 0 || index > LAST_POSITION) return {};
  const named = side ?? (branch === 0 ? 'receive' : branch === 1 ? 'change' : undefined);
  return named === 'receive' || named === 'change' ? { index, side: named } : { index };
}

/** The last position in an account. */
export const LAST_POSITION = 0x7fffffff;

function invalidCoin(
  name: string,
  what: string,
  hint = 'Give it as Esplora, Electrum or a node lists it.',
): ColdsignError {
  return new ColdsignError('INVALID_COIN', `${name} ${what}`, { hint });
}

function readPrevious(
  { hex, previousTransaction: given = hex }: Loose,
  txid: Txid,
  name: string,
): Transaction | undefined {
  if (given === undefined) return undefined;
  const transaction = readTransaction(given, name);
  if (transactionId(transaction) === txid) return transaction;
  throw invalidCoin(name, 'has a previous transaction whose id is not its txid');
}

/** Reads a transaction of callers without types: a value, bytes or hexadecimal. */
export function readTransaction(
  given: unknown,
  name: string,
  is = 'has a previousTransaction that is',
): Transaction {
  const said = typeof given === 'string' ? given.replace(/\s/g, '') : given;
  const bytes = typeof said === 'string' ? decodeHex(said) : said;
  const transaction = isBytes(bytes) ? decodeTransaction(bytes, { witness: true }) : bytes;
  if (isTransaction(transaction)) return transaction;
  checkNames(`${name}.previousTransaction`, bytes, 'Transaction');
  if ((typeof said === 'string' || isBytes(said)) && isCutTransaction(said)) {
    throw invalidCoin(name, `${is} cut off or damaged`, 'Copy or export it again.');
  }
  throw invalidCoin(name, `${is} not a transaction`);
}

const isTransaction = (value: unknown): value is Transaction =>
  findMismatch(coreKinds, 'Transaction', value, '') === undefined;

function readScript(account: Account, utxo: Loose, name: string): Bytes | undefined {
  const { scriptPubKey, address } = utxo;
  const given = typeof scriptPubKey === 'string' ? decodeHex(scriptPubKey) : scriptPubKey;
  if (given !== undefined && !isBytes(given)) {
    throw invalidCoin(name, 'has a scriptPubKey that is not a script in hexadecimal or bytes');
  }
  if (given === undefined && scriptPubKey !== undefined) {
    throw invalidCoin(name, 'has a scriptPubKey that is not hexadecimal');
  }
  if (address === undefined) return given;
  if (typeof address !== 'string') throw invalidCoin(name, 'has an address that is no text');
  const script = readAddress(address, account);
  if (given === undefined || equalBytes(given, script)) return script;
  throw invalidCoin(name, 'has an address and the scriptPubKey of another');
}

/** Returns the script of an address. */
export function readAddress(address: string, { network }: Pick<Account, 'network'>): Bytes {
  const script = decodeAddress(address, network);
  if (isBytes(script)) return script;
  const why = explainAddress(address, network);
  const other =
    why === undefined
      ? `It must be one of the network ${network.name}; compare it with where it comes from.`
      : `${why}.`;
  const hint = foreignAddressHint(address, network, other);
  const what =
    hint === other ? `is not an address: ${script.error}` : `is not an address of ${network.name}`;
  throw noAddress(address, what, hint);
}

/**
 * Reads an amount. `value` is always in satoshi; `amount` is in BTC, as a node reports it.
 * `isProven`: it is compared with the transaction that made the coin.
 */
function readAmount({ value, amount }: Loose, name: string, isProven: boolean): Satoshis {
  const said = [
    ...(value === undefined ? [] : [readSatoshis(value)]),
    ...(amount === undefined
      ? []
      : [readNodeAmount(amount, name, value !== undefined || isProven)]),
  ];
  const [found] = said;
  const isOne = said.every((each) => each === found);
  if (isOne && found !== undefined && found >= 0n && found <= MAX_MONEY) return found;
  throw new ColdsignError('INVALID_AMOUNT', `${name} has no amount, or two`, {
    hint: 'value is in satoshi, as a whole number or a bigint; amount in BTC as a node answers.',
  });
}

function readSatoshis(value: unknown): Satoshis | undefined {
  if (typeof value === 'bigint') return value;
  return Number.isSafeInteger(value) ? BigInt(Number(value)) : undefined;
}

function readFlag(utxo: Loose, member: 'safe' | 'coinbase', name: string): boolean {
  const flag = utxo[member] ?? false;
  if (typeof flag === 'boolean') return flag;
  throw invalidCoin(name, `has a ${member} that is neither true nor false`);
}

function readCount(utxo: Loose, member: string, name: string): number | undefined {
  const count = utxo[member] ?? undefined;
  const isCount = typeof count === 'number' && Number.isSafeInteger(count);
  if (isCount || count === undefined) return count;
  throw invalidCoin(name, `has a ${member} that is not a whole number`);
}

/** Returns Esplora's status of a coin; `undefined` if the list has none. */
function statusOf({ status }: Loose): Loose | undefined {
  return typeof status === 'object' && status !== null ? { ...status } : undefined;
}

function readHeight(utxo: Loose, name: string): number | undefined {
  const status = statusOf(utxo);
  const height = status ? readCount(status, 'block_height', name) : readCount(utxo, 'height', name);
  if (height === undefined || height < LOCKTIME_THRESHOLD) return height;
  throw invalidCoin(name, 'has a height that is a time', 'Give the height of its block.');
}

function readConfirmations(
  utxo: Loose,
  height: number | undefined,
  name: string,
  tip: number | undefined,
): number {
  const confirmations = readCount(utxo, 'confirmations', name);
  if (confirmations !== undefined) return Math.max(0, confirmations);
  const status = statusOf(utxo);
  const isConfirmed = status ? status.confirmed === true : height !== undefined && height > 0;
  if (!isConfirmed) return 0;
  return height !== undefined && tip !== undefined ? Math.max(0, tip - height + 1) : DEEP_ENOUGH;
}
