import { describe, expect, test } from 'vitest';
import { encodeExtendedPrivateKey } from '../../src/descriptor/extended-key.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import type { KeyRing } from '../../src/keys/key-ring.ts';
import { detectKeyText, isSecret } from '../../src/keys/key-text.ts';
import type { KeyFault } from '../../src/keys/read-private-keys.ts';
import { openOld } from '../support/old/open-old.ts';

/** Vectors 1, 4, 13, 17, 19, 23 and 43 of SLIP39 (vectors.json of python-shamir-mnemonic). */
const ONE =
  'duckling enlarge academic academic agency result length solution fridge kidney coal piece deal husband erode duke ajar critical decision keyboard';
const A =
  'shadow pistol academic always adequate wildlife fancy gross oasis cylinder mustang wrist rescue view short owner flip making coding armed';
const B =
  'shadow pistol academic acid actress prayer class unknown daughter sweater depict flip twice unkind craft early superior advocate guest smoking';
const FORGED = [
  'guilt walnut academic acid deliver remove equip listen vampire tactics nylon rhythm failure husband fatigue alive blind enemy teaspoon rebound',
  'guilt walnut academic agency brave hamster hobo declare herd taste alpha slim criminal mild arcade formal romp branch pink ambition',
];
const GROUPS = [
  'eraser senior decision roster beard treat identify grumpy salt index fake aviation theater cubic bike cause research dragon emphasis counter',
  'eraser senior ceramic snake clay various huge numb argue hesitate auction category timber browser greatest hanger petition script leaf pickup',
  'eraser senior ceramic shaft dynamic become junior wrist silver peasant force math alto coal amazing segment yelp velvet image paces',
  'eraser senior ceramic round column hawk trust auction smug shame alive greatest sheriff living perfect corner chest sled fumes adequate',
  'eraser senior decision smug corner ruin rescue cubic angel tackle skin skunk program roster trash rumor slush angel flea amazing',
];
const ALONE =
  'eraser senior beard romp adorn nuclear spill corner cradle style ancient family general leader ambition exchange unusual garlic promise voice';
const OTHER_GROUP =
  'eraser senior acrobat romp bishop medical gesture pumps secret alive ultimate quarter priest subject class dictate spew material endless market';
const LONG = [
  'humidity disease academic always aluminum jewelry energy woman receiver strategy amuse duckling lying evidence network walnut tactics forget hairy rebound impulse brother survive clothes stadium mailman rival ocean reward venture always armed unwrap',
  'humidity disease academic agency actress jacket gross physics cylinder solution fake mortgage benefit public busy prepare sharp friar change work slow purchase ruler again tricycle involve viral wireless mixture anatomy desert cargo upgrade',
];
const EXTENDABLE = [
  'enemy favorite academic acid cowboy phrase havoc level response walnut budget painting inside trash adjust froth kitchen learn tidy punish',
  'enemy favorite academic always academic sniff script carpet romp kind promise scatter center unfair training emphasis evening belong fake enforce',
];
const XPRV = {
  one: 'xprv9s21ZrQH143K4QViKpwKCpS2zVbz8GrZgpEchMDg6KME9HZtjfL7iThE9w5muQA4YPHKN1u5VM1w8D4pvnjxa2BmpGMfXr7hnRrRHZ93awZ',
  two: 'xprv9s21ZrQH143K2nNuAbfWPHBtfiSCS14XQgb3otW4pX655q58EEZeC8zmjEUwucBu9dPnxdpbZLCn57yx45RBkwJHnwHFjZK4XPJ8SyeYjYg',
  groups:
    'xprv9s21ZrQH143K3dzDLfeY3cMp23u5vDeFYftu5RPYZPucKc99mNEddU4w99GxdgUGcSfMpVDxhnR1XpJzZNXRN1m6xNgnzFS5MwMP6QyBRKV',
  long: 'xprv9s21ZrQH143K3a4GRMgK8WnawupkwkP6gyHxRsXnMsYPTPH21fWwNcAytijtfyftqNfiaY8LgQVdBQvHZ9FBvtwdjC7LCYxjYruJFuLzyMQ',
  extendable:
    'xprv9s21ZrQH143K4FS1qQdXYAFVAHiSAnjj21YAKGh2CqUPJ2yQhMmYGT4e5a2tyGLiVsRgTEvajXkxhg92zJ8zmWZas9LguQWz7WZShfJg6RS',
};
const password = 'TREZOR';

function masterOf(ring: KeyRing | KeyFault) {
  if ('error' in ring) throw new Error(ring.error);
  const [master] = ring.masters;
  return {
    xprv: master && encodeExtendedPrivateKey(master.key, networks.main),
    fingerprint: encodeHex(master?.origin?.fingerprint ?? new Uint8Array(0)),
    notes: [...(ring.facts ?? []), ...ring.notes],
  };
}

const numbered = (share: string) =>
  share
    .split(' ')
    .map((word, i) => `${i + 1}. ${word}`)
    .join('\n');

describe('SLIP39', () => {
  test.each([
    ['one share', ONE, XPRV.one],
    ['a share in capitals', ONE.toUpperCase(), XPRV.one],
    ['a share with abbreviated words', ONE.replace(/([a-z]{4})[a-z]*/g, '$1'), XPRV.one],
    ['a share with numbered words', numbered(ONE), XPRV.one],
    ['two shares of three', `${A}\n${B}`, XPRV.two],
    ['two shares in one line, in another order', `${B} ${A}`, XPRV.two],
    ['two shares in paragraphs', `${A.replaceAll(' ', '\n')}\n\n${numbered(B)}\n`, XPRV.two],
    ['two shares under captions', `# at home\n${A}\n# in the bank\n${B}`, XPRV.two],
    [
      'two shares whose numbers are in one line',
      `${numbered(A)} ${numbered(B)}`.replaceAll('\n', ' '),
      XPRV.two,
    ],
    ['two groups', GROUPS.join('\n'), XPRV.groups],
    ['a group of one share and another one', `${ALONE}\n${OTHER_GROUP}`, XPRV.groups],
    ['more groups than needed', [...GROUPS, ALONE, OTHER_GROUP].join('\n'), XPRV.groups],
    ['shares of 256 bits', LONG.join('\n'), XPRV.long],
    ['extendable shares', EXTENDABLE.join('\n'), XPRV.extendable],
  ])('opens %s', (_, text, xprv) => {
    expect(masterOf(openOld(text, { password })).xprv).toBe(xprv);
  });

  // python-shamir-mnemonic joins them, and the fingerprints are of its master secrets.
  test.each([
    ['one share', ONE, 'b9b6cbc8'],
    ['two shares', `${A}\n${B}`, '8133a6d5'],
    ['extendable shares', EXTENDABLE.join('\n'), '7865d3b3'],
  ])('opens %s without a passphrase', (_, text, fingerprint) => {
    const { notes, ...master } = masterOf(openOld(text));
    expect(master.fingerprint).toBe(fingerprint);
    expect(notes).toEqual([expect.stringMatching(/without a passphrase/)]);
  });

  test.each([
    ['a wrong word', ONE.replace('coal', 'coding'), /share 1 .* damaged/],
    ['two words in another order', ONE.replace('coal piece', 'piece coal'), /share 1 .* damaged/],
    ['a word that is on no list', `${A}\n${B.replace('class', 'clazz')}`, /word 7 of share 2 /],
    ['one share of two', A, /group 1 .* needs 2 shares, and 1 is given/],
    ['the same share twice', `${A}\n${A}`, /do not belong together/],
    ['shares of two seeds', `${A}\n${FORGED[0]}`, /do not belong together/],
    ['shares of 128 and 256 bits', `${A} \n${LONG[0]}`, /do not belong together/],
    ['one group of two', ALONE, /needs shares of 2 groups, and there are shares of 1/],
    ['an incomplete group', `${ALONE}\n${GROUPS[0]}`, /group 4 .* needs 2 shares, and 1 is given/],
    ['shares with a wrong digest', FORGED.join('\n'), /one of them was changed/],
  ])('reports %s', (_, text, error) => {
    const found = openOld(text, { password });
    expect(found).toEqual({ error: expect.stringMatching(error) });
    // No word of a share is repeated.
    const said = 'error' in found ? found.error.split(/\W+/) : [];
    expect(
      said.filter((each) => ['shadow', 'eraser', 'guilt', 'clazz', 'coding'].includes(each)),
    ).toEqual([]);
  });

  test('shares are secret, also with an error', () => {
    for (const text of [ONE, `${A}\n${B}`, LONG.join(' '), ONE.replace('coal', 'coak')]) {
      const found = detectKeyText(text);
      expect(found && isSecret(found)).toBe(true);
    }
  });
});
