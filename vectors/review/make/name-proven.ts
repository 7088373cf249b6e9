import { silentPsbt } from '../../../test/support/generate/silent-payments.ts';
import { bob, later, named, silentUri } from '../../../test/support/review/names.ts';
import { type Case, psbtText } from '../../../test/support/review/rows.ts';

export const cases: readonly Case[] = [
  // Names proven by DNSSEC (BIP353).
  named(true, 'a name whose address is paid', {}),
  named(true, 'a name whose silent payment address is paid', {
    uri: silentUri,
    pays: [1, 1],
  }),
  named(false, 'a name with one bit of its proof changed', {
    forged: true,
    findings: ['name-proof-invalid'],
  }),
  named(false, 'a proof that is too old', {
    now: later,
    findings: ['name-proof-expired'],
  }),
  {
    ...named(false, 'a payee without a name', {}),
    psbt: psbtText(silentPsbt({ kinds: ['wpkh'], outputs: [bob], shares: 'global' })),
    findings: [],
  },
];
