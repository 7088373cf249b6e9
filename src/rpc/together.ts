import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { invariant } from '../encoding/invariant.ts';

type Group<Question, Answer> = {
  readonly questions: Question[];
  readonly answers: Promise<readonly Answer[]>;
};

/**
 * Collects questions to the curve from the calls of a batch until all have started, and answers
 * them as one list, which takes less time.
 */
export function answerTogether<Question, Answer>(
  answerAll: (questions: readonly Question[], secp256k1: Secp256k1) => readonly Answer[],
): (question: Question, secp256k1: Secp256k1) => Promise<Answer> {
  const groups = new WeakMap<Secp256k1, Group<Question, Answer>>();
  const openGroup = (secp256k1: Secp256k1): Group<Question, Answer> => {
    const questions: Question[] = [];
    const answers = Promise.resolve().then(() => {
      groups.delete(secp256k1);
      return answerAll(questions, secp256k1);
    });
    return { questions, answers };
  };
  return async (question, secp256k1) => {
    const group = groups.get(secp256k1) ?? openGroup(secp256k1);
    groups.set(secp256k1, group);
    const place = group.questions.push(question) - 1;
    const answer = (await group.answers)[place];
    invariant(answer !== undefined, 'each question has an answer');
    return answer;
  };
}
