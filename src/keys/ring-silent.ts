import { PrivateKey } from '../crypto/private-key.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { HARDENED } from '../descriptor/extended-key.ts';
import {
  deriveSilentDescriptor,
  isSilentDescriptor,
  parseSilentDescriptor,
  type SilentDescriptor,
} from '../descriptor/silent-descriptor.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { Psbt, PsbtInput } from '../psbt/psbt.ts';
import { spentOutput } from '../psbt/psbt-session.ts';
import { labelField, silentRecipient, silentSpend } from '../psbt/silent-fields.ts';
import type { OwnerQuestion } from '../review/evidence.ts';
import type { Owner } from '../review/model.ts';
import { silentOwnerAt } from '../review/own-descriptors.ts';
import { p2trScript } from '../script/builders.ts';
import type { Pause, Task } from '../signing/task.ts';
import { ownLabel, silentPrivateKey } from '../silent/keys.ts';
import type { KeyRing, MasterKey, RingContext } from './key-ring.ts';
import type { FoundKey } from './key-roots.ts';

/** Overwrites the private keys of a silent payment descriptor. */
export function wipeSilent({ scanKey, spendPrivateKey }: SilentDescriptor): void {
  scanKey.wipe();
  spendPrivateKey?.wipe();
}

/**
 * Returns the silent payment descriptors of a ring: its sp() descriptors, and the account of BIP352
 * of each seed. If there is a wallet, the accounts of seeds are another wallet. Wipe them after
 * use.
 */
export function ringSilent(ring: KeyRing, context: RingContext): readonly SilentDescriptor[] {
  const masters = ring.hasWallet ? [] : ring.masters;
  return [
    ...givenSilent(ring, context),
    ...masters.flatMap((master) => {
      const account = accountOf(master);
      return account === undefined ? [] : [deriveSilentDescriptor(master.key, account, context)];
    }),
  ];
}

const givenSilent = ({ descriptors }: KeyRing, context: RingContext) =>
  descriptors.flatMap(({ text }): readonly SilentDescriptor[] => {
    const silent = isSilentDescriptor(text) ? parseSilentDescriptor(text, context) : undefined;
    return silent === undefined || 'error' in silent ? [] : [silent];
  });

/**
 * Returns the account number of a master key with BIP44's paths. Electrum's seeds have other paths.
 */
function accountOf({ key, accounts }: MasterKey): number | undefined {
  const found = key.depth === 0 ? accounts.find(({ path }) => path.length === 3) : undefined;
  return found && (found.path[2] ?? HARDENED) - HARDENED;
}

type SilentAsked = NonNullable<OwnerQuestion['silent']>;

/** Finds the owner of an address of silent payments that an output pays. */
export type SilentOwner = (asked: SilentAsked) => Owner | undefined;

/**
 * Returns the private spend keys of a ring, to be wiped: those of its sp() descriptors and, if an
 * input with a tweak names no key (BIP376), those of the accounts of seeds.
 */
export function silentSpendKeys(
  ring: KeyRing,
  psbt: Psbt | undefined,
  context: RingContext,
): readonly FoundKey[] {
  const isUnnamed = psbt?.inputs.some((input) => silentSpend(input)?.spendKeys.length === 0);
  const all = isUnnamed ? ringSilent(ring, context) : givenSilent(ring, context);
  return all.flatMap(({ scanKey, spendPrivateKey, origin }) => {
    scanKey.wipe();
    return spendPrivateKey === undefined ? [] : [{ privateKey: spendPrivateKey, origin }];
  });
}

/** Finds a ring's own addresses in the outputs of a PSBT. Wipes the keys derived for it. */
export function silentOwnerOf(ring: KeyRing, psbt: Psbt, context: RingContext): SilentOwner {
  const asked = psbt.outputs.flatMap((output) => {
    const { recipient } = silentRecipient(output);
    return recipient ? [{ recipient, label: labelField(output) }] : [];
  });
  const all = asked.length > 0 ? ringSilent(ring, context) : [];
  const owners = new Map<string, Owner>();
  for (const each of asked) {
    for (const keys of all) {
      const found = ownLabel(keys, each.recipient, each.label, context.secp256k1);
      if (found) owners.set(nameOf(each), silentOwnerAt(keys.origin, found.label));
    }
  }
  for (const keys of all) wipeSilent(keys);
  return (each) => owners.get(nameOf(each));
}

const nameOf = ({ recipient: { scanKey, spendKey } }: SilentAsked): string =>
  `${encodeHex(scanKey)}${encodeHex(spendKey)}`;

/** A taproot script of a silent payment, and the spend key that spends it with a tweak. */
export type SilentSpend = readonly [script: Bytes, key: FoundKey];

/** Returns the taproot scripts that found keys spend with a tweak that an input names (BIP376). */
export function namedSpends(
  psbt: Psbt | undefined,
  find: (publicKey: Bytes) => FoundKey | undefined,
  secp256k1: Secp256k1,
): readonly SilentSpend[] {
  return (psbt?.inputs ?? []).flatMap((input) => {
    const { tweak, keyPaths = [] } = silentSpend(input) ?? {};
    return keyPaths.flatMap(({ publicKey }): readonly SilentSpend[] => {
      const key = find(publicKey);
      const output = tweak && key && secp256k1.tweakPublicKey(publicKey, tweak);
      return key && output ? [[p2trScript(output.subarray(1)), key]] : [];
    });
  });
}

/** A coin whose input names no key for its tweak, and the key that spends it. */
type UnnamedSpend = {
  readonly script: Bytes;
  /** The spend key. */
  readonly key: FoundKey;
  /** The key of the output. */
  readonly output: FoundKey;
};

/** Options of a search, with the list that receives the keys of outputs. */
type UnnamedSearch = {
  readonly secp256k1: Secp256k1;
  readonly pause?: Pause | undefined;
  readonly made: PrivateKey[];
};

/** Number of inputs that are compared between pauses. */
const FEW = 8;

/**
 * BIP376 only recommends that inputs name the spend key, so without a name each key is tried.
 * `made` receives the keys of the outputs.
 */
export function* unnamedSpends(
  psbt: Psbt | undefined,
  keys: readonly FoundKey[],
  { secp256k1, pause, made }: UnnamedSearch,
): Task<readonly UnnamedSpend[]> {
  const found: UnnamedSpend[] = [];
  for (const [i, input] of (keys.length > 0 ? (psbt?.inputs ?? []) : []).entries()) {
    if (pause && i % FEW === FEW - 1) yield pause();
    const spend = unnamedSpend(input, keys, secp256k1);
    if (spend === undefined) continue;
    found.push(spend);
    made.push(spend.output.privateKey);
  }
  return found;
}

function unnamedSpend(
  input: PsbtInput,
  keys: readonly FoundKey[],
  secp256k1: Secp256k1,
): UnnamedSpend | undefined {
  const { tweak, spendKeys = [] } = silentSpend(input) ?? {};
  const script = spentOutput(input)?.scriptPubKey;
  if (tweak === undefined || script === undefined || spendKeys.length > 0) return undefined;
  for (const key of keys) {
    const output = secp256k1.tweakPublicKey(key.privateKey.publicKey(secp256k1), tweak);
    if (!output || !equalBytes(p2trScript(output.subarray(1)), script)) continue;
    const secret = silentPrivateKey(key.privateKey, tweak, secp256k1);
    const privateKey = secret && PrivateKey.from(secret, true);
    secret?.fill(0);
    if (privateKey) return { script, key, output: { privateKey, origin: key.origin } };
  }
  return undefined;
}
