import { isDeepStrictEqual } from 'node:util';
import type { Case, Tally } from '../generate/cases.ts';
import { type Answer, askBothAll } from './both.ts';

/** A question to both about a case. */
export type Asked<T> = {
  readonly of: Case<T>;
  readonly method: string;
  /** JSON text. */
  readonly params: string;
  /** Our parameters, if this node is too old for them. */
  readonly ours?: string;
};

/** The answers in the form to compare, and their kind. Without a kind they may differ. */
type Judged = { readonly ours: Answer; readonly node: Answer; readonly kind?: string };
export type Judge = (ours: Answer, node: Answer, asked: Asked<unknown>) => Judged;

/**
 * Sends all questions to both in one request. Returns the node's results where both are equal, else
 * null.
 */
export async function compareAll<T>(
  asked: readonly Asked<T>[],
  tally: Tally,
  judge: Judge,
): Promise<readonly unknown[]> {
  const answers = await askBothAll(asked);
  return asked.map((each, i) => {
    const answer = answers[i];
    if (answer === undefined) throw new Error('each call has an answer');
    const isSame = isDeepStrictEqual(answer.ours, answer.node);
    const { ours, node, kind } = isSame
      ? { ...answer, kind: kindOf(answer.node) }
      : judge(answer.ours, answer.node, each);
    if (kind === undefined) {
      tally.add(`${each.method}: otherwise by intent`);
      return null;
    }
    tally.add(`${each.method}: ${kind}`);
    if (isSame || isDeepStrictEqual(ours, node)) return node.result;
    const said = `ours ${JSON.stringify(ours)}, the node's ${JSON.stringify(node)}`;
    tally.differs(each.of, `${each.method} ${each.params}: ${said}`);
    return null;
  });
}

export function kindOf({ result, error }: Answer): string {
  if (error !== null) return 'refused';
  return Object(result).complete === false ? 'incomplete' : 'done';
}
