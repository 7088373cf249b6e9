import { hash160 } from '../crypto/hash.ts';
import { HARDENED } from '../descriptor/extended-key.ts';
import { mastersOf } from '../descriptor/key-path.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { lastOf } from '../encoding/list.ts';
import { type Network, networks } from '../encoding/network.ts';
import { isDust, nonStandardReasons } from '../policy/standard.ts';
import type { SilentOutput } from '../psbt/silent-payments.ts';
import { formatAddress } from '../script/address.ts';
import { solveScript } from '../script/templates.ts';
import { type Pause, runNow, type Task } from '../signing/task.ts';
import { formatSilentAddress } from '../silent/silent-address.ts';
import { feeRateOf, perVbyte } from '../transaction/fee-bounds.ts';
import { type Coin, outPointKey, type TxOut } from '../transaction/transaction.ts';
import { virtualSize } from '../transaction/weight.ts';
import type { FindingId } from './catalog.ts';
import { isOfCosigner, mastersOfOthers, withoutCosigners } from './cosigners.ts';
import { askOwners, type Evidence, type FindOwners, type OwnerQuestion } from './evidence.ts';
import { broughtBy, feeFacts, shareOf, sum } from './facts.ts';
import { proveAmounts, proveFee, withCovered } from './fee-proof.ts';
import { findLookAlikes } from './find-alike.ts';
import { findAll } from './findings.ts';
import type {
  Certainty,
  Cosigners,
  Owner,
  Review,
  ReviewedInput,
  ReviewedOutput,
  ReviewedSilentPayment,
  ReviewFacts,
} from './model.ts';
import { findOtherNetwork } from './other-network.ts';
import { foreignRole, withPendingScripts } from './outputs.ts';
import { MOST_IN_LIST, type NamedKey, type OwnKeys } from './own-keys.ts';
import { differsFromCoins } from './shared-wallet.ts';
import { noClaim, type Subject } from './subject.ts';

/** Reviews a transaction: its effects, and all findings. */
export const reviewSubject = (subject: Subject, evidence: Evidence): Review =>
  runNow(reviewTask(subject, evidence));

/** Reviews as `reviewSubject` does, and lets other work run. */
export function* reviewTask(subject: Subject, evidence: Evidence, pause?: Pause): Task<Review> {
  const read = yield* reviewInputs(subject, evidence, pause);
  if (pause) yield pause();
  const proven = provenWallet(subject, read);
  const otherNetwork = findOtherNetwork(subject, read, evidence);
  const network = otherNetwork === undefined ? evidence.network : networks[otherNetwork];
  const inputs = (proven?.inputs ?? read).map((input) => ({
    ...input,
    address: input.scriptPubKey && formatAddress(input.scriptPubKey, network),
  }));
  const known = { ...evidence, network };
  const outputs = yield* reviewOutputs(subject, { inputs, find: proven?.find }, known, pause);
  if (pause) yield pause();
  const facts = { ...reviewWhole(subject, { inputs, outputs }, evidence), otherNetwork };
  if (pause) yield pause();
  return { ...facts, findings: findAll(facts, subject, evidence) };
}

/**
 * Finds the owners of coins of a wallet that is not open but that the extended keys of the PSBT
 * prove. All coins of the user have to be of that wallet: the change of others could go to a wallet
 * that an attacker shares with the user.
 */
function provenWallet(
  { spends, walletOf }: Subject,
  inputs: readonly ReviewedInput[],
): { readonly inputs: readonly ReviewedInput[]; readonly find: FindOwners } | undefined {
  const isOurs = ({ owner, claim }: ReviewedInput) => owner !== undefined || claim !== undefined;
  const ours = inputs.flatMap((input, i) => (isOurs(input) ? (spends[i] ?? []) : []));
  const isShared = inputs.every((input) => !isOurs(input) || input.claim === 'shared');
  const find = isShared && ours.length > 0 ? walletOf?.(ours) : undefined;
  if (find === undefined) return undefined;
  const owners = find(inputs.map((input, i) => questionOf(input.scriptPubKey, spends[i]?.named)));
  const found = inputs.map((input, i) =>
    isOurs(input) ? { ...input, owner: owners[i], claim: undefined, isProven: true } : input,
  );
  return { inputs: found, find };
}

const questionOf = (
  scriptPubKey: Bytes = new Uint8Array(0),
  named: readonly NamedKey[] = [],
): OwnerQuestion => ({ scriptPubKey, hints: hintsOf(named) });

/** Number of inputs that are described between pauses. */
const FEW = 16;

function* reviewInputs(
  subject: Subject,
  evidence: Evidence,
  pause: Pause | undefined,
): Task<readonly ReviewedInput[]> {
  const { transaction, spends } = subject;
  // Facts from the wallet or the chain override those from the transaction's author.
  const coins = transaction.inputs.map(({ prevout }, index) => {
    const known = evidence.known?.get(outPointKey(prevout));
    return known?.value === undefined ? spends[index]?.coin : known;
  });
  const questions = spends.map(({ named }, i) => questionOf(coins[i]?.scriptPubKey, named));
  if (pause) yield* evidence.findOwners?.prepare?.(questions, pause) ?? [];
  const owners = evidence.findOwners && askOwners(evidence.findOwners, questions);
  const claims = yield* claimsOfInputs(spends, owners, evidence.findOwners?.keys, pause);
  const isForeign = (index: number) =>
    owners !== undefined && owners[index] === undefined && claims[index] !== 'shared';
  if (pause) yield pause();
  const reviewed: ReviewedInput[] = [];
  for (const [index, { prevout, sequence }] of transaction.inputs.entries()) {
    if (pause && index % FEW === FEW - 1) yield pause();
    const spend = spends[index];
    const known = evidence.known?.get(outPointKey(prevout));
    const isKnown = known?.value !== undefined;
    const coin = coins[index];
    const problems = spend?.problems ?? [];
    reviewed.push({
      outPoint: prevout,
      value: coin?.value,
      certainty: isKnown ? 'known' : certaintyOf(spend, isForeign(index)),
      scriptPubKey: coin?.scriptPubKey,
      lock: spend?.lock ?? 'unknown',
      owner: owners?.[index],
      claim: claims[index],
      cosigners: spend && cosignersOf(spend, evidence.findOwners?.keys),
      sighashType: spend?.sighashType,
      signatures: spend?.signatures ?? [],
      verdict: spend?.verdict,
      sequence,
      problems: [...problems, ...contradictions(spend?.coin, known)],
    });
  }
  return reviewed;
}

/** A signature commits to an amount only if the user makes it. */
function certaintyOf(spend: Subject['spends'][number] | undefined, isForeign: boolean): Certainty {
  if (spend === undefined) return 'claimed';
  if (spend.certainty !== 'committed') return spend.certainty;
  return isForeign ? 'claimed' : 'committed';
}

const NOWHERE = { fingerprint: new Uint8Array(4), path: [] };

/** Lists the keys of a multisig script. The PSBT's names for other people's keys are unproven. */
function cosignersOf(
  { quorum, named, signatures }: Subject['spends'][number],
  keys: OwnKeys | undefined,
): Cosigners | undefined {
  if (quorum === undefined) return undefined;
  return {
    required: quorum.required,
    keys: quorum.publicKeys.map((publicKey) => {
      const name = named.find((each) => equalBytes(each.publicKey, publicKey));
      // A registered wallet contains the public keys of cosigners too.
      const isOwn =
        keys?.holds(publicKey) === true &&
        keys.canSign?.(name ?? { publicKey, origin: NOWHERE }) !== false;
      const fingerprint = name && encodeHex(name.origin.fingerprint);
      const isMislabelled =
        isOwn && fingerprint !== undefined && !keys.fingerprints.has(fingerprint);
      return {
        fingerprint,
        ...(isMislabelled && { isMislabelled }),
        isOwn,
        hasSigned: signatures.some((each) => each.isValid && equalBytes(each.publicKey, publicKey)),
      };
    }),
  };
}

function contradictions(said: Coin | undefined, known: Coin | undefined): readonly FindingId[] {
  if (said?.value === undefined || known?.value === undefined) return [];
  if (said.value !== known.value) return ['amount-contradicted'];
  return equalBytes(said.scriptPubKey, known.scriptPubKey) ? [] : ['utxo-mismatch'];
}

/** Finds the user's keys in inputs whose scripts no descriptor derives. */
function* claimsOfInputs(
  spends: Subject['spends'],
  owners: readonly (Owner | undefined)[] | undefined,
  keys: OwnKeys | undefined,
  pause: Pause | undefined,
): Task<readonly ReviewedInput['claim'][]> {
  if (keys === undefined) return [];
  const open = (i: number) => owners?.[i] === undefined;
  const masters = yield* mastersOfOthers(keys, namedBy(spends), pause);
  const claimed = spends.map(({ named }) =>
    named.filter((each) => !isOfCosigner(each, masters, keys)),
  );
  const verdicts = keys.judge(claimed.map((named, i) => (open(i) ? named : [])));
  const isOurs = (item: Bytes, i: number) => {
    const name = spends[i]?.named.find(
      ({ publicKey }) => equalBytes(publicKey, item) || equalBytes(hash160(publicKey), item),
    );
    return keys.holds(item) && (name === undefined || claimed[i]?.includes(name) === true);
  };
  return spends.map(({ coin, items, verdict, isShared }, i): ReviewedInput['claim'] => {
    if (coin === undefined || !open(i)) return undefined;
    if (items.some((item) => isOurs(item, i))) {
      if (keys.hasWallet === false && isShared === true) return 'shared';
      // A final input takes no signature.
      if (verdict === undefined) return 'key';
    }
    return verdicts[i] === 'unknown' ? undefined : 'name';
  });
}

const namedBy = (spends: Subject['spends']): readonly NamedKey[] =>
  spends.flatMap(({ named }) => named.slice(0, MOST_IN_LIST));

/** Limit on positions that one input or output may name. */
const MOST_HINTS = 32;

/** Returns the last steps of paths, where descriptors have their wildcard. */
function hintsOf(named: readonly NamedKey[]): readonly number[] {
  const hints = new Set<number>();
  for (const { origin } of named) {
    const last = lastOf(origin.path);
    // A hardened wildcard has the same positions.
    if (last !== undefined) hints.add(last % HARDENED);
    if (hints.size === MOST_HINTS) break;
  }
  return [...hints];
}

/** The inputs, and what finds the scripts of a wallet that the PSBT proves. */
type Coins = {
  readonly inputs: readonly ReviewedInput[];
  readonly find: FindOwners | undefined;
};

function* reviewOutputs(
  { transaction, claims, spends, silentPayments, isKey }: Subject,
  { inputs, find: findProven }: Coins,
  { findOwners, network, knownScripts = [], past }: Evidence,
  pause: Pause | undefined,
): Task<readonly ReviewedOutput[]> {
  const isSure = proveAmounts(inputs, findOwners !== undefined).kind === 'proven';
  const silent = new Map(
    silentPayments?.outputs.map((each) => {
      // Others can claim another script for their coin, and the proof would be about that one.
      return [each.index, { ...each, isProven: each.isProven && isSure }] as const;
    }),
  );
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
  const owners =
    findOwners &&
    askOwners(findOwners, questions, coins).map((owner, index) => owner ?? proven?.[index]);
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
  const used = new Set(knownScripts.map(encodeHex));
  const paid = transaction.outputs.map(({ scriptPubKey }, i) => {
    return { scriptPubKey, isOwn: owners?.[i] !== undefined };
  });
  const spent = inputs.flatMap(({ owner, scriptPubKey }) => (owner && scriptPubKey) ?? []);
  const alike = findLookAlikes(paid, {
    known: [...knownScripts, ...paidBefore(past)],
    own: [...spent, ...(findOwners?.scripts?.() ?? [])],
    address: (script) => formatAddress(script, network),
  });
  const wallets = new Set(inputs.flatMap(({ owner }) => (owner ? mastersOf(owner.paths) : [])));
  return transaction.outputs.map((output, index): ReviewedOutput => {
    const { value, scriptPubKey } = output;
    const owner = owners?.[index];
    const claim = claims[index];
    const silentPayment = describeSilent(silent.get(index), network);
    const isUnset = silentPayment !== undefined && scriptPubKey.length === 0;
    const verdict = verdicts?.[index] ?? 'unknown';
    const isNamed = names[index]?.claims.some(({ origin }) =>
      fingerprints.has(encodeHex(origin.fingerprint)),
    );
    const isClaimed = verdict !== 'unknown' || isNamed === true;
    // A label that only a cosigner may have made is no proof of fraud.
    const isUnsure = !isClaimed && names[index]?.isUnsure === true;
    const isStrange = isClaimed && claim && differsFromCoins(claim, scriptPubKey, shared);
    return {
      value,
      scriptPubKey,
      address: silentPayment?.address ?? formatAddress(scriptPubKey, network),
      role:
        (owner && roleOf(owner, wallets)) ??
        (isUnset ? 'payment' : foreignRole(output, claim ?? noClaim, isKey)),
      owner,
      label: owner?.label,
      silentPayment,
      isClaimed: isClaimed || isUnsure,
      isForged: verdict === 'forged',
      ...(isStrange ? { isStrange } : {}),
      ...(isUnsure ||
      (isUnregistered &&
        verdict === 'ours' &&
        isStrange !== true &&
        isSharedOutput(output, claim, holds))
        ? { isShared: true }
        : {}),
      isDust: isDust(output),
      isUsed: used.has(encodeHex(scriptPubKey)),
      resembles: alike[index],
    };
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

type Parts = Pick<ReviewFacts, 'inputs' | 'outputs'>;

function reviewWhole(
  subject: Subject,
  { inputs, outputs }: Parts,
  evidence: Evidence,
): ReviewFacts {
  const { transaction, fields, isModifiable } = subject;
  const total = broughtBy(inputs);
  const fee = evidence.fee ?? total - sum(outputs.map(({ value }) => value));
  const feeProof = proveFee(inputs, evidence.findOwners !== undefined, total);
  const isTold = evidence.fee !== undefined && feeProof.kind === 'unknown';
  const knowsOwners = evidence.findOwners !== undefined;
  const isFinal = inputs.length > 0 && inputs.every(({ verdict }) => verdict !== undefined);
  const vsize = isFinal ? virtualSize(transaction) : subject.vsize;
  const { lifted = 0 } = evidence;
  const cost = feeFacts({ inputs, outputs, knowsOwners, fee, vsize, lifted });
  return {
    transaction,
    network: evidence.network.name,
    inputs: withCovered(inputs, knowsOwners),
    outputs,
    knowsOwners,
    fee,
    feeProof: isTold ? { ...feeProof, kind: 'foreign' } : feeProof,
    isWhole: isTold || inputs.every(({ value: amount }) => amount !== undefined),
    feeRate: vsize > 0 && fee > 0n ? perVbyte(feeRateOf(fee, vsize)) : 0,
    feeShare: shareOf(cost),
    vsize,
    lifted,
    isFinal,
    nonStandard: nonStandardReasons(withPendingScripts(transaction, outputs), {
      scripts: inputs.map(({ scriptPubKey }) => scriptPubKey),
      dust: outputs.filter((output) => output.isDust).length,
      hasFee: fee > 0n,
      vsize,
    }),
    fields,
    isModifiable,
    now: evidence.now ?? {},
  };
}
