import { COSIGNER, keyAt, ME, THIEF } from '../../../test/support/review/accounts.ts';
import { type Case, rows } from '../../../test/support/review/rows.ts';
import { claimedBy, withXpubs, xpub } from '../../../test/support/review/xpubs.ts';

const ours = '84h/1h/0h';

export const cases: readonly Case[] = rows(
  [
    // Extended keys in the global map.
    ['the key of a thief under our path', withXpubs(claimedBy(xpub(THIEF, ours), ME))],
    ['the key of a thief below our path', withXpubs(claimedBy(xpub(THIEF, `${ours}/0`), ME))],
    ['our key with another chain code', withXpubs(xpub(ME, ours, ours, { 20: 7 }))],
  ],
  [
    ['our key under its path', withXpubs(xpub(ME, ours))],
    ['the branch of our key', withXpubs(xpub(ME, `${ours}/1`))],
    ['our key beside that of a cosigner', withXpubs(xpub(ME, ours), xpub(COSIGNER, ours))],
    ['another account of our seed', withXpubs(xpub(ME, '48h/1h/0h/2h'))],
    [
      'our key where the descriptor names no origin',
      withXpubs(xpub(ME, ours)),
      { descriptors: [`wpkh(${keyAt(ME, ours).replace(/\[.*\]/, '')})`] },
    ],
  ],
);
