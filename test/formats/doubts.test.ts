import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { networks } from '../../src/encoding/network.ts';
import { importWallet } from '../../src/formats/import.ts';
import { formatSlipKey } from '../../src/keys/slip132.ts';
import { accountKeys } from '../support/generate/account-keys.ts';
import { readVector } from '../support/paths.ts';

/** The error of a file, or the doubts about it. */
function judge(file: string): string {
  const wallet = importWallet(file, { network: networks.main, secp256k1 });
  return 'error' in wallet ? `refused: ${wallet.error}` : wallet.doubts.join('; ');
}

const multis = accountKeys('48h/0h/0h/2h', 4, 'main');
const singles = accountKeys('84h/0h/0h', 2, 'main');
const named = ({ fingerprint, path, xpub }: (typeof multis)[number]): string =>
  `[${fingerprint}${path}]${xpub}`;
const [A = '', B = '', C = '', THIEF = ''] = multis.map(named);
const [ONE = '', OTHER = ''] = singles.map(named);
const [first, second, third] = multis;
const [account, foreign] = singles;
if (!first || !second || !third || !account || !foreign) throw new Error('no keys');

const multi = (threshold: number, keys: readonly string[], steps = '/0/*'): string =>
  addChecksum(`wsh(sortedmulti(${threshold},${keys.map((key) => key + steps).join(',')}))`);
const core = (receive: string, change: string): string =>
  JSON.stringify({
    descriptors: [
      { desc: receive, active: true, internal: false },
      { desc: change, active: true, internal: true },
    ],
  });
const specter = (receive: string, change: string): string =>
  JSON.stringify({ name: 'x', recv_descriptor: receive, change_descriptor: change });
const policy = (template: string, keys: readonly unknown[], more: object = {}): string =>
  JSON.stringify({ name: 'x', template, keys, ...more });
const coldcard = (...lines: readonly string[]): string =>
  ['Name: x', "Derivation: m/48'/0'/0'/2'", ...lines].join('\n');
const line = ({ fingerprint, xpub }: (typeof multis)[number]): string => `${fingerprint}: ${xpub}`;
const keystore = (i: number): object => ({
  label: `K${i}`,
  keyDerivation: { masterFingerprint: multis[i]?.fingerprint, derivationPath: "m/48'/0'/0'/2'" },
  extendedPublicKey: multis[i]?.xpub,
});
const sparrow = (script: string, keystores: readonly object[]): string =>
  JSON.stringify({
    policyType: 'MULTI',
    scriptType: 'P2WSH',
    defaultPolicy: { name: 'x', miniscript: { script } },
    keystores,
  });
const electrumKey = (key: (typeof multis)[number], script: 'wsh' | 'wpkh'): object => ({
  type: 'bip32',
  xpub: formatSlipKey(key.xpub, script),
  derivation: `m${key.path}`,
  root_fingerprint: key.fingerprint,
});
const electrum = (type: string, more: object): string =>
  JSON.stringify({ seed_version: 59, wallet_type: type, ...more });
const generic = (section: object): string =>
  JSON.stringify({ chain: 'BTC', xfp: account.fingerprint, account: 0, bip84: section });
const bip84 = { name: 'p2wpkh', deriv: "m/84'/0'/0'", xpub: account.xpub };
const x1 = electrumKey(first, 'wsh');
const x2 = electrumKey(second, 'wsh');
const x3 = electrumKey(third, 'wsh');
// This is the first address of `ONE`, which the first test compares.
const own = importWallet(`wpkh(${ONE}/0/*)`, { network: networks.main, secp256k1 });
const ownAddress = 'error' in own ? '' : (own.descriptors[0]?.firstAddresses[0] ?? '');
const child = (path: string) => accountKeys(path, 1, 'main')[0]?.xpub ?? '';

describe('a thief changes a wallet file', () => {
  const cases: { readonly [what: string]: readonly [string, RegExp] } = {
    'change to another key, in a list of Core': [
      core(addChecksum(`wpkh(${ONE}/0/*)`), addChecksum(`wpkh(${OTHER}/1/*)`)),
      /^the change of this wallet goes to other keys/,
    ],
    'change with a lower threshold, in a list of Core': [
      core(multi(2, [A, B, C]), multi(1, [A, B, C], '/1/*')),
      /^the change of this wallet goes to other keys/,
    ],
    'change with another cosigner, in a list of Core': [
      core(multi(2, [A, B, C]), multi(2, [A, B, THIEF], '/1/*')),
      /^the change of this wallet goes to other keys/,
    ],
    'change to another key, in a file of Specter': [
      specter(addChecksum(`wpkh(${ONE}/0/*)`), addChecksum(`wpkh(${OTHER}/1/*)`)),
      /^the change of this wallet goes to other keys/,
    ],
    'change with a lower threshold, in a file of Specter': [
      specter(multi(2, [A, B]), multi(1, [A, B], '/1/*')),
      /^the change of this wallet goes to other keys/,
    ],
    // Coldcard's check_xpub derives such a key, or compares depth and parent.
    'a key, and leaves fingerprint and path of another key': [
      multi(2, [A, `${A.replace(/\].*/, ']')}${second.xpub}`]),
      /^two different keys have the same fingerprint and path/,
    ],
    'the last step of a path': [
      multi(2, [A, B.replace('2h]', '1h]')]),
      /^the path to a key ends with another step/,
    ],
    'hardened steps of a path to others': [
      multi(2, [A, B.replace(/h(?=[/\]])/g, '')]),
      /^the path to a key ends with another step/,
    ],
    'the path of a key to that of a test network': [
      multi(2, [A, B.replace('48h/0h', '48h/1h')]),
      /^the path to a key is one of test networks/,
    ],
    'the fingerprint of a child of the master key': [
      `wsh(multi(1,[deadbeef/45h]${child('45h')}/<0;1>/*))`,
      /^a key has the fingerprint of another master key/,
    ],
    'the fingerprint of a master key': [
      `wpkh([deadbeef]${child('')}/<0;1>/*)`,
      /^a key has the fingerprint of another master key/,
    ],
    'a key of a policy to two keys': [
      policy('wsh(sortedmulti(2,@0/**,@1/**))', [A, `${B}/<0;1>/*,${THIEF}`]),
      /^refused: .* a key is not an extended key with its origin/,
    ],
    'a key of a policy to its child': [
      policy('wsh(sortedmulti(2,@0/**,@1/**))', [A, `${B}/5`]),
      /^refused: .* a key is not an extended key with its origin/,
    ],
    'a policy to have two templates': [
      policy('wsh(sortedmulti(2,@0/**,@1/**))', [A, B], {
        descriptor_template: 'wsh(sortedmulti(1,@0/**,@1/**))',
      }),
      /^refused: .* several templates/,
    ],
    'a key of a policy to a number': [
      policy('wsh(sortedmulti(2,@0/**,@1/**))', [A, 5, B]),
      /^refused: .* 2 keys, and 3 were given/,
    ],
    'a Coldcard file to have two policies': [
      coldcard('Policy: 2 of 2', 'Policy: 1 of 2', 'Format: P2WSH', line(first), line(second)),
      /^refused: .* two lines for its policy/,
    ],
    'a Coldcard file to have two formats': [
      coldcard('Policy: 2 of 2', 'Format: P2WSH', 'Format: P2SH', line(first), line(second)),
      /^refused: .* two lines for its format/,
    ],
    'the policy of a Coldcard file to one number': [
      coldcard('Policy: 12', 'Format: P2WSH', line(first), line(second)),
      /^refused: .* is not like "2 of 3"/,
    ],
    'the format of a Coldcard file, and not its keys': [
      coldcard(
        ...['Policy: 2 of 2', 'Format: P2SH', line(second)],
        `${first.fingerprint}: ${formatSlipKey(first.xpub, 'wsh')}`,
      ),
      /^a key is marked for wsh, but is in another script/,
    ],
    'a policy of Sparrow to a script with a lock time': [
      sparrow('andor(multi(2,K0,K1),older(10),pk(K2))', [0, 1, 2].map(keystore)),
      /^refused: this Sparrow wallet has a script or a policy that is not read/,
    ],
    'a policy of Sparrow to have fewer keys': [
      sparrow('wsh(sortedmulti(2,K0,K1))', [0, 1, 2].map(keystore)),
      /^refused: this Sparrow wallet has a script or a policy that is not read/,
    ],
    'an Electrum file to have one key more': [
      electrum('2of2', { x1, x2, x3 }),
      /^refused: this Electrum wallet has more keys than its type says/,
    ],
    'an Electrum file to have a key in two spellings': [
      electrum('2of2', { x1, 'x1/': x3, x2 }),
      /^refused: this Electrum wallet has more keys than its type says/,
    ],
    'a key of Electrum, and not its addresses': [
      electrum('standard', {
        keystore: electrumKey(foreign, 'wpkh'),
        addresses: { receiving: [ownAddress], change: [] },
      }),
      /^refused: the first address that the file says is not that of its keys/,
    ],
    'a member of JSON to have two values': [
      electrum('2of2', { x1, x2 }).replace('"x2":', `"x2":${JSON.stringify(x3)},"x2":`),
      /^refused: "x2" is twice in one object/,
    ],
    'one of two spellings of a key in a Coldcard file': [
      generic({ ...bip84, _pub: formatSlipKey(foreign.xpub, 'wpkh') }),
      /^refused: the key in bip84 of this Coldcard file is damaged/,
    ],
    'a key for multisigs in a Coldcard file': [
      JSON.stringify({
        chain: 'BTC',
        xfp: account.fingerprint,
        account: 0,
        bip84,
        bip48_2: { deriv: "m/48'/0'/0'/2'", xpub: first.xpub, _pub: second.xpub },
      }),
      /^refused: the key in bip48_2 of this Coldcard file is damaged/,
    ],
  };

  test.each(Object.entries(cases))('%s', (_, [file, said]) => {
    expect(judge(file)).toMatch(said);
  });
});

describe('an honest file raises no doubt', () => {
  const cases: { readonly [what: string]: string } = {
    'a list of Core': core(multi(2, [A, B, C]), multi(2, [A, B, C], '/1/*')),
    "Specter's file": specter(addChecksum(`wpkh(${ONE}/0/*)`), addChecksum(`wpkh(${ONE}/1/*)`)),
    'a policy': policy('wsh(sortedmulti(2,@0/**,@1/**))', [A, B]),
    'a Coldcard file': coldcard('Policy: 2 of 2', 'Format: P2WSH', line(first), line(second)),
    "Sparrow's file": sparrow('wsh(sortedmulti(2,K0,K1))', [0, 1].map(keystore)),
    'an Electrum file': electrum('standard', {
      keystore: electrumKey(account, 'wpkh'),
      addresses: { receiving: [ownAddress], change: [] },
    }),
    "a Coldcard's own keys": generic({ ...bip84, _pub: formatSlipKey(account.xpub, 'wpkh') }),
    'two accounts of one signer': multi(2, [
      A,
      `[${first.fingerprint}/48h/0h/1h/2h]${child('48h/0h/1h/2h')}`,
    ]),
    'keys of unknown origin': multi(
      2,
      [A, B].map((key) => key.replace(/\[[^/]*/, '[00000000')),
    ),
    'a child of the master key': `wpkh([${first.fingerprint}/0h]${child('0h')}/<0;1>/*)`,
  };

  test.each(Object.entries(cases))('%s', (_, file) => {
    expect(judge(file)).toBe('');
  });

  test('doubts no file of another program, except two invented ones of Sparrow’s tests', () => {
    const files: { readonly [name: string]: string } = JSON.parse(readVector('formats/files.json'));
    const doubtful = Object.keys(files).filter(
      (name) => !/^(refused|)$/.test(judge(files[name] ?? '').split(':')[0] ?? ''),
    );
    expect(doubtful).toEqual([
      'sparrow/cc-multisig-export-multideriv.txt',
      // Only a test of Sparrow has depth 0 with a path.
      'sparrow/electrum-singlesig-wallet.json',
    ]);
  });
});

test("Sparrow's multisigs are sorted, also with the policy of its first versions", () => {
  const wallet = importWallet(sparrow('multi(2,K1,K0)', [0, 1].map(keystore)), {
    network: networks.main,
    secp256k1,
  });
  expect(wallet).toMatchObject({
    descriptors: [{ descriptor: expect.stringContaining('wsh(sortedmulti(2,') }],
  });
});

test('no error contains a key of the file', () => {
  expect(judge(`wsh(or_i(pk(${A}/0/*),older(1)))`)).toMatch(/not sane/);
  expect(judge(`wsh(or_i(pk(${A}/0/*),older(1)))`)).not.toContain('xpub');
});
