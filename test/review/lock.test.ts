import { NETWORK, p2ms, p2pk, p2pkh, p2sh, p2tr, p2wpkh, p2wsh, Script } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import { describeLock, quorumOf } from '../../src/review/lock.ts';
import { UNSPENDABLE_KEY } from '../../src/script/taproot.ts';
import { publicKeyOf } from '../support/signing.ts';

const none = new Uint8Array(0);
const hidden = { redeemScript: none, witnessScript: none, witness: [], leaves: 0 };
const key = publicKeyOf(1);
const keys = [publicKeyOf(1), publicKeyOf(2), publicKeyOf(3)];
const multi = p2ms(2, keys);
const custom = Script.encode(['DROP', 1]);
const wsh = p2wsh(multi).script;
const [item, annex] = [Uint8Array.of(1), Uint8Array.of(0x50, 1)];

/** The scripts are btc-signer's. */
test.each([
  ['P2PK', p2pk(key).script, {}],
  ['P2PKH', p2pkh(key).script, {}],
  ['P2WPKH', p2wpkh(key).script, {}],
  ['P2SH', p2sh(multi).script, {}],
  ['P2SH-2 of 3 keys', p2sh(multi).script, { redeemScript: multi.script }],
  ['P2SH-a custom script', p2sh(multi).script, { redeemScript: custom }],
  ['P2SH-P2WPKH', p2sh(p2wpkh(key)).script, { redeemScript: p2wpkh(key).script }],
  ['P2SH-P2WSH', p2sh(p2wsh(multi)).script, { redeemScript: wsh }],
  [
    'P2SH-P2WSH, 2 of 3 keys',
    p2sh(p2wsh(multi)).script,
    { redeemScript: wsh, witnessScript: multi.script },
  ],
  ['P2WSH', wsh, {}],
  ['P2WSH, 2 of 3 keys', wsh, { witnessScript: multi.script }],
  ['P2WSH, a custom script', wsh, { witnessScript: custom }],
  ['2 of 3 keys', multi.script, {}],
  ['a custom script', custom, {}],
  ['P2TR, key path', p2tr(key.subarray(1), undefined, NETWORK).script, {}],
  ['P2TR, key path or a script (1 shown)', p2tr(key.subarray(1)).script, { leaves: 1 }],
  [
    'P2TR, a script (2 shown)',
    p2tr(key.subarray(1)).script,
    { leaves: 2, internalKey: UNSPENDABLE_KEY },
  ],
  ['P2TR, key path', p2tr(key.subarray(1)).script, { leaves: 1, witness: [item] }],
  ['P2TR, key path', p2tr(key.subarray(1)).script, { leaves: 1, witness: [item, annex] }],
  ['P2TR, script path', p2tr(key.subarray(1)).script, { witness: [item, item] }],
  ['P2TR, script path', p2tr(key.subarray(1)).script, { witness: [item, item, annex] }],
  ['P2A, anyone can spend it', Uint8Array.of(0x51, 2, 0x4e, 0x73), {}],
  ['witness version 2, anyone can spend it', Uint8Array.of(0x52, 32, ...new Uint8Array(32)), {}],
])('the lock of a coin is described: %s', (text, script, inner) => {
  expect(describeLock(script, { ...hidden, ...inner })).toBe(text);
});

test('the innermost script has the keys of a multisig', () => {
  const quorum = { required: 2, publicKeys: keys };
  const { leaves: _, ...nothing } = hidden;
  expect(quorumOf(multi.script, nothing)).toMatchObject(quorum);
  expect(quorumOf(p2sh(multi).script, { ...nothing, redeemScript: multi.script })).toMatchObject(
    quorum,
  );
  const both = { ...nothing, redeemScript: wsh, witnessScript: multi.script };
  expect(quorumOf(p2sh(p2wsh(multi)).script, both)).toMatchObject(quorum);
  expect(quorumOf(wsh, nothing)).toBeUndefined();
  expect(quorumOf(p2wpkh(key).script, nothing)).toBeUndefined();
});
