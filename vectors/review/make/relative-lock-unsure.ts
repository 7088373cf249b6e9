import type { Bytes } from '../../../src/encoding/bytes.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { unsignedTransaction } from '../../../src/psbt/unsigned-transaction.ts';
import type { FindingId } from '../../../src/review/catalog.ts';
import { encodeTransaction } from '../../../src/transaction/codec.ts';
import {
  COSIGNER,
  keyAt,
  ME,
  of,
  type Person,
  THIEF,
  thief,
  tr,
} from '../../../test/support/review/accounts.ts';
import { at, friend, outPointOf } from '../../../test/support/review/coins.ts';
import { decaying, lateSpend } from '../../../test/support/review/heir.ts';
import {
  buildPsbt,
  type PsbtSpec,
  pay,
  withLeaves,
} from '../../../test/support/review/payments.ts';
import { type Case, pair } from '../../../test/support/review/rows.ts';

type RawMore = {
  readonly descriptors?: readonly string[];
  readonly witness?: readonly Bytes[];
};
const nestedDecay = `sh(wsh(or_d(pk(${keyAt(ME, '48h/1h/0h/1h')}),and_v(v:pk(${keyAt(COSIGNER, '48h/1h/0h/1h')}),older(52560)))))`;
const bare = (spec: PsbtSpec): PsbtSpec => ({
  ...spec,
  coins: spec.coins.map((each) => ({
    ...each,
    change: (input) =>
      Object.assign(input, { witnessScript: new Uint8Array(0), redeemScript: new Uint8Array(0) }),
  })),
});
const unsure = 'relative-lock-unsure' as const;
const recovery = (who: Person) =>
  `wsh(or_d(pk(${keyAt(who, '48h/1h/0h/2h')}),and_v(v:pkh(${keyAt(COSIGNER, '48h/1h/0h/2h')}),older(4320))))`;
const raw = (name: string, text: string, findings: readonly FindingId[], more: RawMore = {}) => {
  const { descriptors, witness = [] } = more;
  const spent = at(text, 0, 900_000n, { sequence: 4320 });
  const spec = { coins: [spent], outputs: [pay(899_000n, friend)] };
  const transaction = unsignedTransaction(buildPsbt(spec));
  if (transaction === undefined) throw new Error('no transaction');
  const inputs = transaction.inputs.map((input) => ({ ...input, witness }));
  const { txid, vout } = outPointOf(spent);
  const row: Case = {
    name,
    has: findings.includes('relative-lock-unsure'),
    fee: 'proven',
    findings,
    descriptors,
    hex: encodeHex(encodeTransaction({ ...transaction, inputs })),
    known: { [`${txid}:${vout}`]: { amount: '900000', script: encodeHex(spent.script) } },
  };
  return row;
};
const nested = `sh(wpkh(${keyAt(THIEF, '49h/1h/0h')}))`;
const unsureLock = 'relative-lock-unsure';
const own = recovery(ME);

export const cases: readonly Case[] = [
  // Locks that later sections of version 2 compute, and those that scripts hide.
  ...pair(
    [
      'a leaf that the PSBT hides, and no descriptor is open',
      lateSpend(decaying),
      ['change-unproven', unsure],
      { descriptors: undefined },
    ],
    [
      'a leaf that the PSBT hides, and its descriptor is open',
      lateSpend(decaying),
      ['relative-lock'],
      of(decaying),
    ],
    [
      'a leaf that the PSBT shows',
      withLeaves(lateSpend(decaying)),
      ['change-unproven', 'recovery-path'],
      { descriptors: undefined },
    ],
  ),
  ...pair(
    [
      'a witness script that the PSBT hides',
      bare(lateSpend(nestedDecay)),
      ['change-unproven', unsure],
      { descriptors: undefined },
    ],
    [
      'a witness script that the PSBT hides, and its descriptor is open',
      bare(lateSpend(nestedDecay)),
      ['relative-lock'],
      of(nestedDecay),
    ],
  ),
  // Raw transactions, which show no scripts: a hidden one may require the age.
  raw('a P2WSH coin in a raw transaction', recovery(THIEF), [unsureLock]),
  raw('a P2SH coin in a raw transaction', nested, [unsureLock]),
  raw('a taproot coin in a raw transaction', tr, [unsureLock]),
  raw('a P2WPKH coin in a raw transaction', thief, ['relative-lock-far']),
  raw('a P2WSH coin of ours in a raw transaction', own, ['nothing-comes-back', 'relative-lock'], {
    descriptors: [own],
  }),
  raw(
    'a signed taproot coin in a raw transaction, by its key path',
    tr,
    ['signature-invalid', 'relative-lock-far', 'nothing-to-sign'],
    { witness: [new Uint8Array(64).fill(1)] },
  ),
];
