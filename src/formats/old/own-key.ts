import { PrivateKey } from '../../crypto/private-key.ts';
import { encodeWif } from '../../crypto/wif.ts';
import {
  decodeExtendedPrivateKey,
  encodeExtendedPublicKey,
  neuter,
} from '../../descriptor/extended-key.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { equalBytes, isBytes } from '../../encoding/bytes.ts';
import { networks } from '../../encoding/network.ts';
import { isTestNetwork, readPrivateSlipKey, readSlipKey } from '../../keys/slip132.ts';
import { decodeAddress } from '../../script/address.ts';
import { p2pkhScript } from '../../script/builders.ts';
import type { FormatContext, FormatFailure, WalletParts } from '../wallet-file.ts';

/** Returns the WIF of a private key; `undefined` if the number is not a key. */
export function wifOf(
  secretKey: Bytes,
  compressed: boolean,
  { network }: FormatContext,
): string | undefined {
  const key = PrivateKey.from(secretKey, compressed);
  const text = key && encodeWif(key, network);
  key?.wipe();
  return text;
}

/** Returns the public key of a private key; `undefined` if the number is not a key. */
export function publicKeyOf(
  secretKey: Bytes,
  compressed: boolean,
  { secp256k1 }: FormatContext,
): Bytes | undefined {
  return secp256k1.publicKey(secretKey, compressed);
}

/**
 * Returns the WIF of the key that a P2PKH address pays, compressed or not; `undefined` if it is
 * another key's.
 */
export function wifOfAddress(
  secretKey: Bytes,
  address: string,
  context: FormatContext,
): string | undefined {
  const script = decodeAddress(address, context.network);
  const compressed = [true, false].find((form) => {
    const key = PrivateKey.from(secretKey, form);
    const paid = key && p2pkhScript(key.publicKeyHash(context.secp256k1));
    key?.wipe();
    return paid !== undefined && isBytes(script) && equalBytes(script, paid);
  });
  return compressed === undefined ? undefined : wifOf(secretKey, compressed, context);
}

/** Returns the failure for keys of another network, so that the page can try that one. */
export function ofOtherNetwork({ network }: FormatContext): FormatFailure {
  const isTest = !isTestNetwork(network);
  const theirs = isTest ? 'a test network' : 'the main network';
  return {
    error: `this is a key of ${theirs}, not of ${network.name}. If that is right, choose its network`,
    otherNetwork: isTest ? 'test' : 'main',
  };
}

/** Returns the network whose addresses begin with other letters. */
export const otherOf = ({ network }: FormatContext) =>
  isTestNetwork(network) ? networks.main : networks.test;

/** Describes single keys in WIF, whose addresses are P2PKH. */
export const partsOf = (program: string, wifs: readonly string[]): WalletParts => ({
  format: 'descriptors',
  program,
  descriptors: wifs.map((wif) => ({ text: `pkh(${wif})` })),
  secrets: wifs,
});

/**
 * Compares an extended private key with its public key, and returns both in BIP32's form;
 * `undefined` if they do not belong together.
 */
export function openExtended(
  plain: string | undefined,
  xpub: string,
  context: FormatContext,
): { readonly xpub: string; readonly xprv: string } | FormatFailure | undefined {
  const [slip, known] = [readPrivateSlipKey(plain ?? ''), readSlipKey(xpub)];
  if (slip === undefined || known === undefined) return undefined;
  if (slip.isTest !== isTestNetwork(context.network)) return ofOtherNetwork(context);
  const key = decodeExtendedPrivateKey(slip.text, context.network);
  const own = key && encodeExtendedPublicKey(neuter(key, context.secp256k1), context.network);
  key?.privateKey.wipe();
  return own === known.xpub ? { xpub: known.xpub, xprv: slip.text } : undefined;
}

/** Returns two bytes of each character of a password, as bitcoinj takes them. */
export function utf16Of(password: string): Bytes {
  const bytes = new Uint8Array(2 * password.length);
  for (let i = 0; i < password.length; i++) {
    const code = password.charCodeAt(i);
    bytes.set([code >> 8, code & 0xff], 2 * i);
  }
  return bytes;
}
