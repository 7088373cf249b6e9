import { hash160, sha256 } from '../../../../src/crypto/hash.ts';
import { kernelSecp256k1 as secp256k1 } from '../../../../src/crypto/kernel-backend.ts';
import { PrivateKey } from '../../../../src/crypto/private-key.ts';
import type { Bytes } from '../../../../src/encoding/bytes.ts';
import type { FindingId } from '../../../../src/review/catalog.ts';
import {
  multisigScript,
  p2shScript,
  p2trScript,
  p2wpkhScript,
  p2wshScript,
  witnessScript,
} from '../../../../src/script/builders.ts';
import {
  changeKeyOf,
  keyAt,
  ME,
  multi,
  nested,
  of,
  place,
  THIEF,
  thief,
  tr,
  wpkh,
} from '../../../../test/support/review/accounts.ts';
import {
  passedOff,
  payFriend,
  payFriendWithChange,
} from '../../../../test/support/review/payments.ts';
import { type Case, type Row, rows } from '../../../../test/support/review/rows.ts';

/** Makes the change of a descriptor, with its owner's data, over another script. */
const over = (text: string, script: Bytes) =>
  payFriend(text, passedOff(499_000n, place(text, 1, 4), script));
const flipped = (key: Bytes) => Uint8Array.of(key[0] === 2 ? 3 : 2, ...key.subarray(1));
const ownPlace = changeKeyOf(wpkh);
const multiKeys = [...place(multi, 1, 4).knowledge.publicKeys.values()].filter(
  ({ length }) => length === 33,
);
const wrongScript = (
  name: string,
  text: string,
  script: Bytes,
  ...more: readonly FindingId[]
): Row => [name, over(text, script), ['change-not-ours', ...more], of(text)];
const secret = ME.root.derive("m/84'/1'/0'/1/4").privateKey ?? new Uint8Array(32);
const long = PrivateKey.from(secret, false)?.publicKey(secp256k1) ?? ownPlace;
const hashed = `wsh(and_v(v:pk(${keyAt(ME, '84h/1h/0h')}),sha256(${'11'.repeat(32)})))`;

/** Scripts that are almost our change. */
export const cases: readonly Case[] = [
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
];
