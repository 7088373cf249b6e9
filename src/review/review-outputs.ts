import { mastersOf } from '../descriptor/key-path.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { Network } from '../encoding/network.ts';
import { isDust } from '../policy/standard.ts';
import type { SilentOutput } from '../psbt/silent-payments.ts';
import { formatAddress } from '../script/address.ts';
import { solveScript } from '../script/templates.ts';
import type { Pause, Task } from '../signing/task.ts';
import { formatSilentAddress } from '../silent/silent-address.ts';
import type { TxOut } from '../transaction/transaction.ts';
import { mastersOfOthers, withoutCosigners } from './cosigners.ts';
import { askOwners, type Evidence, type FindOwners } from './evidence.ts';
import { proveAmounts } from './fee-proof.ts';
import { findLookAlikes } from './find-alike.ts';
import type { Owner, ReviewedInput, ReviewedOutput, ReviewedSilentPayment } from './model.ts';
import { foreignRole } from './outputs.ts';
import type { OwnKeys } from './own-keys.ts';
import { namedBy, questionOf } from './review-inputs.ts';
import { differsFromCoins } from './shared-wallet.ts';
import { noClaim, type Subject } from './subject.ts';

/** The inputs, and what finds the scripts of a wallet that the PSBT proves. */
type Coins = {
  readonly inputs: readonly ReviewedInput[];
  readonly find: FindOwners | undefined;
};

export function* reviewOutputs(
  subject: Subject,
  coins: Coins,
  evidence: Evidence,
  pause: Pause | undefined,
): Task<readonly ReviewedOutput[]> {
  const { transaction, claims } = subject;
  const { inputs } = coins;
  const { findOwners, network } = evidence;
  const silent = silentOutputs(subject, inputs, findOwners);
  const owners = yield* ownersOf(subject, coins, silent, findOwners, pause);
  const judge = yield* claimJudge(subject, inputs, owners, findOwners, pause);
  const used = new Set((evidence.knownScripts ?? []).map(encodeHex));
  const alike = lookAlikes(transaction.outputs, inputs, owners, evidence);
  const wallets = new Set(inputs.flatMap(({ owner }) => (owner ? mastersOf(owner.paths) : [])));
  return transaction.outputs.map((output, index): ReviewedOutput => {
    const { value, scriptPubKey } = output;
    const owner = owners?.[index];
    const silentPayment = describeSilent(silent.get(index), network);
    const isUnset = silentPayment !== undefined && scriptPubKey.length === 0;
    const role = isUnset ? 'payment' : foreignRole(output, claims[index] ?? noClaim, subject.isKey);
    return {
      value,
      scriptPubKey,
      address: silentPayment?.address ?? formatAddress(scriptPubKey, network),
      role: (owner && roleOf(owner, wallets)) ?? role,
      owner,
      label: owner?.label,
      silentPayment,
      ...judge(output, index),
      isDust: isDust(output),
      isUsed: used.has(encodeHex(scriptPubKey)),
      resembles: alike[index],
    };
  });
}

type SilentOutputs = ReadonlyMap<number, SilentOutput>;

/** Returns the outputs that pay silent payment addresses, by number. */
function silentOutputs(
  { silentPayments }: Subject,
  inputs: Coins['inputs'],
  findOwners: FindOwners | undefined,
): SilentOutputs {
  const isSure = proveAmounts(inputs, findOwners !== undefined).kind === 'proven';
  return new Map(
    silentPayments?.outputs.map((each) => {
      // Others can claim another script for their coin, and the proof would be about that one.
      return [each.index, { ...each, isProven: each.isProven && isSure }] as const;
    }),
  );
}

type Owners = readonly (Owner | undefined)[];

/** Returns the owners of the outputs; `undefined` if there is no wallet to ask. */
function* ownersOf(
  { transaction, claims }: Subject,
  { inputs, find: findProven }: Coins,
  silent: SilentOutputs,
  findOwners: FindOwners | undefined,
  pause: Pause | undefined,
): Task<Owners | undefined> {
  const silentOf = (index: number, script: Bytes) => {
    const found = silent.get(index);
    return found?.isProven || script.length === 0 ? found : undefined;
  };
  const questions = transaction.outputs.map(({ scriptPubKey }, index) => ({
    ...questionOf(scriptPubKey, claims[index]?.named),
    silent: silentOf(index, scriptPubKey),
  }));
  const coins = inputs.flatMap((input) => input.scriptPubKey ?? []);
  if (pause) yield* findOwners?.prepare?.(questions, pause) ?? [];
  const proven = findProven?.(questions, coins);
  return (
    findOwners &&
    askOwners(findOwners, questions, coins).map((owner, index) => owner ?? proven?.[index])
  );
}

type ClaimVerdict = Pick<ReviewedOutput, 'isClaimed' | 'isForged' | 'isStrange' | 'isShared'>;

/** Returns what judges the claim of an output that it pays the user. */
function* claimJudge(
  { transaction, claims, spends }: Subject,
  inputs: Coins['inputs'],
  owners: Owners | undefined,
  findOwners: FindOwners | undefined,
  pause: Pause | undefined,
): Task<(output: TxOut, index: number) => ClaimVerdict> {
  const shared = spends.filter((_, i) => inputs[i]?.claim === 'shared');
  const keys = findOwners?.keys && withProven(findOwners.keys, inputs);
  const masters = keys && (yield* mastersOfOthers(keys, namedBy(spends), pause));
  const names = transaction.outputs.map((_, index) => {
    const named = owners?.[index] ? [] : (claims[index]?.named ?? []);
    return keys && masters
      ? withoutCosigners(named, masters, keys)
      : { claims: named, isUnsure: false };
  });
  const verdicts = keys?.judge(names.map((each) => each.claims));
  const fingerprints = namedFingerprints(inputs, spends, findOwners);
  const holds = keys?.holds ?? (() => false);
  const isUnregistered = inputs.some(({ claim }) => claim === 'shared');
  return (output, index) => {
    const claim = claims[index];
    const verdict = verdicts?.[index] ?? 'unknown';
    const isNamed = names[index]?.claims.some(({ origin }) =>
      fingerprints.has(encodeHex(origin.fingerprint)),
    );
    const isClaimed = verdict !== 'unknown' || isNamed === true;
    // A label that only a cosigner may have made is no proof of fraud.
    const isUnsure = !isClaimed && names[index]?.isUnsure === true;
    const isStrange = isClaimed && claim && differsFromCoins(claim, output.scriptPubKey, shared);
    const isFitting = isUnregistered && verdict === 'ours' && isStrange !== true;
    return {
      isClaimed: isClaimed || isUnsure,
      isForged: verdict === 'forged',
      ...(isStrange ? { isStrange } : {}),
      ...(isUnsure || (isFitting && isSharedOutput(output, claim, holds))
        ? { isShared: true }
        : {}),
    };
  };
}

function lookAlikes(
  outputs: readonly TxOut[],
  inputs: Coins['inputs'],
  owners: Owners | undefined,
  { findOwners, network, knownScripts = [], past }: Evidence,
): ReturnType<typeof findLookAlikes> {
  const paid = outputs.map(({ scriptPubKey }, i) => {
    return { scriptPubKey, isOwn: owners?.[i] !== undefined };
  });
  const spent = inputs.flatMap(({ owner, scriptPubKey }) => (owner && scriptPubKey) ?? []);
  return findLookAlikes(paid, {
    known: [...knownScripts, ...paidBefore(past)],
    own: [...spent, ...(findOwners?.scripts?.() ?? [])],
    address: (script) => formatAddress(script, network),
  });
}

/** Adds the master keys of a wallet that the PSBT proves. */
function withProven(keys: OwnKeys, inputs: readonly ReviewedInput[]): OwnKeys {
  const paths = inputs.flatMap(({ owner, isProven }) => (isProven ? (owner?.paths ?? []) : []));
  const masters = new Set(paths.map((path) => path.slice(0, 8)));
  return masters.size > 0 ? { ...keys, wallets: [...keys.wallets, masters] } : keys;
}

/** Returns the scripts that earlier signed transactions paid. */
function paidBefore(past: Evidence['past']): readonly Bytes[] {
  const scripts = new Map<string, Bytes>();
  for (const { payments = [] } of past?.values() ?? []) {
    for (const { scriptPubKey } of payments) scripts.set(encodeHex(scriptPubKey), scriptPubKey);
  }
  return [...scripts.values()];
}

/**
 * Returns the role of an output of the user. Change goes back to a wallet that coins come from, so
 * another set of master keys makes it a payment to oneself. Owners without paths belong to any
 * wallet.
 */
function roleOf(owner: Owner, wallets: ReadonlySet<string>): Owner['role'] {
  const masters = mastersOf(owner.paths);
  const isKnown = masters !== '' && wallets.size > 0 && !wallets.has('');
  return isKnown && !wallets.has(masters) ? 'own' : owner.role;
}

/**
 * Returns whether the scripts of an output may contain a key of the user, as far as they are known.
 */
function isSharedOutput(
  { scriptPubKey }: TxOut,
  claim: Subject['claims'][number] | undefined,
  holds: OwnKeys['holds'],
): boolean {
  const { items = [], misfits = [] } = claim ?? {};
  const { kind } = solveScript(scriptPubKey);
  const isHash = ['scripthash', 'witness_v0_scripthash', 'witness_v1_taproot'].includes(kind);
  return isHash && misfits.length === 0 && (items.length === 0 || items.some(holds));
}

function describeSilent(
  output: SilentOutput | undefined,
  network: Network,
): ReviewedSilentPayment | undefined {
  if (output === undefined) return undefined;
  return { address: formatSilentAddress(output.recipient, network), isProven: output.isProven };
}

/**
 * Returns fingerprints of the user's master keys, if the user owns an input. If there are no
 * descriptors, returns all that inputs name.
 */
function namedFingerprints(
  inputs: readonly ReviewedInput[],
  spends: Subject['spends'],
  findOwners: Evidence['findOwners'],
): ReadonlySet<string> {
  const named = spends.flatMap((spend) => spend.named);
  if (findOwners === undefined) {
    return new Set(named.map(({ origin }) => encodeHex(origin.fingerprint)));
  }
  const owners = new Set(inputs.flatMap(({ owner }) => owner ?? []));
  const isOurs =
    owners.size > 0 || inputs.some(({ claim }) => claim === 'key' || claim === 'shared');
  const paths = [...owners].flatMap((owner) => owner.paths);
  const own = isOurs ? (findOwners.keys?.fingerprints ?? []) : [];
  return new Set([...paths.map((path) => path.slice(0, 8)), ...own]);
}
