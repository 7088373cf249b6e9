import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import * as btc from '@scure/btc-signer';
import { expect, test } from 'vitest';
import { judgeMessage } from '../../../src/library/payment/judge-address-message.ts';
import { commandFolder } from '../../support/screens/command-folder.ts';

const { call, write } = commandFolder();

const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const net = { ...btc.TEST_NETWORK, bech32: 'bcrt' };
const master = HDKey.fromMasterSeed(mnemonicToSeedSync(WORDS));
const keyAt = (path: string) => master.derive(path).publicKey ?? new Uint8Array(33);
const keys = `-keys=${write('words.txt', WORDS)}`;
const message = 'These coins are mine.';

test.each([
  ['P2WPKH', btc.p2wpkh(keyAt("m/84'/1'/0'/0/0"), net).address],
  ['P2PKH', btc.p2pkh(keyAt("m/44'/1'/0'/0/5"), net).address],
  ['taproot, as change', btc.p2tr(keyAt("m/86'/1'/0'/1/2").slice(1), undefined, net).address],
])(
  'signmessage signs for %s with the words of -keys, without a wallet',
  async (_, address = '') => {
    const { out } = await call([keys, 'signmessage', address, message]);
    expect(judgeMessage({ address, message, signature: out.trim() }).state).toBe('valid');
  },
);

test('signmessage signs with a private key in a file', async () => {
  const key = new Uint8Array(32).fill(7);
  const wif = btc.WIF(net).encode(key);
  const { publicKey } = new HDKey({ privateKey: key, chainCode: new Uint8Array(32) });
  const { address = '' } = btc.p2wpkh(publicKey ?? new Uint8Array(33), net);
  const { out } = await call([`-keys=${write('key.wif', wif)}`, 'signmessage', address, message]);
  expect(judgeMessage({ address, message, signature: out.trim() }).state).toBe('valid');
});
