import type { BlockHash } from '../chain/block.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { DigestedSection } from '../crypto/section-file.ts';
import type { OutputType } from '../descriptor/descriptor.ts';
import { type Bytes, emptyBytes } from '../encoding/bytes.ts';
import type { Network } from '../encoding/network.ts';
import { emptyKeyring, type Keyring } from './keys/keyring.ts';
import {
  type ActiveDescriptors,
  findScript,
  type WalletDescriptor,
} from './keys/wallet-descriptor.ts';
import { emptyLedger, type Ledger } from './ledger/ledger.ts';

/** Flags set when a wallet is created; only `avoidReuse` can change. Core: WALLET_FLAG_*. */
type WalletFlags = {
  readonly disablePrivateKeys: boolean;
  readonly avoidReuse: boolean;
  /** An external signer (a device behind a command) signs; the wallet has no private keys. */
  readonly externalSigner: boolean;
};

/** The last block that the wallet knows. */
type LastBlock = { readonly height: number; readonly hash: BlockHash };

/**
 * The part of the chain still to be scanned for imports: blocks from this height, and from this
 * time.
 */
export type PendingScan = {
  readonly height: number | undefined;
  /** Seconds since 1970. */
  readonly time: number | undefined;
};

export type AddressLabel = {
  /** Absent for an address that was used for change, or that only has a purpose. */
  readonly label: string | undefined;
  readonly purpose: 'receive' | 'send' | undefined;
};

/**
 * The wallet at its last unlock, with a MAC under its master key. While the wallet is locked, its
 * file keeps these sections unchanged, and later changes separately.
 */
export type Proof = {
  readonly mac: Bytes;
  readonly labels: Proven<ReadonlyMap<string, AddressLabel>>;
  readonly otherLabels: Proven<ReadonlyMap<string, string>>;
  /** Descriptors by id. */
  readonly descriptors: ReadonlyMap<string, Proven<WalletDescriptor>>;
  /** True if the MAC was made or checked since the wallet was loaded. */
  readonly checked: boolean;
};

type Proven<T> = { readonly value: T; readonly section: DigestedSection };

/** All of a wallet's state. Every change is a function from one value to the next. */
export type Wallet = {
  readonly name: string;
  readonly network: Network;
  readonly flags: WalletFlags;
  /** True until keys or descriptors are added. */
  readonly blank: boolean;
  readonly keyring: Keyring;
  /** Descriptors by id. */
  readonly descriptors: ReadonlyMap<string, WalletDescriptor>;
  readonly active: ActiveDescriptors;
  readonly ledger: Ledger;
  /** Labels by scriptPubKey in hex. */
  readonly labels: ReadonlyMap<string, AddressLabel>;
  /** Labels of other items than addresses, by BIP329's type and reference separated by a space. */
  readonly otherLabels: ReadonlyMap<string, string>;
  /**
   * Coins that were reviewed or signed for, as stored, and encrypted if the keys are (history.ts).
   * Empty: none.
   */
  readonly history: Bytes;
  /** Coins that are not selected, by `outPointKey`. True: also after a restart. */
  readonly locks: ReadonlyMap<string, boolean>;
  readonly lastBlock: LastBlock | undefined;
  /** A rescan that is not complete. It continues at the next request to the chain. */
  readonly pendingScan: PendingScan | undefined;
  /** Absent without a passphrase. */
  readonly proof: Proof | undefined;
} & Session;

/** Facts about a wallet since it was created or loaded. Not stored. */
export type Session = {
  /**
   * No payment to its descriptors is earlier, in seconds since 1970. It can decrease, but not
   * increase.
   */
  readonly keyTime: bigint | undefined;
  /**
   * Descriptors that were active at that time or after an import. Core notices if their creation
   * time becomes earlier.
   */
  readonly noticed: ReadonlySet<string>;
  /** Descriptors added since, in order. */
  readonly added: readonly string[];
};

/** Returns the session of a new or loaded wallet. */
export function sessionOf({
  descriptors,
  active,
}: Pick<Wallet, 'descriptors' | 'active'>): Session {
  const times = [...descriptors.values()].map(({ creationTime }) => creationTime);
  const keyTime = times.reduce<bigint | undefined>(earlier, undefined);
  const noticed = new Set([...active.external.values(), ...active.internal.values()]);
  return { keyTime, noticed, added: [] };
}

/** Adds the descriptors that are active now. Core: ConnectScriptPubKeyManNotifiers. */
export function withNotice(wallet: Wallet): Wallet {
  const { noticed } = sessionOf(wallet);
  return { ...wallet, noticed: new Set([...wallet.noticed, ...noticed]) };
}

function earlier(a: bigint | undefined, b: bigint): bigint {
  return a === undefined || b < a ? b : a;
}

/**
 * Lowers the key time to that of a descriptor that is new or noticed. Core: MaybeUpdateBirthTime.
 */
export function withKeyTime(
  wallet: Wallet,
  { id, creationTime }: Pick<WalletDescriptor, 'id' | 'creationTime'>,
): Wallet {
  if (wallet.descriptors.has(id) && !wallet.noticed.has(id)) return wallet;
  return { ...wallet, keyTime: earlier(wallet.keyTime, creationTime) };
}

export type NewWallet = {
  readonly name: string;
  readonly network: Network;
  readonly flags?: Partial<WalletFlags>;
  readonly lastBlock?: LastBlock | undefined;
};

export function createWallet({ name, network, flags, lastBlock }: NewWallet): Wallet {
  return {
    name,
    network,
    flags: { disablePrivateKeys: false, avoidReuse: false, externalSigner: false, ...flags },
    blank: true,
    keyring: emptyKeyring,
    descriptors: new Map(),
    active: { external: new Map(), internal: new Map() },
    ledger: emptyLedger,
    labels: new Map(),
    otherLabels: new Map(),
    history: emptyBytes,
    locks: new Map(),
    lastBlock,
    pendingScan: undefined,
    proof: undefined,
    keyTime: undefined,
    noticed: new Set(),
    added: [],
  };
}

/** Everything the wallet's functions need from outside. */
export type WalletEnvironment = {
  readonly secp256k1: Secp256k1;
  /** `-keypool`: addresses kept in advance for each ranged descriptor. */
  readonly keypoolSize: number;
  /** `-addresstype`. */
  readonly addressType: OutputType;
  /** `-changetype`; absent: follows the recipients. */
  readonly changeType?: OutputType | undefined;
};

export type ScriptOwner = { readonly owner: WalletDescriptor; readonly index: number };

/** Lists every descriptor that owns a scriptPubKey (hex). */
export function findOwners(wallet: Wallet, script: string): readonly ScriptOwner[] {
  const owners: ScriptOwner[] = [];
  for (const owner of wallet.descriptors.values()) {
    const index = findScript(owner, script);
    if (index !== undefined) owners.push({ owner, index });
  }
  return owners;
}

/** Returns the first descriptor that owns a scriptPubKey (hex). */
export function findOwner(
  wallet: Pick<Wallet, 'descriptors'>,
  script: string,
): ScriptOwner | undefined {
  for (const owner of wallet.descriptors.values()) {
    const index = findScript(owner, script);
    if (index !== undefined) return { owner, index };
  }
  return undefined;
}

export function isMine(wallet: Pick<Wallet, 'descriptors'>, script: string): boolean {
  return findOwner(wallet, script) !== undefined;
}

export function isLocked(wallet: Wallet): boolean {
  return wallet.keyring.kind === 'locked';
}

export function isEncrypted(wallet: Wallet): boolean {
  return wallet.keyring.kind !== 'open';
}

/**
 * Returns true for an encrypted wallet that was not unlocked since it was loaded: its file may have
 * been changed.
 */
export function isUnchecked(wallet: Wallet): boolean {
  return isLocked(wallet) && wallet.proof?.checked !== true;
}

/**
 * Returns a time before which there are no payments to the wallet, in seconds since 1970, or
 * `undefined` if unknown.
 */
export function earliestTime(wallet: Wallet): number | undefined {
  const time = birthTime({ ...wallet, ...sessionOf(wallet) });
  return time === undefined ? undefined : Number(time);
}

/** Returns the earliest time of a key or a transaction of the wallet. Core: GetBirthTime. */
export function birthTime({ keyTime, ledger }: Wallet): bigint | undefined {
  let earliest = keyTime;
  for (const { time } of ledger.transactions.values()) {
    if (earliest === undefined || time < earliest) earliest = BigInt(time);
  }
  return earliest === UNKNOWN_TIME ? undefined : earliest;
}

/** The latest possible time. Core: UNKNOWN_TIME. */
const UNKNOWN_TIME = 2n ** 63n - 1n;

/** Returns the wallet with a descriptor added, or replaced by a later value. */
export function withDescriptor(wallet: Wallet, owner: WalletDescriptor): Wallet {
  const descriptors = new Map(wallet.descriptors).set(owner.id, owner);
  // Core asks descriptors in the order of their ids; the first that knows a script answers.
  const sorted = [...descriptors].sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...wallet, descriptors: new Map(sorted) };
}
