import { bob, later, named, uriOf } from '../../../test/support/review/names.ts';
import type { Case } from '../../../test/support/review/rows.ts';

export const cases: readonly Case[] = [
  // Names proven by DNSSEC (BIP353).
  named(true, 'a signature with one bit changed', { forged: true }),
  named(true, 'a name without instructions', { uri: 'v=spf1' }),
  named(false, 'a name that holds', {}),
  named(true, 'an old signature with one bit changed', {
    forged: true,
    now: later,
  }),
  named(false, 'two ways to pay', {
    uri: `${uriOf(bob)}?lno=lno1`,
  }),
];
