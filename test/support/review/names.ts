import { encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import type { FindingId } from '../../../src/review/catalog.ts';
import { formatAddress } from '../../../src/script/address.ts';
import { p2wpkhScript } from '../../../src/script/builders.ts';
import { formatSilentAddress } from '../../../src/silent/silent-address.ts';
import { encodeRecords } from '../generate/dns.ts';
import { chainFor, NAME, NOW, root } from '../generate/dns-cases.ts';
import { silentAddress, silentPsbt } from '../generate/silent-payments.ts';
import { type Case, psbtText } from './rows.ts';

const dnsRootKeys = `. IN DS ${root.keyTag} 13 2 ${encodeHex(root.digest)}`;
export const bob = p2wpkhScript(new Uint8Array(20).fill(7));
export const uriOf = (script: Uint8Array) => `bitcoin:${formatAddress(script, networks.regtest)}`;
export const silentUri = `bitcoin:?sp=${formatSilentAddress(silentAddress(1, 1), networks.regtest)}`;
export const later = { time: NOW + 2_000_000 };

/** Makes a PSBT that pays an output, with the proof of a name that resolves to a URI. */
export function named(
  has: boolean,
  name: string,
  {
    uri = uriOf(bob),
    pays = bob as Uint8Array | readonly [number, number],
    forged = false,
    now = { time: NOW },
    findings = has ? undefined : (['name-proven'] as FindingId[]),
  },
): Case {
  const psbt = silentPsbt({ kinds: ['wpkh'], outputs: [pays], shares: 'global' });
  const text = new TextEncoder().encode(NAME);
  const chain = encodeRecords(chainFor(uri));
  const at = chain.length - 1;
  if (forged) chain[at] = (chain[at] ?? 0) ^ 1;
  const value = Uint8Array.of(text.length, ...text, ...chain);
  const proof = { key: Uint8Array.of(0x35), value };
  const outputs = psbt.outputs.map((each) => ({ ...each, unknown: [...each.unknown, proof] }));
  return {
    name,
    has,
    psbt: psbtText({ ...psbt, outputs }),
    rootKeys: dnsRootKeys,
    now,
    fee: 'proven',
    ...(findings && { findings }),
  };
}
