import { refuseMore } from '../../arguments/count-arguments.ts';
import { reading } from '../../arguments/reading.ts';
import { appCurve } from '../../crypto/app-curve.ts';
import { hash160 } from '../../crypto/hash.ts';
import { createCacheDraft, emptyCache } from '../../descriptor/cache.ts';
import { type Descriptor, isRange } from '../../descriptor/descriptor.ts';
import { expandMany } from '../../descriptor/expand.ts';
import type { FlatSigningProvider } from '../../descriptor/flat-signing-provider.ts';
import { formatDescriptor, formatNormalizedDescriptor } from '../../descriptor/format.ts';
import { describeOrigin } from '../../descriptor/key-path.ts';
import { type PrivateKeySource, privateKeyLookup } from '../../descriptor/private-keys.ts';
import { DEFAULT_RANGE } from '../../descriptor/search-range.ts';
import { argumentError, ColdsignError } from '../../encoding/coldsign-error.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { invariant } from '../../encoding/invariant.ts';
import { formatAddress } from '../../script/address.ts';
import { createFinder, internals, type ScriptsOf, sideNames } from './account-finder.ts';
import { findNetwork, parseSides } from './account-sides.ts';
import { checkArgument } from './arguments.ts';
import { nameAccount } from './coin-account.ts';
import { LAST_POSITION, readUtxos } from './coins.ts';
import type {
  Account,
  AccountOptions,
  AccountPosition,
  AddressKey,
  NextPositions,
} from './types.ts';

/**
 * Opens an account from the text of its descriptor, with both sides in it (`<0;1>`), or from two
 * texts. Throws `ColdsignError`. Needs no network: the account is the same wherever it is opened.
 *
 * @param descriptor - BIP380 text with keys of the network; its checksum is optional. Private keys
 *   in it can sign.
 * @param options - `range` is the number of positions that are searched, 1,000 by default.
 * @throws `ColdsignError`: `INVALID_DESCRIPTOR`; `WRONG_ARGUMENT` for another type, network or
 *   position.
 */
export function openAccount(
  descriptor: string | readonly [receive: string, change: string],
  options: AccountOptions = {},
): Account {
  refuseMore('openAccount', arguments, 2, 'Write openAccount(descriptor, { network, next }).');
  const {
    network: named = 'main',
    range = DEFAULT_RANGE,
    secp256k1: curve,
    next,
  } = checkArgument('options', options, 'AccountOptions');
  const network = findNetwork(named);
  if (!Number.isInteger(range) || range < 1 || range > LAST_POSITION) {
    throw argumentError('The range must be a whole number above 0', 'Leave it out for 1,000.');
  }
  const context = { network, secp256k1: appCurve(curve) };
  const { sides, privateKeys } = parseSides(descriptor, context);
  const [receive, change] = sides;
  const source = { ...context, findPrivateKey: privateKeyLookup(privateKeys) };
  const drafts = sides.map((side) => keysAbove(side, source));
  // After a hardened wildcard, each position needs the private key.
  const caches = drafts.map((draft) =>
    draft.derived.size === 0 ? { ...draft, remembered: new Map() } : undefined,
  );
  // The text has the extended public keys after hardened steps, which need private keys.
  const describeSide = (side: 0 | 1) => {
    const keys = { ...source, readCache: drafts[side] ?? emptyCache };
    return formatNormalizedDescriptor(sides[side], keys) ?? formatDescriptor(sides[side], context);
  };
  const scriptsOf: ScriptsOf = (side, positions) => {
    const expansions = expandMany(sides[side], positions, { ...source, readCache: caches[side] });
    return expansions.map((expansion) => expansion?.scripts);
  };
  const finder = createFinder(sides, range, scriptsOf);
  const { find, findNear, locate, scriptAt, search, unusedAt } = finder;
  const addressAt = (side: 0 | 1, index: number) => {
    const script = scriptAt(side, checkIndex(sides[side], index));
    const address = script && formatAddress(script, network);
    if (address !== undefined) return address;
    throw new ColdsignError('INVALID_DESCRIPTOR', 'The descriptor has no address', {
      hint: 'Scripts such as multi() and pk() alone have none: put them into sh() or wsh().',
    });
  };
  const keysAt = ({ side: named, index }: AccountPosition) => {
    const side = named === 'change' ? 1 : 0;
    const positions = [checkIndex(sides[side], index)];
    const [expansion] = expandMany(sides[side], positions, { ...source, readCache: caches[side] });
    invariant(expansion !== undefined, 'the keys above the positions were derived before');
    return listKeys(expansion.flatProvider);
  };
  const isSingle = receive === change;
  const name = Object.freeze({ network, descriptors: [describeSide(0), describeSide(1)] as const });
  const at = (next: NextPositions, knowsNext: boolean): Account => {
    const account: Account = Object.freeze<Account>({
      ...context,
      receive,
      change,
      descriptors: name.descriptors,
      isRange: isRange(change),
      privateKeys,
      next,
      withNext: (moved) => at(checkForward(readNext(moved, next, isSingle), next), true),
      nextAddress: () => {
        const index = isRange(receive) ? next.receive : 0;
        const moved = { receive: index + 1, change: isSingle ? index + 1 : next.change };
        return { address: addressAt(0, index), side: 'receive', index, next: moved };
      },
      address: (index) => addressAt(0, index),
      changeAddress: (index) => addressAt(1, index),
      publicKeys: (place) => keysAt(checkArgument('place', place, 'Place')),
      find: (scriptPubKey) => find(encodeHex(checkArgument('scriptPubKey', scriptPubKey, 'bytes'))),
      coins: (utxos, options = {}) =>
        reading(
          () => readUtxos(account, utxos, options, locate),
          () =>
            argumentError(
              'The coins cannot be read',
              'Give what Esplora, Electrum or a node lists.',
            ),
        ),
    });
    internals.set(account.withNext, { caches, findNear, search, range, knowsNext, unusedAt });
    nameAccount(account, name);
    return account;
  };
  const first = readNext(next ?? {}, { receive: 0, change: 0 }, isSingle);
  return at(first, next !== undefined);
}

/**
 * Lists public keys with their paths, each once: tapscript also knows them by their x-only form.
 */
function listKeys({ publicKeys, origins }: FlatSigningProvider): readonly AddressKey[] {
  const byText = new Map([...publicKeys.values()].map((key) => [encodeHex(key), key]));
  return [...byText.values()].flatMap((publicKey) => {
    const origin = origins.get(encodeHex(hash160(publicKey)));
    return origin ? [{ publicKey, ...describeOrigin(origin) }] : [];
  });
}

/** Reads positions, also of callers without types. `listCoins` has them as a list. */
function readNext(
  given: Partial<NextPositions> | readonly number[],
  { receive, change }: NextPositions,
  isSingle: boolean,
): NextPositions {
  const { 0: first, 1: second, ...named }: Record<string, unknown> = Object({ ...given });
  if (!Array.isArray(given)) checkArgument('next', given, 'NextPositions');
  const moved = {
    receive: readPosition(first ?? named.receive ?? receive),
    change: readPosition(second ?? named.change ?? change),
  };
  const most = Math.max(moved.receive, moved.change);
  return Object.freeze(isSingle ? { receive: most, change: most } : moved);
}

/** Rejects positions below the present ones: their addresses would be handed out again. */
function checkForward(moved: NextPositions, present: NextPositions): NextPositions {
  for (const side of sideNames) {
    if (moved[side] >= present[side]) continue;
    throw argumentError(
      `next.${side} is ${moved[side]}, below ${present[side]}, where the account is`,
      'Addresses between them would be handed out again. To go back on purpose, open the account again: openAccount(descriptor, { next }).',
    );
  }
  return moved;
}

function readPosition(position: unknown): number {
  if (typeof position === 'number' && Number.isSafeInteger(position) && position >= 0) {
    return Math.min(position, LAST_POSITION);
  }
  throw argumentError(
    'next must hold whole numbers from 0',
    'Give { receive, change } as fund and nextAddress return it, or the list of listCoins.',
  );
}

/**
 * Returns the keys from which a position costs one derivation for each key expression. Rejects
 * hardened steps behind an extended public key, which no public key can take.
 */
function keysAbove(side: Descriptor, source: PrivateKeySource) {
  const writeCache = createCacheDraft();
  if (expandMany(side, [0], { ...source, writeCache })[0] !== undefined) return writeCache;
  throw new ColdsignError(
    'INVALID_DESCRIPTOR',
    'The descriptor has hardened steps that only a private key can take',
    {
      hint: 'Give the extended public key behind them, with its origin in front: [fingerprint/84h/0h/0h]xpub.../<0;1>/*',
    },
  );
}

function checkIndex(side: Descriptor, index: number): number {
  const last = isRange(side) ? LAST_POSITION : 0;
  if (Number.isInteger(index) && index >= 0 && index <= last) return index;
  throw argumentError(
    `The position must be a whole number from 0 to ${last}`,
    last === 0 ? 'The descriptor has no wildcard, and so one address.' : 'Count from 0.',
  );
}
