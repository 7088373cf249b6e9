import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { fingerprint } from '../../descriptor/extended-key.ts';
import { privateKeyLookup } from '../../descriptor/private-keys.ts';
import { DEFAULT_RANGE } from '../../descriptor/search-range.ts';
import type { Network } from '../../encoding/network.ts';
import { joinRings } from '../../keys/key-ring.ts';
import { openedOwners, openRing } from '../../keys/open-ring.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import type { FindOwners } from '../../review/evidence.ts';
import { joinOwners } from '../../review/join-owners.ts';
import { descriptorOwners, type OwnDescriptor } from '../../review/own-descriptors.ts';
import { knowsNext, rangeOf, unusedAt } from './account.ts';
import { readSigningKeys, type SigningKey } from './keys.ts';
import type { Account, AccountSide } from './types.ts';

/** The account under review, and the keys that sign. */
export type Owning = {
  readonly accounts: readonly Account[];
  /** The option `keys` of `sign`. Absent: only the account is known. */
  readonly keys: SigningKey | readonly SigningKey[] | undefined;
};

type Context = { readonly network: Network; readonly secp256k1: Secp256k1 };

/** Finds the owners of scripts by accounts, and by everything that the keys would sign. */
export function paymentOwners(
  { accounts, keys }: Owning,
  psbt: Psbt,
  context: Context,
): FindOwners | undefined {
  const own = accounts.length > 0 ? accountOwners(accounts, context) : undefined;
  const signing = keys === undefined ? undefined : signingOwners(keys, psbt, accounts, context);
  if (own === undefined || signing === undefined) return own ?? signing;
  return joinOwners(own, signing, { isOtherAccount: true });
}

function accountOwners(accounts: readonly Account[], { secp256k1 }: Context): FindOwners {
  const privateKeys = new Map(accounts.flatMap((each) => [...each.privateKeys]));
  const source = { secp256k1, findPrivateKey: privateKeyLookup(privateKeys) };
  const owners = descriptorOwners(accounts.flatMap(descriptorsOf), source);
  // The accounts may know positions that no PSBT names and no search reaches.
  const find: FindOwners = (questions, spent) =>
    owners(
      questions.map((question) => {
        const places = accounts.flatMap((each) => each.find(question.scriptPubKey) ?? []);
        return { ...question, hints: [...places.map(({ index }) => index), ...question.hints] };
      }),
      spent,
    );
  return Object.assign(find, { keys: owners.keys, scripts: owners.scripts });
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

function signingOwners(
  keys: SigningKey | readonly SigningKey[],
  psbt: Psbt,
  reviewed: readonly Account[],
  context: Context,
): FindOwners {
  const { secp256k1 } = context;
  const { rings, accounts, single, temporary } = readSigningKeys(keys, secp256k1);
  const ring = joinRings(rings);
  const singles = single.map((privateKey) => {
    const id = fingerprint(privateKey.publicKey(secp256k1));
    return { privateKey, origin: { fingerprint: id, path: [] } };
  });
  const opened = openRing(ring, psbt, context, singles);
  const owners = openedOwners(ring, psbt, opened, context);
  for (const key of [...temporary, ...opened.privateKeys]) key.wipe();
  const others = accounts.filter((each) => !reviewed.includes(each));
  return others.length === 0 ? owners : joinOwners(accountOwners(others, context), owners);
}
