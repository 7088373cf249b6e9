import type { SignatureCheck } from '../crypto/secp256k1.ts';
import { MAX_MONEY } from '../encoding/amount.ts';
import { invariant } from '../encoding/invariant.ts';
import type { ScriptFailure } from '../script/script-error.ts';
import type { SighashCache } from '../sighash/cache.ts';
import type { Transaction } from '../transaction/transaction.ts';
import type { InputError } from './input-error.ts';
import type { SigningJob, Steps, Work } from './job.ts';
import {
  type InputToVerify,
  type Provisional,
  verifyInput,
  verifyProvisionally,
} from './verify.ts';

/** What is wrong with an input; `failure` says where its script failed. */
export type Verdict = { readonly error: InputError; readonly failure?: ScriptFailure };

/** Signatures that are verified at a time. */
const BATCH = 1024;

type Group = {
  readonly index: number;
  readonly input: InputToVerify;
  readonly checks: readonly SignatureCheck[];
};

/** A verdict for each input that is not in order, in the place of the input. */
export function* verifyInputs(
  job: SigningJob,
  cache: SighashCache,
  transaction: Transaction,
  works: readonly (Work | undefined)[],
): Steps<readonly (Verdict | undefined)[]> {
  const verdicts: (Verdict | undefined)[] = new Array(works.length).fill(undefined);
  let groups: Group[] = [];
  let waiting = 0;
  for (const [index, work] of works.entries()) {
    verdicts[index] = judgeCoin(cache, transaction, index);
    if (work && work.intent !== 'keep' && !verdicts[index]) {
      const input = inputToVerify(cache, transaction, work);
      const { failure, checks } = verifyProvisionally(input, cache, job.secp256k1);
      if (failure) verdicts[index] = judgeFailure(job, cache, input, { failure, checks });
      else if (checks.length > 0) groups.push({ index, input, checks });
      waiting += failure ? 0 : checks.length;
    }
    if (waiting >= BATCH || index === works.length - 1) {
      yield* settle({ job, cache, verdicts }, groups);
      groups = [];
      waiting = 0;
      job.onProgress?.({ step: 'verify', done: index + 1, total: works.length });
    }
  }
  return verdicts;
}

/** A signature that was taken for granted may be wrong, and then it failed first. */
function judgeFailure(
  { secp256k1 }: SigningJob,
  cache: SighashCache,
  input: InputToVerify,
  { failure, checks }: Provisional,
): Verdict | undefined {
  const exact = checks.length === 0 ? failure : verifyInput(input, cache, secp256k1);
  return exact && toVerdict(exact);
}

function judgeCoin(
  cache: SighashCache,
  transaction: Transaction,
  index: number,
): Verdict | undefined {
  const coin = cache.coins[index];
  if (coin === undefined) return { error: { kind: 'coin-not-found' } };
  const hasWitness = (transaction.inputs[index]?.witness.length ?? 0) > 0;
  // Core's mark of an unknown amount is MAX_MONEY, so that giving just that is giving none.
  const unknown = (coin.amount ?? MAX_MONEY) === MAX_MONEY;
  return unknown && hasWitness ? { error: { kind: 'missing-amount' } } : undefined;
}

function inputToVerify(
  cache: SighashCache,
  transaction: Transaction,
  { index, facts }: Work,
): InputToVerify {
  const input = transaction.inputs[index];
  const coin = cache.coins[index];
  invariant(input !== undefined && coin !== undefined, 'work is done on inputs with coins');
  const { scriptSig, witness } = input;
  return { index, scriptPubKey: coin.scriptPubKey, scriptSig, witness, facts };
}

function toVerdict(failure: ScriptFailure): Verdict {
  return { error: { kind: 'script', error: failure.error }, failure };
}

type Settling = {
  readonly job: SigningJob;
  readonly cache: SighashCache;
  readonly verdicts: (Verdict | undefined)[];
};

/** Verifies what was taken for granted. By halves where it does not hold, so that a verdict is exact. */
function* settle(settling: Settling, groups: readonly Group[]): Steps<void> {
  const [first] = groups;
  if (first === undefined) return;
  let allValid = false;
  const checks = groups.flatMap((group) => group.checks);
  yield {
    kind: 'verify',
    checks,
    give: (answer) => {
      allValid = answer;
    },
  };
  if (allValid) return;
  if (groups.length === 1) {
    const failure = verifyInput(first.input, settling.cache, settling.job.secp256k1);
    settling.verdicts[first.index] = failure && toVerdict(failure);
    return;
  }
  const middle = groups.length >> 1;
  yield* settle(settling, groups.slice(0, middle));
  yield* settle(settling, groups.slice(middle));
}
