import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { type Descriptor, isSolvable, outputType } from '../../descriptor/descriptor.ts';
import {
  createFlatSigningProvider,
  type FlatSigningProvider,
  mergeFlatSigningProvider,
  toSigningProvider,
} from '../../descriptor/flat-signing-provider.ts';
import { inferDescriptor } from '../../descriptor/infer.ts';
import { maxSatisfactionItems, maxSatisfactionWeight } from '../../descriptor/satisfaction-size.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { compactSizeLength } from '../../encoding/writer.ts';
import { emptyProvider, joinProviders, type SigningProvider } from '../../signing/provider.ts';
import { WITNESS_SCALE_FACTOR } from '../../transaction/weight.ts';
import { flatProviderOf } from '../keys/providers.ts';
import { findOwner, findOwners, type ScriptOwner, type Wallet } from '../wallet.ts';
import { chosenPathWeight } from './chosen-path.ts';
import { type SpendTimes, scriptPathWeight } from './held-path.ts';

/** Finds how outputs of scripts can be spent, as far as the wallet and the request know. */
export type SpendingLookup = {
  /**
   * Returns the first descriptor of the wallet that owns the script, which is also given in hex.
   */
  own(script: Bytes, hex: string): Descriptor | undefined;
  /** Returns a descriptor inferred from all of them and from the request. */
  any(script: Bytes): Descriptor;
  /** Returns a descriptor inferred only from the request. */
  fromRequest(script: Bytes): Descriptor | undefined;
  /**
   * Returns the weight units of the witness (for nested scripts, with the push of the program) if
   * the spending path of the wallet's output is known. `undefined`: use the largest path, or the
   * key path.
   */
  scriptPath(script: Bytes, sequence?: number): number | undefined;
};

/**
 * Creates a lookup. All positions of a descriptor are spent alike, so one result serves all of
 * them. The script's length distinguishes the scripts of a combo(). Without `times`, every taproot
 * output is spent by its key. `path`: see `FundingRequest`.
 */
export function createSpendingLookup(
  wallet: Wallet,
  solving: FlatSigningProvider,
  secp256k1: Secp256k1,
  times?: SpendTimes,
  path?: number,
): SpendingLookup {
  const isEmpty = [solving.scripts, solving.publicKeys, solving.taproot].every(
    ({ size }) => size === 0,
  );
  const known = new Map<string, Descriptor[]>();

  // Merging it for each script would copy the data of all coins for each coin.
  const requested = toSigningProvider(solving);

  function infer(
    script: Bytes,
    owners: readonly ScriptOwner[],
    more: SigningProvider = emptyProvider,
  ): Descriptor {
    const flatProvider = createFlatSigningProvider();
    for (const owner of owners) {
      const own = flatProviderOf(owner, wallet, secp256k1);
      if (own !== undefined) mergeFlatSigningProvider(flatProvider, own);
    }
    const known = joinProviders(toSigningProvider(flatProvider), more);
    return inferDescriptor(script, known, secp256k1);
  }

  function byOwner(script: Bytes, owner: ScriptOwner): Descriptor {
    let byLength = known.get(owner.owner.id);
    if (byLength === undefined) {
      byLength = [];
      known.set(owner.owner.id, byLength);
    }
    const found = byLength[script.length] ?? infer(script, [owner]);
    byLength[script.length] = found;
    return found;
  }

  const paths = new Map<string, number | undefined>();
  function scriptPath(script: Bytes, sequence?: number): number | undefined {
    const isKnown = times !== undefined || path !== undefined;
    const owner = isKnown ? findOwner(wallet, encodeHex(script)) : undefined;
    if (owner === undefined) return undefined;
    if (path !== undefined)
      return chosenPathWeight(owner.owner.descriptor, path, !makesSmallSignatures(wallet));
    if (times === undefined) return undefined;
    const key = `${owner.owner.id} ${sequence}`;
    if (!paths.has(key)) {
      const spend = { ...times, sequence };
      paths.set(key, scriptPathWeight(script, owner, wallet, secp256k1, spend));
    }
    return paths.get(key);
  }

  const solvable = (descriptor: Descriptor) => (isSolvable(descriptor) ? descriptor : undefined);
  return {
    own(script, hex) {
      const owner = findOwner(wallet, hex);
      return owner && solvable(byOwner(script, owner));
    },
    any(script) {
      const owners = findOwners(wallet, encodeHex(script));
      const [first] = owners;
      if (first && owners.length === 1 && isEmpty) return byOwner(script, first);
      return infer(script, owners, requested);
    },
    fromRequest: (script) => solvable(infer(script, [], requested)),
    scriptPath,
  };
}

export type InputSizeOptions = {
  /**
   * True if any input of the transaction has a witness, so that each input has at least an item
   * count.
   */
  readonly segwit: boolean;
  /** True to count signatures of 72 bytes, because the signer may not grind for small ones. */
  readonly maximum: boolean;
  /** Weight units of the complete witness, if known. */
  readonly witness?: number | undefined;
};

/** Returns true if outputs of the descriptor are spent by a witness. */
export function isSegwit(descriptor: Descriptor): boolean {
  const type = outputType(descriptor);
  return type !== undefined && type !== 'legacy';
}

/**
 * Returns the maximum weight units of a signed input, or `undefined` if unknown. Core:
 * MaxInputWeight.
 */
export function maxInputWeight(
  descriptor: Descriptor,
  { segwit, maximum, witness }: InputSizeOptions,
): number | undefined {
  if (witness !== undefined) return (40 + 1) * WITNESS_SCALE_FACTOR + witness;
  const satisfaction = maxSatisfactionWeight(descriptor, { maximum });
  const items = maxSatisfactionItems(descriptor);
  if (satisfaction === undefined || items === undefined) return undefined;
  const own = isSegwit(descriptor);
  const scriptSigLength = own
    ? 1
    : compactSizeLength(Math.floor(satisfaction / WITNESS_SCALE_FACTOR));
  const withoutWitness = segwit ? 1 : 0;
  const itemCount = own ? compactSizeLength(items) : withoutWitness;
  return (40 + scriptSigLength) * WITNESS_SCALE_FACTOR + itemCount + satisfaction;
}

/**
 * Returns true if the wallet has private keys, and so grinds for small signatures. Core: CanGrindR.
 */
export function makesSmallSignatures({ flags }: Wallet): boolean {
  return !flags.disablePrivateKeys;
}
