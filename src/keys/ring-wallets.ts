import { expandMany } from '../descriptor/expand.ts';
import { formatDescriptor, formatNormalizedDescriptor } from '../descriptor/format.ts';
import { parseDescriptor } from '../descriptor/parse.ts';
import { privateKeyLookup } from '../descriptor/private-keys.ts';
import { formatAddress } from '../script/address.ts';
import type { KeyDescriptor, KeyRing, RingContext } from './key-ring.ts';

/** A wallet or single key of a ring, without private keys. */
type RingWallet = {
  /** The descriptor of each branch, with its public keys. */
  readonly descriptors: readonly string[];
  /** The addresses at the first position of each branch. */
  readonly addresses: readonly string[];
};

/** The wallets and single keys of a ring. */
export type RingWallets = {
  /** Number of wallets of each kind of descriptor, such as `combo`. */
  readonly kinds: ReadonlyMap<string, number>;
  /** The first wallets. */
  readonly first: readonly RingWallet[];
};

/** Lists the wallets and single keys of a ring, and describes the first `most` of them. */
export function ringWallets(
  { descriptors }: KeyRing,
  most: number,
  context: RingContext,
): RingWallets {
  const kinds = new Map<string, number>();
  for (const { text } of descriptors) {
    const kind = text.slice(0, text.indexOf('('));
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const first = descriptors.slice(0, most).flatMap((each) => describeWallet(each, context) ?? []);
  return { kinds, first };
}

function describeWallet(
  { text, range }: KeyDescriptor,
  context: RingContext,
): RingWallet | undefined {
  const parsed = parseDescriptor(text, context);
  if ('error' in parsed) return undefined;
  const { descriptors, privateKeys } = parsed;
  const derived = [...privateKeys.values()];
  const source = { ...context, findPrivateKey: privateKeyLookup(privateKeys), derived };
  try {
    return {
      descriptors: descriptors.map(
        (each) => formatNormalizedDescriptor(each, source) ?? formatDescriptor(each, context),
      ),
      addresses: descriptors.flatMap((each) => {
        const [found] = expandMany(each, [range?.[0] ?? 0], source);
        return (found?.scripts ?? []).flatMap(
          (script) => formatAddress(script, context.network) ?? [],
        );
      }),
    };
  } finally {
    for (const key of derived) key.wipe();
  }
}
