import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Expansion } from '../descriptor/expand.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { isChange } from '../wallet/keys/addresses.ts';
import { findKeyIn } from '../wallet/keys/keyring.ts';
import type { WalletDescriptor } from '../wallet/keys/wallet-descriptor.ts';
import { findOwners, type Wallet } from '../wallet/wallet.ts';
import type { FindOwners } from './evidence.ts';
import type { Owner } from './model.ts';
import { expandAt, pathsOf } from './own-descriptors.ts';

/**
 * Which scripts are the wallet's. A script counts only when it is derived anew from a descriptor:
 * the tables of scripts and keys that the wallet's file keeps may have been changed in it.
 */
export function walletOwners(wallet: Wallet, secp256k1: Secp256k1): FindOwners {
  return (questions) => {
    const places = questions.map(({ script }) => findOwners(wallet, encodeHex(script)));
    const positions = new Map<WalletDescriptor, Set<number>>();
    for (const { owner, index } of places.flat()) {
      positions.set(owner, (positions.get(owner) ?? new Set()).add(index));
    }
    const expansions = new Map<WalletDescriptor, ReadonlyMap<number, Expansion>>();
    for (const [owner, indices] of positions) {
      const source = { secp256k1, findPrivateKey: findKeyIn(wallet.keyring, owner.id) };
      expansions.set(owner, expandAt(owner.descriptor, [...indices], source));
    }
    return questions.map(({ script }, i): Owner | undefined => {
      for (const { owner, index } of places[i] ?? []) {
        const expansion = expansions.get(owner)?.get(index);
        if (expansion === undefined || !holds(expansion, script)) continue;
        const hex = encodeHex(script);
        const label = wallet.labels.get(hex)?.label;
        const role = isChange(wallet, hex, true) ? 'change' : 'own';
        return { role, index, paths: pathsOf(expansion.flatProvider), isFar: false, label };
      }
      return undefined;
    });
  };
}

const holds = ({ scripts }: Expansion, script: Bytes) =>
  scripts.some((each) => equalBytes(each, script));
