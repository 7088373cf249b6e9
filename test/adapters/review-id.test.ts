import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { networks } from '../../src/encoding/network.ts';
import { reviewId, reviewPsbt } from '../../src/public/review.ts';
import { descriptorOwners } from '../../src/review/own-descriptors.ts';
import { readPsbt } from '../support/psbt.ts';
import { descriptorsOf, keyAt, person } from '../support/review/accounts.ts';
import { commandFolder } from '../support/screens/command-folder.ts';
import { curve } from '../support/signing.ts';

const { fileOf, write, call } = commandFolder();

const wpkh = (isPrivate: boolean) => `wpkh(${keyAt(person(1), '84h/1h/0h', isPrivate)})`;

test.each(['a payment with change', 'two coins'])(
  '%s has one review id through every door',
  async (name) => {
    const psbt = fileOf(name, 'id.psbt');
    const bytes = readFileSync(psbt);
    const own = descriptorsOf(wpkh(false)).map((descriptor, i) => ({
      descriptor,
      isChange: i === 1,
    }));
    const review = reviewPsbt(readPsbt(bytes.toString('base64')), {
      network: networks.regtest,
      findOwners: descriptorOwners(own, { findPrivateKey: () => undefined, secp256k1: curve }),
    });
    if (review === undefined || 'error' in review) throw new Error('no review');
    const engine = createEngine(() => undefined);
    engine.chooseNetwork('regtest');
    engine.takeText(person(1).root.privateExtendedKey ?? '');
    await engine.openPayload('');
    engine.takeBytes(bytes);
    engine.keepSubject();
    const onPage = await engine.review();
    const keys = write('keys.txt', wpkh(true));
    const json = await call([`-keys=${keys}`, '-format=json', 'review', psbt]);
    const printed = await call([`-keys=${keys}`, 'review', psbt]);
    const ids = [
      JSON.parse(json.out).id,
      onPage.id,
      printed.out.replace(/\s/g, '').match(/Reviewid([0-9a-f]{64})/)?.[1],
    ];
    expect(ids).toEqual(ids.map(() => reviewId(review, networks.regtest)));
  },
);

test('another amount, other keys and another transaction have other ids, and the facts show why', async () => {
  const keys = write('keys.txt', wpkh(true));
  const ids = new Set<string>();
  const review = async (name: string, words: readonly string[]) =>
    ids.add(
      JSON.parse((await call([...words, '-format=json', 'review', fileOf(name, 'x.psbt')])).out).id,
    );
  await review('a payment with change', [`-keys=${keys}`]);
  await review('a payment with change', []);
  await review('two coins', [`-keys=${keys}`]);
  expect(ids.size).toBe(3);
});

test.each([80, 40])(
  'sign takes the id as a screen of %i columns shows it, in quotes',
  async (columns) => {
    const keys = `-keys=${write('keys.txt', wpkh(true))}`;
    const psbt = fileOf('a payment with change', `shown-${columns}.psbt`);
    const { out } = await call([keys, 'review', psbt], { columns });
    const shown = out.split('Review id\n')[1]?.trim() ?? '';
    expect(shown).toContain(' ');
    expect((await call([keys, `-reviewed=${shown}`, 'sign', psbt])).code).toBe(0);
    const [first = '', ...rest] = shown.split(/\s+/);
    const unquoted = await call([keys, 'sign', psbt, `-reviewed=${first}`, ...rest]);
    expect(unquoted.err).toContain('With its spaces, put it in quotes');
  },
);
