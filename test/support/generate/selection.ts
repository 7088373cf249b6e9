import type {
  OutputGroup,
  SelectableCoin,
} from '../../../src/wallet/funding/coin-selection/coin-groups.ts';
import type { SelectionParams } from '../../../src/wallet/funding/coin-selection/params.ts';
import { createRandom as createWalletRandom, type Random } from '../../../src/wallet/random.ts';
import { createRandom } from './random.ts';

/** Returns the wallet's randomness, from a seed. */
export function seededRandom(seed: number): Random {
  return createWalletRandom(createRandom(seed).bytes);
}

export function someCoin(index: number, more: Partial<SelectableCoin> = {}): SelectableCoin {
  return {
    outPoint: { txid: 'aa'.repeat(32), vout: index },
    type: 'bech32',
    script: `script ${index}`,
    value: 100_000,
    depth: 100,
    inputVsize: 68,
    signed: { segwit: true, beside: 272, alone: 272 },
    fromMe: false,
    ancestors: 0,
    clusterCount: 0,
    bumpFee: 0,
    ...more,
  };
}

/** Makes a group of one coin, of which only amount and weight matter. */
export function someGroup(index: number, amount: number, weight = 272, waste = 0): OutputGroup {
  return {
    coins: [someCoin(index, { value: amount })],
    type: 'bech32',
    amount,
    fee: waste,
    longTermFee: 0,
    weight,
    depth: 100,
    fromMe: false,
    ancestors: 0,
    clusterCount: 0,
    partial: false,
  };
}

export function someParams(more: Partial<SelectionParams> = {}): SelectionParams {
  return {
    rates: { effective: 5000, longTerm: 10_000 },
    sizeWithoutInputs: 42,
    changeOutputSize: 31,
    changeFee: 155,
    costOfChange: 835,
    minChangeTarget: 50_155,
    minViableChange: 981,
    subtractFee: false,
    avoidPartialSpends: false,
    includeUnsafe: false,
    maxTxWeight: 400_000,
    version: 2,
    spendZeroConfChange: true,
    rejectLongChains: true,
    chainLimit: 25,
    random: seededRandom(1),
    combinedBumpFee: () => 0,
    ...more,
  };
}
