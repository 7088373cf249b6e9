import { hash160, hash256, ripemd160, sha256 } from '../../crypto/hash.ts';
import type { PrivateKey } from '../../crypto/private-key.ts';
import { branchSigningAt } from '../../descriptor/branch-signing.ts';
import { type Descriptor, isRange } from '../../descriptor/descriptor.ts';
import { expandMany, expandPrivate } from '../../descriptor/expand.ts';
import {
  type FlatSigningProvider,
  toSigningProvider,
} from '../../descriptor/flat-signing-provider.ts';
import type { DescriptorContext } from '../../descriptor/parser.ts';
import type { PrivateKeySource } from '../../descriptor/private-keys.ts';
import { type Bytes, equalBytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { Json } from '../../json/json.ts';
import { joinProviders, type SigningProvider } from '../../signing/provider.ts';
import { invalid } from '../error.ts';
import { getArray, getStr, parseHexV } from '../values.ts';
import { parseDescriptorArgument } from './descriptor-argument.ts';
import { requirePath } from './path.ts';

/** An output that a caller describes: `prevtxs[].desc` and `prevtxs[].preimages`. Beyond Core. */
export type DescribedOutput = {
  readonly scriptPubKey: Bytes;
  /** Null if there is none. */
  readonly desc: Json;
  /** The spending path of `desc`, the only descriptor that signs. */
  readonly path: Json;
  readonly preimages: Json;
};

/** Keys and scripts from descriptors, with the private keys to wipe afterwards. */
export type Descriptions = {
  readonly provider: SigningProvider;
  readonly privateKeys: readonly PrivateKey[];
};

/** Number of positions of a ranged descriptor to search for the output. */
const POSITIONS = 1000;
/** Number of descriptors derived together. */
const BATCH = 100;

/**
 * Adds descriptors to what `provider` knows. Its private keys are also used for the public keys in
 * the descriptors.
 */
export function readDescriptions(
  outputs: readonly DescribedOutput[],
  provider: SigningProvider,
  context: DescriptorContext,
): Descriptions {
  let all = provider;
  const privateKeys: PrivateKey[] = [];
  for (const { scriptPubKey, desc, path, preimages } of outputs) {
    if (desc !== null) {
      const output = { text: getStr(desc), path, scriptPubKey };
      all = joinProviders(readDescriptor(output, provider, context, privateKeys), all);
    }
    if (preimages !== null) all = joinProviders(preimageProvider(preimages, all), all);
  }
  return { provider: all, privateKeys };
}

function readDescriptor(
  {
    text,
    path,
    scriptPubKey,
  }: Pick<DescribedOutput, 'scriptPubKey' | 'path'> & {
    readonly text: string;
  },
  provider: SigningProvider,
  context: DescriptorContext,
  privateKeys: PrivateKey[],
): SigningProvider {
  const parsed = parseDescriptorArgument(text, context);
  privateKeys.push(...parsed.privateKeys.values());
  const source: PrivateKeySource = {
    secp256k1: context.secp256k1,
    findPrivateKey: (hash) =>
      parsed.privateKeys.get(encodeHex(hash)) ?? provider.getPrivateKey(hash),
  };
  for (const descriptor of parsed.descriptors) {
    const found = findPosition(descriptor, scriptPubKey, source);
    if (found === undefined) continue;
    expandPrivate(descriptor, found.position, source, found.flatProvider);
    privateKeys.push(...found.flatProvider.privateKeys.values());
    const own = toSigningProvider(found.flatProvider);
    if (path === null) return own;
    const chosen = requirePath(path, [descriptor]);
    const along = branchSigningAt(descriptor, chosen, found.position, source);
    return { ...own, pathOf: (script) => (equalBytes(script, scriptPubKey) ? along : undefined) };
  }
  throw invalid('desc does not match scriptPubKey');
}

function findPosition(
  descriptor: Descriptor,
  scriptPubKey: Bytes,
  source: PrivateKeySource,
): { readonly position: number; readonly flatProvider: FlatSigningProvider } | undefined {
  const end = isRange(descriptor) ? POSITIONS : 1;
  for (let begin = 0; begin < end; begin += BATCH) {
    const count = Math.min(BATCH, end - begin);
    const positions = Array.from({ length: count }, (_, i) => begin + i);
    for (const [i, expansion] of expandMany(descriptor, positions, source).entries()) {
      if (expansion?.scripts.some((script) => equalBytes(script, scriptPubKey))) {
        return { position: begin + i, flatProvider: expansion.flatProvider };
      }
    }
  }
  return undefined;
}

/** Returns a provider of preimages, each for all kinds of hashes. */
function preimageProvider(value: Json, provider: SigningProvider): SigningProvider {
  const byHash = new Map<string, Bytes>();
  for (const item of getArray(value)) {
    const preimage = parseHexV(item, 'preimage');
    byHash.set(`sha256 ${encodeHex(sha256(preimage))}`, preimage);
    byHash.set(`hash256 ${encodeHex(hash256(preimage))}`, preimage);
    byHash.set(`ripemd160 ${encodeHex(ripemd160(preimage))}`, preimage);
    byHash.set(`hash160 ${encodeHex(hash160(preimage))}`, preimage);
  }
  return {
    ...provider,
    getPreimage: (kind, digest) => byHash.get(`${kind} ${encodeHex(digest)}`),
  };
}
