import fc from 'fast-check';
import { expect, test } from 'vitest';
import { concatBytes } from '../../src/encoding/bytes.ts';
import { p2shScript, p2wpkhScript, p2wshScript, witnessScript } from '../../src/script/builders.ts';
import { MANDATORY_VERIFY_FLAGS, NO_VERIFY_FLAGS } from '../../src/script/flags.ts';
import { pushBytes } from '../../src/script/script.ts';
import { countP2shSigOps, countSigOps, countWitnessSigOps } from '../../src/script/sigops.ts';
import { parseScript } from '../support/generate/script-text.ts';

const flags = MANDATORY_VERIFY_FLAGS;
const none = new Uint8Array(0);

test.each([
  ['', 0, 0],
  ['CHECKSIG CHECKSIGVERIFY', 2, 2],
  ['2 CHECKMULTISIG', 20, 2],
  ['16 CHECKMULTISIGVERIFY', 20, 16],
  ['17 CHECKMULTISIG', 20, 20],
  ['0 CHECKMULTISIG', 20, 20],
  ['2 NOP CHECKMULTISIG', 20, 20],
  ['CHECKSIGADD', 0, 0],
  ['CHECKSIG 0x05 CHECKSIG', 1, 1],
  ['0x02 0xacac CHECKSIG', 1, 1],
])('%s', (script, rough, accurate) => {
  expect(countSigOps(parseScript(script), false)).toBe(rough);
  expect(countSigOps(parseScript(script), true)).toBe(accurate);
});

const multisig = parseScript('1 0 0 3 CHECKMULTISIG');
const p2sh = p2shScript(new Uint8Array(20));

test('counts those of the last push in P2SH', () => {
  expect(countP2shSigOps(concatBytes(parseScript('0'), pushBytes(multisig)), p2sh)).toBe(3);
  expect(countP2shSigOps(concatBytes(parseScript('NOP'), pushBytes(multisig)), p2sh)).toBe(0);
  expect(countP2shSigOps(concatBytes(pushBytes(multisig), parseScript('1')), p2sh)).toBe(0);
  expect(countP2shSigOps(none, p2sh)).toBe(0);
  expect(countP2shSigOps(none, multisig)).toBe(3);
});

test('counts those of witness v0, bare and in P2SH', () => {
  const p2wpkh = p2wpkhScript(new Uint8Array(20));
  const p2wsh = p2wshScript(new Uint8Array(32));
  expect(countWitnessSigOps(none, p2wpkh, [], flags)).toBe(1);
  expect(countWitnessSigOps(none, p2wsh, [none, multisig], flags)).toBe(3);
  expect(countWitnessSigOps(none, p2wsh, [], flags)).toBe(0);
  expect(countWitnessSigOps(pushBytes(p2wpkh), p2sh, [], flags)).toBe(1);
  expect(countWitnessSigOps(pushBytes(p2wsh), p2sh, [multisig], flags)).toBe(3);
  expect(countWitnessSigOps(pushBytes(multisig), p2sh, [multisig], flags)).toBe(0);
  expect(countWitnessSigOps(none, witnessScript(1, new Uint8Array(32)), [multisig], flags)).toBe(0);
  expect(countWitnessSigOps(none, p2wpkh, [], NO_VERIFY_FLAGS)).toBe(0);
});

test('counts any bytes', () => {
  const bytes = fc.uint8Array({ maxLength: 60 });
  fc.assert(
    fc.property(bytes, bytes, fc.array(bytes), (scriptSig, script, witness) => {
      expect(countP2shSigOps(scriptSig, script)).toBeGreaterThanOrEqual(0);
      expect(countWitnessSigOps(scriptSig, script, witness, flags)).toBeGreaterThanOrEqual(0);
    }),
  );
});
