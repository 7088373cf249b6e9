import { sha256 } from '../../../src/crypto/hash.ts';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { createFlatSigningProvider } from '../../../src/descriptor/flat-signing-provider.ts';
import { concatBytes } from '../../../src/encoding/bytes.ts';
import { spendFields } from '../../../src/psbt/silent-fields.ts';
import type { FindingId } from '../../../src/review/catalog.ts';
import {
  multisigScript,
  p2pkhScript,
  p2wshScript,
  witnessScript,
} from '../../../src/script/builders.ts';
import {
  cosignersLeaf,
  friendly,
  keyAt,
  keyOf,
  ME,
  multi,
  of,
  ofOwnShared,
  onlySeed,
  ownShared,
  pkh,
  place,
  sharedPointWallet,
  single,
  THIEF,
  thief,
  wpkh,
} from '../../../test/support/review/accounts.ts';
import { at, type CoinSpec, coin, mine, unprovenCoin } from '../../../test/support/review/coins.ts';
import {
  back,
  type PsbtSpec,
  paid60k,
  pay,
  pay200k,
  payShared,
  spendAt3,
  withFacts,
  withLeaves,
} from '../../../test/support/review/payments.ts';
import { type Case, pairs, rows } from '../../../test/support/review/rows.ts';
import { spends } from '../../../test/support/review/scripts.ts';

/** The keys of our native account in nested scripts. */
const nestedTwin = `sh(${wpkh})`;

/** Makes a coin of a silent payment: our spend key and a tweak (BIP376). */
function silentCoin(text: string, told = 5): PsbtSpec {
  const { knowledge } = place(text, 0, 3);
  const [publicKey] = [...knowledge.publicKeys.values()];
  const [origin] = [...knowledge.origins.values()];
  const tweak = new Uint8Array(32).fill(5);
  const tweaked = publicKey && secp256k1.tweakPublicKey(publicKey, tweak);
  if (publicKey === undefined || origin === undefined || tweaked === undefined) {
    throw new Error('no key');
  }
  const script = witnessScript(1, tweaked.subarray(1));
  return {
    coins: [
      coin({ script, knowledge: place(thief, 0, 3).knowledge }, 61, {
        change: (input) => {
          input.tapKeyPaths = [];
          input.unknown = [
            ...input.unknown,
            ...spendFields(new Uint8Array(32).fill(told), { publicKey, origin }),
          ];
        },
      }),
    ],
    outputs: [paid60k, back(39_800n, `tr(${keyAt(ME, '86h/1h/0h')})`, 2)],
    psbtVersion: 2,
  };
}

/** Makes a usual coin with fields that only coins of silent payments have. */
function silentFieldsBesideUsualCoin(): PsbtSpec {
  const spec = silentCoin(single('352h/1h/0h'));
  const { change } = spec.coins[0] ?? {};
  return {
    ...spec,
    coins: [{ ...coin(place(single('84h/1h/0h'), 0, 3), 62), ...(change && { change }) }],
  };
}

const key = place(wpkh, 0, 0);
const hash = key.script.subarray(2);
const sharedAt = place(multi, 0, 0);
const keys = [...sharedAt.knowledge.publicKeys.values()].filter(({ length }) => length === 33);
const open = multisigScript(1, keys);
const foreignTree = `tr(${keyAt(THIEF, '86h/1h/0h')},pk(${keyAt(ME, '86h/1h/0h')}))`;
const found: readonly FindingId[] = ['input-foreign-script', 'nothing-comes-back'];
const withLeaf: CoinSpec['change'] = (input) => {
  const xOnly = keys[0]?.subarray(1) ?? new Uint8Array(32);
  const script = concatBytes(Uint8Array.of(32), xOnly, Uint8Array.of(0xac));
  const controlBlocks = [concatBytes(Uint8Array.of(0xc0), xOnly)];
  input.tapLeaves = [{ script, leafVersion: 0xc0, controlBlocks }];
};
const withInternal: CoinSpec['change'] = (input) => {
  input.tapInternalKey = keys[0]?.subarray(1);
  input.tapLeaves = [];
  input.tapKeyPaths = [];
};
const proven = { previous: true };
const shared = `wsh(multi(1,${keyAt(ME, '84h/1h/0h')},${keyAt(THIEF, '84h/1h/0h')}))`;
const trap = `wsh(andor(pk(${keyAt(ME, '84h/1h/0h')}),older(1000),pk(${keyAt(THIEF, '84h/1h/0h')})))`;
const bareKey = (text: string): CoinSpec => ({
  ...mine(9, { value: 300_000n }),
  script: concatBytes(Uint8Array.of(33), keyOf(text, 0, 9), Uint8Array.of(0xac)),
});
export const cases: readonly Case[] = [
  ...rows(
    [
      // Coins and outputs that keys claim.
      [
        'a legacy coin of our key, where our descriptor is native',
        spends(p2pkhScript(hash), key),
        found,
      ],
      [
        'a coin of our key that names no key',
        spends(p2pkhScript(hash), { ...key, knowledge: createFlatSigningProvider() }),
        found,
      ],
      [
        'a coin of one of the same three keys, where our quorum is two',
        spends(p2wshScript(sha256(open)), sharedAt, (input) => {
          input.witnessScript = open;
        }),
        found,
        { descriptors: [multi] },
      ],
      [
        "a stranger's taproot tree with a leaf of our key",
        spends(place(foreignTree, 0, 0).script, place(foreignTree, 0, 0), withLeaf),
        ['input-foreign-script', 'script-mismatch', 'nothing-comes-back'],
        { descriptors: [multi] },
      ],
      [
        'a taproot coin of a stranger that names our key as its internal key',
        spends(place(foreignTree, 0, 0).script, place(foreignTree, 0, 0), withInternal),
        ['input-foreign-script', 'script-mismatch', 'nothing-comes-back'],
        { descriptors: [multi] },
      ],
      [
        'such a coin beside one of ours',
        {
          coins: [mine(0), coin({ ...key, script: p2pkhScript(hash) }, 41)],
          outputs: [pay(160_000n), back(39_700n)],
        },
      ],
      // Our keys that a taproot script shows only in other fields.
      [
        'a silent payment to a key of a wallet that has no silent payments',
        silentCoin(single('352h/1h/0h')),
        {
          descriptors: [`wpkh(${keyAt(ME, '352h/1h/0h', true)})`, `tr(${keyAt(ME, '86h/1h/0h')})`],
        },
      ],
    ],
    [
      [
        'a legacy coin of our key, whose descriptor is given too',
        {
          coins: [coin(place(pkh, 0, 0), 42)],
          outputs: [pay(60_000n), back(39_800n)],
        },
        { descriptors: [wpkh, pkh] },
      ],
      [
        'our own taproot tree',
        {
          coins: [coin(place(cosignersLeaf, 0, 0), 43)],
          outputs: [pay(60_000n), back(39_800n, cosignersLeaf)],
        },
        { descriptors: [cosignersLeaf] },
      ],
      [
        // Only its owner can spend the hash of a single key, and the search derives this script from
        // our key. It is an unusual coin of ours. A script that others share is another matter.
        'a nested coin of a key whose account is native, which names no key',
        spendAt3(nestedTwin, [pay(99_800n)], {
          change: (input) => {
            input.keyPaths = [];
          },
        }),
        ['nothing-comes-back'],
        { ...onlySeed, descriptors: [wpkh], unregistered: true },
      ],
      ['a silent payment to a key of our seed', silentCoin(single('352h/1h/0h')), onlySeed],
      [
        'a usual coin with the fields of a silent payment',
        silentFieldsBesideUsualCoin(),
        ['silent-malformed'],
        onlySeed,
      ],
      [
        'a silent payment with a wrong tweak',
        silentCoin(single('352h/1h/0h'), 6),
        ['silent-malformed', 'no-input-ours'],
        onlySeed,
      ],
    ],
  ),
  ...pairs(
    ['a coin that a thief can spend too', pay200k(unprovenCoin(shared, 0, proven)), of(wpkh)],
    [
      'a coin of the same script that is open',
      pay200k(unprovenCoin(shared, 0, proven)),
      ['change-other-script'],
      of(shared, wpkh),
    ],
    [
      'a coin with a lock for us and none for a thief',
      withFacts(pay200k(unprovenCoin(trap, 0, proven)), { sequence: 1000 }),
      ['input-foreign-script', 'recovery-path'],
      of(wpkh),
    ],
    [
      'the same script where it is ours',
      withFacts(pay200k(unprovenCoin(trap, 0, proven)), { sequence: 1000 }),
      ['change-other-script', 'recovery-path'],
      of(trap, wpkh),
    ],
    ['our key in a bare script', pay200k(bareKey(wpkh)), of(wpkh)],
    ['our key in P2WPKH', pay200k(mine(9, { value: 300_000n })), of(wpkh)],
    // Wallets that share BIP341's point, for which no wallet has the key.
    [
      'a coin of our key below another key',
      {
        ...payShared(back(1_398_000n, ownShared, 5)),
        coins: withLeaves({
          coins: [at(ownShared, 2, 900_000n), at(sharedPointWallet(ME, 2), 3, 600_000n)],
          outputs: [],
        }).coins,
      },
      ofOwnShared,
    ],
    [
      'a coin of another wallet below the same point',
      {
        ...payShared(back(1_398_000n, ownShared, 5)),
        coins: withLeaves({
          coins: [at(ownShared, 2, 900_000n), at(sharedPointWallet(friendly, 1), 3, 600_000n)],
          outputs: [],
        }).coins,
      },
      ['inputs-of-others'],
      ofOwnShared,
    ],
  ),
];
