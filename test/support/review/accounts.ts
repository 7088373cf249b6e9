import { HDKey } from '@scure/bip32';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import type { PrivateKey } from '../../../src/crypto/private-key.ts';
import { addChecksum } from '../../../src/descriptor/checksum.ts';
import type { Descriptor } from '../../../src/descriptor/descriptor.ts';
import { expand, expandPrivate } from '../../../src/descriptor/expand.ts';
import {
  createFlatSigningProvider,
  type FlatSigningProvider,
} from '../../../src/descriptor/flat-signing-provider.ts';
import { parseDescriptor } from '../../../src/descriptor/parse.ts';
import { privateKeyLookup } from '../../../src/descriptor/private-keys.ts';
import type { Bytes } from '../../../src/encoding/bytes.ts';
import { networks } from '../../../src/encoding/network.ts';
import { UNSPENDABLE_KEY } from '../../../src/script/taproot.ts';

/** A person with a seed. */
export type Person = { readonly root: HDKey; readonly fingerprint: string };
const versions = { private: 0x04358394, public: 0x043587cf };

export const person = (seed: number): Person => personOf(new Uint8Array(32).fill(seed));

export function personOf(seed: Uint8Array): Person {
  const root = HDKey.fromMasterSeed(seed, versions);
  return { root, fingerprint: root.fingerprint.toString(16).padStart(8, '0') };
}

export const ME = person(1);
export const COSIGNER = person(2);
const THIRD = person(3);
export const THIEF = person(66);

/** Returns a key expression at a path, followed by `<0;1>/*`. `secret`: with the private key. */
export function keyAt({ root, fingerprint }: Person, path: string, secret = false): string {
  const account = root.derive(`m/${path.replaceAll('h', "'")}`);
  const key = secret ? account.privateExtendedKey : account.publicExtendedKey;
  return `[${fingerprint}/${path}]${key}/<0;1>/*`;
}

export const wpkh = `wpkh(${keyAt(ME, '84h/1h/0h')})`;
export const pkh = `pkh(${keyAt(ME, '44h/1h/0h')})`;
export const nested = `sh(wpkh(${keyAt(ME, '49h/1h/0h')}))`;
export const tr = `tr(${keyAt(ME, '86h/1h/0h')})`;
export const multi = `wsh(sortedmulti(2,${[ME, COSIGNER, THIRD].map((who) => keyAt(who, '48h/1h/0h/2h')).join(',')}))`;
export const thief = `wpkh(${keyAt(THIEF, '84h/1h/0h')})`;
export const [MAIN, RECOVERY] = [1, 2].map((seed) => keyAt(person(seed), '48h/1h/0h/2h')) as [
  string,
  string,
];
export const olderBy = (lock: number) => `wsh(and_v(v:pk(${MAIN}),older(${lock})))`;
export const leafTree = `tr(${keyAt(ME, '86h/1h/0h')},{pk(${keyAt(COSIGNER, '86h/1h/0h')}),and_v(v:pk(${keyAt(COSIGNER, '86h/1h/1h')}),older(144))})`;
export const stolenTree = leafTree.replace(keyAt(COSIGNER, '86h/1h/1h'), keyAt(THIEF, '86h/1h/1h'));
export const fixedMusig = `tr(musig(${[ME, COSIGNER].map((who) => keyAt(who, '87h/1h/0h').replace('/<0;1>/*', '/7')).join(',')}))`;
export const ofBoth = (text: string) => ({ descriptors: [text, wpkh] });

/** Only the seed is open. */
export const onlySeed = { descriptors: [], masters: [ME.root.privateExtendedKey] };
export const registered = { ...onlySeed, descriptors: [multi] };
export const single = (path: string) => `wpkh(${keyAt(ME, path)})`;
export const multiOfThief = multi.replace(
  keyAt(COSIGNER, '48h/1h/0h/2h'),
  keyAt(THIEF, '48h/1h/0h/2h'),
);
export const secretNative = `wpkh(${keyAt(ME, '84h/1h/0h', true)})`;
export const secretTaproot = `tr(${keyAt(ME, '86h/1h/0h', true)})`;
export const musigOf = (second = COSIGNER) =>
  `tr(musig(${keyAt(ME, '86h/1h/0h')},${keyAt(second, '86h/1h/0h')}))`;
export const NUMS = '50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0';
export const of = (...descriptors: readonly string[]) => ({ descriptors });

/** A script of a descriptor, and its owner's data about it. */
export type Place = { readonly script: Bytes; readonly knowledge: FlatSigningProvider };

/** Returns the two descriptors of a text with `<0;1>`: for addresses and for change. */
export function descriptorsOf(text: string): readonly [Descriptor, Descriptor] {
  const parsed = parseDescriptor(text, { network: networks.regtest, secp256k1 });
  if ('error' in parsed) throw new Error(`${text}: ${parsed.error}`);
  const [first, second = first] = parsed.descriptors;
  return [first, second];
}

/** Returns the private keys in texts, by the hash160 of their public keys. */
export function privateKeysOf(texts: readonly string[]): ReadonlyMap<string, PrivateKey> {
  return new Map(
    texts.flatMap((text) => {
      const parsed = parseDescriptor(text, { network: networks.regtest, secp256k1 });
      return 'error' in parsed ? [] : [...parsed.privateKeys];
    }),
  );
}

export function place(text: string, branch: 0 | 1, position: number): Place {
  const descriptor = descriptorsOf(text)[branch];
  // Hardened steps need the private key.
  const findPrivateKey = privateKeyLookup(privateKeysOf([text]));
  const expansion = expand(descriptor, position, { secp256k1, findPrivateKey });
  const script = expansion?.scripts[0];
  if (expansion === undefined || script === undefined) throw new Error(`no script of ${text}`);
  return { script, knowledge: expansion.flatProvider };
}

export const keyOf = (text: string, branch: 0 | 1 = 1, index = 4): Bytes =>
  [...place(text, branch, index).knowledge.publicKeys.values()].find(
    (key) => key.length === 33,
  ) as Bytes;
const multiKey = (who = ME, path = '48h/1h/0h/2h') => keyAt(who, path);
const pairOf = (second = COSIGNER) => `sh(wsh(multi(2,${multiKey()},${multiKey(second)})))`;
const legacyPair = (second = COSIGNER) => `sh(sortedmulti(1,${multiKey()},${multiKey(second)}))`;
const inheritance = (second = COSIGNER) =>
  `wsh(or_d(pk(${multiKey()}),and_v(v:pk(${multiKey(second)}),after(2000000))))`;
export const treeOf = (second = COSIGNER) =>
  `tr(${keyAt(ME, '86h/1h/0h')},{pk(${keyAt(second, '86h/1h/0h')}),and_v(v:pk(${keyAt(second, '86h/1h/1h')}),older(4032))})`;

/** Kinds of wallets: a name, the descriptor, and the same with a thief as cosigner. */
export const WALLET_KINDS: readonly (readonly [string, string, string])[] = [
  ['legacy', pkh, pkh.replace(keyAt(ME, '44h/1h/0h'), keyAt(THIEF, '44h/1h/0h'))],
  ['nested', nested, nested.replace(keyAt(ME, '49h/1h/0h'), keyAt(THIEF, '49h/1h/0h'))],
  ['native', wpkh, thief],
  ['taproot', tr, tr.replace(keyAt(ME, '86h/1h/0h'), keyAt(THIEF, '86h/1h/0h'))],
  ['two of three', multi, multi.replace(multiKey(COSIGNER), multiKey(THIEF))],
  ['a nested pair', pairOf(), pairOf(THIEF)],
  ['one of two', legacyPair(), legacyPair(THIEF)],
  ['an inheritance', inheritance(), inheritance(THIEF)],
  ['a taproot tree', treeOf(), treeOf(THIEF)],
];
export const thiefChange = place(thief, 1, 4).script;
export const changeKeyOf = (text: string, index = 4): Bytes =>
  [...place(text, 1, index).knowledge.publicKeys.values()].find(
    (each) => each.length === 33,
  ) as Bytes;

/** Returns a key expression from BIP341's point, with a chain code of these bytes. */
export function unspendableAt(fill: number): string {
  const publicKey = Uint8Array.of(2, ...UNSPENDABLE_KEY);
  const root = new HDKey({ versions, publicKey, chainCode: new Uint8Array(32).fill(fill) });
  return `${root.publicExtendedKey}/<0;1>/*`;
}

/**
 * Returns the JSON that `importdescriptors` needs for a wallet with the secrets of an account of
 * two branches.
 */
export function importOfSecrets(text: string): string {
  const requests = ['0', '1'].map((branch) => ({
    desc: addChecksum(text.replaceAll('<0;1>', branch)),
    timestamp: 'now',
    active: true,
    internal: branch === '1',
    range: [0, 99],
  }));
  return JSON.stringify(requests);
}

/** Returns the private keys in a text. */
export function secretsOf(text: string, branch: 0 | 1, position: number): FlatSigningProvider {
  const parsed = parseDescriptor(text, { network: networks.regtest, secp256k1 });
  if ('error' in parsed) throw new Error(parsed.error);
  const descriptor = parsed.descriptors[branch] ?? parsed.descriptors[0];
  const source = { secp256k1, findPrivateKey: privateKeyLookup(parsed.privateKeys) };
  const expansion = expand(descriptor, position, source);
  const knowledge = expansion?.flatProvider ?? createFlatSigningProvider();
  expandPrivate(descriptor, position, source, knowledge);
  return knowledge;
}

export const MULTI_PATH = '48h/1h/0h/2h';
export const multiSigners = [ME, COSIGNER, person(3)];

/** Returns a wallet with BIP341's point, for which no wallet has the key. */
export const sharedPointWallet = (who: Person, fill: number) =>
  `tr(${unspendableAt(fill)},pk(${keyAt(who, '86h/1h/0h')}))`;
export const ownShared = sharedPointWallet(ME, 1);
export const ofOwnShared = { descriptors: [ownShared] };
export const friendly = person(77);
export const twoOf = (...people: readonly Person[]) =>
  `wsh(sortedmulti(2,${people.map((who) => keyAt(who, MULTI_PATH)).join(',')}))`;
export const multiOfOthers = twoOf(COSIGNER, person(31), person(32));
export const signing = {
  descriptors: [multi.replace(keyAt(ME, MULTI_PATH), keyAt(ME, MULTI_PATH, true))],
};
export const keysOfSigners = (...who: readonly Person[]) =>
  who.map((each) => keyAt(each, MULTI_PATH)).join(',');
export const cosignersKey = `wpkh(${keyAt(COSIGNER, '84h/1h/0h')})`;
export const ownLeaf = `tr(${keyAt(ME, '86h/1h/0h')},pk(${keyAt(COSIGNER, '86h/1h/0h')}))`;
export const cosignersLeaf = `tr(${keyAt(COSIGNER, '86h/1h/0h')},pk(${keyAt(ME, '86h/1h/0h')}))`;
export const mixedWallets = { descriptors: [wpkh, tr, pkh] } as const;
export const mainnetAccount = `wpkh(${keyAt(ME, '84h/0h/0h')})`;
export const offline = `wpkh(${keyAt(person(1), '7h')})`;

/** Accounts of the same seed, and of another, whose keys sign beside those of the review. */
export const secondAccount = `wpkh(${keyAt(ME, '84h/1h/1h')})`;
