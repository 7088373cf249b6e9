import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { engineText, setLanguage, spaceDigits } from '../../src/adapters/page/language.ts';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { formatSlipKey } from '../../src/keys/slip132.ts';
import { accountKeys } from '../support/generate/account-keys.ts';
import { readVector } from '../support/paths.ts';
import { otherLanguages, readLanguages } from '../support/screens/page-languages.ts';

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: {} });
  readLanguages();
});
afterAll(() => vi.unstubAllGlobals());

/** Files of other programs, as these wrote them. */
const files: { readonly [name: string]: string } = JSON.parse(readVector('formats/files.json'));

const named = ({ fingerprint, path, xpub }: ReturnType<typeof accountKeys>[number]): string =>
  `[${fingerprint}${path}]${xpub}`;
const multis = accountKeys('48h/0h/0h/2h', 3, 'main');
const [A = '', B = '', C = ''] = multis.map(named);
const [single, other] = accountKeys('84h/0h/0h', 2, 'main');
const second = multis[1];
if (!single || !other || !second) throw new Error('no keys');
const ONE = named(single);
const multi = (keys: readonly string[], steps = '/<0;1>/*'): string =>
  addChecksum(`wsh(sortedmulti(2,${keys.map((key) => key + steps).join(',')}))`);
const core = (...descriptors: readonly string[]): string =>
  JSON.stringify({
    descriptors: descriptors.map((desc, i) => ({ desc, active: true, internal: i > 0 })),
  });
const older = (blocks: number): string => `wsh(and_v(v:pk(${A}/<0;1>/*),older(${blocks})))`;
const caravan = files['sparrow/caravan-multisig-export-1.json'] ?? '';
const electrum: object = JSON.parse(files['sparrow/electrum-singlesig-wallet.json'] ?? '');

/** Wallets with something to question or to leave out, beside the files of other programs. */
const doubtful: readonly string[] = [
  core(addChecksum(`wpkh(${ONE}/0/*)`), addChecksum(`wpkh(${named(other)}/1/*)`)),
  core(addChecksum(`wpkh(${ONE}/0/*)`), 'addr(x)', 'note'),
  JSON.stringify({ descriptors: [{ desc: `wpkh(${ONE}/0/*)` }, { no: 1 }, { no: 2 }] }),
  `wpkh(${ONE}/0/*)\na line that is none\nand another`,
  multi([A, `${A.replace(/\].*/, ']')}${second.xpub}`]),
  multi([A, A]),
  multi([A, B, C, B]),
  multi([A, B.replace('2h]', '1h]')]),
  multi([A, B.replace('/2h]', ']')]),
  multi([A, B.replace('48h/0h', '48h/1h')]),
  multi([A, B], ''),
  `wpkh([deadbeef]${accountKeys('', 1, 'main')[0]?.xpub}/<0;1>/*)`,
  `sh(wpkh([${single.fingerprint}${single.path}]${formatSlipKey(single.xpub, 'wpkh')}/<0;1>/*))`,
  older(65536),
  older(4194304 + 65536),
  caravan.replace('"xfp"', '"no"').replace(/"bip32Path"/, '"none"'),
  caravan.replace(/"startingAddressIndex": ?\d+/, '"startingAddressIndex": 7'),
  caravan.replace(/\}\s*$/, ',"startingAddressIndex":7}'),
  JSON.stringify({ ...electrum, channels: { a: 1 }, invoices: { a: 1 }, transactions: { a: 'b' } }),
  JSON.stringify({ ...electrum, frozen_addresses: ['a'], labels: { 'not an address': 'b' } }),
];

const watchers = ['Sparrow', 'Electrum', 'Bitcoin Core', 'Phone', 'Descriptor'] as const;

type Engine = ReturnType<typeof createEngine>;

/** Returns what the page says about the file of a wallet for each program. */
const leftOut = (engine: Engine, accounts: readonly { readonly descriptor: string }[]) =>
  accounts.slice(0, 2).flatMap(({ descriptor }) =>
    watchers.flatMap((watcher) => {
      try {
        // The page has its own text for a name.
        const { lost } = engine.exportAccount(descriptor, watcher, true);
        return lost.filter((each) => each !== 'its name');
      } catch (error) {
        return error instanceof Error ? [error.message] : [];
      }
    }),
  );

/** Opens a file as a person does, and returns every sentence that the page then shows about it. */
async function shownFor(text: string): Promise<readonly string[]> {
  const engine = createEngine(() => undefined);
  if (engine.takeText(text).status !== 'done') return [];
  const keys = await engine.openPayload('').catch(() => undefined);
  return keys === undefined ? [] : [...keys.notes, ...leftOut(engine, keys.accounts)];
}

let met: readonly string[] = [];
beforeAll(async () => {
  const shown = await Promise.all([...Object.values(files), ...doubtful].map(shownFor));
  met = [...new Set(shown.flat())];
});

test('the files have each kind of doubt, and parts that are not taken over', () => {
  const all = met.join('\n');
  for (const part of [
    'one address only',
    'as many steps',
    'ends with another step',
    'another master key',
    'test networks',
    'the same fingerprint and path',
    'are the same key',
    'change of this wallet',
    'is marked for',
    'Time-based',
    'Height-based',
    'no descriptor',
    'that are no descriptors',
    'its Lightning channels',
    'frozen',
    'position 7',
    'fingerprint and path',
    'the chain from its beginning',
  ]) {
    expect(all).toContain(part);
  }
});

test.each(otherLanguages)(
  'each note on a wallet file is in the language of the reader: %s',
  (tag) => {
    setLanguage(tag);
    const left = met.flatMap((note) => {
      const shown = engineText(note);
      const sentences = spaceDigits(note).split(/(?<=\.) |: /);
      return sentences.filter((each) => /\w+ \w+ \w/.test(each) && shown.includes(each));
    });
    expect(left).toEqual([]);
  },
);

// The decimal separators of CLDR.
test.each([
  ['en', '7.09', '1.66'],
  ['de', '7,09', '1,66'],
  ['es', '7,09', '1,66'],
  ['fr', '7,09', '1,66'],
  ['pt', '7,09', '1,66'],
  ['ja', '7.09', '1.66'],
] as const)(
  'a fee rate and a share have the decimal point of the language %s',
  (tag, rate, share) => {
    setLanguage(tag);
    const text = engineText('about 7.09 sat/vB, 1.66 % of the payment');
    expect(text).toContain(`${rate} sat/vB`);
    expect(text.replace(/\s%/, '%')).toContain(`${share}%`);
    // Programs, devices and payment requests write amounts with a point.
    expect(engineText('0.00060000 BTC')).toBe('0.00060000 BTC');
  },
);
