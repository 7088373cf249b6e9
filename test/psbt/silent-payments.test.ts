import { describe, expect, test } from 'vitest';
import { hash160, sha256 } from '../../src/crypto/hash.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { PrivateKey } from '../../src/crypto/private-key.ts';
import { decodeBase64 } from '../../src/encoding/base64.ts';
import { type Bytes, equalBytes } from '../../src/encoding/bytes.ts';
import { networks } from '../../src/encoding/network.ts';
import { convertPsbt } from '../../src/psbt/convert.ts';
import { decodePsbt } from '../../src/psbt/decode.ts';
import type { Psbt, PsbtInput, RawField } from '../../src/psbt/psbt.ts';
import { signPsbt } from '../../src/psbt/sign-psbt.ts';
import { judgeSilentPayments, type SilentFault } from '../../src/psbt/silent-payments.ts';
import { psbtSubject } from '../../src/review/psbt-subject.ts';
import { reviewSubject } from '../../src/review/review.ts';
import { p2wpkhScript } from '../../src/script/builders.ts';
import { formatSilentAddress } from '../../src/script/silent-address.ts';
import { UNSPENDABLE_KEY } from '../../src/script/taproot.ts';
import { createKeyProvider } from '../../src/signing/key-provider.ts';
import {
  prove,
  type SilentKind,
  silentAddress,
  silentKey,
  silentPsbt,
} from '../support/generate/silent-payments.ts';
import { readVector } from '../support/paths.ts';
import { readPsbt, tryPsbt, writePsbt } from '../support/psbt.ts';
import { hexBytes } from '../support/signing.ts';

type Vector = { readonly description: string; readonly psbt: string };
const vectors: { readonly valid: Vector[]; readonly invalid: Vector[] } = JSON.parse(
  readVector('psbt/bip375.json'),
);

/**
 * The vectors' P2WPKH scripts are SHA256(key)[:20], which no key can spend. Everything else in them
 * follows the BIP, and no proof or output depends on these scripts, so they are corrected here.
 */
function withRightScripts(psbt: Psbt): Psbt {
  return { ...psbt, inputs: psbt.inputs.map(withRightScript) };
}

function withRightScript(input: PsbtInput): PsbtInput {
  const { witnessUtxo, keyPaths } = input;
  const wrong = (key: Bytes) => p2wpkhScript(sha256(key).subarray(0, 20));
  const key = keyPaths.find(
    ({ publicKey }) => witnessUtxo && equalBytes(witnessUtxo.scriptPubKey, wrong(publicKey)),
  )?.publicKey;
  if (key === undefined || witnessUtxo === undefined) return input;
  return { ...input, witnessUtxo: { ...witnessUtxo, scriptPubKey: p2wpkhScript(hash160(key)) } };
}

/** The ids of findings about silent payments that a review raises. */
function findingsOf(psbt: Psbt): readonly string[] {
  const subject = psbtSubject(psbt, kernelSecp256k1);
  if (subject === undefined) throw new Error('no transaction');
  const { findings } = reviewSubject(subject, { network: networks.regtest });
  return findings.map(({ id }) => id).filter((id) => id.startsWith('silent-'));
}

const faultsOf = (psbt: Psbt): readonly SilentFault[] =>
  (judgeSilentPayments(psbt, secp256k1)?.faults ?? []).map(({ kind }) => kind);

describe('the vectors of BIP375', () => {
  const expected: readonly (readonly [string, string])[] = [
    ['missing PSBT_OUT_SP_V0_INFO', 'silent-malformed'],
    ['incorrect byte length for PSBT_OUT_SP_V0_INFO', 'silent-malformed'],
    ['incorrect byte length for PSBT_IN_SP_ECDH_SHARE', 'silent-malformed'],
    ['incorrect byte length for PSBT_IN_SP_DLEQ', 'silent-malformed'],
    ['PSBT_GLOBAL_TX_MODIFIABLE field is non-zero', 'silent-modifiable'],
    ['only one ineligible P2SH multisig input', 'silent-proof-missing'],
    ['missing PSBT_IN_SP_ECDH_SHARE field for input 0', 'silent-proof-missing'],
    ['missing PSBT_IN_SP_DLEQ field', 'silent-proof-missing'],
    ['missing PSBT_GLOBAL_SP_DLEQ field', 'silent-proof-missing'],
    ['invalid proof in PSBT_IN_SP_DLEQ', 'silent-proof-invalid'],
    ['invalid proof in PSBT_GLOBAL_SP_DLEQ', 'silent-proof-invalid'],
    ['missing PSBT_IN_BIP32_DERIVATION', 'silent-proof-missing'],
    ['output 1 missing ECDH share', 'silent-proof-missing'],
    ['input 1 missing ECDH share for output 1', 'silent-proof-missing'],
    ['input 1 missing ECDH share for scan key', 'silent-proof-missing'],
    ['segwit version greater than 1', 'silent-input-version'],
    ['non-SIGHASH_ALL signature', 'silent-sighash'],
    ['P2TR input with NUMS internal key', 'silent-proof-missing'],
    ['PSBT_OUT_SCRIPT does not match', 'silent-script-wrong'],
    ['not sorted lexicographically by spend key', 'silent-script-wrong'],
    ['k values assigned to wrong output indices', 'silent-script-wrong'],
  ];

  test.each(expected)('invalid: "%s" is %s', (words, id) => {
    const vector = vectors.invalid.find(({ description }) => description.includes(words));
    expect(findingsOf(withRightScripts(readPsbt(vector?.psbt ?? '')))[0]).toBe(id);
  });

  test('the one invalid vector left lacks a script without being a silent payment, and is not read', () => {
    const rest = vectors.invalid.filter(
      ({ description }) => !expected.some(([words]) => description.includes(words)),
    );
    expect(rest.map(({ psbt }) => tryPsbt(psbt))).toEqual([
      { error: 'Output script is required in PSBTv2: iostream error' },
    ]);
  });

  const complete = vectors.valid.filter(
    ({ description }) =>
      // Checks only that a bare OP_2 script is not a witness program: no input is eligible.
      !description.includes('bare OP_2') &&
      // Counts k by the order of outputs; the text sorts by spend key.
      !description.includes('output 0 uses label=3 / output 1 uses label=1'),
  );

  test.each(complete.map((vector) => [vector.description, vector] as const))(
    'valid: %s',
    (description, { psbt }) => {
      const right = withRightScripts(readPsbt(psbt));
      const isPending = description.includes('PSBT_OUT_SCRIPT field is not set');
      expect(faultsOf(right)).toEqual([]);
      expect(findingsOf(right)).toEqual(isPending ? ['silent-script-pending'] : []);
    },
  );

  test('a bare OP_2 script is not a witness program, so it does not forbid silent payments', () => {
    const vector = vectors.valid.find(({ description }) => description.includes('bare OP_2'));
    expect(faultsOf(readPsbt(vector?.psbt ?? ''))).toEqual(['proof-missing']);
  });

  test('a derivation key that does not belong to its script proves nothing', () => {
    const vector = vectors.valid.find(({ description }) => description.includes('per-input ECDH'));
    expect(faultsOf(readPsbt(vector?.psbt ?? ''))).toEqual(['proof-missing']);
  });
});

const ALL: readonly SilentKind[] = ['wpkh', 'pkh', 'nested', 'tr', 'multisig', 'tr', 'wpkh'];
const honest = (['global', 'inputs'] as const).map(
  (shares) =>
    [
      shares,
      silentPsbt({
        kinds: ALL,
        outputs: [
          [1, 2],
          [1, 1],
          [2, 1],
          [1, 2],
        ],
        shares,
      }),
    ] as const,
);

test.each(honest)('an honest PSBT of every input type with shares "%s" is proven', (_, psbt) => {
  for (const curve of [secp256k1, kernelSecp256k1]) {
    const judged = judgeSilentPayments(psbt, curve);
    expect(judged?.faults).toEqual([]);
    expect(judged?.outputs.map(({ isProven }) => isProven)).toEqual([true, true, true, true]);
  }
  expect(findingsOf(psbt)).toEqual([]);
  expect(writePsbt(readPsbt(writePsbt(psbt)))).toBe(writePsbt(psbt));
});

/** Each bit of a byte, here and there. */
function flips(bytes: Bytes): readonly Bytes[] {
  return Array.from(bytes, (_, at) => {
    const changed = Uint8Array.from(bytes);
    changed[at] = (bytes[at] ?? 0) ^ (1 << (at % 8));
    return changed;
  });
}

const replace = (fields: readonly RawField[], at: number, value: Bytes) =>
  fields.map((field, index) => (index === at ? { ...field, value } : field));

describe('what a thief changes', () => {
  const [whole, each] = honest.map(([, psbt]) => psbt);
  if (whole === undefined || each === undefined) throw new Error('no PSBT');
  const stops = (psbt: Psbt) => findingsOf(psbt).filter((id) => id !== 'silent-script-pending');

  test('any byte of a share or proof stops', () => {
    const small = silentPsbt({ kinds: ['wpkh', 'tr'], outputs: [[1, 1]], shares: 'inputs' });
    for (const [at, field] of (small.inputs[1]?.unknown ?? []).entries()) {
      for (const value of flips(field.value)) {
        const inputs = small.inputs.map((input, index) =>
          index === 1 ? { ...input, unknown: replace(input.unknown, at, value) } : input,
        );
        expect(stops({ ...small, inputs })).not.toEqual([]);
      }
    }
  });

  test('any byte of the script or of the address stops', () => {
    const small = silentPsbt({ kinds: ['wpkh'], outputs: [[1, 1]], shares: 'global' });
    const [output] = small.outputs;
    if (output === undefined) throw new Error('no output');
    const variants = [
      ...flips(output.script).map((script) => ({ ...output, script })),
      ...flips(output.unknown[0]?.value ?? new Uint8Array(0)).map((value) => ({
        ...output,
        unknown: replace(output.unknown, 0, value),
      })),
    ];
    for (const variant of variants) {
      expect(stops({ ...small, outputs: [variant] })).not.toEqual([]);
    }
  });

  test('a share of his own with a proof that holds for his own key stops', () => {
    const { scanKey } = silentAddress(1, 1);
    const small = silentPsbt({ kinds: ['wpkh'], outputs: [[1, 1]], shares: 'inputs' });
    const other = silentPsbt({ kinds: ['pkh', 'wpkh'], outputs: [[1, 1]], shares: 'inputs' });
    const stolen = other.inputs[1]?.unknown ?? [];
    const inputs = small.inputs.map((input) => ({ ...input, unknown: stolen }));
    expect(stops({ ...small, inputs })).toEqual(['silent-proof-invalid']);
    expect(prove(5n, scanKey, scanKey).length).toBe(64);
  });

  test('swapped scripts of two payments to one scan key stop', () => {
    const [first, second, ...rest] = whole.outputs;
    if (first === undefined || second === undefined) throw new Error('no outputs');
    const outputs = [
      { ...first, script: second.script },
      { ...second, script: first.script },
      ...rest,
    ];
    expect(stops({ ...whole, outputs })).toEqual(['silent-script-wrong']);
  });

  test('an input that is added, removed or exchanged after the scripts were set stops', () => {
    const more = silentPsbt({ kinds: [...ALL, 'wpkh'], outputs: [[1, 1]], shares: 'none' });
    const added = more.inputs.at(-1);
    if (added === undefined) throw new Error('no input');
    for (const psbt of [whole, each]) {
      expect(stops({ ...psbt, inputs: [...psbt.inputs, added] })).not.toEqual([]);
      expect(stops({ ...psbt, inputs: psbt.inputs.slice(1) })).not.toEqual([]);
      expect(stops({ ...psbt, inputs: [added, ...psbt.inputs.slice(1)] })).not.toEqual([]);
    }
  });

  test('the claim that an input has no key path stops unless it is proven', () => {
    const psbt = silentPsbt({ kinds: ['wpkh', 'tr'], outputs: [[1, 1]], shares: 'inputs' });
    const inputs = psbt.inputs.map((input, index) =>
      index === 1 ? { ...input, tapInternalKey: UNSPENDABLE_KEY, unknown: [] } : input,
    );
    expect(stops({ ...psbt, inputs })).toEqual(['silent-proof-missing']);
  });

  test('a coin of witness version 2, another sighash type, modifiable flags and version 0 stop', () => {
    const change = (part: Partial<PsbtInput>) => ({
      ...whole,
      inputs: whole.inputs.map((input, index) => (index === 0 ? { ...input, ...part } : input)),
    });
    const future = silentPsbt({ kinds: ['wpkh', 'future'], outputs: [[1, 1]], shares: 'global' });
    expect(stops(future)).toEqual(['silent-input-version']);
    for (const sighashType of [0, 2, 3, 0x81, 0x82, 0x83]) {
      expect(stops(change({ sighashType }))).toContain('silent-sighash');
    }
    for (const txModifiable of [1, 2, 3, 7]) {
      expect(stops({ ...whole, txModifiable })).toContain('silent-modifiable');
    }
    expect(stops({ ...whole, version: 0 })).toEqual(['silent-malformed']);
  });

  test('an address that is taken away leaves an ordinary payment, which is shown as one', () => {
    const outputs = whole.outputs.map((output) => ({ ...output, unknown: [] }));
    expect(judgeSilentPayments({ ...whole, outputs }, secp256k1)?.outputs).toEqual([]);
  });
});

describe('a silent payment whose script is not computed yet', () => {
  const pending = silentPsbt({ kinds: ['wpkh'], outputs: [[1, 1]], shares: 'none' });
  const text = writePsbt(pending);

  test('is read and written without a script, and refused where Core refuses it', () => {
    expect(writePsbt(readPsbt(text))).toBe(text);
    const bytes = decodeBase64(text) ?? new Uint8Array(0);
    expect(decodePsbt(bytes, secp256k1, { needsScript: true })).toEqual({
      error: 'Output script is required in PSBTv2: iostream error',
    });
  });

  test('is not signed even by its key, and never becomes version 0', () => {
    const key = PrivateKey.from(silentKey(0), true);
    const provider = createKeyProvider({ keys: key ? [key] : [] }, secp256k1);
    const sign = (psbt: Psbt) => {
      const signed = signPsbt({ psbt, provider, secp256k1, finalize: true });
      return 'error' in signed ? signed.error : signed.complete;
    };
    expect(sign(pending)).toBe(false);
    expect(sign(silentPsbt({ kinds: ['wpkh'], outputs: [[1, 1]], shares: 'global' }))).toBe(true);
    expect(convertPsbt(pending, 0)).toBeUndefined();
  });
});

test('an address has 116 characters, or 117 on test networks, as in BIP352', () => {
  // The first address of BIP352's vectors.
  const scanKey = hexBytes('0220bcfac5b99e04ad1a06ddfb016ee13582609d60b6291e98d01a9bc9a16c96d4');
  const spendKey = hexBytes('025cc9856d6f8375350e123978daac200c260cb5b5ae83106cab90484dcd8fcf36');
  expect(formatSilentAddress({ scanKey, spendKey }, networks.main)).toBe(
    'sp1qqgste7k9hx0qftg6qmwlkqtwuy6cycyavzmzj85c6qdfhjdpdjtdgqjuexzk6murw56suy3e0rd2cgqvycxttddwsvgxe2usfpxumr70xc9pkqwv',
  );
  expect(formatSilentAddress({ scanKey, spendKey }, networks.regtest)).toMatch(/^tsp1q.{112}$/);
});
