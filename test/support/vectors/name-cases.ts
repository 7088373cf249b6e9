import { encodeBase64 } from '../../../src/encoding/base64.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import { encodePsbt } from '../../../src/psbt/encode.ts';
import type { FindingId } from '../../../src/review/catalog.ts';
import { formatAddress } from '../../../src/script/address.ts';
import { p2wpkhScript } from '../../../src/script/builders.ts';
import { formatSilentAddress } from '../../../src/silent/silent-address.ts';
import { encodeRecords } from '../generate/dns.ts';
import { chainFor, NAME, NOW, root } from '../generate/dns-cases.ts';
import { silentAddress, silentPsbt } from '../generate/silent-payments.ts';
import type { ReviewVector } from './review-cases.ts';

const rootKeys = `. IN DS ${root.keyTag} 13 2 ${encodeHex(root.digest)}`;
const bob = p2wpkhScript(new Uint8Array(20).fill(7));
const eve = p2wpkhScript(new Uint8Array(20).fill(8));
const uriOf = (script: Uint8Array) => `bitcoin:${formatAddress(script, networks.regtest)}`;
const silent = `bitcoin:?sp=${formatSilentAddress(silentAddress(1, 1), networks.regtest)}`;
const later = { time: NOW + 2_000_000 };

/** Makes a PSBT that pays an output, with the proof of a name that resolves to a URI. */
function named(
  about: FindingId,
  has: boolean,
  name: string,
  {
    uri = uriOf(bob),
    pays = bob as Uint8Array | readonly [number, number],
    forged = false,
    now = { time: NOW },
    findings = has ? [about] : (['name-proven'] as FindingId[]),
  },
): ReviewVector {
  const psbt = silentPsbt({ kinds: ['wpkh'], outputs: [pays], shares: 'global' });
  const text = new TextEncoder().encode(NAME);
  const chain = encodeRecords(chainFor(uri));
  const at = chain.length - 1;
  if (forged) chain[at] = (chain[at] ?? 0) ^ 1;
  const value = Uint8Array.of(text.length, ...text, ...chain);
  const proof = { key: Uint8Array.of(0x35), value };
  const outputs = psbt.outputs.map((each) => ({ ...each, unknown: [...each.unknown, proof] }));
  const bytes = encodePsbt({ ...psbt, outputs });
  if (bytes === undefined) throw new Error('no PSBT');
  return { name, about, has, psbt: encodeBase64(bytes), rootKeys, now, fee: 'proven', findings };
}

/** Makes the same payment without a name. */
function unnamed(about: FindingId, has: boolean): Partial<ReviewVector> {
  const bytes = encodePsbt(silentPsbt({ kinds: ['wpkh'], outputs: [bob], shares: 'global' }));
  if (bytes === undefined) throw new Error('no PSBT');
  return { about, has, psbt: encodeBase64(bytes), findings: [] };
}

/** Names proven by DNSSEC (BIP353). */
function names(): ReviewVector[] {
  return [
    named('name-proven', true, 'a name whose address is paid', {}),
    named('name-proven', true, 'a name whose silent payment address is paid', {
      uri: silent,
      pays: [1, 1],
    }),
    named('name-proven', false, 'a name with one bit of its proof changed', {
      forged: true,
      findings: ['name-proof-invalid'],
    }),
    named('name-proven', false, 'a proof that is too old', {
      now: later,
      findings: ['name-proof-expired'],
    }),
    {
      ...named('name-proven', false, 'a payee without a name', {}),
      ...unnamed('name-proven', false),
    },
    named('name-not-this-output', true, 'the address of another under a name', { pays: eve }),
    named('name-not-this-output', true, 'another silent payment under a name', {
      uri: silent,
      pays: [1, 2],
    }),
    named('name-not-this-output', true, 'a name without an address', { uri: 'bitcoin:?lno=lno1' }),
    named('name-not-this-output', false, 'the second address of a name', {
      uri: `${uriOf(eve)}?bcrt=${formatAddress(bob, networks.regtest)}`,
    }),
    named('name-proof-invalid', true, 'a signature with one bit changed', { forged: true }),
    named('name-proof-invalid', true, 'a name without instructions', { uri: 'v=spf1' }),
    named('name-proof-invalid', false, 'a name that holds', {}),
    named('name-proof-expired', true, 'a proof of last month', { now: later }),
    named('name-proof-invalid', true, 'an old signature with one bit changed', {
      forged: true,
      now: later,
    }),
    named('name-not-this-output', true, 'the address of another under an old proof', {
      pays: eve,
      now: later,
    }),
    named('name-proof-expired', false, 'an old forged proof', {
      forged: true,
      now: later,
      findings: ['name-proof-invalid'],
    }),
    named('name-proof-expired', true, 'a proof of next year', { now: { time: NOW - 30_000_000 } }),
    named('name-proof-expired', false, 'a proof of this week', { now: { time: NOW + 900_000 } }),
    named('name-not-this-output', false, 'a payee with a name', { uri: uriOf(eve), pays: eve }),
    named('name-proof-invalid', false, 'two ways to pay', {
      uri: `${uriOf(bob)}?lno=lno1`,
    }),
    named('name-proof-expired', false, 'a proof that began a minute ago', {
      now: { time: NOW - 999_940 },
    }),
  ];
}

export const nameCases = { names };
