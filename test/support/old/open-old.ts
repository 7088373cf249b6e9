import { Transaction } from 'bitcoinjs-lib';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { networks } from '../../../src/encoding/network.ts';
import { importWallet } from '../../../src/formats/import.ts';
import type { KeyRing } from '../../../src/keys/key-ring.ts';
import { readKeys } from '../../../src/keys/read-keys.ts';
import type { KeyFault } from '../../../src/keys/read-private-keys.ts';

type Opening = { readonly password?: string | undefined; readonly network?: 'main' | 'test' };

/** Reads keys in an older form as the command line and the page do. */
export function openOld(
  text: string,
  { password, network = 'main' }: Opening = {},
): KeyRing | KeyFault {
  const context = { network: networks[network], secp256k1: kernelSecp256k1 };
  return readKeys(text, {
    ...context,
    passphrase: password,
    readWallet: (file) => importWallet(file, context, { password, secrets: true }),
  });
}

/** Lists the private keys of a ring, in WIF, and its private descriptors and extended keys. */
export function keysIn(ring: KeyRing | KeyFault): readonly string[] {
  if ('error' in ring) throw new Error(ring.error);
  const texts = ring.descriptors.map(({ text }) => text.replace(/#.*$/, ''));
  const wifs = texts.flatMap((text) => /^(?:combo|pkh|tr)\((.*)\)$/.exec(text)?.[1] ?? []);
  return [...new Set(wifs)];
}

/** A transaction that pays an output script, in hexadecimal. */
export function paidTo(scripts: readonly Uint8Array[]): string {
  const transaction = new Transaction();
  transaction.addInput(new Uint8Array(32).fill(7), 0);
  for (const script of scripts) transaction.addOutput(script, 100_000n);
  return transaction.toHex();
}
