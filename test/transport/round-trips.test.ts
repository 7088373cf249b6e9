import { URDecoder } from '@ngraveio/bc-ur';
import { joinQRs } from 'bbqr';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { decodePsbt } from '../../src/psbt/decode.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import { createFrameReader, detect } from '../../src/transport/reader.ts';
import { encodeFrames } from '../../src/transport/writer.ts';
import { anyPsbt } from '../support/generate/arbitrary-psbt.ts';
import { casesOfRun } from '../support/generate/cases.ts';
import { createRandom, type Random, seedOfRun } from '../support/generate/random.ts';

const seed = seedOfRun();
const count = casesOfRun(15);

/** PSBTs of both versions with any fields, as far as they decode. */
const psbts = fc
  .sample(anyPsbt, { seed, numRuns: 2 * count })
  .flatMap((psbt) => encodePsbt(psbt) ?? [])
  .filter((bytes) => bytes.length < 8000 && !('error' in decodePsbt(bytes, secp256k1)))
  .slice(0, count);

/** Shuffled, some doubled, with frames of something else in between. */
function disturbed(frames: readonly string[], foreign: string, random: Random): readonly string[] {
  const doubled = frames.flatMap((text) => (random.oneIn(3) ? [text, text] : [text]));
  return random
    .shuffle(doubled)
    .flatMap((text, i) => (i > 0 && random.oneIn(4) ? [foreign, text] : [text]));
}

test('reads random PSBTs in every dialect, whatever happens to the frames, like other libraries', () => {
  const random = createRandom(seed);
  expect(psbts.length).toBeGreaterThan(count / 2);
  for (const bytes of psbts) {
    const hex = encodeHex(bytes);
    for (const as of ['ur', 'bbqr', 'specter'] as const) {
      const maxLength = random.pick([150, 300, 800]);
      const made = encodeFrames({ kind: 'psbt', bytes }, { as, maxLength });
      if ('error' in made) throw new Error(made.error);
      const all = Array.from({ length: made.count }, (_, i) => made.at(i));
      // Lost frames come again in the loop; a UR continues with mixtures.
      const lost = as === 'ur' ? all.filter(() => random.oneIn(3)) : [];
      const more = Array.from({ length: 6 * lost.length + 10 }, (_, i) => made.at(made.count + i));
      const kept =
        as === 'ur' && made.count > 1
          ? [...all.filter((text) => !lost.includes(text)), ...more]
          : all;
      const foreign = as === 'ur' ? 'B$2P0500AAAA' : 'UR:BYTES/1-9/LPADASCFADAXCYWENBPL';
      const reader = createFrameReader(secp256k1);
      const readings = disturbed(kept, foreign, random).map((text) => reader.receive(text));
      const done = readings.find(({ status }) => status === 'done');
      if (done?.status !== 'done' || !('bytes' in done.value)) throw new Error(`${as} of ${hex}`);
      expect(encodeHex(done.value.bytes)).toBe(hex);
      if (as === 'bbqr') expect(encodeHex(joinQRs(all).raw)).toBe(hex);
      if (as !== 'ur') continue;
      const judge = new URDecoder();
      for (const text of kept) if (!judge.isComplete()) judge.receivePart(text.toLowerCase());
      expect(encodeHex(judge.resultUR().decodeCBOR())).toBe(hex);
    }
    const single = encodeFrames({ kind: 'psbt', bytes }, { as: 'base43', maxLength: 1e6 });
    if ('error' in single) throw new Error(single.error);
    expect(detect(single.at(0), secp256k1)).toMatchObject({ value: { kind: 'psbt', bytes } });
  }
});

test('recognizes bytes of a CompactSeedQR as a seed, and keeps none of them', () => {
  for (const length of [16, 20, 24, 28, 32]) {
    const reading = detect(new Uint8Array(length).fill(0xfe), secp256k1);
    expect(reading).toMatchObject({ value: { kind: 'seed', form: 'CompactSeedQR' } });
    expect(JSON.stringify(reading)).not.toContain('254');
  }
});

test('recognizes a UR of version 1, policies and labels', () => {
  const old = `ur:bytes/2of3/${'q'.repeat(58)}/${'tpmrdgj'.repeat(9)}`;
  expect(detect(old, secp256k1)).toMatchObject({ status: 'partial', total: 3, missing: [1, 3] });
  const policy = detect('{"template": "wpkh(@0/**)", "keys": ["xpub"]}', secp256k1);
  expect(policy).toMatchObject({ value: { kind: 'wallet-file', program: 'BIP388' } });
  const label = detect('{"type": "tx", "ref": "00", "label": "x"}', secp256k1);
  expect(label).toMatchObject({ value: { kind: 'wallet-file', program: 'BIP329' } });
});
