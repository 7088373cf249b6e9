import { concatBytes } from '../../../src/encoding/bytes.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { p2wpkhScript } from '../../../src/script/builders.ts';
import { multi, of } from '../../../test/support/review/accounts.ts';
import { friend, other, stranger } from '../../../test/support/review/coins.ts';
import {
  back,
  ofTap,
  pay,
  payFromTwo,
  payingScript,
  toScript,
} from '../../../test/support/review/payments.ts';
import { type Case, pairs, rows } from '../../../test/support/review/rows.ts';

const payee = p2wpkhScript(new Uint8Array(20).fill(0x77));
const known = concatBytes(Uint8Array.of(0, 20), new Uint8Array(20).fill(0x5c));

export const cases: readonly Case[] = [
  ...rows(
    [
      [
        'an address that was paid before',
        payingScript(payee),
        { knownScripts: [encodeHex(payee)] },
      ],
    ],
    [['another one', payingScript(stranger), { knownScripts: [encodeHex(payee)] }]],
  ),
  ...pairs(
    [
      'a legacy address that was paid before',
      toScript(friend),
      { ...ofTap, knownScripts: [encodeHex(friend)] },
    ],
    ['one that was not', toScript(friend), { ...ofTap, knownScripts: [encodeHex(known)] }],
    // Usual actions with a wallet, and what a careless or malicious program makes of them.
    [
      'a donation to an address that was paid before',
      payFromTwo(multi, { outputs: [pay(1_700_000n, other), back(1_290_000n, multi, 9)] }),
      { ...of(multi), knownScripts: [encodeHex(other)] },
    ],
    [
      'a donation to a new address',
      payFromTwo(multi, { outputs: [pay(1_700_000n, other), back(1_290_000n, multi, 9)] }),
      { ...of(multi), knownScripts: [encodeHex(friend)] },
    ],
  ),
];
