import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../support/paths.ts';

/** A job that one place does, and what its source looks like. */
type Job = {
  readonly job: string;
  /** Matches a line of code that does the job. */
  readonly line: RegExp;
  /** The files that may have such lines. Each other file calls the first one. */
  readonly files: readonly string[];
};

const jobs: readonly Job[] = [
  {
    job: 'a fee is compared with a limit',
    line: /[<>]=? *[\w.]*(maxFee|maxFeeRate|maxTxFee|maxShare)\b|\bexceededBound\(/,
    // A source's claim of a rate is no fee.
    files: ['src/transaction/fee-bounds.ts', 'src/servers/check-answers.ts'],
  },
  {
    job: 'the default limits of a fee are written down',
    line: /10_000_000n/,
    files: ['src/transaction/fee-bounds.ts'],
  },
  {
    job: 'a fee that is too high is put into words',
    line: /is more than \$\{/,
    files: ['src/transaction/fee-messages.ts', 'src/rpc/signing/judge-cost.ts'],
  },
  {
    job: 'the fee and size of a PSBT are computed',
    line: /function\*? \w*[fF]eeFacts\w*\(/,
    files: ['src/psbt/fee-facts.ts', 'src/review/facts.ts'],
  },
  {
    job: 'the output that an input spends is read',
    // Others check the number of the output, keep a claim beside the proof, or have Core's order.
    line: /[wW]itnessUtxo\??\.outputs|witnessUtxo \?\?/,
    files: [
      'src/psbt/psbt-session.ts',
      'src/psbt/analyze.ts',
      'src/psbt/decode.ts',
      'src/psbt/input-signing.ts',
      'src/review/changes.ts',
      'src/wallet/psbt/fill-psbt.ts',
    ],
  },
  {
    job: 'an input is made final',
    line: /finalScriptSig: data\.|finalWitness: data\./,
    files: ['src/psbt/input-signatures.ts'],
  },
  {
    job: 'final scripts are put into a transaction',
    line: /scriptSig: .*finalScriptSig \?\?|witness: .*finalWitness \?\?/,
    files: ['src/psbt/final-scripts.ts'],
  },
  {
    job: 'the outcome of signing, combining or finalizing is put into words',
    line: /None of the keys that this|secret half of your nonce was|It is not complete|Still needed: |of \S+ cosigners have|round 1 of 2\)\.|'Combined[ .]|'Signed\.'|is for another transaction'|Broadcast it from any/,
    files: ['src/psbt/outcome-messages.ts'],
  },
  {
    job: 'what a signer added is compared',
    line: /\badditionTo\(/,
    files: [
      'src/psbt/signature-count.ts',
      // Whether keys were locked meanwhile.
      'src/rpc/methods/walletprocesspsbt.ts',
      'src/rpc/explain/outcome.ts',
    ],
  },
  {
    job: 'copies of a PSBT are verified and combined',
    line: /= (await runTask\()?takeSignatures(Task)?\((?!each)/,
    files: [
      'src/psbt/take-signatures.ts',
      // One answer of a device, to the question that was sent.
      'src/library/payment/combine.ts',
      'src/rpc/signing/external-signer.ts',
    ],
  },
];

const names = execFileSync('git', ['ls-files', '-z', 'src'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((name) => /\.tsx?$/.test(name));

const codeOf = (name: string) =>
  readFileSync(join(root, name), 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(\*|\/\/|\/\*)/.test(line));

const code = new Map(names.map((name) => [name, codeOf(name)]));

const filesWith = (line: RegExp): readonly string[] =>
  names.filter((name) => code.get(name)?.some((each) => line.test(each)));

describe('one place', () => {
  test.each(jobs.map((each) => [each.job, each] as const))('is where %s', (_, { line, files }) => {
    expect(filesWith(line)).toEqual([...files].sort());
  });
});

test('every function that combines, finalizes or extracts is known', () => {
  const found = names.flatMap((name) =>
    (code.get(name) ?? []).flatMap((each) => {
      const [, called] = /^export (?:async )?(?:function|const) (\w+)/.exec(each) ?? [];
      const does = /^(combine|finali[sz]e|extract)|^spent(Output|Amount|Coin)/i;
      return called !== undefined && does.test(called) ? [`${called} of ${name}`] : [];
    }),
  );
  expect(found.sort()).toEqual([
    'Combine of src/adapters/page/view/transaction.tsx',
    'combine of src/library/payment/combine.ts',
    'combineCopies of src/psbt/take-signatures.ts',
    'combinePayloads of src/adapters/cli/combine-command.ts',
    'combinePsbts of src/psbt/combine.ts',
    'combineSubject of src/adapters/page/worker/sign.ts',
    'combineTransactions of src/signing/combine.ts',
    'combineWith of src/library/payment/combine.ts',
    'combinedBumpFee of src/chain/bump-fees.ts',
    'combinepsbt of src/rpc/methods/combinepsbt.ts',
    'combinerawtransaction of src/rpc/methods/combinerawtransaction.ts',
    'extract of src/library/payment/extract-payment.ts',
    'extractMatches of src/chain/partial-merkle-tree.ts',
    'extractTransaction of src/psbt/extract.ts',
    'finalize of src/library/payment/finalize-payment.ts',
    'finalizePsbt of src/psbt/finalize.ts',
    'finalizedInput of src/psbt/input-signatures.ts',
    'finalizepsbt of src/rpc/methods/finalizepsbt.ts',
    'spentCoins of src/psbt/psbt-session.ts',
    'spentOutput of src/psbt/psbt-session.ts',
  ]);
});
