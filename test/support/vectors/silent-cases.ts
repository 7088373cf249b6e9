import { encodeBase64 } from '../../../src/encoding/base64.ts';
import { encodePsbt } from '../../../src/psbt/encode.ts';
import type { Psbt, PsbtInput, PsbtOutput, RawField } from '../../../src/psbt/psbt.ts';
import type { FindingId } from '../../../src/review/catalog.ts';
import { witnessScript } from '../../../src/script/builders.ts';
import { silentPsbt } from '../generate/silent-payments.ts';
import type { ReviewVector } from './review-cases.ts';

const one = silentPsbt({ kinds: ['wpkh', 'tr'], outputs: [[1, 1]], shares: 'global' });
const each = silentPsbt({ kinds: ['wpkh', 'tr'], outputs: [[1, 1]], shares: 'inputs' });
const pair = silentPsbt({
  kinds: ['wpkh'],
  outputs: [
    [1, 1],
    [1, 2],
  ],
  shares: 'global',
});
const pending = silentPsbt({ kinds: ['wpkh'], outputs: [[1, 1]], shares: 'none' });

const twice = (shares: 'none' | 'global') =>
  silentPsbt({
    kinds: ['wpkh'],
    outputs: [
      [1, 1],
      [1, 1],
    ],
    shares,
  });

const withInput = (psbt: Psbt, at: number, part: Partial<PsbtInput>): Psbt => ({
  ...psbt,
  inputs: psbt.inputs.map((input, index) => (index === at ? { ...input, ...part } : input)),
});
const withOutputs = (psbt: Psbt, change: (output: PsbtOutput, at: number) => PsbtOutput): Psbt => ({
  ...psbt,
  outputs: psbt.outputs.map(change),
});
const label: RawField = { key: Uint8Array.of(0x0a), value: Uint8Array.of(3, 0, 0, 0) };
const flipped = ({ key, value }: RawField): RawField => ({
  key,
  value: value.map((byte, at) => (at === value.length - 1 ? byte ^ 1 : byte)),
});
const swapped = withOutputs(pair, (output, at) => ({
  ...output,
  scriptPubKey: pair.outputs[1 - at]?.scriptPubKey ?? output.scriptPubKey,
}));
const stranger = withOutputs(one, (output) => ({
  ...output,
  scriptPubKey: witnessScript(1, new Uint8Array(32).fill(2)),
}));

type Row = readonly [name: string, psbt: Psbt, fee?: ReviewVector['fee']];

function rows(
  about: FindingId,
  has: readonly (readonly [...Row, findings?: readonly FindingId[]])[],
  almost: readonly (readonly [...Row, findings?: readonly FindingId[]])[],
): ReviewVector[] {
  const make = (
    [name, psbt, fee = 'proven', findings = []]: (typeof has)[number],
    hasIt: boolean,
  ) => {
    const bytes = encodePsbt(psbt);
    if (bytes === undefined) throw new Error('no PSBT');
    const all = hasIt && findings.length === 0 ? [about] : findings;
    return { name, about, has: hasIt, psbt: encodeBase64(bytes), fee, findings: all };
  };
  return [...has.map((row) => make(row, true)), ...almost.map((row) => make(row, false))];
}

const paying = (
  kinds: Parameters<typeof silentPsbt>[0]['kinds'],
  shares: 'global' | 'inputs',
  ...outputs: readonly [number, number][]
) => silentPsbt({ kinds, outputs, shares });

/** An honest neighbour of each finding. */
const HONEST: readonly (readonly [FindingId, string, Psbt])[] = [
  ['silent-malformed', 'taproot alone pays two', paying(['tr'], 'inputs', [1, 1], [2, 1])],
  ['silent-input-version', 'two taproot coins', paying(['tr', 'tr'], 'global', [3, 1])],
  ['silent-script-wrong', 'three labels', paying(['wpkh'], 'inputs', [1, 1], [1, 2], [1, 3])],
  ['silent-proof-invalid', 'two payees, two proofs', paying(['wpkh'], 'global', [4, 1], [5, 1])],
  [
    'silent-proof-missing',
    'a proof of three coins',
    paying(['tr', 'wpkh', 'tr'], 'global', [6, 1]),
  ],
  ['silent-modifiable', 'no flags', paying(['tr', 'wpkh'], 'inputs', [7, 2])],
  ['silent-sighash', 'no type', paying(['tr'], 'global', [8, 1])],
  ['silent-script-pending', 'two scripts', paying(['wpkh', 'tr'], 'inputs', [9, 1], [9, 2])],
];

/** Silent payments (BIP352, BIP374, BIP375). */
export function silent(): ReviewVector[] {
  return [
    ...rows(
      'silent-malformed',
      [
        [
          'a label without an address',
          withOutputs(one, (output) => ({ ...output, unknown: [label] })),
        ],
        [
          'a share of 32 bytes',
          {
            ...one,
            unknown: one.unknown.map(({ key, value }) => ({ key, value: value.slice(1) })),
          },
        ],
      ],
      [
        [
          'a label beside its address',
          withOutputs(one, (output) => ({ ...output, unknown: [...output.unknown, label] })),
        ],
      ],
    ),
    ...rows(
      'silent-input-version',
      [
        [
          'a coin of witness version 2 beside a silent payment',
          silentPsbt({ kinds: ['wpkh', 'future'], outputs: [[1, 1]], shares: 'global' }),
          'proven',
          ['silent-input-version', 'not-standard'],
        ],
      ],
      [['coins of witness version 0 and 1', one]],
    ),
    ...rows(
      'silent-script-wrong',
      [
        ["a stranger's script under the address", stranger],
        ['the scripts of two labels of one payee exchanged', swapped],
      ],
      [['two payments to one payee', pair]],
    ),
    ...rows(
      'silent-proof-invalid',
      [
        [
          'a proof with one bit changed',
          { ...one, unknown: one.unknown.map((field, at) => (at === 1 ? flipped(field) : field)) },
        ],
        [
          'the share of another input',
          withInput(each, 0, { unknown: each.inputs[1]?.unknown ?? [] }),
        ],
      ],
      [['a proof of each input', each]],
    ),
    ...rows(
      'silent-proof-missing',
      [
        ['a share without its proof', { ...one, unknown: one.unknown.slice(0, 1) }],
        ['no share of one of two inputs', withInput(each, 1, { unknown: [] })],
        ['an input that does not name its key', withInput(one, 0, { keyPaths: [] })],
      ],
      [['no share and no script yet', pending, 'proven', ['silent-script-pending']]],
    ),
    ...rows(
      'silent-modifiable',
      [
        [
          'a script beside flags that let others add inputs',
          { ...one, txModifiable: 1 },
          'proven',
          ['silent-modifiable', 'psbt-modifiable'],
        ],
      ],
      [
        [
          'the flags before the script is set',
          { ...pending, txModifiable: 3 },
          'proven',
          ['silent-script-pending', 'psbt-modifiable'],
        ],
      ],
    ),
    ...rows(
      'silent-sighash',
      [
        [
          'SIGHASH_NONE beside a silent payment',
          withInput(one, 0, { sighashType: 2 }),
          'open',
          ['sighash-none', 'silent-sighash'],
        ],
      ],
      [['SIGHASH_ALL, written out', withInput(one, 1, { sighashType: 1 })]],
    ),
    ...rows(
      'output-repeated',
      [
        [
          'one silent payment address twice, before its scripts',
          twice('none'),
          'proven',
          ['silent-script-pending', 'output-repeated'],
        ],
        ['one silent payment address twice, by two scripts', twice('global')],
      ],
      [
        [
          'two silent payment addresses before their scripts',
          silentPsbt({
            kinds: ['wpkh'],
            outputs: [
              [1, 1],
              [2, 1],
            ],
            shares: 'none',
          }),
          'proven',
          ['silent-script-pending'],
        ],
      ],
    ),
    ...rows(
      'silent-script-pending',
      [['a script that is still to be computed', pending]],
      [['a script that is there', one]],
    ),
    ...rows(
      'silent-sighash',
      [],
      [
        [
          'SIGHASH_NONE beside fields that cannot be read',
          withInput(
            withOutputs(one, (output) => ({ ...output, unknown: [label] })),
            0,
            { sighashType: 2 },
          ),
          'open',
          ['sighash-none', 'silent-malformed'],
        ],
      ],
    ),
    ...HONEST.flatMap(([about, name, psbt]) => rows(about, [], [[name, psbt]])),
  ];
}
