import { type Bytes, concatBytes } from '../../../src/encoding/bytes.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import type { FindingId } from '../../../src/review/catalog.ts';
import { formatAddress } from '../../../src/script/address.ts';
import {
  multisigScript,
  p2pkhScript,
  p2shScript,
  p2wpkhScript,
} from '../../../src/script/builders.ts';
import { of, place, thief, tr, wpkh } from '../../../test/support/review/accounts.ts';
import {
  at,
  friend,
  other,
  ourCoin,
  ourSecondCoin,
  outPoint,
  payeeBefore,
  payeeScript,
} from '../../../test/support/review/coins.ts';
import { pastPayments } from '../../../test/support/review/history.ts';
import {
  back,
  ofTap,
  pay,
  payingScript,
  payOutput,
  spendTo,
  toScript,
} from '../../../test/support/review/payments.ts';
import { type Case, pair, pairs, rows } from '../../../test/support/review/rows.ts';

const POISON = 'blog.lopp.net/bitcoin-address-poisoning-attacks (2025)';

/** Returns a script with an address that begins and ends like that of `script`. */
function lookAlike(script: Bytes): Bytes {
  const wanted = formatAddress(script, networks.regtest)?.slice(-3);
  for (let i = 0; ; i++) {
    const made = script.slice();
    new DataView(made.buffer).setUint32(made.length - 4, i);
    if (
      formatAddress(made, networks.regtest)?.slice(-3) === wanted &&
      encodeHex(made) !== encodeHex(script)
    )
      return made;
  }
}

/** Finds a taproot address that begins and ends like one of witness version 0. */
function likeAcrossKinds(known: Bytes): Bytes {
  const wanted = formatAddress(known, networks.regtest) ?? '';
  for (let i = 0; ; i++) {
    const made = concatBytes(Uint8Array.of(0x51, 32), known.subarray(2), new Uint8Array(12));
    new DataView(made.buffer).setUint32(30, i);
    if (formatAddress(made, networks.regtest)?.endsWith(wanted.slice(-2))) return made;
  }
}

/** Finds a P2PKH or P2SH address that begins and ends like another. */
function likeBase58(known: Bytes, make: (hash: Bytes) => Bytes, hashAt: number): Bytes {
  const wanted = formatAddress(known, networks.regtest) ?? '';
  const hash = known.slice(hashAt, hashAt + 20);
  for (let i = 0; ; i++) {
    new DataView(hash.buffer).setUint32(14, i);
    const text = formatAddress(make(hash), networks.regtest) ?? '';
    if (text.endsWith(wanted.slice(-2))) return make(hash);
  }
}

/** Returns a script whose address begins and ends like another one: four letters at each end. */
function alike(script: Bytes, letters = 3): Bytes {
  const ends = formatAddress(script, networks.regtest)?.slice(-letters) ?? '';
  const made = script.slice();
  for (let i = 0; ; i++) {
    new DataView(made.buffer).setUint32(made.length - 4, i);
    const isOther = encodeHex(made) !== encodeHex(script);
    if (isOther && formatAddress(made, networks.regtest)?.endsWith(ends)) return made;
  }
}

function likeLegacy(script: Bytes): Bytes {
  const ends = formatAddress(script, networks.regtest)?.slice(-2) ?? '';
  const made = script.slice();
  for (let i = 0; ; i++) {
    new DataView(made.buffer).setUint32(17, i);
    if (formatAddress(made, networks.regtest)?.endsWith(ends)) return made;
  }
}

const bare = multisigScript(1, [[...place(wpkh, 0, 2).knowledge.publicKeys.values()][0] as Bytes]);
const knownFriend = { knownScripts: [encodeHex(friend)] };
const p2sh = p2shScript(new Uint8Array(20).fill(0x2d));
const real = (n: number) => Uint8Array.from({ length: n }, (_, i) => i + 1);
const about = 'address-look-alike';
const twice: readonly FindingId[] = [about, about];
const realAddress = p2wpkhScript(new Uint8Array(20).fill(0x3d));
const fresh = p2pkhScript(new Uint8Array(20).fill(0x44));
const ownAddress = place(wpkh, 0, 17).script;
const split = (a: Bytes, b: Bytes) =>
  spendTo(tr, pay(300_000n, a), pay(100_000n, b), back(499_000n, tr, 4));
const knownScript = place(thief, 0, 21).script;

export const cases: readonly Case[] = [
  ...rows(
    [
      [
        'an address that begins and ends like one that was paid',
        payingScript(lookAlike(payeeScript)),
        { knownScripts: [encodeHex(payeeScript)], source: POISON },
      ],
    ],
    [
      [
        'the address that was paid',
        payingScript(payeeScript),
        ['address-used'],
        { knownScripts: [encodeHex(payeeScript)], source: POISON },
      ],
      [
        'an address that only begins like it',
        payingScript(concatBytes(payeeScript.subarray(0, 18), Uint8Array.of(1, 2, 3, 5))),
        { knownScripts: [encodeHex(payeeScript)] },
      ],
      [
        'an address of another kind with the same letters',
        toScript(likeAcrossKinds(payeeBefore)),
        { ...ofTap, knownScripts: [encodeHex(payeeBefore)] },
      ],
      [
        'a script without an address',
        toScript(bare),
        ['output-bare'],
        { ...ofTap, knownScripts: [encodeHex(payeeBefore)] },
      ],
      [
        'our change, which resembles a payee of before',
        spendTo(wpkh, pay(400_000n, realAddress), back(499_000n, wpkh, 4)),
        { knownScripts: [encodeHex(alike(place(wpkh, 1, 4).script))] },
      ],
      [
        'many payees that only begin alike',
        {
          coins: [at(tr, 0, 9_000_000n)],
          outputs: [
            ...Array.from({ length: 20 }, (_, i) => {
              const hash = new Uint8Array(20).fill(0x3d);
              hash[19] = 7 * i;
              return pay(100_000n + BigInt(i), p2wpkhScript(hash));
            }),
            back(6_990_000n, tr, 4),
          ],
        },
        of(tr),
      ],
    ],
  ),
  ...pairs(
    [
      'a P2PKH address like one that was paid before',
      payOutput(likeBase58(friend, p2pkhScript, 3)),
      knownFriend,
    ],
    ['the P2PKH address that was paid before', payOutput(friend), ['address-used'], knownFriend],
    [
      'a P2SH address like one that was paid before',
      payOutput(likeBase58(p2sh, p2shScript, 2)),
      { knownScripts: [encodeHex(p2sh)] },
    ],
    ['another P2SH address', payOutput(p2shScript(real(20))), { knownScripts: [encodeHex(p2sh)] }],
  ),
  // Addresses that resemble another one of the transaction, or one of ours.
  ...pair(
    ['a payee and its look-alike, both new', split(realAddress, alike(realAddress)), twice, of(tr)],
    ['two payees', split(realAddress, fresh), of(tr)],
    ['a payee of version 0 and one of taproot', split(realAddress, other), of(tr)],
  ),
  ...pairs(
    [
      'a payee that was paid before, and its look-alike',
      split(alike(realAddress), realAddress),
      [about, 'address-used'],
      { ...of(tr), knownScripts: [encodeHex(realAddress)], says: ['which output 1 pays'] },
    ],
    [
      'a payee that was paid before',
      split(fresh, realAddress),
      ['address-used'],
      { ...of(tr), knownScripts: [encodeHex(realAddress)] },
    ],
    [
      'a look-alike of our change in place of a payee',
      spendTo(wpkh, pay(400_000n, alike(place(wpkh, 1, 4).script)), back(499_000n, wpkh, 4)),
    ],
    ['our change and a payee', spendTo(wpkh, pay(400_000n, realAddress), back(499_000n, wpkh, 4))],
    [
      'a look-alike of the address that the coin came to',
      spendTo(wpkh, pay(899_000n, alike(place(wpkh, 0, 0).script))),
      [about, 'nothing-comes-back'],
    ],
    [
      'back to the address that the coin came to',
      spendTo(wpkh, { value: 899_000n, ...place(wpkh, 0, 0) }),
    ],
    [
      'a look-alike of an address of ours that is not paid yet',
      spendTo(wpkh, pay(400_000n, alike(ownAddress)), back(499_000n, wpkh, 4)),
    ],
    [
      'an address of ours that is not paid yet',
      spendTo(wpkh, { value: 400_000n, ...place(wpkh, 0, 17) }, back(499_000n, wpkh, 4)),
    ],
    ['a legacy look-alike beside its payee', split(friend, likeLegacy(friend)), twice, of(tr)],
    ['two legacy payees', split(friend, fresh), of(tr)],
  ),
  // Replacements of a signed payment of 400,000 sat.
  ...pair(
    [
      'an address like that of a payee of the history',
      { coins: [ourSecondCoin], outputs: [pay(300_000n, alike(knownScript)), back(598_000n)] },
      { past: { [outPoint(ourCoin)]: pastPayments([400_000n, knownScript]) } },
    ],
    [
      'the payee of the history again, with another amount',
      { coins: [ourSecondCoin], outputs: [pay(300_000n, knownScript), back(598_000n)] },
      { past: { [outPoint(ourCoin)]: pastPayments([400_000n, knownScript]) } },
    ],
    [
      'an address like one that was only reviewed',
      { coins: [ourSecondCoin], outputs: [pay(300_000n, alike(knownScript)), back(598_000n)] },
      {
        past: {
          [outPoint(ourCoin)]: { amount: '900000', isSigned: false, payees: 'e'.repeat(64) },
        },
      },
    ],
  ),
];
