import { hash160, sha256 } from '../../../src/crypto/hash.ts';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { type Bytes, concatBytes } from '../../../src/encoding/bytes.ts';
import { decodeHex } from '../../../src/encoding/hex.ts';
import type { FindingId } from '../../../src/review/catalog.ts';
import {
  multisigScript,
  p2pkhScript,
  p2shScript,
  p2trScript,
  p2wpkhScript,
  p2wshScript,
  witnessScript,
} from '../../../src/script/builders.ts';
import { Op } from '../../../src/script/opcodes.ts';
import { buildScript } from '../../../src/script/script.ts';
import { UNSPENDABLE_KEY } from '../../../src/script/taproot.ts';
import { buildTaprootOutput } from '../../../src/signing/taproot-output.ts';
import { keyOf, of, place, thief, tr, wpkh } from '../../../test/support/review/accounts.ts';
import { mine, other } from '../../../test/support/review/coins.ts';
import {
  back,
  helloData,
  type OutputSpec,
  ofTap,
  type PsbtSpec,
  pay,
  payFriend,
  payFromTwo,
  payingScript,
  payOutput,
  toScript,
  usual,
} from '../../../test/support/review/payments.ts';
import { type Case, pair, pairs, type Row, rows } from '../../../test/support/review/rows.ts';
import {
  checkSig,
  inSh,
  inWsh,
  leaf,
  lostKeyHash,
  OPENS,
  oneOfOne,
  paySh,
  payTaproot,
  payWithFields,
  payWithScripts,
  payWsh,
  strangersKey,
  thiefKey,
  thiefXOnly,
} from '../../../test/support/review/scripts.ts';

/** An x coordinate beyond the field. */
const OFF_CURVE = new Uint8Array(33).fill(0xff).fill(2, 0, 1);
const RETURNS = buildScript(Op.RETURN);
const [payee = new Uint8Array(33)] = [...place(thief, 0, 3).knowledge.publicKeys.values()];
const ofPayee = concatBytes(buildScript(payee), Uint8Array.of(Op.CHECKSIG));
const scriptOf = (...parts: readonly (Uint8Array | number)[]) =>
  concatBytes(...parts.map((each) => (typeof each === 'number' ? Uint8Array.of(each) : each)));
const inBoth = (inner: Bytes) => {
  const redeem = p2wshScript(sha256(inner));
  return payWithScripts(p2shScript(hash160(redeem)), redeem, inner);
};
const output = strangersKey && witnessScript(1, strangersKey);
const short = witnessScript(0, new Uint8Array(21).fill(9));
const zeros = new Uint8Array(32);
const inside = (script: Bytes): Partial<OutputSpec> => ({
  change: (output) => Object.assign(output, { witnessScript: script }),
});
const hidden = (script: Bytes) => payOutput(p2wshScript(sha256(script)), inside(script));
const pushes = (count: number) =>
  buildScript(
    ...Array.from({ length: count }, () => [new Uint8Array(255), 0x75]).flat(),
    keyOf(thief),
    0xac,
  );
const redeeming = (size: number) => {
  // Two pushes, OP_DROP and OP_CHECKSIG, with the key.
  const script = buildScript(new Uint8Array(size - 3 - 1 - 34 - 1), 0x75, keyOf(thief), 0xac);
  return payOutput(p2shScript(hash160(script)), {
    change: (output) => Object.assign(output, { redeemScript: script }),
  });
};
const real = (n: number) => Uint8Array.from({ length: n }, (_, i) => i + 1);
const burnedBy = (name: string, spec: PsbtSpec, honest: Row) => pair([name, spec], honest);
const noKey = UNSPENDABLE_KEY;
const about = 'output-unspendable';
const to = (script: Uint8Array, fields: object = {}): PsbtSpec => ({
  coins: [mine(0)],
  outputs: [
    back(39_800n),
    { value: 60_000n, script, change: (output) => Object.assign(output, fields) },
  ],
});
const wsh = (witnessScript: Uint8Array) =>
  to(p2wshScript(sha256(witnessScript)), { witnessScript });
const tap = (script: Uint8Array) => {
  const tapTree = [{ depth: 0, leafVersion: 0xc0, script }];
  const output = buildTaprootOutput(UNSPENDABLE_KEY, tapTree, secp256k1);
  if (output === undefined) throw new Error('no such tree');
  return to(p2trScript(output.outputKey), { tapInternalKey: UNSPENDABLE_KEY, tapTree });
};
const leafKey = scriptOf(buildScript(payee.subarray(1)), Op.CHECKSIG);

export const cases: readonly Case[] = [
  ...rows(
    (
      [
        ['a program of version 0 that has 21 bytes', `0015${'11'.repeat(21)}`, []],
        ['an x-only key that is not on the curve', `5120${'00'.repeat(32)}`, []],
        ['an x-only key beyond the field', `5120${'ff'.repeat(32)}`, []],
        ['a script that leaves nothing', '00', ['not-standard']],
        ['a script that returns', '516a', ['not-standard']],
      ] as const
    ).map(([name, hex, more]): Row => {
      const script = decodeHex(hex) as Bytes;
      const outputs = [pay(60_000n, script), back(39_800n)];
      const also: readonly FindingId[] = hex.startsWith('0015') ? ['not-standard'] : more;
      return [name, { ...usual, outputs }, ['output-unspendable', ...also]];
    }),
  ),
  ...rows(
    [
      ['money in an output of data', helloData(60_000n)],
      [
        'a script with an operation that does not exist',
        payingScript(Uint8Array.of(0xff)),
        ['output-unspendable', 'not-standard'],
      ],
      // Hashed scripts where this cannot be intended, and coins that are described twice.
      ['P2WPKH inside P2WSH', inWsh(lostKeyHash)],
      ['taproot inside P2WSH', inWsh(output)],
      ['P2WPKH inside P2WSH inside P2SH', inBoth(lostKeyHash)],
      ['version 0 of 21 bytes inside P2SH', inSh(short)],
    ],
    [
      ['data without money', helloData(0n), ['output-data']],
      ['P2WPKH inside P2SH', inSh(lostKeyHash)],
      ['a script of keys inside P2WSH', inWsh(oneOfOne)],
      ['a script of keys inside P2WSH inside P2SH', inBoth(oneOfOne)],
      [
        'P2WSH beside a script with OP_RETURN that is not hashed in it',
        payOutput(p2wshScript(real(32)), inside(Uint8Array.of(0x6a, 0x51))),
        ['output-mismatch'],
      ],
    ],
  ),
  ...pairs(
    ['money beside a code for data', toScript(Uint8Array.of(0x6a, 0x51)), ofTap],
    ['taproot instead', toScript(other), ofTap],
    [
      'a fee that is hidden as burned money',
      payFriend(wpkh, { value: 90_000n, script: Uint8Array.of(0x6a, 2, 7, 7) }, back(409_000n)),
    ],
    [
      'data that holds no money',
      payFriend(wpkh, { value: 0n, script: Uint8Array.of(0x6a, 2, 7, 7) }, back(499_000n)),
      ['output-data'],
    ],
  ),
  ...(
    [
      ['P2PKH', p2pkhScript(zeros.subarray(12)), p2pkhScript(real(20))],
      ['P2WPKH', p2wpkhScript(zeros.subarray(12)), p2wpkhScript(real(20))],
      ['P2SH', p2shScript(zeros.subarray(12)), p2shScript(real(20))],
      ['P2WSH', p2wshScript(zeros), p2wshScript(real(32))],
    ] as const
  ).flatMap(([name, zero, some]) =>
    pair([`${name} of a hash of zeros`, payOutput(zero)], [`${name} of any hash`, payOutput(some)]),
  ),
  ...pairs(
    ['P2PKH of the hash of nothing', payOutput(p2pkhScript(hash160(new Uint8Array(0))))],
    ['P2PKH of a key', payOutput(p2pkhScript(hash160(keyOf(thief))))],
    [
      'P2WSH whose script, as the PSBT shows it, begins with OP_RETURN',
      hidden(buildScript(0x6a, keyOf(thief), 0xac)),
    ],
    [
      'P2WSH whose script, as the PSBT shows it, has a key',
      hidden(buildScript(keyOf(thief), 0xac)),
    ],
    ['P2WSH whose script is longer than 10,000 bytes', hidden(pushes(40))],
    ['P2WSH whose script is of 3,100 bytes', hidden(pushes(12))],
    ['P2SH whose script is of 521 bytes', redeeming(521)],
    ['P2SH whose script is of 520 bytes', redeeming(520)],
    // Usual actions with a wallet, and what a careless or malicious program makes of them.
    [
      'a payee without a hash',
      payFromTwo(tr, {
        outputs: [pay(1_700_000n, p2pkhScript(new Uint8Array(20))), back(1_290_000n, tr, 9)],
      }),
      of(tr),
    ],
    [
      'a payee with a hash',
      payFromTwo(tr, {
        outputs: [
          pay(1_700_000n, p2pkhScript(new Uint8Array(20).fill(1))),
          back(1_290_000n, tr, 9),
        ],
      }),
      of(tr),
    ],
  ),
  // Outputs that no key can spend, although they look usual.
  ...burnedBy('the key without a private key as output key', payWithFields(p2trScript(noKey)), [
    'a key of a payee as output key',
    payWithFields(p2trScript(thiefXOnly(3))),
    [],
  ]),
  ...burnedBy('an internal key without a private key, and no tree', payTaproot(noKey), [
    'an internal key without a private key, and a leaf of a payee',
    payTaproot(noKey, leaf(checkSig(thiefXOnly(3)))),
    [],
  ]),
  ...burnedBy('a tree whose only leaf returns', payTaproot(noKey, leaf(RETURNS)), [
    'a leaf that returns beside a key of a payee',
    payTaproot(thiefXOnly(3), leaf(RETURNS)),
    [],
  ]),
  ...burnedBy(
    '2 of 2 keys, one off the curve',
    payWsh(multisigScript(2, [thiefKey(3), OFF_CURVE])),
    ['1 of 2 keys, one off the curve', payWsh(multisigScript(1, [thiefKey(3), OFF_CURVE])), []],
  ),
  ...burnedBy(
    '2 of 3 keys behind P2SH, two off the curve',
    paySh(multisigScript(2, [thiefKey(3), OFF_CURVE, OFF_CURVE])),
    [
      '2 of 3 keys behind P2SH, one off the curve',
      paySh(multisigScript(2, [thiefKey(3), thiefKey(4), OFF_CURVE])),
      [],
    ],
  ),
  ...burnedBy('a bare key off the curve', payWithFields(buildScript(OFF_CURVE, Op.CHECKSIG)), [
    'a bare key on the curve',
    payWithFields(buildScript(thiefKey(3), Op.CHECKSIG)),
    ['output-bare'],
  ]),
  // Outputs whose scripts, which the PSBT shows, fail by their form.
  ...burnedBy(
    'a script with a disabled operation in a branch',
    wsh(scriptOf(Op.OP_0, Op.IF, Op.CAT, Op.ENDIF, ofPayee)),
    ['a script with a branch', wsh(scriptOf(Op.OP_0, Op.IF, Op.NOP, Op.ENDIF, ofPayee)), []],
  ),
  ...burnedBy(
    'a script whose branch is not closed',
    wsh(scriptOf(Op.IF, ofPayee, Op.ELSE, OPENS)),
    ['a script that returns in one branch', wsh(scriptOf(Op.IF, Op.RETURN, Op.ENDIF, ofPayee)), []],
  ),
  ...burnedBy(
    'a script of 202 operations',
    wsh(scriptOf(new Uint8Array(201).fill(Op.NOP), ofPayee)),
    ['a script of 201 operations', wsh(scriptOf(new Uint8Array(200).fill(Op.NOP), ofPayee)), []],
  ),
  ...pair(
    [
      'a bare script that returns after its signature',
      to(scriptOf(ofPayee, Op.VERIFY, Op.RETURN)),
      [about, 'not-standard'],
    ],
    ['a key of the payee behind its hash', wsh(ofPayee)],
  ),
  ...burnedBy(
    'a leaf that returns after its signature, and no other path',
    tap(scriptOf(leafKey, Op.VERIFY, Op.RETURN)),
    ['a leaf of the payee, and no other path', tap(leafKey), []],
  ),
];
