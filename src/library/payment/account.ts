import { nobleSecp256k1 } from '../../crypto/noble.ts';
import type { PrivateKey } from '../../crypto/private-key.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { createCacheDraft, type DescriptorCache, emptyCache } from '../../descriptor/cache.ts';
import { type Descriptor, hasScripts, isRange, isSolvable } from '../../descriptor/descriptor.ts';
import { expandMany } from '../../descriptor/expand.ts';
import { formatDescriptor, formatNormalizedDescriptor } from '../../descriptor/format.ts';
import { parseDescriptor } from '../../descriptor/parse.ts';
import { privateKeyLookup } from '../../descriptor/private-keys.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { chainNames, type Network, type NetworkName, networks } from '../../encoding/network.ts';
import { formatAddress } from '../../script/address.ts';
import { checkArgument } from './arguments.ts';
import { noteChange } from './change.ts';
import { type Locate, readUtxos } from './coins.ts';
import { PaymentError, wrongArgument } from './error.ts';
import type { Account, AccountOptions, Place } from './types.ts';

const DEFAULT_RANGE = 1000;
const LAST_POSITION = 0x7fffffff;

/**
 * An account from the text of its descriptor, with both sides in it (`<0;1>`), or from two texts.
 * Throws `PaymentError`. Nothing is asked of anybody: it is the same wherever it is opened.
 */
export function openAccount(
  descriptor: string | readonly [receive: string, change: string],
  options: AccountOptions = {},
): Account {
  const {
    network: named = 'main',
    range = DEFAULT_RANGE,
    secp256k1 = nobleSecp256k1,
  } = checkArgument('options', options, 'CurveOption');
  const network = findNetwork(named);
  if (!Number.isInteger(range) || range < 1 || range > LAST_POSITION) {
    throw wrongArgument('The range must be a whole number above 0', 'Leave it out for 1,000.');
  }
  const context = { network, secp256k1 };
  const { sides, privateKeys } = parseSides(descriptor, context);
  const [receive, change] = sides;
  const drafts = sides.map((side) => keysAbove(side, { ...context, privateKeys }));
  // Behind a hardened wildcard each position needs the private key.
  const caches = drafts.map((draft) => (draft.derived.size === 0 ? draft : undefined));
  const describeSide = (side: 0 | 1) =>
    describe(sides[side], drafts[side] ?? emptyCache, { ...context, privateKeys });
  const scriptsOf: ScriptsOf = (side, positions) =>
    scriptsAt(sides[side], positions, { secp256k1, privateKeys, readCache: caches[side] });
  const { find, locate, scriptAt } = createFinder(sides, range, scriptsOf);
  const addressAt = (side: 0 | 1, index: number) => {
    const script = scriptAt(side, checkIndex(sides[side], index));
    const address = script && formatAddress(script, network);
    if (address !== undefined) return address;
    throw new PaymentError('INVALID_DESCRIPTOR', 'The descriptor has no address', {
      hint: 'Scripts such as multi() and pk() alone have none: put them into sh() or wsh().',
    });
  };
  const account: Account = {
    ...context,
    receive,
    change,
    descriptors: [describeSide(0), describeSide(1)],
    isRange: isRange(change),
    privateKeys,
    address: (index) => addressAt(0, index),
    changeAddress: (index) => addressAt(1, index),
    find: (scriptPubKey) => find(encodeHex(checkArgument('scriptPubKey', scriptPubKey, 'bytes'))),
    coins: (utxos, options = {}) => {
      const coins = readUtxos(account, utxos, options, locate);
      const side = receive === change ? 'receive' : 'change';
      for (const coin of coins) if (coin.side === side) noteChange(account, coin.index + 1);
      return coins;
    },
    markUsed: (next) => {
      const [receiveNext = 0, changeNext = 0] = checkArgument('next', next, 'integer[]');
      noteChange(account, receive === change ? Math.max(receiveNext, changeNext) : changeNext);
    },
  };
  keyCaches.set(account, caches);
  return Object.freeze(account);
}

function findNetwork(named: NetworkName | Network): Network {
  const network =
    typeof named === 'string' ? Object.values(networks).find(({ name }) => name === named) : named;
  if (typeof network?.hrp === 'string') return network;
  throw wrongArgument('Unknown network', `The networks are ${chainNames}.`);
}

type Context = { readonly network: Network; readonly secp256k1: Secp256k1 };
type Sides = readonly [receive: Descriptor, change: Descriptor];

function parseSides(
  given: string | readonly [string, string],
  context: Context,
): { readonly sides: Sides; readonly privateKeys: ReadonlyMap<string, PrivateKey> } {
  const texts = typeof given === 'string' ? [given] : given;
  if (!Array.isArray(texts) || texts.some((text) => typeof text !== 'string')) {
    throw wrongArgument(
      'The descriptor must be a text, or two',
      'Give one with both sides, as wpkh(xpub.../<0;1>/*), or [receive, change].',
    );
  }
  const parsed = texts.map((text: string) => {
    const found = parseDescriptor(text.trim(), context);
    if ('error' in found) throw invalid(found.error || 'The text is no descriptor', context);
    return found;
  });
  const [receive, change = receive, ...more] = parsed.flatMap(({ descriptors }) => descriptors);
  if (receive === undefined || change === undefined || more.length > 0) {
    throw invalid('An account has a descriptor for addresses and one for change', context);
  }
  for (const side of [receive, change]) checkSide(side, context);
  const privateKeys = new Map(parsed.flatMap((each) => [...each.privateKeys]));
  checkDerivable([receive, change], { ...context, privateKeys });
  return { sides: [receive, change], privateKeys };
}

function checkSide(side: Descriptor, context: Context): void {
  if (isSolvable(side) && hasScripts(side)) return;
  throw invalid('Coins cannot be spent with this descriptor', context);
}

/** Hardened steps behind an extended public key lead nowhere. */
function checkDerivable(sides: Sides, keys: Context & KeySet): void {
  for (const side of sides) {
    if (scriptsAt(side, [0], keys)[0] !== undefined) continue;
    throw new PaymentError(
      'INVALID_DESCRIPTOR',
      'The descriptor has hardened steps that only a private key can take',
      {
        hint: 'Give the extended public key behind them, with its origin in front: [fingerprint/84h/0h/0h]xpub.../<0;1>/*',
      },
    );
  }
}

function invalid(message: string, { network }: Context): PaymentError {
  return new PaymentError('INVALID_DESCRIPTOR', message, {
    hint: `It must be one that has keys, such as wpkh([fingerprint/84h/0h/0h]xpub.../<0;1>/*), with keys of the network ${network.name} (xpub on main, tpub elsewhere).`,
  });
}

const keyCaches = new WeakMap<Account, KeyCaches>();

/** Returns the keys above the positions of both sides, where they lead to the positions. */
export function keyCachesOf(account: Account): KeyCaches {
  return keyCaches.get(account) ?? [];
}

type KeyCaches = readonly (DescriptorCache | undefined)[];

/** With these keys a position costs one derivation for each key expression. */
function keysAbove(side: Descriptor, { privateKeys, secp256k1 }: Context & KeySet) {
  const writeCache = createCacheDraft();
  expandMany(side, [0], { secp256k1, findPrivateKey: privateKeyLookup(privateKeys), writeCache });
  return writeCache;
}

/** With the hardened steps that only the private keys can take behind them. */
function describe(
  side: Descriptor,
  readCache: DescriptorCache,
  { privateKeys, ...context }: Context & KeySet,
): string {
  const keys = { ...context, findPrivateKey: privateKeyLookup(privateKeys), readCache };
  return formatNormalizedDescriptor(side, keys) ?? formatDescriptor(side, context);
}

function checkIndex(side: Descriptor, index: number): number {
  const last = isRange(side) ? LAST_POSITION : 0;
  if (Number.isInteger(index) && index >= 0 && index <= last) return index;
  throw wrongArgument(
    `The position must be a whole number from 0 to ${last}`,
    last === 0 ? 'The descriptor has no wildcard, and so one address.' : 'Count from 0.',
  );
}

type KeySet = {
  readonly secp256k1: Secp256k1;
  readonly privateKeys: ReadonlyMap<string, PrivateKey>;
  readonly readCache?: DescriptorCache | undefined;
};

/** `undefined` where a key cannot be had. */
function scriptsAt(
  side: Descriptor,
  positions: readonly number[],
  { secp256k1, privateKeys, readCache }: KeySet,
): readonly (readonly Bytes[] | undefined)[] {
  const source = { secp256k1, findPrivateKey: privateKeyLookup(privateKeys), readCache };
  return expandMany(side, positions, source).map((expansion) => expansion?.scripts);
}

type ScriptsOf = (
  side: 0 | 1,
  positions: readonly number[],
) => readonly (readonly Bytes[] | undefined)[];

const sideNames = ['receive', 'change'] as const;

/** All that was derived once is remembered. A search derives twice as many positions each time. */
function createFinder([receive, change]: Sides, range: number, scriptsOf: ScriptsOf) {
  const places = new Map<string, Place>();
  const known = new Map<string, Bytes | undefined>();
  const sides = receive === change ? ([0] as const) : ([0, 1] as const);
  const note = (side: 0 | 1, index: number, scripts: readonly Bytes[] = []) => {
    known.set(`${side}:${index}`, scripts[0]);
    for (const script of scripts) {
      const key = encodeHex(script);
      if (!places.has(key)) places.set(key, { side: sideNames[side], index });
    }
  };
  const scriptAt = (named: 0 | 1, index: number): Bytes | undefined => {
    const side = receive === change ? 0 : named;
    const key = `${side}:${index}`;
    if (!known.has(key)) note(side, index, scriptsOf(side, [index])[0]);
    return known.get(key);
  };
  let filled = 0;
  const fill = (end: number) => {
    for (const side of sides) {
      const last = isRange([receive, change][side] ?? receive) ? end : Math.min(end, 1);
      const count = Math.max(0, last - filled);
      const positions = Array.from({ length: count }, (_, i) => filled + i).filter(
        (index) => !known.has(`${side}:${index}`),
      );
      for (const [i, scripts] of scriptsOf(side, positions).entries()) {
        note(side, positions[i] ?? 0, scripts);
      }
    }
    filled = end;
  };
  const find = (script: string): Place | undefined => {
    while (!places.has(script) && filled < range) fill(Math.min(range, Math.max(20, 2 * filled)));
    return places.get(script);
  };
  const locate: Locate = (scriptPubKey, { side: named, index }) => {
    const script = encodeHex(scriptPubKey);
    for (const side of index === undefined ? [] : sides) {
      if (places.has(script)) break;
      if (named === undefined || named === sideNames[side]) scriptAt(side, index ?? 0);
    }
    return find(script);
  };
  return { find, locate, scriptAt };
}
