import { hash160, sha256 } from '../../../src/crypto/hash.ts';
import type { Bytes } from '../../../src/encoding/bytes.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import type { PsbtOutput } from '../../../src/psbt/psbt.ts';
import { multisigScript, p2shScript, p2wshScript } from '../../../src/script/builders.ts';
import {
  fixedMusig,
  leafTree,
  multi,
  ofBoth,
  place,
  stolenTree,
  tr,
  wpkh,
} from '../../../test/support/review/accounts.ts';
import { type Mutable, mine } from '../../../test/support/review/coins.ts';
import { back, type PsbtSpec, pay } from '../../../test/support/review/payments.ts';
import { type Case, rows } from '../../../test/support/review/rows.ts';
import { keysOf, participantsOf, strangersKey } from '../../../test/support/review/scripts.ts';

/** Makes a payment with change to our script, and changes the fields of the change output. */
const pays = (text: string, change?: (output: Mutable<PsbtOutput>) => void): PsbtSpec => ({
  coins: [mine(0)],
  outputs: [pay(60_000n), { ...back(39_500n, text), ...(change && { change }) }],
});
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
const musigOf = () => participantsOf(place(fixedMusig, 1, 0));

export const cases: readonly Case[] = rows(
  [
    // Fields of outputs that contradict the script, and matching ones.
    [
      'a payment with the witness script of another',
      to(friend(theirs), (output) => {
        output.witnessScript = Uint8Array.of(0x51, 0x51);
      }),
      { says: ['A redeem or witness script has another hash.'] },
    ],
    [
      'a payment with the redeem script of another',
      to(p2shScript(hash160(theirs)), (output) => {
        output.redeemScript = Uint8Array.of(0x51, 0x51);
      }),
    ],
    [
      'a redeem script for P2WPKH',
      pays(wpkh, (output) => {
        output.redeemScript = Uint8Array.of(0x51, 0x51);
      }),
    ],
    [
      'change with the internal key of a stranger',
      pays(tr, (output) => {
        output.tapInternalKey = strangersKey;
      }),
      { ...ofBoth(tr), says: ['gives another output key'] },
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
      ofBoth(tr),
    ],
    [
      'change with the tree of another',
      pays(leafTree, (output) => {
        output.tapTree = treeOf(stolenTree);
      }),
      ofBoth(leafTree),
    ],
    [
      'change with a tree that it does not have',
      pays(tr, (output) => {
        output.tapTree = treeOf(leafTree);
      }),
      ofBoth(tr),
    ],
    [
      'fields of taproot for P2WPKH',
      pays(wpkh, (output) => {
        output.tapInternalKey = strangersKey;
      }),
    ],
    [
      'participants of MuSig2 that do not give their key',
      pays(fixedMusig, (output) => {
        output.musigParticipants = [
          { ...musigOf(), participants: musigOf().participants.slice(1) },
        ];
      }),
      ofBoth(fixedMusig),
    ],
  ],
  [
    [
      'a payment with its witness script',
      to(friend(theirs), (output) => {
        output.witnessScript = theirs;
      }),
    ],
    ['change of taproot', pays(tr), ofBoth(tr)],
    [
      'change with its tree',
      pays(leafTree, (output) => {
        output.tapTree = treeOf(leafTree);
      }),
      ofBoth(leafTree),
    ],
    ['change with a tree that is left out', pays(leafTree), ofBoth(leafTree)],
    [
      'change with a tree that is left out, and no derivations',
      pays(leafTree, (output) => {
        output.tapKeyPaths = [];
      }),
      ofBoth(leafTree),
    ],
    [
      'participants of MuSig2 that give their key',
      pays(fixedMusig, (output) => {
        output.musigParticipants = [musigOf()];
      }),
      ofBoth(fixedMusig),
    ],
  ],
);
