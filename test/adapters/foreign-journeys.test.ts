import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sampleOf } from '../support/generate/sample.ts';
import { commandFolder } from '../support/screens/command-folder.ts';
import { foreignJourneys } from './foreign-journeys.ts';

const { call, write, folder } = commandFolder();

test.each(
  sampleOf(
    foreignJourneys.map((journey, i) => [journey.name, journey, i] as const),
    5,
    3,
  ),
)(
  'the command line signs or refuses %s',
  async (_, { keys, passphrase, options = [], psbt, outcome }, i) => {
    const line = passphrase === undefined ? '' : `\n${passphrase}`;
    const contents = keys.map((each) => (typeof each === 'string' ? `${each}${line}` : each));
    const files = contents.map((content, k) => `-keys=${write(`${i}-${k}.keys`, content)}`);
    const flags = passphrase === undefined ? [] : ['-passphrase'];
    const file = write(`${i}.psbt`, psbt);
    const typist = { answer: 'yes', isScreen: false, columns: 0 };
    const { out, err } = await call([...options, ...files, ...flags, 'sign', file], typist);
    const found = ['.txn', '-signed.psbt'].filter((ending) =>
      existsSync(join(folder, `${i}${ending}`)),
    );
    if (outcome === 'complete')
      expect([found, `${out}${err}`]).toEqual([['.txn'], expect.any(String)]);
    else if (outcome === 'partial')
      expect([found, `${out}${err}`]).toEqual([['-signed.psbt'], expect.any(String)]);
    else {
      expect(found).toEqual([]);
      expect(`${out}${err}`).toMatch(outcome);
    }
  },
);
