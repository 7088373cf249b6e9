import { networks } from '../encoding/network.ts';
import { nonStandardReasons } from '../policy/standard.ts';
import { formatAddress } from '../script/address.ts';
import { type Pause, runNow, type Task } from '../signing/task.ts';
import { feeRateOf, perVbyte } from '../transaction/fee-bounds.ts';
import { virtualSize } from '../transaction/weight.ts';
import type { Evidence, FindOwners } from './evidence.ts';
import { broughtBy, feeFacts, shareOf, sum } from './facts.ts';
import { proveFee, withCovered } from './fee-proof.ts';
import { findAll } from './findings.ts';
import type { Review, ReviewedInput, ReviewFacts } from './model.ts';
import { findOtherNetwork } from './other-network.ts';
import { withPendingScripts } from './outputs.ts';
import { questionOf, reviewInputs } from './review-inputs.ts';
import { reviewOutputs } from './review-outputs.ts';
import type { Subject } from './subject.ts';

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
