import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { privateKeyLookup } from '../../descriptor/private-keys.ts';
import { DEFAULT_RANGE } from '../../descriptor/search-range.ts';
import type { Network } from '../../encoding/network.ts';
import { openedOwners } from '../../keys/key-owners.ts';
import { requireRingNetwork } from '../../keys/key-ring.ts';
import { openNamedTask } from '../../keys/open-keys.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import type { FindOwners, OwnerQuestion } from '../../review/evidence.ts';
import { joinOwners } from '../../review/join-owners.ts';
import { descriptorOwners, type OwnDescriptor } from '../../review/own-descriptors.ts';
import type { Pause, Task } from '../../signing/task.ts';
import { keyCachesOf, knowsNext, rangeOf, searchAccount, unusedAt } from './account-finder.ts';
import { readSigningKeys, type SigningKey } from './keys.ts';
import type { Account, AccountSide } from './types.ts';

/** The account under review, and the keys that sign. */
export type Owning = {
  readonly accounts: readonly Account[];
  /** The option `keys` of `sign`. Absent: only the account is known. */
  readonly keys: SigningKey | readonly SigningKey[] | undefined;
};

type Context = {
  readonly network: Network;
  readonly secp256k1: Secp256k1;
  readonly pause?: Pause | undefined;
};

/** Finds the owners of scripts by accounts, and by everything that the keys would sign. */
export function* paymentOwners(
  { accounts, keys }: Owning,
  psbt: Psbt,
  context: Context,
): Task<FindOwners | undefined> {
  const own = accounts.length > 0 ? accountOwners(accounts, context) : undefined;
  const signing =
    keys === undefined ? undefined : yield* signingOwners(keys, psbt, accounts, context);
  if (own === undefined || signing === undefined) return own ?? signing;
  return joinOwners(own, signing, { isOtherAccount: true });
}

function accountOwners(accounts: readonly Account[], { secp256k1 }: Context): FindOwners {
  const privateKeys = new Map(accounts.flatMap((each) => [...each.privateKeys]));
  // The account has derived most positions before.
  const caches = new Map(
    accounts.flatMap((account) => {
      const [receive, change] = keyCachesOf(account);
      return [[account.receive, receive] as const, [account.change, change] as const];
    }),
  );
  const source = {
    secp256k1,
    findPrivateKey: privateKeyLookup(privateKeys),
    cacheOf: (descriptor: Descriptor) => caches.get(descriptor),
  };
  const owners = descriptorOwners(accounts.flatMap(descriptorsOf), source);
  // The accounts may know positions that no PSBT names and no search reaches.
  const hinted = (questions: readonly OwnerQuestion[]) =>
    questions.map((question) => {
      const places = accounts.flatMap((each) => each.find(question.scriptPubKey) ?? []);
      return { ...question, hints: [...places.map(({ index }) => index), ...question.hints] };
    });
  const find: FindOwners = (questions, spent) => owners(hinted(questions), spent);
  function* prepare(questions: readonly OwnerQuestion[], pause: Pause): Task<void> {
    for (const { scriptPubKey } of questions) {
      for (const each of accounts) yield* searchAccount(each, scriptPubKey, pause);
    }
    yield* owners.prepare?.(hinted(questions), pause) ?? [];
  }
  return Object.assign(find, { keys: owners.keys, prepare, scripts: owners.scripts });
}

function descriptorsOf(account: Account): readonly OwnDescriptor[] {
  const { receive, change, next } = account;
  const known = rangeOf(account);
  // The usual number says nothing about positions in use.
  const range = known === DEFAULT_RANGE ? undefined : known;
  const at = (side: AccountSide) =>
    knowsNext(account) ? { next: next[side] } : { used: unusedAt(account, side) };
  const own = { descriptor: receive, isChange: false, range, ...at('receive') };
  return receive === change
    ? [own]
    : [own, { descriptor: change, isChange: true, range, ...at('change') }];
}

function* signingOwners(
  keys: SigningKey | readonly SigningKey[],
  psbt: Psbt,
  reviewed: readonly Account[],
  context: Context,
): Task<FindOwners> {
  const { secp256k1 } = context;
  const { accounts, temporary, ...given } = readSigningKeys(keys, secp256k1);
  const derived = [...temporary];
  requireRingNetwork('review', given.ring, context.network);
  const owners = yield* ringTask();
  function* ringTask(): Task<FindOwners> {
    try {
      const { network, pause } = context;
      const opening = { networks: [network], secp256k1, pause };
      const opened = yield* openNamedTask(given, psbt, opening);
      derived.push(...opened.privateKeys);
      return openedOwners(given.ring, psbt, opened, context);
    } finally {
      for (const key of derived) key.wipe();
    }
  }
  const others = accounts.filter((each) => !reviewed.includes(each));
  return others.length === 0 ? owners : joinOwners(accountOwners(others, context), owners);
}
