import { createMempoolGraph } from '../../chain/mempool-graph.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { equalBytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { invariant } from '../../encoding/invariant.ts';
import type { Network } from '../../encoding/network.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import { choosePath, depthToOpen } from '../../wallet/funding/chosen-path.ts';
import { createTransaction } from '../../wallet/funding/fund.ts';
import { defaultRelayFees, type Funding } from '../../wallet/funding/fund-request.ts';
import { MAX_STANDARD_TX_WEIGHT } from '../../wallet/funding/prepare-funding.ts';
import { defaultWalletOptions } from '../../wallet/options.ts';
import { createRandom } from '../../wallet/random.ts';
import { openAccount } from './account.ts';
import { takeChange } from './change.ts';
import { type OpenCoin, openCoins } from './coin-account.ts';
import { distinctCoins } from './coins.ts';
import { wrongArgument } from './error.ts';
import { checkFee, rateOf, withLimits } from './fee.ts';
import { checkOptions, type FundOptions } from './fund-options.ts';
import { buildFundedPsbt } from './funded-psbt.ts';
import { checkNamedCoins, fundingError, insufficient, noPath } from './funding-problems.ts';
import {
  addOwnOutputs,
  type FundingWallet,
  openFundingWallet,
  presetInputs,
  selectableAmong,
} from './funding-wallet.ts';
import { type ChangePlace, placesForChange, readOutputs } from './outputs.ts';
import { randomFrom } from './random.ts';

/**
 * Chooses coins as Bitcoin Core does, and makes a PSBT of them in which everything is filled in
 * that a signer asks for. Throws `PaymentError`. Does not choose immature coins of miners, nor
 * unconfirmed coins of others unless `includeUnsafe` is set.
 */
export function fund(order: FundOptions): Psbt {
  checkOptions(order);
  const given = { ...order, coins: openCoins(order.coins, order.change, openAccount) };
  const [first] = given.coins;
  if (first === undefined) throw insufficient('There are no coins', given);
  const options = alongPath({ ...given, coins: distinctCoins(given.coins) });
  const { coins } = options;
  if (options.spendAll) checkNamedCoins(options);
  const { network, secp256k1 } = first.account;
  if (coins.some(({ account }) => account.network.name !== network.name)) {
    throw wrongArgument('The coins are of several networks', 'Spend those of one network.');
  }
  const outputs = readOutputs(options.outputs, first.account);
  const places = placesForChange(options.change, coins);
  for (const [i, placeOf] of places.entries()) {
    const change = placeOf();
    const funded = fundTo(change, options, { outputs, network, secp256k1 });
    const anyway = i === places.length - 1;
    if (isFree(change, places.length > 1, { transaction: funded.transaction, anyway })) {
      return funded.psbt;
    }
  }
  invariant(false, 'the last place is taken in any case');
}

/** With the accounts of the coins. */
type OpenOptions = Omit<FundOptions, 'coins'> & { readonly coins: readonly OpenCoin[] };

/** The options with what the chosen path asks for. */
function alongPath(options: OpenOptions): OpenOptions {
  const { coins, path, sequence, locktime } = options;
  if (path === undefined) return options;
  const asked = choosePath([...new Set(coins.map(({ account, side }) => account[side]))], path);
  if ('error' in asked) throw noPath(asked);
  const old = coins.filter(({ confirmations }) => confirmations >= depthToOpen(asked.older));
  if (old.length === 0) {
    throw insufficient(`No coin is old enough for the path: older(${asked.older})`, options);
  }
  return {
    ...options,
    coins: old,
    sequence: sequence ?? asked.older,
    locktime: locktime ?? asked.after,
  };
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
  options: OpenOptions,
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
  const available = selectableAmong(coins, opened, options);
  const funded = createTransaction(opened.wallet, fundingOf(options, parts), available);
  if ('error' in funded) throw fundingError(funded, options);
  const paid = outputs.map(({ output }) => output);
  addOwnOutputs(opened.flatProvider, paid, { coins, secp256k1 });
  const psbt = buildFundedPsbt(funded.transaction, coins, { ...parts, psbtVersion });
  checkFee(psbt, options, secp256k1);
  return { transaction: funded.transaction, psbt: withLimits(psbt, options) };
}

type Parts = {
  readonly outputs: readonly FundedOutput[];
  readonly change: Uint8Array;
  readonly flatProvider: FundingWallet['flatProvider'];
  readonly secp256k1: Secp256k1;
};

type FundedOutput = ReturnType<typeof readOutputs>[number];

function fundingOf(
  options: OpenOptions,
  { outputs, change, flatProvider, secp256k1 }: Parts,
): Funding {
  const { coins, spendAll = false, includeUnsafe = false, sequence, locktime = 0, path } = options;
  const feeRate = rateOf(options.feeRate, 'feeRate');
  const { keypoolSize, addressType } = defaultWalletOptions;
  const { minRelayFee } = defaultRelayFees;
  const random = options.random ?? randomFrom(seedText(options, outputs, change));
  return {
    request: {
      recipients: outputs,
      preset: spendAll ? presetInputs(coins, sequence, path) : [],
      allowOtherInputs: !spendAll,
      includeUnsafe,
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
  { coins, feeRate }: OpenOptions,
  outputs: readonly FundedOutput[],
  change: Uint8Array,
): string {
  const spent = coins.map(({ txid, vout, amount }) => `${txid}:${vout}:${amount}`);
  const paid = outputs.map(({ output }) => `${encodeHex(output.scriptPubKey)}:${output.value}`);
  return ['coldsign/fund', ...spent, ...paid, encodeHex(change), feeRate].join(' ');
}
