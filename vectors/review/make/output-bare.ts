import { hash160, sha256 } from '../../../src/crypto/hash.ts';
import { type Bytes, concatBytes } from '../../../src/encoding/bytes.ts';
import { multisigScript, p2pkhScript, p2wshScript } from '../../../src/script/builders.ts';
import { keyAt, ME, place, thief, wpkh } from '../../../test/support/review/accounts.ts';
import { back, pay, payingScript, usual } from '../../../test/support/review/payments.ts';
import { type Case, rows } from '../../../test/support/review/rows.ts';

const keys = [0, 1].map((i) => [...place(thief, 0, i).knowledge.publicKeys.values()][0] as Bytes);
const bareKey = concatBytes(Uint8Array.of(33), keys[0] as Bytes, Uint8Array.of(0xac));
const pk = `pk(${keyAt(ME, '44h/1h/1h')})`;

export const cases: readonly Case[] = rows(
  [
    ['a public key in place of an address', payingScript(bareKey)],
    ['1 of 2 keys without an address', payingScript(multisigScript(1, keys))],
  ],
  [
    ['the hash of that key', payingScript(p2pkhScript(hash160(keys[0] as Bytes)))],
    ['the same 1 of 2 behind its hash', payingScript(p2wshScript(sha256(multisigScript(1, keys))))],
    [
      'a public key of our own descriptor',
      { ...usual, outputs: [pay(60_000n, place(pk, 0, 3).script), back(39_800n)] },
      { descriptors: [wpkh, pk] },
    ],
  ],
);
