import { sha256 } from '../../../src/crypto/hash.ts';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { concatBytes } from '../../../src/encoding/bytes.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import type { PsbtInput } from '../../../src/psbt/psbt.ts';
import { payeesDigest } from '../../../src/review/past.ts';
import { p2trScript, p2wshScript } from '../../../src/script/builders.ts';
import { Op } from '../../../src/script/opcodes.ts';
import { buildScript } from '../../../src/script/script.ts';
import { UNSPENDABLE_KEY } from '../../../src/script/taproot.ts';
import { buildTaprootOutput } from '../../../src/signing/taproot-output.ts';
import { readVector } from '../paths.ts';
import { readPsbt } from '../psbt.ts';
import { at, friend, other, pair } from './attack-cases.ts';
import { withLeaves } from './lock-cases.ts';
import {
  back,
  COSIGNER,
  ME,
  mine,
  outPoint,
  pay,
  type ReviewVector,
  type Row,
  thief,
  wpkh,
} from './review-cases.ts';
import { keyAt, type OutputSpec, type PsbtSpec, person, place } from './review-world.ts';

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
  const masters = [ME.root.privateExtendedKey];
  const seed = { descriptors: [wpkh], masters };
  const words = { descriptors: [], masters };
  const of = (text: string): PsbtSpec => ({
    coins: [at(text, 0, 100_000n)],
    outputs: [pay(60_000n), back(39_800n, text)],
  });
  const warned = ['keys-of-another-network'] as const;
  const mismatch = ['network-mismatch'] as const;
  return [
    ...pair(
      'keys-of-another-network',
      ['change below the path of real coins', spec(real), warned, seed],
      ['change below the path of test coins', spec(wpkh), [], seed],
    ),
    ...pair(
      'network-mismatch',
      ['real coins of a master key, on a test network', of(real), mismatch, words],
      ['test coins of a master key', of(wpkh), [], words],
    ),
    ...pair(
      'network-mismatch',
      ['real coins that no key is open for', of(real), [...mismatch, 'change-unproven'], none],
      ['a path of real coins in a descriptor', of(real), warned, { descriptors: [real] }],
    ),
  ];
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
    ['a fee for the small path, whose lock is open', spec(tree(5)), ['recovery-path'], of(tree(5))],
  );
}

const OPENS = buildScript(Op.OP_1);
const [payee = new Uint8Array(33)] = [...place(thief, 0, 3).knowledge.publicKeys.values()];
const ofPayee = concatBytes(buildScript(payee), Uint8Array.of(Op.CHECKSIG));
const scriptOf = (...parts: readonly (Uint8Array | number)[]) =>
  concatBytes(...parts.map((each) => (typeof each === 'number' ? Uint8Array.of(each) : each)));

/** Outputs whose scripts, which the PSBT shows, fail by their form. */
function roundClosed(): ReviewVector[] {
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
  const closed = (name: string, spec: PsbtSpec, honest: Row) =>
    pair(about, [name, spec, [about]], honest);
  return [
    ...closed(
      'a script with a disabled operation in a branch',
      wsh(scriptOf(Op.OP_0, Op.IF, Op.CAT, Op.ENDIF, ofPayee)),
      ['a script with a branch', wsh(scriptOf(Op.OP_0, Op.IF, Op.NOP, Op.ENDIF, ofPayee)), []],
    ),
    ...closed(
      'a script whose branch is not closed',
      wsh(scriptOf(Op.IF, ofPayee, Op.ELSE, OPENS)),
      [
        'a script that returns in one branch',
        wsh(scriptOf(Op.IF, Op.RETURN, Op.ENDIF, ofPayee)),
        [],
      ],
    ),
    ...closed(
      'a script of 202 operations',
      wsh(scriptOf(new Uint8Array(201).fill(Op.NOP), ofPayee)),
      ['a script of 201 operations', wsh(scriptOf(new Uint8Array(200).fill(Op.NOP), ofPayee)), []],
    ),
    ...pair(
      about,
      [
        'a bare script that returns after its signature',
        to(scriptOf(ofPayee, Op.VERIFY, Op.RETURN)),
        [about, 'not-standard'],
      ],
      ['a key of the payee behind its hash', wsh(ofPayee), []],
    ),
    ...closed(
      'a leaf that returns after its signature, and no other path',
      tap(scriptOf(leafKey, Op.VERIFY, Op.RETURN)),
      ['a leaf of the payee, and no other path', tap(leafKey), []],
    ),
  ];
}

/** Payjoins (BIP78) after the original payment of 400,000 sat was signed. */
function roundPayjoins(): ReviewVector[] {
  const ours = at(wpkh, 0, 900_000n);
  const theirs = at(thief, 3, 100_000n);
  const payees = payeesDigest([{ value: 400_000n, scriptPubKey: friend, owner: undefined }]);
  const payments = [{ value: '400000', script: encodeHex(friend) }];
  const row = { amount: `${ours.value}`, payees, isSigned: true, payments };
  const past = { past: { [outPoint(ours)]: row } };
  const paying = (...outputs: readonly OutputSpec[]): PsbtSpec => ({
    coins: [ours, theirs],
    outputs,
  });
  return pair(
    'coin-paid-elsewhere',
    [
      'a payjoin that pays a third from our change',
      paying(pay(500_000n, friend), pay(200_000n, other), back(299_000n)),
      ['coin-paid-elsewhere', 'inputs-of-others'],
      past,
    ],
    [
      'a payjoin whose payee splits the coin that it adds',
      paying(pay(450_000n, friend), pay(50_000n, other), back(499_000n)),
      ['inputs-of-others'],
      past,
    ],
    [
      'a replacement that adds a payee',
      { coins: [ours], outputs: [pay(400_000n, friend), pay(200_000n, other), back(298_000n)] },
      ['payee-added'],
      past,
    ],
  );
}

export const roundCases: { readonly [name: string]: () => ReviewVector[] } = {
  'round-nonces': roundNonces,
  'round-networks': roundNetworks,
  'round-sizes': roundSizes,
  'round-closed': roundClosed,
  'round-payjoins': roundPayjoins,
};
