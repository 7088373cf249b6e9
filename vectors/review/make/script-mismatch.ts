import { sha256 } from '../../../src/crypto/hash.ts';
import { type Bytes, concatBytes } from '../../../src/encoding/bytes.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import type { PsbtInput } from '../../../src/psbt/psbt.ts';
import { multisigScript } from '../../../src/script/builders.ts';
import { tapLeafHash } from '../../../src/script/taproot.ts';
import {
  COSIGNER,
  fixedMusig,
  keyAt,
  leafTree,
  ME,
  multi,
  NUMS,
  nested,
  ofBoth,
  place,
  stolenTree,
  thief,
  tr,
  wpkh,
} from '../../../test/support/review/accounts.ts';
import {
  at,
  coin,
  field,
  friend,
  type Mutable,
  stranger,
} from '../../../test/support/review/coins.ts';
import {
  back,
  type PsbtSpec,
  pay,
  sharedPayment,
  usual,
  withFacts,
} from '../../../test/support/review/payments.ts';
import { BIP174, type Case, pair, type Row, rows } from '../../../test/support/review/rows.ts';
import {
  keysOf,
  participantsOf,
  spendDataOf,
  spendWith,
  strangersKey,
} from '../../../test/support/review/scripts.ts';

const wrapped = multi.replace(/^wsh/, 'sh(wsh').concat(')');

/** Adds each leaf of an input with its proof, and the leaves of the keys (BIP371). */
const withLeaves = (input: Mutable<PsbtInput>, text = leafTree) => {
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

/** Returns a public nonce without a known secret. */
const nonceOf = (participant: Bytes) => ({
  participant,
  aggregate: participantsOf(place(fixedMusig, 0, 0)).aggregate,
  leafHash: undefined,
  value: concatBytes(participant, participant),
});
const nestedUsual: PsbtSpec = {
  coins: [coin(place(nested, 0, 0), 5)],
  outputs: [pay(60_000n), back(39_800n, nested)],
};
const scripted = (spec: PsbtSpec, fields: object): PsbtSpec => ({
  ...spec,
  coins: spec.coins.map((each) => ({ ...each, change: (input) => Object.assign(input, fields) })),
});
const wrappedPair = `sh(wsh(sortedmulti(1,${keyAt(ME, '48h/1h/0h/1h')},${keyAt(COSIGNER, '48h/1h/0h/1h')})))`;
const inside: PsbtSpec = {
  coins: [at(wrappedPair, 0, 310_000n)],
  outputs: [pay(200_000n, friend), back(109_300n, wrappedPair)],
};
const stop = ['script-mismatch'] as const;
const foreign = (change: (input: Mutable<PsbtInput>) => void, name: string, text = tr): Row => [
  name,
  spendWith(text, change),
  stop,
  { ...ofBoth(text), says: ['gives another output key'] },
];
const inner = multisigScript(1, keysOf(place(multi, 0, 0)).slice(0, 1));

export const cases: readonly Case[] = [
  ...rows(
    [
      [
        'a redeem script that the coin does not have hashed',
        scripted(nestedUsual, { redeemScript: stranger }),
        { descriptors: [nested], source: BIP174 },
      ],
      [
        'a witness script that the coin does not have hashed',
        scripted(sharedPayment, {
          witnessScript: multisigScript(1, [
            [...place(thief, 0, 0).knowledge.publicKeys.values()][0] as Bytes,
          ]),
        }),
        { descriptors: [multi], source: BIP174 },
      ],
      ['a redeem script where nothing is hashed', scripted(usual, { redeemScript: stranger })],
      // Fields of inputs that contradict the coin, and matching ones.
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
        leafTree,
      ),
      foreign((input) => withLeaves(input, stolenTree), 'leaves of another tree', leafTree),
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
        leafTree,
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
        leafTree,
      ),
      foreign(
        (input) => {
          withLeaves(input);
          input.tapInternalKey = strangersKey;
        },
        'leaves that fit, and the internal key of a stranger',
        leafTree,
      ),
      foreign(
        (input) => {
          withLeaves(input);
          input.tapMerkleRoot = new Uint8Array(32).fill(9);
        },
        'leaves that fit, and another root',
        leafTree,
      ),
      [
        'fields of taproot for a coin of P2WPKH',
        spendWith(wpkh, (input) => {
          input.tapInternalKey = strangersKey;
        }),
        { says: ['It has taproot fields, but is not taproot.'] },
      ],
      [
        'a root alone for a coin of P2WPKH',
        spendWith(wpkh, (input) => {
          input.tapMerkleRoot = new Uint8Array(32).fill(9);
        }),
      ],
      [
        'a witness script without its redeem script, of another coin',
        spendWith(wrapped, (input) => {
          input.redeemScript = new Uint8Array(0);
          input.witnessScript = inner;
        }),
        { ...ofBoth(wrapped), says: ['A redeem or witness script has another hash.'] },
      ],
      [
        'a witness script beside the redeem script of another',
        spendWith(wrapped, (input) => {
          input.witnessScript = inner;
        }),
        ofBoth(wrapped),
      ],
      [
        'a preimage of another hash',
        spendWith(tr, (input) => {
          input.sha256 = [{ digest: new Uint8Array(32).fill(1), preimage: new Uint8Array(32) }];
        }),
        { ...ofBoth(tr), says: ['A preimage has another hash.'] },
      ],
      [
        'participants of MuSig2 that do not give their key',
        spendWith(fixedMusig, (input) => {
          const { aggregate, participants } = participantsOf(place(fixedMusig, 0, 0));
          const other = concatBytes(Uint8Array.of(2), strangersKey);
          input.musigParticipants = [
            { aggregate, participants: [...participants.slice(1), other] },
          ];
        }),
        { ...ofBoth(fixedMusig), says: ['The participants of a MuSig2 key do not give that key.'] },
      ],
      [
        'participants of MuSig2 in another order',
        spendWith(fixedMusig, (input) => {
          const { aggregate, participants } = participantsOf(place(fixedMusig, 0, 0));
          input.musigParticipants = [{ aggregate, participants: [...participants].reverse() }];
        }),
        { ...ofBoth(fixedMusig), says: ['in the wrong order'] },
      ],
      [
        'a signature by the key path for a coin of P2WPKH',
        spendWith(wpkh, (input) => {
          input.tapKeySignature = new Uint8Array(64).fill(1);
        }),
        { says: ['It has taproot fields, but is not taproot.'] },
      ],
      [
        'a nonce of MuSig2 for a coin of P2WPKH',
        spendWith(wpkh, (input) => {
          input.musigPubNonces = [nonceOf(concatBytes(Uint8Array.of(2), strangersKey))];
        }),
      ],
      [
        'a nonce of MuSig2 of a stranger',
        spendWith(fixedMusig, (input) => {
          input.musigParticipants = [participantsOf(place(fixedMusig, 0, 0))];
          input.musigPubNonces = [nonceOf(concatBytes(Uint8Array.of(2), strangersKey))];
        }),
        { ...ofBoth(fixedMusig), says: ['A MuSig2 nonce or signature belongs to no participant.'] },
      ],
      [
        'a partial signature of MuSig2 of a stranger',
        spendWith(fixedMusig, (input) => {
          const nonce = nonceOf(concatBytes(Uint8Array.of(2), strangersKey));
          input.musigParticipants = [participantsOf(place(fixedMusig, 0, 0))];
          input.musigPartialSignatures = [{ ...nonce, value: new Uint8Array(32).fill(1) }];
        }),
        { ...ofBoth(fixedMusig), says: ['A MuSig2 nonce or signature belongs to no participant.'] },
      ],
      [
        'participants of MuSig2 for a coin of P2WPKH',
        spendWith(wpkh, (input) => {
          input.musigParticipants = [participantsOf(place(fixedMusig, 0, 0))];
        }),
      ],
    ],
    [
      ['the redeem script', nestedUsual, { descriptors: [nested] }],
      ['the witness script', sharedPayment, { descriptors: [multi] }],
      ['the internal key of a coin without a tree', spendWith(tr), ofBoth(tr)],
      ['a root of a tree without its leaves', spendWith(leafTree), ofBoth(leafTree)],
      [
        'leaves with their proofs',
        spendWith(leafTree, (input) => withLeaves(input)),
        ofBoth(leafTree),
      ],
      [
        'leaves with their proofs, without key and root',
        spendWith(leafTree, (input) => {
          withLeaves(input);
          input.tapInternalKey = undefined;
          input.tapMerkleRoot = undefined;
        }),
        ofBoth(leafTree),
      ],
      [
        'an internal key and derivations in leaves that are not shown',
        spendWith(leafTree, (input) => {
          withLeaves(input);
          input.tapLeaves = [];
          input.tapMerkleRoot = undefined;
        }),
        ofBoth(leafTree),
      ],
      [
        'an internal key without a private key, and nothing of the tree',
        spendWith(leafTree.replace(keyAt(ME, '86h/1h/0h'), NUMS), (input) => {
          input.tapMerkleRoot = undefined;
        }),
        ofBoth(leafTree.replace(keyAt(ME, '86h/1h/0h'), NUMS)),
      ],
      [
        'a witness script of its own coin without its redeem script',
        spendWith(wrapped, (input) => {
          input.redeemScript = new Uint8Array(0);
        }),
        ofBoth(wrapped),
      ],
      [
        'a preimage of its hash',
        spendWith(tr, (input) => {
          input.sha256 = [{ digest: sha256(new Uint8Array(32)), preimage: new Uint8Array(32) }];
        }),
        ofBoth(tr),
      ],
      [
        'a nonce of MuSig2 of a participant',
        spendWith(fixedMusig, (input) => {
          const named = participantsOf(place(fixedMusig, 0, 0));
          input.musigParticipants = [named];
          input.musigPubNonces = named.participants.slice(1).map(nonceOf);
        }),
        ofBoth(fixedMusig),
      ],
      [
        'a nonce of MuSig2 without its participants',
        spendWith(fixedMusig, (input) => {
          input.musigPubNonces = participantsOf(place(fixedMusig, 0, 0)).participants.map(nonceOf);
        }),
        ofBoth(fixedMusig),
      ],
      [
        'participants of MuSig2 that give their key',
        spendWith(fixedMusig, (input) => {
          input.musigParticipants = [participantsOf(place(fixedMusig, 0, 0))];
        }),
        ofBoth(fixedMusig),
      ],
    ],
  ),
  ...pair(
    [
      'a witness script that is not the one behind P2SH',
      withFacts(inside, field({ witnessScript: Uint8Array.of(0x51) })),
      { descriptors: [wrappedPair] },
    ],
    ['both scripts', inside, { descriptors: [wrappedPair] }],
    [
      'the inner script without the outer one',
      withFacts(inside, field({ redeemScript: new Uint8Array(0) })),
      { descriptors: [wrappedPair] },
    ],
  ),
];
