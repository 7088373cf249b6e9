import { encodeHex } from '../../../src/encoding/hex.ts';
import { multi, of } from '../../../test/support/review/accounts.ts';
import {
  friend,
  other,
  payeeBefore,
  payeeScript,
  stranger,
} from '../../../test/support/review/coins.ts';
import {
  back,
  ofTap,
  pay,
  payFromTwo,
  payingScript,
  toScript,
} from '../../../test/support/review/payments.ts';
import { type Case, pairs, rows } from '../../../test/support/review/rows.ts';

export const cases: readonly Case[] = [
  ...rows(
    [
      [
        'an address that was paid before',
        payingScript(payeeScript),
        { knownScripts: [encodeHex(payeeScript)] },
      ],
    ],
    [['another one', payingScript(stranger), { knownScripts: [encodeHex(payeeScript)] }]],
  ),
  ...pairs(
    [
      'a legacy address that was paid before',
      toScript(friend),
      { ...ofTap, knownScripts: [encodeHex(friend)] },
    ],
    ['one that was not', toScript(friend), { ...ofTap, knownScripts: [encodeHex(payeeBefore)] }],
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
