import { encodeHex } from '../../../src/encoding/hex.ts';
import {
  COSIGNER,
  keyAt,
  ME,
  type Person,
  place,
  THIEF,
  wpkh,
} from '../../../test/support/review/accounts.ts';
import { at, type CoinSpec } from '../../../test/support/review/coins.ts';
import { back, type PsbtSpec, pay } from '../../../test/support/review/payments.ts';
import { type Case, type Row, rows } from '../../../test/support/review/rows.ts';

const mine = (path: string) => keyAt(ME, path);
const theirs = (path: string) => keyAt(COSIGNER, path);
const [tap, segwit, old, both] = ['86h/1h/0h', '84h/1h/0h', '44h/1h/0h', '49h/1h/0h'];
const backup = `tr(${mine(tap)},pk(${theirs(tap)}))`;
const multisig = `wsh(sortedmulti(2,${mine(segwit)},${theirs(segwit)}))`;
const waits = `wsh(or_d(pk(${mine(segwit)}),and_v(v:pkh(${mine('84h/1h/3h')}),older(1008))))`;
const lone = `tr(${mine(tap)})`;
const three = [ME, COSIGNER, THIEF].map((who) => keyAt(who, '48h/1h/0h/2h'));
const twoOf = (...keys: readonly string[]) => `wsh(sortedmulti(2,${keys.join()}))`;
const oneOf = `wsh(sortedmulti(1,${three.join()}))`;
const branches = (...last: readonly string[]) =>
  `tr(${mine(tap)},{pk(${theirs(tap)}),${last.join()}})`;
const heir = `and_v(v:pk(${keyAt(THIEF, tap)}),older(4320))`;
const master = ME.root.privateExtendedKey;
const id = 'change-other-script' as const;
const accountOf = ({ root }: Person, path = tap) => root.derive(`m/${path.replaceAll('h', "'")}`);
const bareOf = (who: Person, path = tap) => `${accountOf(who, path).publicExtendedKey}/<0;1>/*`;
const { publicExtendedKey, privateExtendedKey } = accountOf(ME);
const single = encodeHex(accountOf(ME).derive('m/0/0').publicKey ?? new Uint8Array());
const keySpellings = [
  ['a key without origin', bareOf(ME)],
  ['a private key without origin', `${privateExtendedKey}/<0;1>/*`],
  ['a path from the master key', `${master}/${tap}/<0;1>/*`],
  ['a hardened position', `${privateExtendedKey}/<0h;1h>/*h`],
  ['another fingerprint', `[deadbeef/${tap}]${publicExtendedKey}/<0;1>/*`],
  ['the fingerprint 0', `[00000000/${tap}]${publicExtendedKey}/<0;1>/*`],
  ['other branches', `${publicExtendedKey}/<2;3>/*`],
  ['one more step', `${publicExtendedKey}/9/<0;1>/*`],
] as const;
const sharedForms = [
  ['a multisig', segwit, (a, b) => `wsh(sortedmulti(2,${a},${b}))`, (a) => `wpkh(${a})`],
  ['a nested multisig', both, (a, b) => `sh(wsh(multi(1,${b},${a})))`, (a) => `sh(wpkh(${a}))`],
  ['a legacy multisig', old, (a, b) => `sh(multi(2,${a},${b}))`, (a) => `pkh(${a})`],
  ['two keys', segwit, (a, b) => `wsh(and_v(v:pkh(${a}),pk(${b})))`, (a) => `wpkh(${a})`],
  ['a choice', tap, (a, b) => `wsh(andor(pk(${b}),older(9),pk(${a})))`, (a) => `tr(${a})`],
  ['a threshold', segwit, (a, b) => `wsh(thresh(2,pk(${b}),s:pk(${a})))`, (a) => `wpkh(${a})`],
  ['a MuSig2 key', tap, (a, b) => `tr(musig(${a},${b}))`, (a) => `tr(${a})`],
] as const satisfies readonly (readonly [
  name: string,
  path: string,
  shared: (a: string, b: string) => string,
  alone: (a: string) => string,
])[];
const open = (...descriptors: readonly string[]) => ({ descriptors, masters: [master] });
const seed = { descriptors: [], masters: [master] };
const from = (text: string, change: string, index = 2): PsbtSpec => ({
  coins: [at(text, 0, 100_000n)],
  outputs: [pay(60_000n), back(39_800n, change, index)],
});
const hashed = `wsh(and_v(v:pkh(${mine(segwit)}),pkh(${theirs(segwit)})))`;
const changed = (change: NonNullable<CoinSpec['change']>): PsbtSpec => ({
  coins: [{ ...at(multisig, 0, 100_000n), change }],
  outputs: [pay(60_000n), back(39_800n, `wpkh(${mine(segwit)})`, 2)],
});
const labelled = changed((input) => {
  input.keyPaths = input.keyPaths.map(({ publicKey, origin }) => ({
    publicKey,
    origin: { ...origin, fingerprint: new Uint8Array(4).fill(7) },
  }));
});
const unlabelled: PsbtSpec = {
  ...changed((input) => {
    input.keyPaths = [];
  }),
  outputs: [pay(60_000n), { value: 39_800n, ...place(`wpkh(${mine(segwit)})`, 0, 2) }],
};
const mixed = (change: string): PsbtSpec => ({
  coins: [at(backup, 0, 100_000n), at(lone, 1, 10_000n)],
  outputs: [pay(60_000n), back(49_800n, change, 2)],
});

export const cases: readonly Case[] = rows(
  [
    // Change to a key of the coin, in a script without the other keys or conditions.
    ['taproot change without the backup key', from(backup, lone), open(backup)],
    [
      'taproot change without the backup key, with only our keys',
      from(backup, lone),
      ['input-foreign-script', id],
      seed,
    ],
    [
      'change of a multisig to one of its keys',
      from(multisig, `wpkh(${mine(segwit)})`),
      open(multisig),
    ],
    [
      'change of a multisig to one of its keys, with only our keys',
      from(multisig, `wpkh(${mine(segwit)})`),
      [id, 'wallet-unregistered'],
      seed,
    ],
    [
      'change of hashed keys to one of them, with only our keys',
      from(hashed, `wpkh(${mine(segwit)})`),
      [id, 'wallet-unregistered'],
      seed,
    ],
    [
      'change of a multisig to one of its keys, which has another label',
      labelled,
      [id, 'wallet-unregistered'],
      seed,
    ],
    [
      'money of a multisig without labels back to one of its keys',
      unlabelled,
      ['input-foreign-script', id],
      { descriptors: [`wpkh(${mine(segwit)})`] },
    ],
    [
      'change of a legacy multisig to one of its keys',
      from(`sh(sortedmulti(2,${mine(old)},${theirs(old)}))`, `pkh(${mine(old)})`),
      open(`sh(sortedmulti(2,${mine(old)},${theirs(old)}))`),
    ],
    [
      'change of a nested multisig to one of its keys, nested',
      from(`sh(wsh(sortedmulti(2,${mine(both)},${theirs(both)})))`, `sh(wpkh(${mine(both)}))`),
      open(`sh(wsh(sortedmulti(2,${mine(both)},${theirs(both)})))`),
    ],
    [
      'change without the recovery key, which is of the same seed',
      from(waits, `wpkh(${mine(segwit)})`),
      open(waits),
    ],
    [
      'change to one participant of a MuSig2 key',
      from(`tr(musig(${mine(tap)},${theirs(tap)}))`, lone),
      open(`tr(musig(${mine(tap)},${theirs(tap)}))`),
    ],
    [
      'change of 2 of 3 keys to 2 of 2 of them, and both wallets are open',
      from(twoOf(...three), twoOf(...three.slice(0, 2))),
      { descriptors: [twoOf(...three), twoOf(...three.slice(0, 2))] },
    ],
    [
      'change of 2 of 3 keys to 1 of the same keys, and both wallets are open',
      from(twoOf(...three), oneOf),
      { descriptors: [twoOf(...three), oneOf] },
    ],
    [
      'change to a tree without one branch, and both wallets are open',
      from(branches(heir), backup),
      { descriptors: [branches(heir), backup] },
    ],
    [
      'taproot change without the backup key, beside a small coin without it',
      mixed(lone),
      open(backup),
    ],
    ...keySpellings.map(
      ([how, key]): Row => [
        `taproot change without the backup key, and the policy has ${how}`,
        from(`tr(${key},pk(${theirs(tap)}))`, lone),
        open(`tr(${key},pk(${theirs(tap)}))`),
      ],
    ),
    ...sharedForms.map(([how, path, wrap, alone]): Row => {
      const shared = wrap(bareOf(ME, path), bareOf(COSIGNER, path));
      const name = `change of ${how} to one of its keys, and the policy has keys without origin`;
      return [name, from(shared, alone(mine(path))), open(shared)];
    }),
    [
      'change to a key of the coin that the policy has without its account',
      {
        coins: [at(`tr(${single},pk(${theirs(tap)}))`, 0, 100_000n)],
        outputs: [pay(60_000n), back(39_800n, lone, 2)],
      },
      { descriptors: [`tr(${single},pk(${theirs(tap)}))`, lone] },
    ],
    [
      'change to one of two accounts that are registered without origin',
      from(`tr(${bareOf(ME)},pk(${theirs(tap)}))`, lone),
      { descriptors: [`tr(${bareOf(ME)},pk(${theirs(tap)}))`, lone] },
    ],
  ],
  [
    ...keySpellings.map(
      ([how, key]): Row => [
        `taproot change with the backup key, and the policy has ${how}`,
        from(`tr(${key},pk(${theirs(tap)}))`, `tr(${key},pk(${theirs(tap)}))`),
        open(`tr(${key},pk(${theirs(tap)}))`),
      ],
    ),
    [
      'a payment of a policy without origin to another account of ours',
      from(`tr(${bareOf(ME)},pk(${theirs(tap)}))`, `tr(${mine('86h/1h/1h')})`),
      open(`tr(${bareOf(ME)},pk(${theirs(tap)}))`),
    ],
    [
      'change of a nested key without origin to a native one, as Core mixes its types',
      from(`sh(wpkh(${bareOf(ME)}))`, `wpkh(${mine(tap)})`),
      { descriptors: [`sh(wpkh(${bareOf(ME)}))`, `wpkh(${mine(tap)})`] },
    ],
    ['taproot change with the backup key', from(backup, backup), open(backup)],
    ['change of a policy with a recovery key', from(waits, waits), open(waits)],
    [
      'an output to our key beside a coin that only names it',
      from(`tr(${theirs(tap)},pk(${mine(tap)}))`, lone),
      ['input-not-ours'],
      seed,
    ],
    [
      'a payment of a multisig to another account of ours',
      from(multisig, `wpkh(${mine('84h/1h/1h')})`),
      open(multisig),
    ],
    [
      'change of a nested multisig to the same multisig, not nested',
      from(`sh(${twoOf(...three)})`, twoOf(...three)),
      { descriptors: [`sh(${twoOf(...three)})`, twoOf(...three)] },
    ],
    [
      'change of a native account to taproot of the same seed, as Core mixes its types',
      from(wpkh, lone),
      seed,
    ],
    [
      'a wallet that mixes types of address below one account',
      from(`pkh(${mine(segwit)})`, `wpkh(${mine(segwit)})`),
      { descriptors: [`pkh(${mine(segwit)})`, `wpkh(${mine(segwit)})`] },
    ],
    ['change with the backup key, beside a coin without it', mixed(backup), open(backup)],
  ],
);
