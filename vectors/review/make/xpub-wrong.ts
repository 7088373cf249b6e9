import type { GlobalXpub } from '../../../src/psbt/psbt.ts';
import { COSIGNER, ME, THIEF } from '../../../test/support/review/accounts.ts';
import { type Case, rows } from '../../../test/support/review/rows.ts';
import { claimedBy, withXpubs, xpub } from '../../../test/support/review/xpubs.ts';

const unset = (xpub: GlobalXpub): GlobalXpub => ({
  ...xpub,
  origin: { ...xpub.origin, fingerprint: new Uint8Array(4) },
});
const ours = '84h/1h/0h';

export const cases: readonly Case[] = rows(
  [
    // Extended keys in the global map.
    [
      'a depth that is not that of the path',
      withXpubs(xpub(COSIGNER, ours, ours, { 4: 4 })),
      { says: ['The depth, number or parent of a key is not that of its path.'] },
    ],
    ['another number than the last of the path', withXpubs(xpub(COSIGNER, ours, '84h/1h/1h'))],
    ['another parent than the master key', withXpubs(claimedBy(xpub(COSIGNER, '84h'), THIEF))],
    [
      'a master key with the fingerprint of another',
      withXpubs(claimedBy(xpub(COSIGNER, ''), THIEF)),
    ],
    [
      'two keys under one path',
      withXpubs(xpub(COSIGNER, ours), claimedBy(xpub(THIEF, ours), COSIGNER)),
      { says: ['Two entries have the same key or the same path.'] },
    ],
    [
      'one key under two paths',
      withXpubs(xpub(COSIGNER, ours), claimedBy(xpub(COSIGNER, ours, ours, { 20: 7 }), THIEF)),
    ],
    [
      'our key under another path',
      withXpubs(xpub(ME, ours, '49h/1h/0h')),
      { says: ['Your key has another path.'] },
    ],
  ],
  [
    ['a key without its master key', withXpubs(unset(xpub(COSIGNER, ours)))],
    [
      'two keys without their master keys',
      withXpubs(unset(xpub(COSIGNER, ours)), unset(xpub(THIEF, ours))),
    ],
    ['a child of a master key', withXpubs(xpub(COSIGNER, '84h'))],
    ['a master key', withXpubs(xpub(COSIGNER, ''))],
    [
      'a key that names only itself',
      withXpubs(
        claimedBy(xpub(COSIGNER, ours, ''), {
          ...COSIGNER,
          fingerprint: COSIGNER.root
            .derive("m/84'/1'/0'")
            .fingerprint.toString(16)
            .padStart(8, '0'),
        }),
      ),
    ],
    [
      'our key without our master key, under another path',
      withXpubs(unset(xpub(ME, ours, '49h/1h/0h'))),
    ],
  ],
);
