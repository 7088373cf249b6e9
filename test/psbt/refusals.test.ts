import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { concatBytes } from '../../src/encoding/bytes.ts';
import { decodeHex, encodeHex } from '../../src/encoding/hex.ts';
import { decodePsbt } from '../../src/psbt/decode.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import { createPsbt, type Psbt } from '../../src/psbt/psbt.ts';
import { readVector } from '../support/paths.ts';
import { readPsbt } from '../support/psbt.ts';
import { hexBytes } from '../support/signing.ts';

// Core's src/psbt.h (b88bffe550a3): its refusals, and what is just not refused.

const POINT = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const LONG =
  '0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8';
const OFF = `02${'ff'.repeat(32)}`;
const X = POINT.slice(2);
const HASH = 'ab'.repeat(32);
const DER = '3006020101020101';

const size = (hex: string): string => (hex.length / 2).toString(16).padStart(2, '0');
/** A record of a key and a value, with their sizes in one byte. */
const record = (key: string, value: string): string => size(key) + key + size(value) + value;

const transaction = {
  version: 2,
  locktime: 0,
  inputs: [
    {
      prevout: { txid: 'aa'.repeat(32), vout: 0 },
      scriptSig: new Uint8Array(0),
      sequence: 0xffffffff,
      witness: [],
    },
  ],
  outputs: [{ value: 900n, scriptPubKey: Uint8Array.of(0x51) }],
};
const textOf = (psbt: Psbt): string => encodeHex(encodePsbt(psbt) ?? new Uint8Array(0));
const zero = textOf(createPsbt(transaction, 0));
const two = textOf(createPsbt(transaction, 2));
/** The ends of three maps in version 0: "00 00 00". */
const HEAD = zero.slice(0, -6);

type Place = 'global' | 'input' | 'output';
const withRecord = (place: Place, hex: string): string =>
  ({
    global: `${HEAD}${hex}000000`,
    input: `${HEAD}00${hex}0000`,
    output: `${HEAD}0000${hex}00`,
  })[place];

const read = (hex: string) => decodePsbt(hexBytes(hex), secp256k1);
const answer = (hex: string): string => {
  const psbt = read(hex);
  return 'error' in psbt ? psbt.error.replace(/: iostream error$/, '') : 'accepted';
};

const steps = (count: number): string => `01020304${'01000080'.repeat(count)}`;
const xpub = (depth: string, parent: string, child: string, key = POINT): string =>
  `01043587cf${depth}${parent}${child}${HASH}${key}`;
const NONE = '00000000';

describe.each<[Place, readonly (readonly [string, string, string])[]]>([
  [
    'global',
    [
      ['a root key', record(xpub('00', NONE, NONE), steps(0)), 'accepted'],
      [
        'a root key with a parent',
        record(xpub('00', '00000001', NONE), steps(0)),
        'Invalid pubkey',
      ],
      [
        'a root key with the first byte of a parent',
        record(xpub('00', '01000000', NONE), steps(0)),
        'Invalid pubkey',
      ],
      [
        'a root key with a number',
        record(xpub('00', NONE, '00000001'), steps(0)),
        'Invalid pubkey',
      ],
      ['a child', record(xpub('01', 'ff000000', '00000001'), steps(1)), 'accepted'],
      ['a child off the curve', record(xpub('01', NONE, NONE, OFF), steps(1)), 'Invalid pubkey'],
      [
        'a key that is too short',
        record(xpub('00', NONE, NONE).slice(0, -2), steps(0)),
        'Size of key was not 79 for the type Global XPUB',
      ],
      [
        'a key without an origin',
        record(xpub('00', NONE, NONE), ''),
        'Invalid length for HD key path',
      ],
      [
        'half a step',
        record(xpub('00', NONE, NONE), `${steps(0)}0000`),
        'Invalid length for HD key path',
      ],
      ['a version 0', record('fb', '00000000'), 'accepted'],
      ['a version 1', record('fb', '01000000'), 'There is no PSBT version 1'],
      ['a version 3', record('fb', '03000000'), 'Unsupported version number'],
      ['a version of three bytes', record('fb', '000000'), 'Size of value was not the stated size'],
      [
        'a version with key data',
        record('fb00', '00000000'),
        'Size of key was not 1 for the type Global PSBT Version',
      ],
      [
        'a field of version 2',
        record('02', '02000000'),
        'PSBT_GLOBAL_TX_VERSION is not allowed in PSBTv0',
      ],
      [
        'a fallback lock time',
        record('03', '02000000'),
        'PSBT_GLOBAL_FALLBACK_LOCKTIME is not allowed in PSBTv0',
      ],
      [
        'a number of inputs',
        record('04', '01'),
        'PSBT_GLOBAL_INPUT_COUNT is not allowed in PSBTv0',
      ],
      [
        'a number of outputs',
        record('05', '01'),
        'PSBT_GLOBAL_OUTPUT_COUNT is not allowed in PSBTv0',
      ],
      ['flags', record('06', '01'), 'PSBT_GLOBAL_TX_MODIFIABLE is not allowed in PSBTv0'],
      [
        'a record twice',
        record('fb', '00000000').repeat(2),
        'Duplicate Key, global key "fb" already provided',
      ],
      ['a proprietary field', record('fc016105', ''), 'accepted'],
      [
        'a proprietary field without a subtype',
        record('fc0161', ''),
        'SpanReader::read(): end of data',
      ],
      [
        'a proprietary field with half an identifier',
        record('fc0261', ''),
        'SpanReader::read(): end of data',
      ],
      ['a proprietary field with key data', record('fc01610507', 'aa'), 'accepted'],
      ['a type of 0xfe', record('fe01', 'aa'), 'SpanReader::read(): end of data'],
    ],
  ],
  [
    'input',
    [
      ['a signature', record(`02${POINT}`, `${DER}01`), 'accepted'],
      ['a signature of a long key', record(`02${LONG}`, `${DER}01`), 'accepted'],
      ['a signature of a key off the curve', record(`02${OFF}`, `${DER}01`), 'Invalid pubkey'],
      [
        'a signature of a short key',
        record(`02${POINT.slice(0, -2)}`, `${DER}01`),
        'Size of key was not the expected size for the type partial signature pubkey',
      ],
      [
        'a signature of a key of 64 bytes',
        record(`02${LONG.slice(0, -2)}`, `${DER}01`),
        'Size of key was not the expected size for the type partial signature pubkey',
      ],
      [
        'a signature twice',
        record(`02${POINT}`, `${DER}01`).repeat(2),
        `Duplicate Key, input key "02${POINT}" already provided`,
      ],
      [
        'signatures of two keys',
        record(`02${POINT}`, `${DER}01`) + record(`02${LONG}`, `${DER}01`),
        'accepted',
      ],
      ['a derivation', record(`06${POINT}`, steps(2)), 'accepted'],
      ['a derivation of a key off the curve', record(`06${OFF}`, steps(2)), 'Invalid pubkey'],
      [
        'a derivation of a short key',
        record(`06${POINT.slice(0, -2)}`, steps(2)),
        'Size of key was not the expected size for the type BIP32 keypath',
      ],
      [
        'a derivation without a fingerprint',
        record(`06${POINT}`, ''),
        'Invalid length for HD key path',
      ],
      ['a preimage', record(`0a${'11'.repeat(20)}`, ''), 'accepted'],
      [
        'a preimage of a short hash',
        record(`0a${'11'.repeat(19)}`, ''),
        'Size of key was not 21 for the type Input RIPEMD160 Preimage',
      ],
      ['a preimage of SHA256', record(`0b${HASH}`, 'aa'), 'accepted'],
      [
        'a preimage of half SHA256',
        record(`0b${'11'.repeat(20)}`, 'aa'),
        'Size of key was not 33 for the type Input SHA256 Preimage',
      ],
      ['a sighash type', record('03', '01000000'), 'accepted'],
      [
        'a sighash type of two bytes',
        record('03', '0100'),
        'Size of value was not the stated size',
      ],
      [
        'a sighash type of five bytes',
        record('03', '0100000000'),
        'Size of value was not the stated size',
      ],
      ['a previous transaction id', record('0e', HASH), 'Previous txid is not allowed in PSBTv0'],
      [
        'an output number',
        record('0f', '00000000'),
        "Previous output's index is not allowed in PSBTv0",
      ],
      ['a sequence', record('10', '00000000'), 'Sequence is not allowed in PSBTv0'],
      ['a time', record('11', '0065cd1d'), 'Required time based locktime is not allowed in PSBTv0'],
      [
        'a height',
        record('12', '01000000'),
        'Required height based locktime is not allowed in PSBTv0',
      ],
      ['a key path signature', record('13', '11'.repeat(64)), 'accepted'],
      ['a key path signature of 65 bytes', record('13', '11'.repeat(65)), 'accepted'],
      [
        'a key path signature of 63 bytes',
        record('13', '11'.repeat(63)),
        'Input Taproot key path signature is shorter than 64 bytes',
      ],
      [
        'a key path signature of 66 bytes',
        record('13', '11'.repeat(66)),
        'Input Taproot key path signature is longer than 65 bytes',
      ],
      ['a script path signature', record(`14${X}${HASH}`, '11'.repeat(64)), 'accepted'],
      [
        'a script path signature of 63 bytes',
        record(`14${X}${HASH}`, '11'.repeat(63)),
        'Input Taproot script path signature is shorter than 64 bytes',
      ],
      [
        'a script path signature of a short key',
        record(`14${X}${HASH.slice(2)}`, '11'.repeat(64)),
        'Size of key was not 65 for the type Input Taproot Script Path Signature',
      ],
      ['a leaf', record(`15c0${X}`, '51c0'), 'accepted'],
      ['a leaf at depth 1', record(`15c0${X}${HASH}`, '51c0'), 'accepted'],
      ['a leaf of an empty script', record(`15c0${X}`, 'c0'), 'accepted'],
      [
        'a leaf without its version',
        record(`15c0${X}`, ''),
        'Input Taproot leaf script must be at least 1 byte',
      ],
      [
        'a leaf with half a control block',
        record(`15c0${X.slice(2)}`, '51c0'),
        'Input Taproot leaf script key is not at least 34 bytes',
      ],
      [
        'a leaf with an empty control block',
        record('15', '51c0'),
        'Input Taproot leaf script key is not at least 34 bytes',
      ],
      [
        'a leaf with half a step',
        record(`15c0${X}aaaa`, '51c0'),
        "Input Taproot leaf script key's control block size is not valid",
      ],
      ['a taproot derivation', record(`16${X}`, `01${HASH}${steps(1)}`), 'accepted'],
      ['a taproot derivation of no leaf', record(`16${X}`, `00${steps(0)}`), 'accepted'],
      [
        'a taproot derivation that ends in a hash',
        record(`16${X}`, `02${HASH}`) + record('f0', HASH),
        'Input Taproot BIP32 keypath has an invalid length',
      ],
      [
        'a taproot derivation of a long key',
        record(`16${POINT}`, `00${steps(0)}`),
        'Size of key was not 33 for the type Input Taproot BIP32 Keypath',
      ],
      ['an internal key', record('17', X), 'accepted'],
      ['an internal key of 33 bytes', record('17', POINT), 'Size of value was not the stated size'],
      ['a root', record('18', HASH), 'accepted'],
      ['participants', record(`1a${POINT}`, POINT + POINT), 'accepted'],
      ['no participant', record(`1a${POINT}`, ''), 'accepted'],
      [
        'one byte after the participants',
        record(`1a${POINT}`, `${POINT}02`),
        'Input musig2 participants pubkeys value size is not a multiple of 33',
      ],
      [
        'a participant off the curve',
        record(`1a${POINT}`, OFF),
        'Input musig2 participant pubkey is invalid',
      ],
      [
        'an aggregate off the curve',
        record(`1a${OFF}`, POINT),
        'Input musig2 aggregate pubkey is invalid',
      ],
      ['a nonce', record(`1b${POINT}${POINT}`, '11'.repeat(66)), 'accepted'],
      ['a nonce of a leaf', record(`1b${POINT}${POINT}${HASH}`, '11'.repeat(66)), 'accepted'],
      [
        'a nonce of 65 bytes',
        record(`1b${POINT}${POINT}`, '11'.repeat(65)),
        'Input musig2 pubnonce value is not 66 bytes',
      ],
      [
        'a nonce with a long key',
        record(`1b${POINT}${POINT}11`, '11'.repeat(66)),
        'Input musig2 pubnonce key is not expected size of 67 or 99 bytes',
      ],
      ['a partial signature', record(`1c${POINT}${POINT}`, HASH), 'accepted'],
      [
        'a partial signature of 31 bytes',
        record(`1c${POINT}${POINT}`, HASH.slice(2)),
        'Size of value was not the stated size',
      ],
      [
        'a partial signature with a short key',
        record(`1c${POINT}`, HASH),
        'Input musig2 partial sig key is not expected size of 67 or 99 bytes',
      ],
      ['a coin', record('01', 'e8030000000000000151'), 'accepted'],
      [
        'a coin with a byte too many',
        record('01', 'e803000000000000015151'),
        'Size of value was not the stated size',
      ],
      ['an unknown field of 0xfd', record('fdfd0001', 'aa'), 'accepted'],
    ],
  ],
  [
    'output',
    [
      ['an amount', record('03', '0100000000000000'), 'Output amount is not allowed in PSBTv0'],
      ['a script', record('04', '51'), 'Output script is not allowed in PSBTv0'],
      [
        'a script twice',
        record('00', '51').repeat(2),
        'Duplicate Key, output key "00" already provided',
      ],
      ['a tree of one leaf', record('06', '00c00151'), 'accepted'],
      ['a tree of two leaves', record('06', '01c0015101c00151'), 'accepted'],
      ['a tree of three leaves', record('06', '01c0015102c0015102c00151'), 'accepted'],
      [
        'a tree of three leaves, the deep ones first',
        record('06', '02c0015102c0015101c00151'),
        'accepted',
      ],
      ['an empty tree', record('06', ''), 'Output Taproot tree must not be empty'],
      ['a tree of half a leaf', record('06', '00c00251'), 'SpanReader::read(): end of data'],
      ['a tree of a depth', record('06', '00'), 'SpanReader::read(): end of data'],
      ['a tree and one byte', record('06', '00c0015100'), 'SpanReader::read(): end of data'],
      [
        'a leaf of an odd version',
        record('06', '00c10151'),
        'Output Taproot tree has a leaf with an invalid leaf version',
      ],
      ['a leaf of version 0xc2', record('06', '00c20151'), 'accepted'],
      ['a leaf alone at depth 1', record('06', '01c00151'), 'Output Taproot tree is malformed'],
      ['a second tree', record('06', '00c0015100c00151'), 'Output Taproot tree is malformed'],
      [
        'a third leaf at depth 1',
        record('06', '01c0015101c0015101c00151'),
        'Output Taproot tree is malformed',
      ],
      [
        'a leaf above an open branch',
        record('06', '02c0015101c00151'),
        'Output Taproot tree is malformed',
      ],
      [
        'a taproot derivation that ends in a hash',
        record(`07${X}`, `02${HASH}`) + record('f0', HASH),
        'Output Taproot BIP32 keypath has an invalid length',
      ],
      ['participants', record(`08${POINT}`, POINT), 'accepted'],
      [
        'a participant off the curve',
        record(`08${POINT}`, OFF),
        'Output musig2 participant pubkey is invalid',
      ],
      [
        'an aggregate off the curve',
        record(`08${OFF}`, POINT),
        'Output musig2 aggregate pubkey is invalid',
      ],
      [
        'an internal key with key data',
        record('0500', X),
        'Size of key was not 1 for the type Output Taproot Internal Key',
      ],
    ],
  ],
])('a %s map', (place, cases) => {
  test.each(cases)('has %s', (_, hex, outcome) => {
    expect(answer(withRecord(place, hex))).toBe(outcome);
  });
});

describe('version 2', () => {
  const without = (hex: string): string => {
    const found = two.split(hex);
    expect(found).toHaveLength(2);
    return found.join('');
  };

  test.each([
    [
      'the version of the transaction',
      record('02', '02000000'),
      'PSBT_GLOBAL_TX_VERSION is required in PSBTv2',
    ],
    ['the number of inputs', record('04', '01'), 'PSBT_GLOBAL_INPUT_COUNT is required in PSBTv2'],
    ['the number of outputs', record('05', '01'), 'PSBT_GLOBAL_OUTPUT_COUNT is required in PSBTv2'],
    [
      'the id of the previous transaction',
      record('0e', 'aa'.repeat(32)),
      'Previous TXID is required in PSBTv2',
    ],
    [
      'the output number',
      record('0f', '00000000'),
      "Previous output's index is required in PSBTv2",
    ],
    ['the amount', record('03', '8403000000000000'), 'Output amount is required in PSBTv2'],
    ['the script', record('04', '51'), 'Output script is required in PSBTv2'],
  ])('needs %s', (_, hex, error) => {
    expect(answer(without(hex))).toBe(error);
  });

  const instead = (old: string, hex: string): string => two.replace(record('10', old), hex);
  test.each([
    [
      'a time below the least',
      record('11', 'ff64cd1d'),
      'Required time based locktime is invalid (less than 500000000)',
    ],
    ['the least time', record('11', '0065cd1d'), 'accepted'],
    ['a height of 0', record('12', '00000000'), 'Required height based locktime is invalid (0)'],
    ['the largest height', record('12', 'ff64cd1d'), 'accepted'],
    [
      'a height that is a time',
      record('12', '0065cd1d'),
      'Required height based locktime is invalid (greater than or equal to 500000000)',
    ],
  ])('has %s', (_, hex, outcome) => {
    expect(answer(instead('ffffffff', hex))).toBe(outcome);
  });

  test('has no unsigned transaction', () => {
    const [, unsigned = ''] = /^70736274ff(.*)0000$/.exec(`${HEAD}0000`) ?? [];
    expect(answer(two.replace('70736274ff', `70736274ff${unsigned}`))).toBe(
      'PSBT_GLOBAL_UNSIGNED_TX is not allowed in PSBTv2',
    );
  });

  test('has as many maps as it says', () => {
    const more = (type: string) => two.replace(record(type, '01'), record(type, '02'));
    expect(answer(more('05'))).toBe(
      'Outputs provided does not match the number of outputs in transaction.',
    );
    expect(answer(two.slice(0, two.indexOf(record('0e', 'aa'.repeat(32)))))).toBe(
      'Inputs provided does not match the number of inputs in transaction.',
    );
    expect(answer(`${two}00`)).toBe('extra data after PSBT');
    expect(answer('70736274ff00')).toBe('No unsigned transaction was provided');
  });

  test('has no input and no output if it says so', () => {
    const none = createPsbt({ ...transaction, inputs: [], outputs: [] }, 2);
    expect(read(textOf(none))).toEqual(none);
  });
});

test.each([0, 1, 2, 3, 4])('wrong magic in byte %i is refused', (at) => {
  const bytes = hexBytes(zero).map((byte, i) => (i === at ? byte ^ 1 : byte));
  expect(answer(encodeHex(bytes))).toBe('Invalid PSBT magic bytes');
});

describe('a previous transaction', () => {
  const { roles } = JSON.parse(readVector('psbt/bip174.json'));
  const updated = readPsbt(roles.updated);
  const [first] = updated.inputs;
  if (first?.nonWitnessUtxo === undefined) throw new Error('the first input is legacy');
  const { nonWitnessUtxo, prevout } = first;
  const spending = (vout: number, change = {}): string =>
    textOf({
      ...updated,
      inputs: updated.inputs.map((input, i) =>
        i === 0
          ? {
              ...input,
              prevout: { ...prevout, vout },
              nonWitnessUtxo: { ...nonWitnessUtxo, ...change },
            }
          : input,
      ),
    });
  const last = nonWitnessUtxo.outputs.length - 1;

  test('has the output that is spent, and the id', () => {
    expect(answer(spending(last))).toBe('accepted');
    expect(answer(spending(last + 1))).toBe('Input specifies output index that does not exist');
    expect(answer(spending(0, { locktime: 5 }))).toBe(
      'Non-witness UTXO does not match outpoint hash',
    );
  });
});

describe('values that Core reads as absent', () => {
  const inputOf = (hex: string) => {
    const psbt = read(withRecord('input', hex));
    if ('error' in psbt) throw new Error(psbt.error);
    return psbt.inputs[0];
  };

  test('are an amount of -1, and keys and roots of zeros', () => {
    expect(inputOf(record('01', `${'ff'.repeat(8)}0151`))?.witnessUtxo).toBe(undefined);
    expect(inputOf(record('01', `fe${'ff'.repeat(7)}0151`))?.witnessUtxo?.value).toBe(-2n);
    expect(inputOf(record('01', `01${'00'.repeat(7)}0151`))?.witnessUtxo?.value).toBe(1n);
    expect(inputOf(record('17', '00'.repeat(32)))?.tapInternalKey).toBe(undefined);
    expect(inputOf(record('18', `${'00'.repeat(31)}01`))?.tapMerkleRoot).toHaveLength(32);
  });

  test('are a leaf hash of zeros, and no leaf hash', () => {
    const leafOf = (leaf: string) =>
      inputOf(record(`1b${POINT}${POINT}${leaf}`, '11'.repeat(66)))?.musigPubNonces[0]?.leafHash;
    expect(leafOf('')).toBe(undefined);
    expect(leafOf('00'.repeat(32))).toBe(undefined);
    expect(leafOf('01'.repeat(32))).toHaveLength(32);
    expect(leafOf(`${'00'.repeat(31)}01`)).toHaveLength(32);
  });
});

test('a leaf has its control blocks from the shortest, whatever their order was', () => {
  const block = (steps: number, parity: number): string =>
    `15${(0xc0 + parity).toString(16)}${X}${HASH.repeat(steps)}`;
  const blocks = [block(2, 0), block(0, 1), block(1, 0), block(0, 0)];
  const psbt = read(withRecord('input', blocks.map((each) => record(each, '51c0')).join('')));
  if ('error' in psbt) throw new Error(psbt.error);
  const [leaf, ...others] = psbt.inputs[0]?.tapLeaves ?? [];
  expect(others).toEqual([]);
  expect(leaf?.controlBlocks.map(({ length }) => length)).toEqual([33, 33, 65, 97]);
  // psbt.h: a record for each control block.
  const [input] = psbt.inputs;
  const again = read(textOf(psbt));
  expect('error' in again ? again.error : again.inputs[0]).toEqual(input);
});

test('a type of 0xff and a type of three bytes are unknown fields, with their complete key', () => {
  const psbt = read(withRecord('input', record('f0', '01') + record('fdff0001', '02')));
  expect('error' in psbt ? psbt.error : psbt.inputs[0]?.unknown).toEqual([
    { key: decodeHex('f0'), value: Uint8Array.of(1) },
    { key: concatBytes(hexBytes('fdff00'), Uint8Array.of(1)), value: Uint8Array.of(2) },
  ]);
});
