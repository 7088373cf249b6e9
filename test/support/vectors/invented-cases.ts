import { hash160, sha256 } from '../../../src/crypto/hash.ts';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import {
  createFlatSigningProvider,
  toSigningProvider,
} from '../../../src/descriptor/flat-signing-provider.ts';
import { type Bytes, emptyBytes } from '../../../src/encoding/bytes.ts';
import { decodeHex, encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import type { Psbt, PsbtInput } from '../../../src/psbt/psbt.ts';
import { signPsbt } from '../../../src/psbt/sign-psbt.ts';
import { unsignedTransaction } from '../../../src/psbt/unsigned-transaction.ts';
import type { FindingId } from '../../../src/review/catalog.ts';
import {
  multisigScript,
  p2pkhScript,
  p2shScript,
  p2trScript,
  p2wpkhScript,
  p2wshScript,
} from '../../../src/script/builders.ts';
import { Op } from '../../../src/script/opcodes.ts';
import { buildScript } from '../../../src/script/script.ts';
import { UNSPENDABLE_KEY } from '../../../src/script/taproot.ts';
import type { TaprootTree } from '../../../src/signing/provider.ts';
import { buildTaprootOutput } from '../../../src/signing/taproot-output.ts';
import { formatSilentAddress } from '../../../src/silent/silent-address.ts';
import { encodeTransaction } from '../../../src/transaction/codec.ts';
import { outPointKey } from '../../../src/transaction/transaction.ts';
import { silentAddress, silentPsbt } from '../generate/silent-payments.ts';
import { at, friend, pair } from './attack-cases.ts';
import { withLeaves } from './lock-cases.ts';
import {
  back,
  COSIGNER,
  coin,
  ME,
  passedOff,
  pay,
  pkh,
  type ReviewVector,
  type Row,
  THIEF,
  thief,
  tr,
  wpkh,
} from './review-cases.ts';
import {
  buildPsbt,
  type CoinSpec,
  keyAt,
  type OutputSpec,
  outPointOf,
  type Person,
  type PsbtSpec,
  person,
  place,
  secretsOf,
  unspendableAt,
} from './review-world.ts';

const nothing = createFlatSigningProvider();
/** 900,000 sat: 499,000 as change, 1,000 as fee, 400,000 to an output with these fields. */
const to = (script: Bytes, fields: object = {}): PsbtSpec => ({
  coins: [at(wpkh, 0, 900_000n)],
  outputs: [
    back(499_000n, wpkh, 4),
    { value: 400_000n, script, change: (output) => Object.assign(output, fields) },
  ],
});
const wsh = (witnessScript: Bytes) => to(p2wshScript(sha256(witnessScript)), { witnessScript });
const sh = (redeemScript: Bytes) => to(p2shScript(hash160(redeemScript)), { redeemScript });
const key = (index: number): Bytes =>
  [...place(thief, 0, index).knowledge.publicKeys.values()].find(
    (each) => each.length === 33,
  ) as Bytes;
const xOnly = (index: number) => key(index).subarray(1);
const pk = (xOnlyKey: Bytes) => buildScript(xOnlyKey, Op.CHECKSIG);
const leaf = (script: Bytes, leafVersion = 0xc0, depth = 0) => ({ depth, leafVersion, script });

function outputKey(internalKey: Bytes, leaves: TaprootTree): Bytes {
  const output = buildTaprootOutput(internalKey, leaves, secp256k1);
  if (output === undefined) throw new Error('no such tree');
  return p2trScript(output.outputKey);
}
const tap = (internalKey: Bytes, ...tapTree: TaprootTree) =>
  to(outputKey(internalKey, tapTree), { tapInternalKey: internalKey, tapTree });

/** An x coordinate beyond the field. */
const OFF_CURVE = new Uint8Array(33).fill(0xff).fill(2, 0, 1);

const RETURNS = buildScript(Op.RETURN);
const OPENS = buildScript(Op.OP_1);

/** Outputs that no key can spend, although they look usual. */
function lost(): ReviewVector[] {
  const burned = (name: string, spec: PsbtSpec, honest: Row) =>
    pair('output-unspendable', [name, spec, ['output-unspendable']], honest);
  const none = UNSPENDABLE_KEY;
  const lostCoin: CoinSpec = {
    ...coin({ script: outputKey(none, []), knowledge: nothing }, 77),
    change: (input) => Object.assign(input, { tapInternalKey: none }),
  };
  const beside = (other: CoinSpec): PsbtSpec => ({
    coins: [at(wpkh, 0, 900_000n), other],
    outputs: [back(599_000n, wpkh, 4), pay(400_000n, friend)],
  });
  return [
    ...burned('the key without a private key as output key', to(p2trScript(none)), [
      'a key of a payee as output key',
      to(p2trScript(xOnly(3))),
      [],
    ]),
    ...burned('an internal key without a private key, and no tree', tap(none), [
      'an internal key without a private key, and a leaf of a payee',
      tap(none, leaf(pk(xOnly(3)))),
      [],
    ]),
    ...burned('a tree whose only leaf returns', tap(none, leaf(RETURNS)), [
      'a leaf that returns beside a key of a payee',
      tap(xOnly(3), leaf(RETURNS)),
      [],
    ]),
    ...burned('2 of 2 keys, one off the curve', wsh(multisigScript(2, [key(3), OFF_CURVE])), [
      '1 of 2 keys, one off the curve',
      wsh(multisigScript(1, [key(3), OFF_CURVE])),
      [],
    ]),
    ...burned(
      '2 of 3 keys behind P2SH, two off the curve',
      sh(multisigScript(2, [key(3), OFF_CURVE, OFF_CURVE])),
      [
        '2 of 3 keys behind P2SH, one off the curve',
        sh(multisigScript(2, [key(3), key(4), OFF_CURVE])),
        [],
      ],
    ),
    ...burned('a bare key off the curve', to(buildScript(OFF_CURVE, Op.CHECKSIG)), [
      'a bare key on the curve',
      to(buildScript(key(3), Op.CHECKSIG)),
      ['output-bare'],
    ]),
    ...pair(
      'input-unspendable',
      [
        'a taproot coin that no key opens, beside ours',
        beside(lostCoin),
        ['input-unspendable', 'inputs-of-others'],
      ],
      ['a taproot coin of others, beside ours', beside(at(tr, 5, 100_000n)), ['inputs-of-others']],
    ),
  ];
}

/** Outputs that anyone can spend, although they look usual. */
function free(): ReviewVector[] {
  const given = (name: string, spec: PsbtSpec, honest: Row, more: readonly FindingId[] = []) =>
    pair('output-anyone-can-spend', [name, spec, ['output-anyone-can-spend', ...more]], honest);
  const signed = leaf(pk(xOnly(4)));
  const none = (required: number) =>
    buildScript(required === 0 ? Op.OP_0 : Op.OP_1, key(3), key(4), Op.OP_2, Op.CHECKMULTISIG);
  const nested = (witnessScript: Bytes) => {
    const redeemScript = p2wshScript(sha256(witnessScript));
    return to(p2shScript(hash160(redeemScript)), { redeemScript, witnessScript });
  };
  const adding = (required: number, ...keys: readonly Bytes[]) =>
    buildScript(
      ...keys.flatMap((each, i) => [each, i === 0 ? Op.CHECKSIG : Op.CHECKSIGADD]),
      ...[required === 0 ? Op.OP_0 : Op.OP_1 + required - 1, Op.NUMEQUAL],
    );
  const added = (required: number) =>
    buildScript(
      ...[0, 1, 2, 3, 4, 5].flatMap((i) =>
        i === 0 ? [key(i), Op.CHECKSIG] : [Op.SWAP, key(i), Op.CHECKSIG, Op.ADD],
      ),
      ...[required === 0 ? Op.OP_0 : Op.OP_1, Op.NUMEQUAL],
    );
  const twelve = Array.from({ length: 12 }, (_, i) => xOnly(i));
  const orElse = (...last: readonly (Bytes | number)[]) =>
    buildScript(
      ...[Op.IF, key(3), Op.CHECKSIG, Op.ELSE, Op.IF, key(4), Op.CHECKSIG, Op.ELSE],
      ...last,
      ...[Op.ENDIF, Op.ENDIF],
    );
  const anchor = buildScript(
    ...[key(3), Op.CHECKSIG, Op.IFDUP, Op.NOTIF, Op.OP_16, Op.CHECKSEQUENCEVERIFY, Op.ENDIF],
  );
  return [
    ...given('a leaf that opens for anyone', tap(xOnly(3), leaf(OPENS)), [
      'a leaf of another key',
      tap(xOnly(3), signed),
      [],
    ]),
    ...given(
      'one of two leaves opens for anyone',
      tap(UNSPENDABLE_KEY, leaf(signed.script, 0xc0, 1), leaf(OPENS, 0xc0, 1)),
      [
        'two leaves of keys',
        tap(UNSPENDABLE_KEY, leaf(signed.script, 0xc0, 1), leaf(pk(xOnly(5)), 0xc0, 1)),
        [],
      ],
    ),
    ...given('a leaf with OP_SUCCESS80', tap(xOnly(3), leaf(buildScript(0x50))), [
      'a leaf of a key, with OP_NOP',
      tap(xOnly(3), leaf(buildScript(Op.NOP, xOnly(4), Op.CHECKSIG))),
      [],
    ]),
    ...given('a leaf of an unknown version', tap(xOnly(3), leaf(signed.script, 0xc2)), [
      'a leaf of the known version',
      tap(xOnly(3), signed),
      [],
    ]),
    ...given(
      '0 of 2 keys',
      to(none(0)),
      ['1 of 2 keys', to(none(1)), ['output-bare']],
      ['not-standard'],
    ),
    ...given('0 of 2 keys behind P2WSH', wsh(none(0)), [
      '1 of 2 keys behind P2WSH',
      wsh(none(1)),
      [],
    ]),
    ...given('0 of 2 keys behind P2SH', sh(none(0)), ['1 of 2 keys behind P2SH', sh(none(1)), []]),
    ...given('0 of 2 keys behind P2SH-P2WSH', nested(none(0)), [
      '1 of 2 keys behind P2SH-P2WSH',
      nested(none(1)),
      [],
    ]),
    ...given('a leaf of 0 of 2 keys', tap(xOnly(3), leaf(adding(0, xOnly(4), xOnly(5)))), [
      'a leaf of 1 of 2 keys',
      tap(xOnly(3), leaf(adding(1, xOnly(4), xOnly(5)))),
      [],
    ]),
    ...given('a leaf of 0 of 12 keys', tap(xOnly(3), leaf(adding(0, ...twelve))), [
      'a leaf of 1 of 12 keys',
      tap(xOnly(3), leaf(adding(1, ...twelve))),
      [],
    ]),
    ...given('a leaf of a key of 33 bytes', tap(xOnly(3), leaf(pk(key(4)))), [
      'a leaf of the same key as it should be',
      tap(xOnly(3), leaf(pk(xOnly(4)))),
      [],
    ]),
    ...given(
      'a leaf of 1 of 2 keys, one of 33 bytes',
      tap(xOnly(3), leaf(adding(1, xOnly(4), key(5)))),
      [
        'a leaf of 2 of 2 keys, one of 33 bytes',
        tap(xOnly(3), leaf(adding(2, xOnly(4), key(5)))),
        [],
      ],
    ),
    ...given('a leaf of a key without OP_CHECKSIG', tap(xOnly(3), leaf(buildScript(xOnly(4)))), [
      'a leaf of two keys without OP_CHECKSIG, which leaves two items',
      tap(xOnly(3), leaf(buildScript(xOnly(4), xOnly(5)))),
      [],
    ]),
    ...given('0 of 6 keys, added up', wsh(added(0)), ['1 of 6 keys, added up', wsh(added(1)), []]),
    ...given('one of two keys, or nothing', wsh(orElse(Op.OP_1)), [
      'one of two keys, or another',
      wsh(orElse(key(5), Op.CHECKSIG)),
      [],
    ]),
    ...given(
      'a key, or else nothing',
      wsh(buildScript(Op.IF, key(3), Op.CHECKSIG, Op.ELSE, Op.OP_1, Op.ENDIF)),
      ['a key, or anyone after 16 blocks, as anchors of Lightning have it', wsh(anchor), []],
    ),
  ];
}

/** Positions after a hardened wildcard, such as those of Core's oldest wallets. */
function hardened(): ReviewVector[] {
  const account = ME.root.derive("m/84'/1'/9'");
  const text = `wpkh([${ME.fingerprint}/84h/1h/9h]${account.privateExtendedKey}/<0;1>/*h)`;
  const of = { descriptors: [text] };
  const steps = [84, 1, 9].map((step) => step + 0x80000000);
  const known = (branch: 0 | 1, index: number) => {
    const publicKey = account.derive(`m/${branch}/${index}'`).publicKey ?? emptyBytes;
    const fingerprint = decodeHex(ME.fingerprint) ?? emptyBytes;
    const origin = { fingerprint, path: [...steps, branch, index + 0x80000000] };
    return { publicKey, fields: { keyPaths: [{ publicKey, origin }] } };
  };
  const scriptOf = (publicKey: Bytes) => p2wpkhScript(hash160(publicKey));
  const from = (index: number): CoinSpec => {
    const { publicKey, fields } = known(0, index);
    return coin({ script: scriptOf(publicKey), knowledge: nothing }, 300 + index, {
      value: 900_000n,
      change: (input) => Object.assign(input, fields),
    });
  };
  const change = (index: number, script?: Bytes): OutputSpec => {
    const { publicKey, fields } = known(1, index);
    return {
      value: 499_000n,
      script: script ?? scriptOf(publicKey),
      change: (output) => Object.assign(output, fields),
    };
  };
  const paying = (index: number, output: OutputSpec): PsbtSpec => ({
    coins: [from(index)],
    outputs: [output, pay(400_000n, friend)],
  });
  return [
    ...pair(
      'change-far',
      ['change at the hardened position 5,000', paying(3, change(5000)), ['change-far'], of],
      ['change at the hardened position 5', paying(3, change(5)), [], of],
      ['a coin at the hardened position 5,000', paying(5000, change(5)), [], of],
    ),
    ...pair(
      'change-not-ours',
      [
        'a script of a thief under the hardened position 5,000',
        paying(3, change(5000, place(thief, 1, 4).script)),
        ['change-not-ours'],
        of,
      ],
      ['change under the hardened position 6', paying(3, change(6)), [], of],
    ),
  ];
}

/** The same with only a seed: a wallet hardens all positions or none. */
function ring(): ReviewVector[] {
  const masters = [ME.root.privateExtendedKey];
  const at = (path: string) => {
    const publicKey = ME.root.derive(`m/${path.replaceAll('h', "'")}`).publicKey ?? emptyBytes;
    const steps = path.split('/').map((step) => Number.parseInt(step, 10));
    const isHard = path.split('/').map((step) => step.endsWith('h'));
    const origin = {
      fingerprint: decodeHex(ME.fingerprint) ?? emptyBytes,
      path: steps.map((step, i) => step + (isHard[i] ? 0x80000000 : 0)),
    };
    const fields = { keyPaths: [{ publicKey, origin }] };
    return {
      script: p2pkhScript(hash160(publicKey)),
      knowledge: nothing,
      change: (place: object) => void Object.assign(place, fields),
    };
  };
  const row = (name: string, from: string, to: string, ...findings: FindingId[]): Row => [
    name,
    {
      coins: [coin(at(from), 7, { value: 900_000n, change: at(from).change })],
      outputs: [pay(400_000n, friend), { value: 499_000n, ...at(to) }],
    },
    findings,
    { masters, descriptors: [] },
  ];
  const far = (name: string, from: string, to: string) => row(name, from, to, 'change-far');
  return pair(
    'change-far',
    far('a hardened position where others are not', '44h/1h/0h/0/3', '44h/1h/0h/1/5h'),
    row("change of Core's oldest wallets", '0h/0h/3h', '0h/1h/5h'),
  ).concat(
    pair(
      'change-far',
      far('a hardened branch where others are not', '44h/1h/0h/0/3', '44h/1h/0h/1h/5'),
      row('change of BIP44', '44h/1h/0h/0/3', '44h/1h/0h/1/5'),
    ),
    pair(
      'change-far',
      far('a position that is not hardened where others are', '0h/0h/3h', '0h/1/5'),
      row("receiving again in Core's oldest wallets", '0h/0h/3h', '0h/0h/4h'),
    ),
  );
}

/** MuSig2 wallets of which only the receive descriptor is open. */
function branches(): ReviewVector[] {
  const members = (branch: string) =>
    [ME, COSIGNER].map((who) => keyAt(who, '86h/1h/7h').replace('/<0;1>/*', branch)).join(',');
  const kinds = [
    (branch: string) => `tr(musig(${members('')})/${branch}/*)`,
    (branch: string) => `tr(musig(${members(`/${branch}/*`)}))`,
  ];
  return kinds.flatMap((text, i) => {
    const [both, stranger] = [text('<0;1>'), text('<0;1>').replace(/\[[^/]*/, '[00000000')];
    const spec = (output: OutputSpec): PsbtSpec => ({
      coins: [at(both, 0, 900_000n)],
      outputs: [output, pay(400_000n, friend)],
    });
    const kind = i === 0 ? 'below an aggregate' : 'of derived keys';
    const honest = spec(back(499_000n, both, 4));
    const spoofed = { ...back(499_000n, both, 4), script: place(tr, 1, 4).script };
    return pair(
      'change-not-ours',
      [
        `change ${kind}, over the script of another`,
        spec(spoofed),
        ['change-not-ours'],
        { descriptors: [text('0')] },
      ],
      [`change ${kind}, receive branch open`, honest, [], { descriptors: [text('0')] }],
      [`change ${kind}, change branch open`, honest, [], { descriptors: [text('1')] }],
      [`change ${kind}, without fingerprint`, honest, [], { descriptors: [stranger] }],
    );
  });
}

/** Amounts that a taproot signature would prove if the taproot coin were ours. */
function bound(): ReviewVector[] {
  const legacy = at(pkh, 1, 500_000_000n, { previous: false, claimed: 1_000_000n });
  const paying = (...coins: readonly CoinSpec[]): PsbtSpec => ({
    coins,
    outputs: [pay(600_000n, friend), back(499_000n, pkh, 4)],
  });
  const of = { descriptors: [pkh, tr] };
  return pair(
    'fee-unproven',
    [
      'a legacy coin that claims a five-hundredth, beside a taproot coin that may be of a thief',
      paying(legacy, at(tr, 2, 100_000n, { previous: false })),
      ['fee-unproven'],
      { ...of, fee: 'claimed' },
    ],
    [
      'a claimed legacy coin beside a taproot coin with its previous transaction',
      paying(legacy, at(tr, 2, 100_000n)),
      [],
      of,
    ],
    [
      'a legacy coin with its previous transaction beside a claimed taproot coin',
      paying(at(pkh, 1, 1_000_000n), at(tr, 2, 100_000n, { previous: false })),
      ['fee-proven-once'],
      of,
    ],
  );
}

/** Keys that no leaf shows, but that may be members of a MuSig2 group in a leaf. */
function members(): ReviewVector[] {
  const own = keyAt(ME, '86h/1h/0h');
  const first = keyAt(ME, '48h/1h/1h/2h');
  const second = keyAt(COSIGNER, '48h/1h/0h/2h');
  const grouped = `tr(${own},pk(musig(${first},${second})))`;
  const single = `tr(${own},pk(${second}))`;
  const stranger = place(tr.replace(own, keyAt(THIEF, '86h/1h/0h')), 0, 3).knowledge;
  const spend = (text: string, ...more: PsbtInput['tapKeyPaths']): PsbtSpec => {
    const spec: PsbtSpec = {
      coins: [at(text, 0, 900_000n)],
      outputs: [back(499_000n, text, 4), pay(400_000n, friend)],
    };
    const [whole] = withLeaves(spec).coins;
    const change: CoinSpec['change'] = (input) => {
      whole?.change?.(input);
      input.tapKeyPaths = [...input.tapKeyPaths, ...more];
    };
    return { ...spec, coins: spec.coins.map((each) => ({ ...each, change })) };
  };
  const [origin] = stranger.origins.values();
  const stray = { xOnly: xOnly(9), leafHashes: new Set<string>() };
  return pair(
    'fields-unrelated',
    [
      "a stranger's key beside a leaf of a cosigner",
      spend(single, ...(origin ? [{ ...stray, origin }] : [])),
      ['fields-unrelated'],
      { descriptors: [single] },
    ],
    ['a leaf of a cosigner', spend(single), [], { descriptors: [single] }],
    [
      'the members of a group in a leaf, without the group',
      spend(grouped),
      [],
      { descriptors: [grouped] },
    ],
  );
}

/** Anchors, which have no owner, and coins of others, which are not bait. */
function anchors(): ReviewVector[] {
  const anchor = (value: bigint) =>
    coin({ script: Uint8Array.of(0x51, 2, 0x4e, 0x73), knowledge: nothing }, 91, { value });
  const child = (value: bigint, ...more: readonly CoinSpec[]): PsbtSpec => ({
    version: 3,
    coins: [at(wpkh, 0, 900_000n), anchor(value), ...more],
    outputs: [back(890_000n, wpkh, 4)],
  });
  const beside = (...coins: readonly CoinSpec[]): PsbtSpec => ({
    coins: [at(wpkh, 0, 900_000n), ...coins],
    outputs: [back(499_000n, wpkh, 4), pay(400_000n, friend)],
  });
  const inscription = at(tr, 7, 546n);
  const signed = signPsbt({
    psbt: buildPsbt(child(240n)),
    provider: toSigningProvider(secretsOf(`wpkh(${keyAt(ME, '84h/1h/0h', true)})`, 0, 0)),
    finalize: true,
    secp256k1,
  });
  if ('error' in signed) throw new Error(signed.error);
  return [
    ...pair(
      'inputs-of-others',
      ['a coin of others beside an anchor', child(240n, inscription), ['inputs-of-others', 'truc']],
      ['a child that spends an anchor of 240 sat', child(240n), ['truc']],
      ['a child that spends an empty anchor', child(0n), ['truc']],
    ),
    ...pair(
      'no-input-ours',
      [
        'an anchor beside a coin of others',
        { ...child(240n), coins: [at(tr, 0, 900_000n), anchor(240n)] },
        ['no-input-ours', 'truc'],
      ],
      ['an anchor beside our coin', child(240n), ['truc']],
    ),
    ...pair(
      'nothing-to-sign',
      ['a signed child of an anchor', signed.psbt, ['nothing-to-sign', 'truc']],
      ['a child of an anchor, unsigned', child(240n), ['truc']],
    ),
    ...pair(
      'input-dust',
      ['bait of 546 sat of ours', beside(at(wpkh, 7, 546n)), ['input-dust']],
      ['546 sat of others, as inscriptions hold', beside(inscription), ['inputs-of-others']],
      [
        'an anchor of 240 sat, and no wallet is open',
        { ...child(240n), outputs: [pay(890_000n, friend)] },
        ['truc'],
        { descriptors: undefined },
      ],
    ),
    ...pair(
      'input-uneconomic',
      [
        'a coin of ours that is worth 600 sat, at 30 sat/vB',
        { ...beside(at(wpkh, 7, 600n)), outputs: [back(494_000n, wpkh, 4), pay(400_600n, friend)] },
        ['input-uneconomic', 'input-dust'],
      ],
      [
        'a coin of others that is worth 600 sat, at 30 sat/vB',
        { ...beside(at(tr, 7, 600n)), outputs: [back(494_000n, wpkh, 4), pay(400_600n, friend)] },
        ['inputs-of-others'],
      ],
    ),
  ];
}

/** Wallets that share BIP341's point, for which no wallet has the key. */
function shared(): ReviewVector[] {
  const wallet = (who: Person, fill: number) =>
    `tr(${unspendableAt(fill)},pk(${keyAt(who, '86h/1h/0h')}))`;
  const own = wallet(ME, 1);
  const of = { descriptors: [own] };
  const paying = (...outputs: readonly OutputSpec[]): PsbtSpec =>
    withLeaves({ coins: [at(own, 2, 900_000n)], outputs: [...outputs, pay(100_000n, friend)] });
  const honest = (name: string, text: string, index: number): Row => [
    name,
    paying(back(499_000n, own, 5), { value: 300_000n, ...place(text, 0, index) }),
    [],
    of,
  ];
  const friendly = person(77);
  return [
    ...pair(
      'change-not-ours',
      [
        "change whose only leaf is a thief's, over our key",
        paying(passedOff(799_000n, place(own, 1, 5), place(wallet(THIEF, 1), 1, 5).script)),
        ['change-not-ours'],
        of,
      ],
      honest('a payee who has the same point at the same position', wallet(friendly, 1), 2),
      honest('a payee who has the same point at another position', wallet(friendly, 1), 1200),
      honest('a payee who has the point with another chain code', wallet(friendly, 2), 5),
    ),
    ...pair(
      'input-foreign-script',
      [
        'a coin of our key below another key',
        {
          ...paying(back(1_398_000n, own, 5)),
          coins: withLeaves({
            coins: [at(own, 2, 900_000n), at(wallet(ME, 2), 3, 600_000n)],
            outputs: [],
          }).coins,
        },
        ['input-foreign-script'],
        of,
      ],
      [
        'a coin of another wallet below the same point',
        {
          ...paying(back(1_398_000n, own, 5)),
          coins: withLeaves({
            coins: [at(own, 2, 900_000n), at(wallet(friendly, 1), 3, 600_000n)],
            outputs: [],
          }).coins,
        },
        ['inputs-of-others'],
        of,
      ],
    ),
  ];
}

/** Payments to a silent payment address, signed again: its scripts change with the inputs. */
function again(): ReviewVector[] {
  const paying = (shares: 'global' | 'none', value = 40_000n) =>
    silentPsbt({ kinds: ['wpkh'], outputs: [[1, 1]], shares, value });
  const proven = paying('global');
  const addressOf = (scan: number) => formatSilentAddress(silentAddress(scan, 1), networks.regtest);
  const row = (
    name: string,
    psbt: Psbt,
    findings: readonly FindingId[],
    address = addressOf(1),
  ): Row => {
    const [input] = psbt.inputs;
    const before = {
      amount: String(input?.witnessUtxo?.value),
      payees: '',
      isSigned: true,
      payments: [{ value: '40000', script: `5120${'33'.repeat(32)}`, silentAddress: address }],
    };
    const past = { [input ? outPointKey(input.prevout) : '']: before };
    return [name, psbt, findings, { past, descriptors: undefined }];
  };
  const rest = proven.unknown.slice(0, 1);
  return pair(
    'coin-paid-elsewhere',
    row('another silent payment', proven, ['coin-paid-elsewhere'], addressOf(2)),
    row('the same silent payment, by another script', proven, []),
    row('the same silent payment, whose script is pending', paying('none'), [
      'silent-script-pending',
    ]),
  ).concat(
    pair(
      'coin-paid-elsewhere',
      row(
        'the same silent payment, by a script that nothing proves',
        { ...proven, unknown: rest },
        ['coin-paid-elsewhere', 'silent-proof-missing'],
      ),
    ),
    pair(
      'coin-paid-elsewhere',
      row('the same silent payment, of less', paying('none', 39_999n), [
        'coin-paid-elsewhere',
        'silent-script-pending',
      ]),
    ),
  );
}

/** Trees with BIP341's point as internal key, so that no key can spend by the key path. */
function closed(): ReviewVector[] {
  const tree = (internal: string) =>
    `tr(${internal},{and_v(v:pk(${keyAt(ME, '86h/1h/0h')}),older(144)),and_v(v:pk(${keyAt(COSIGNER, '86h/1h/0h')}),older(1000))})`;
  const [none, some] = [tree(unspendableAt(3)), tree(keyAt(person(77), '86h/1h/0h'))];
  const spend = (text: string, sequence: number): PsbtSpec =>
    withLeaves({
      coins: [at(text, 0, 900_000n, { sequence })],
      outputs: [back(499_000n, text, 4), pay(400_000n, friend)],
    });
  const wait = 0xfffffffd;
  return pair(
    'lock-unmet',
    [
      "leaves with locks below BIP341's point, too early",
      spend(none, wait),
      ['lock-unmet'],
      { descriptors: [none] },
    ],
    [
      "a leaf below BIP341's point, in time",
      spend(none, 144),
      ['relative-lock'],
      { descriptors: [none] },
    ],
    ['leaves with locks below a key', spend(some, wait), [], { descriptors: [some] }],
  );
}

/** Raw transactions, which show no scripts: a hidden one may require the age. */
function hiddenAges(): ReviewVector[] {
  const recovery = (who: Person) =>
    `wsh(or_d(pk(${keyAt(who, '48h/1h/0h/2h')}),and_v(v:pkh(${keyAt(COSIGNER, '48h/1h/0h/2h')}),older(4320))))`;
  const raw = (
    about: FindingId,
    name: string,
    text: string,
    findings: Row[2],
    more: RawMore = {},
  ) => {
    const { descriptors, witness = [] } = more;
    const spent = at(text, 0, 900_000n, { sequence: 4320 });
    const spec = { coins: [spent], outputs: [pay(899_000n, friend)] };
    const transaction = unsignedTransaction(buildPsbt(spec));
    if (transaction === undefined) throw new Error('no transaction');
    const inputs = transaction.inputs.map((input) => ({ ...input, witness }));
    const { txid, vout } = outPointOf(spent);
    const row: ReviewVector = {
      name,
      about,
      has: findings.includes(about),
      fee: 'proven',
      findings,
      descriptors,
      hex: encodeHex(encodeTransaction({ ...transaction, inputs })),
      known: { [`${txid}:${vout}`]: { amount: '900000', script: encodeHex(spent.script) } },
    };
    return row;
  };
  const nested = `sh(wpkh(${keyAt(THIEF, '49h/1h/0h')}))`;
  const late = 'relative-lock-unsure';
  const own = recovery(ME);
  return [
    raw(late, 'a P2WSH coin in a raw transaction', recovery(THIEF), [late]),
    raw(late, 'a P2SH coin in a raw transaction', nested, [late]),
    raw(late, 'a taproot coin in a raw transaction', tr, [late]),
    raw(late, 'a P2WPKH coin in a raw transaction', thief, ['relative-lock-far']),
    raw(
      late,
      'a P2WSH coin of ours in a raw transaction',
      own,
      ['nothing-comes-back', 'relative-lock'],
      {
        descriptors: [own],
      },
    ),
    raw(
      late,
      'a signed taproot coin in a raw transaction, by its key path',
      tr,
      ['signature-invalid', 'relative-lock-far', 'nothing-to-sign'],
      { witness: [new Uint8Array(64).fill(1)] },
    ),
  ];
}

type RawMore = {
  readonly descriptors?: readonly string[];
  readonly witness?: readonly Bytes[];
};

/**
 * Cases invented by an attacker who had read the engine, with verdicts that follow from how the
 * cases were made.
 */
export const inventedCases: { readonly [name: string]: () => ReviewVector[] } = {
  'invented-lost': lost,
  'invented-free': free,
  'invented-hardened': hardened,
  'invented-ring': ring,
  'invented-branches': branches,
  'invented-bound': bound,
  'invented-members': members,
  'invented-anchors': anchors,
  'invented-shared': shared,
  'invented-again': again,
  'invented-ages': hiddenAges,
  'invented-closed': closed,
};
