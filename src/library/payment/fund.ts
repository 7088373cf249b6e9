import { createMempoolGraph } from '../../chain/mempool-graph.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import type { Satoshis } from '../../encoding/amount.ts';
import { equalBytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { invariant } from '../../encoding/invariant.ts';
import type { Network } from '../../encoding/network.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import { fundingErrorWords } from '../../rpc/wallet/funding-error.ts';
import type { Transaction, TxOut } from '../../transaction/transaction.ts';
import { choosePath, depthToOpen, type PathError } from '../../wallet/funding/chosen-path.ts';
import { createTransaction } from '../../wallet/funding/fund.ts';
import { defaultRelayFees, type Funded, type Funding } from '../../wallet/funding/fund-request.ts';
import type { FundingError } from '../../wallet/funding/funding-error.ts';
import { MAX_STANDARD_TX_WEIGHT } from '../../wallet/funding/prepare-funding.ts';
import { defaultWalletOptions } from '../../wallet/options.ts';
import { createRandom, type RandomBytes } from '../../wallet/random.ts';
import { takeChange } from './change.ts';
import { PaymentError, wrongArgument } from './error.ts';
import { boundsOf, checkFee, type FeeLimits, rateOf } from './fee.ts';
import { buildFundedPsbt } from './funded-psbt.ts';
import {
  type FundingWallet,
  isReady,
  openFundingWallet,
  presetInputs,
  selectableAmong,
} from './funding-wallet.ts';
import {
  type ChangePlace,
  type ChangeTarget,
  type PaymentOutput,
  placesForChange,
  readOutputs,
} from './outputs.ts';
import { randomFrom } from './random.ts';
import type { AccountCoin } from './types.ts';

/** What a transaction should be like. */
export type FundOptions = FeeLimits & {
  /** What may be spent, of one account or of several. */
  readonly coins: readonly AccountCoin[];
  /** What is paid. */
  readonly outputs: readonly PaymentOutput[];
  /** Where the rest goes. */
  readonly change: ChangeTarget;
  /** In satoshi per virtual byte; thousandths count. At least 0.1. */
  readonly feeRate: number;
  /**
   * Spend all of `coins`, whether they are needed or not: coin control, and the replacement of an
   * earlier transaction. Default: false.
   */
  readonly spendAll?: boolean | undefined;
  /**
   * Of the inputs, unsigned, 32 bits. Default: 0xfffffffd, which signals that the transaction may
   * be replaced (BIP125). A path with `older(n)` opens with n.
   */
  readonly sequence?: number | undefined;
  /**
   * Unsigned, 32 bits: below 500,000,000 a block's height, else seconds since 1970. Default: 0. A
   * path with `after(n)` opens with n.
   */
  readonly locktime?: number | undefined;
  /**
   * The number of the path, in the list of `spendingPaths`, that the coins are spent by: the fee is
   * that of its size, `sequence` and `locktime` follow from its locks where they are left out, and
   * coins that are too young for it are not chosen. Left out: whichever the keys allow, and the fee
   * is that of the largest one, in taproot of the one that the account's keys can take.
   */
  readonly path?: number | undefined;
  /** Of the PSBT: 0 is what most devices read. Default: 2. */
  readonly psbtVersion?: 0 | 2 | undefined;
  /**
   * So many bytes that nobody can guess, for the order of inputs and outputs and for the choice
   * among coins. Left out, both follow from the arguments, and from what the account for change
   * knows: the same call makes the same transaction, and who knows all coins can tell the change.
   */
  readonly random?: RandomBytes | undefined;
};

/**
 * Chooses coins as Bitcoin Core does, and makes a PSBT of them in which everything is filled in
 * that a signer asks for. Throws `PaymentError`. Unconfirmed coins of others, and those of miners
 * that are too young, are not chosen.
 */
export function fund(given: FundOptions): Psbt {
  checkOptions(given);
  const [first] = given.coins;
  if (first === undefined) throw insufficient('There are no coins', given.coins);
  const options = alongPath(given);
  const { coins } = options;
  const { network, secp256k1 } = first.account;
  if (coins.some(({ account }) => account.network.name !== network.name)) {
    throw wrongArgument('The coins are of several networks', 'Spend those of one network.');
  }
  const outputs = readOutputs(options.outputs, first.account);
  const places = placesForChange(options.change, coins);
  for (const [i, change] of places.entries()) {
    const funded = fundTo(change, options, { outputs, network, secp256k1 });
    const anyway = i === places.length - 1;
    if (isFree(change, places.length > 1, { transaction: funded.transaction, anyway })) {
      return funded.psbt;
    }
  }
  invariant(false, 'the last place is taken in any case');
}

/** The options with what the chosen path asks for. */
function alongPath(options: FundOptions): FundOptions {
  const { coins, path, sequence, locktime } = options;
  if (path === undefined) return options;
  const asked = choosePath([...new Set(coins.map(({ account, side }) => account[side]))], path);
  if ('error' in asked) throw noPath(asked);
  const old = coins.filter(({ confirmations }) => confirmations >= depthToOpen(asked.older));
  if (old.length === 0) {
    throw insufficient(`No coin is old enough for the path: older(${asked.older})`, coins);
  }
  return {
    ...options,
    coins: old,
    sequence: sequence ?? asked.older,
    locktime: locktime ?? asked.after,
  };
}

function noPath(fault: PathError): PaymentError {
  return fault.error === 'no such path'
    ? wrongArgument(
        `path must be a whole number below ${fault.count}`,
        'Count from 0 in what spendingPaths lists for the account.',
      )
    : wrongArgument(
        'The coins are of descriptors whose paths have other locks',
        'Spend coins of one account, or give sequence and locktime.',
      );
}

/** A position that was not named belongs to one payment. */
function isFree(
  { own, scriptPubKey }: ChangePlace,
  isChosen: boolean,
  taking: Parameters<typeof takeChange>[2],
): boolean {
  const { outputs } = taking.transaction;
  const hasChange = outputs.some((output) => equalBytes(output.scriptPubKey, scriptPubKey));
  if (own === undefined || !isChosen || !hasChange) return true;
  return takeChange(own.account, own.index, taking);
}

type Order = {
  readonly outputs: readonly FundedOutput[];
  readonly network: Network;
  readonly secp256k1: Secp256k1;
};

function fundTo(
  change: ChangePlace,
  options: FundOptions,
  { outputs, network, secp256k1 }: Order,
): { readonly transaction: Transaction; readonly psbt: Psbt } {
  const { coins, psbtVersion = 2 } = options;
  const opened = openFundingWallet(coins, change, { network, secp256k1 });
  const parts = {
    outputs,
    change: change.scriptPubKey,
    flatProvider: opened.flatProvider,
    secp256k1,
  };
  const available = selectableAmong(coins, opened, options.sequence);
  const funded = createTransaction(opened.wallet, fundingOf(options, parts), available);
  if ('error' in funded) throw fundingError(funded, coins);
  checkFee(factsOf(funded, outputs, coins), boundsOf(options));
  const psbt = buildFundedPsbt(funded.transaction, coins, { ...parts, psbtVersion });
  return { transaction: funded.transaction, psbt };
}

/** For callers without types. */
function checkOptions({
  coins,
  outputs,
  sequence,
  locktime,
  path,
  psbtVersion = 2,
  random,
}: FundOptions): void {
  const isCoin = (coin: Partial<AccountCoin> | undefined) =>
    typeof coin?.amount === 'bigint' && typeof coin.account?.find === 'function';
  if (!Array.isArray(coins) || !coins.every(isCoin)) {
    throw wrongArgument(
      'coins must be what account.coins() answers',
      'Hand the list of a server to account.coins() first.',
    );
  }
  if (!Array.isArray(outputs) || outputs.length === 0) {
    throw wrongArgument(
      'outputs must be a list with at least one entry',
      'Write [{ address, amount: 60_000n }].',
    );
  }
  for (const [name, value] of Object.entries({ sequence, locktime })) {
    const isFree =
      value === undefined || (Number.isInteger(value) && value >= 0 && value <= 0xffffffff);
    if (!isFree)
      throw wrongArgument(
        `${name} must be a whole number of 32 bits`,
        'Leave it out, or count from 0 to 4294967295.',
      );
  }
  if (path !== undefined && !(Number.isInteger(path) && path >= 0)) {
    throw noPath({ error: 'no such path', count: 500 });
  }
  if (psbtVersion !== 0 && psbtVersion !== 2)
    throw wrongArgument('psbtVersion must be 0 or 2', 'Leave it out for 2.');
  if (random !== undefined && typeof random !== 'function') {
    throw wrongArgument(
      'random must be a function',
      'Write (length) => crypto.getRandomValues(new Uint8Array(length)).',
    );
  }
}

type Parts = {
  readonly outputs: readonly FundedOutput[];
  readonly change: Uint8Array;
  readonly flatProvider: FundingWallet['flatProvider'];
  readonly secp256k1: Secp256k1;
};
type FundedOutput = ReturnType<typeof readOutputs>[number];

function fundingOf(
  options: FundOptions,
  { outputs, change, flatProvider, secp256k1 }: Parts,
): Funding {
  const { coins, spendAll = false, sequence, locktime = 0, path } = options;
  const feeRate = rateOf(options.feeRate, 'feeRate');
  const { keypoolSize, addressType } = defaultWalletOptions;
  const { minRelayFee } = defaultRelayFees;
  const random = options.random ?? randomFrom(seedText(options, outputs, change));
  return {
    request: {
      recipients: outputs,
      preset: spendAll ? presetInputs(coins, sequence, path) : [],
      allowOtherInputs: !spendAll,
      includeUnsafe: false,
      includeWatching: true,
      minDepth: 0,
      maxDepth: Number.MAX_SAFE_INTEGER,
      changeScript: change,
      changeType: undefined,
      changePosition: undefined,
      feeRate,
      overrideFeeRate: false,
      signalRbf: true,
      sequence,
      avoidPartialSpends: false,
      maxTxWeight: MAX_STANDARD_TX_WEIGHT,
      version: 2,
      locktime,
      sizesPaths: true,
      path,
      solving: flatProvider,
    },
    view: {
      estimate: undefined,
      longestEstimate: undefined,
      relay: defaultRelayFees,
      mempool: createMempoolGraph([]),
    },
    environment: {
      secp256k1,
      keypoolSize,
      addressType,
      // Bounds of fees are looked at below, with words that fit.
      options: {
        ...defaultWalletOptions,
        minTxFee: minRelayFee,
        maxTxFee: Number.MAX_SAFE_INTEGER,
      },
      random: createRandom(random),
    },
  };
}

/** All that the choice depends on. */
function seedText(
  { coins, feeRate }: FundOptions,
  outputs: readonly FundedOutput[],
  change: Uint8Array,
): string {
  const spent = coins.map(({ txid, vout, amount }) => `${txid}:${vout}:${amount}`);
  const paid = outputs.map(({ output }) => `${encodeHex(output.scriptPubKey)}:${output.value}`);
  return ['coldsign/fund', ...spent, ...paid, encodeHex(change), feeRate].join(' ');
}

/** To others; where nobody else is paid, in all. */
function factsOf(
  { fee, vsize, transaction }: Funded,
  outputs: readonly FundedOutput[],
  coins: readonly AccountCoin[],
) {
  const accounts = [...new Set(coins.map(({ account }) => account))];
  const isOwn = ({ scriptPubKey }: TxOut) =>
    accounts.some(({ find }) => find(scriptPubKey) !== undefined);
  const sum = (list: readonly TxOut[]): Satoshis =>
    list.reduce((total, { value }) => total + value, 0n);
  const others = outputs.map(({ output }) => output).filter((output) => !isOwn(output));
  return { fee: BigInt(fee), vsize, paid: sum(others) || sum(transaction.outputs) };
}

function fundingError(reason: FundingError, coins: readonly AccountCoin[]): PaymentError {
  const words = fundingErrorWords(reason);
  switch (reason.error) {
    case 'insufficient funds':
    case 'insufficient for fee':
    case 'preset too small':
      return insufficient(words, coins);
    case 'recipient is dust':
    case 'recipient below fee':
    case 'recipient dust after fee':
      return new PaymentError('AMOUNT_TOO_SMALL', words, {
        hint: 'Nodes do not relay outputs that cost more to spend than they hold, about 294 to 546 satoshi: pay more, or leave the output out.',
      });
    case 'fee rate too low':
      return new PaymentError('FEE_RATE_TOO_LOW', words, {
        hint: 'feeRate is in satoshi per virtual byte; nodes relay from 0.1 on.',
      });
    default:
      return new PaymentError('NOT_FUNDED', words, {
        hint: 'Spend fewer or larger coins, or pay in two transactions.',
      });
  }
}

function insufficient(error: string, coins: readonly AccountCoin[]): PaymentError {
  const sum = (list: readonly AccountCoin[]) =>
    list.reduce((total, { amount }) => total + amount, 0n);
  const ready = coins.filter(isReady);
  const waiting = sum(coins) - sum(ready);
  const more =
    waiting > 0n
      ? ` Another ${waiting} are unconfirmed and not safe, or too young: wait for blocks.`
      : '';
  return new PaymentError('INSUFFICIENT_FUNDS', error, {
    hint: `${sum(ready)} satoshi can be spent, in ${ready.length} coins, less what their inputs cost.${more}`,
  });
}
