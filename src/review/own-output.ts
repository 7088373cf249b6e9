import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { expand } from '../descriptor/expand.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { isChange } from '../wallet/keys/addresses.ts';
import { findKeyIn } from '../wallet/keys/keyring.ts';
import { findOwners, type ScriptOwner, type Wallet } from '../wallet/wallet.ts';
import type { Evidence } from './review.ts';

/**
 * Which outputs are the wallet's. A script counts only when it is derived anew from a descriptor: the tables of scripts and keys that
 * the wallet's file keeps may have been changed in it.
 */
export function ownOutputs(wallet: Wallet, secp256k1: Secp256k1): Evidence['ownOutput'] {
  const derives = ({ owner, index }: ScriptOwner, script: Bytes) => {
    const findPrivateKey = findKeyIn(wallet.keyring, owner.id);
    const expansion = expand(owner.descriptor, index, { secp256k1, findPrivateKey });
    return expansion?.scripts.some((each) => equalBytes(each, script)) ?? false;
  };
  return (script) => {
    const hex = encodeHex(script);
    if (!findOwners(wallet, hex).some((owner) => derives(owner, script))) return undefined;
    const label = wallet.labels.get(hex)?.label;
    return { role: isChange(wallet, hex, true) ? 'change' : 'own', label };
  };
}
