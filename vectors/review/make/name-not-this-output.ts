import { networks } from '../../../src/encoding/network.ts';
import { formatAddress } from '../../../src/script/address.ts';
import { p2wpkhScript } from '../../../src/script/builders.ts';
import { bob, later, named, silentUri, uriOf } from '../../../test/support/review/names.ts';
import type { Case } from '../../../test/support/review/rows.ts';

const eve = p2wpkhScript(new Uint8Array(20).fill(8));

export const cases: readonly Case[] = [
  // Names proven by DNSSEC (BIP353).
  named(true, 'the address of another under a name', { pays: eve }),
  named(true, 'another silent payment under a name', {
    uri: silentUri,
    pays: [1, 2],
  }),
  named(true, 'a name without an address', { uri: 'bitcoin:?lno=lno1' }),
  named(false, 'the second address of a name', {
    uri: `${uriOf(eve)}?bcrt=${formatAddress(bob, networks.regtest)}`,
  }),
  named(true, 'the address of another under an old proof', {
    pays: eve,
    now: later,
  }),
  named(false, 'a payee with a name', { uri: uriOf(eve), pays: eve }),
];
