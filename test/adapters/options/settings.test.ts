import { expect, test } from 'vitest';
import {
  findSetting,
  listSettings,
  type SettingValue,
  settingToBoolean,
  settingToInteger,
} from '../../../src/adapters/options/settings.ts';

type Values = readonly SettingValue[] | undefined;

/** Sets an option on the command line, in the section of `regtest` and in the default section. */
function settings(commandLine: Values, section: Values, byDefault: Values) {
  const map = (values: Values) => new Map(values === undefined ? [] : [['name', values]]);
  return {
    commandLine: map(commandLine),
    config: new Map([
      ['regtest', map(section)],
      ['', map(byDefault)],
    ]),
  };
}

test.each<[string, Values, Values, Values, SettingValue | undefined]>([
  ['nothing', undefined, undefined, undefined, undefined],
  ['the command line first', ['a'], ['b'], ['c'], 'a'],
  ['its last value', ['a', 'b'], undefined, undefined, 'b'],
  ['then the section', undefined, ['b'], ['c'], 'b'],
  ['its first value', undefined, ['b', 'c'], undefined, 'b'],
  ['then the default section', undefined, undefined, ['c', 'd'], 'c'],
  ['a negation', [false], ['b'], ['c'], false],
  ['a value behind a negation', ['a', false, 'b'], ['c'], undefined, 'b'],
  ['a negation in the file', undefined, ['a', false], ['c'], false],
])('one value: %s', (_, commandLine, section, byDefault, value) => {
  const given = settings(commandLine, section, byDefault);
  expect(findSetting(given, 'name', { section: 'regtest' })).toBe(value);
});

test('an option that must be in its section ignores all but negations in the default section', () => {
  const scope = { section: 'regtest', ignoreDefaultSection: true };
  expect(findSetting(settings(undefined, undefined, ['c']), 'name', scope)).toBeUndefined();
  expect(findSetting(settings(undefined, undefined, ['c', false]), 'name', scope)).toBe(false);
  expect(listSettings(settings(['a'], undefined, ['c']), 'name', scope)).toEqual(['a']);
});

test('negated chain options are ignored, and the last value counts', () => {
  const scope = { section: '', choosesChain: true };
  expect(findSetting(settings([false], undefined, ['1']), 'name', scope)).toBe('1');
  expect(findSetting(settings(undefined, undefined, ['1', '0']), 'name', scope)).toBe('0');
});

test.each<[string, Values, Values, Values, readonly SettingValue[]]>([
  ['all places', ['a', 'b'], ['c'], ['d'], ['a', 'b', 'c', 'd']],
  ['negated on the command line', ['a', false], ['c'], ['d'], []],
  ['a value behind the negation brings the file back', [false, 'b'], ['c'], ['d'], ['b', 'c', 'd']],
  ['negated in the section', undefined, ['a', false, 'c'], ['d'], ['c', 'd']],
])('a list: %s', (_, commandLine, section, byDefault, values) => {
  const given = settings(commandLine, section, byDefault);
  expect(listSettings(given, 'name', { section: 'regtest' })).toEqual(values);
});

test.each<[SettingValue, boolean, number]>([
  [true, true, 1],
  [false, false, 0],
  ['', true, 0],
  ['1', true, 1],
  ['0', false, 0],
  ['00', false, 0],
  ['yes', false, 0],
  ['-1', true, -1],
  [' +12x', true, 12],
  ['+-12', false, 0],
  ['99999999999999999999', true, Number.MAX_SAFE_INTEGER],
])('%j as a switch and as a number', (value, flag, integer) => {
  expect(settingToBoolean(value)).toBe(flag);
  expect(settingToInteger(value)).toBe(integer);
});
