import type { Task } from '../signing/task.ts';
import type { FindOwners } from './evidence.ts';
import type { Owner } from './model.ts';
import type { KeyVerdict, OwnKeys, XpubVerdict } from './own-keys.ts';

/**
 * Finds owners by `account` and, for scripts that it does not have, by `further`, whose owners get
 * the members of `mark`.
 */
export function joinOwners(
  account: FindOwners,
  further: FindOwners,
  mark: Pick<Owner, 'isOtherAccount'> = {},
): FindOwners {
  const find: FindOwners = (questions, spent) => {
    const found = account(questions, spent);
    const open = questions.filter((_, i) => found[i] === undefined);
    if (open.length === 0) return found;
    const others = new Map(further(open, spent).map((owner, i) => [open[i], owner] as const));
    return questions.map((question, i) => {
      const other = others.get(question);
      return found[i] ?? (other && { ...other, ...mark });
    });
  };
  const scripts = () => [...(account.scripts?.() ?? []), ...(further.scripts?.() ?? [])];
  function* prepare(...asked: Parameters<NonNullable<FindOwners['prepare']>>): Task<void> {
    for (const each of [account, further]) yield* each.prepare?.(...asked) ?? [];
  }
  return Object.assign(find, { keys: joinKeys(account.keys, further.keys), prepare, scripts });
}

function joinKeys(account: OwnKeys | undefined, further: OwnKeys | undefined): OwnKeys | undefined {
  if (account === undefined || further === undefined) return account ?? further;
  return {
    hasWallet: account.hasWallet,
    fingerprints: new Set([...account.fingerprints, ...further.fingerprints]),
    wallets: [...account.wallets, ...further.wallets],
    holds: (item) => account.holds(item) || further.holds(item),
    canSign: (named) => account.canSign?.(named) === true || further.canSign?.(named) === true,
    accountIdsOf: (publicKey) => [
      ...(account.accountIdsOf?.(publicKey) ?? []),
      ...(further.accountIdsOf?.(publicKey) ?? []),
    ],
    judge: (lists) => worse(account.judge(lists), further.judge(lists)),
    judgeXpubs: (xpubs) => worse(account.judgeXpubs(xpubs), further.judgeXpubs(xpubs)),
  };
}

/** A key of either is ours. Otherwise a contradiction that one of them finds counts. */
const worse = <V extends KeyVerdict | XpubVerdict>(
  first: readonly V[],
  second: readonly V[],
): readonly V[] =>
  first.map((verdict, i) => {
    const other = second[i] ?? verdict;
    if (verdict === 'ours' || other === 'ours') return verdict === 'ours' ? verdict : other;
    return verdict === 'unknown' ? other : verdict;
  });
