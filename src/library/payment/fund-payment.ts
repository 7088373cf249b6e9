import { refuseMore } from '../../arguments/count-arguments.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import type { Satoshis } from '../../encoding/amount.ts';
import { equalBytes } from '../../encoding/bytes.ts';
import { argumentError, ColdsignError } from '../../encoding/coldsign-error.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import {
  MAX_BIP125_RBF_SEQUENCE,
  outPointKey,
  type Transaction,
  totalValue,
} from '../../transaction/transaction.ts';
import { chooseCoins } from '../../wallet/funding/choose-coins.ts';
import type { SelectableCoin } from '../../wallet/funding/coin-selection/coin-groups.ts';
import {
  defaultRelayFees,
  type PresetCoin,
  silentPlaceholders,
  usualRequest,
} from '../../wallet/funding/fund-request.ts';
import { defaultWalletOptions, type WalletOptions } from '../../wallet/options.ts';
import { createRandom, randomFrom } from '../../wallet/random.ts';
import { checkedRandom } from './arguments.ts';
import { accountOf, type OpenCoin } from './coin-account.ts';
import { rateFault, rateOf, withLimits } from './fee.ts';
import { checkOptions, type FundOptions, passedOptions } from './fund-options.ts';
import { buildFundedPsbt, checkFundedFee } from './funded-psbt.ts';
import {
  addOwnOutputs,
  type FundingKeys,
  fundingCoin,
  isReady,
  openFundingKeys,
} from './funding-coins.ts';
import { packagesOf } from './funding-packages.ts';
import { fundingError } from './funding-problems.ts';
import { type OpenOptions, openOrder } from './open-order.ts';
import { type ChangePlace, placeForChange, readOutputs } from './outputs.ts';
import {
  higherRate,
  leastRate,
  payeesToKeep,
  type Replacement,
  sequenceOfReplaced,
} from './replace.ts';
import type { NextPositions } from './types.ts';

/** A payment that is ready to be reviewed and signed. A plain value. */
export type Funded = {
  /** The PSBT, with everything that a signer asks for. */
  readonly psbt: Psbt;
  /** Fee in satoshi. */
  readonly fee: Satoshis;
  /** Size in virtual bytes once it is signed, at most. */
  readonly vsize: number;
  /** Resulting fee rate in satoshi per virtual byte. */
  readonly feeRate: number;
  /** The change output; `undefined` if there is none. */
  readonly change?: FundedChange | undefined;
};

/** The change output of a payment. */
type FundedChange = {
  /** Number of the output, from 0. */
  readonly vout: number;
  /** Value in satoshi. */
  readonly value: Satoshis;
  /** The position on its side of the account. Absent if `change` was an address. */
  readonly index?: number | undefined;
  /**
   * The positions of the account after this change: keep them once the payment is sent
   * (`account.withNext`). Absent if `index` is absent.
   */
  readonly next?: NextPositions | undefined;
};

/**
 * Chooses coins as Bitcoin Core does, and makes a PSBT with everything that a signer asks for. Does
 * not choose immature coinbase coins, nor unconfirmed coins of others unless `includeUnsafe` is
 * set. With `replaces` it replaces an earlier payment (RBF); with `packageFeeRate` it raises the
 * fee rate of the unconfirmed transactions that it builds on (CPFP).
 *
 * The same call makes the same transaction. If two payments should both be mined, they need
 * different change: keep `change.next` of the first one, and open the account with it. The call
 * runs in one piece, some milliseconds for each coin (docs/guide/threads.md).
 *
 * @param order - Values in satoshi, rates in sat/vB, sizes in virtual bytes.
 * @throws `ColdsignError`: `INSUFFICIENT_FUNDS`, `AMOUNT_TOO_SMALL`, `FEE_RATE_TOO_LOW`,
 *   `FEE_TOO_HIGH`, `NOT_REPLACEABLE`, `ANCESTORS_MISSING` and others.
 */
export function fund(order: FundOptions): Funded {
  refuseMore('fund', arguments, 1, 'Write fund({ coins, outputs, change, feeRate, maxFee }).');
  const given = checkOptions(order);
  const options = openOrder(given);
  const { secp256k1, replaced } = options;
  const change = changeFor(options);
  const payees = outputsFor(options, change);
  if (!payees.isSweep) refuseChangeOfPayee(options, payees.outputs, change);
  const fundAt = (rate: number) => fundTo(change, { ...options, rate }, { ...payees, secp256k1 });
  const { feeRate, packageFeeRate } = given;
  const rate = feeRate === undefined ? packageFeeRate : feeRate;
  if (replaced === undefined) return fundAt(rateOf(rate, 'feeRate'));
  return outbid(replaced, given, fundAt);
}

/** Returns the place for change, which a replacement keeps, unless it cancels the payment. */
function changeFor(options: OpenOptions): ChangePlace {
  const { change, coins, replaced, outputs = [], silent, cancel = false } = options;
  const place = placeForChange(change, coins, outputs.length, silent);
  const scriptPubKey = replaced?.change?.scriptPubKey;
  const account = accountOf(change) ?? coins[0]?.account;
  const found = scriptPubKey && account?.find(scriptPubKey);
  if (scriptPubKey === undefined || found === undefined || account === undefined) return place;
  if (!cancel) return { scriptPubKey, own: { account, ...found } };
  // If the address were the same, everyone would see which output was the change.
  if (!equalBytes(place.scriptPubKey, scriptPubKey) || !account.isRange) return place;
  return placeForChange({ account, index: found.index + 1 }, coins, outputs.length, silent);
}

type Payees = {
  readonly outputs: readonly FundedOutput[];
  /** True if the only output is the change, because no payee is named. */
  readonly isSweep: boolean;
};

/** Returns the outputs. Without payees everything goes to change. */
function outputsFor(options: OpenOptions, { scriptPubKey, silent }: ChangePlace): Payees {
  const { outputs = [], coins, replaced, cancel = false } = options;
  const [first] = coins;
  if (outputs.length > 0 && first !== undefined)
    return { outputs: readOutputs(outputs, first.account, options.silent), isSweep: false };
  const kept = replaced && !cancel ? payeesToKeep(replaced) : [];
  if (kept.length > 0) {
    return { outputs: kept.map((output) => ({ output, subtractFee: false })), isSweep: false };
  }
  const all = replaced && !options.spendAll ? replaced.coins : coins;
  const output = { value: totalValue(all), scriptPubKey };
  return { outputs: [{ output, silent, subtractFee: true }], isSweep: true };
}

/** Refuses an address for change that is also paid: its owner would get the change. */
function refuseChangeOfPayee(
  { change, outputs = [] }: OpenOptions,
  paid: readonly FundedOutput[],
  { scriptPubKey }: ChangePlace,
): void {
  if (typeof change !== 'string') return;
  const index = paid.findIndex(
    ({ output }, i) =>
      equalBytes(output.scriptPubKey, scriptPubKey) ||
      Object(outputs[i]).address?.toLowerCase?.() === change.toLowerCase(),
  );
  if (index < 0) return;
  throw argumentError(
    `change is the address of output ${index}, so its payee would get the change`,
    'Give an account or an address of your own as change.',
  );
}

/** Limit of attempts: the lowest rate may change the size, which changes the lowest rate. */
const MOST_ATTEMPTS = 10;

/** Funds a replacement at the requested rate, or at the lowest rate that nodes accept. */
function outbid(
  replaced: Replacement,
  { feeRate, descendantFees = 0n, incrementalFeeRate = 1 }: FundOptions,
  fundAt: (rate: number) => Funded,
): Funded {
  const price = { descendantFees, incremental: rateOf(incrementalFeeRate, 'incrementalFeeRate') };
  let rate = feeRate === undefined ? higherRate(replaced) : rateOf(feeRate, 'feeRate');
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const funded = fundAt(rate);
    const least = leastRate(funded, replaced, price);
    if (least === undefined) return funded;
    if (feeRate !== undefined) throw outbidden(funded, least, replaced);
    rate = Math.max(least, rate + 1);
  }
  throw outbidden(fundAt(rate), rate + 1, replaced);
}

function outbidden({ fee }: Funded, least: number, replaced: Replacement): ColdsignError {
  return new ColdsignError(
    'FEE_RATE_TOO_LOW',
    `The fee of ${fee} satoshi is not enough to replace a transaction that pays ${replaced.fee}`,
    {
      hint: `Give a feeRate of at least ${least / 1000}, or leave it out for the lowest one.`,
      details: { leastFeeRate: least / 1000 },
    },
  );
}

type Order = Payees & { readonly secp256k1: Secp256k1 };

/** Options with `rate`, in satoshi per 1,000 virtual bytes. */
type PricedOptions = OpenOptions & { readonly rate: number };

function fundTo(
  change: ChangePlace,
  options: PricedOptions,
  { outputs, isSweep, secp256k1 }: Order,
): Funded {
  const { coins, psbtVersion = 2 } = options;
  const { replaced, locktime = replaced?.locktime ?? 0 } = options;
  const keys = openFundingKeys(coins, change, { locktime, path: options.path, secp256k1 });
  const { flatProvider } = keys;
  const funded = chooseFor(change, keys, { ...options, locktime }, { outputs, isSweep });
  const paid = outputs.map(({ output }) => output);
  if ('error' in funded) {
    const isFee = /fee$/.test(funded.error);
    const high = isFee ? rateFault(options.rate, options) : undefined;
    throw high ?? fundingError(funded, { ...options, paid: totalValue(paid) });
  }
  addOwnOutputs(flatProvider, paid, { coins, secp256k1 });
  const psbt = buildFundedPsbt(funded.transaction, coins, {
    flatProvider,
    secp256k1,
    psbtVersion,
  });
  checkFundedFee(psbt, options, secp256k1);
  const { fee, vsize } = funded;
  const placed = {
    output: { value: 0n, scriptPubKey: change.scriptPubKey },
    silent: change.silent,
  };
  return {
    psbt: withLimits(withSilent(psbt, [...outputs, placed], options, secp256k1), options),
    fee: BigInt(fee),
    vsize,
    feeRate: Math.floor((fee * 1000) / vsize) / 1000,
    // A payee may have the same script as the change, so only the position identifies it.
    ...changeAt(isSweep ? 0 : funded.changePosition, funded.transaction, change),
  };
}

/** Chooses coins for the outputs, or takes all of them. */
function chooseFor(
  change: ChangePlace,
  keys: ReturnType<typeof openFundingKeys>,
  options: PricedOptions & { readonly locktime: number },
  { outputs, isSweep }: Pick<Order, 'outputs' | 'isSweep'>,
) {
  const { coins, spendAll = false, includeUnsafe = false, rate, replaced, locktime } = options;
  const mempool = packagesOf(
    options.packageFeeRate === undefined ? [] : coins,
    spendAll ? rate : undefined,
  );
  const preset = spendAll ? coins : (replaced?.coins ?? []);
  const held = new Set(preset.map(outPointKey));
  const others = coins.filter(
    (coin) => !held.has(outPointKey(coin)) && isReady(coin, includeUnsafe),
  );
  const isAll = spendAll || isSweep;
  return chooseCoins(
    {
      preset: preset.map((coin) => presetCoin(coin, keys, options)),
      available: isAll ? [] : others.map((coin) => choosableCoin(coin, keys, options)),
    },
    outputs,
    { script: change.scriptPubKey, spendVsize: spendVsizeOf(change, coins, keys) },
    {
      request: {
        ...usualRequest,
        ...passedOptions(options),
        allowOtherInputs: !isAll,
        includeUnsafe,
        feeRate: rate,
        locktime,
      },
      view: { relay: defaultRelayFees, mempool },
      environment: {
        options: payingOptions,
        random: createRandom(
          checkedRandom(options.random) ??
            randomFrom(seedText(options, outputs, change.scriptPubKey)),
        ),
      },
    },
  );
}

function changeAt(
  vout: number | undefined,
  { outputs }: Transaction,
  { own }: ChangePlace,
): Pick<Funded, 'change'> {
  const value = vout === undefined ? undefined : outputs[vout]?.value;
  // The member says that there is none, also when this payment is replaced.
  if (vout === undefined || value === undefined) return { change: undefined };
  if (own === undefined) return { change: { vout, value } };
  const { account, side, index } = own;
  const { next } = account.withNext({ [side]: Math.max(account.next[side], index + 1) });
  return { change: { vout, value, index, next } };
}

/** Replaces the placeholders of silent payments by their scripts. */
function withSilent(
  psbt: Psbt,
  outputs: Parameters<typeof silentPlaceholders>[0],
  { silent }: OpenOptions,
  secp256k1: Secp256k1,
): Psbt {
  const recipients = silentPlaceholders(outputs);
  if (silent === undefined || recipients.size === 0) return psbt;
  if (psbt.version === 0) {
    throw argumentError('Silent payments need psbtVersion 2', 'Leave psbtVersion out.');
  }
  const paying = silent.pay(psbt, recipients, secp256k1);
  if (paying) return paying;
  throw new ColdsignError('SILENT_PAYMENT', 'No coin here can make a silent payment', {
    hint: 'Spend at least one coin of a single key: P2TR, P2WPKH, P2SH-P2WPKH or P2PKH.',
  });
}

type FundedOutput = ReturnType<typeof readOutputs>[number];

/** Fee limits are checked by `checkFee`, with messages that fit. */
const payingOptions: WalletOptions = {
  ...defaultWalletOptions,
  minTxFeeRate: defaultRelayFees.minRelayFee / 1000,
  maxTxFee: Number.MAX_SAFE_INTEGER,
};

/** Returns a coin that may be chosen. */
function choosableCoin(
  coin: OpenCoin,
  keys: FundingKeys,
  { sequence }: PricedOptions,
): SelectableCoin {
  return fundingCoin(coin, keys.shapeOf(coin, coin.scriptPubKey, { sequence }));
}

/** Returns a coin that must be spent. */
function presetCoin(
  coin: OpenCoin,
  keys: FundingKeys,
  { sequence: given, replaced }: PricedOptions,
): PresetCoin {
  const kept = replaced && sequenceOfReplaced(replaced, coin);
  const sequence = given ?? kept ?? MAX_BIP125_RBF_SEQUENCE;
  const shape = keys.shapeOf(coin, coin.scriptPubKey, { sequence });
  return { ...fundingCoin(coin, shape), sequence };
}

/** Returns the size of an input that spends the change, if an account will spend it. */
function spendVsizeOf(
  { own, scriptPubKey }: ChangePlace,
  coins: readonly OpenCoin[],
  keys: FundingKeys,
): number | undefined {
  const place = own ?? coins.find((coin) => equalBytes(coin.scriptPubKey, scriptPubKey));
  return place && keys.shapeOf(place, scriptPubKey).inputVsize;
}

/** Returns a text of everything that coin selection depends on. */
function seedText(
  { coins, rate }: PricedOptions,
  outputs: readonly FundedOutput[],
  change: Uint8Array,
): string {
  const spent = coins.map(({ txid, vout, value }) => `${txid}:${vout}:${value}`);
  const paid = outputs.map(({ output }) => `${encodeHex(output.scriptPubKey)}:${output.value}`);
  return ['coldsign/fund', ...spent, ...paid, encodeHex(change), rate / 1000].join(' ');
}
