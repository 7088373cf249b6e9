import { hash160, sha256 } from '../../../src/crypto/hash.ts';
import { type Bytes, concatBytes } from '../../../src/encoding/bytes.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import type { PsbtInput, PsbtOutput } from '../../../src/psbt/psbt.ts';
import { multisigScript, p2shScript, p2wshScript } from '../../../src/script/builders.ts';
import { tapLeafHash } from '../../../src/script/taproot.ts';
import type { TaprootSpendData } from '../../../src/signing/provider.ts';
import {
  back,
  COSIGNER,
  coin,
  ME,
  mine,
  multi,
  pay,
  type ReviewVector,
  type Row,
  rows,
  THIEF,
  tr,
  wpkh,
} from './review-cases.ts';
import {
  type CoinSpec,
  keyAt,
  type Mutable,
  type Place,
  type PsbtSpec,
  place,
} from './review-world.ts';

const tree = `tr(${keyAt(ME, '86h/1h/0h')},{pk(${keyAt(COSIGNER, '86h/1h/0h')}),and_v(v:pk(${keyAt(COSIGNER, '86h/1h/1h')}),older(144))})`;
const stolen = tree.replace(keyAt(COSIGNER, '86h/1h/1h'), keyAt(THIEF, '86h/1h/1h'));
const musig = `tr(musig(${[ME, COSIGNER].map((who) => keyAt(who, '87h/1h/0h').replace('/<0;1>/*', '/7')).join(',')}))`;
const wrapped = multi.replace(/^wsh/, 'sh(wsh').concat(')');

/** What BIP371 has of a taproot output. */
function spendDataOf({ script, knowledge }: Place): Required<Omit<TaprootSpendData, 'merkleRoot'>> {
  const found = knowledge.taproot.get(encodeHex(script.subarray(2)))?.spendData;
  if (found?.internalKey === undefined) throw new Error('no taproot output');
  return { ...found, internalKey: found.internalKey };
}

/** One coin of a script of ours, with a change of its fields. */
const spend = (
  text: string,
  change?: CoinSpec['change'],
  more: Partial<PsbtSpec> = {},
): PsbtSpec => ({
  coins: [coin(place(text, 0, 0), 1, change ? { change } : {})],
  outputs: [pay(60_000n), back(39_500n)],
  ...more,
});
/** A payment whose change is of a script of ours, with a change of its fields. */
const pays = (text: string, change?: (output: Mutable<PsbtOutput>) => void): PsbtSpec => ({
  coins: [mine(0)],
  outputs: [pay(60_000n), { ...back(39_500n, text), ...(change && { change }) }],
});
const of = (text: string) => ({ descriptors: [text, wpkh] });

/** Each leaf of an input by its proof, and where the keys are (BIP371). */
const withLeaves = (input: Mutable<PsbtInput>, text = tree) => {
  const { leaves } = spendDataOf(place(text, 0, 0));
  input.tapLeaves = [...leaves];
  input.tapKeyPaths = input.tapKeyPaths.map((each) => ({
    ...each,
    leafHashes: new Set(
      leaves
        .filter(({ script }) => encodeHex(script).includes(encodeHex(each.xOnly)))
        .map(({ script, leafVersion }) => encodeHex(tapLeafHash(leafVersion, script))),
    ),
  }));
};
const strangersKey = spendDataOf(
  place(tr.replace(keyAt(ME, '86h/1h/0h'), keyAt(THIEF, '86h/1h/0h')), 0, 0),
).internalKey;
const keysOf = ({ knowledge }: Place) => [
  ...new Map([...knowledge.publicKeys.values()].map((key) => [encodeHex(key), key])).values(),
];
const participantsOf = (at: Place) => {
  const [[aggregate, participants] = ['', []]] = [...at.knowledge.aggregates];
  const bytes = Uint8Array.from(aggregate.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return { aggregate: bytes, participants };
};

/** Fields of inputs that contradict the coin, beside those that fit. */
function inputScripts(): ReviewVector[] {
  const stop = ['script-mismatch'] as const;
  const foreign = (change: (input: Mutable<PsbtInput>) => void, name: string, text = tr): Row => [
    name,
    spend(text, change),
    stop,
    { ...of(text), says: ['gives another output key'] },
  ];
  const inner = multisigScript(1, keysOf(place(multi, 0, 0)).slice(0, 1));
  return rows(
    'script-mismatch',
    [
      foreign((input) => {
        input.tapInternalKey = strangersKey;
      }, 'the internal key of a stranger'),
      foreign((input) => {
        input.tapInternalKey = strangersKey;
        input.tapKeyPaths = [];
      }, 'the internal key of a stranger, without derivations'),
      foreign((input) => {
        input.tapMerkleRoot = new Uint8Array(32).fill(9);
      }, 'a root for a coin without a tree'),
      foreign(
        (input) => {
          input.tapMerkleRoot = new Uint8Array(32).fill(9);
        },
        'another root for a tree',
        tree,
      ),
      foreign((input) => withLeaves(input, stolen), 'leaves of another tree', tree),
      foreign(
        (input) => {
          withLeaves(input);
          const [first, ...rest] = input.tapLeaves;
          if (first)
            input.tapLeaves = [
              { ...first, script: concatBytes(first.script, Uint8Array.of(0x61)) },
              ...rest,
            ];
        },
        'a leaf with another script under its proof',
        tree,
      ),
      foreign(
        (input) => {
          withLeaves(input);
          input.tapLeaves = input.tapLeaves.map((leaf) => ({
            ...leaf,
            controlBlocks: leaf.controlBlocks.map((block) =>
              concatBytes(Uint8Array.of((block[0] ?? 0) ^ 1), block.subarray(1)),
            ),
          }));
        },
        'a proof with the other parity',
        tree,
      ),
      foreign(
        (input) => {
          withLeaves(input);
          input.tapInternalKey = strangersKey;
        },
        'leaves that fit, and the internal key of a stranger',
        tree,
      ),
      foreign(
        (input) => {
          withLeaves(input);
          input.tapMerkleRoot = new Uint8Array(32).fill(9);
        },
        'leaves that fit, and another root',
        tree,
      ),
      [
        'fields of taproot for a coin of P2WPKH',
        spend(wpkh, (input) => {
          input.tapInternalKey = strangersKey;
        }),
        stop,
        { says: ['It has fields of taproot, and is not taproot.'] },
      ],
      [
        'a root alone for a coin of P2WPKH',
        spend(wpkh, (input) => {
          input.tapMerkleRoot = new Uint8Array(32).fill(9);
        }),
        stop,
      ],
      [
        'a witness script without its redeem script, of another coin',
        spend(wrapped, (input) => {
          input.redeemScript = new Uint8Array(0);
          input.witnessScript = inner;
        }),
        stop,
        { ...of(wrapped), says: ['A redeem or witness script has another hash.'] },
      ],
      [
        'a witness script beside the redeem script of another',
        spend(wrapped, (input) => {
          input.witnessScript = inner;
        }),
        stop,
        of(wrapped),
      ],
      [
        'a preimage of another hash',
        spend(tr, (input) => {
          input.sha256 = [{ digest: new Uint8Array(32).fill(1), preimage: new Uint8Array(32) }];
        }),
        stop,
        { ...of(tr), says: ['A preimage has another hash.'] },
      ],
      [
        'participants of MuSig2 that do not give their key',
        spend(musig, (input) => {
          const { aggregate, participants } = participantsOf(place(musig, 0, 0));
          const other = concatBytes(Uint8Array.of(2), strangersKey);
          input.musigParticipants = [
            { aggregate, participants: [...participants.slice(1), other] },
          ];
        }),
        stop,
        { ...of(musig), says: ['The participants of a MuSig2 key do not give that key.'] },
      ],
      [
        'participants of MuSig2 in another order',
        spend(musig, (input) => {
          const { aggregate, participants } = participantsOf(place(musig, 0, 0));
          input.musigParticipants = [{ aggregate, participants: [...participants].reverse() }];
        }),
        stop,
        { ...of(musig), says: ['in another order'] },
      ],
      [
        'participants of MuSig2 for a coin of P2WPKH',
        spend(wpkh, (input) => {
          input.musigParticipants = [participantsOf(place(musig, 0, 0))];
        }),
        stop,
      ],
    ],
    [
      ['the internal key of a coin without a tree', spend(tr), [], of(tr)],
      ['a root of a tree without its leaves', spend(tree), [], of(tree)],
      ['leaves with their proofs', spend(tree, (input) => withLeaves(input)), [], of(tree)],
      [
        'leaves with their proofs, without key and root',
        spend(tree, (input) => {
          withLeaves(input);
          input.tapInternalKey = undefined;
          input.tapMerkleRoot = undefined;
        }),
        [],
        of(tree),
      ],
      [
        'an internal key and derivations in leaves that are not shown',
        spend(tree, (input) => {
          withLeaves(input);
          input.tapLeaves = [];
          input.tapMerkleRoot = undefined;
        }),
        [],
        of(tree),
      ],
      [
        'an internal key without a private key, and nothing of the tree',
        spend(tree.replace(keyAt(ME, '86h/1h/0h'), UNSPENDABLE), (input) => {
          input.tapMerkleRoot = undefined;
        }),
        [],
        of(tree.replace(keyAt(ME, '86h/1h/0h'), UNSPENDABLE)),
      ],
      [
        'a witness script of its own coin without its redeem script',
        spend(wrapped, (input) => {
          input.redeemScript = new Uint8Array(0);
        }),
        [],
        of(wrapped),
      ],
      [
        'a preimage of its hash',
        spend(tr, (input) => {
          input.sha256 = [{ digest: sha256(new Uint8Array(32)), preimage: new Uint8Array(32) }];
        }),
        [],
        of(tr),
      ],
      [
        'participants of MuSig2 that give their key',
        spend(musig, (input) => {
          input.musigParticipants = [participantsOf(place(musig, 0, 0))];
        }),
        [],
        of(musig),
      ],
    ],
  );
}

const UNSPENDABLE = '50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0';

/** Fields of outputs that contradict the script, beside those that fit. */
function outputScripts(): ReviewVector[] {
  const stop = ['output-mismatch'] as const;
  const treeOf = (text: string) => {
    const at = place(text, 1, 0);
    return at.knowledge.taproot.get(encodeHex(at.script.subarray(2)))?.tree ?? [];
  };
  const friend = (inner: Bytes) => p2wshScript(sha256(inner));
  const theirs = multisigScript(1, keysOf(place(multi, 0, 5)).slice(1, 2));
  const to = (script: Bytes, change: (output: Mutable<PsbtOutput>) => void): PsbtSpec => ({
    coins: [mine(0)],
    outputs: [{ value: 60_000n, script, change }, back(39_500n)],
  });
  const musigOf = () => participantsOf(place(musig, 1, 0));
  return rows(
    'output-mismatch',
    [
      [
        'a payment with the witness script of another',
        to(friend(theirs), (output) => {
          output.witnessScript = Uint8Array.of(0x51, 0x51);
        }),
        stop,
        { says: ['A redeem or witness script has another hash.'] },
      ],
      [
        'a payment with the redeem script of another',
        to(p2shScript(hash160(theirs)), (output) => {
          output.redeemScript = Uint8Array.of(0x51, 0x51);
        }),
        stop,
      ],
      [
        'a redeem script for P2WPKH',
        pays(wpkh, (output) => {
          output.redeemScript = Uint8Array.of(0x51, 0x51);
        }),
        stop,
      ],
      [
        'change with the internal key of a stranger',
        pays(tr, (output) => {
          output.tapInternalKey = strangersKey;
        }),
        stop,
        { ...of(tr), says: ['gives another output key'] },
      ],
      [
        'change with a stranger for internal key and derivation',
        pays(tr, (output) => {
          output.tapInternalKey = strangersKey;
          output.tapKeyPaths = output.tapKeyPaths.map((each) => ({
            ...each,
            xOnly: strangersKey,
            origin: { ...each.origin, fingerprint: new Uint8Array(4) },
          }));
        }),
        stop,
        of(tr),
      ],
      [
        'change with the tree of another',
        pays(tree, (output) => {
          output.tapTree = treeOf(stolen);
        }),
        stop,
        of(tree),
      ],
      [
        'change with a tree that it does not have',
        pays(tr, (output) => {
          output.tapTree = treeOf(tree);
        }),
        stop,
        of(tr),
      ],
      [
        'fields of taproot for P2WPKH',
        pays(wpkh, (output) => {
          output.tapInternalKey = strangersKey;
        }),
        stop,
      ],
      [
        'participants of MuSig2 that do not give their key',
        pays(musig, (output) => {
          output.musigParticipants = [
            { ...musigOf(), participants: musigOf().participants.slice(1) },
          ];
        }),
        stop,
        of(musig),
      ],
    ],
    [
      [
        'a payment with its witness script',
        to(friend(theirs), (output) => {
          output.witnessScript = theirs;
        }),
        [],
      ],
      ['change of taproot', pays(tr), [], of(tr)],
      [
        'change with its tree',
        pays(tree, (output) => {
          output.tapTree = treeOf(tree);
        }),
        [],
        of(tree),
      ],
      ['change with a tree that is left out', pays(tree), [], of(tree)],
      [
        'change with a tree that is left out, and no derivations',
        pays(tree, (output) => {
          output.tapKeyPaths = [];
        }),
        [],
        of(tree),
      ],
      [
        'participants of MuSig2 that give their key',
        pays(musig, (output) => {
          output.musigParticipants = [musigOf()];
        }),
        [],
        of(musig),
      ],
    ],
  );
}

/** By file. */
export const fieldCases = {
  'fields-of-inputs': inputScripts,
  'fields-of-outputs': outputScripts,
} as const;
