import type { PsbtInput } from '../../../src/psbt/psbt.ts';
import { readVector } from '../paths.ts';
import { readPsbt } from '../psbt.ts';
import { at, pair } from './attack-cases.ts';
import { withLeaves } from './lock-cases.ts';
import {
  back,
  COSIGNER,
  ME,
  mine,
  pay,
  type ReviewVector,
  type Row,
  wpkh,
} from './review-cases.ts';
import { keyAt, type PsbtSpec, person } from './review-world.ts';

const { spends }: { spends: readonly { readonly signatures: string }[] } = JSON.parse(
  readVector('psbt/bip373.json'),
);
const whole = readPsbt(spends[0]?.signatures ?? '');
const [input] = whole.inputs;
if (input === undefined) throw new Error('no input');
const { musigPubNonces: nonces } = input;
const none = { descriptors: undefined };

/** A MuSig2 payment before its second round. */
const round = (name: string, change: Partial<PsbtInput>, findings: Row[2]): Row => [
  name,
  {
    ...whole,
    inputs: whole.inputs.map((each) => ({ ...each, musigPartialSignatures: [], ...change })),
  },
  findings,
  none,
];
const replaced = (value: (old: Uint8Array) => Uint8Array) =>
  nonces.map((each, i) => (i === 1 ? { ...each, value: value(each.value) } : each));

/** MuSig2 nonces that spoil a signature, or reveal a key (BIP327). */
function roundNonces(): ReviewVector[] {
  const about = 'signature-invalid';
  return [
    ...pair(
      about,
      round(
        'a MuSig2 nonce whose first point is not on the curve',
        { musigPubNonces: replaced((old) => Uint8Array.of(5, ...old.subarray(1))) },
        [about],
      ),
      round('MuSig2 nonces of all participants', {}, []),
    ),
    ...pair(
      about,
      round(
        'a MuSig2 nonce whose second point is not on the curve',
        { musigPubNonces: replaced((old) => old.map((byte, i) => (i === 33 ? 0 : byte))) },
        [about],
      ),
      round('the MuSig2 nonce of one participant', { musigPubNonces: nonces.slice(0, 1) }, []),
    ),
    ...pair(
      about,
      round(
        'a MuSig2 nonce that another participant copied',
        { musigPubNonces: replaced(() => nonces[0]?.value ?? new Uint8Array(66)) },
        [about],
      ),
      round('no MuSig2 nonce yet', { musigPubNonces: [] }, []),
    ),
  ].map((vector) => ({
    ...vector,
    ...(vector.name.includes('copied') ? { says: ['A MuSig2 nonce is used twice.'] } : {}),
  }));
}

/** Change at the path of real coins, on a test network. */
function roundNetworks(): ReviewVector[] {
  const real = `wpkh(${keyAt(ME, '84h/0h/0h')})`;
  const spec = (text: string): PsbtSpec => ({
    coins: [mine(0)],
    outputs: [pay(60_000n), back(39_800n, text)],
  });
  const seed = { descriptors: [wpkh], masters: [ME.root.privateExtendedKey] };
  return pair(
    'keys-of-another-network',
    ['change below the path of real coins', spec(real), ['keys-of-another-network'], seed],
    ['change below the path of test coins', spec(wpkh), [], seed],
  );
}

/** Fees of transactions that are signed by another path than the smallest. */
function roundSizes(): ReviewVector[] {
  const [a, b, c] = [ME, COSIGNER, person(3)].map((who) => keyAt(who, '86h/1h/0h'));
  const none = '50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0';
  const tree = (lock: number) =>
    `tr(${none},{and_v(v:pk(${a}),older(${lock})),multi_a(2,${b},${c})})`;
  const of = (text: string) => ({ descriptors: [text] });
  const spec = (text: string): PsbtSpec =>
    withLeaves({
      coins: [at(text, 0, 100_000n, { sequence: 5 })],
      outputs: [pay(60_000n), back(39_982n, text)],
    });
  return pair(
    'fee-too-low',
    [
      'a fee for the small path, whose lock is closed',
      spec(tree(6)),
      ['fee-too-low', 'relative-lock'],
      of(tree(6)),
    ],
    ['a fee for the small path, whose lock is open', spec(tree(5)), ['relative-lock'], of(tree(5))],
  );
}

export const roundCases: { readonly [name: string]: () => ReviewVector[] } = {
  'round-nonces': roundNonces,
  'round-networks': roundNetworks,
  'round-sizes': roundSizes,
};
