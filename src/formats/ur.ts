import { type Bytes, isBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { type CborValue, decodeCbor } from '../transport/cbor-value.ts';
import { multiScripts } from './standard-wallet.ts';
import { pairsOf, readUrKey, type UrKeyOptions, untag } from './ur-key.ts';
import {
  cosignerKey,
  type DescriptorPart,
  type FormatFailure,
  failure,
  type KeyPart,
  type WalletParts,
} from './wallet-file.ts';

/** Returns true for UR types with descriptors or keys. */
export const isUrWallet = (type: string): boolean =>
  /^(crypto-output|output-descriptor|crypto-account|account-descriptor|(crypto-)?hdkey)$/.test(
    type,
  );

/** Reads descriptors and keys of a UR. */
export function readUrWallet(type: string, cbor: Bytes): WalletParts | FormatFailure {
  const value = decodeCbor(cbor);
  const isAccount = /account/.test(type);
  const outputs =
    value === undefined ? [] : isAccount ? accountOutputs(value) : [readOutput(value, type, {})];
  const descriptors: DescriptorPart[] = [];
  const keys: KeyPart[] = [];
  const lost: string[] = [];
  for (const [i, output] of outputs.entries()) {
    if (output === undefined) lost.push(`entry ${i + 1} of the account, which cannot be read`);
    else if ('purpose' in output) keys.push(output);
    else descriptors.push(output);
  }
  const [only] = descriptors;
  const name = descriptors.length === 1 ? only?.name : undefined;
  if (descriptors.length + keys.length === 0) {
    return failure(`this UR of type ${type} is not built as that type is, or holds private keys`);
  }
  const program = `a UR of type ${type}`;
  return { format: 'ur', program, name, descriptors, keys, lost, isAccount };
}

type Output = DescriptorPart | KeyPart | undefined;

/**
 * Reads the outputs of an account (BCR-2020-015 and BCR-2023-019): "If the `crypto-hdkey` […] omits
 * the master fingerprint, then the master fingerprint at the top level […] is the source".
 */
function accountOutputs(value: CborValue): readonly Output[] {
  const pairs = pairsOf(untag(value, 311, 40311));
  const [fingerprint, outputs] = [pairs?.get(1), pairs?.get(2)];
  if (typeof fingerprint !== 'number' || !Array.isArray(outputs)) return [undefined];
  return outputs.map((each) => readOutput(each, 'account', { fingerprint }));
}

function readOutput(value: CborValue, type: string, options: UrKeyOptions): Output {
  if (/hdkey/.test(type)) {
    const key = readUrKey(value, options);
    return key && { text: key.text, purpose: 'any script' };
  }
  const inner = untag(value, 308, 40308) ?? value;
  const pairs = pairsOf(inner);
  if (pairs !== undefined) return readSource(pairs, options);
  const text = formatOutput(inner, options);
  return text === undefined
    ? undefined
    : asFound(text.replace(BARE_MULTISIG_KEY, '$1cosigner($2)'));
}

/**
 * A `wsh(KEY)` for `wsh(cosigner(KEY))`, as SeedSigner and BlueWallet write it, and others did
 * until 2021.
 */
const BARE_MULTISIG_KEY = /^((?:sh\(wsh\(|sh\(|wsh\())((?:\[[^\]]*\])?[xt]pub[^()]*)(?=\)+$)/;

/** Reads a text with placeholders such as `@0`, and their keys (BCR-2023-010). */
function readSource(pairs: ReadonlyMap<number, CborValue>, options: UrKeyOptions): Output {
  const [source, keys, name] = [pairs.get(1), pairs.get(2) ?? [], pairs.get(3)];
  if (typeof source !== 'string' || !Array.isArray(keys)) return undefined;
  const texts: string[] = [];
  for (const each of keys) {
    const key = readUrKey(each, options);
    if (key === undefined) return undefined;
    texts.push(key.text + key.steps);
  }
  if (
    /@(\d+)/.test(
      source.replace(/@\d{1,3}(?!\d)/g, (at) =>
        texts[Number(at.slice(1))] === undefined ? at : '',
      ),
    )
  ) {
    return undefined;
  }
  if (/@0\d/.test(source)) return undefined;
  const text = source.replace(/@(\d{1,3})/g, (_, index: string) => texts[Number(index)] ?? '');
  return asFound(text, typeof name === 'string' ? name : undefined);
}

/** Reads an expression; `cosigner(KEY)` is one key of a future multisig. */
function asFound(text: string, name?: string): Output {
  const [, scripts = '', key] = /^((?:sh\(|wsh\()*)cosigner\(([^()]*)\)+$/.exec(text) ?? [];
  const script = multiScripts.find((each) => `${each.replace(/\)/g, '')}(` === scripts);
  if (key === undefined || script === undefined) return { text, name };
  const bare = key.replace(/\/<0;1>\/\*$/, '');
  // A key with its own steps is not the key of an account.
  return /pub[^/]*\//.test(bare) ? undefined : cosignerKey(bare, script);
}

/** Tags of script expressions (BCR-2020-010). */
export const expressions: ReadonlyMap<number, string> = new Map([
  [400, 'sh'],
  [401, 'wsh'],
  [402, 'pk'],
  [403, 'pkh'],
  [404, 'wpkh'],
  [405, 'combo'],
  [406, 'multi'],
  [407, 'sortedmulti'],
  [408, 'raw'],
  [409, 'tr'],
  [410, 'cosigner'],
]);

function formatOutput(value: CborValue, options: UrKeyOptions): string | undefined {
  if (typeof value !== 'object' || !('tag' in value)) return undefined;
  const { tag, value: inner } = value;
  const name = expressions.get(tag);
  if (name === undefined) {
    const key = readUrKey(value, options);
    return key && key.text + key.steps;
  }
  if (name === 'raw') return isBytes(inner) ? `raw(${encodeHex(inner)})` : undefined;
  if (name !== 'multi' && name !== 'sortedmulti') {
    const text = formatOutput(inner, options);
    return text === undefined ? undefined : `${name}(${text})`;
  }
  const pairs = pairsOf(inner);
  const [threshold, keys] = [pairs?.get(1), pairs?.get(2)];
  if (typeof threshold !== 'number' || !Array.isArray(keys)) return undefined;
  const texts = keys.map((key) => readUrKey(key, options));
  if (texts.some((text) => text === undefined)) return undefined;
  return `${name}(${[threshold, ...texts.map((key) => key && key.text + key.steps)].join(',')})`;
}
