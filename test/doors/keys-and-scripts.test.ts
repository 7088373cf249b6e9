import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { copyValue } from '../../src/encoding/copy-value.ts';
import { networks } from '../../src/encoding/network.ts';
import {
  isColdsignError,
  openAccount,
  type Psbt,
  review,
  type SigningKey,
  sign,
} from '../../src/index.ts';
import { joinRings } from '../../src/keys/key-ring.ts';
import { signaturesIn } from '../../src/psbt/signature-count.ts';
import { importWallet } from '../../src/public/formats.ts';
import { screenPolicy } from '../../src/public/review.ts';
import { readKeys } from '../../src/public/seed.ts';
import { rememberChildren } from '../support/remembering-children.ts';
import { keyAt, place, THIEF } from '../support/review/accounts.ts';
import { coin, coinWithLeaves } from '../support/review/coins.ts';
import { buildPsbt, pay } from '../support/review/payments.ts';
import { commandFolder } from '../support/screens/command-folder.ts';
import { me, WORDS, wif } from '../support/vectors/key-forms.ts';
import { type Case, type Door, doorsIn } from './doors.ts';

const network = networks.regtest;
const [SPENDING, OTHER] = ['84h/1h/0h', '84h/1h/1h'];
const theirs = (path: string) => keyAt(THIEF, path);

/** Every kind of script that a key of ours can sign, alone or with the key of a thief. */
const scripts: Readonly<Record<string, (key: string) => string>> = {
  wpkh: (key) => `wpkh(${key})`,
  pkh: (key) => `pkh(${key})`,
  'sh(wpkh)': (key) => `sh(wpkh(${key}))`,
  'tr by its key': (key) => `tr(${key})`,
  'tr by a leaf': (key) => `tr(${theirs('86h/1h/0h')},pk(${key}))`,
  'wsh(pk)': (key) => `wsh(pk(${key}))`,
  'wsh(multi)': (key) => `wsh(multi(1,${key},${theirs('48h/1h/0h/2h')}))`,
  'sh(wsh(multi))': (key) => `sh(wsh(multi(1,${key},${theirs('48h/1h/0h/1h')})))`,
  'sh(multi)': (key) => `sh(multi(1,${key},${theirs('45h')}))`,
  'bare pk': (key) => `pk(${key})`,
  'bare multi': (key) => `multi(1,${key},${theirs('45h')})`,
};

type Wrap = (key: string) => string;

const spending = `wpkh(${keyAt(me, SPENDING, true)})`;
const otherKey = me.root.derive(`m/${OTHER.replaceAll('h', "'")}`);

/** Every form in which a person or an app has keys of both accounts. */
const forms: Readonly<Record<string, (wrap: Wrap) => readonly string[]>> = {
  'seed words': () => [WORDS],
  'a master xprv': () => [me.root.privateExtendedKey],
  'account xprvs': () => [
    me.root.derive("m/84'/1'/0'").privateExtendedKey,
    otherKey.privateExtendedKey,
  ],
  'account xprvs with origins': () =>
    [SPENDING, OTHER].map((path) => keyAt(me, path, true).replace('/<0;1>/*', '')),
  'a WIF key beside an account': () => [spending, wif(otherKey.derive('m/0/4'))],
  descriptors: (wrap) => [spending, wrap(keyAt(me, OTHER, true))],
  'a wallet file': (wrap) => [
    JSON.stringify({
      wallet_name: 'mine',
      descriptors: [spending, wrap(keyAt(me, OTHER, true))].map((desc) => ({ desc, active: true })),
    }),
  ],
};

/** A payment of one account, to which a coordinator has added a coin of another. */
function withCoinOf(wrap: Wrap): Psbt {
  const added = coinWithLeaves(place(wrap(keyAt(me, OTHER)), 0, 4), 90);
  const own = coin(place(spending, 0, 0), 1, { previous: true });
  return buildPsbt({ coins: [own, added], outputs: [pay(199_000n)] });
}

const isAddedSigned = ({ inputs, ...psbt }: Psbt) =>
  signaturesIn({ ...psbt, inputs: inputs.slice(1) }) > 0;

/** What `sign` of the library takes for the same keys. */
function signingKeys(name: string, texts: readonly string[]): readonly SigningKey[] {
  if (name === 'descriptors') {
    return texts.map((text) => openAccount(text, { network, range: 20, secp256k1 }));
  }
  const rings = texts.map((text) => {
    const readWallet = (file: string) => importWallet(file, { network });
    const ring = readKeys(text, { network, secp256k1, readWallet });
    if ('error' in ring) throw new Error(ring.error);
    return ring;
  });
  return [joinRings(rings)];
}

rememberChildren(secp256k1);
const account = openAccount(spending, { network, range: 20, secp256k1 });
const doors = doorsIn(commandFolder());

const cells = Object.entries(scripts).flatMap(([script, wrap]) =>
  Object.entries(forms).map(([form, keysOf]) => [script, form, wrap, keysOf] as const),
);

/**
 * The doors that a cell is given to. Descriptors are given to all. Each other form meets every door
 * that takes it, with some of the scripts, and each script every door; COLDSIGN_CASES gives all
 * cells to all doors.
 */
function doorsOf(form: string, script: string, given: Case): readonly Door[] {
  const taking = doors.filter((door) => door.takes(given, screenPolicy));
  if (process.env.COLDSIGN_CASES || form === 'descriptors') return taking;
  const turn = Object.keys(forms).indexOf(form) + Object.keys(scripts).indexOf(script);
  return taking.filter((_, i) => i === turn % taking.length);
}

describe('is signed only at doors whose review counts the coin as yours', () => {
  test.each(cells)('a coin of %s, and %s', async (script, form, wrap, keysOf) => {
    const psbt = withCoinOf(wrap);
    const keys = keysOf(wrap);
    const given = { name: `${script}, ${form}`, keys, psbt };
    for (const door of doorsOf(form, script, given)) {
      const { findings, signed } = await door.open(given, screenPolicy);
      const isSigned = signed !== 'refused' && signed !== 'nothing';
      if (!isSigned) expect(findings.length, door.name).toBeGreaterThan(0);
      // A complete transaction has a signature for the added coin.
      const isComplete = isSigned && !signed.startsWith('70736274ff');
      if (isComplete) expect(findings, door.name).not.toContain('inputs-of-others');
    }
  });
});

describe('is not signed by wider keys than those of a review that was passed on', () => {
  test.each(cells)('a coin of %s, and %s', async (_script, form, wrap, keysOf) => {
    const psbt = withCoinOf(wrap);
    const own = signingKeys(form, keysOf(wrap));
    const wide = review(psbt, { account, keys: own, secp256k1 });
    const { psbt: signed } = await sign(psbt, { keys: own, secp256k1, approve: () => true });
    const fits = isAddedSigned(signed);
    expect(wide.findings.some(({ id }) => id === 'inputs-of-others')).toBe(!fits);
    const reviewed = review(psbt, { account, secp256k1 });
    expect(reviewed.findings.map(({ id }) => id)).toContain('inputs-of-others');
    const narrow = sign(psbt, { keys: own, reviewed, secp256k1 });
    if (!fits) expect(isAddedSigned((await narrow).psbt)).toBe(false);
    else {
      const error = await narrow.catch((reason) => reason);
      expect(isColdsignError(error) && error.code).toBe('REVIEW_REFUSED');
      expect(error.details.inputs).toMatchObject([{ input: 1 }]);
    }
  });
});

describe('is not signed without a review by keys of two accounts', () => {
  test.each(cells)('a coin of %s, and %s', async (_script, form, wrap, keysOf) => {
    const psbt = withCoinOf(wrap);
    const before = copyValue(psbt);
    const keys = signingKeys(form, keysOf(wrap));
    const { psbt: signed } = await sign(psbt, { keys, secp256k1, approve: () => true });
    const unreviewed = sign(psbt, { keys, secp256k1 });
    if (!isAddedSigned(signed)) expect(isAddedSigned((await unreviewed).psbt)).toBe(false);
    else {
      const error = await unreviewed.catch((reason) => reason);
      expect(isColdsignError(error) && error.code).toBe('NOT_APPROVED');
      expect(error.message).toMatch(/^These keys open coins of two accounts \(.+, .+\): review/);
      const inputs = [0, 1].map((input) => ({ input, cause: 'SEVERAL_ACCOUNTS' }));
      expect(error.details.inputs).toMatchObject(inputs);
    }
    expect(psbt).toEqual(before);
  });
});
