import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { expect, test } from 'vitest';
import { formatSlipKey, readPrivateSlipKey, readSlipKey } from '../../src/keys/slip132.ts';
import { TEST_XPRV, TEST_XPUB } from '../support/generate/wallet.ts';

const base58check = createBase58check(sha256);

/** SLIP-0132, "Registered HD version bytes". */
const registered = [
  ['xpub', '0488b21e', 'xprv', '0488ade4', 'any'],
  ['ypub', '049d7cb2', 'yprv', '049d7878', 'sh(wpkh)'],
  ['Ypub', '0295b43f', 'Yprv', '0295b005', 'sh(wsh)'],
  ['zpub', '04b24746', 'zprv', '04b2430c', 'wpkh'],
  ['Zpub', '02aa7ed3', 'Zprv', '02aa7a99', 'wsh'],
  ['tpub', '043587cf', 'tprv', '04358394', 'any'],
  ['upub', '044a5262', 'uprv', '044a4e28', 'sh(wpkh)'],
  ['Upub', '024289ef', 'Uprv', '024285b5', 'sh(wsh)'],
  ['vpub', '045f1cf6', 'vprv', '045f18bc', 'wpkh'],
  ['Vpub', '02575483', 'Vprv', '02575048', 'wsh'],
] as const;

/** Returns the same key with other version bytes. */
function withVersion(text: string, version: string): string {
  return base58check.encode(
    Uint8Array.from([...Buffer.from(version, 'hex'), ...base58check.decode(text).subarray(4)]),
  );
}

test.each(registered)('%s (%s) and %s (%s) are keys for %s', (pub, xpub, prv, xprv, script) => {
  const isTest = /[tuv]/i.test(pub.charAt(0));
  const watching = withVersion(TEST_XPUB, xpub);
  expect(watching.slice(0, 4)).toBe(pub);
  const plain = isTest ? ['043587cf', '04358394'] : ['0488b21e', '0488ade4'];
  const plainPublic = withVersion(TEST_XPUB, plain[0] ?? '');
  expect(readSlipKey(watching)).toEqual({ xpub: plainPublic, script, isTest });
  expect(formatSlipKey(plainPublic, script)).toBe(watching);
  const signing = withVersion(TEST_XPRV, xprv);
  expect(signing.slice(0, 4)).toBe(prv);
  const plainPrivate = withVersion(TEST_XPRV, plain[1] ?? '');
  expect(readPrivateSlipKey(signing)).toEqual({ text: plainPrivate, script, isTest });
});
