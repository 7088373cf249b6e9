import { bytesToNumber, N, numberToBytes } from '../../../src/crypto/curve/field.ts';
import { encodeDer, parseDerLax } from '../../../src/crypto/der.ts';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import {
  createFlatSigningProvider,
  mergeFlatSigningProvider,
  toSigningProvider,
} from '../../../src/descriptor/flat-signing-provider.ts';
import { type Bytes, bigEndian, concatBytes } from '../../../src/encoding/bytes.ts';
import { decodeHex } from '../../../src/encoding/hex.ts';
import type { GlobalXpub, Psbt, PsbtInput } from '../../../src/psbt/psbt.ts';
import { signPsbt } from '../../../src/psbt/sign-psbt.ts';
import {
  back,
  COSIGNER,
  coin,
  ME,
  mine,
  multi,
  pay,
  type ReviewVector,
  type Row,
  rows,
  THIEF,
  tr,
} from './review-cases.ts';
import { buildPsbt, keyAt, type Person, type PsbtSpec, place, secretsOf } from './review-world.ts';

const usual: PsbtSpec = { coins: [mine(0)], outputs: [pay(60_000n), back(39_800n)] };

/** Returns a person's key at a path. `at`: the path that is stated for it. */
export function xpub(
  who: Person,
  path: string,
  at = path,
  changed: Partial<Record<number, number>> = {},
): GlobalXpub {
  const key = who.root.derive(`m/${path.replaceAll('h', "'")}`.replace(/\/$/, ''));
  const bytes = concatBytes(
    bigEndian(0x043587cf, 4),
    Uint8Array.of(key.depth),
    bigEndian(key.parentFingerprint, 4),
    bigEndian(key.index, 4),
    key.chainCode ?? new Uint8Array(0),
    key.publicKey ?? new Uint8Array(0),
  );
  for (const [place, value] of Object.entries(changed)) bytes[Number(place)] = value ?? 0;
  const steps = at === '' ? [] : at.split('/');
  return {
    xpub: bytes,
    origin: {
      fingerprint: decodeHex(who.fingerprint) as Bytes,
      path: steps.map((step) => Number.parseInt(step, 10) + (step.endsWith('h') ? 0x80000000 : 0)),
    },
  };
}
const of = (xpub: GlobalXpub, who: Person): GlobalXpub => ({
  ...xpub,
  origin: { ...xpub.origin, fingerprint: decodeHex(who.fingerprint) as Bytes },
});
const unset = (xpub: GlobalXpub): GlobalXpub => ({
  ...xpub,
  origin: { ...xpub.origin, fingerprint: new Uint8Array(4) },
});
const names = (...xpubs: readonly GlobalXpub[]): PsbtSpec => ({
  ...usual,
  change: (psbt) => Object.assign(psbt, { xpubs }),
});

/** Extended keys in the global map. */
function xpubs(): ReviewVector[] {
  const ours = '84h/1h/0h';
  return [
    ...rows(
      'xpub-not-ours',
      [
        ['the key of a thief under our path', names(of(xpub(THIEF, ours), ME)), ['xpub-not-ours']],
        [
          'the key of a thief below our path',
          names(of(xpub(THIEF, `${ours}/0`), ME)),
          ['xpub-not-ours'],
        ],
        [
          'our key with another chain code',
          names(xpub(ME, ours, ours, { 20: 7 })),
          ['xpub-not-ours'],
        ],
      ],
      [
        ['our key under its path', names(xpub(ME, ours)), []],
        ['the branch of our key', names(xpub(ME, `${ours}/1`)), []],
        ['our key beside that of a cosigner', names(xpub(ME, ours), xpub(COSIGNER, ours)), []],
        ['another account of our seed', names(xpub(ME, '48h/1h/0h/2h')), []],
        [
          'our key where the descriptor names no origin',
          names(xpub(ME, ours)),
          [],
          { descriptors: [`wpkh(${keyAt(ME, ours).replace(/\[.*\]/, '')})`] },
        ],
      ],
    ),
    ...rows(
      'xpub-wrong',
      [
        [
          'a depth that is not that of the path',
          names(xpub(COSIGNER, ours, ours, { 4: 4 })),
          ['xpub-wrong'],
          { says: ['The depth, number or parent of a key is not that of its path.'] },
        ],
        [
          'another number than the last of the path',
          names(xpub(COSIGNER, ours, '84h/1h/1h')),
          ['xpub-wrong'],
        ],
        [
          'another parent than the master key',
          names(of(xpub(COSIGNER, '84h'), THIEF)),
          ['xpub-wrong'],
        ],
        [
          'a master key with the fingerprint of another',
          names(of(xpub(COSIGNER, ''), THIEF)),
          ['xpub-wrong'],
        ],
        [
          'two keys under one path',
          names(xpub(COSIGNER, ours), of(xpub(THIEF, ours), COSIGNER)),
          ['xpub-wrong'],
          { says: ['Two entries have the same key or the same path.'] },
        ],
        [
          'one key under two paths',
          names(xpub(COSIGNER, ours), of(xpub(COSIGNER, ours, ours, { 20: 7 }), THIEF)),
          ['xpub-wrong'],
        ],
        [
          'our key under another path',
          names(xpub(ME, ours, '49h/1h/0h')),
          ['xpub-wrong'],
          { says: ['Your key has another path.'] },
        ],
      ],
      [
        ['a key without its master key', names(unset(xpub(COSIGNER, ours))), []],
        [
          'two keys without their master keys',
          names(unset(xpub(COSIGNER, ours)), unset(xpub(THIEF, ours))),
          [],
        ],
        ['a child of a master key', names(xpub(COSIGNER, '84h')), []],
        ['a master key', names(xpub(COSIGNER, '')), []],
        [
          'a key that names only itself',
          names(
            of(xpub(COSIGNER, ours, ''), {
              ...COSIGNER,
              fingerprint: COSIGNER.root
                .derive("m/84'/1'/0'")
                .fingerprint.toString(16)
                .padStart(8, '0'),
            }),
          ),
          [],
        ],
        [
          'our key without our master key, under another path',
          names(unset(xpub(ME, ours, '49h/1h/0h'))),
          [],
        ],
      ],
    ),
    ...rows(
      'keys-of-another-network',
      [
        [
          'an extended key of the main network',
          names({
            ...xpub(COSIGNER, ours),
            xpub: concatBytes(bigEndian(0x0488b21e, 4), xpub(COSIGNER, ours).xpub.subarray(4)),
          }),
          ['keys-of-another-network'],
        ],
      ],
      [['an extended key of this network', names(xpub(COSIGNER, ours)), []]],
    ),
  ];
}

/** Signs a PSBT with a descriptor's private keys, without finalizing it. */
function signed(text: string, spec: PsbtSpec, sighashType?: number): Psbt {
  const knowledge = createFlatSigningProvider();
  for (const index of [0, 1]) mergeFlatSigningProvider(knowledge, secretsOf(text, 0, index));
  const done = signPsbt({
    psbt: buildPsbt(spec),
    provider: toSigningProvider(knowledge),
    finalize: false,
    sighashType,
    secp256k1,
  });
  if ('error' in done) throw new Error(done.error);
  return done.psbt;
}
const withInputs = (psbt: Psbt, change: (input: PsbtInput) => Partial<PsbtInput>): Psbt => ({
  ...psbt,
  inputs: psbt.inputs.map((input) => ({ ...input, ...change(input) })),
});

const secret = `wpkh(${keyAt(ME, '84h/1h/0h', true)})`;
const secretTap = `tr(${keyAt(ME, '86h/1h/0h', true)})`;
const tap: PsbtSpec = { ...usual, coins: [coin(place(tr, 0, 0), 1)] };
const ofTap = { descriptors: [tr, `wpkh(${keyAt(ME, '84h/1h/0h')})`] };

/** Flags of BIP370 together with existing signatures. */
function flags(): ReviewVector[] {
  const flagged = (txModifiable: number, psbt: Psbt): Psbt => ({ ...psbt, txModifiable });
  const two: PsbtSpec = { ...usual, psbtVersion: 2 };
  const by = (sighashType?: number) => signed(secret, two, sighashType);
  const plain = buildPsbt(two);
  const stop = ['modifiable-signed', 'psbt-modifiable'] as const;
  const open = { fee: 'open' } as const;
  const single = ['sighash-single', 'sighash-anyone-can-pay', 'psbt-modifiable'] as const;
  return [
    ...rows(
      'modifiable-signed',
      [
        ['inputs may be added to what ALL has signed', flagged(1, by()), stop],
        ['outputs may be added to what ALL has signed', flagged(2, by()), stop],
        [
          'outputs may be added to what ALL|ANYONECANPAY has signed',
          flagged(2, by(0x81)),
          ['sighash-anyone-can-pay', ...stop],
          open,
        ],
        [
          'inputs may be added to what SINGLE has signed',
          flagged(5, by(3)),
          ['sighash-single', ...stop],
          open,
        ],
      ],
      [
        ['nothing may be added to what ALL has signed', flagged(0, by()), []],
        [
          'inputs may be added to what ALL|ANYONECANPAY has signed',
          flagged(1, by(0x81)),
          ['sighash-anyone-can-pay', 'psbt-modifiable'],
          open,
        ],
        [
          'all may be added to what SINGLE|ANYONECANPAY has signed',
          flagged(7, by(0x83)),
          single,
          open,
        ],
        [
          'all may be added to what NONE|ANYONECANPAY has signed',
          flagged(3, by(0x82)),
          ['sighash-none', 'sighash-anyone-can-pay', 'psbt-modifiable'],
          open,
        ],
        ['all may be added to what is not signed', flagged(3, plain), ['psbt-modifiable']],
        [
          'all may be added beside a signature that does not hold',
          flagged(
            3,
            withInputs(by(), (input) => ({
              partialSignatures: input.partialSignatures.map((each) => ({
                ...each,
                signature: concatBytes(
                  each.signature.subarray(0, 12),
                  Uint8Array.of((each.signature[12] ?? 0) ^ 1),
                  each.signature.subarray(13),
                ),
              })),
            })),
          ),
          ['signature-invalid', 'psbt-modifiable'],
        ],
      ],
    ),
    ...rows(
      'modifiable-wrong',
      [
        [
          'a flag without a meaning',
          flagged(8, plain),
          ['modifiable-wrong'],
          { says: ['Some flags have no meaning.'] },
        ],
        [
          'a SINGLE that is announced, and nothing is signed',
          flagged(4, plain),
          ['modifiable-wrong'],
          { says: ['announce a signature'] },
        ],
        ['a SINGLE that is announced, and ALL was signed', flagged(4, by()), ['modifiable-wrong']],
        [
          'a SINGLE that is not announced',
          flagged(3, by(0x83)),
          [...single, 'modifiable-wrong'],
          { ...open, says: ['do not announce'] },
        ],
      ],
      [
        ['a SINGLE that is announced', flagged(4, by(3)), ['sighash-single'], open],
        [
          'a SINGLE that is announced, and no longer asked for',
          flagged(
            4,
            withInputs(by(3), () => ({ sighashType: undefined })),
          ),
          ['sighash-single', 'sighash-differs'],
          open,
        ],
        [
          'a SINGLE that is announced and asked for',
          flagged(
            4,
            withInputs(plain, () => ({ sighashType: 3 })),
          ),
          ['sighash-single'],
          open,
        ],
        [
          'a SINGLE that is not announced, where nothing may be added',
          flagged(0, by(3)),
          ['sighash-single'],
          open,
        ],
        ['no flags', flagged(0, plain), []],
      ],
    ),
  ];
}

/** Returns the same signature with the other S. */
function highS(signature: Bytes): Bytes {
  const compact = parseDerLax(signature.subarray(0, -1)) ?? new Uint8Array(64);
  const s = numberToBytes(N - bytesToNumber(compact.subarray(32)));
  return concatBytes(encodeDer(concatBytes(compact.subarray(0, 32), s)), signature.subarray(-1));
}

/** Partial signatures that nodes or the script reject. */
function signatures(): ReviewVector[] {
  const cosigner = multi.replace(
    keyAt(COSIGNER, '48h/1h/0h/2h'),
    keyAt(COSIGNER, '48h/1h/0h/2h', true),
  );
  const shared: PsbtSpec = { ...usual, coins: [coin(place(multi, 0, 0), 1)] };
  const ofShared = { descriptors: [multi, `wpkh(${keyAt(ME, '84h/1h/0h')})`] };
  const half = signed(cosigner, shared);
  const stranger = secretsOf(
    secret.replace(keyAt(ME, '84h/1h/0h', true), keyAt(THIEF, '84h/1h/0h', true)),
    0,
    0,
  );
  const theirs = (): Row => {
    const [key] = [...stranger.publicKeys.values()] as [Bytes];
    const [privateKey] = [...stranger.privateKeys.values()];
    const from = place(`wpkh(${keyAt(THIEF, '84h/1h/0h')})`, 0, 0);
    if (privateKey === undefined || from.script.length === 0) throw new Error('no key');
    const own = signed(secret, usual);
    const [made] = own.inputs[0]?.partialSignatures ?? [];
    if (made === undefined) throw new Error('no signature');
    return [
      'one of a key that the script does not have',
      withInputs(half, (input) => ({
        partialSignatures: [
          ...input.partialSignatures,
          { publicKey: key, signature: made.signature },
        ],
      })),
      ['signature-invalid'],
      { ...ofShared, says: ['The script does not have its key.'] },
    ];
  };
  const all = signed(secretTap, tap, 1);
  return [
    ...rows(
      'signature-invalid',
      [
        [
          'one of a cosigner with a high S',
          withInputs(half, (input) => ({
            partialSignatures: input.partialSignatures.map(({ publicKey, signature }) => ({
              publicKey,
              signature: highS(signature),
            })),
          })),
          ['signature-invalid'],
          { ...ofShared, says: ['Its S value is high, so nodes do not relay it.'] },
        ],
        theirs(),
      ],
      [
        ['one of a cosigner with a low S', half, [], ofShared],
        ['one of taproot', signed(secretTap, tap), [], ofTap],
      ],
    ),
    ...rows(
      'sighash-differs',
      [
        [
          'ALL in taproot, where DEFAULT is asked for',
          withInputs(all, () => ({ sighashType: undefined })),
          ['sighash-differs'],
          ofTap,
        ],
        [
          'ALL, where ALL|ANYONECANPAY is asked for',
          withInputs(signed(secret, usual), () => ({ sighashType: 0x81 })),
          ['sighash-anyone-can-pay', 'sighash-differs'],
          { fee: 'open' },
        ],
      ],
      [
        ['ALL in taproot, where it is asked for', all, [], ofTap],
        [
          'ALL in taproot, in a final input',
          withInputs(signed(secretTap, tap, 1), ({ tapKeySignature }) => ({
            sighashType: undefined,
            tapKeySignature: undefined,
            finalWitness: tapKeySignature ? [tapKeySignature] : [],
          })),
          ['nothing-to-sign'],
          ofTap,
        ],
        ['DEFAULT in taproot', signed(secretTap, tap), [], ofTap],
        ['ALL of P2WPKH, where nothing is asked for', signed(secret, usual), []],
        [
          'ALL of P2WPKH, where it is asked for',
          withInputs(signed(secret, usual), () => ({ sighashType: 1 })),
          [],
        ],
      ],
    ),
    ...rows(
      'sighash-undefined',
      [
        [
          'DEFAULT asked for of P2WPKH',
          withInputs(buildPsbt(usual), () => ({ sighashType: 0 })),
          ['sighash-undefined'],
        ],
      ],
      [
        [
          'DEFAULT asked for of taproot',
          withInputs(buildPsbt(tap), () => ({ sighashType: 0 })),
          [],
          ofTap,
        ],
        ['ALL asked for of P2WPKH', withInputs(buildPsbt(usual), () => ({ sighashType: 1 })), []],
      ],
    ),
  ];
}

/** Cases by file. */
export const signerCases = { xpubs, flags, signatures } as const;
