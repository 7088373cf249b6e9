import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { lastOf } from '../encoding/list.ts';
import type { Network } from '../encoding/network.ts';
import type { SilentOutput } from '../psbt/silent-payments.ts';
import { formatAddress } from '../script/address.ts';
import { formatSilentAddress } from '../script/silent-address.ts';
import { type Coin, outPointKey } from '../transaction/transaction.ts';
import { virtualSize } from '../transaction/weight.ts';
import type { Evidence } from './evidence.ts';
import { broughtBy, feeFacts, shareOf, sum } from './facts.ts';
import { proveFee } from './fee-proof.ts';
import { findAll } from './findings.ts';
import type {
  Certainty,
  Owner,
  Review,
  ReviewedInput,
  ReviewedOutput,
  ReviewFacts,
  SilentPayment,
} from './model.ts';
import { findLookAlike, foreignRole, isDust, withPendingScripts } from './outputs.ts';
import { nonStandardReasons } from './standard.ts';
import type { Subject } from './subject.ts';

/** What a transaction does, and what is odd about it. */
export function reviewSubject(subject: Subject, evidence: Evidence): Review {
  const inputs = reviewInputs(subject, evidence);
  const outputs = reviewOutputs(subject, inputs, evidence);
  const facts = reviewWhole(subject, { inputs, outputs }, evidence);
  return { ...facts, findings: findAll(facts, subject, evidence) };
}

function reviewInputs(subject: Subject, evidence: Evidence): readonly ReviewedInput[] {
  const { transaction, spends } = subject;
  const owners = evidence.findOwners?.(
    spends.map(({ coin, origins }) => ({
      script: coin?.scriptPubKey ?? new Uint8Array(0),
      hints: hintsOf(origins),
    })),
  );
  return transaction.inputs.map(({ prevout, sequence }, index): ReviewedInput => {
    const spend = spends[index];
    const known = evidence.known?.get(outPointKey(prevout));
    const isKnown = known?.amount !== undefined;
    const coin = isKnown ? known : spend?.coin;
    const problems = spend?.problems ?? [];
    return {
      outPoint: prevout,
      amount: coin?.amount,
      certainty: isKnown ? 'known' : certaintyOf(spend, owners?.[index], owners !== undefined),
      scriptPubKey: coin?.scriptPubKey,
      lock: spend?.lock ?? 'not known',
      owner: owners?.[index],
      sighashType: spend?.sighashType,
      signatures: spend?.signatures ?? [],
      verdict: spend?.verdict,
      sequence,
      problems: contradicts(spend?.coin, known) ? [...problems, 'amount-contradicted'] : problems,
    };
  });
}

/** A signature commits to an amount only where the user makes one. */
function certaintyOf(
  spend: Subject['spends'][number] | undefined,
  owner: Owner | undefined,
  knowsOwners: boolean,
): Certainty {
  if (spend === undefined) return 'claimed';
  if (spend.certainty !== 'committed') return spend.certainty;
  return knowsOwners && owner === undefined ? 'claimed' : 'committed';
}

function contradicts(said: Coin | undefined, known: Coin | undefined): boolean {
  if (said?.amount === undefined || known?.amount === undefined) return false;
  return said.amount !== known.amount;
}

/** The last steps of paths: where a descriptor has its wildcard. */
function hintsOf(origins: Subject['spends'][number]['origins']): readonly number[] {
  const hints: number[] = [];
  for (const { path } of origins) {
    const last = lastOf(path);
    if (last !== undefined && last < 0x80000000) hints.push(last);
  }
  return hints;
}

function reviewOutputs(
  { transaction, claims, spends, silentPayments }: Subject,
  inputs: readonly ReviewedInput[],
  { findOwners, network, knownScripts = [] }: Evidence,
): readonly ReviewedOutput[] {
  const owners = findOwners?.(
    transaction.outputs.map(({ scriptPubKey }, index) => ({
      script: scriptPubKey,
      hints: hintsOf(claims[index]?.origins ?? []),
    })),
  );
  const fingerprints = namedFingerprints(inputs, spends, owners !== undefined);
  const used = new Set(knownScripts.map(encodeHex));
  const address = (script: Bytes) => formatAddress(script, network);
  const silent = new Map(silentPayments?.outputs.map((each) => [each.index, each]));
  return transaction.outputs.map((output, index): ReviewedOutput => {
    const { value, scriptPubKey } = output;
    const owner = owners?.[index];
    const claim = claims[index];
    const silentPayment = describeSilent(silent.get(index), network);
    const isUnset = silentPayment !== undefined && scriptPubKey.length === 0;
    const names = claim?.origins.some((each) => fingerprints.has(encodeHex(each.fingerprint)));
    return {
      value,
      scriptPubKey,
      role: owner?.role ?? (isUnset ? 'payment' : foreignRole(output, claim?.scripts ?? [])),
      owner,
      label: owner?.label,
      silentPayment,
      isClaimed: owner === undefined && names === true,
      isDust: isDust(output),
      isUsed: used.has(encodeHex(scriptPubKey)),
      resembles: owner ? undefined : findLookAlike(scriptPubKey, knownScripts, address),
    };
  });
}

function describeSilent(
  output: SilentOutput | undefined,
  network: Network,
): SilentPayment | undefined {
  if (output === undefined) return undefined;
  return { address: formatSilentAddress(output.recipient, network), isProven: output.isProven };
}

/** The master keys of ours: by what was derived anew, else by what the inputs name. */
function namedFingerprints(
  inputs: readonly ReviewedInput[],
  spends: Subject['spends'],
  knowsOwners: boolean,
): ReadonlySet<string> {
  const all = new Set<string>();
  if (knowsOwners) {
    for (const owner of new Set(inputs.map((input) => input.owner)))
      for (const path of owner?.paths ?? []) all.add(path.slice(0, 8));
  } else {
    for (const { origins } of spends)
      for (const each of origins) all.add(encodeHex(each.fingerprint));
  }
  return all;
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
    isWhole: isTold || inputs.every(({ amount }) => amount !== undefined),
    feeRate: vsize > 0 && fee > 0n ? (fee * 1000n) / BigInt(vsize) : 0n,
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
