import { screenPolicy } from '../../review/policy.ts';
import type { Context } from '../../rpc/context.ts';
import { profileRules } from '../../rpc/profile.ts';
import { isYes } from '../cli/approve.ts';
import { reviewText } from '../cli/show-review.ts';
import { wantsColours } from '../cli/terminal.ts';
import type { Options } from '../options/load.ts';
import type { Person } from './person.ts';

/** Returns an error if there is no user to confirm and no policy that decides instead. */
export function noUserToAsk(options: Options, person: Person | undefined): string | undefined {
  if (!profileRules(options.profile).reviews)
    return 'coldsign signer needs the default profile. Remove -profile=core';
  if (options.text('policy') !== undefined || person !== undefined) return undefined;
  return 'There is no terminal to ask for confirmation. Start the node from one, or put -policy=strict or your own policy before "signer"';
}

/**
 * Returns the context's approval: the policy's decision or, without a policy, that of the user at
 * the terminal.
 */
export function consent(
  options: Options,
  context: Context,
  person: Person | undefined,
): Partial<Context> {
  const { network, policy = screenPolicy } = context;
  return {
    policy,
    approve: async (review, refused) => {
      const text = reviewText(review, network, {
        columns: 80,
        colours: person !== undefined && wantsColours(),
      });
      person?.show(text);
      if (refused.length > 0) return false;
      if (options.text('policy') !== undefined) return true;
      return isYes(person?.ask('A node asks to sign this. Type yes: '));
    },
  };
}
