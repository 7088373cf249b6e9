import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Expansion } from '../descriptor/expand.ts';
import type { PrivateKeySource } from '../descriptor/private-keys.ts';
import { DEFAULT_RANGE } from '../descriptor/search-range.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { ownLabel } from '../silent/keys.ts';
import { isChange } from '../wallet/keys/addresses.ts';
import { findKeyIn } from '../wallet/keys/keyring.ts';
import { silentOwners } from '../wallet/keys/silent-owner.ts';
import { expandReceipt } from '../wallet/keys/silent-receipts.ts';
import { scriptsOf, type WalletDescriptor } from '../wallet/keys/wallet-descriptor.ts';
import { findOwners, type Wallet } from '../wallet/wallet.ts';
import { descriptorAccounts, keyId } from './account-ids.ts';
import type { FindOwners, OwnerQuestion } from './evidence.ts';
import type { Owner } from './model.ts';
import {
  agesOf,
  expandAt,
  firstFar,
  formOf,
  hintedOwners,
  silentOwnerAt,
  unspendableKeys,
} from './own-descriptors.ts';
import { keyTable, type OwnKeys, ownKeys, pathsOf } from './own-keys.ts';

/**
 * Finds the wallet's scripts. A script counts only if a descriptor derives it again, because an
 * attacker may have changed the tables of scripts and keys in the wallet file.
 */
export function walletOwners(wallet: Wallet, secp256k1: Secp256k1): FindOwners {
  const find = (questions: readonly OwnerQuestion[], spent: readonly Bytes[]) => {
    const places = questions.map(({ scriptPubKey: script }) =>
      findOwners(wallet, encodeHex(script)),
    );
    const positions = new Map<WalletDescriptor, Set<number>>();
    for (const { owner, index } of places.flat()) {
      positions.set(owner, (positions.get(owner) ?? new Set()).add(index));
    }
    const expansions = new Map<WalletDescriptor, ReadonlyMap<number, Expansion>>();
    for (const [owner, indices] of positions) {
      const source = { secp256k1, findPrivateKey: findKeyIn(wallet.keyring, owner.id) };
      expansions.set(
        owner,
        silentExpansions(owner, [...indices], wallet, secp256k1) ??
          expandAt(owner.descriptor, [...indices], source),
      );
    }
    const accounts = new Map(
      [...expansions.keys()].map((owner) => {
        const source = { secp256k1, findPrivateKey: findKeyIn(wallet.keyring, owner.id) };
        return [owner, descriptorAccounts(owner.descriptor, source)] as const;
      }),
    );
    const used = spent.flatMap((script) =>
      findOwners(wallet, encodeHex(script)).map(({ index }) => index),
    );
    return questions.map(({ scriptPubKey: script, silent }, i): Owner | undefined => {
      for (const { owner, index } of places[i] ?? []) {
        const expansion = expansions.get(owner)?.get(index);
        if (expansion === undefined || !holds(expansion, script)) continue;
        const hex = encodeHex(script);
        const label = wallet.labels.get(hex)?.label;
        const role = isChange(wallet, hex, true) ? 'change' : 'own';
        const { flatProvider } = expansion;
        const paths = pathsOf(flatProvider.origins.values());
        const isFar = owner.silent === undefined && index >= firstFar(used, owner.nextIndex);
        const form = formOf(owner.descriptor);
        const known = { form, accounts: accounts.get(owner), ...agesOf(flatProvider) };
        return { role, index, paths, isFar, label, ...known };
      }
      return silent ? silentOwnerOf(wallet, silent, secp256k1) : undefined;
    });
  };
  const keys = walletKeys(wallet, secp256k1);
  const findAll: FindOwners = (questions, spent = []) => {
    const found = find(questions, spent);
    const missing = questions.filter(({ hints }, i) => !found[i] && hints.length > 0);
    if (missing.length === 0) return found;
    const owners = hintedOwners(descriptorsOf(wallet), keySource(wallet, secp256k1))(missing);
    const more = new Map(missing.map((question, i) => [question, owners[i]]));
    return questions.map((question, i) => found[i] ?? more.get(question));
  };
  const scripts = () =>
    [...wallet.descriptors.values()].flatMap((owner) =>
      [...scriptsOf(owner)].flatMap((hex) => decodeHex(hex) ?? []),
    );
  return Object.assign(findAll, { keys, scripts });
}

/** Finds the wallet's silent payment address that an output pays. */
function silentOwnerOf(
  wallet: Wallet,
  { recipient, label }: NonNullable<OwnerQuestion['silent']>,
  secp256k1: Secp256k1,
): Owner | undefined {
  for (const { silent } of silentOwners(wallet.descriptors)) {
    const isGiven = label === undefined || label <= silent.labels;
    const found = ownLabel(silent, recipient, isGiven ? label : undefined, secp256k1);
    if (found) return silentOwnerAt(silent.origin, found.label);
  }
  return undefined;
}

/** Expands silent payments, deriving each again from its tweak. */
function silentExpansions(
  { id, silent }: WalletDescriptor,
  indices: readonly number[],
  { keyring }: Wallet,
  secp256k1: Secp256k1,
): ReadonlyMap<number, Expansion> | undefined {
  if (silent === undefined) return undefined;
  const source = { secp256k1, keyring };
  return new Map(
    indices.flatMap((index) => {
      const found = expandReceipt({ id, silent }, index, source);
      return found ? [[index, found] as const] : [];
    }),
  );
}

/** Adds positions that the wallet has not reached, because a PSBT may name them. */
const descriptorsOf = (wallet: Wallet) =>
  [...wallet.descriptors.values()].map(({ descriptor, rangeEnd }) => ({
    descriptor,
    isChange: true,
    range: Math.max(rangeEnd, DEFAULT_RANGE),
  }));

function keySource(wallet: Wallet, secp256k1: Secp256k1): PrivateKeySource {
  const lookups = [...wallet.descriptors.keys()].map((id) => findKeyIn(wallet.keyring, id));
  const findPrivateKey = (hash: Bytes) => {
    for (const find of lookups) {
      const key = find(hash);
      if (key !== undefined) return key;
    }
    return undefined;
  };
  return { secp256k1, findPrivateKey };
}

function walletKeys(wallet: Wallet, secp256k1: Secp256k1): OwnKeys {
  const all = [...wallet.descriptors.values()];
  const source = keySource(wallet, secp256k1);
  let table: OwnKeys['holds'] | undefined;
  const holdsKey = (item: Bytes) => {
    table ??= keyTable(
      all.flatMap(({ descriptor, publicKeys }) => {
        const positions = [...new Set(publicKeys.values())];
        const unspendable = unspendableKeys(descriptor, positions, source);
        return [...publicKeys.keys()].flatMap((key) =>
          unspendable.has(key) ? [] : (decodeHex(key) ?? []),
        );
      }),
    );
    return table(item);
  };
  const descriptors = all.map(({ descriptor }) => descriptor);
  const accountIdsOf = (publicKey: Bytes) => {
    const x = keyId(publicKey);
    const isIn = ({ publicKeys }: WalletDescriptor) =>
      ['02', '03'].some((parity) => publicKeys.has(`${parity}${x}`));
    return all.filter(isIn).flatMap((each) => descriptorAccounts(each.descriptor, source).flat());
  };
  return { ...ownKeys(descriptors, source, holdsKey), accountIdsOf };
}

const holds = ({ scripts }: Expansion, script: Bytes) =>
  scripts.some((each) => equalBytes(each, script));
