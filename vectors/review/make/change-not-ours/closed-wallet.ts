import { sha256 } from '../../../../src/crypto/hash.ts';
import { compareBytes } from '../../../../src/encoding/bytes.ts';
import { encodeHex } from '../../../../src/encoding/hex.ts';
import type { FindingId } from '../../../../src/review/catalog.ts';
import { multisigScript, p2wshScript } from '../../../../src/script/builders.ts';
import {
  COSIGNER,
  keyAt,
  keysOfSigners,
  ME,
  MULTI_PATH,
  multi,
  multiOfThief,
  multiSigners,
  onlySeed,
  type Person,
  place,
  registered,
  single,
  THIEF,
  thief,
  wpkh,
} from '../../../../test/support/review/accounts.ts';
import { at, type CoinSpec, friend } from '../../../../test/support/review/coins.ts';
import {
  back,
  type OutputSpec,
  type PsbtSpec,
  paid60k,
  passedOff,
  pay,
  spendAt3,
  usualOf,
} from '../../../../test/support/review/payments.ts';
import type { Row } from '../../../../test/support/review/rows.ts';
import { unregisteredUnproven } from '../../../../test/support/review/rows.ts';
import { payWithXpubs, thiefAsCosigner } from '../../../../test/support/review/xpubs.ts';

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
/** Returns the script of a multisig of three strangers, with its fields. */
function strangers(): Pick<OutputSpec, 'script' | 'change'> {
  const account = '48h/1h/0h/2h';
  const keys = [5, 6, 7].map((index) => {
    const [key] = place(`wpkh(${keyAt(THIEF, account)})`, 0, index).knowledge.publicKeys.values();
    if (key === undefined) throw new Error('no key');
    return key;
  });
  const witnessScript = multisigScript(2, keys);
  return {
    script: p2wshScript(sha256(witnessScript)),
    change: (output) => {
      const [name] = output.keyPaths.filter(
        ({ origin }) => encodeHex(origin.fingerprint) === ME.fingerprint,
      );
      if (name === undefined) throw new Error('no key');
      Object.assign(output, { witnessScript, keyPaths: [name] });
    },
  };
}
const notOursButProven: readonly FindingId[] = ['change-not-ours', 'wallet-proven'];
const wallets: readonly (readonly [name: string, text: string])[] = [
  ['a thief in place of a cosigner', `wsh(sortedmulti(2,${keysOfSigners(ME, COSIGNER, THIEF)}))`],
  ['a thief beside the cosigners', `wsh(sortedmulti(2,${keysOfSigners(...multiSigners, THIEF)}))`],
  ['a threshold of 1', multi.replace('multi(2', 'multi(1')],
  ['the same keys in P2SH', `sh(${multi})`],
  [
    'another account of a cosigner',
    multi.replace(keyAt(COSIGNER, MULTI_PATH), keyAt(COSIGNER, '48h/1h/1h/2h')),
  ],
];
/** Keys at different positions, which no wallet looks for. */
const mixedKeys = (): OutputSpec => {
  const at = (who: Person, index: number) => {
    const { publicKeys, origins } = place(`wpkh(${keyAt(who, MULTI_PATH)})`, 1, index).knowledge;
    const [publicKey] = publicKeys.values();
    const [origin] = origins.values();
    if (publicKey === undefined || origin === undefined) throw new Error('no key');
    return { publicKey, origin };
  };
  const keyPaths = multiSigners.map((who, i) => at(who, i === 1 ? 700_000 : 2));
  const witnessScript = multisigScript(
    2,
    keyPaths.map(({ publicKey }) => publicKey).sort(compareBytes),
  );
  return {
    value: 499_000n,
    script: p2wshScript(sha256(witnessScript)),
    change: (output) => Object.assign(output, { keyPaths, witnessScript }),
  };
};
const keyNotYours = 'The key that it names is not yours';
const spend = (change: OutputSpec): PsbtSpec => ({
  coins: [at(wpkh, 3, 900_000n)],
  outputs: [pay(400_000n, friend), change],
});
/** Makes a key of a thief with the path of our change. */
const ofThief: OutputSpec = {
  ...back(499_000n, thief, 2),
  change: (output) => {
    const [name] = output.keyPaths;
    const [origin] = place(wpkh, 1, 2).knowledge.origins.values();
    if (name === undefined || origin === undefined) throw new Error('no key');
    output.keyPaths = [{ ...name, origin }];
  },
};
const onlyOurs: CoinSpec['change'] = (input) => {
  input.keyPaths = input.keyPaths.filter(
    ({ origin }) => encodeHex(origin.fingerprint) === ME.fingerprint,
  );
};
/** Makes the label of our key over a multisig that does not contain it. */
const withoutUs: OutputSpec = {
  ...back(499_000n, multi, 2),
  ...strangers(),
};

/** Change of a wallet that is not open, with only the seed. */
export const attacks: readonly Row[] = [
  [
    "our key's path over the address of a thief, with the seed",
    spendAt3(single('84h/1h/3h'), [paid60k, naming(39_800n, single('84h/1h/3h'), thief)]),
    onlySeed,
  ],
  [
    'beside a shared coin, too',
    spendAt3(multi, [paid60k, naming(39_800n, wpkh, thief)]),
    ['change-not-ours', 'wallet-unregistered'],
    onlySeed,
  ],
  [
    'a script without our key, which names it',
    spendAt3(multi, [paid60k, foreignScript()]),
    ['change-not-ours', 'wallet-unregistered'],
    onlySeed,
  ],
  [
    'change that another cosigner steals, with the wallet',
    usualOf(multi, multiOfThief),
    registered,
  ],
  // Change of a multisig wallet that is not open, beside a payment of 400,000 sat.
  ...wallets.map(
    ([name, text]): Row => [
      `change with ${name}, which the extended keys disprove`,
      payWithXpubs(multi, back(499_000n, text, 2)),
      notOursButProven,
      onlySeed,
    ],
  ),
  [
    'change whose keys have different positions',
    payWithXpubs(multi, mixedKeys()),
    notOursButProven,
    onlySeed,
  ],
  [
    'the key of a thief under the path of a cosigner, which the extended keys disprove',
    payWithXpubs(multi, thiefAsCosigner),
    notOursButProven,
    onlySeed,
  ],
  ...wallets
    .slice(0, 4)
    .map(
      ([name, text]): Row => [
        `change with ${name}, without extended keys`,
        payWithXpubs(multi, back(499_000n, text, 2), []),
        ['change-not-ours', 'wallet-unregistered'],
        { ...onlySeed, says: ['not those of the coins'] },
      ],
    ),
  // Sentences on why change is not the user's.
  ['the key of a thief under the path of our change', spend(ofThief), { says: [keyNotYours] }],
  [
    'our key, named over the script of a thief',
    spend(passedOff(499_000n, place(wpkh, 1, 2), place(thief, 1, 2).script)),
    { lacks: [keyNotYours] },
  ],
  [
    'our key, named over a shown multisig of strangers, in a wallet that is not open',
    {
      coins: [at(multi, 3, 900_000n, { change: onlyOurs })],
      outputs: [pay(400_000n, friend), withoutUs],
    },
    ['change-not-ours', 'wallet-unregistered'],
    onlySeed,
  ],
];

export const honest: readonly Row[] = [
  [
    'change that names only our key, without extended keys',
    payWithXpubs(
      multi,
      {
        ...back(499_000n, multi, 2),
        change: (output) => {
          output.keyPaths = output.keyPaths.filter(
            ({ origin }) => encodeHex(origin.fingerprint) === ME.fingerprint,
          );
        },
      },
      [],
    ),
    unregisteredUnproven,
    onlySeed,
  ],
  [
    'change whose script the PSBT leaves out, without extended keys',
    payWithXpubs(
      multi,
      {
        ...back(499_000n, multi, 2),
        change: (output) => {
          output.witnessScript = new Uint8Array(0);
        },
      },
      [],
    ),
    unregisteredUnproven,
    onlySeed,
  ],
  [
    'change in a payment whose coin names only our key',
    {
      ...payWithXpubs(multi, back(499_000n, multi, 2), []),
      coins: [
        at(multi, 3, 900_000n, {
          change: (input) => {
            input.keyPaths = input.keyPaths.filter(
              ({ origin }) => encodeHex(origin.fingerprint) === ME.fingerprint,
            );
          },
        }),
      ],
    },
    unregisteredUnproven,
    onlySeed,
  ],
  [
    'our key, named over a shown multisig with it, in a wallet that is not open',
    {
      coins: [at(multi, 3, 900_000n, { change: onlyOurs })],
      outputs: [pay(400_000n, friend), back(499_000n, multi, 2)],
    },
    ['wallet-unregistered', 'change-unproven'],
    onlySeed,
  ],
];
