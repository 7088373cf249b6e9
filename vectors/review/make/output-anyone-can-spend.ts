import { hash160, sha256 } from '../../../src/crypto/hash.ts';
import type { Bytes } from '../../../src/encoding/bytes.ts';
import { decodeHex } from '../../../src/encoding/hex.ts';
import type { FindingId } from '../../../src/review/catalog.ts';
import { p2shScript, p2wshScript, witnessScript } from '../../../src/script/builders.ts';
import { Op } from '../../../src/script/opcodes.ts';
import { buildScript } from '../../../src/script/script.ts';
import { UNSPENDABLE_KEY } from '../../../src/script/taproot.ts';
import { keyOf, of, thief, tr, wpkh } from '../../../test/support/review/accounts.ts';
import { anchorScript, anyWitness, at, friend } from '../../../test/support/review/coins.ts';
import {
  back,
  fromLarge,
  type OutputSpec,
  ofTap,
  type PsbtSpec,
  pay,
  payingScript,
  payOutput,
  tap,
  toScript,
  usual,
} from '../../../test/support/review/payments.ts';
import { type Case, pair, pairs, type Row, rows } from '../../../test/support/review/rows.ts';
import {
  checkSig,
  inSh,
  inWsh,
  leaf,
  OPENS,
  oneOfOne,
  paySh,
  payTaproot,
  payWithFields,
  payWsh,
  strangersKey,
  thiefKey,
  thiefXOnly,
} from '../../../test/support/review/scripts.ts';

const open = Uint8Array.of(0x51);
const output = strangersKey && witnessScript(1, strangersKey);
const scriptHash = p2shScript(new Uint8Array(20).fill(9));
const vault = (value: bigint): PsbtSpec => ({
  coins: [at(tr, 3, 800_000n)],
  outputs: [back(800_000n - value, tr, 4), { value, script: anchorScript }],
  version: 3,
});
const anchors = (count: number): OutputSpec[] =>
  Array.from({ length: count }, () => pay(240n, anchorScript));
const given = (name: string, spec: PsbtSpec, honest: Row, more: readonly FindingId[] = []) =>
  pair([name, spec, ['output-anyone-can-spend', ...more]], honest);
const signed = leaf(checkSig(thiefXOnly(4)));
const noneOfTwo = (required: number) =>
  buildScript(
    required === 0 ? Op.OP_0 : Op.OP_1,
    thiefKey(3),
    thiefKey(4),
    Op.OP_2,
    Op.CHECKMULTISIG,
  );
const nested = (witnessScript: Bytes) => {
  const redeemScript = p2wshScript(sha256(witnessScript));
  return payWithFields(p2shScript(hash160(redeemScript)), { redeemScript, witnessScript });
};
const adding = (required: number, ...keys: readonly Bytes[]) =>
  buildScript(
    ...keys.flatMap((each, i) => [each, i === 0 ? Op.CHECKSIG : Op.CHECKSIGADD]),
    ...[required === 0 ? Op.OP_0 : Op.OP_1 + required - 1, Op.NUMEQUAL],
  );
const added = (required: number) =>
  buildScript(
    ...[0, 1, 2, 3, 4, 5].flatMap((i) =>
      i === 0 ? [thiefKey(i), Op.CHECKSIG] : [Op.SWAP, thiefKey(i), Op.CHECKSIG, Op.ADD],
    ),
    ...[required === 0 ? Op.OP_0 : Op.OP_1, Op.NUMEQUAL],
  );
const twelve = Array.from({ length: 12 }, (_, i) => thiefXOnly(i));
const orElse = (...last: readonly (Bytes | number)[]) =>
  buildScript(
    ...[Op.IF, thiefKey(3), Op.CHECKSIG, Op.ELSE, Op.IF, thiefKey(4), Op.CHECKSIG, Op.ELSE],
    ...last,
    ...[Op.ENDIF, Op.ENDIF],
  );
const anchorWithKey = buildScript(
  ...[thiefKey(3), Op.CHECKSIG, Op.IFDUP, Op.NOTIF, Op.OP_16, Op.CHECKSEQUENCEVERIFY, Op.ENDIF],
);

export const cases: readonly Case[] = [
  ...rows(
    ['6d6d51', '03a08601b17551'].map((hex): Row => {
      const outputs = [pay(60_000n, decodeHex(hex) as Bytes), back(39_800n)];
      const name = `a script that asks for no key: ${hex}`;
      return [name, { ...usual, outputs }, ['output-anyone-can-spend', 'not-standard']];
    }),
    [
      [
        'an anchor of 240 satoshi',
        {
          ...usual,
          outputs: [pay(60_000n), back(39_500n), pay(240n, decodeHex('51024e73') as Bytes)],
        },
      ],
    ],
  ),
  ...rows(
    [
      ['OP_TRUE', payingScript(open), ['output-anyone-can-spend', 'not-standard']],
      ['OP_TRUE behind P2WSH', payingScript(p2wshScript(sha256(open)))],
      ['OP_TRUE behind P2SH', payingScript(p2shScript(hash160(open)))],
      ['an anchor with money', payingScript(anchorScript)],
      [
        'an empty script',
        payingScript(new Uint8Array(0)),
        ['output-anyone-can-spend', 'not-standard'],
      ],
      [
        'a script that drops what it is given, told by the PSBT',
        {
          ...usual,
          outputs: [
            {
              value: 60_000n,
              script: p2wshScript(sha256(Uint8Array.of(0x75, 0x51))),
              change: (output) =>
                Object.assign(output, { witnessScript: Uint8Array.of(0x75, 0x51) }),
            },
            back(39_800n),
          ],
        },
      ],
      // Hashed scripts where this cannot be intended, and coins that are described twice.
      ['taproot inside P2SH', inSh(output)],
      ['P2SH inside P2SH', inSh(scriptHash)],
      ['P2SH inside P2WSH', inWsh(scriptHash)],
    ],
    [
      [
        'an anchor without money, in a transaction without fee',
        { ...usual, version: 3, outputs: [pay(100_000n), pay(0n, anchorScript)] },
        ['nothing-comes-back', 'truc'],
      ],
      ['P2WSH of something', payingScript(p2wshScript(new Uint8Array(32).fill(0x52)))],
      [
        'a script that anybody could open, but is not the one that is hashed',
        {
          ...usual,
          outputs: [
            {
              value: 60_000n,
              script: p2wshScript(new Uint8Array(32).fill(9)),
              change: (output) => Object.assign(output, { witnessScript: open }),
            },
            back(39_800n),
          ],
        },
        ['output-mismatch'],
      ],
      ['a script of keys inside P2SH', inSh(oneOfOne)],
    ],
  ),
  ...pairs(
    ['an anchor of 24,000 sat', toScript(anchorScript, 24_000n), ofTap],
    [
      'P2SH of a witness program that the PSBT names',
      {
        ...tap,
        outputs: [
          {
            value: 512_345n,
            script: p2shScript(hash160(anyWitness)),
            change: (output) => Object.assign(output, { redeemScript: anyWitness }),
          },
          back(425_755n, tr, 3),
        ],
      },
      ofTap,
    ],
    ['P2WSH of a script of nothing', payOutput(p2wshScript(sha256(new Uint8Array(0))))],
    [
      'P2WSH of a script with a key',
      payOutput(p2wshScript(sha256(buildScript(keyOf(thief), 0xac)))),
    ],
    ['P2SH of a script of nothing', payOutput(p2shScript(hash160(new Uint8Array(0))))],
    [
      'P2SH of a script with a key',
      payOutput(p2shScript(hash160(buildScript(keyOf(thief), 0xac)))),
    ],
    ['P2WSH of OP_2', payOutput(p2wshScript(sha256(Uint8Array.of(0x52))))],
    [
      'P2WSH of OP_RETURN, which the PSBT does not show',
      payOutput(p2wshScript(sha256(Uint8Array.of(0x6a, 0x52)))),
    ],
  ),
  // Usual actions with a wallet, and what a careless or malicious program makes of them.
  ...pair(
    ['an anchor with 20,000 sat', vault(20_000n), ['output-anyone-can-spend', 'truc'], of(tr)],
    ['a vault step with an empty anchor', vault(0n), ['truc'], of(tr)],
    ['a vault step with an anchor of 240 sat', vault(240n), ['truc'], of(tr)],
  ),
  ...pair(
    // Details that a person overlooks: little change, which looks like all of it.
    [
      'thirty anchors of 240 sat',
      fromLarge(pay(100_000n, friend), ...anchors(30), back(9_887_800n)),
      ['output-anyone-can-spend', 'output-repeated'],
      of(wpkh),
    ],
    [
      'one anchor of 240 sat',
      fromLarge(pay(100_000n, friend), ...anchors(1), back(9_898_760n)),
      of(wpkh),
    ],
  ),
  // Outputs that anyone can spend, although they look usual.
  ...given('a leaf that opens for anyone', payTaproot(thiefXOnly(3), leaf(OPENS)), [
    'a leaf of another key',
    payTaproot(thiefXOnly(3), signed),
    [],
  ]),
  ...given(
    'one of two leaves opens for anyone',
    payTaproot(UNSPENDABLE_KEY, leaf(signed.script, 0xc0, 1), leaf(OPENS, 0xc0, 1)),
    [
      'two leaves of keys',
      payTaproot(
        UNSPENDABLE_KEY,
        leaf(signed.script, 0xc0, 1),
        leaf(checkSig(thiefXOnly(5)), 0xc0, 1),
      ),
      [],
    ],
  ),
  ...given('a leaf with OP_SUCCESS80', payTaproot(thiefXOnly(3), leaf(buildScript(0x50))), [
    'a leaf of a key, with OP_NOP',
    payTaproot(thiefXOnly(3), leaf(buildScript(Op.NOP, thiefXOnly(4), Op.CHECKSIG))),
    [],
  ]),
  ...given('a leaf of an unknown version', payTaproot(thiefXOnly(3), leaf(signed.script, 0xc2)), [
    'a leaf of the known version',
    payTaproot(thiefXOnly(3), signed),
    [],
  ]),
  ...given(
    '0 of 2 keys',
    payWithFields(noneOfTwo(0)),
    ['1 of 2 keys', payWithFields(noneOfTwo(1)), ['output-bare']],
    ['not-standard'],
  ),
  ...given('0 of 2 keys behind P2WSH', payWsh(noneOfTwo(0)), [
    '1 of 2 keys behind P2WSH',
    payWsh(noneOfTwo(1)),
    [],
  ]),
  ...given('0 of 2 keys behind P2SH', paySh(noneOfTwo(0)), [
    '1 of 2 keys behind P2SH',
    paySh(noneOfTwo(1)),
    [],
  ]),
  ...given('0 of 2 keys behind P2SH-P2WSH', nested(noneOfTwo(0)), [
    '1 of 2 keys behind P2SH-P2WSH',
    nested(noneOfTwo(1)),
    [],
  ]),
  ...given(
    'a leaf of 0 of 2 keys',
    payTaproot(thiefXOnly(3), leaf(adding(0, thiefXOnly(4), thiefXOnly(5)))),
    [
      'a leaf of 1 of 2 keys',
      payTaproot(thiefXOnly(3), leaf(adding(1, thiefXOnly(4), thiefXOnly(5)))),
      [],
    ],
  ),
  ...given('a leaf of 0 of 12 keys', payTaproot(thiefXOnly(3), leaf(adding(0, ...twelve))), [
    'a leaf of 1 of 12 keys',
    payTaproot(thiefXOnly(3), leaf(adding(1, ...twelve))),
    [],
  ]),
  ...given('a leaf of a key of 33 bytes', payTaproot(thiefXOnly(3), leaf(checkSig(thiefKey(4)))), [
    'a leaf of the same key as it should be',
    payTaproot(thiefXOnly(3), leaf(checkSig(thiefXOnly(4)))),
    [],
  ]),
  ...given(
    'a leaf of 1 of 2 keys, one of 33 bytes',
    payTaproot(thiefXOnly(3), leaf(adding(1, thiefXOnly(4), thiefKey(5)))),
    [
      'a leaf of 2 of 2 keys, one of 33 bytes',
      payTaproot(thiefXOnly(3), leaf(adding(2, thiefXOnly(4), thiefKey(5)))),
      [],
    ],
  ),
  ...given(
    'a leaf of a key without OP_CHECKSIG',
    payTaproot(thiefXOnly(3), leaf(buildScript(thiefXOnly(4)))),
    [
      'a leaf of two keys without OP_CHECKSIG, which leaves two items',
      payTaproot(thiefXOnly(3), leaf(buildScript(thiefXOnly(4), thiefXOnly(5)))),
      [],
    ],
  ),
  ...given('0 of 6 keys, added up', payWsh(added(0)), [
    '1 of 6 keys, added up',
    payWsh(added(1)),
    [],
  ]),
  ...given('one of two keys, or nothing', payWsh(orElse(Op.OP_1)), [
    'one of two keys, or another',
    payWsh(orElse(thiefKey(5), Op.CHECKSIG)),
    [],
  ]),
  ...given(
    'a key, or else nothing',
    payWsh(buildScript(Op.IF, thiefKey(3), Op.CHECKSIG, Op.ELSE, Op.OP_1, Op.ENDIF)),
    [
      'a key, or anyone after 16 blocks, as anchors of Lightning have it',
      payWsh(anchorWithKey),
      [],
    ],
  ),
];
