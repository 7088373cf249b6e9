import {
  chmodSync,
  chownSync,
  lchownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cliOptions } from '../../../src/adapters/cli/cli-options.ts';
import {
  commandOpenToOthers,
  placeOpenToOthers,
} from '../../../src/adapters/files/open-to-others.ts';
import { loadOptions } from '../../../src/adapters/options/load.ts';

let base: string;
beforeEach(() => {
  // In /tmp, which is writable by all and sticky.
  base = realpathSync(mkdtempSync(join(tmpdir(), 'coldsign-open-')));
});
afterEach(() => rmSync(base, { recursive: true }));

const make = (name: string, mode = 0o755): string => {
  const path = join(base, name);
  mkdirSync(path, { recursive: true });
  chmodSync(path, mode);
  return path;
};
const write = (name: string, text = 'signer=prog\n'): string => {
  const path = join(base, name);
  writeFileSync(path, text);
  chmodSync(path, 0o600);
  return path;
};
const link = (target: string, name: string): string => {
  symlinkSync(target, join(base, name));
  return join(base, name);
};

describe.skipIf(process.platform === 'win32')('a file that names a program', () => {
  test('is accepted from a private folder, also below a sticky one, and through links', () => {
    make('a/b');
    const file = write('a/b/x.conf');
    expect(placeOpenToOthers(file)).toBeUndefined();
    make('sticky', 0o1777);
    make('sticky/mine');
    expect(placeOpenToOthers(write('sticky/mine/x.conf'))).toBeUndefined();
    expect(placeOpenToOthers(link(file, 'sticky/mine/link'))).toBeUndefined();
    expect(placeOpenToOthers(link('../../a/./b/../b/x.conf', 'sticky/mine/up'))).toBeUndefined();
    expect(placeOpenToOthers(link('a', 'folder').concat('/b/x.conf'))).toBeUndefined();
  });

  test('is refused in a sticky folder, where others can put a link to any file', () => {
    make('a');
    const sticky = make('sticky', 0o1777);
    const file = write('a/x.conf');
    linkSync(file, join(sticky, 'planted.conf'));
    expect(placeOpenToOthers(join(sticky, 'planted.conf'))).toBe(sticky);
    expect(placeOpenToOthers(write('sticky/x.conf'))).toBe(sticky);
    expect(placeOpenToOthers(link(file, 'sticky/link'))).toBe(sticky);
    expect(placeOpenToOthers(link(join(sticky, 'x.conf'), 'a/link'))).toBe(sticky);
    chmodSync(sticky, 0o1770);
    expect(placeOpenToOthers(join(sticky, 'x.conf'))).toBe(sticky);
    chmodSync(sticky, 0o1755);
    expect(placeOpenToOthers(join(sticky, 'x.conf'))).toBeUndefined();
  });

  test('is refused if the interpreter of a script that it starts can be changed', () => {
    const interpreter = write('interpreter', 'not a script');
    const scripts = [
      `#!${interpreter}\n`,
      `#! ${interpreter} -x\necho`,
      `#!/bin/sh ${interpreter}\n`,
      `#!/usr/bin/env ${interpreter}\n`,
      `#!/usr/bin/env -S A=1 ${interpreter} -x\n`,
      `#!${write('between', `#!${interpreter}\n`)}\n`,
    ];
    for (const [index, text] of scripts.entries()) {
      const script = write(`script${index}`, text);
      chmodSync(interpreter, 0o755);
      expect(commandOpenToOthers(script)).toBeUndefined();
      for (const mode of [0o757, 0o775]) {
        chmodSync(interpreter, mode);
        expect(commandOpenToOthers(script)).toBe(interpreter);
        expect(commandOpenToOthers(`/bin/sh ${script}`)).toBe(interpreter);
      }
    }
    const endless = write('endless', '');
    writeFileSync(endless, `#!${endless}\n`);
    expect(commandOpenToOthers(endless)).toBe(endless);
  });

  test('is refused if the file itself is writable, also with a sticky bit', () => {
    const file = write('x.conf');
    for (const mode of [0o620, 0o602, 0o666, 0o1666]) {
      chmodSync(file, mode);
      expect(placeOpenToOthers(file)).toBe(file);
      expect(placeOpenToOthers(link(file, `l${mode}`))).toBe(file);
    }
  });

  test.each([0o777, 0o775, 0o757, 0o2775])(
    'is refused below a folder of mode %o, at any depth',
    (mode) => {
      make('a/open/c');
      const open = make('a/open', mode);
      const file = write('a/open/c/x.conf');
      const direct = write('a/open/y.conf');
      expect(placeOpenToOthers(file)).toBe(open);
      expect(placeOpenToOthers(direct)).toBe(open);
      make('closed');
      // A link from a closed folder points there.
      expect(placeOpenToOthers(link(file, 'closed/link'))).toBe(open);
      expect(placeOpenToOthers(join(link('../a/open/c', 'closed/folder'), 'x.conf'))).toBe(open);
      expect(placeOpenToOthers(link(link(file, 'closed/one'), 'closed/two'))).toBe(open);
    },
  );

  test('is refused if any link to it is in an open folder', () => {
    make('closed');
    const file = write('closed/x.conf');
    make('open');
    const viaOpen = link(file, 'open/link');
    const open = make('open', 0o777);
    expect(placeOpenToOthers(viaOpen)).toBe(open);
    // The link leads from a closed folder to an open one and back.
    expect(placeOpenToOthers(link(viaOpen, 'closed/first'))).toBe(open);
    expect(placeOpenToOthers(link('../open/../closed/x.conf', 'closed/through'))).toBe(open);
  });

  test('is refused if it is missing or a link to itself', () => {
    expect(placeOpenToOthers(join(base, 'none'))).toBe(join(base, 'none'));
    expect(placeOpenToOthers(link('loop', 'loop'))).toBe(join(base, 'loop'));
  });

  test.skipIf(process.getuid?.() !== 0)(
    'is refused if another user owns file, folder or link',
    () => {
      const NOBODY = 65_534;
      make('a');
      const file = write('a/x.conf');
      const theirs = link(file, 'theirs');
      lchownSync(theirs, NOBODY, NOBODY);
      expect(placeOpenToOthers(theirs)).toBe(theirs);
      expect(placeOpenToOthers(link(theirs, 'mine'))).toBe(theirs);
      const folder = join(base, 'a');
      chownSync(folder, NOBODY, NOBODY);
      expect(placeOpenToOthers(file)).toBe(folder);
      chownSync(folder, 0, 0);
      chownSync(file, NOBODY, NOBODY);
      expect(placeOpenToOthers(file)).toBe(file);
    },
  );

  test('is refused as bitcoin.conf, by -conf and if an open file includes it', () => {
    make('data');
    make('elsewhere/deep');
    const file = write('elsewhere/deep/x.conf');
    const load = (...args: string[]) =>
      loadOptions([`-datadir=${join(base, 'data')}`, ...args], cliOptions);
    link(file, 'data/bitcoin.conf');
    expect(load()).toHaveProperty('options');
    const open = make('elsewhere', 0o777);
    const refused = { error: expect.stringContaining(`others may write to ${open}: take that`) };
    expect(load()).toEqual(refused);
    expect(load(`-conf=${file}`)).toEqual(refused);
    chmodSync(open, 0o755);
    rmSync(join(base, 'data/bitcoin.conf'));
    const main = write('data/bitcoin.conf', `includeconf=${file}\n`);
    expect(load()).toHaveProperty('options');
    chmodSync(main, 0o666);
    expect(load()).toEqual({
      error: expect.stringContaining(`others may write to ${main}: take that`),
    });
    chmodSync(main, 0o600);
    // A closed file names the program by its path, by PATH and as a word of another one.
    const program = write('elsewhere/deep/device');
    const path = process.env.PATH;
    process.env.PATH = [join(base, 'elsewhere/deep'), path].join(delimiter);
    for (const command of [program, 'device', `sh ${program} --x`, `device ${main}`]) {
      writeFileSync(file, `signer=${command}\n`);
      expect(load()).toHaveProperty('options');
      for (const mode of [0o777, 0o775, 0o757]) {
        chmodSync(open, mode);
        writeFileSync(main, `signer=${command}\n`);
        expect(load()).toEqual(refused);
      }
      chmodSync(open, 0o755);
    }
    chmodSync(open, 0o777);
    writeFileSync(main, 'signer=sh -c true\n');
    expect(load()).toEqual(refused);
    process.env.PATH = path;
    expect(load()).toHaveProperty('options');
    chmodSync(open, 0o755);
    writeFileSync(main, `includeconf=${file}\n`);
    chmodSync(main, 0o666);
    // Options that start no program still count.
    writeFileSync(file, 'keypool=5\n');
    expect(load()).toHaveProperty('options');
  });
});
