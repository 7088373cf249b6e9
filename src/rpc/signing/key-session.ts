import { invariant } from '../../encoding/invariant.ts';
import type { JsonObject } from '../../json/json.ts';
import { openedOwners } from '../../keys/key-owners.ts';
import type { KeyRing } from '../../keys/key-ring.ts';
import { type OpenKeys, openKeysTask } from '../../keys/open-keys.ts';
import { createPsbt, type Psbt, type PsbtInput } from '../../psbt/psbt.ts';
import { spentOutput } from '../../psbt/psbt-session.ts';
import { signPsbtTask } from '../../psbt/sign-psbt.ts';
import type { FindOwners } from '../../review/evidence.ts';
import type { Review } from '../../review/model.ts';
import { joinProviders, type SigningProvider } from '../../signing/provider.ts';
import { runTask } from '../../signing/task.ts';
import { type Coin, outPointKey, type Transaction } from '../../transaction/transaction.ts';
import { findKnownCoins } from '../chain.ts';
import type { Context } from '../context.ts';
import { parseSighashArgument } from '../parse/sighash-argument.ts';
import { type RawSigning, reviewRaw, type Signing } from './approve.ts';
import { type PsbtSigning, reviewPsbt } from './approve-psbt.ts';
import { parseSigningLimits } from './fee-limits.ts';
import {
  addUtxos,
  musigSourceOf,
  type ProcessedPsbt,
  type PsbtSteps,
  processApproved,
  silentSigningOf,
} from './process-approved.ts';
import { approveAndSign } from './sign-with-keys.ts';
import { externalKeys } from './signers.ts';

/** Facts about a PSBT that do not come from its keys. */
export type KeySessionFacts = Pick<Signing, 'past' | 'spent'> & {
  /** Owners that an earlier review found with the same keys. They are not searched again. */
  readonly findOwners?: FindOwners | undefined;
  /** The id that the review must have. */
  readonly reviewed?: string | undefined;
  /** The review by the same keys and facts that was shown. It is not made again. */
  readonly shown?: Review | undefined;
};

/** A PSBT with the coins that the chain knows, and what is known about it. */
type KeySession = {
  readonly psbt: Psbt;
  readonly evidence: Omit<PsbtSigning, 'psbt' | 'signs'>;
  readonly keys: OpenKeys;
};

/** The result of a review by keys. */
export type ReviewedByKeys = {
  readonly review: Review;
  /** The PSBT with the coins that the chain knows. */
  readonly psbt: Psbt;
  /** Finds the owners again, for `KeySessionFacts`. Absent without keys. */
  readonly findOwners: FindOwners | undefined;
};

/** The result of signing by keys. */
export type SignedByKeys = ProcessedPsbt & {
  /** The review that was approved. Absent if the lock times of the inputs exclude each other. */
  readonly review: Review | undefined;
};

/**
 * Opens the keys of a ring for a PSBT, calls `use`, and overwrites the derived keys. Only keys that
 * the PSBT names, or whose scripts it spends, can sign.
 */
async function withSession<T>(
  given: Psbt,
  ring: KeyRing,
  facts: KeySessionFacts,
  context: Context,
  use: (session: KeySession) => Promise<T>,
): Promise<T> {
  const known = await knownCoinsOf(given, context);
  const keys = await openFor(withCoins(given, known), ring, context);
  try {
    const psbt = await addUtxos(given, keys.provider, context);
    const findProvider = () => keys.provider;
    const evidence = { ...evidenceOf(keys, facts), known, findProvider };
    return await use({ psbt, keys, evidence });
  } finally {
    for (const key of keys.privateKeys) key.wipe();
  }
}

type Opened = OpenKeys & {
  /** Finds own scripts by wallets, accounts and keys. Absent without keys. */
  readonly findOwners: (() => FindOwners) | undefined;
};

async function openFor(psbt: Psbt, ring: KeyRing, context: Context): Promise<Opened> {
  const { network, secp256k1, pause } = context;
  const opening = { networks: [network], secp256k1, pause };
  const keys = await runTask(openKeysTask({ ring }, psbt, opening));
  const hasKeys = ring.masters.length + ring.descriptors.length > 0;
  const findOwners = hasKeys ? () => openedOwners(ring, psbt, keys, context) : undefined;
  return { ...keys, findOwners };
}

/** Adds coins that the chain knows, for a search. */
function withCoins(psbt: Psbt, known: ReadonlyMap<string, Coin>): Psbt {
  const withCoin = (input: PsbtInput): PsbtInput => {
    const coin =
      spentOutput(input) === undefined ? known.get(outPointKey(input.prevout)) : undefined;
    const { value, scriptPubKey } = coin ?? {};
    if (value === undefined || scriptPubKey === undefined) return input;
    return { ...input, witnessUtxo: { value, scriptPubKey } };
  };
  return known.size === 0 ? psbt : { ...psbt, inputs: psbt.inputs.map(withCoin) };
}

/**
 * Reviews a PSBT with the keys of a ring. Nothing is signed. Returns `undefined` if the lock times
 * of the inputs exclude each other.
 */
export async function reviewByKeys(
  given: Psbt,
  ring: KeyRing,
  facts: KeySessionFacts,
  context: Context,
): Promise<ReviewedByKeys | undefined> {
  return withSession(given, ring, facts, context, async ({ psbt, evidence }) => {
    const limits = parseSigningLimits({}, context, { wallet: false });
    const asked = { ...evidence, psbt, signs: false };
    const review = limits && (await reviewPsbt(asked, limits, context));
    return review && { review, psbt, findOwners: evidence.findOwners };
  });
}

/**
 * Signs a PSBT with the keys of a ring, after the review was approved. Complete inputs become
 * final.
 */
export async function signByKeys(
  given: Psbt,
  ring: KeyRing,
  facts: KeySessionFacts,
  context: Context,
): Promise<SignedByKeys> {
  return withSession(given, ring, facts, context, async ({ psbt, keys, evidence }) => {
    const { secp256k1 } = context;
    const limits = parseSigningLimits({ reviewed: facts.reviewed }, context, { wallet: false });
    const provider = externalKeys(context)?.(keys.provider) ?? keys.provider;
    const musig = musigSourceOf(context);
    const silent = silentSigningOf(context);
    // The review covers the sighash types that the PSBT stores.
    const how = { storedTypes: true, finalize: true, musig, silent, secp256k1, provider };
    let review: Review | undefined;
    const onApproved = (approved: Review) => {
      review = approved;
    };
    const steps: PsbtSteps = {
      approval: {
        ...evidence,
        shown: facts.shown,
        findProvider: () => provider,
        limits,
        signs: true,
        onApproved,
      },
      sign: (filled, signer) => signPsbtTask({ ...how, psbt: filled }, signer),
    };
    const done = await processApproved(psbt, steps, context);
    return { ...done, review };
  });
}

/** A raw transaction, and the coins that it spends. */
export type RawByKeys = Pick<RawSigning, 'transaction'> & {
  /** Adds coins that the caller names to the known ones. */
  readonly namedCoins?: ((known: RawSigning['known']) => NamedCoins) | undefined;
};

type NamedCoins = Pick<RawSigning, 'coins' | 'previous'> & {
  /** Scripts that the caller names. They serve the review only. */
  readonly named?: SigningProvider | undefined;
};

/**
 * Opens the keys of a ring for a raw transaction, calls `use` with what is known about it, and
 * overwrites the derived keys.
 */
async function withRaw<T>(
  { transaction, namedCoins }: RawByKeys,
  ring: KeyRing,
  facts: KeySessionFacts,
  context: Context,
  use: (raw: Omit<RawSigning, 'signs'>, named: SigningProvider | undefined) => Promise<T>,
): Promise<T> {
  const known = await knownCoinsOf(transaction, context);
  const { named, ...given } = namedCoins?.(known) ?? { coins: known };
  const keys = await openFor(withCoins(createPsbt(transaction, 0), given.coins), ring, context);
  try {
    const { provider } = keys;
    const evidence = evidenceOf(keys, facts);
    return await use({ ...evidence, ...given, transaction, known, provider }, named);
  } finally {
    for (const key of keys.privateKeys) key.wipe();
  }
}

/** Reviews a raw transaction with the keys of a ring. Nothing is signed. */
export const reviewRawByKeys = (
  given: RawByKeys,
  ring: KeyRing,
  facts: KeySessionFacts,
  context: Context,
): Promise<Review> =>
  withRaw(given, ring, facts, context, async (raw, named) => {
    const provider = named ? joinProviders(named, raw.provider) : raw.provider;
    const limits = parseSigningLimits({}, context, { wallet: false });
    invariant(limits !== undefined, 'a profile with reviews limits fees');
    return reviewRaw({ ...raw, provider, signs: false }, limits, context);
  });

/** Signs a raw transaction with the keys of a ring, after the review was approved. */
export const signRawByKeys = (
  given: RawByKeys,
  ring: KeyRing,
  facts: KeySessionFacts,
  context: Context,
): Promise<JsonObject> =>
  withRaw(given, ring, facts, context, async (raw) => {
    const sighashType = parseSighashArgument(undefined);
    const limits = parseSigningLimits({ reviewed: facts.reviewed }, context, { wallet: false });
    return approveAndSign({ ...raw, sighashType, signs: true }, limits, context);
  });

const knownCoinsOf = ({ inputs }: Pick<Transaction | Psbt, 'inputs'>, context: Context) =>
  findKnownCoins(
    context,
    inputs.map(({ prevout }) => prevout),
  );

const evidenceOf = (keys: Opened, facts: KeySessionFacts) => ({
  findOwners: facts.findOwners ?? keys.findOwners?.(),
  past: facts.past,
  spent: facts.spent,
});
