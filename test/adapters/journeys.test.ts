import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { extract } from '../../src/index.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import { sampleOf, takesAll } from '../support/generate/sample.ts';
import { commandFolder } from '../support/screens/command-folder.ts';
import { signByLibrary } from '../support/sign-journey.ts';
import { firstOfEach, type Journey, journeys } from '../support/vectors/journeys.ts';

const { call, write, folder } = commandFolder();

const chosen = takesAll ? sampleOf(journeys, 1, 3) : firstOfEach;
const byTable = test.each(chosen.map((journey) => [journey.name, journey] as const));

type Done = ReturnType<typeof signByLibrary>;
const done = new Map<Journey, Done>();

/** Signs once for all doors. */
function signedByLibrary(journey: Journey): Done {
  const found = done.get(journey) ?? signByLibrary(journey);
  done.set(journey, found);
  return found;
}

byTable('the library reviews and signs with %s', async (_, journey) => {
  const { review, signed } = await signedByLibrary(journey);
  expect(signed.complete).toBe(journey.isComplete);
  expect(review?.outputs[1]?.role === 'change').toBe(journey.provesChange);
  const { cosigners } = review?.inputs[0] ?? {};
  expect(
    cosigners && {
      required: cosigners.required,
      own: cosigners.keys.filter(({ isOwn }) => isOwn).length,
      all: cosigners.keys.length,
    },
  ).toEqual(journey.cosigners);
  const ids = review?.findings.map(({ id }) => id) ?? [];
  expect(ids).not.toContain('input-not-ours');
  if (journey.cosigners && !journey.provesChange) expect(ids).toContain('wallet-unregistered');
});

byTable('the command line makes the same with %s', async (name, journey) => {
  const as = name.replace(/\W+/g, '-');
  const { signed } = await signedByLibrary(journey);
  const lines = journey.passphrase === undefined ? '' : `\n${journey.passphrase}`;
  const files = journey.keys.map((text, i) => `-keys=${write(`${as}-${i}.keys`, text + lines)}`);
  const passphrase = journey.passphrase ? ['-passphrase'] : [];
  const file = write(`${as}.psbt`, journey.psbt);
  const json = await call([...files, ...passphrase, '-format=json', 'review', file]);
  const review = JSON.parse(json.out);
  expect(review.outputs[1].role === 'change').toBe(journey.provesChange);
  const shown = review.inputs[0].cosigners;
  expect(
    shown && {
      required: shown.required,
      own: shown.keys.filter((key: { own: boolean }) => key.own).length,
      all: shown.keys.length,
    },
  ).toEqual(journey.cosigners);
  const { out, err } = await call([...files, ...passphrase, 'sign', file], { answer: 'yes' });
  expect(`${out}${err}`).toContain(journey.isComplete ? 'Broadcast it' : 'Signed. Saved to');
  const written = (ending: string) => readFileSync(`${folder}/${as}${ending}`);
  if (journey.isComplete) {
    expect(written('.txn').toString().trim()).toBe(extract(signed.psbt).hex);
  } else {
    const bytes = encodePsbt(signed.psbt) ?? new Uint8Array(0);
    expect(encodeHex(written('-signed.psbt'))).toBe(encodeHex(bytes));
  }
});

byTable('the page signs the same with %s', async (_, journey) => {
  const { signed } = await signedByLibrary(journey);
  const engine = createEngine(() => undefined);
  engine.chooseNetwork('regtest');
  for (const text of journey.keys) {
    engine.takeText(text);
    await engine.openPayload(journey.passphrase ?? '');
  }
  engine.takeBytes(journey.psbt);
  engine.keepSubject();
  const review = await engine.review();
  expect(review.outputs[1]?.role === 'change').toBe(journey.provesChange);
  const done = await engine.sign(review.id, []);
  expect(done.isComplete).toBe(journey.isComplete);
  const expected = journey.isComplete
    ? extract(signed.psbt).hex
    : encodeHex(encodePsbt(signed.psbt) ?? new Uint8Array(0));
  expect(encodeHex(done.bytes)).toBe(expected);
});
