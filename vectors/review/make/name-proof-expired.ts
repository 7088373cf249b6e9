import { NOW } from '../../../test/support/generate/dns-cases.ts';
import { later, named } from '../../../test/support/review/names.ts';
import type { Case } from '../../../test/support/review/rows.ts';

export const cases: readonly Case[] = [
  // Names proven by DNSSEC (BIP353).
  named(true, 'a proof of last month', { now: later }),
  named(false, 'an old forged proof', {
    forged: true,
    now: later,
    findings: ['name-proof-invalid'],
  }),
  named(true, 'a proof of next year', { now: { time: NOW - 30_000_000 } }),
  named(false, 'a proof of this week', { now: { time: NOW + 900_000 } }),
  named(false, 'a proof that began a minute ago', {
    now: { time: NOW - 999_940 },
  }),
];
