import { describe, expect, test } from 'vitest';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import {
  decodeExtendedPublicKey,
  encodeExtendedPublicKey,
} from '../../src/descriptor/extended-key.ts';
import { networks } from '../../src/encoding/network.ts';
import { importWallet } from '../../src/formats/import.ts';
import { openAccount } from '../../src/index.ts';
import { keyOwners } from '../../src/keys/key-owners.ts';
import { joinRings, type KeyRing } from '../../src/keys/key-ring.ts';
import { readKeys } from '../../src/keys/read-keys.ts';
import { ringDoubts, walletKeys } from '../../src/keys/wallet-keys.ts';
import { createPsbt } from '../../src/psbt/psbt.ts';
import { decodeAddress } from '../../src/script/address.ts';
import { accountKeys } from '../support/generate/account-keys.ts';
import { readVector } from '../support/paths.ts';

const context = { network: networks.main, secp256k1 };

function open(...texts: readonly string[]): KeyRing {
  const rings = texts.map((text) => {
    const readWallet = (file: string) => importWallet(file, context);
    const ring = readKeys(text, { ...context, readWallet });
    if ('error' in ring) throw new Error(ring.error);
    return ring;
  });
  return joinRings(rings);
}

// BIP39's vector, whose key at this path Coldcard, Sparrow and BIP129 would call 73c5da0a.
const WORDS = `${'abandon '.repeat(11)}about`;
const MINE =
  '[73c5da0a/48h/0h/0h/2h]xpub6DkFAXWQ2dHxq2vatrt9qyA3bXYU4ToWQwCHbf5XB2mSTexcHZCeKS1VZYcPoBd5X8yVcbXFHJR9R8UCVpt82VX1VhR28mCyxUFL4r6KFrf';
const [thief] = accountKeys('48h/0h/0h/2h', 1, 'main');
if (thief === undefined) throw new Error('no key');
const THIEF = `[${thief.fingerprint}${thief.path}]${thief.xpub}`;
const DISGUISED = `[73c5da0a/48h/0h/0h/2h]${thief.xpub}`;
const NUMS = '50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0';
const point = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const multi = (...keys: readonly string[]): string =>
  `wsh(sortedmulti(1,${keys.map((key) => `${key}/<0;1>/*`).join()}))`;

/** A key from a UR that omits its parent. */
const BARE = MINE.replace(/xpub\w+/, (text) => {
  const key = decodeExtendedPublicKey(text, networks.main, secp256k1);
  if (key === undefined) throw new Error('no key');
  return encodeExtendedPublicKey({ ...key, parentFingerprint: new Uint8Array(4) }, networks.main);
});

describe('a key of a wallet is own', () => {
  const cases: readonly (readonly [string, string, readonly (readonly [string, boolean])[]])[] = [
    [
      'if the open seed yields it',
      multi(MINE, THIEF),
      [
        ['73c5da0a', true],
        [thief.fingerprint, false],
      ],
    ],
    [
      'if a UR left out its parent',
      multi(BARE, THIEF),
      [
        ['73c5da0a', true],
        [thief.fingerprint, false],
      ],
    ],
    [
      'and not if only its fingerprint is mine',
      multi(DISGUISED, THIEF),
      [
        ['73c5da0a', false],
        [thief.fingerprint, false],
      ],
    ],
    [
      'and a key without an origin is one more',
      multi(MINE, thief.xpub),
      [
        ['73c5da0a', true],
        ['', false],
      ],
    ],
    [
      'and a key in hexadecimal is one more',
      `wsh(multi(1,${MINE}/<0;1>/*,${point}))`,
      [
        ['73c5da0a', true],
        ['', false],
      ],
    ],
    [
      'and a point without a private key is none',
      `tr(${NUMS},multi_a(1,${MINE}/<0;1>/*,${THIEF}/<0;1>/*))`,
      [
        ['73c5da0a', true],
        [thief.fingerprint, false],
      ],
    ],
    [
      'in MuSig2, too',
      `tr(musig(${MINE},${THIEF})/<0;1>/*)`,
      [
        ['73c5da0a', true],
        [thief.fingerprint, false],
      ],
    ],
    [
      'and counts once if it is used twice',
      `tr(${MINE}/<0;1>/*,pk(${MINE}/<2;3>/*))`,
      [['73c5da0a', true]],
    ],
  ];

  test.each(cases)('%s', (_, descriptor, expected) => {
    const { masters } = open(WORDS);
    const found = walletKeys(descriptor, masters, context);
    expect(found.map(({ fingerprint = '', isOwn }) => [fingerprint, isOwn])).toEqual(expected);
  });
});

describe('a wallet is questioned', () => {
  const said = [expect.stringMatching(/^the wallet names a key after you \(73c5da0a\)/)];
  const misplaced = [
    expect.stringMatching(
      /^the wallet gives your key \(73c5da0a\) .* It is at m\/48h\/0h\/0h\/2h\./,
    ),
  ];
  const [path] = [MINE.replace('/2h]', '/1h]')];

  test.each([
    ['if another key has my fingerprint', multi(DISGUISED, THIEF), said],
    ['if my key has another path', multi(path, THIEF), misplaced],
    ['if my key has no path', multi(MINE.replace(/\/48h.*\]/, ']'), THIEF), misplaced],
    [
      'if my key has the path of a cosigner',
      multi(MINE.replace(/48h.*\]/, '45h]'), THIEF),
      misplaced,
    ],
    ['and not if my key is there', multi(MINE, THIEF), []],
    ['and not if it belongs to others', multi(THIEF), []],
  ])('%s', (_, descriptor, expected) => {
    expect(ringDoubts(open(WORDS, descriptor), context)).toEqual(expected);
    expect(ringDoubts(open(descriptor, WORDS), context)).toEqual(expected);
    expect(ringDoubts(open(descriptor), context)).toEqual([]);
  });

  test('trusts a wallet if only the key of another account is open', () => {
    const [account] = accountKeys('84h/0h/0h', 1, 'main');
    const master = open(WORDS).masters[0];
    if (master === undefined || account === undefined) throw new Error('no key');
    const narrow = { ...master, origin: { fingerprint: new Uint8Array(4), path: [1, 2, 3] } };
    const ring = { ...open(multi(DISGUISED, THIEF)), masters: [narrow] };
    expect(ringDoubts(ring, context)).toEqual([]);
  });
});

describe('the page', () => {
  async function view(...texts: readonly string[]) {
    const engine = createEngine(() => undefined);
    let last: Awaited<ReturnType<typeof engine.openPayload>> | undefined;
    for (const text of texts) {
      engine.takeText(text);
      last = await engine.openPayload('');
    }
    return last;
  }

  test('shows every cosigner, and marks none as own by its name', async () => {
    const shown = await view(WORDS, multi(DISGUISED, thief.xpub));
    expect(shown?.keys[1]?.policy).toMatchObject({
      required: 1,
      keys: [{ name: '73c5da0a', isOwn: false }, { isOwn: false }],
    });
    expect(shown?.notes.join()).toContain('The wallet names a key after you (73c5da0a)');
    const hidden = await view(WORDS, multi(MINE, thief.xpub));
    expect(hidden?.keys[1]?.policy?.keys).toEqual([
      { name: '73c5da0a', isOwn: true },
      { name: `${thief.xpub.slice(0, 8)}…${thief.xpub.slice(-4)}`, isOwn: false },
    ]);
    expect(hidden?.notes.join()).not.toContain('The wallet names');
  });

  test('shows the policies of other programs’ files as these programs do', async () => {
    const files: { readonly [name: string]: string } = JSON.parse(readVector('formats/files.json'));
    const shown = await view(files['sparrow/specter-multisig-wallet.json'] ?? '');
    expect(shown?.keys[0]?.policy).toMatchObject({
      required: 3,
      keys: expect.arrayContaining([expect.objectContaining({ name: 'ca9a2b19', isOwn: false })]),
    });
  });
});

describe('only payments to the paying wallet are change', () => {
  const account = (key: string): string => `wpkh(${key}/<0;1>/*)`;
  const scriptAt = (descriptor: string, branch: number): Uint8Array => {
    const wallet = openAccount(descriptor, { network: 'main' });
    const script = decodeAddress(
      branch === 1 ? wallet.changeAddress(3) : wallet.address(3),
      networks.main,
    );
    if ('error' in script) throw new Error(script.error);
    return script;
  };
  const psbt = createPsbt({ version: 2, inputs: [], outputs: [], locktime: 0 }, 2);
  const mine = account(MINE);
  const shared = multi(MINE, THIEF);

  test.each([
    ['the wallet itself', mine, mine, [mine], 'change'],
    ['another wallet that is open', mine, account(THIEF), [mine, account(THIEF)], 'own'],
    ['a wallet of one of the keys and a stranger', mine, shared, [mine, shared], 'own'],
    ['one of the keys of a shared wallet', shared, mine, [mine, shared], 'own'],
    ['a shared wallet itself', shared, shared, [mine, shared], 'change'],
    [
      'another kind of script of the same key',
      mine,
      `tr(${MINE}/<0;1>/*)`,
      [mine, `tr(${MINE}/<0;1>/*)`],
      'change',
    ],
  ])('is not said of money to others: %s', (_, payer, payee, wallets, role) => {
    const find = keyOwners(open(...wallets), psbt, context);
    const [owner] = find([{ scriptPubKey: scriptAt(payee, 1), hints: [] }], [scriptAt(payer, 0)]);
    expect(owner?.role).toBe(role);
  });
});
