import { hash160 } from '../../crypto/hash.ts';
import { allKeys, type Descriptor, type TreeLeaf } from '../../descriptor/descriptor.ts';
import {
  type FlatSigningProvider,
  toSigningProvider,
} from '../../descriptor/flat-signing-provider.ts';
import { isUnspendable, type KeyExpression } from '../../descriptor/key-expression.ts';
import { leafWitnessWeight } from '../../descriptor/satisfaction-size.ts';
import { spendingPaths } from '../../descriptor/spending-paths.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { stackSize } from '../../script/interpreter/witness.ts';
import { isLockTimeMet, isSequenceMet } from '../../sighash/transaction-checker.ts';
import { produceSignature } from '../../signing/assemble.ts';
import type { EcdsaRequest, SignatureCreator } from '../../signing/creator.ts';
import { publicKeysOfXOnly } from '../../signing/keys.ts';
import { placeholderCreator } from '../../signing/placeholders.ts';
import type { SigningProvider } from '../../signing/provider.ts';
import { emptySignatureData } from '../../signing/signature-data.ts';
import { MAX_SEQUENCE_NONFINAL } from '../../transaction/transaction.ts';
import { WITNESS_SCALE_FACTOR } from '../../transaction/weight.ts';

/** Values against which time locks are checked. */
export type SpendTimes = {
  readonly version: number;
  readonly locktime: number;
  /** Absent: the sequence of coins that the wallet selects, which meets no relative lock. */
  readonly sequence?: number | undefined;
};

type Taproot = Extract<Descriptor, { readonly kind: 'tr' }>;

/** Returns true if the signer has the private key of a public key. */
export type IsHeld = (publicKey: Bytes) => boolean;

/** An output, and what its signer has. */
export type HeldOutput = {
  readonly script: Bytes;
  readonly descriptor: Descriptor;
  readonly isHeld: IsHeld;
  /** Returns the keys and scripts of the output. Its private keys may be overwritten. */
  readonly provide: () => FlatSigningProvider | undefined;
};

/**
 * Returns the weight units of the witness of an output with several spending paths. For miniscript,
 * this is the path that the wallet's keys can sign without others. For taproot, it is a script path
 * if no signer has the internal key: exact if the wallet can sign without others, else the largest
 * script that contains one of its keys. Returns `undefined` for the key path, or to count the
 * largest path as Core does.
 */
export function scriptBranchWeight(
  { script, descriptor, isHeld, provide }: HeldOutput,
  times: SpendTimes,
): number | undefined {
  const inner = descriptor.kind === 'sh' ? descriptor.script : descriptor;
  const isMiniscript = inner.kind === 'wsh' && inner.script.kind === 'miniscript';
  const leaves = descriptor.kind === 'tr' ? leavesToTake(descriptor, isHeld) : undefined;
  if (leaves === undefined && !isMiniscript) return undefined;
  const flatProvider = provide();
  if (flatProvider !== undefined) {
    const provider = toSigningProvider(flatProvider);
    const { version, locktime, sequence = MAX_SEQUENCE_NONFINAL } = times;
    const creator = {
      ...heldSignatures(provider),
      checkLockTime: (lock: number) => isLockTimeMet({ locktime }, sequence, lock),
      checkSequence: (lock: number) => isSequenceMet({ version }, sequence, lock),
    };
    const { data, solved } = produceSignature(provider, creator, script, emptySignatureData);
    const { scriptSig, witness } = data;
    if (solved) return scriptSig.length * WITNESS_SCALE_FACTOR + stackSize(witness);
  }
  const weights = (leaves ?? []).flatMap((leaf) => leafWitnessWeight(leaf) ?? []);
  return weights.length > 0 ? Math.max(...weights) : undefined;
}

/** Creates placeholder signatures for the keys that the wallet has, and no others. */
function heldSignatures(provider: SigningProvider): SignatureCreator {
  const placeholder = placeholderCreator(provider);
  const { ecdsa } = placeholder;
  const isHeld = ({ publicKey }: EcdsaRequest) => provider.canSign(hash160(publicKey));
  return { ...placeholder, ecdsa: (request) => (isHeld(request) ? ecdsa(request) : undefined) };
}

/**
 * Returns the leaves with keys of the wallet, or all leaves if it has none and the internal key is
 * unspendable. Returns `undefined` if the wallet has the internal key, or if it has no key and
 * another signer may have the internal one.
 */
function leavesToTake({ key, leaves }: Taproot, isHeld: IsHeld): readonly TreeLeaf[] | undefined {
  const isOwn = (expression: KeyExpression) => isHeldKey(expression, isHeld, 'some');
  if (leaves.length === 0 || isOwn(key)) return undefined;
  const held = leaves.filter(({ script }) => allKeys(script).some(isOwn));
  if (held.length > 0) return held;
  return isUnspendable(key) ? leaves : undefined;
}

/** `of`: how many participants of MuSig2 must be the signer's. */
function isHeldKey(expression: KeyExpression, isHeld: IsHeld, of: 'some' | 'every'): boolean {
  switch (expression.kind) {
    case 'origin':
      return isHeldKey(expression.key, isHeld, of);
    case 'musig':
      return expression.participants[of]((each) => isHeldKey(each, isHeld, of));
    case 'extended':
      return isHeld(expression.root.publicKey);
    case 'constant':
      return publicKeysOfXOnly(expression.publicKey.subarray(1, 33)).some(isHeld);
  }
}

/**
 * Returns the number, equal in all these descriptors, of the smallest path that the held keys can
 * sign without others, if all such paths have time locks. Returns `undefined` if one has no lock,
 * if there is none, or if descriptors differ.
 */
export function pathOfKeys(descriptors: readonly Descriptor[], isHeld: IsHeld): number | undefined {
  let same: number | undefined;
  for (const descriptor of descriptors) {
    const paths = (spendingPaths(descriptor) ?? []).map((path) => ({
      isFree: path.older === undefined && path.after === undefined,
      isOwn:
        path.hashes.length === 0 &&
        path.signers.every(({ threshold, keys }) => {
          const held = keys.filter((key) => isHeldKey(key, isHeld, 'every'));
          return held.length >= threshold;
        }),
    }));
    const first = paths.findIndex(({ isOwn }) => isOwn);
    if (first < 0 || paths.some(({ isFree, isOwn }) => isFree && isOwn)) return undefined;
    if (same !== undefined && same !== first) return undefined;
    same = first;
  }
  return same;
}
