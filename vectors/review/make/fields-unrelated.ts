import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { aggregateKeys, aggregateOf } from '../../../src/crypto/musig.ts';
import type { Bytes } from '../../../src/encoding/bytes.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import type { PsbtInput, PsbtOutput } from '../../../src/psbt/psbt.ts';
import { tapLeafHash } from '../../../src/script/taproot.ts';
import type { KeyOrigin } from '../../../src/signing/provider.ts';
import {
  COSIGNER,
  keyAt,
  ME,
  multi,
  nested,
  of,
  ownLeaf,
  pkh,
  place,
  THIEF,
  thief,
  tr,
  wpkh,
} from '../../../test/support/review/accounts.ts';
import { at, type CoinSpec, friend, type Mutable } from '../../../test/support/review/coins.ts';
import {
  back,
  type OutputSpec,
  type PsbtSpec,
  pay,
  withLeaves,
} from '../../../test/support/review/payments.ts';
import { type Case, pair, pairs } from '../../../test/support/review/rows.ts';
import { thiefXOnly } from '../../../test/support/review/scripts.ts';

/** Returns the aggregate key of these keys (BIP327). */
function aggregateKey(keys: readonly Bytes[]): Bytes {
  const aggregation = aggregateKeys(keys, secp256k1);
  if (aggregation === undefined) throw new Error('no keys');
  return aggregateOf(aggregation);
}

const wrong = place(thief, 0, 3).knowledge;
const [strangeKey] = [...wrong.publicKeys.values()] as [Bytes];
const [strangeOrigin] = [...wrong.origins.values()] as [KeyOrigin];
const named = { publicKey: strangeKey, origin: strangeOrigin };
const xOnly = {
  xOnly: strangeKey.subarray(1),
  leafHashes: new Set<string>(),
  origin: strangeOrigin,
};
const beside = (input: Mutable<PsbtInput> | Mutable<PsbtOutput>) => {
  input.keyPaths = [...input.keyPaths, named];
};
const besideTap = (input: Mutable<PsbtInput> | Mutable<PsbtOutput>) => {
  input.tapKeyPaths = [...input.tapKeyPaths, xOnly];
};
const moved = (input: Mutable<PsbtInput> | Mutable<PsbtOutput>) => {
  input.keyPaths = input.keyPaths.map((each) => ({
    ...each,
    origin: { ...each.origin, path: [...each.origin.path.slice(0, -1), 77] },
  }));
};
const spending = (text: string, change?: CoinSpec['change'], back4?: OutputSpec['change']) => ({
  coins: [at(text, 0, 900_000n, { ...(change && { change }) })],
  outputs: [pay(400_000n, friend), { ...back(499_000n, text, 4), ...(back4 && { change: back4 }) }],
});
const leafOf = (text: string, branch: 0 | 1, index: number) => {
  const { taproot } = place(text, branch, index).knowledge;
  const [output] = [...taproot.values()];
  if (output === undefined) throw new Error('it is taproot');
  return output.spendData.leaves;
};
const withTree = (hash: Bytes | undefined) => (input: Mutable<PsbtInput> | Mutable<PsbtOutput>) => {
  const isInput = 'tapLeaves' in input;
  const leaves = leafOf(ownLeaf, isInput ? 0 : 1, isInput ? 0 : 4);
  const fields = isInput
    ? { tapLeaves: leaves }
    : { tapTree: leaves.map(({ script, leafVersion }) => ({ depth: 0, script, leafVersion })) };
  const hashes = leaves.map(({ leafVersion, script }) => tapLeafHash(leafVersion, script));
  const tapKeyPaths = input.tapKeyPaths.map((each, i) => ({
    ...each,
    leafHashes: new Set(i === 1 ? [encodeHex(hash ?? hashes[0] ?? new Uint8Array(32))] : []),
  }));
  Object.assign(input, fields, { tapKeyPaths });
};
const group = (input: Mutable<PsbtInput> | Mutable<PsbtOutput>) => {
  const [a, b] = [ME, COSIGNER].map((who) => place(`pkh(${keyAt(who, '86h/1h/9h')})`, 0, 0));
  const keys = [a, b].flatMap((each) => [...(each?.knowledge.publicKeys.values() ?? [])]);
  input.musigParticipants = [{ aggregate: aggregateKey(keys), participants: keys }];
};
const key = 'It names a key that its script does not have.';
const leaf = 'It names a leaf that its tree does not have.';
const path = 'It gives a wrong path for your key.';
const musig = 'It names a MuSig2 group that makes none of its keys.';
const own = keyAt(ME, '86h/1h/0h');
const first = keyAt(ME, '48h/1h/1h/2h');
const second = keyAt(COSIGNER, '48h/1h/0h/2h');
const grouped = `tr(${own},pk(musig(${first},${second})))`;
const single = `tr(${own},pk(${second}))`;
const stranger = place(tr.replace(own, keyAt(THIEF, '86h/1h/0h')), 0, 3).knowledge;
const spend = (text: string, ...more: PsbtInput['tapKeyPaths']): PsbtSpec => {
  const spec: PsbtSpec = {
    coins: [at(text, 0, 900_000n)],
    outputs: [back(499_000n, text, 4), pay(400_000n, friend)],
  };
  const [whole] = withLeaves(spec).coins;
  const change: CoinSpec['change'] = (input) => {
    whole?.change?.(input);
    input.tapKeyPaths = [...input.tapKeyPaths, ...more];
  };
  return { ...spec, coins: spec.coins.map((each) => ({ ...each, change })) };
};
const [origin] = stranger.origins.values();
const strayKey = { xOnly: thiefXOnly(9), leafHashes: new Set<string>() };

export const cases: readonly Case[] = [
  // Names that do not belong to the scripts.
  ...[wpkh, pkh, nested, multi].flatMap((text) =>
    pair(
      [
        `a stranger's key beside those of ${text.slice(0, 12)}`,
        spending(text, beside),
        { ...of(text), says: [key] },
      ],
      [`only the keys of ${text.slice(0, 12)}`, spending(text), of(text)],
    ),
  ),
  ...pairs(
    [
      "a stranger's key beside that of our change",
      spending(wpkh, undefined, beside),
      { says: [key] },
    ],
    ['no other key beside that of our change', spending(wpkh)],
    ["a stranger's key beside a taproot key", spending(tr, besideTap), { ...of(tr), says: [key] }],
    ['only a taproot key', spending(tr), of(tr)],
    ['our key under the path of another position', spending(wpkh, moved), { says: [path] }],
    [
      'our key under a fingerprint of zeros',
      spending(wpkh, (input) => {
        input.keyPaths = input.keyPaths.map((each) => ({
          ...each,
          origin: { ...each.origin, fingerprint: new Uint8Array(4) },
        }));
      }),
    ],
    [
      'our change under the path of another position',
      spending(wpkh, undefined, moved),
      { says: [path] },
    ],
    ['our change with the right path', spending(wpkh)],
    [
      'a leaf that the tree of the coin does not have',
      spending(ownLeaf, withTree(new Uint8Array(32).fill(5))),
      { ...of(ownLeaf), says: [leaf] },
    ],
    ['the leaf of the coin', spending(ownLeaf, withTree(undefined)), of(ownLeaf)],
    [
      'a leaf that the tree of our change does not have',
      spending(ownLeaf, undefined, withTree(new Uint8Array(32).fill(5))),
      { ...of(ownLeaf), says: [leaf] },
    ],
    ['the leaf of our change', spending(ownLeaf, undefined, withTree(undefined)), of(ownLeaf)],
    ['a MuSig2 group beside a single key', spending(tr, group), { ...of(tr), says: [musig] }],
    ['no group beside a single key', spending(tr), of(tr)],
    ['a MuSig2 group on our change', spending(tr, undefined, group), { ...of(tr), says: [musig] }],
    ['no group on our change', spending(tr), of(tr)],
  ),
  // Keys that no leaf shows, but that may be members of a MuSig2 group in a leaf.
  ...pair(
    [
      "a stranger's key beside a leaf of a cosigner",
      spend(single, ...(origin ? [{ ...strayKey, origin }] : [])),
      { descriptors: [single] },
    ],
    ['a leaf of a cosigner', spend(single), { descriptors: [single] }],
    [
      'the members of a group in a leaf, without the group',
      spend(grouped),
      { descriptors: [grouped] },
    ],
  ),
];
