import { createFlatSigningProvider } from '../../descriptor/flat-signing-provider.ts';
import { resignedWeight } from '../../signing/signature-weights.ts';
import {
  type Coin,
  MAX_BIP125_RBF_SEQUENCE,
  MAX_SEQUENCE_NONFINAL,
  type OutPoint,
  outPointKey,
  type Transaction,
  type Txid,
} from '../../transaction/transaction.ts';
import type { FundingView, PresetInput } from '../../wallet/funding/fund-request.ts';
import { signedSize } from '../../wallet/funding/signed-size.ts';
import { createWalletSizes } from '../../wallet/funding/wallet-sizes.ts';
import type { WalletTransaction } from '../../wallet/ledger/ledger.ts';
import { findNotReplaceable, type NotReplaceable } from '../../wallet/ledger/replace.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Context } from '../context.ts';
import { invalid, invalidAddressOrKey, miscError, type RpcError, walletError } from '../error.ts';
import type { BumpOptions } from '../parse/bump-options.ts';
import { fundingRules } from '../profile.ts';
import type { WalletCall } from '../wallet/wallet-call.ts';
import { branchRequirements } from './chosen-branch.ts';

export const sequenceOf = (signalRbf: boolean) =>
  signalRbf ? MAX_BIP125_RBF_SEQUENCE : MAX_SEQUENCE_NONFINAL;

type KnownCoins = ReadonlyMap<string, Coin & { readonly value: bigint }>;

export function knownCoins(coins: ReadonlyMap<string, Coin>): KnownCoins {
  const known = new Map<string, Coin & { readonly value: bigint }>();
  for (const [key, { value, scriptPubKey }] of coins) {
    if (value !== undefined) known.set(key, { value, scriptPubKey });
  }
  return known;
}

export function findSource(
  txid: Txid,
  { outputs, originalChangeIndex: index }: BumpOptions,
  { ledger }: Wallet,
): WalletTransaction {
  if (outputs.length > 0 && index !== undefined) {
    throw invalid(
      "The options 'outputs' and 'original_change_index' are incompatible. You can only either specify a new set of outputs, or designate a change output to be recycled.",
    );
  }
  const source = ledger.transactions.get(txid);
  if (source === undefined) {
    throw invalidAddressOrKey('Invalid or non-wallet transaction id');
  }
  if (index !== undefined && index >= source.transaction.outputs.length) {
    throw invalid('Change position is out of range');
  }
  return source;
}

/**
 * Returns the error for an unknown coin. Without a chain, coins of others are unknown, spent or
 * not.
 */
export function missingCoin({ txid, vout }: OutPoint, asked: boolean): RpcError {
  if (!asked) return notReplaceableError('', { error: 'inputs of others' });
  return miscError(`${txid}:${vout} is already spent`);
}

/**
 * Keeps all inputs. Otherwise a third transaction could replace this one and leave the first one
 * valid.
 */
export function presetOf(
  transaction: Transaction,
  coins: KnownCoins,
  { wallet, environment }: WalletCall,
  signalRbf: boolean,
): readonly PresetInput[] {
  return transaction.inputs.map(({ prevout }, index) => {
    const key = outPointKey(prevout);
    const sequence = sequenceOf(signalRbf);
    const coin = coins.get(key);
    if (coin === undefined || wallet.ledger.outputs.has(key)) {
      return { outPoint: prevout, sequence, weight: undefined, external: undefined };
    }
    return {
      outPoint: prevout,
      sequence,
      weight: resignedWeight(transaction, index, coins, environment.secp256k1),
      external: { value: coin.value, scriptPubKey: coin.scriptPubKey },
    };
  });
}

type Bumping = {
  readonly options: BumpOptions;
  readonly call: WalletCall;
  readonly context: Context;
};

/** Returns the size of the transaction when it is signed again; -1 if unknown. */
export function sizeOf(
  { version, locktime, inputs, outputs }: Transaction,
  preset: readonly PresetInput[],
  coins: KnownCoins,
  { options, call, context }: Bumping,
): number {
  const { wallet, environment } = call;
  const { sizesPaths } = fundingRules(context.profile);
  const usual = { version: 2, minDepth: 0, sizesPaths };
  const { path } = branchRequirements({ ...usual, path: options.path }, 0, wallet).request;
  const solving = createFlatSigningProvider();
  const request = { sizesPaths, version, locktime, path, solving };
  const sizes = createWalletSizes(wallet, request, environment.secp256k1);
  const signed = preset.flatMap((input, i) => {
    const coin = coins.get(outPointKey(input.outPoint));
    const { sequence } = inputs[i] ?? input;
    return coin ? sizes.presetShape({ ...input, sequence }, coin).signed : [];
  });
  return signedSize(signed, outputs)?.vsize ?? -1;
}

/** Throws if the transaction can never be replaced, or can no longer be. */
export function refuseReplacing(
  wallet: Wallet,
  txid: Txid,
  { mempool }: FundingView,
  requireMine: boolean,
): void {
  const error = findNotReplaceable(wallet, txid, requireMine);
  if (error?.error === 'descendants') throw notReplaceableError(txid, error);
  if (mempool.children(txid).length > 0) {
    throw invalid('Transaction has descendants in the mempool');
  }
  if (error !== undefined) throw notReplaceableError(txid, error);
}

function notReplaceableError(txid: Txid, error: NotReplaceable): RpcError {
  switch (error.error) {
    case 'descendants':
      return invalid('Transaction has descendants in the wallet');
    case 'mined or conflicted':
      return walletError('Transaction has been mined, or is conflicted with a mined transaction');
    case 'replaced already':
      return walletError(
        `Cannot bump transaction ${txid} which was already bumped by transaction ${error.by}`,
      );
    case 'inputs of others':
      return walletError("Transaction contains inputs that don't belong to this wallet");
  }
}
