import { decodeBase58Check } from '../crypto/base58check.ts';
import { jsonObject } from '../json/json.ts';
import { printJson } from '../json/print.ts';
import { listAt, readObject, textAt } from './json-file.ts';
import { type FormatFailure, failure, type WalletParts } from './wallet-file.ts';

const EXTENDED_LENGTH = 78;
/** Length of chain code and point, at the end of an extended public key (BIP32). */
const POINT_AND_CHAIN_CODE = 65;

/** "Key information" (BIP388): an optional origin and an extended public key. */
const KEY = /^(\[[0-9a-fA-F]{8}(\/\d{1,10}['hH]?)*\])?[a-zA-Z]pub[1-9A-HJ-NP-Za-km-z]{107,108}$/;
const PLACEHOLDER = /@(\d{1,4})/g;

/** Reads a wallet policy (BIP388) in JSON, with `template` and `keys` by any program's names. */
export function readPolicy(text: string): WalletParts | FormatFailure | undefined {
  const file = readObject(text);
  const names = [
    'template',
    'descriptor_template',
    'description_template',
    'policy',
    'desc_template',
  ];
  const templates = new Set(file && names.flatMap((name) => textAt(file, name) ?? []));
  const [template] = templates;
  if (file === undefined || template === undefined || !template.includes('@0')) return undefined;
  if (templates.size > 1) return failure('this wallet policy has several templates that differ');
  const keys = [...listAt(file, 'keys'), ...listAt(file, 'keys_info')].map((each) =>
    typeof each === 'string' ? each : '',
  );
  const descriptor = descriptorOfPolicy(template, keys);
  if (typeof descriptor !== 'string') return descriptor;
  return {
    format: 'policy',
    program: 'a wallet policy (BIP388)',
    name: textAt(file, 'name'),
    descriptors: [{ text: descriptor }],
  };
}

/** Replaces every `@i` by its key, and "every /** with /<0;1>/*" (BIP388). */
export function descriptorOfPolicy(
  template: string,
  keys: readonly string[],
): string | FormatFailure {
  const fault = faultOf(template, keys.length) ?? keyFaultOf(keys);
  if (fault !== undefined) return failure(`this wallet policy is not one of BIP388: ${fault}`);
  return template
    .replace(PLACEHOLDER, (_, index: string) => keys[Number(index)] ?? '')
    .replace(/\/\*\*/g, '/<0;1>/*');
}

/**
 * "The public keys obtained by deserializing elements of the key information vector must be
 * pairwise distinct."
 */
function keyFaultOf(keys: readonly string[]): string | undefined {
  if (!keys.every((key) => KEY.test(key))) return 'a key is not an extended key with its origin';
  return new Set(keys.map(pointOf)).size < keys.length ? 'it has the same key twice' : undefined;
}

/**
 * Returns public key and chain code as text, because origin, depth and parent do not change a key.
 */
export function pointOf(key: string): string {
  const text = key.replace(/^\[[^\]]*\]/, '');
  return decodeBase58Check(text, EXTENDED_LENGTH)?.slice(-POINT_AND_CHAIN_CODE).join() ?? text;
}

/** The scripts of BIP388, which has no bare ones. */
const SCRIPTS = /^(pkh|wpkh|sh|wsh|tr)\(/;

function faultOf(template: string, count: number): string | undefined {
  if (!SCRIPTS.test(template)) return 'its script is none of pkh(), wpkh(), sh(), wsh() and tr()';
  if (/@0\d/.test(template)) return 'the number of a key has a zero in front';
  const indices = [...template.matchAll(PLACEHOLDER)].map(([, index]) => Number(index));
  const first = [...new Set(indices)];
  if (first.some((index, i) => index !== i)) return 'its keys are not in order from @0';
  if (first.length !== count) return `it has ${first.length} keys, and ${count} were given`;
  if (/[a-zA-Z](pub|prv)[1-9A-HJ-NP-Za-km-z]{50}/.test(template)) return 'a key is in the template';
  const places = [...template.matchAll(/@(\d+)((?:\/[^,(){}]*)?)/g)];
  const uses = [
    ...places.map(([, index = '', steps = '']) => ({ of: index, steps })),
    ...[...template.matchAll(/musig\(([@\d,]+)\)((?:\/[^,(){}]*)?)/g)].map(
      // "the same if they have exactly the same set of key indexes (regardless of the order)"
      ([, members = '', steps = '']) => ({ of: members.split(',').sort().join(), steps }),
    ),
  ];
  // Keys inside musig() have no steps; the musig() has them.
  const musigKeys = [...template.matchAll(/musig\(([^()]*)\)/g)].map(([, members = '']) => members);
  if (musigKeys.some((members) => !/^@\d+(,@\d+)*$/.test(members))) {
    return 'a key is derived before it is aggregated';
  }
  if (musigKeys.some((members) => new Set(members.split(',')).size < members.split(',').length)) {
    return 'a key is aggregated with itself';
  }
  const bare = new Set(musigKeys.flatMap((members) => members.match(/@\d+/g) ?? []));
  const branches = new Map<string, Set<string>>();
  for (const { of, steps } of uses) {
    if (steps === '' && bare.has(`@${of}`)) continue;
    const [, a = '0', b = '1'] = /^\/<(\d+);(\d+)>\/\*$/.exec(steps) ?? [];
    if (steps !== '/**' && !/^\/<\d+;\d+>\/\*$/.test(steps)) {
      return 'behind a key stands neither /** nor /<M;N>/*';
    }
    const taken = branches.get(of) ?? new Set();
    if (a === b || taken.has(a) || taken.has(b)) return 'a key is used twice with the same path';
    branches.set(of, taken.add(a).add(b));
  }
  return undefined;
}

/**
 * Returns the policy of a descriptor whose keys have two branches each, with `/<0;1>/*` as `/**`.
 * Returns `undefined` if a key is used in another way.
 */
export function policyOf(
  descriptor: string,
): { readonly template: string; readonly keys: readonly string[] } | undefined {
  const keys: string[] = [];
  const [payload = ''] = descriptor.split('#');
  const template = payload
    .replace(/(\[[0-9a-f]{8}[^\]]*\])?[xt]pub[1-9A-HJ-NP-Za-km-z]{107,108}/g, (key) => {
      const known = keys.indexOf(key);
      return `@${known >= 0 ? known : keys.push(key) - 1}`;
    })
    .replace(/\/<0;1>\/\*/g, '/**');
  const again = descriptorOfPolicy(template, keys);
  return again === payload ? { template, keys: keys.map(withApostrophes) } : undefined;
}

/**
 * Writes hardened steps as BIP388's "/NUM' or /NUM path elements". Devices identify a policy by its
 * text, so they accept no other marker.
 */
const withApostrophes = (key: string): string =>
  key.replace(/^\[[^\]]*\]/, (origin) => origin.replace(/h(?=[/\]])/g, "'"));

export function formatPolicy(name: string, template: string, keys: readonly string[]): string {
  return `${printJson(jsonObject({ name, template, keys }), 2)}\n`;
}
