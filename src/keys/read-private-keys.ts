import { PrivateKey } from '../crypto/private-key.ts';
import { decodeWif, encodeWif } from '../crypto/wif.ts';
import { addChecksum, checkChecksum } from '../descriptor/checksum.ts';
import { decodeExtendedPrivateKey } from '../descriptor/extended-key.ts';
import { parseHdKeyPath } from '../descriptor/key-path.ts';
import { parseDescriptor } from '../descriptor/parse.ts';
import { decodeHex } from '../encoding/hex.ts';
import { type Network, networks } from '../encoding/network.ts';
import { redactSecrets } from '../encoding/redact.ts';
import { type AccountKind, purposeScripts, standardAccounts } from '../seed/accounts.ts';
import { type KeyRing, masterKey, noKeys, type RingContext } from './key-ring.ts';
import { detectKeyText } from './key-text.ts';
import { isTestNetwork, type KeyScript, readPrivateSlipKey, withPlainKeys } from './slip132.ts';

/** The reason why a text opens no keys. */
export type KeyFault = {
  /** A sentence for people, without any part of the text. */
  readonly error: string;
  /** Set if the keys are valid, but belong to test networks (`test`) or to Bitcoin (`main`). */
  readonly otherNetwork?: 'main' | 'test' | undefined;
  /** Set if the keys are encrypted, and a password may open them. */
  readonly needsPassword?: true | undefined;
};

export const keyFault = (error: string): KeyFault => ({ error });

/** Network, curve and account number for seed words. */
export type PrivateKeyContext = RingContext & {
  /** Number of the standard accounts to search. Default: 0. */
  readonly account?: number | undefined;
};

/** Reads one private key, or one descriptor; `undefined` if the text is neither. */
export function readPrivateKeys(
  given: string,
  context: PrivateKeyContext,
): KeyRing | KeyFault | undefined {
  const text = given.trim();
  switch (detectKeyText(text)?.kind) {
    case 'wif':
      return readWif(text, context);
    case 'extended-private-key':
      return readExtended(text, context);
    case 'descriptor':
      return readDescriptor(text, context);
    default:
      return undefined;
  }
}

const DAMAGED = 'a letter in it is wrong or missing. Compare it with your backup';

/** Returns the error for a key of another network. */
export const otherNetwork = (network: Network): KeyFault => {
  const isTest = !isTestNetwork(network);
  const theirs = isTest ? 'a test network' : 'the main network';
  return {
    error: `This is a key of ${theirs}, not of ${network.name}. If that is right, choose its network`,
    otherNetwork: isTest ? 'test' : 'main',
  };
};

/**
 * Reads a WIF key with all scripts of a single key; taproot only supports compressed keys. The key
 * can also spend what was paid to its other form, compressed or not, so that comes last.
 */
function readWif(text: string, { network }: PrivateKeyContext): KeyRing | KeyFault {
  const key = decodeWif(text, network);
  if (key !== undefined) {
    const other = PrivateKey.from(key.reveal(), !key.compressed);
    const texts = [text, ...(other ? [encodeWif(other, network)] : [])];
    const taproot = texts[key.compressed ? 0 : 1];
    key.wipe();
    other?.wipe();
    const [own = '', ...more] = texts.map((each) => `combo(${each})`);
    const all = [own, ...(taproot === undefined ? [] : [`tr(${taproot})`]), ...more];
    const descriptors = all.map((each) => ({ text: addChecksum(each) }));
    return { ...noKeys, descriptors, canSign: true };
  }
  const other = decodeWif(text, isTestNetwork(network) ? networks.main : networks.test);
  other?.wipe();
  return other ? otherNetwork(network) : keyFault(`This private key is damaged: ${DAMAGED}`);
}

/** Purposes for the version bytes of SLIP-132; other keys have all scripts of a single key. */
const PURPOSES: { readonly [S in KeyScript]: readonly (keyof typeof purposeScripts)[] } = {
  any: [84, 86, 49, 44],
  wpkh: [84],
  'sh(wpkh)': [49],
  wsh: [],
  'sh(wsh)': [],
};

const accountsBelow = (script: KeyScript): readonly AccountKind[] =>
  PURPOSES[script].map((purpose) => {
    const wrap = purposeScripts[purpose];
    return { name: wrap(''), path: [], wrap };
  });

function readExtended(given: string, context: PrivateKeyContext): KeyRing | KeyFault {
  const { network } = context;
  const [, id, steps = '', text = given] = /^\[(\w{8})(.*)\](.*)$/.exec(given) ?? [];
  const slip = readPrivateSlipKey(text);
  if (slip === undefined) return keyFault(`This extended private key is damaged: ${DAMAGED}`);
  if (slip.isTest !== isTestNetwork(network)) return otherNetwork(network);
  const key = decodeExtendedPrivateKey(slip.text, network);
  if (key === undefined) return keyFault(`This extended private key is damaged: ${DAMAGED}`);
  const isMaster = key.depth === 0 && slip.script === 'any';
  const accounts = isMaster
    ? standardAccounts(network, context.account ?? 0)
    : accountsBelow(slip.script);
  const master = masterKey(key, accounts, context);
  const fingerprint = id === undefined ? undefined : decodeHex(id);
  const path = parseHdKeyPath(`m${steps.replace(/H/g, 'h')}`);
  const origin = fingerprint && path ? { fingerprint, path } : master.origin;
  return { ...noKeys, masters: [{ ...master, origin }], canSign: true };
}

/**
 * Reads a descriptor with an optional checksum. Its extended private keys also become master keys.
 */
function readDescriptor(given: string, context: PrivateKeyContext): KeyRing | KeyFault {
  const plain = withPlainKeys(given);
  // The checksum covers the written text, with its SLIP-132 keys.
  const checked = checkChecksum(given, false);
  if ('error' in checked) return keyFault(`This descriptor is damaged: ${checked.error}`);
  const text = addChecksum(plain.replace(/#.*$/s, ''));
  const parsed = parseDescriptor(text, context);
  if ('error' in parsed) {
    const other = isTestNetwork(context.network) ? networks.main : networks.test;
    const there = parseDescriptor(text, { ...context, network: other });
    if ('error' in there)
      return keyFault(`This descriptor cannot be read: ${redactSecrets(parsed.error)}`);
    for (const key of there.privateKeys.values()) key.wipe();
    return otherNetwork(context.network);
  }
  const canSign = parsed.privateKeys.size > 0;
  for (const key of parsed.privateKeys.values()) key.wipe();
  const masters = [...plain.matchAll(PRIVATE)].flatMap(([whole]) => {
    const read = readExtended(whole, context);
    return 'error' in read ? [] : read.masters.map((each) => ({ ...each, accounts: [] }));
  });
  return { ...noKeys, masters, descriptors: [{ text }], canSign, hasWallet: true };
}

const PRIVATE = /(?:\[[^[\]]*\])?[xt]prv[1-9A-HJ-NP-Za-km-z]{107,108}/g;
