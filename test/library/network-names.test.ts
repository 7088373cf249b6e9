import { expect, test } from 'vitest';
import { networks } from '../../src/encoding/network.ts';
import { type Descriptor, expand, parseDescriptor } from '../../src/public/descriptor.ts';
import { decodeAddress, formatAddress } from '../../src/public/script.ts';
import { listAccounts, readKeys } from '../../src/public/seed.ts';
import { publicFunctions, rightArguments, without } from '../support/generate/public-calls.ts';

const isNetwork = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'hrp' in value;

/** Returns the arguments with the name of each network in its place, or with another. */
function named(value: unknown, name: string): unknown {
  if (isNetwork(value)) return name;
  const isPlain =
    typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    'network' in value &&
    isNetwork(value.network) &&
    !('descriptors' in value);
  return isPlain ? { ...value, network: name } : value;
}

async function outcome(call: (...args: unknown[]) => unknown, args: readonly unknown[]) {
  try {
    return { result: await call(...args) };
  } catch (error) {
    return { error };
  }
}

const plain = (value: unknown): string =>
  JSON.stringify(value, (_, each) =>
    typeof each === 'bigint'
      ? `${each}n`
      : each instanceof Map || each instanceof Set
        ? [...each]
        : typeof each === 'function'
          ? 'a function'
          : each,
  ) ?? 'undefined';

const onNetworks = publicFunctions.filter((each) => {
  const right = without.includes(each.name) ? [] : rightArguments(each);
  return right.some((given) => named(given, 'regtest') !== given);
});

test('many functions take a network', () => {
  expect(onNetworks.length).toBeGreaterThan(20);
});

test.each(onNetworks)('$entry: $name takes the name of a network', async (each) => {
  const right = rightArguments(each);
  const by = (name: string) =>
    outcome(
      each.call,
      right.map((given) => named(given, name)),
    );
  expect(plain(await by('regtest'))).toBe(plain(await outcome(each.call, right)));
  const { error } = await by('mainnet');
  expect(error).toMatchObject({ code: expect.stringMatching(/WRONG_ARGUMENT|^-?\d+$/) });
  expect(Object.keys(networks)).not.toContain('mainnet');
});

const scriptsOf = (descriptor: Descriptor | undefined) =>
  (descriptor && expand(descriptor, 0, { findPrivateKey: () => undefined })?.scripts) ?? [];

test('the compiler takes names, too', () => {
  const words = `${'abandon '.repeat(11)}about`;
  const ring = readKeys(words, { network: 'main' });
  if ('error' in ring) throw new Error(ring.error);
  const accounts = listAccounts(ring, { network: 'main' });
  if ('error' in accounts) throw new Error(accounts.error);
  const account = accounts.find(({ path }) => path === 'm/84h/0h/0h');
  const parsed = parseDescriptor(account?.descriptor ?? '', { network: 'main' });
  if ('error' in parsed) throw new Error(parsed.error);
  const [first] = scriptsOf(parsed.descriptors[0]);
  // The first address of BIP84's test vector.
  expect(first && formatAddress(first, 'main')).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
  expect(decodeAddress('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'main')).toEqual(first);
});
