import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { inEnglish, type OutcomeMessage, outcomeMessage } from '../../psbt/outcome-messages.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import { additionTo, noncesIn } from '../../psbt/signature-count.ts';
import { runNow } from '../../signing/task.ts';
import { type InputNeeds, keysNeed, psbtNeeds } from './psbt-details.ts';

/** The outcome of signing a PSBT. Every door reports it by the same messages. */
export type Outcome =
  | { readonly id: 'no-key' | 'nonce-gone'; readonly needs?: undefined }
  | {
      readonly id: 'complete' | 'signed' | 'nonce-added' | 'share-added';
      /** Needs of the inputs. Empty if the PSBT is complete. */
      readonly needs: readonly OutcomeMessage[];
    };

/** Compares a PSBT before and after its signers. */
export function outcomeOf(
  before: Psbt,
  { psbt, complete }: { readonly psbt: Psbt; readonly complete: boolean },
  secp256k1: Secp256k1,
): Outcome {
  const added = additionTo(before, psbt);
  if (added === 'nothing') return { id: noncesIn(before) > 0 ? 'nonce-gone' : 'no-key' };
  if (complete) return { id: 'complete', needs: [] };
  return { id: ADDED[added], needs: incompleteMessages(psbt, secp256k1) };
}

const ADDED = { signatures: 'signed', nonces: 'nonce-added', shares: 'share-added' } as const;

/** Number of groups of inputs that are described, and of inputs that are listed in a group. */
const [MOST_GROUPS, MOST_LISTED] = [3, 4];

/**
 * Describes for a person what a PSBT still needs. Inputs that need the same, or signatures of the
 * same master keys in any order, are described together.
 */
export function incompleteMessages(psbt: Psbt, secp256k1: Secp256k1): readonly OutcomeMessage[] {
  const groups = new Map<string, InputNeeds[]>();
  for (const each of runNow(psbtNeeds(psbt, secp256k1))) {
    const key = missingMasters(each)?.join() ?? inEnglish(each.needs);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  const all = [...groups.values()];
  const more = all.slice(MOST_GROUPS).flat().length;
  return [
    outcomeMessage('incomplete'),
    ...all.slice(0, MOST_GROUPS).flatMap(describeGroup),
    ...(more > 0 ? [outcomeMessage('more', more)] : []),
  ];
}

/** Returns the master keys whose signatures an input needs, if it needs nothing else. */
function missingMasters({ details, needs }: InputNeeds): readonly string[] | undefined {
  const { missingKeys, missingOrigins } = details;
  const [first, ...others] = needs;
  const isOnly = others.length === 0 && /^(one-)?signature$/.test(first?.id ?? '');
  if (!isOnly || missingOrigins.length !== missingKeys.length) return undefined;
  return [...new Set(missingOrigins.map(({ masterFingerprint }) => masterFingerprint))].sort();
}

function describeGroup(group: readonly InputNeeds[]): readonly OutcomeMessage[] {
  const [first, ...others] = group;
  if (first === undefined) return [];
  if (others.length === 0) return [outcomeMessage('input', first.details.input), ...first.needs];
  const listed = group.slice(0, MOST_LISTED).map(({ details }) => details.input);
  const names = `${listed.join(', ')}${group.length > listed.length ? ', …' : ''}`;
  const masters = missingMasters(first);
  return [outcomeMessage('inputs', names), ...(masters ? [keysNeed(masters)] : first.needs)];
}
