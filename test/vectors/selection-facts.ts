import { getMember, isJsonObject } from '../../src/json/json.ts';
import { parseJson } from '../../src/json/parse.ts';
import { mergeFeeArguments } from '../../src/rpc/parse/fee-arguments.ts';
import { parseFundingOptions } from '../../src/rpc/parse/funding-options.ts';
import { parseRecipients } from '../../src/rpc/parse/recipients.ts';
import { parseUnsignedTransaction } from '../../src/rpc/parse/transaction-arguments.ts';
import { fundTransaction } from '../../src/rpc/spending/fund-transaction.ts';
import { requireWallet } from '../../src/rpc/wallet/wallet-call.ts';
import type { Funded } from '../../src/wallet/funding/fund-request.ts';
import { createRandom } from '../support/generate/random.ts';
import { readVector } from '../support/paths.ts';
import { list } from '../support/vectors/transcript.ts';
import type { WalletNode } from '../support/vectors/wallet-node.ts';

export type Outcome = {
  readonly seen: number;
  readonly inputs: readonly number[];
  readonly paid: number;
  readonly change: number | null;
  readonly fee: number;
  readonly weight: number;
  readonly vsize: number;
  readonly algorithm: string;
  readonly waste: number;
  readonly error?: { readonly code: number; readonly message: string };
};

/**
 * A fact of vectors/core-recorded/wallet/send-selection.json, whose README explains the members.
 */
export type SelectionFact = {
  readonly id: string;
  readonly wallet: string;
  readonly style: string;
  readonly target: number;
  readonly fee_rate: number;
  readonly options: { readonly subtract_fee_from_outputs?: readonly number[] };
  readonly params: string;
  readonly outcomes: readonly Outcome[];
};

export type SelectionFile = {
  readonly facts: readonly SelectionFact[];
  /** Coins by wallet: txid, vout, satoshis, type, height. */
  readonly coins: {
    readonly [wallet: string]: readonly (readonly [string, number, number, string, number])[];
  };
  readonly locktime_facts: readonly {
    readonly seconds_after_tip: number;
    readonly options: object;
    readonly locktimes_seen: { readonly [locktime: string]: number };
    readonly sequence: number;
  }[];
};

export function readSelectionFile(): SelectionFile {
  // The file is ours, and its README describes it.
  return JSON.parse(readVector('core-recorded/wallet/send-selection.json')) as SelectionFile;
}

/** Funds like `send` with these parameters, without signing or changing the wallet. */
export async function fundFact(
  { context: { random: _, ...given } }: WalletNode,
  { wallet: walletName, params }: Pick<SelectionFact, 'wallet' | 'params'>,
  seed: number,
): Promise<Funded> {
  const context = { ...given, walletName, random: createRandom(seed).bytes };
  const call = requireWallet(context);
  const [outputs = null, conf_target, estimate_mode, fee_rate, more = null] = list(
    parseJson(params) ?? null,
  );
  const positional = { conf_target, estimate_mode, fee_rate };
  const options = isJsonObject(more) ? more : { members: [] };
  const payers = getMember(options, 'subtract_fee_from_outputs');
  const recipients = parseRecipients(outputs, payers, context);
  const inputs = getMember(options, 'inputs');
  const unsigned = parseUnsignedTransaction(
    { inputs, outputs, locktime: undefined, replaceable: true, version: undefined },
    context,
  );
  const basis = {
    inputs,
    fee: mergeFeeArguments(positional, options),
    allowOtherInputs: unsigned.inputs.length === 0,
    recipientCount: recipients.length,
    version: unsigned.version,
    overrideFeeRate: false,
    includeWatchingMatters: false,
    sizesPaths: false,
    argumentsBeyondCore: false,
    ...call.open.options,
  };
  const order = {
    recipients,
    inputs: unsigned.inputs,
    locktime: 0,
    options: parseFundingOptions(options, basis, context),
  };
  return fundTransaction(call, order, context, (funded) => ({
    wallet: call.wallet,
    value: funded,
  }));
}
