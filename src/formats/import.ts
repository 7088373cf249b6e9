import { addChecksum } from '../descriptor/checksum.ts';
import { type Bytes, isBytes } from '../encoding/bytes.ts';
import { decodeText } from '../encoding/text-bytes.ts';
import { isTestNetwork, slipKeysIn } from '../keys/slip132.ts';
import { nameOf, type Payload } from '../transport/payload.ts';
import { detect } from '../transport/reader.ts';
import { isBsms, isSealedBsms, openBsms, readBsms } from './bsms.ts';
import { readCaravan } from './caravan.ts';
import { checkDescriptor, firstAddresses, hasStrayChange, joinPairs } from './check.ts';
import { isColdcard, readColdcard } from './coldcard.ts';
import { readColdcardJson, readKeystoneJson } from './coldcard-json.ts';
import { readCore } from './core.ts';
import { isPythonElectrum, PYTHON_ELECTRUM, readElectrum } from './electrum.ts';
import { isSealedElectrum, openElectrum } from './electrum-seal.ts';
import { repeatedMember } from './json-file.ts';
import { areLabels, type WalletLabel } from './labels.ts';
import { readOldKeys } from './old/read-old.ts';
import { readPolicy } from './policy.ts';
import { isSealedSparrow, readSparrow, SEALED_SPARROW } from './sparrow.ts';
import { readColdcardDescriptor, readSpecter, readSpecterDevice } from './specter.ts';
import type { MultiScript } from './standard-wallet.ts';
import { areDescriptors, isKey, readDescriptors, readKey } from './text.ts';
import { isUrWallet, readUrWallet } from './ur.ts';
import { readWalletDat, walletDatBytes } from './wallet-dat/wallet-dat.ts';
import {
  type FormatContext,
  type FormatFailure,
  failure,
  type KeyLabel,
  type KeyPart,
  type ReadContext,
  type ReadOptions,
  type StretchContext,
  type WalletFormat,
  type WalletParts,
} from './wallet-file.ts';

/** One descriptor of a wallet, without private keys. */
export type ImportedDescriptor = {
  /**
   * The descriptor with its checksum. Receiving and change are one multipath descriptor (BIP389).
   */
  readonly descriptor: string;
  /** The name in the file; absent if it has only one. */
  readonly name: string | undefined;
  /** Time before which it received no payment, in seconds since 1970; absent if unknown. */
  readonly timestamp: number | undefined;
  /** The address at the first position of each branch: receiving, then change. */
  readonly firstAddresses: readonly string[];
};

/** A key that is no wallet by itself. */
type ImportedKey = {
  /** The key with its origin in brackets, as in descriptors. */
  readonly key: string;
  /** The purpose, as text. */
  readonly purpose: string;
  /** The script of its multisig; absent if unknown. */
  readonly script?: MultiScript | undefined;
};

/** A wallet from another program's file, without private keys. */
export type ImportedWallet = {
  /** The format of the file. */
  readonly format: WalletFormat;
  /** The name of the program. */
  readonly program: string;
  /** The name of the wallet in the file. */
  readonly name: string | undefined;
  /** The descriptors of its addresses. */
  readonly descriptors: readonly ImportedDescriptor[];
  /** Keys for wallets with others. */
  readonly keys: readonly ImportedKey[];
  /** Names of its keys by the fingerprint of the master key, if the file has any. */
  readonly keyNames?: readonly KeyLabel[] | undefined;
  /** Labels in the file (BIP329). */
  readonly labels: readonly WalletLabel[];
  /** Data that was not imported, one sentence each. */
  readonly lost: readonly string[];
  /** Reasons to question the wallet before it is used, one sentence each. */
  readonly doubts: readonly string[];
  /** Facts about the file, one sentence each. Only a wallet.dat has them. */
  readonly notes?: readonly string[] | undefined;
  /**
   * Private keys and private descriptors, one text each, as `readKeys` reads them. Only with the
   * option `secrets`, and if the format has them.
   */
  readonly secrets?: readonly string[] | undefined;
};

/** Limit of descriptors, far above any program's texts. */
const MOST_DESCRIPTORS = 5000;
const MOST_BRANCHES = 200;

/**
 * Reads a wallet from a file of any supported program, the text of a QR code, or the result of
 * `createFrameReader`. Parses its descriptors, joins receiving and change, and compares the first
 * addresses in the file. The result has no private keys, except with the option `secrets`.
 */
export function importWallet(
  file: string | Bytes | Payload,
  context: StretchContext,
  options: ReadOptions = {},
): ImportedWallet | FormatFailure {
  const found = read(file, { ...context, ...options });
  return 'error' in found ? found : check(found, { ...context, ...options });
}

function read(file: string | Bytes | Payload, context: ReadContext): WalletParts | FormatFailure {
  if (isBytes(file)) {
    const walletDat = walletDatBytes(file);
    if (walletDat !== undefined) return readWalletDat(walletDat, context);
    const text = decodeText(file);
    return typeof text === 'object' ? failure(`this file ${text.fault}`) : read(text, context);
  }
  if (typeof file !== 'string') return readPayload(file, context);
  const text = file.replace(/^\ufeff/, '').trim();
  return /^(ur:|B\$|p\d+of\d+ )/i.test(text) ? readFrame(text, context) : readText(text, context);
}

function readPayload(payload: Payload, context: ReadContext): WalletParts | FormatFailure {
  switch (payload.kind) {
    case 'ur':
      return isUrWallet(payload.type)
        ? readUrWallet(payload.type, payload.cbor)
        : failure(`a UR of type ${payload.type} is not a wallet. Export the wallet’s descriptor`);
    case 'descriptor':
    case 'extended-public-key':
    case 'wallet-file':
    case 'json':
    case 'text':
      return readText(payload.text, context);
  }
  const walletDat = payload.kind === 'binary' ? walletDatBytes(payload.bytes) : undefined;
  return walletDat === undefined
    ? failure(`this is ${nameOf(payload)}, not a wallet. Export the wallet’s descriptor`)
    : readWalletDat(walletDat, context);
}

function readFrame(text: string, context: ReadContext): WalletParts | FormatFailure {
  const reading = detect(text, context.secp256k1);
  if (reading.status === 'done') return readPayload(reading.value, context);
  if (reading.status === 'refused') return failure(reading.error.message);
  return failure(`this is one frame of ${reading.total}. Scan the others, too`);
}

/** Readers in the order in which formats can be distinguished. */
const JSON_READERS: readonly ((text: string) => WalletParts | FormatFailure | undefined)[] = [
  readSparrow,
  readCaravan,
  readElectrum,
  readColdcardJson,
  readColdcardDescriptor,
  readKeystoneJson,
  readPolicy,
  readSpecter,
  readCore,
];

function readText(text: string, context: ReadContext): WalletParts | FormatFailure {
  const walletDat = walletDatBytes(text);
  if (walletDat !== undefined) return readWalletDat(walletDat, context);
  if (isSealedElectrum(text)) return opened(openElectrum(text, context.password), context);
  if (isSealedSparrow(text)) return failure(SEALED_SPARROW);
  const old = readOldKeys(text, context);
  if (old !== undefined) return old;
  if (isBsms(text)) return readBsms(text, context.secp256k1);
  if (isSealedBsms(text) && knownAs(text, context) === undefined) {
    return opened(openBsms(text, context.password), context);
  }
  if (isKey(text)) return readKey(text);
  if (areLabels(text))
    return failure('these are labels (BIP329), not a wallet. Import them into a wallet');
  if (isPythonElectrum(text)) return failure(PYTHON_ELECTRUM);
  if (/^[[{]/.test(text)) {
    const twice = repeatedMember(text);
    if (twice !== undefined) return failure(twice);
    for (const reader of JSON_READERS) {
      const found = reader(text);
      if (found !== undefined) return found;
    }
    return failure('this JSON is not a known wallet file. Export the wallet’s descriptor');
  }
  const device = readSpecterDevice(text);
  if (device !== undefined) return device;
  if (isColdcard(text)) return readColdcard(text);
  if (areDescriptors(text)) return readDescriptors(text);
  const known = knownAs(text, context);
  if (known !== undefined)
    return failure(`this is ${known}, not a wallet. Export the wallet’s descriptor`);
  return failure(
    'this is not a known wallet file: neither descriptors nor a file of Bitcoin Core, Sparrow, Specter, Coldcard, Electrum, Caravan or BSMS',
  );
}

/** Describes a file that is not a wallet file. */
function knownAs(text: string, { secp256k1 }: ReadContext): string | undefined {
  const { status, ...reading } = detect(text, secp256k1);
  if (status !== 'done' || !('value' in reading)) return undefined;
  return reading.value.kind === 'text' ? undefined : nameOf(reading.value);
}

const opened = (text: string | FormatFailure, context: ReadContext): WalletParts | FormatFailure =>
  typeof text === 'string' ? readText(text, context) : text;

function check(found: WalletParts, context: ReadContext): ImportedWallet | FormatFailure {
  const { format, program, name, labels = [], isAccount = false } = found;
  // Each branch of a multipath descriptor is one (BIP389).
  const counts = found.descriptors.map(({ text }) => text.split(';').length);
  const count = counts.reduce((sum, each) => sum + each, 0);
  if (
    count > (found.mostDescriptors ?? MOST_DESCRIPTORS) ||
    counts.some((each) => each > MOST_BRANCHES)
  )
    return failure('these are too many descriptors. Import fewer at a time');
  const { secrets } = context.secrets ? found : {};
  const lost = [...(found.lost ?? [])];
  const descriptors = readable(found.descriptors, (each) => checkDescriptor(each, context));
  const keys = readable(found.keys ?? [], (each) => checkKeyText(each, context));
  const problems = [...descriptors.problems, ...keys.problems];
  const [problem] = problems;
  const isEmpty = descriptors.read.length + keys.read.length === 0;
  if (problem !== undefined && (!isAccount || isEmpty)) return failure(problem);
  const doubt = chainProblem(found.chain, context);
  if (doubt !== undefined) return failure(doubt);
  lost.push(...problems.map((each) => `a key of the account: ${each}`));
  if (secrets === undefined) lost.push(...descriptors.read.flatMap((each) => each.lost));
  const doubts = [
    ...(found.doubts ?? []),
    ...descriptors.read.flatMap((each) => each.doubts),
    ...(hasStrayChange(descriptors.read) ? [STRAY_CHANGE] : []),
  ];
  return {
    format,
    program,
    name,
    descriptors: joinPairs(descriptors.read, context).map((each) => ({
      descriptor: addChecksum(each.payload),
      name: each.name,
      timestamp: each.timestamp,
      firstAddresses: firstAddresses(each, context),
    })),
    keys: keys.read.map(({ text, ...rest }) => ({ key: text, ...rest })),
    labels,
    lost: [...new Set(lost)],
    doubts: [...new Set(doubts)],
    ...(found.keyNames && { keyNames: found.keyNames }),
    ...(found.notes && { notes: found.notes }),
    ...(secrets && { secrets }),
  };
}

const STRAY_CHANGE =
  'the change of this wallet goes to other keys or another script than its receiving addresses. Check that its change addresses are yours before you use it';

function readable<T extends object, U extends object>(
  all: readonly T[],
  checkOne: (each: T) => U | FormatFailure,
): { readonly read: readonly U[]; readonly problems: readonly string[] } {
  const read: U[] = [];
  const problems: string[] = [];
  for (const each of all) {
    const one = checkOne(each);
    if ('error' in one) problems.push(one.error);
    else read.push(one);
  }
  return { read, problems };
}

function checkKeyText(key: KeyPart, context: FormatContext): KeyPart | FormatFailure {
  if (slipKeysIn(key.text).some(({ isTest }) => isTest !== isTestNetwork(context.network))) {
    return failure('its keys are for another network. If that is right, choose its network');
  }
  const checked = checkDescriptor({ text: `pk(${key.text})` }, context);
  return 'error' in checked ? failure('a key in it is damaged: ask for it again') : key;
}

const MAIN = /^(main|mainnet|bitcoin|btc)$/i;
const TESTS = /^(test|testnet[34]?|regtest|signet|xtn|xrt)$/i;

/** Returns an error if a file's network does not match its keys, which were read for `network`. */
function chainProblem(chain: string | undefined, { network }: FormatContext): string | undefined {
  if (chain === undefined) return undefined;
  if (!MAIN.test(chain) && !TESTS.test(chain)) {
    return 'the file names a network that is not one of Bitcoin: main, test, testnet4, signet and regtest are read';
  }
  if (TESTS.test(chain) === isTestNetwork(network)) return undefined;
  const [file, keys] = MAIN.test(chain) ? ['main', 'a test network'] : ['a test network', 'main'];
  return `the file is for ${file}, and its keys are for ${keys}: one of them was changed. Do not use it, and ask for the file again`;
}
