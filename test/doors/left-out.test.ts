import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { emptyBytes } from '../../src/encoding/bytes.ts';
import type { PsbtInput } from '../../src/psbt/psbt.ts';
import { screenPolicy } from '../../src/public/review.ts';
import { rememberChildren } from '../support/remembering-children.ts';
import { keyAt, place, THIEF } from '../support/review/accounts.ts';
import { coinWithLeaves } from '../support/review/coins.ts';
import { buildPsbt, pay } from '../support/review/payments.ts';
import { commandFolder } from '../support/screens/command-folder.ts';
import { me, WORDS, wif } from '../support/vectors/key-forms.ts';
import { doorsIn } from './doors.ts';

const theirs = (path: string) => keyAt(THIEF, path);

/** A script with one of our keys; one signature of it is enough. */
type Script = readonly [path: string, wrap: (key: string) => string];

/** Scripts that a single key has, or that show their keys. */
const single: Readonly<Record<string, Script>> = {
  wpkh: ['84h/1h/0h', (key) => `wpkh(${key})`],
  pkh: ['44h/1h/0h', (key) => `pkh(${key})`],
  'sh(wpkh)': ['49h/1h/0h', (key) => `sh(wpkh(${key}))`],
  tr: ['86h/1h/0h', (key) => `tr(${key})`],
  'bare pk': ['84h/1h/0h', (key) => `pk(${key})`],
  'bare multi': ['45h', (key) => `multi(1,${key},${theirs('45h')})`],
};
/** Scripts that only their wallet or the PSBT knows. */
const shared: Readonly<Record<string, Script>> = {
  'tr with a leaf': ['48h/1h/0h/2h', (key) => `tr(${theirs('86h/1h/0h')},pk(${key}))`],
  'wsh(pk)': ['48h/1h/0h/2h', (key) => `wsh(pk(${key}))`],
  'wsh(multi)': ['48h/1h/0h/2h', (key) => `wsh(multi(1,${key},${theirs('48h/1h/0h/2h')}))`],
  'sh(wsh(multi))': ['48h/1h/0h/1h', (key) => `sh(wsh(multi(1,${key},${theirs('48h/1h/0h/1h')})))`],
  'sh(multi)': ['45h', (key) => `sh(multi(1,${key},${theirs('45h')}))`],
};

const derived = (path: string) => me.root.derive(`m/${path.replaceAll('h', "'")}`);

/** Every form in which a person has the key of a script. */
const forms: Readonly<Record<string, (...script: Script) => string>> = {
  'seed words': () => WORDS,
  'a master xprv': () => me.root.privateExtendedKey,
  'an account xprv': (path) => derived(path).privateExtendedKey,
  'an account xprv with its origin': (path) => keyAt(me, path, true).replace('/<0;1>/*', ''),
  'a WIF key': (path) => wif(derived(path).derive('m/0/4')),
  'a descriptor': (path, wrap) => wrap(keyAt(me, path, true)),
  'a wallet file': (path, wrap) =>
    JSON.stringify({
      wallet_name: 'mine',
      descriptors: [{ desc: wrap(keyAt(me, path, true)), active: true }],
    }),
};

const noScripts = { redeemScript: emptyBytes, witnessScript: emptyBytes, tapLeaves: [] };
const noPaths = { keyPaths: [], tapKeyPaths: [] };

/** What a program leaves out of an input. */
const omissions: Readonly<Record<string, Partial<PsbtInput>>> = {
  nothing: {},
  'the origins of keys': noPaths,
  'the scripts': { ...noScripts, tapInternalKey: undefined },
  'only its scripts': noScripts,
  'scripts and origins': { ...noScripts, ...noPaths, tapInternalKey: undefined },
};

function psbtOf([path, wrap]: Script, omission: Partial<PsbtInput>) {
  const spent = coinWithLeaves(place(wrap(keyAt(me, path)), 0, 4), 90);
  const { inputs, ...psbt } = buildPsbt({ coins: [spent], outputs: [pay(99_000n)] });
  return { ...psbt, inputs: inputs.map((input) => ({ ...input, ...omission })) };
}

const isWallet = (form: string) => form === 'a descriptor' || form === 'a wallet file';

const cells = Object.entries({ ...single, ...shared }).flatMap(([name, script]) =>
  Object.entries(forms).flatMap(([form, textOf]) =>
    Object.entries(omissions).map(([left, omission]) => {
      // Cells that some doors once signed, and others did not.
      const isFound = isWallet(form)
        ? left === 'the scripts' || (left === 'only its scripts' && name === 'tr with a leaf')
        : form === 'a WIF key' && left === 'nothing' && name !== 'bare pk';
      return { name, script, form, textOf, left, omission, isFound };
    }),
  ),
);

/** By default the cells that doors once decided differently, and some of the others. */
const chosen = cells.filter(
  ({ isFound }, i) => process.env.COLDSIGN_CASES || isFound || i % 29 === 0,
);

rememberChildren(secp256k1);
const doors = doorsIn(commandFolder());

describe('every door signs the same with every form of a key', () => {
  test.each(chosen)('$name by $form, and the PSBT lacks $left', async (cell) => {
    const { name, script, form, textOf, left, omission, isFound } = cell;
    const psbt = psbtOf(script, omission);
    const given = { name: `${name}, ${form}, ${left}`, keys: [textOf(...script)], psbt };
    const taking = doors.filter((door) => door.takes(given, screenPolicy));
    const signed = new Map<string, string>();
    for (const door of taking) {
      signed.set(door.name, (await door.open(given, screenPolicy)).signed);
    }
    const first = signed.get('library') ?? '';
    if (isFound) expect(first).toMatch(/^[0-9a-f]+$/);
    for (const [door, bytes] of signed) expect(bytes, door).toBe(first);
  });
});
