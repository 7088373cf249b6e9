import { pbkdf2Sync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { HDKey } from '@scure/bip32';
import { expect, test } from 'vitest';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import type { Sample } from '../../src/adapters/page/worker/practice.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import { root } from '../support/paths.ts';
import { keyAt, person, place } from '../support/review/accounts.ts';
import { buildPsbt, type OutputSpec } from '../support/review/payments.ts';

const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const key = HDKey.fromMasterSeed(pbkdf2Sync(words, 'mnemonic', 2048, 64, 'sha512'), {
  private: 0x04358394,
  public: 0x043587cf,
});
const me = { root: key, fingerprint: key.fingerprint.toString(16).padStart(8, '0') };
const account = (who: typeof me) => `wpkh(${keyAt(who, '84h/1h/0h')})`;

function sample(pays: bigint, change: OutputSpec): string {
  const psbt = buildPsbt({
    coins: [
      { ...place(account(me), 0, 3), value: 5_000_000n, nonce: 41, previous: true },
      { ...place(account(me), 0, 8), value: 1_200_000n, nonce: 42, previous: true },
    ],
    outputs: [{ value: pays, script: place(account(person(66)), 0, 9).script }, change],
  });
  return Buffer.from(encodePsbt(psbt) ?? new Uint8Array(0)).toString('base64');
}

const own = place(account(me), 1, 2);
const stolen = place(account(person(67)), 1, 2);
const claimed = (output: { keyPaths: OutputSpec extends never ? never : unknown }) => {
  const [publicKey] = stolen.knowledge.publicKeys.values();
  const [origin] = own.knowledge.origins.values();
  output.keyPaths = [{ publicKey, origin }];
};

const samples: { readonly [S in Sample]: string } = {
  good: sample(4_000_000n, { value: 2_197_500n, ...own }),
  theft: sample(4_000_000n, {
    value: 2_197_500n,
    script: stolen.script,
    change: claimed as NonNullable<OutputSpec['change']>,
  }),
  fee: sample(4_000_000n, { value: 700_000n, ...own }),
};

const expected = {
  good: { stops: [], role: 'change' },
  theft: { stops: ['change-not-ours'], role: 'payment' },
  fee: { stops: ['fee-too-high'], role: 'change' },
} as const;

test.each(['good', 'theft', 'fee'] as const)(
  'the practice sample %s reviews as it is announced',
  async (name) => {
    const source = readFileSync(`${root}/src/adapters/page/worker/practice.ts`, 'utf8');
    expect(source.includes(samples[name]), samples[name]).toBe(true);
    const engine = createEngine(() => undefined);
    expect(engine.practise()).toMatchObject({ network: 'signet', fingerprint: 'b8688df1' });
    engine.openSample(name);
    const { findings, outputs, id } = await engine.review();
    const stops = findings.filter(({ isStop }) => isStop);
    expect(stops.map((each) => each.id)).toEqual(expected[name].stops);
    expect(outputs.map(({ role }) => role)).toEqual(['payment', expected[name].role]);
    if (name === 'good') expect((await engine.sign(id, [])).isComplete).toBe(true);
  },
);
