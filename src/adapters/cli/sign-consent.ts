import { doneMessage, inEnglish, outcomeMessage } from '../../psbt/outcome-messages.ts';
import type { Finding, Review } from '../../review/model.ts';
import { noPolicy, screenPolicy } from '../../review/policy.ts';
import { waitsForOthers } from '../../review/turn.ts';
import { invalid, walletError } from '../../rpc/error.ts';
import type { Approval } from '../../rpc/signing-context.ts';
import type { Options } from '../options/load.ts';
import { readReviewId } from '../options/read-policy.ts';
import { askToSign } from './approve.ts';
import type { CommandContext } from './payload-text.ts';
import { reviewText } from './show-review.ts';

/** Rejects a wrong review ID. Without quotes, the words after its spaces look like files. */
export function checkReviewId(options: Options): void {
  const reviewed = options.text('reviewed');
  if (reviewed === undefined || readReviewId(reviewed) !== undefined) return;
  throw invalid(
    '-reviewed must be a review ID, which has 64 characters. “coldsign review” shows it. With its spaces, put it in quotes',
  );
}

/** Requires a policy or the ID of a review with `-yes`. */
export function checkConsent(options: Options): void {
  checkReviewId(options);
  const reviewed = options.text('reviewed');
  const isBound = options.text('policy') !== undefined || reviewed !== undefined;
  if (options.flag('yes') === true && !isBound) {
    throw invalid(
      '-yes needs a policy or a review. Add -policy=strict, -policy=FILE or -reviewed=ID',
    );
  }
}

const NO_TERMINAL =
  'No terminal to ask for confirmation. Add -reviewed=ID (from “coldsign review”), or -yes with -policy=strict';

type Asked = {
  /** Why the keys cannot sign the PSBT, if no origin in it is theirs. */
  readonly wrong: string | undefined;
  /** True for a raw transaction, whose coins may be unknown. */
  readonly isRaw: boolean;
};

const PREVTXS_HINT =
  'If another signer’s signature is missing, add the coins that it spends as PREVTXS (coldsign help sign)';

export function consent({ context, options, terminal }: CommandContext, { wrong, isRaw }: Asked) {
  const { network } = context;
  const isBound = options.text('reviewed') !== undefined;
  const { columns, isScreen } = terminal;
  const colours = isScreen && terminal.paints?.err === true;
  return {
    // A user who names a review has seen it.
    policy: context.policy ?? (isBound ? noPolicy : screenPolicy),
    approve: async (review: Review, refused: readonly Finding[]): Promise<Approval> => {
      if (wrong !== undefined && review.findings.some(({ id }) => id === 'no-input-ours')) {
        throw walletError(inEnglish([outcomeMessage('no-key'), { text: wrong }]));
      }
      if (waitsForOthers(review)) throw walletError(outcomeMessage('signed-before').text);
      if (isRaw && review.isFinal && refused.length > 0) {
        throw walletError(inEnglish([doneMessage('final-before'), { text: PREVTXS_HINT }]));
      }
      const isConfirmed = isBound || options.flag('yes') === true;
      // Wrong files, keys and options are reported first.
      if (!isConfirmed && terminal.readLine === undefined) throw invalid(NO_TERMINAL);
      const text = reviewText(review, network, { columns, colours });
      if (isScreen) terminal.draw(text);
      else terminal.err(text);
      if (isConfirmed) return refused.length === 0;
      return askToSign(refused, terminal);
    },
  };
}
