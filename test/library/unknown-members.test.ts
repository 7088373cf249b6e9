import { afterAll, describe, expect, test } from 'vitest';
import { isBytes } from '../../src/encoding/bytes.ts';
import { networks } from '../../src/encoding/network.ts';
import { strictPolicy } from '../../src/public/review.ts';
import { defaultFeeTiers } from '../../src/transaction/fee-bounds.ts';
import {
  account,
  type Callable,
  publicFunctions,
  rightArguments,
} from '../support/generate/public-calls.ts';
import { declaredFunctions, type Shape } from '../support/generate/public-types.ts';

/** Values that coldsign makes, or an app implements: nobody writes their members by hand. */
const opaque =
  /^(AbortSignalLike|AccountKind|AddressBranches|BlockTemplate|CacheDraft|ChainSource|CoinBackend|CoinSource|Context|ConsensusParams|DescriptorCache|ExtendedPrivateKey|ExternalKeys|FilesLike|FlatSigningProvider|IndexedDbLike|MasterKey|MessageDevice|Mining|Miniscript|MusigNonces|Node|PaymentHistory|Secp256k1|SighashCache|SignatureChecker|SignatureVerifier|SigningProvider|SigningWorkers|SilentDescriptor|SilentSigning|TemplateCache|WalletHost|WalletStorage|SignerCommand)\b/;

const txid = '11'.repeat(32);
const utxo = { txid, vout: 0, value: 90_000n, height: 100, address: account.address(0) };
/** Values for members that the arguments of `public-calls` leave out, by the name of their type. */
const fixtures: { readonly [type: string]: unknown } = {
  Account: account,
  AllowedOnce: { finding: 'fee-too-high', review: 'ab'.repeat(32) },
  Ancestors: { vsize: 100, fee: 100n },
  Coin: { value: 1n, scriptPubKey: Uint8Array.of(0x51) },
  FeeTiers: defaultFeeTiers,
  FeeBounds: defaultFeeTiers.high,
  KeyOrigin: { fingerprint: new Uint8Array(4), path: [] },
  Network: networks.regtest,
  NextPositions: { receive: 1, change: 1 },
  Now: { height: 800_000, time: 1_700_000_000 },
  OutPoint: { txid, vout: 0 },
  Partial: { receive: 1, change: 1 },
  PastCoin: { value: 1n, payees: '', isSigned: true },
  Policy: strictPolicy,
  ScryptCost: { n: 2, r: 8, p: 1 },
  Transaction: { version: 2, inputs: [], outputs: [], locktime: 0 },
  TxOut: { value: 1n, scriptPubKey: Uint8Array.of(0x51) },
  Unspent: utxo,
};

type Place = readonly (string | number)[];
type Case = { readonly at: Place; readonly member: string; readonly args: readonly unknown[] };

/** Misspells a name: its last letters change places, or one is added. */
function misspelt(name: string): string {
  const swapped = name.slice(0, -2) + name.slice(-1) + name.slice(-2, -1);
  return swapped === name ? `${name}s` : swapped;
}

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !isBytes(value);

/** Copies a value with another value at a place in it. */
function put(value: unknown, [first, ...rest]: Place, other: unknown): unknown {
  if (first === undefined) return other;
  if (Array.isArray(value)) {
    return Array.from({ length: Math.max(value.length, Number(first) + 1) }, (_, i) =>
      i === first ? put(value[i], rest, other) : value[i],
    );
  }
  if (value instanceof Map) {
    const entries = [...value].map(([key, item], i) => [
      key,
      i === first ? put(item, rest, other) : item,
    ]);
    return new Map(entries as [unknown, unknown][]);
  }
  const given: { readonly [name: string]: unknown } = Object(value);
  return { ...given, [first]: put(given[first], rest, other) };
}

/** Lists every call with one misspelt member, at every depth. */
function casesIn(
  args: readonly unknown[],
  shapes: readonly Shape[],
  given: unknown,
  at: Place,
): Case[] {
  if (at.length > 9) return [];
  const shaped = shapes.filter(({ name }) => !opaque.test(name));
  const lists = shaped.flatMap(({ items }) => items());
  const objects = shaped.filter(({ members }) => members.size > 0);
  const isList = Array.isArray(given) || given instanceof Map;
  if (isList) {
    const items: readonly unknown[] = given instanceof Map ? [...given.values()] : given;
    return items.slice(0, 1).flatMap((item) => casesIn(args, lists, item, [...at, 0]));
  }
  const fits = objects.filter(({ members }) =>
    isObject(given)
      ? [...members].every(([name, { isOptional }]) => isOptional || name in given)
      : false,
  );
  const made = fits[0] ?? objects.find(({ name }) => name in fixtures);
  if (made === undefined) return [];
  const value: unknown = isObject(given) ? given : fixtures[made.name];
  if (!isObject(value)) return [];
  const names = new Set(objects.flatMap(({ members }) => [...members.keys()]));
  const own = fits.length > 0 ? fits : [made];
  const base = put(args, at, value) as readonly unknown[];
  const here = own.flatMap(({ members }) =>
    [...members.keys()].flatMap((member): Case[] => {
      const wrong = misspelt(member);
      if (names.has(wrong)) return [];
      const { [member]: right = 1, ...rest } = value;
      const changed = { ...rest, [wrong]: right };
      return [{ at, member, args: put(base, at, changed) as readonly unknown[] }];
    }),
  );
  const inside = own.flatMap(({ members }) =>
    [...members].flatMap(([name, { isFunction, shapes: below }]) =>
      isFunction ? [] : casesIn(base, below(), value[name], [...at, name]),
    ),
  );
  return [...here, ...inside];
}

async function thrown(call: Callable, args: readonly unknown[]): Promise<unknown> {
  try {
    const { error }: { readonly error?: unknown } = Object(await call(...args));
    return error;
  } catch (error) {
    return error;
  }
}

const declared = declaredFunctions();
afterAll(() => declared.close());

/** Functions that take any value, or the arguments of Core's methods. */
const others =
  /^(isColdsignError|createrawtransaction|send|getblocktemplate|importdescriptors|signrawtransaction.*|execute|describePayload)$/;
const functions = publicFunctions.flatMap((each) => {
  const specifier = each.entry === 'root' ? 'coldsign' : `coldsign/${each.entry}`;
  const found = declared.entries.get(specifier)?.find(({ name }) => name === each.name);
  if (found === undefined) throw new Error(`${specifier} does not declare ${each.name}`);
  return others.test(each.name) ? [] : [{ ...each, shapes: found.parameters }];
});

describe.each(functions)('$entry: $name', (each) => {
  const args = rightArguments(each);
  test('refuses every misspelt member at every depth, and names the right one', async () => {
    const cases = each.shapes.flatMap((shapes, i) => casesIn(args, shapes, args[i] ?? {}, [i]));
    const accepted: string[] = [];
    for (const { at, member, args: wrong } of cases) {
      const error = await thrown(each.call, wrong);
      const { code, message, hint }: Partial<{ code: unknown; message: string; hint: string }> =
        Object(error);
      const isNamed = message?.includes(misspelt(member)) && hint?.includes(member);
      const isOurs = code === 'WRONG_ARGUMENT' || typeof code === 'number';
      if (!isNamed || !isOurs) accepted.push(`${at.join('.')}.${misspelt(member)}: ${message}`);
    }
    expect(accepted).toEqual([]);
  });
});
