import { masterKeyFromSeed } from '../../descriptor/derive.ts';
import { type OutputType, outputTypes } from '../../descriptor/descriptor.ts';
import { encodeExtendedPrivateKey } from '../../descriptor/extended-key.ts';
import { descriptorId } from '../../descriptor/format.ts';
import { parseDescriptor } from '../../descriptor/parse.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { invariant } from '../../encoding/invariant.ts';
import type { Network } from '../../encoding/network.ts';
import type { RandomBytes } from '../random.ts';
import type { Wallet, WalletEnvironment } from '../wallet.ts';
import { importDescriptor, setActive } from './import-descriptor.ts';
import type { Side } from './wallet-descriptor.ts';

export type NewSeedOptions = {
  readonly environment: WalletEnvironment;
  readonly random: RandomBytes;
  /** Seconds since 1970. */
  readonly now: number;
};

/**
 * Returns a wallet whose new addresses derive from a new random key: BIP44, BIP49, BIP84 and BIP86,
 * external and internal. Its keyring must not be locked. Core: SetupOwnDescriptorScriptPubKeyMans.
 */
export function withNewSeed(wallet: Wallet, options: NewSeedOptions): Wallet {
  const root = drawRoot(wallet.network, options);
  let current = wallet;
  for (const side of ['external', 'internal'] as const) {
    for (const type of outputTypes) {
      const request = { type, side, root };
      current = withSeedDescriptor(current, request, options)?.wallet ?? current;
    }
  }
  return current;
}

/** The type and side of addresses derived from a key. */
type SeedDescriptor = {
  readonly type: OutputType;
  readonly side: Side;
  /** The extended private key as text. */
  readonly root: string;
};

/**
 * Returns the wallet with new addresses of this type and side derived from the key, or `undefined`
 * if it has that descriptor. Core: SetupDescriptorScriptPubKeyMan.
 */
export function withSeedDescriptor(
  wallet: Wallet,
  { type, side, root }: SeedDescriptor,
  options: NewSeedOptions,
): { readonly wallet: Wallet; readonly id: string } | undefined {
  const text = descriptorText(type, side, root, wallet.network);
  const added = withText({ ...wallet, blank: false }, text, side, options);
  return added && { ...added, wallet: setActive(added.wallet, added.id, side, true) };
}

/** Draws a random master key and returns its extended private key as text. */
export function drawRoot(network: Network, { random }: Pick<NewSeedOptions, 'random'>): string {
  for (;;) {
    const seed = random(32).slice();
    const root = masterKeyFromSeed(seed);
    seed.fill(0);
    if (root === undefined) continue;
    const text = encodeExtendedPrivateKey(root, network);
    root.privateKey.wipe();
    return text;
  }
}

/**
 * Stores an extended private key without deriving addresses. Returns `undefined` if the wallet has
 * it already.
 */
export function withUnusedKey(
  wallet: Wallet,
  root: string,
  options: NewSeedOptions,
): Wallet | undefined {
  return withText(wallet, `unused(${root})`, 'external', options)?.wallet;
}

/**
 * Core: GenerateWalletDescriptor. BIP44: coin type 0 is the main network's, 1 is that of all test
 * networks.
 */
function descriptorText(type: OutputType, side: Side, root: string, { name }: Network): string {
  const path = (purpose: number) =>
    `${root}/${purpose}h/${name === 'main' ? 0 : 1}h/0h/${side === 'internal' ? 1 : 0}/*`;
  switch (type) {
    case 'legacy':
      return `pkh(${path(44)})`;
    case 'p2sh-segwit':
      return `sh(wpkh(${path(49)}))`;
    case 'bech32':
      return `wpkh(${path(84)})`;
    case 'bech32m':
      return `tr(${path(86)})`;
  }
}

/** Adds a descriptor with its private keys. Returns `undefined` if the wallet has it. */
function withText(
  wallet: Wallet,
  text: string,
  side: Side,
  { environment, random, now }: NewSeedOptions,
): { readonly wallet: Wallet; readonly id: string } | undefined {
  const context = { network: wallet.network, secp256k1: environment.secp256k1 };
  const parsed = parseDescriptor(text, context);
  invariant(!('error' in parsed), 'our own descriptors parse');
  const [descriptor] = parsed.descriptors;
  if (wallet.descriptors.has(encodeHex(descriptorId(descriptor, context)))) return undefined;
  const added = importDescriptor(
    wallet,
    {
      descriptor,
      privateKeys: parsed.privateKeys,
      creationTime: BigInt(now),
      rangeStart: 0,
      rangeEnd: 0,
      nextIndex: 0,
      internal: side === 'internal',
      label: '',
    },
    environment,
    random,
  );
  invariant('wallet' in added, 'a descriptor of an unused key can be added');
  return added;
}
