import type { PrivateKey } from '../../crypto/private-key.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { type Descriptor, isSolvable } from '../../descriptor/descriptor.ts';
import {
  createFlatSigningProvider,
  mergeFlatSigningProvider,
  toSigningProvider,
} from '../../descriptor/flat-signing-provider.ts';
import { inferDescriptor } from '../../descriptor/infer.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { emptyProvider } from '../../signing/miniscript-provider.ts';
import { joinProviders, type SigningProvider } from '../../signing/provider.ts';
import type { TxOut } from '../../transaction/transaction.ts';
import { hasPrivateKey } from '../keys/keyring.ts';
import { flatProviderOf } from '../keys/providers.ts';
import { findOwner, findOwners, type ScriptOwner, type Wallet } from '../wallet.ts';
import { branchWeight } from './branch-locks.ts';
import type { FundingRequest, PresetInput } from './fund-request.ts';
import { scriptBranchWeight } from './held-branch.ts';
import { type InputShape, inputShape, inputVsize, inputWeight } from './input-size.ts';

/** Sizes of inputs, as far as the wallet and the request know how outputs are spent. */
export type WalletSizes = {
  /**
   * Returns how inputs spend outputs of the script, which is also given in hex: by the first
   * descriptor of the wallet that owns it.
   */
  shapeOf(script: Bytes, hex: string): InputShape;
  /** Returns how a preset input spends its output. */
  presetShape(input: PresetInput, output: TxOut): InputShape;
};

/** The members of a request that sizes depend on. */
type SizingRequest = Pick<
  FundingRequest,
  'sizesPaths' | 'version' | 'locktime' | 'path' | 'solving'
>;

/**
 * All positions of a descriptor are spent alike, so one result serves all of them. The script's
 * length distinguishes the scripts of a combo().
 */
export function createWalletSizes(
  wallet: Wallet,
  request: SizingRequest,
  secp256k1: Secp256k1,
): WalletSizes {
  const { sizesPaths, version, locktime, path, solving } = request;
  const redeemPush = sizesPaths;
  const small = makesSmallSignatures(wallet);

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

  const byId = new Map<string, Descriptor[]>();
  function byOwner(script: Bytes, owner: ScriptOwner): Descriptor {
    const byLength = byId.get(owner.owner.id) ?? [];
    byId.set(owner.owner.id, byLength);
    const found = byLength[script.length] ?? infer(script, [owner]);
    byLength[script.length] = found;
    return found;
  }

  /** Returns the first descriptor of the wallet that owns the script, if it solves it. */
  function own(script: Bytes, hex: string): Descriptor | undefined {
    const owner = findOwner(wallet, hex);
    const descriptor = owner && byOwner(script, owner);
    return descriptor && isSolvable(descriptor) ? descriptor : undefined;
  }

  /** Returns a descriptor inferred from all of the wallet and from the request. */
  const any = (script: Bytes, hex: string): Descriptor =>
    own(script, hex) ?? infer(script, findOwners(wallet, hex), requested);

  const paths = new Map<string, number | undefined>();
  /** Returns the weight units of the witness if the spending path of the output is known. */
  function scriptPath(script: Bytes, hex: string, sequence?: number): number | undefined {
    const isKnown = sizesPaths || path !== undefined;
    const owner = isKnown ? findOwner(wallet, hex) : undefined;
    if (owner === undefined) return undefined;
    const { id, descriptor } = owner.owner;
    if (path !== undefined) return branchWeight(descriptor, path, !small);
    const key = `${id} ${sequence}`;
    if (!paths.has(key)) {
      const held = heldOutput(script, owner, wallet, secp256k1);
      paths.set(key, scriptBranchWeight(held, { version, locktime, sequence }));
    }
    return paths.get(key);
  }

  function sizeOwn(script: Bytes, hex: string, sequence?: number): InputShape {
    const descriptor = own(script, hex);
    const witness = scriptPath(script, hex, sequence);
    const options = { maximum: !small, redeemPush, witness };
    const shape = inputShape(script, descriptor ?? any(script, hex), options);
    // What only the request solves has no size while coins are selected, as in Core.
    return descriptor === undefined ? { ...shape, inputVsize: undefined } : shape;
  }

  function requestedVsize(script: Bytes, maximum: boolean): number | undefined {
    const descriptor = infer(script, [], requested);
    return isSolvable(descriptor)
      ? inputVsize(inputWeight(descriptor, { maximum, redeemPush }))
      : undefined;
  }

  const shapes = new Map<Descriptor | string, InputShape>();
  return {
    shapeOf(script, hex) {
      const key = own(script, hex) ?? hex;
      const shape = shapes.get(key) ?? sizeOwn(script, hex);
      shapes.set(key, shape);
      return shape;
    },
    presetShape({ weight, external, sequence }, { scriptPubKey: script }) {
      const hex = encodeHex(script);
      const descriptor = any(script, hex);
      if (weight !== undefined) {
        const { segwit } = inputWeight(descriptor, { maximum: false, redeemPush });
        const signed = { segwit, beside: weight, alone: weight };
        return { type: 'unknown', inputVsize: inputVsize(signed), signed };
      }
      const maximum = !small || external !== undefined;
      const witness = scriptPath(script, hex, sequence);
      const signed = inputWeight(descriptor, { maximum, redeemPush, witness });
      const known = external === undefined ? sizeOwn(script, hex, sequence).inputVsize : undefined;
      return { type: 'unknown', inputVsize: known ?? requestedVsize(script, maximum), signed };
    },
  };
}

/** Returns what the wallet has to spend an output. */
function heldOutput(
  script: Bytes,
  { owner, index }: ScriptOwner,
  wallet: Wallet,
  secp256k1: Secp256k1,
) {
  return {
    script,
    descriptor: owner.descriptor,
    isHeld: (publicKey: Bytes) => hasPrivateKey(wallet.keyring, publicKey),
    provide: () => {
      const derived: PrivateKey[] = [];
      const flatProvider = flatProviderOf({ owner, index }, wallet, secp256k1, derived);
      // It matters which keys there are. None signs.
      for (const key of derived) key.wipe();
      return flatProvider;
    },
  };
}

/**
 * Returns true if the wallet has private keys, and so grinds for small signatures. Core: CanGrindR.
 */
function makesSmallSignatures({ flags }: Wallet): boolean {
  return !flags.disablePrivateKeys;
}
