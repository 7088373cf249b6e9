import { HARDENED } from '../descriptor/extended-key.ts';
import { mastersOf } from '../descriptor/key-path.ts';
import { equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { lastOf } from '../encoding/list.ts';
import type { Network } from '../encoding/network.ts';
import { isDust, nonStandardReasons } from '../policy/standard.ts';
import type { SilentOutput } from '../psbt/silent-payments.ts';
import { formatAddress } from '../script/address.ts';
import { solveScript } from '../script/templates.ts';
import { formatSilentAddress } from '../silent/silent-address.ts';
import { feeRateOf, perVbyte } from '../transaction/fee-bounds.ts';
import { type Coin, outPointKey, type TxOut } from '../transaction/transaction.ts';
import { virtualSize } from '../transaction/weight.ts';
import type { FindingId } from './catalog.ts';
import type { Evidence } from './evidence.ts';
import { broughtBy, feeFacts, shareOf, sum } from './facts.ts';
import { proveFee } from './fee-proof.ts';
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
import { foreignRole, withPendingScripts } from './outputs.ts';
import type { NamedKey, OwnKeys } from './own-keys.ts';
import { noClaim, type Subject } from './subject.ts';

/** Reviews a transaction: its effects, and all findings. */
export function reviewSubject(subject: Subject, evidence: Evidence): Review {
  const inputs = reviewInputs(subject, evidence);
  const outputs = reviewOutputs(subject, inputs, evidence);
  const facts = reviewWhole(subject, { inputs, outputs }, evidence);
  return { ...facts, findings: findAll(facts, subject, evidence) };
}

function reviewInputs(subject: Subject, evidence: Evidence): readonly ReviewedInput[] {
  const { transaction, spends } = subject;
  // Facts from the wallet or the chain override those from the transaction's author.
  const coins = transaction.inputs.map(({ prevout }, index) => {
    const known = evidence.known?.get(outPointKey(prevout));
    return known?.value === undefined ? spends[index]?.coin : known;
  });
  const owners = evidence.findOwners?.(
    spends.map(({ named }, index) => ({
      scriptPubKey: coins[index]?.scriptPubKey ?? new Uint8Array(0),
      hints: hintsOf(named),
    })),
  );
  const claims = claimsOfInputs(spends, owners, evidence.findOwners?.keys);
  const isForeign = (index: number) =>
    owners !== undefined && owners[index] === undefined && claims[index] !== 'shared';
  return transaction.inputs.map(({ prevout, sequence }, index): ReviewedInput => {
    const spend = spends[index];
    const known = evidence.known?.get(outPointKey(prevout));
    const isKnown = known?.value !== undefined;
    const coin = coins[index];
    const problems = spend?.problems ?? [];
    return {
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
    };
  });
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
      return {
        fingerprint: name && encodeHex(name.origin.fingerprint),
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
function claimsOfInputs(
  spends: Subject['spends'],
  owners: readonly (Owner | undefined)[] | undefined,
  keys: OwnKeys | undefined,
): readonly ReviewedInput['claim'][] {
  if (keys === undefined) return [];
  const open = (i: number) => owners?.[i] === undefined;
  const verdicts = keys.judge(spends.map(({ named }, i) => (open(i) ? named : [])));
  return spends.map(({ coin, items, verdict, isShared }, i): ReviewedInput['claim'] => {
    if (coin === undefined || !open(i)) return undefined;
    if (items.some(keys.holds)) {
      if (keys.hasWallet === false && isShared === true) return 'shared';
      // A final input takes no signature.
      if (verdict === undefined) return 'key';
    }
    return verdicts[i] === 'unknown' ? undefined : 'name';
  });
}

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

function reviewOutputs(
  { transaction, claims, spends, silentPayments, isKey }: Subject,
  inputs: readonly ReviewedInput[],
  { findOwners, network, knownScripts = [] }: Evidence,
): readonly ReviewedOutput[] {
  const owners = findOwners?.(
    transaction.outputs.map(({ scriptPubKey }, index) => ({
      scriptPubKey,
      hints: hintsOf(claims[index]?.named ?? []),
    })),
    inputs.flatMap((input) => input.scriptPubKey ?? []),
  );
  const namedOf = (index: number) => (owners?.[index] ? [] : (claims[index]?.named ?? []));
  const verdicts = findOwners?.keys?.judge(transaction.outputs.map((_, index) => namedOf(index)));
  const fingerprints = namedFingerprints(inputs, spends, findOwners);
  const holds = findOwners?.keys?.holds ?? (() => false);
  const isUnregistered = inputs.some(({ claim }) => claim === 'shared');
  const used = new Set(knownScripts.map(encodeHex));
  const paid = transaction.outputs.map(({ scriptPubKey }, i) => {
    return { scriptPubKey, isOwn: owners?.[i] !== undefined };
  });
  const spent = inputs.flatMap(({ owner, scriptPubKey }) => (owner && scriptPubKey) ?? []);
  const alike = findLookAlikes(paid, {
    known: knownScripts,
    own: [...spent, ...(findOwners?.scripts?.() ?? [])],
    address: (script) => formatAddress(script, network),
  });
  const wallets = new Set(inputs.flatMap(({ owner }) => (owner ? mastersOf(owner.paths) : [])));
  const silent = new Map(silentPayments?.outputs.map((each) => [each.index, each]));
  return transaction.outputs.map((output, index): ReviewedOutput => {
    const { value, scriptPubKey } = output;
    const owner = owners?.[index];
    const claim = claims[index];
    const silentPayment = describeSilent(silent.get(index), network);
    const isUnset = silentPayment !== undefined && scriptPubKey.length === 0;
    const verdict = verdicts?.[index] ?? 'unknown';
    const names = namedOf(index).some(({ origin }) =>
      fingerprints.has(encodeHex(origin.fingerprint)),
    );
    return {
      value,
      scriptPubKey,
      role:
        (owner && roleOf(owner, wallets)) ??
        (isUnset ? 'payment' : foreignRole(output, claim ?? noClaim, isKey)),
      owner,
      label: owner?.label,
      silentPayment,
      isClaimed: verdict !== 'unknown' || names,
      isForged: verdict === 'forged',
      ...(isUnregistered && verdict === 'ours' && isSharedOutput(output, claim, holds)
        ? { isShared: true }
        : {}),
      isDust: isDust(output),
      isUsed: used.has(encodeHex(scriptPubKey)),
      resembles: alike[index],
    };
  });
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
    inputs,
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
    }),
    fields,
    isModifiable,
    now: evidence.now ?? {},
  };
}
