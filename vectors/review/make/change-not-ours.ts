import { hash160, sha256 } from '../../../src/crypto/hash.ts';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { PrivateKey } from '../../../src/crypto/private-key.ts';
import { encodeWif } from '../../../src/crypto/wif.ts';
import { createFlatSigningProvider } from '../../../src/descriptor/flat-signing-provider.ts';
import { type Bytes, compareBytes, concatBytes } from '../../../src/encoding/bytes.ts';
import { decodeHex, encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import type { FindingId } from '../../../src/review/catalog.ts';
import {
  multisigScript,
  p2pkhScript,
  p2shScript,
  p2trScript,
  p2wpkhScript,
  p2wshScript,
  witnessScript,
} from '../../../src/script/builders.ts';
import {
  COSIGNER,
  changeKeyOf,
  keyAt,
  keyOf,
  ME,
  MULTI_PATH,
  multi,
  multiOfThief,
  multiSigners,
  musigOf,
  NUMS,
  nested,
  of,
  onlySeed,
  type Person,
  person,
  pkh,
  place,
  registered,
  secretsOf,
  single,
  THIEF,
  thief,
  thiefChange,
  tr,
  unspendableAt,
  WALLET_KINDS,
  wpkh,
} from '../../../test/support/review/accounts.ts';
import {
  at,
  type CoinSpec,
  coin,
  friend,
  mine,
  other,
  stranger,
} from '../../../test/support/review/coins.ts';
import {
  back,
  fromHardened,
  hardenedAccount,
  hardenedChange,
  type OutputSpec,
  ofOld,
  ofShared,
  ofTap,
  old,
  type PsbtSpec,
  paid60k,
  passedOff,
  pay,
  payAs,
  payFriend,
  payFriendWithChange,
  shared,
  spendAt3,
  swap,
  tap,
  usual,
  usualOf,
  withLeaves,
  withPath,
} from '../../../test/support/review/payments.ts';
import {
  type Case,
  CHANGE,
  pair,
  pairs,
  type Row,
  rows,
} from '../../../test/support/review/rows.ts';
import { payWithXpubs, thiefAsCosigner } from '../../../test/support/review/xpubs.ts';

const MULTISIG = 'bitbox.swiss/blog/the-pitfalls-of-multisig-when-using-hardware-wallets';

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

const decaying = (days: number, second = COSIGNER) =>
  `wsh(or_d(pk(${keyAt(ME, '48h/1h/0h/2h')}),and_v(v:pkh(${keyAt(second, '48h/1h/0h/2h')}),older(${days}))))`;
const inLeaf = (second = COSIGNER) =>
  `tr(${NUMS},sortedmulti_a(2,${keyAt(ME, '86h/1h/0h')},${keyAt(second, '86h/1h/0h')}))`;
const pairOf = (second = COSIGNER) =>
  `sh(wsh(sortedmulti(2,${keyAt(ME, '48h/1h/0h/1h')},${keyAt(second, '48h/1h/0h/1h')})))`;
const change: readonly FindingId[] = ['change-not-ours'];

/** Makes an output that looks like change of one descriptor and belongs to another. */
const spoofed = (text: string, wrong: string) =>
  payFriend(text, passedOff(499_000n, place(text, 1, 4), place(wrong, 1, 4).script));
const misfit: readonly FindingId[] = ['output-mismatch'];
const stolen: readonly FindingId[] = ['change-not-ours'];

/** Makes the change of a descriptor, with its owner's data, over another script. */
const over = (text: string, script: Bytes) =>
  payFriend(text, passedOff(499_000n, place(text, 1, 4), script));
const flipped = (key: Bytes) => Uint8Array.of(key[0] === 2 ? 3 : 2, ...key.subarray(1));

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

const truth = place(wpkh, 1, 0);
const sharedPayment: PsbtSpec = {
  coins: [coin(place(multi, 0, 0), 30)],
  outputs: [pay(60_000n), back(39_600n, multi)],
};
const sharedTruth = place(multi, 1, 0);
const ours = [...sharedTruth.knowledge.publicKeys.values()]
  .filter((key) => key.length === 33)
  .sort((a, b) => (encodeHex(a) < encodeHex(b) ? -1 : 1));
const thiefKey = [...place(thief, 1, 0).knowledge.publicKeys.values()][0] as Bytes;
const wsh = (script: Bytes) => p2wshScript(sha256(script));
const fake = (script: Bytes): PsbtSpec => ({
  ...sharedPayment,
  outputs: [pay(60_000n), passedOff(39_600n, sharedTruth, script)],
});
const wrong: readonly FindingId[] = ['change-not-ours'];
const multisig = { descriptors: [multi], source: MULTISIG };
const ownLeaf = `tr(${keyAt(ME, '86h/1h/0h')},pk(${keyAt(COSIGNER, '86h/1h/0h')}))`;
const thiefLeaf = `tr(${keyAt(ME, '86h/1h/0h')},pk(${keyAt(THIEF, '86h/1h/0h')}))`;
const bare = wpkh.replace(/\[[^\]]*\]/, '');
const cosignersKey = `wpkh(${keyAt(COSIGNER, '84h/1h/0h')})`;
const forged = (text: string, owner: typeof ME): OutputSpec => ({
  ...back(39_800n, text),
  change: (output) => {
    output.keyPaths = output.keyPaths.map((each) => ({
      ...each,
      origin: { ...each.origin, fingerprint: decodeHex(owner.fingerprint) as Bytes },
    }));
  },
});
const keys = [...place(multi, 1, 6).knowledge.publicKeys.values()].filter((k) => k.length === 33);
const inner = [...place(tr, 1, 3).knowledge.publicKeys.values()][0] as Bytes;
const own = [...place(wpkh, 1, 5).knowledge.publicKeys.values()][0] as Bytes;
const plain = { coins: [mine(7, { value: 910_000n })] } as const;
const tree = `tr(${keyAt(ME, '86h/1h/0h')},{pk(${keyAt(COSIGNER, '86h/1h/0h')}),and_v(v:pk(${keyAt(COSIGNER, '86h/1h/1h')}),older(144))})`;
const shorter = tree.replace('older(144)', 'older(1)');
const stolenLeaf = tree.replace(keyAt(COSIGNER, '86h/1h/1h'), keyAt(THIEF, '86h/1h/1h'));
const inTree: PsbtSpec = {
  coins: [at(tree, 0, 640_000n)],
  outputs: [back(338_900n, tree, 1), pay(300_000n, friend)],
};
const stop = ['change-not-ours'] as const;
const ownChange = place(wpkh, 1, 4);
const swapped = (text: string, name: string, wrong: string, ...more: readonly FindingId[]) =>
  pair(
    [name, spoofed(text, wrong), [...change, ...more], of(text)],
    [`no ${name.replace(/^an? /, '')}`, payFriendWithChange(text), of(text)],
  );
const atBranch = (branch: number) => wpkh.replace('<0;1>', `<0;${branch}>`);
const account = (number: number) => `wpkh(${keyAt(ME, `84h/1h/${number}h`)})`;
const named = (output: OutputSpec, origin: object): OutputSpec => ({
  ...output,
  change: (each) =>
    Object.assign(each, {
      keyPaths: each.keyPaths.map((path) => ({ ...path, origin: { ...path.origin, ...origin } })),
    }),
});
const asTaproot: OutputSpec = {
  value: 499_000n,
  script: thiefChange,
  change: (output) => {
    const origin = { fingerprint: new Uint8Array(4), path: [0] };
    output.tapKeyPaths = [{ xOnly: keyOf(wpkh).subarray(1), leafHashes: new Set(), origin }];
  },
};
const mixed = (...outputs: readonly OutputSpec[]): PsbtSpec => ({
  coins: [
    at(pkh, 0, 300_000n),
    at(nested, 1, 300_000n),
    at(wpkh, 2, 300_000n),
    at(tr, 3, 300_000n),
  ],
  outputs,
});
const all = of(pkh, nested, wpkh, tr);
const unnamed = (input: object) => Object.assign(input, { keyPaths: [], tapKeyPaths: [] });
const second = `wpkh(${keyAt(ME, '84h/1h/1h')})`;
const ownPlace = changeKeyOf(wpkh);
const multiKeys = [...place(multi, 1, 4).knowledge.publicKeys.values()].filter(
  ({ length }) => length === 33,
);
const wrongScript = (
  name: string,
  text: string,
  script: Bytes,
  ...more: readonly FindingId[]
): Row => [name, over(text, script), [...stolen, ...more], of(text)];
const secret = ME.root.derive("m/84'/1'/0'/1/4").privateKey ?? new Uint8Array(32);
const long = PrivateKey.from(secret, false)?.publicKey(secp256k1) ?? ownPlace;
const hardened = [...place(wpkh, 1, 4).knowledge.origins.values()][0]?.path ?? [];
const beyond = [...hardened.slice(0, -1), 0x80000004];
const hashed = `wsh(and_v(v:pk(${keyAt(ME, '84h/1h/0h')}),sha256(${'11'.repeat(32)})))`;
const text = `wpkh([${ME.fingerprint}/84h/1h/9h]${hardenedAccount.privateExtendedKey}/<0;1>/*h)`;
const ofHardened = { descriptors: [text] };
const paying = (index: number, output: OutputSpec): PsbtSpec => ({
  coins: [fromHardened(index)],
  outputs: [output, pay(400_000n, friend)],
});
const members = (branch: string) =>
  [ME, COSIGNER].map((who) => keyAt(who, '86h/1h/7h').replace('/<0;1>/*', branch)).join(',');
const kinds = [
  (branch: string) => `tr(musig(${members('')})/${branch}/*)`,
  (branch: string) => `tr(musig(${members(`/${branch}/*`)}))`,
];
const wallet = (who: Person, fill: number) =>
  `tr(${unspendableAt(fill)},pk(${keyAt(who, '86h/1h/0h')}))`;
const ownShared = wallet(ME, 1);
const ofOwn = { descriptors: [ownShared] };
const payShared = (...outputs: readonly OutputSpec[]): PsbtSpec =>
  withLeaves({ coins: [at(ownShared, 2, 900_000n)], outputs: [...outputs, pay(100_000n, friend)] });
const honest = (name: string, text: string, index: number): Row => [
  name,
  payShared(back(499_000n, ownShared, 5), { value: 300_000n, ...place(text, 0, index) }),
  [],
  ofOwn,
];
const friendly = person(77);
const multiPath = '48h/1h/0h/2h';
const twoOf = (...people: readonly Person[]) =>
  `wsh(sortedmulti(2,${people.map((who) => keyAt(who, multiPath)).join(',')}))`;
const opened = { descriptors: [multi], masters: [ME.root.privateExtendedKey] };
const signing = { descriptors: [multi.replace(keyAt(ME, multiPath), keyAt(ME, multiPath, true))] };
const watched = { descriptors: [multi] };
const [coinKey] = [...secretsOf(signing.descriptors[0] ?? '', 0, 0).privateKeys.values()] as [
  PrivateKey,
];

/** Only the private key of the coin, beside the wallet without private keys. */
const withKey = { descriptors: [multi, `pkh(${encodeWif(coinKey, networks.regtest)})`] };
const payByMulti = (...outputs: readonly OutputSpec[]): PsbtSpec => ({
  coins: [at(multi, 0, 900_000n)],
  outputs: [...outputs, back(499_000n, multi, 4)],
});

/** Makes an output with the keys and paths that its owner's wallet wrote. */
const to = (text: string, branch: 0 | 1 = 0): OutputSpec => ({
  value: 400_000n,
  ...place(text, branch, 7),
});
const alone = `wpkh(${keyAt(COSIGNER, '84h/1h/0h')})`;
const inOurWallet = `wpkh(${keyAt(COSIGNER, multiPath)})`;
const theirs = twoOf(COSIGNER, person(31), person(32));
const family = twoOf(COSIGNER, person(31));

/** Makes the fields of our change over the script of a thief, of some people only. */
const labelled = (...people: readonly Person[]): OutputSpec => ({
  ...passedOff(400_000n, place(multi, 1, 5), place(thief, 1, 4).script),
  change: (output) => {
    output.witnessScript = new Uint8Array(0);
    output.keyPaths = output.keyPaths.filter(({ origin }) =>
      people.some(({ fingerprint }) => fingerprint === encodeHex(origin.fingerprint)),
    );
  },
});
const honestScripts: readonly (readonly [name: string, text: string])[] = [
  ['a cosigner is paid to a wallet of one key', alone],
  ['a cosigner is paid with the key of our wallet', inOurWallet],
  ["a cosigner's other multisig is paid", theirs],
  ['the multisig of a cosigner and a stranger is paid', family],
];
const seed = { descriptors: [], masters: [ME.root.privateExtendedKey] };
const keysOfSigners = (...who: readonly Person[]) =>
  who.map((each) => keyAt(each, MULTI_PATH)).join(',');
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
const warned: readonly FindingId[] = ['wallet-unregistered', 'change-unproven'];
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

export const cases: readonly Case[] = [
  ...rows(
    [
      [
        'the path of our change over the address of a thief',
        {
          ...usual,
          outputs: [pay(60_000n), passedOff(39_800n, truth, place(thief, 1, 0).script)],
        },
        { source: CHANGE },
      ],
      [
        'our fingerprint over the keys of a thief',
        {
          ...usual,
          outputs: [
            pay(60_000n),
            {
              ...back(39_800n, thief),
              change: (output) => {
                output.keyPaths = output.keyPaths.map((each) => ({
                  ...each,
                  origin: { ...each.origin, fingerprint: decodeHex(ME.fingerprint) as Bytes },
                }));
              },
            },
          ],
        },
        { source: CHANGE },
      ],
      [
        'our key, but in a legacy address that our descriptors do not have',
        {
          ...usual,
          outputs: [pay(60_000n), passedOff(39_800n, truth, p2pkhScript(truth.script.subarray(2)))],
        },
        { source: CHANGE },
      ],
      [
        'our key, nested, where our descriptors have it native',
        {
          ...usual,
          outputs: [pay(60_000n), passedOff(39_800n, truth, p2shScript(hash160(truth.script)))],
        },
      ],
      [
        'the key of a cosigner replaced by that of a thief',
        fake(
          wsh(
            multisigScript(
              2,
              [...ours.slice(0, 2), thiefKey].sort((a, b) =>
                encodeHex(a) < encodeHex(b) ? -1 : 1,
              ),
            ),
          ),
        ),
        [...wrong, 'output-mismatch'],
        multisig,
      ],
      [
        'all keys but ours replaced',
        fake(wsh(multisigScript(2, [ours[0] as Bytes, thiefKey, thiefKey]))),
        [...wrong, 'output-mismatch'],
        multisig,
      ],
      [
        'a quorum of one instead of two',
        fake(wsh(multisigScript(1, ours))),
        [...wrong, 'output-mismatch'],
        multisig,
      ],
      [
        'the keys in another order',
        fake(wsh(multisigScript(2, [...ours].reverse()))),
        [...wrong, 'output-mismatch'],
        multisig,
      ],
      [
        'a fourth key',
        fake(wsh(multisigScript(2, [...ours, thiefKey]))),
        [...wrong, 'output-mismatch'],
        multisig,
      ],
      [
        'only our key, where the quorum is two of three',
        fake(p2wpkhScript(hash160(ours[0] as Bytes))),
        multisig,
      ],
      [
        'a taproot output with our internal key and the script of a thief',
        {
          coins: [coin(place(tr, 0, 0), 20)],
          outputs: [
            pay(60_000n),
            passedOff(39_800n, place(tr, 1, 0), place(thiefLeaf, 1, 0).script),
          ],
        },
        {
          descriptors: [tr],
          source: 'BIP371, rationale of PSBT_OUT_TAP_TREE: hidden script paths',
        },
      ],
      [
        'a taproot output with our internal key, where a script of ours should be',
        {
          coins: [coin(place(ownLeaf, 0, 0), 21)],
          outputs: [pay(60_000n), passedOff(39_800n, place(ownLeaf, 1, 0), place(tr, 1, 0).script)],
        },
        { descriptors: [ownLeaf] },
      ],
      [
        'the change of another account of the same seed',
        { ...usual, outputs: [pay(60_000n), back(39_800n, `wpkh(${keyAt(ME, '84h/1h/7h')})`)] },
        { source: CHANGE },
      ],
      // Coins and outputs that keys claim.
      [
        'our public key over the script of a thief, where our descriptor has no origin',
        {
          ...usual,
          outputs: [pay(60_000n), passedOff(39_800n, place(wpkh, 1, 0), place(thief, 1, 0).script)],
        },
        { descriptors: [bare] },
      ],
      [
        'the key of a second wallet of ours over the script of a thief',
        {
          ...usual,
          outputs: [
            pay(60_000n),
            passedOff(39_800n, place(cosignersKey, 1, 0), place(thief, 1, 0).script),
          ],
        },
        { descriptors: [wpkh, cosignersKey] },
      ],
      [
        'the key of a thief under the path of a second wallet of ours',
        { ...usual, outputs: [pay(60_000n), forged(thief, COSIGNER)] },
        { descriptors: [wpkh, cosignersKey] },
      ],
      [
        'a payment of somebody else that names our key over another script',
        {
          coins: [coin(place(thief, 0, 0), 8)],
          outputs: [pay(60_000n), passedOff(39_800n, place(wpkh, 1, 0), place(thief, 1, 0).script)],
        },
        ['change-not-ours', 'no-input-ours'],
      ],
      [
        "our key's path over the address of a thief, with the seed",
        spendAt3(single('84h/1h/3h'), [paid60k, naming(39_800n, single('84h/1h/3h'), thief)]),
        onlySeed,
      ],
      [
        'beside a shared coin, too',
        spendAt3(multi, [paid60k, naming(39_800n, wpkh, thief)]),
        [...stop, 'wallet-unregistered'],
        onlySeed,
      ],
      [
        'a script without our key, which names it',
        spendAt3(multi, [paid60k, foreignScript()]),
        [...stop, 'wallet-unregistered'],
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
          seed,
        ],
      ),
      [
        'change whose keys have different positions',
        payWithXpubs(multi, mixedKeys()),
        notOursButProven,
        seed,
      ],
      [
        'the key of a thief under the path of a cosigner, which the extended keys disprove',
        payWithXpubs(multi, thiefAsCosigner),
        notOursButProven,
        seed,
      ],
      ...wallets
        .slice(0, 4)
        .map(
          ([name, text]): Row => [
            `change with ${name}, without extended keys`,
            payWithXpubs(multi, back(499_000n, text, 2), []),
            ['change-not-ours', 'wallet-unregistered'],
            { ...seed, says: ['not those of the coins'] },
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
        seed,
      ],
    ],
    [
      ['our change', usual, { source: CHANGE }],
      ['the change of two of three, whose keys are sorted', sharedPayment, multisig],
      [
        'the change of a taproot key',
        { coins: [coin(place(tr, 0, 0), 20)], outputs: [pay(60_000n), back(39_800n, tr)] },
        { descriptors: [tr] },
      ],
      [
        'the change of a taproot tree of ours',
        {
          coins: [coin(place(ownLeaf, 0, 0), 21)],
          outputs: [pay(60_000n), back(39_800n, ownLeaf)],
        },
        { descriptors: [ownLeaf] },
      ],
      [
        'a payment to a thief that is not passed off as change',
        {
          ...usual,
          outputs: [
            pay(60_000n),
            { ...back(39_800n), script: stranger, knowledge: createFlatSigningProvider() },
          ],
        },
        ['nothing-comes-back', 'output-repeated'],
      ],
      [
        'change that names no keys: it is found all the same',
        { ...usual, outputs: [pay(60_000n), { value: 39_800n, script: truth.script }] },
      ],
      [
        'the change of somebody else who takes part',
        {
          coins: [mine(0), coin(place(thief, 0, 0), 8)],
          outputs: [pay(60_000n), back(39_800n), back(99_800n, thief)],
        },
        ['inputs-of-others'],
      ],
      ['our change, where our descriptor has no origin', usual, { descriptors: [bare] }],
      [
        'change to the second of two wallets',
        { ...usual, outputs: [pay(60_000n), back(39_800n, cosignersKey)] },
        { descriptors: [wpkh, cosignersKey] },
      ],
      [
        'change of a descriptor that is given by its other branch only',
        usual,
        { descriptors: [wpkh.replace('<0;1>', '0')] },
      ],
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
        warned,
        seed,
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
        warned,
        seed,
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
        warned,
        seed,
      ],
      [
        'our key, named over a shown multisig with it, in a wallet that is not open',
        {
          coins: [at(multi, 3, 900_000n, { change: onlyOurs })],
          outputs: [pay(400_000n, friend), back(499_000n, multi, 2)],
        },
        ['wallet-unregistered', 'change-unproven'],
        seed,
      ],
    ],
  ),
  ...pairs(
    [
      'the internal key of our change as output key, without its tweak',
      swap(
        tap,
        pay(512_345n, other),
        passedOff(425_755n, place(tr, 1, 3), witnessScript(1, inner.slice(-32))),
      ),
      ofTap,
    ],
    ['taproot change beside taproot', tap, ofTap],
    [
      'the change of two of three with three of three needed',
      swap(
        shared,
        passedOff(3_762_433n, place(multi, 1, 6), p2wshScript(sha256(multisigScript(3, keys)))),
        pay(1_234_567n, friend),
      ),
      [...wrong, 'output-mismatch'],
      ofShared,
    ],
    ['the change of two of three before the payment', shared, ofShared],
    [
      'the change of two of three wrapped in P2SH',
      swap(
        shared,
        passedOff(3_762_433n, place(multi, 1, 6), p2shScript(hash160(place(multi, 1, 6).script))),
        pay(1_234_567n, friend),
      ),
      ofShared,
    ],
    ['the same by version 2 of the format', { ...shared, psbtVersion: 2 }, ofShared],
    [
      'our change as a bare public key',
      {
        ...plain,
        outputs: [
          pay(400_000n, friend),
          passedOff(
            509_000n,
            place(wpkh, 1, 5),
            concatBytes(Uint8Array.of(33), own, Uint8Array.of(0xac)),
          ),
        ],
      },
      ['change-not-ours', 'output-bare'],
    ],
    [
      'change beside a payment to ourselves',
      { ...plain, outputs: [{ value: 400_000n, ...place(wpkh, 0, 8) }, back(509_000n)] },
    ],
    [
      'the second of two changes goes to a thief',
      {
        ...plain,
        outputs: [
          pay(400_000n, friend),
          back(9_000n, wpkh, 5),
          passedOff(500_000n, place(wpkh, 1, 6), place(thief, 1, 6).script),
        ],
      },
    ],
    [
      'two changes of ours',
      { ...plain, outputs: [pay(400_000n, friend), back(9_000n), back(500_000n, wpkh, 6)] },
    ],
    [
      'a tree whose lock is shorter than ours',
      swap(
        inTree,
        passedOff(338_900n, place(tree, 1, 1), place(shorter, 1, 1).script),
        pay(300_000n, friend),
      ),
      { descriptors: [tree] },
    ],
    ['a tree of two leaves', inTree, { descriptors: [tree] }],
    [
      'a tree with one leaf of a thief',
      swap(
        inTree,
        passedOff(338_900n, place(tree, 1, 1), place(stolenLeaf, 1, 1).script),
        pay(300_000n, friend),
      ),
      { descriptors: [tree] },
    ],
    ['a tree with only change', swap(inTree, back(639_400n, tree, 2)), { descriptors: [tree] }],
    [
      'legacy change passed off over the P2SH of a thief',
      swap(
        old,
        pay(77_000n, friend),
        passedOff(27_300n, place(pkh, 1, 2), p2shScript(hash160(place(thief, 1, 2).script))),
      ),
      ofOld,
    ],
    ['legacy change of a nested and a legacy coin', old, ofOld],
  ),
  ...swapped(
    musigOf(),
    'the change of MuSig2 with a thief in place of the cosigner',
    musigOf(THIEF),
  ),
  ...swapped(
    decaying(144),
    'a recovery after 144 blocks that opens after one',
    decaying(1),
    'output-mismatch',
  ),
  ...swapped(decaying(144), 'a recovery key of a thief', decaying(144, THIEF), 'output-mismatch'),
  ...swapped(inLeaf(), 'two of two in a leaf, one of them a thief', inLeaf(THIEF)),
  ...swapped(pairOf(), 'a nested pair with a thief in it', pairOf(THIEF)),
  ...pairs(
    [
      'the change of two of three, without one cosigner',
      payFriend(
        multi,
        passedOff(
          499_000n,
          place(multi, 1, 4),
          p2wshScript(sha256(multisigScript(2, [keyOf(multi), keyOf(thief)]))),
        ),
      ),
      [...change, 'output-mismatch'],
      of(multi),
    ],
    ['two of three with all cosigners', payFriendWithChange(multi), of(multi)],
    [
      'change on a branch 2 that no wallet looks through',
      payFriend(wpkh, back(499_000n, atBranch(2), 4)),
    ],
    ['change on the receive branch', payFriend(wpkh, { value: 499_000n, ...place(wpkh, 0, 4) })],
    ['an account of our seed that is not open', payFriend(wpkh, back(499_000n, account(5), 4))],
    [
      'a second account that is open',
      payFriend(wpkh, back(499_000n, account(5), 4)),
      of(wpkh, account(5)),
    ],
    [
      'our key in P2PKH inside P2SH, which no descriptor has',
      payFriend(
        wpkh,
        passedOff(499_000n, ownChange, p2shScript(hash160(p2pkhScript(hash160(keyOf(wpkh)))))),
      ),
    ],
    ['our key in its own form', payFriendWithChange(wpkh)],
    [
      'our key under a fingerprint of zeros, over the script of a thief',
      payFriend(
        wpkh,
        named(passedOff(499_000n, ownChange, thiefChange), { fingerprint: new Uint8Array(4) }),
      ),
    ],
    [
      'our change under a fingerprint of zeros',
      payFriend(wpkh, named({ value: 499_000n, ...ownChange }, { fingerprint: new Uint8Array(4) })),
    ],
    [
      'our key in a taproot field beside the script of a thief',
      payFriend(wpkh, asTaproot),
      [...change, 'output-mismatch'],
    ],
    ['change that names nothing', payFriend(wpkh, { value: 499_000n, script: ownChange.script })],
    [
      'the derivation of our change is on the payee',
      {
        coins: [mine(7, { value: 900_000n })],
        outputs: [
          passedOff(400_000n, ownChange, friend),
          { value: 499_000n, script: ownChange.script },
        ],
      },
    ],
    ['the derivation of our change is on our change', payFriendWithChange(wpkh)],
  ),
  // The same attacks on every kind of wallet, in PSBTs of both versions.
  ...WALLET_KINDS.flatMap((row) => {
    const [name, text, stolen] = row;
    const hasScript = ['two of three', 'an inheritance'].includes(name);
    const spoofed = passedOff(1_290_000n, place(text, 1, 9), place(stolen, 1, 9).script);
    return pair(
      [
        `${name}: the change goes to a thief`,
        payAs(row, { outputs: [spoofed, pay(1_700_000n, friend)] }),
        ['change-not-ours', ...(hasScript ? misfit : [])],
        of(text),
      ],
      [`${name}: a payment with change`, payAs(row), of(text)],
    );
  }),
  ...pair(
    // Usual actions with a wallet, and what a careless or malicious program makes of them.
    [
      'one change of ours and one of a thief, from four kinds of coins',
      mixed(
        pay(500_000n, friend),
        back(200_000n, wpkh, 7),
        passedOff(
          490_000n,
          place(tr, 1, 7),
          p2trScript(place(thief.replace('wpkh', 'tr'), 1, 7).script.subarray(2)),
        ),
      ),
      all,
    ],
    [
      'two changes of ours, from four kinds of coins',
      mixed(pay(500_000n, friend), back(200_000n, wpkh, 7), back(490_000n, tr, 7)),
      all,
    ],
  ),
  ...pair(
    [
      'the change of a second account, while only the first is open',
      {
        coins: [at(wpkh, 0, 900_000n)],
        outputs: [pay(400_000n, friend), back(490_000n, second)],
      },
    ],
    [
      'the change of a second account, both are open',
      {
        coins: [at(wpkh, 0, 900_000n)],
        outputs: [pay(400_000n, friend), back(490_000n, second)],
      },
      of(wpkh, second),
    ],
    [
      'coins and change without derivations',
      {
        coins: [at(wpkh, 0, 900_000n, { change: unnamed })],
        outputs: [pay(400_000n, friend), { ...back(490_000n, wpkh, 3), change: unnamed }],
      },
    ],
    [
      'change far out, which only its path finds',
      {
        coins: [at(wpkh, 0, 900_000n)],
        outputs: [pay(400_000n, friend), back(490_000n, wpkh, 192)],
      },
    ],
  ),
  // Scripts that are almost our change.
  ...rows(
    [
      wrongScript('key with the other parity', wpkh, p2wpkhScript(hash160(flipped(ownPlace)))),
      wrongScript(
        'SHA256 in place of HASH160',
        wpkh,
        p2wpkhScript(sha256(ownPlace).subarray(0, 20)),
      ),
      wrongScript(
        'P2WSH of only our key',
        wpkh,
        p2wshScript(sha256(Uint8Array.of(33, ...ownPlace, 0xac))),
      ),
      wrongScript('hash of our hash', wpkh, p2wpkhScript(hash160(hash160(ownPlace)))),
      wrongScript('uncompressed key as P2WPKH', wpkh, p2wpkhScript(hash160(long))),
      wrongScript('P2SH of our key hash', nested, p2shScript(hash160(ownPlace))),
      wrongScript(
        'program of taproot with another version',
        tr,
        witnessScript(2, changeKeyOf(tr).subarray(1)),
        'output-unknown-version',
      ),
      wrongScript(
        'bare multisig of a thief and our key',
        wpkh,
        multisigScript(1, [ownPlace, changeKeyOf(thief)]),
        'output-bare',
      ),
      wrongScript(
        'two of three with our key twice',
        multi,
        p2wshScript(
          sha256(
            multisigScript(2, [multiKeys[0] as Bytes, multiKeys[0] as Bytes, changeKeyOf(thief)]),
          ),
        ),
        'output-mismatch',
      ),
      wrongScript('script that also wants a preimage', wpkh, place(hashed, 1, 4).script),
      wrongScript(
        'output key of a thief that is one letter off',
        tr,
        p2trScript(
          flipped(
            changeKeyOf(tr.replace(keyAt(ME, '86h/1h/0h'), keyAt(THIEF, '86h/1h/0h'))),
          ).subarray(1),
        ),
      ),
      wrongScript(
        'redeem script of two of three that is hashed as P2SH',
        multi,
        p2shScript(hash160(multisigScript(2, multiKeys))),
      ),
    ],
    [
      ['no P2SH of our key hash', payFriendWithChange(nested), of(nested)],
      ['no program of taproot with another version', payFriendWithChange(tr), of(tr)],
    ],
  ),
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
      paying(3, hardenedChange(5000, place(thief, 1, 4).script)),
      ofHardened,
    ],
    ['change under the hardened position 6', paying(3, hardenedChange(6)), ofHardened],
  ),
  // MuSig2 wallets with only their receive descriptor.
  ...kinds.flatMap((text, i) => {
    const [both, stranger] = [text('<0;1>'), text('<0;1>').replace(/\[[^/]*/, '[00000000')];
    const spec = (output: OutputSpec): PsbtSpec => ({
      coins: [at(both, 0, 900_000n)],
      outputs: [output, pay(400_000n, friend)],
    });
    const kind = i === 0 ? 'below an aggregate' : 'of derived keys';
    const honest = spec(back(499_000n, both, 4));
    const spoofed = { ...back(499_000n, both, 4), script: place(tr, 1, 4).script };
    return pair(
      [`change ${kind}, over the script of another`, spec(spoofed), { descriptors: [text('0')] }],
      [`change ${kind}, receive branch open`, honest, { descriptors: [text('0')] }],
      [`change ${kind}, change branch open`, honest, { descriptors: [text('1')] }],
      [`change ${kind}, without fingerprint`, honest, { descriptors: [stranger] }],
    );
  }),
  // Wallets that share BIP341's point, for which no wallet has the key.
  ...pair(
    [
      "change whose only leaf is a thief's, over our key",
      payShared(passedOff(799_000n, place(ownShared, 1, 5), place(wallet(THIEF, 1), 1, 5).script)),
      ofOwn,
    ],
    honest('a payee who has the same point at the same position', wallet(friendly, 1), 2),
    honest('a payee who has the same point at another position', wallet(friendly, 1), 1200),
    honest('a payee who has the point with another chain code', wallet(friendly, 2), 5),
  ),
  // Payments to cosigners, and labels of our own wallet.
  ...pair(
    [
      'the label of our change over the script of a thief',
      payByMulti(labelled(ME, COSIGNER)),
      opened,
    ],
    ...honestScripts.map(
      ([name, text]): Row => [`${name}, with our seed`, payByMulti(to(text)), opened],
    ),
    ...honestScripts.map(
      ([name, text]): Row => [`${name}, with our private key`, payByMulti(to(text)), signing],
    ),
    ...honestScripts.map(
      ([name, text]): Row => [
        `${name}, with only the private key of the coin`,
        payByMulti(to(text)),
        withKey,
      ],
    ),
  ),
  ...pair(
    ['only our key is named over the script of a thief', payByMulti(labelled(ME)), signing],
    [
      'only a cosigner is named over the script of a stranger',
      payByMulti(labelled(COSIGNER)),
      ['fields-unrelated'],
      signing,
    ],
  ),
  ...pair(
    [
      'two of three keys are named over the script of a thief, without private keys',
      payByMulti(labelled(ME, COSIGNER)),
      watched,
    ],
    ...honestScripts.map(
      ([name, text]): Row => [
        `${name}, without private keys`,
        payByMulti(to(text)),
        ['change-unproven'],
        watched,
      ],
    ),
  ),
];
