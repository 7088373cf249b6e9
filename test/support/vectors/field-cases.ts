import { hash160, sha256 } from '../../../src/crypto/hash.ts';
import { createFlatSigningProvider } from '../../../src/descriptor/flat-signing-provider.ts';
import { type Bytes, concatBytes } from '../../../src/encoding/bytes.ts';
import { decodeHex, encodeHex } from '../../../src/encoding/hex.ts';
import type { PsbtInput, PsbtOutput } from '../../../src/psbt/psbt.ts';
import {
  multisigScript,
  p2shScript,
  p2wpkhScript,
  p2wshScript,
  witnessScript,
} from '../../../src/script/builders.ts';
import { tapLeafHash } from '../../../src/script/taproot.ts';
import type { TaprootSpendData } from '../../../src/signing/provider.ts';
import {
  back,
  COSIGNER,
  coin,
  ME,
  mine,
  multi,
  outPoint,
  pay,
  type ReviewVector,
  type Row,
  rows,
  THIEF,
  thief,
  tr,
  wpkh,
} from './review-cases.ts';
import {
  type CoinSpec,
  keyAt,
  type Mutable,
  type Person,
  type Place,
  type PsbtSpec,
  place,
  previousOf,
} from './review-world.ts';

const tree = `tr(${keyAt(ME, '86h/1h/0h')},{pk(${keyAt(COSIGNER, '86h/1h/0h')}),and_v(v:pk(${keyAt(COSIGNER, '86h/1h/1h')}),older(144))})`;
const stolen = tree.replace(keyAt(COSIGNER, '86h/1h/1h'), keyAt(THIEF, '86h/1h/1h'));
const musig = `tr(musig(${[ME, COSIGNER].map((who) => keyAt(who, '87h/1h/0h').replace('/<0;1>/*', '/7')).join(',')}))`;
const wrapped = multi.replace(/^wsh/, 'sh(wsh').concat(')');

/** Returns the BIP371 data of a taproot output. */
function spendDataOf({ script, knowledge }: Place): Required<Omit<TaprootSpendData, 'merkleRoot'>> {
  const found = knowledge.taproot.get(encodeHex(script.subarray(2)))?.spendData;
  if (found?.internalKey === undefined) throw new Error('no taproot output');
  return { ...found, internalKey: found.internalKey };
}

/** Makes a PSBT that spends one coin of our script, and changes its fields. */
const spend = (
  text: string,
  change?: CoinSpec['change'],
  more: Partial<PsbtSpec> = {},
): PsbtSpec => ({
  coins: [coin(place(text, 0, 0), 1, change ? { change } : {})],
  outputs: [pay(60_000n), back(39_500n)],
  ...more,
});
/** Makes a payment with change to our script, and changes the fields of the change output. */
const pays = (text: string, change?: (output: Mutable<PsbtOutput>) => void): PsbtSpec => ({
  coins: [mine(0)],
  outputs: [pay(60_000n), { ...back(39_500n, text), ...(change && { change }) }],
});
const of = (text: string) => ({ descriptors: [text, wpkh] });

/** Adds each leaf of an input with its proof, and the leaves of the keys (BIP371). */
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
const { internalKey: strangersKey = new Uint8Array(32) } = spendDataOf(
  place(tr.replace(keyAt(ME, '86h/1h/0h'), keyAt(THIEF, '86h/1h/0h')), 0, 0),
);
const fingerprintOf = (who: Person) => decodeHex(who.fingerprint) as Bytes;
const keysOf = ({ knowledge }: Place) => [
  ...new Map([...knowledge.publicKeys.values()].map((key) => [encodeHex(key), key])).values(),
];
const participantsOf = (at: Place) => {
  const [[aggregate, participants] = ['', []]] = [...at.knowledge.aggregates];
  const bytes = Uint8Array.from(aggregate.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return { aggregate: bytes, participants };
};

/** Returns a public nonce without a known secret. */
const nonceOf = (participant: Bytes) => ({
  participant,
  aggregate: participantsOf(place(musig, 0, 0)).aggregate,
  leafHash: undefined,
  value: concatBytes(participant, participant),
});

/** Fields of inputs that contradict the coin, and matching ones. */
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
        { says: ['It has taproot fields, but is not taproot.'] },
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
        { ...of(musig), says: ['in the wrong order'] },
      ],
      [
        'a signature by the key path for a coin of P2WPKH',
        spend(wpkh, (input) => {
          input.tapKeySignature = new Uint8Array(64).fill(1);
        }),
        stop,
        { says: ['It has taproot fields, but is not taproot.'] },
      ],
      [
        'a nonce of MuSig2 for a coin of P2WPKH',
        spend(wpkh, (input) => {
          input.musigPubNonces = [nonceOf(concatBytes(Uint8Array.of(2), strangersKey))];
        }),
        stop,
      ],
      [
        'a nonce of MuSig2 of a stranger',
        spend(musig, (input) => {
          input.musigParticipants = [participantsOf(place(musig, 0, 0))];
          input.musigPubNonces = [nonceOf(concatBytes(Uint8Array.of(2), strangersKey))];
        }),
        stop,
        { ...of(musig), says: ['A MuSig2 nonce or signature belongs to no participant.'] },
      ],
      [
        'a partial signature of MuSig2 of a stranger',
        spend(musig, (input) => {
          const nonce = nonceOf(concatBytes(Uint8Array.of(2), strangersKey));
          input.musigParticipants = [participantsOf(place(musig, 0, 0))];
          input.musigPartialSignatures = [{ ...nonce, value: new Uint8Array(32).fill(1) }];
        }),
        stop,
        { ...of(musig), says: ['A MuSig2 nonce or signature belongs to no participant.'] },
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
        'a nonce of MuSig2 of a participant',
        spend(musig, (input) => {
          const named = participantsOf(place(musig, 0, 0));
          input.musigParticipants = [named];
          input.musigPubNonces = named.participants.slice(1).map(nonceOf);
        }),
        [],
        of(musig),
      ],
      [
        'a nonce of MuSig2 without its participants',
        spend(musig, (input) => {
          input.musigPubNonces = participantsOf(place(musig, 0, 0)).participants.map(nonceOf);
        }),
        [],
        of(musig),
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

/** Fields of outputs that contradict the script, and matching ones. */
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

/** Hashed scripts where this cannot be intended, and coins that are described twice. */
function places(): ReviewVector[] {
  const to = (script: Bytes, redeemScript: Bytes, inner?: Bytes): PsbtSpec => ({
    coins: [mine(0)],
    outputs: [
      {
        value: 60_000n,
        script,
        change: (output) =>
          Object.assign(output, { redeemScript, ...(inner && { witnessScript: inner }) }),
      },
      back(39_500n),
    ],
  });
  const none = new Uint8Array(0);
  const inWsh = (inner: Bytes) => to(p2wshScript(sha256(inner)), none, inner);
  const inSh = (inner: Bytes) => to(p2shScript(hash160(inner)), inner);
  const inBoth = (inner: Bytes) => {
    const redeem = p2wshScript(sha256(inner));
    return to(p2shScript(hash160(redeem)), redeem, inner);
  };
  const keyHash = p2wpkhScript(new Uint8Array(20).fill(9));
  const output = strangersKey && witnessScript(1, strangersKey);
  const short = witnessScript(0, new Uint8Array(21).fill(9));
  const scriptHash = p2shScript(new Uint8Array(20).fill(9));
  const [key] = keysOf(place(multi, 0, 5)) as [Bytes];
  const plain = multisigScript(1, [key]);
  const locked = (script: Bytes, inner: Bytes): PsbtSpec => ({
    coins: [
      mine(0),
      coin({ script, knowledge: createFlatSigningProvider() }, 9, {
        change: (input) => {
          if (inner.length > 0) input.witnessScript = inner;
        },
      }),
    ],
    outputs: [pay(160_000n), back(39_500n)],
  });
  const made = previousOf(mine(0));
  const twin = {
    ...made,
    outputs: made.outputs.map((each) => ({ ...each, scriptPubKey: place(wpkh, 0, 0).script })),
  };
  const twins = (value: bigint, script = place(wpkh, 0, 0).script, id = twin): PsbtSpec => ({
    coins: [
      mine(0, { made: { transaction: id, vout: 1 } }),
      mine(0, {
        made: { transaction: twin, vout: 0 },
        previous: false,
        value: 1_000_000n,
        claimed: value,
        script,
      }),
    ],
    outputs: [pay(160_000n), back(935_000n)],
  });
  const known = (script: Bytes) => ({
    known: { [outPoint(mine(0))]: { amount: '100000', script: encodeHex(script) } },
  });
  return [
    ...rows(
      'output-unspendable',
      [
        ['P2WPKH inside P2WSH', inWsh(keyHash), ['output-unspendable']],
        ['taproot inside P2WSH', inWsh(output), ['output-unspendable']],
        ['P2WPKH inside P2WSH inside P2SH', inBoth(keyHash), ['output-unspendable']],
        ['version 0 of 21 bytes inside P2SH', inSh(short), ['output-unspendable']],
      ],
      [
        ['P2WPKH inside P2SH', inSh(keyHash), []],
        ['a script of keys inside P2WSH', inWsh(plain), []],
        ['a script of keys inside P2WSH inside P2SH', inBoth(plain), []],
      ],
    ),
    ...rows(
      'output-anyone-can-spend',
      [
        ['taproot inside P2SH', inSh(output), ['output-anyone-can-spend']],
        ['P2SH inside P2SH', inSh(scriptHash), ['output-anyone-can-spend']],
        ['P2SH inside P2WSH', inWsh(scriptHash), ['output-anyone-can-spend']],
      ],
      [['a script of keys inside P2SH', inSh(plain), []]],
    ),
    ...rows(
      'input-unspendable',
      [
        [
          'a coin of P2WPKH inside P2WSH',
          locked(p2wshScript(sha256(keyHash)), keyHash),
          ['input-unspendable', 'inputs-of-others'],
        ],
        [
          'a coin of taproot whose key is not on the curve',
          locked(witnessScript(1, new Uint8Array(32).fill(5)), none),
          ['input-unspendable', 'inputs-of-others'],
        ],
      ],
      [
        [
          'a coin of a script of keys inside P2WSH',
          locked(p2wshScript(sha256(plain)), plain),
          ['inputs-of-others'],
        ],
        ['a coin of taproot', locked(output, none), ['inputs-of-others']],
        ['a coin of ours', spend(tr), [], of(tr)],
      ],
    ),
    ...rows(
      'utxo-mismatch',
      [
        [
          'an amount that the previous transaction of another input contradicts',
          twins(1_000_001n),
          ['utxo-mismatch', 'fee-proven-once'],
        ],
        [
          'a script that the previous transaction of another input contradicts',
          twins(1_000_000n, place(wpkh, 0, 1).script),
          ['utxo-mismatch', 'fee-proven-once'],
        ],
        [
          'a script that the chain contradicts',
          {
            ...spend(wpkh),
            coins: [
              mine(0, {
                previous: false,
                script: place(wpkh, 0, 1).script,
                made: { transaction: made, vout: 1 },
              }),
            ],
          },
          ['utxo-mismatch'],
          known(mine(0).script),
        ],
      ],
      [
        [
          'two coins of one transaction, which comes along once',
          twins(1_000_000n),
          ['fee-proven-once'],
        ],
        [
          'a script that the chain confirms',
          { ...spend(wpkh), coins: [mine(0, { previous: false })] },
          [],
          known(mine(0).script),
        ],
      ],
    ),
    ...rows(
      'input-not-ours',
      [
        [
          'the key of a thief under the path of our account itself',
          {
            coins: [
              mine(0),
              coin(place(thief, 0, 5), 9, {
                change: (input) => {
                  input.keyPaths = input.keyPaths.map((each) => ({
                    ...each,
                    origin: { fingerprint: fingerprintOf(ME), path: each.origin.path.slice(0, 3) },
                  }));
                },
              }),
            ],
            outputs: [pay(160_000n), back(39_500n)],
          },
          ['input-not-ours'],
        ],
      ],
      [
        [
          'the key of another under the path of another account of ours',
          {
            coins: [
              mine(0),
              coin(place(thief, 0, 5), 9, {
                change: (input) => {
                  input.keyPaths = input.keyPaths.map((each) => ({
                    ...each,
                    origin: {
                      fingerprint: fingerprintOf(ME),
                      path: [...each.origin.path.slice(0, 2), 0x80000009],
                    },
                  }));
                },
              }),
            ],
            outputs: [pay(160_000n), back(39_500n)],
          },
          ['inputs-of-others'],
          { says: ['names a master key of your descriptors'] },
        ],
      ],
    ),
  ];
}

/** Cases by file. */
export const fieldCases = {
  'fields-of-inputs': inputScripts,
  'fields-of-outputs': outputScripts,
  'fields-misplaced': places,
} as const;
