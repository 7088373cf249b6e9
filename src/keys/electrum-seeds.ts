import { hmacSha512, sha256 } from '../crypto/hash.ts';
import { encodeWif } from '../crypto/wif.ts';
import { addChecksum } from '../descriptor/checksum.ts';
import { derivePrivatePath } from '../descriptor/derive.ts';
import {
  decodeExtendedPublicKey,
  type ExtendedPrivateKey,
  type ExtendedPublicKey,
  encodeExtendedPublicKey,
  HARDENED,
} from '../descriptor/extended-key.ts';
import { concatBytes } from '../encoding/bytes.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import { wordLists } from '../seed/bip39.ts';
import { electrumAccounts, electrumRootKey, electrumSeed } from '../seed/electrum.ts';
import { oldElectrumKeys, readOldElectrum } from '../seed/electrum-old.ts';
import { completeAll } from '../seed/find-word.ts';
import { splitWords } from '../seed/split-words.ts';
import {
  describeAccount,
  type KeyDescriptor,
  type KeyRing,
  type MasterKey,
  masterKey,
  noKeys,
  type RingContext,
} from './key-ring.ts';
import { type KeyFault, keyFault } from './read-private-keys.ts';
import { formatSlipKey, isTestNetwork } from './slip132.ts';

const NO_KEY = keyFault('This seed has no key');

/** Numbers of words that Electrum makes. A longer text is not searched. */
const FEWEST_WORDS = 12;
const MOST_WORDS = 25;

/**
 * Completes abbreviated words if the complete words are an Electrum seed, whose checksum covers
 * their letters. Returns any other text unchanged.
 */
export function electrumText(text: string): string {
  if (electrumSeed(text) !== undefined) return text;
  const split = splitWords(text);
  if ('error' in split) return text;
  const { words } = split;
  if (words.length < FEWEST_WORDS || words.length > MOST_WORDS) return text;
  for (const list of wordLists) {
    const completed = completeAll(words, list)?.join(' ');
    if (completed !== undefined && electrumSeed(completed) !== undefined) return completed;
  }
  return text;
}

/** Reads a seed of any version of Electrum; `undefined` for other texts. */
export function readElectrumSeed(
  given: string,
  passphrase: string,
  context: RingContext,
): KeyRing | KeyFault | undefined {
  const text = electrumText(given);
  // Electrum checks in this order too, because an old seed may look like a newer kind by chance.
  const old = readOldElectrum(text);
  if (old !== undefined) {
    return passphrase === '' ? oldRing(old, context) : keyFault(NO_PASSPHRASE);
  }
  const kind = electrumSeed(text);
  if (kind === undefined) return undefined;
  if (kind === '2fa' || kind === '2fa_segwit') return sharedRing(text, passphrase, context);
  const root = electrumRootKey(text, passphrase);
  if (root === undefined) return NO_KEY;
  const masters = [masterKey(root, [electrumAccounts[kind]], context)];
  return { ...noKeys, masters, canSign: true };
}

/** Reads an Electrum seed from before version 2 in hexadecimal; `undefined` for other texts. */
export function readOldHex(text: string, context: RingContext): KeyRing | KeyFault | undefined {
  const isSeed = /^(?:[0-9a-f]{32}){1,2}$/i.test(text);
  const ring = isSeed ? oldRing(text.toLowerCase(), context) : undefined;
  return ring === undefined || 'error' in ring ? ring : { ...ring, notes: [HEX_NOTE] };
}

const NO_PASSPHRASE = 'This kind of Electrum seed has no passphrase. Leave it empty';

/**
 * Number of positions on each branch, whose keys are derived one by one. Old versions searched 5
 * ahead.
 */
const OLD_POSITIONS = 100;
const OLD_NOTE = `an Electrum seed from before 2014: its first ${OLD_POSITIONS} addresses of each kind are known here`;
const HEX_NOTE = `it is also read as an Electrum seed from before 2014, whose first ${OLD_POSITIONS} addresses of each kind are known here`;

function oldRing(seed: string, { network, secp256k1 }: RingContext): KeyRing | KeyFault {
  const branches = oldElectrumKeys(seed, OLD_POSITIONS, secp256k1);
  if (branches === undefined) return NO_KEY;
  const descriptors = branches.flatMap((keys, branch) =>
    keys.map((key): KeyDescriptor => {
      const text = addChecksum(`pkh(${encodeWif(key, network)})`);
      key.wipe();
      return { text, isChange: branch === 1 };
    }),
  );
  return { ...noKeys, descriptors, canSign: true, notes: [OLD_NOTE] };
}

/** Keys of the service for the second factor (trustedcoin.py, get_signing_xpub). */
const SERVICE_KEYS = {
  main: 'xpub661MyMwAqRbcGnMkaTx2594P9EDuiEqMq25PM2aeG6UmwzaohgA6uDmNsvSUV8ubqwA3Wpste1hg69XHgjUuCD5HLcEp2QPzyV1HMrPppsL',
  test: 'tpubD6NzVbkrYhZ4XdmyJQcCPjQfg6RXVUzGFhPjZ7uvRC8JLcS7Hw1i7UTpyhp9grHpak4TyK2hzBJrujDVLXQ6qB5tNpVx9rC6ixijUXadnmY',
};
const SHARED_NOTE =
  'an Electrum seed with a second factor. It has two of the three keys, which sign without the service';

/**
 * Reads a seed with a second factor: two of three keys, from which the service's key follows
 * (trustedcoin.py, xkeys_from_seed).
 */
function sharedRing(text: string, passphrase: string, context: RingContext): KeyRing | KeyFault {
  const isSegwit = electrumSeed(text) === '2fa_segwit';
  const words = text.trim().split(/\s+/);
  // Before version 2.7, each half of the words was a seed.
  const halves = words.length >= 20 ? [words.slice(0, 12), words.slice(12)] : undefined;
  if (halves !== undefined && passphrase !== '') return keyFault(NO_PASSPHRASE);
  const masters: MasterKey[] = [];
  for (const i of [0, 1]) {
    const root = electrumRootKey(halves?.[i]?.join(' ') ?? text, passphrase);
    const key = root && accountOf(root, halves ? [] : [i + HARDENED], context);
    if (key === undefined) return NO_KEY;
    masters.push(key);
  }
  const keys = masters.map((master) => describeAccount(master, ALONE, context, false).key);
  const xpubs = keys.map((key) => key.replace(/^\[.*\]/, ''));
  const third = serviceKey(
    xpubs.map((key) => formatSlipKey(key, isSegwit ? 'wsh' : 'any')),
    context,
  );
  if (third === undefined) return NO_KEY;
  const all = [...keys, encodeExtendedPublicKey(third, context.network)];
  const script = `sortedmulti(2,${all.map((key) => `${key}/<0;1>/*`).join()})`;
  const descriptors = [{ text: addChecksum(`${isSegwit ? 'wsh' : 'sh'}(${script})`) }];
  return { masters, descriptors, canSign: true, hasWallet: true, notes: [SHARED_NOTE] };
}

const ALONE = { name: '', path: [], wrap: () => '' };

function accountOf(
  root: ExtendedPrivateKey,
  path: readonly number[],
  context: RingContext,
): MasterKey | undefined {
  const { origin } = masterKey(root, [], context);
  const key = derivePrivatePath(root, path, context.secp256k1);
  if (key !== undefined && key !== root) root.privateKey.wipe();
  return key && { key, accounts: [], origin: origin && { ...origin, path } };
}

/**
 * Derives a child of the service's key by the hash of the other two (trustedcoin.py, make_xpub).
 */
function serviceKey(
  xpubs: readonly string[],
  { network, secp256k1 }: RingContext,
): ExtendedPublicKey | undefined {
  const text = SERVICE_KEYS[isTestNetwork(network) ? 'test' : 'main'];
  const parent = decodeExtendedPublicKey(text, network, secp256k1);
  if (parent === undefined) return undefined;
  const number = sha256(encodeUtf8([...xpubs].sort().join('')));
  const digest = hmacSha512(parent.chainCode, concatBytes(parent.publicKey, number));
  const publicKey = secp256k1.tweakPublicKey(parent.publicKey, digest.subarray(0, 32));
  return publicKey && { ...parent, publicKey, chainCode: digest.subarray(32) };
}
