import {
  changeKeyOf,
  ME,
  of,
  place,
  thief,
  thiefChange,
  wpkh,
} from '../../../../test/support/review/accounts.ts';
import {
  back,
  hardenedAccount,
  hardenedChange,
  passedOff,
  payFriend,
  payFriendWithChange,
  payingHardened,
  withPath,
} from '../../../../test/support/review/payments.ts';
import { type Case, pairs } from '../../../../test/support/review/rows.ts';

const hardened = [...place(wpkh, 1, 4).knowledge.origins.values()][0]?.path ?? [];
const beyond = [...hardened.slice(0, -1), 0x80000004];
const ofHardened = of(
  `wpkh([${ME.fingerprint}/84h/1h/9h]${hardenedAccount.privateExtendedKey}/<0;1>/*h)`,
);
/** Paths that are not those of our change. */
export const cases: readonly Case[] = [
  ...pairs(
    [
      'one true change and the same path again over a stranger',
      payFriend(wpkh, back(1_000n, wpkh, 4), passedOff(498_000n, place(wpkh, 1, 4), thiefChange)),
      of(wpkh),
    ],
    [
      'two changes, both true',
      payFriend(wpkh, back(1_000n, wpkh, 4), back(498_000n, wpkh, 5)),
      of(wpkh),
    ],
    [
      'a hardened position, which no descriptor can derive',
      payFriend(
        wpkh,
        withPath(
          passedOff(499_000n, place(wpkh, 1, 4), thiefChange),
          { path: beyond },
          changeKeyOf(thief),
        ),
      ),
      of(wpkh),
    ],
    ['a position that is not hardened', payFriendWithChange(wpkh), of(wpkh)],
    [
      'our key under the fingerprint read backwards',
      payFriend(
        wpkh,
        withPath(passedOff(499_000n, place(wpkh, 1, 4), thiefChange), {
          fingerprint: Uint8Array.of(3, 0x36, 0xa4, 0x4b),
        }),
      ),
      of(wpkh),
    ],
    [
      'a fingerprint read backwards over our own change',
      payFriend(
        wpkh,
        withPath(back(499_000n, wpkh, 4), { fingerprint: Uint8Array.of(3, 0x36, 0xa4, 0x4b) }),
      ),
      of(wpkh),
    ],
    // Positions after a hardened wildcard, such as those of Core's oldest wallets.
    [
      'a script of a thief under the hardened position 5,000',
      payingHardened(3, hardenedChange(5000, place(thief, 1, 4).script)),
      ofHardened,
    ],
    ['change under the hardened position 6', payingHardened(3, hardenedChange(6)), ofHardened],
  ),
];
