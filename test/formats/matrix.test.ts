import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { networks } from '../../src/encoding/network.ts';
import { checkDescriptor, scriptsOf } from '../../src/formats/check.ts';
import { exportWallet } from '../../src/formats/export.ts';
import { importWallet } from '../../src/formats/import.ts';
import type { ExportFormat } from '../../src/formats/wallet-file.ts';
import { accountKeys } from '../support/generate/account-keys.ts';

// What each format keeps of each kind of wallet: everything, or it is refused with the reason.
// Sparrow's and Specter's readers keep the keys, the threshold and the type of a descriptor. They
// open any other wallet as a sorted multisig of its keys (drongo's OutputDescriptor, Specter's
// WalletImporter).

const context = { network: networks.main, secp256k1 };
const keysOf = (path: string) =>
  accountKeys(path, 3, 'main', 0).map((key) => `[${key.fingerprint}${key.path}]${key.xpub}`);
const [own = ''] = keysOf('84h/0h/0h');
const [a = '', b = '', c = ''] = keysOf('48h/0h/0h/2h');
const at = (key: string, steps = '<0;1>/*') => `${key}/${steps}`;

const any = ['descriptors', 'core'] as const;
const one = [...any, 'output-descriptor'] as const;
const template = [...one, 'bsms', 'policy'] as const;
const account = [
  'coldcard',
  'crypto-account',
  'account-descriptor',
  'ur',
  'crypto-output',
] as const;
const single = [...template, ...account, 'sparrow', 'specter', 'crypto-hdkey', 'hdkey'] as const;
const multi = [...template, 'ur', 'crypto-output', 'specter'] as const;
const sorted = [...multi, 'sparrow', 'coldcard', 'electrum', 'caravan'] as const;

const formats: readonly ExportFormat[] = [...new Set([...single, ...sorted, 'slip132' as const])];

type Row = readonly [
  kind: string,
  descriptor: string | readonly string[],
  holds: readonly ExportFormat[],
];
const rows: readonly Row[] = [
  ['native segwit', `wpkh(${at(own)})`, [...single, 'electrum', 'slip132']],
  ['nested segwit', `sh(wpkh(${at(own)}))`, [...single, 'electrum', 'slip132']],
  ['legacy', `pkh(${at(own)})`, [...single, 'electrum']],
  ['taproot', `tr(${at(own)})`, single],
  ['receiving only', `wpkh(${at(own, '0/*')})`, one],
  ['change only', `wpkh(${at(own, '1/*')})`, one],
  ['one branch', `wpkh(${at(own, '*')})`, one],
  ['one address', `wpkh(${at(own, '0/5')})`, one],
  ['other branches', `wpkh(${at(own, '<2;3>/*')})`, [...one, 'policy']],
  ['change first', `wpkh(${at(own, '<1;0>/*')})`, [...one, 'policy']],
  ['three branches', `wpkh(${at(own, '<0;1;2>/*')})`, one],
  ['a public key', `pk(${at(own)})`, one],
  ['a taproot output key', `rawtr(${at(own)})`, [...one, 'bsms']],
  ['an address', 'addr(bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4)', one],
  ['wsh of one key', `wsh(pk(${at(own)}))`, template],
  ['sorted multisig', `wsh(sortedmulti(2,${at(b)},${at(a)},${at(c)}))`, sorted],
  ['sorted nested multisig', `sh(wsh(sortedmulti(2,${at(b)},${at(a)})))`, sorted],
  ['sorted legacy multisig', `sh(sortedmulti(1,${at(b)},${at(a)}))`, sorted],
  ['unsorted multisig', `wsh(multi(2,${at(b)},${at(a)},${at(c)}))`, multi],
  ['unsorted multisig in order', `wsh(multi(2,${at(a)},${at(b)}))`, multi],
  ['unsorted nested multisig', `sh(wsh(multi(2,${at(b)},${at(a)})))`, multi],
  ['unsorted legacy multisig', `sh(multi(2,${at(b)},${at(a)}))`, multi],
  ['bare multisig', `multi(2,${at(b)},${at(a)})`, one],
  ['bare sorted multisig', `sortedmulti(2,${at(b)},${at(a)})`, one],
  [
    'sorted multisig with own branches',
    `wsh(sortedmulti(2,${at(b)},${at(a, '<2;3>/*')}))`,
    [...one, 'policy'],
  ],
  ['multi_a', `tr(${at(a)},multi_a(2,${at(c)},${at(b)}))`, template],
  ['sortedmulti_a', `tr(${at(a)},sortedmulti_a(2,${at(c)},${at(b)}))`, template],
  ['a taproot tree', `tr(${at(a)},{pk(${at(b)}),pk(${at(c)})})`, template],
  ['musig of branches', `tr(musig(${at(b)},${at(a)}))`, [...one, 'bsms']],
  ['musig with branches', `tr(musig(${b},${a})/<0;1>/*)`, template],
  ['a late key', `wsh(or_d(pk(${at(a)}),and_v(v:pkh(${at(b)}),older(1000))))`, template],
  [
    'a multisig and a late key',
    `wsh(or_d(multi(2,${at(b)},${at(a)}),and_v(v:pkh(${at(c)}),older(1000))))`,
    template,
  ],
  ['a threshold', `wsh(thresh(2,pk(${at(a)}),s:pk(${at(b)}),sln:older(100)))`, template],
  ['two wallets', [`wpkh(${at(own)})`, `tr(${at(b)})`], any],
  ['two wallets, one with three branches', [`tr(${at(b)})`, `wpkh(${at(own, '<0;1;2>/*')})`], any],
];

const plain = (text: string) => text.replace(/#.*/, '').replaceAll("'", 'h');
/** Positions far behind those that the export compares. */
const POSITIONS = [0, 1, 999, 2 ** 31 - 1];

function scripts(descriptors: readonly string[]): readonly string[] {
  return descriptors.flatMap((text) => {
    const checked = checkDescriptor({ text }, context);
    if ('error' in checked) throw new Error(checked.error);
    return checked.branches.map((branch) => scriptsOf(branch, POSITIONS, context).join());
  });
}

const REASONS =
  /no place for|holds (one|multisigs|wallets)|sorts the keys|has several|of one key|several master|have none|no version bytes|no taproot/;

describe.each(rows)('%s', (_, descriptor, holds) => {
  const descriptors = [descriptor].flat();
  test.each(formats)('is kept in %s, or refused with the reason', (format) => {
    const name = 'Savings';
    const file = exportWallet({ descriptors, name }, format, context);
    if (!holds.includes(format)) {
      expect('error' in file && file.error).toMatch(REASONS);
      return;
    }
    if ('error' in file) throw new Error(file.error);
    const again = importWallet(file.text, context);
    if ('error' in again) throw new Error(again.error);
    const read = again.descriptors.map((each) => each.descriptor);
    const losses: string[] = [];
    if (again.name !== name) losses.push('its name');
    if (format === 'specter' && /\(multi/.test(file.text)) losses.push('the order of its keys');
    if (format === 'slip132') losses.push('fingerprint and path');
    if (format === 'crypto-hdkey' || format === 'hdkey') {
      // A key alone. Its reader asks for the script.
      losses.push('which scripts');
      expect(again.keys.map(({ key }) => key)).toEqual([own]);
    } else {
      expect(scripts(read)).toEqual(scripts(descriptors));
      if (format !== 'slip132') expect(read.map(plain)).toEqual(descriptors.map(plain));
    }
    const said = file.lost.map((each) => losses.find((one) => each.startsWith(one)) ?? each);
    expect(said.sort()).toEqual(losses.sort());
  });
});

test('silent payments are in no file of another program, and the reason says so', () => {
  const descriptors = ['sp(spscan1qqqq)'];
  for (const format of formats) {
    const file = exportWallet({ descriptors }, format, context);
    expect('error' in file && file.error).toMatch(/silent payments/);
  }
});
