import { describe, expect, test } from 'vitest';
import { encodeExtendedPrivateKey } from '../../src/descriptor/extended-key.ts';
import { networks } from '../../src/encoding/network.ts';
import { openOld } from '../support/old/open-old.ts';

/** The vectors of BIP93. */
const A = 'MS12NAMEA320ZYXWVUTSRQPNMLKJHGFEDCAXRPP870HKKQRM';
const C = 'MS12NAMECACDEFGHJKLMNPQRSTUVWXYZ023FTR2GDZMPY6PN';
const SECOND =
  'xprv9s21ZrQH143K2NkobdHxXeyFDqE44nJYvzLFtsriatJNWMNKznGoGgW5UMTL4fyWtajnMYb5gEc2CgaKhmsKeskoi9eTimpRv2N11THhPTU';
const THIRD =
  'xprv9s21ZrQH143K266qUcrDyYJrSG7KA3A7sE5UHndYRkFzsPQ6xwUhEGK1rNuyyA57Vkc1Ma6a8boVqcKqGNximmAe9L65WsYNcNitKRPnABd';
const SEED = 'ms10testsxxxxxxxxxxxxxxxxxxxxxxxxxx4nzvca9cmczlw';

describe('codex32', () => {
  test.each([
    [
      'a seed',
      SEED,
      'xprv9s21ZrQH143K3taPNekMd9oV5K6szJ8ND7vVh6fxicRUMDcChr3bFFzuxY8qP3xFFBL6DWc2uEYCfBFZ2nFWbAqKPhtCLRjgv78EZJDEfpL',
    ],
    [
      'a seed of 256 bits',
      'ms10leetsllhdmn9m42vcsamx24zrxgs3qrl7ahwvhw4fnzrhve25gvezzyqqtum9pgv99ycma',
      'xprv9s21ZrQH143K3s41UCWxXTsU4TRrhkpD1t21QJETan3hjo8DP5LFdFcB5eaFtV8x6Y9aZotQyP8KByUjgLTbXCUjfu2iosTbMv98g8EQoqr',
    ],
    ['a seed in groups of four', SEED.match(/.{1,4}/g)?.join(' ') ?? '', expect.anything()],
    ['two shares of two', `${A}\n${C}\n`, SECOND],
    ['two shares without a space', `${A}${C}`, SECOND],
    ['two others', `${C}\nMS12NAMEDLL4F8JLH4E5VDVULDLFXU2JHDNLSM97XVENRXEG`, SECOND],
    [
      'three shares of three',
      'ms13casheekgpemxzshcrmqhaydlp6yhms3ws7320xyxsar9\nms13cashd0wsedstcdcts64cd7wvy4m90lm28w4ffupqs7rm\nms13casha320zyxwvutsrqpnmlkjhgfedca2a8d0zehn8a0t',
      THIRD,
    ],
  ])('opens %s', (_, text, xprv) => {
    const ring = openOld(text);
    if ('error' in ring) throw new Error(ring.error);
    const [master] = ring.masters;
    expect(master && encodeExtendedPrivateKey(master.key, networks.main)).toEqual(xprv);
  });

  test.each([
    ['one share of two', A, /needs 2 shares/],
    ['the same share twice', `${A}\n${A}`, /do not belong together/],
    ['shares of two seeds', `${A}\nms13casha320zyxwvutsrqpnmlkjhgfedca2a8d0zehn8a0t`, /together/],
    ['a wrong letter', SEED.replace('test', 'tesc'), /damaged/],
    ['a missing letter', SEED.slice(0, -1), /damaged/],
    ['letters of both cases', SEED.replace('test', 'TEST'), /damaged/],
    [
      'a threshold of 0 with another index',
      'ms10fauxxxxxxxxxxxxxxxxxxxxxxxxxxxxx0z26tfn0ulw3p',
      /damaged/,
    ],
    ['a wrong length', 'ms10fauxsxxxxxxxxxxxxxxxxxxxxxxxxxxxxk4pavy5n46nea', /damaged/],
  ])('reports %s', (_, text, error) => {
    expect(openOld(text)).toEqual({ error: expect.stringMatching(error) });
  });
});
