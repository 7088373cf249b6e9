import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { derivePrivatePath } from '../../src/descriptor/derive.ts';
import {
  encodeExtendedPrivateKey,
  encodeExtendedPublicKey,
  neuter,
} from '../../src/descriptor/extended-key.ts';
import { parseHdKeyPath } from '../../src/descriptor/key-path.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { masterFingerprint } from '../../src/seed/accounts.ts';
import { english, wordsOfEntropy } from '../../src/seed/bip39.ts';
import { rootKeyOf } from '../../src/seed/root-key.ts';
import { createRandom, seedOfRun } from '../support/generate/random.ts';
import { askElectrum, electrumFolder } from '../support/nodes/electrum.ts';
import { callNode } from '../support/nodes/node-client.ts';
import { commandFolder } from '../support/screens/command-folder.ts';

const { folder, call, write } = commandFolder();
const random = createRandom(seedOfRun());
const phrase = () => (wordsOfEntropy(random.bytes(16), english) ?? []).join(' ');
const yes = { answer: 'yes' };

const atMiner = (method: string, params: unknown = []) =>
  callNode(method, params, '/wallet/shared-miner');

beforeAll(async () => {
  await callNode('createwallet', ['shared-miner']);
  await mine(101);
});

async function mine(blocks: number): Promise<void> {
  await callNode('generatetoaddress', [blocks, await atMiner('getnewaddress')]);
}

/** Sends the coins of the node to an address, and returns the transaction. */
async function fund(address: string): Promise<string> {
  const txid = await atMiner('sendtoaddress', [address, 1]);
  await mine(1);
  return String(await callNode('getrawtransaction', [txid]));
}

/** Expects that the node accepts a transaction, and mines it. */
async function send(hex: string): Promise<void> {
  expect(await callNode('testmempoolaccept', [[hex]])).toMatchObject([{ allowed: true }]);
  const txid = await callNode('sendrawtransaction', [hex]);
  await mine(1);
  expect(await callNode('getrawtransaction', [txid, true])).toMatchObject({ confirmations: 1 });
}

const psbtIn = (name: string) => readFileSync(join(folder, name)).toString('base64');
const transactionIn = (name: string) => readFileSync(join(folder, name), 'utf8').trim();
const psbtFile = (name: string, psbt: string) => write(name, Buffer.from(psbt, 'base64'));
const flat = (text: string) => text.replace(/\s+/g, ' ');

type Made = { readonly addresses: readonly (readonly string[])[]; readonly file: string };
type Signed = { readonly complete: boolean; readonly psbt: string; readonly tx: string };

describe.skipIf(electrumFolder === undefined)('Electrum as a cosigner', () => {
  const kinds = [
    ['p2wsh', "m/48'/1'/0'/2'", 'segwit'],
    ['standard', "m/45'/0", 'standard'],
    ['p2wsh-p2sh', "m/48'/1'/0'/1'", undefined],
  ] as const;

  test.each(kinds)('seed words sign its 2 of 3 of kind %s', async (xtype, path, electrum) => {
    const mine = phrase();
    const cosigner = { words: phrase(), path, xtype };
    const [third] = electrum
      ? askElectrum<{ words: string }>([{ op: 'words', type: electrum }])
      : [{ words: phrase() }];
    const thirdKey = electrum ? { words: third?.words } : { words: third?.words, path, xtype };
    const keys = [
      { ...cosigner, knows: 'words' },
      { words: mine, path, xtype, knows: 'origin' },
      { ...thirdKey, knows: 'fingerprint' },
    ];
    const [made] = askElectrum<Made>([{ op: 'multisig', type: '2of3', keys }]);
    if (made === undefined) throw new Error('Electrum made no wallet');
    const funding = await fund(made.addresses[0]?.[0] ?? '');
    const to = await atMiner('getnewaddress');
    const payment = { op: 'pay', file: made.file, funding, to, value: 30_000_000, fee: 2_000 };
    const [paid] = askElectrum<{ psbt: string }>([payment]);
    const psbt = paid?.psbt ?? '';
    const as = xtype;

    // Words alone cannot prove the change.
    const words = `-keys=${write(`${as}.words`, mine)}`;
    const alone = await call([words, 'sign', psbtFile(`${as}-alone.psbt`, psbt)], yes);
    expect(flat(alone.err)).toContain('2 of 3: you are key');
    expect(alone.err).toContain('(change-unproven, output');
    expect(alone.err).not.toContain('change, back to you');

    // The wallet file from Electrum proves it, and a strict policy passes.
    const wallet = `-keys=${write(`${as}.wallet`, made.file.replace(/"(seed|xprv)": "[^"]*"/g, '"$1": null'))}`;
    const strict = ['-yes', '-policy=strict'];
    const file = psbtFile(`${as}.psbt`, psbt);
    const registered = await call([words, wallet, ...strict, 'sign', file]);
    expect(registered.err).toContain('change, back to you');
    expect(registered.out).toContain('-signed.psbt. ');
    expect(psbtIn(`${as}-signed.psbt`)).toBe(psbtIn(`${as}-alone-signed.psbt`));

    // Electrum signs before us or after us, and both transactions are equal.
    const theirs = { op: 'complete', file: made.file, funding };
    const [after, before] = askElectrum<Signed>([
      { ...theirs, psbts: [psbtIn(`${as}-signed.psbt`)] },
      { ...theirs, psbts: [psbt] },
    ]);
    expect(after?.complete).toBe(true);
    expect(before?.complete).toBe(false);
    const second = psbtFile(`${as}-second.psbt`, before?.psbt ?? '');
    const last = await call([words, 'sign', second], yes);
    expect(flat(last.err)).toContain('has signed, your signature completes it');
    expect(last.out).toContain('Broadcast it from any online wallet');
    expect(transactionIn(`${as}-second.txn`)).toBe(after?.tx);

    // Two seeds sign in parallel.
    const others = `-keys=${write(`${as}-third.words`, third?.words ?? '')}`;
    const beside = await call([others, 'sign', psbtFile(`${as}-beside.psbt`, psbt)], yes);
    expect(beside.out).toContain('-signed.psbt. ');
    const combined = await call([
      'combine',
      join(folder, `${as}-signed.psbt`),
      join(folder, `${as}-beside-signed.psbt`),
    ]);
    expect(combined.out).toContain('Combined and complete');
    await send(transactionIn(`${as}-signed.txn`));
  });
});

describe('a real node as a cosigner', () => {
  const hdKey = () => {
    const words = phrase();
    const root = rootKeyOf({ words: words.split(' ') }, '');
    if (root === undefined) throw new Error('no key');
    const id = encodeHex(masterFingerprint(root, secp256k1));
    return {
      words,
      at(path: string, isPrivate = false) {
        const key = derivePrivatePath(root, parseHdKeyPath(`m/${path}`) ?? [], secp256k1);
        if (key === undefined) throw new Error('no key');
        const text = isPrivate
          ? encodeExtendedPrivateKey(key, networks.regtest)
          : encodeExtendedPublicKey(neuter(key, secp256k1), networks.regtest);
        return `[${id}/${path}]${text}/<0;1>/*`;
      },
    };
  };
  const [ours, theirs, third] = [hdKey(), hdKey(), hdKey()];
  const bip48 = '48h/1h/0h/2h';
  const old = '48h/1h/0h/1h';
  const own = '87h/1h/4h';
  // BIP341's point with an unknown discrete logarithm.
  const nums = '50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0';
  type Wallet = readonly [
    name: string,
    descriptor: (at: (path: string) => string) => string,
    needsNode: boolean,
    sequence?: number,
  ];
  const wallets: readonly Wallet[] = [
    [
      'wsh(sortedmulti)',
      (at) => `wsh(sortedmulti(2,${at(bip48)},${ours.at(bip48)},${third.at(bip48)}))`,
      true,
    ],
    [
      'sh(wsh(sortedmulti))',
      (at) => `sh(wsh(sortedmulti(2,${ours.at(old)},${at(old)},${third.at(old)})))`,
      true,
    ],
    ['sh(multi)', (at) => `sh(multi(2,${at('45h')},${third.at('45h')},${ours.at('45h')}))`, true],
    [
      'miniscript whose recovery key is ours',
      (at) => `wsh(or_d(pk(${at(own)}),and_v(v:pkh(${ours.at(own)}),older(5))))`,
      false,
      5,
    ],
    [
      'miniscript that needs both',
      (at) => `wsh(and_v(v:pk(${ours.at(own)}),or_d(pk(${at(own)}),older(9))))`,
      true,
    ],
    ['a taproot leaf', (at) => `tr(${nums},{pk(${at(own)}),pk(${ours.at(own)})})`, false],
    [
      'multi_a in a taproot leaf',
      (at) => `tr(${nums},multi_a(2,${at(own)},${ours.at(own)},${third.at(own)}))`,
      true,
    ],
    ['the internal key of a tree', (at) => `tr(${ours.at(own)},pk(${at(own)}))`, false],
  ];

  const addressType = (desc: string) => {
    if (desc.startsWith('tr(')) return 'bech32m';
    if (desc.startsWith('wsh(')) return 'bech32';
    return desc.startsWith('sh(wsh(') ? 'p2sh-segwit' : 'legacy';
  };

  test.each(wallets.map(([name, ...rest]) => [name, rest] as const))(
    'seed words sign %s',
    async (name, [descriptor, needsNode, sequence]) => {
      const as = name.replace(/\W+/g, '-');
      const inWallet = (method: string, params: unknown = []) =>
        callNode(method, params, `/wallet/${as}`);
      await callNode('createwallet', [as, !needsNode, true]);
      const desc = addChecksum(descriptor((path) => theirs.at(path, needsNode)));
      const request = { desc, active: true, timestamp: 'now', range: [0, 20] };
      expect(await inWallet('importdescriptors', [[request]])).toMatchObject([{ success: true }]);
      await fund(String(await inWallet('getnewaddress', ['', addressType(desc)])));
      await mine(10);
      const [coin] = (await inWallet('listunspent')) as { txid: string; vout: number }[];
      const to = await atMiner('getnewaddress');
      const inputs = [{ txid: coin?.txid, vout: coin?.vout, ...(sequence && { sequence }) }];
      const options = { fee_rate: 5, changePosition: 1, change_type: addressType(desc) };
      const funded = await inWallet('walletcreatefundedpsbt', [
        inputs,
        [{ [String(to)]: 0.3 }],
        0,
        options,
      ]);
      const { psbt } = funded as { psbt: string };

      const words = `-keys=${write(`${as}.words`, ours.words)}`;
      const alone = await call([words, 'sign', psbtFile(`${as}-alone.psbt`, psbt)], yes);
      const ending = needsNode ? '-signed.psbt' : '.txn';
      expect(alone.out).toContain(`${as}-alone${ending}`);
      expect(alone.err).toContain('(wallet-unregistered');
      expect(alone.err).not.toContain('change, back to you');

      const publicText = addChecksum(descriptor((path) => theirs.at(path)));
      const wallet = `-keys=${write(`${as}.wallet`, publicText)}`;
      const strict = ['-yes', '-policy=strict'];
      const registered = await call([
        words,
        wallet,
        ...strict,
        'sign',
        psbtFile(`${as}.psbt`, psbt),
      ]);
      expect(registered.err).toContain('change, back to you');
      expect(registered.err).not.toContain('wallet-unregistered');
      expect(registered.out).toContain(`${as}${ending}`);
      if (!needsNode) return send(transactionIn(`${as}.txn`));
      const completed = await inWallet('walletprocesspsbt', [psbtIn(`${as}-signed.psbt`)]);
      expect(completed).toMatchObject({ complete: true });
      const { hex } = completed as { hex: string };
      await send(hex);
      // Signs after the node.
      const half = (await inWallet('walletprocesspsbt', [psbt])) as { psbt: string };
      const last = await call([words, 'sign', psbtFile(`${as}-last.psbt`, half.psbt)], yes);
      expect(last.out).toContain('Broadcast it from any online wallet');
    },
  );
});
