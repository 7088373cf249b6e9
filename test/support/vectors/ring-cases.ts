import { sha256 } from '../../../src/crypto/hash.ts';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { aggregateKeys, aggregateOf } from '../../../src/crypto/musig.ts';
import { compareBytes } from '../../../src/encoding/bytes.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { spendFields } from '../../../src/psbt/silent-fields.ts';
import { multisigScript, p2wshScript, witnessScript } from '../../../src/script/builders.ts';
import {
  back,
  COSIGNER,
  coin,
  ME,
  multi,
  passedOff,
  pay,
  pkh,
  type ReviewVector,
  type Row,
  rows,
  THIEF,
  thief,
  wpkh,
} from './review-cases.ts';
import { type CoinSpec, keyAt, type OutputSpec, type PsbtSpec, place } from './review-world.ts';

/** Only the seed is open. */
const seed = { descriptors: [], masters: [ME.root.privateExtendedKey] };
const accountKey = {
  descriptors: [],
  masters: [ME.root.derive("m/48'/1'/0'/2'").privateExtendedKey],
};
const registered = { ...seed, descriptors: [multi] };

const at = (path: string) => `wpkh(${keyAt(ME, path)})`;
/** The keys of our native account in nested scripts. */
const nestedTwin = `sh(${wpkh})`;
const recovery = `wsh(or_d(pk(${keyAt(ME, '87h/1h/0h')}),and_v(v:pkh(${keyAt(COSIGNER, '87h/1h/0h')}),older(1008))))`;
const leaves = `tr(${keyAt(COSIGNER, '86h/1h/0h')},pk(${keyAt(ME, '86h/1h/0h')}))`;
const internal = `tr(${keyAt(ME, '86h/1h/0h')},pk(${keyAt(COSIGNER, '86h/1h/0h')}))`;
const swapped = multi.replace(keyAt(COSIGNER, '48h/1h/0h/2h'), keyAt(THIEF, '48h/1h/0h/2h'));

const from = (
  text: string,
  outputs: readonly OutputSpec[],
  more: Partial<CoinSpec> = {},
): PsbtSpec => ({
  coins: [coin(place(text, 0, 3), 61, more)],
  outputs,
});
const paid = pay(60_000n);
const usual = (text: string, change = text, index = 2): PsbtSpec =>
  from(text, [paid, back(39_800n, change, index)]);

/** Makes an output that names the key of another one. */
function naming(value: bigint, truth: string, lie: string): OutputSpec {
  return passedOff(value, place(truth, 1, 2), place(lie, 1, 2).script);
}

/** Makes a thief's script that truly states which of our keys has that path. */
function foreignScript(): OutputSpec {
  const { knowledge } = place(multi, 1, 2);
  const keys = [...place(thief, 0, 1).knowledge.publicKeys.values()];
  const script = multisigScript(1, keys);
  return {
    value: 39_800n,
    script: p2wshScript(sha256(script)),
    knowledge: { ...knowledge, scripts: new Map() },
    change: (output) => {
      output.witnessScript = script;
    },
  };
}

const treeOf = (text: string, branch: 0 | 1, index: number) => {
  const { script, knowledge } = place(text, branch, index);
  return knowledge.taproot.get(encodeHex(script.subarray(2)));
};

/** Makes a taproot coin and its change, each with its tree. */
const withTrees = (text: string): PsbtSpec => ({
  coins: [
    coin(place(text, 0, 3), 61, {
      change: (input) => {
        input.tapLeaves = treeOf(text, 0, 3)?.spendData.leaves ?? [];
      },
    }),
  ],
  outputs: [
    paid,
    {
      ...back(39_800n, text, 2),
      change: (output) => {
        output.tapTree = treeOf(text, 1, 2)?.tree ?? [];
      },
    },
  ],
});

const withLeaves: NonNullable<CoinSpec['change']> = (input) => {
  const { script, knowledge } = place(leaves, 0, 3);
  input.tapLeaves = knowledge.taproot.get(encodeHex(script.subarray(2)))?.spendData.leaves ?? [];
};

function unregistered(): ReviewVector[] {
  const warned = ['wallet-unregistered', 'change-unproven'] as const;
  const strangersOnly: Row[] = [
    [
      'the same, signed for without change',
      from(multi, [pay(99_800n)]),
      ['nothing-comes-back', 'wallet-unregistered'],
      seed,
    ],
  ];
  return rows(
    'wallet-unregistered',
    [
      ['a coin of 2 of 3 keys, and the seed of one is open', usual(multi), warned, seed],
      ['the same, and the extended key of its account is open', usual(multi), warned, accountKey],
      ['a coin of a miniscript with a key for recovery', usual(recovery), warned, seed],
      [
        'a leaf of a taproot coin',
        from(leaves, [paid, back(39_800n, leaves, 2)], { change: withLeaves }),
        warned,
        seed,
      ],
      [
        'a leaf of a taproot coin, whose change comes with its tree',
        withTrees(leaves),
        warned,
        seed,
      ],
      [
        'the internal key of a taproot coin, with the tree of its change',
        withTrees(internal),
        warned,
        seed,
      ],
      [
        'change of which another cosigner is the thief',
        usual(multi, swapped),
        ['change-not-ours', 'wallet-unregistered'],
        seed,
      ],
      [
        'a coin of 2 of 3 keys without previous transaction',
        from(multi, [paid, back(39_800n, multi, 2)], { previous: false }),
        warned,
        seed,
      ],
      [
        'a signature of a shared coin that covers no output',
        from(multi, [paid, back(39_800n, multi, 2)], {
          change: (input) => {
            input.sighashType = 2;
          },
        }),
        ['sighash-none', ...warned],
        { ...seed, fee: 'open' },
      ],
      ...strangersOnly,
    ],
    [
      ['2 of 3 keys, with the seed and the wallet', usual(multi), [], registered],
      ['an account of one key, number 3', usual(at('84h/1h/3h')), [], seed],
      ['a path of its own', usual(at('7h')), [], seed],
    ],
  );
}

function changes(): ReviewVector[] {
  const stop = ['change-not-ours'] as const;
  return [
    ...rows('change-not-ours', [
      [
        "our key's path over the address of a thief, with the seed",
        from(at('84h/1h/3h'), [paid, naming(39_800n, at('84h/1h/3h'), thief)]),
        stop,
        seed,
      ],
      [
        'beside a shared coin, too',
        from(multi, [paid, naming(39_800n, wpkh, thief)]),
        [...stop, 'wallet-unregistered'],
        seed,
      ],
      [
        'a script without our key, which names it',
        from(multi, [paid, foreignScript()]),
        [...stop, 'wallet-unregistered'],
        seed,
      ],
      [
        'change of which another cosigner is the thief, with the wallet',
        usual(multi, swapped),
        stop,
        registered,
      ],
    ]),
    ...rows(
      'input-foreign-script',
      [],
      [
        [
          // Only its owner can spend the hash of a single key, and the search derives this script from
          // our key. It is an unusual coin of ours. A script that others share is another matter.
          'a nested coin of a key whose account is native, which names no key',
          from(nestedTwin, [pay(99_800n)], {
            change: (input) => {
              input.keyPaths = [];
            },
          }),
          ['nothing-comes-back'],
          { ...seed, descriptors: [wpkh], unregistered: true },
        ],
      ],
    ),
    ...rows(
      'change-far',
      [
        [
          'change at position 700,000 of account 3',
          usual(at('84h/1h/3h'), undefined, 700_000),
          ['change-far'],
          seed,
        ],
        [
          'change to account 77, where the coin is of account 0',
          usual(wpkh, at('84h/1h/77h')),
          ['change-far'],
          seed,
        ],
        [
          'change of another script below the path of the coin',
          usual(at('84h/1h/3h'), `pkh(${keyAt(ME, '84h/1h/3h')})`),
          ['change-far'],
          seed,
        ],
      ],
      [
        ['change at position 200', usual(at('84h/1h/3h'), undefined, 200), [], seed],
        ['change to account 1 of the same seed', usual(wpkh, at('84h/1h/1h')), [], seed],
        ['change of the legacy account', usual(wpkh, pkh), [], seed],
      ],
    ),
    ...rows('input-not-ours', [
      [
        "a thief's coin under a path of our seed",
        from(thief, [pay(99_800n)], {
          knowledge: place(wpkh, 0, 3).knowledge,
          change: (input) => {
            const [key] = place(thief, 0, 3).knowledge.publicKeys.values();
            input.keyPaths = input.keyPaths.map((each) => ({
              ...each,
              publicKey: key ?? each.publicKey,
            }));
          },
        }),
        ['input-not-ours'],
        { ...seed, fee: 'proven' },
      ],
    ]),
  ];
}

/** A MuSig2 key of two cosigners, with a leaf of the other one. */
const together = `tr(musig(${keyAt(ME, '86h/1h/9h')},${keyAt(COSIGNER, '86h/1h/9h')}),pk(${keyAt(COSIGNER, '86h/1h/8h')}))`;

/** Lists the two keys of the internal key like an updater (BIP373). */
function participants(branch: 0 | 1, index: number) {
  const keys = [ME, COSIGNER].flatMap((who) => [
    ...place(`pkh(${keyAt(who, '86h/1h/9h')})`, branch, index).knowledge.publicKeys.values(),
  ]);
  const sorted = keys.sort(compareBytes);
  const aggregation = aggregateKeys(sorted, secp256k1);
  if (aggregation === undefined) throw new Error('no keys');
  return [{ aggregate: aggregateOf(aggregation), participants: sorted }];
}

const spendTogether = (named: boolean): PsbtSpec => ({
  coins: [
    coin(place(together, 0, 3), 61, {
      change: (input) => {
        input.tapLeaves = treeOf(together, 0, 3)?.spendData.leaves ?? [];
        input.musigParticipants = named ? participants(0, 3) : [];
      },
    }),
  ],
  outputs: [
    paid,
    {
      ...back(39_800n, together, 2),
      change: (output) => {
        output.tapTree = treeOf(together, 1, 2)?.tree ?? [];
        output.musigParticipants = named ? participants(1, 2) : [];
      },
    },
  ],
});

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
    outputs: [paid, back(39_800n, `tr(${keyAt(ME, '86h/1h/0h')})`, 2)],
    psbtVersion: 2,
  };
}

/** Makes a usual coin with fields that only coins of silent payments have. */
function silentFieldsBesideUsualCoin(): PsbtSpec {
  const spec = silentCoin(at('352h/1h/0h'));
  const { change } = spec.coins[0] ?? {};
  return {
    ...spec,
    coins: [{ ...coin(place(at('84h/1h/0h'), 0, 3), 62), ...(change && { change }) }],
  };
}

/** Our keys that a taproot script shows only in other fields. */
function hiddenKeys(): ReviewVector[] {
  return [
    ...rows(
      'wallet-unregistered',
      [
        [
          'a MuSig2 coin and its change, and the seed of one participant is open',
          spendTogether(true),
          ['wallet-unregistered', 'change-unproven'],
          seed,
        ],
      ],
      [
        [
          'the same, whose participants the PSBT does not list',
          spendTogether(false),
          ['change-not-ours', 'input-not-ours'],
          seed,
        ],
      ],
    ),
    ...rows(
      'input-foreign-script',
      [
        [
          'a silent payment to a key of a wallet that has no silent payments',
          silentCoin(at('352h/1h/0h')),
          ['input-foreign-script'],
          {
            descriptors: [
              `wpkh(${keyAt(ME, '352h/1h/0h', true)})`,
              `tr(${keyAt(ME, '86h/1h/0h')})`,
            ],
          },
        ],
      ],
      [
        ['a silent payment to a key of our seed', silentCoin(at('352h/1h/0h')), [], seed],
        [
          'a usual coin with the fields of a silent payment',
          silentFieldsBesideUsualCoin(),
          ['silent-malformed'],
          seed,
        ],
        [
          'a silent payment with a wrong tweak',
          silentCoin(at('352h/1h/0h'), 6),
          ['silent-malformed', 'no-input-ours'],
          seed,
        ],
      ],
    ),
  ];
}

/** Cases of a seed or an extended key, with and without its wallet. */
export const ringCases: { readonly [name: string]: () => ReviewVector[] } = {
  rings: () => [...unregistered(), ...changes(), ...hiddenKeys()],
};
