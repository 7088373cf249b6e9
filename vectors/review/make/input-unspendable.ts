import { sha256 } from '../../../src/crypto/hash.ts';
import { createFlatSigningProvider } from '../../../src/descriptor/flat-signing-provider.ts';
import type { Bytes } from '../../../src/encoding/bytes.ts';
import { p2wshScript, witnessScript } from '../../../src/script/builders.ts';
import { UNSPENDABLE_KEY } from '../../../src/script/taproot.ts';
import { ofBoth, tr, wpkh } from '../../../test/support/review/accounts.ts';
import {
  at,
  type CoinSpec,
  coin,
  friend,
  mine,
  noKnowledge,
} from '../../../test/support/review/coins.ts';
import { back, type PsbtSpec, pay } from '../../../test/support/review/payments.ts';
import { type Case, pair, rows } from '../../../test/support/review/rows.ts';
import {
  lostKeyHash,
  oneOfOne,
  spendWith,
  strangersKey,
  taprootScript,
} from '../../../test/support/review/scripts.ts';

const none = new Uint8Array(0);
const output = strangersKey && witnessScript(1, strangersKey);
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
const noKey = UNSPENDABLE_KEY;
const lostCoin: CoinSpec = {
  ...coin({ script: taprootScript(noKey, []), knowledge: noKnowledge }, 77),
  change: (input) => Object.assign(input, { tapInternalKey: noKey }),
};
const beside = (other: CoinSpec): PsbtSpec => ({
  coins: [at(wpkh, 0, 900_000n), other],
  outputs: [back(599_000n, wpkh, 4), pay(400_000n, friend)],
});

export const cases: readonly Case[] = [
  ...rows(
    [
      // Hashed scripts where this cannot be intended, and coins that are described twice.
      [
        'a coin of P2WPKH inside P2WSH',
        locked(p2wshScript(sha256(lostKeyHash)), lostKeyHash),
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
        locked(p2wshScript(sha256(oneOfOne)), oneOfOne),
        ['inputs-of-others'],
      ],
      ['a coin of taproot', locked(output, none), ['inputs-of-others']],
      ['a coin of ours', spendWith(tr), ofBoth(tr)],
    ],
  ),
  ...pair(
    // Outputs that no key can spend, although they look usual.
    [
      'a taproot coin that no key opens, beside ours',
      beside(lostCoin),
      ['input-unspendable', 'inputs-of-others'],
    ],
    ['a taproot coin of others, beside ours', beside(at(tr, 5, 100_000n)), ['inputs-of-others']],
  ),
];
