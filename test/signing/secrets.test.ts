import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { hash160, sha256 } from '../../src/crypto/hash.ts';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { PrivateKey } from '../../src/crypto/private-key.ts';
import type { Secp256k1 } from '../../src/crypto/secp256k1.ts';
import { encodeWif } from '../../src/crypto/wif.ts';
import { emptyBytes } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { handleBody } from '../../src/rpc/envelope.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { multisigScript, p2pkhScript, p2trScript, p2wshScript } from '../../src/script/builders.ts';
import { tapTweakHash } from '../../src/script/taproot.ts';
import { createKeyProvider } from '../../src/signing/miniscript-provider.ts';
import { signTransaction, signTransactionWith } from '../../src/signing/sign-transaction.ts';
import type { SignatureRequest } from '../../src/signing/signature-request.ts';
import { encodeTransaction } from '../../src/transaction/codec.ts';
import { hexBytes, jobOf, keyOf, publicKeyOf, spendOf, xOnlyOf } from '../support/signing.ts';

/** Private keys that are easy to find in any text. */
const marks = ['5ec2e75ec2e75ec2e75ec2e75ec2e75e', 'c0ffee11c0ffee22c0ffee33c0ffee44'];
const keys = marks.map((mark) => {
  const key = PrivateKey.from(hexBytes(mark + mark), true);
  if (key === undefined) throw new Error('the marks are keys');
  return key;
});
const [first, second] = keys.map((key) => key.publicKey(nobleSecp256k1));
if (!first || !second) throw new Error('there are two keys');

const { regtest } = networks;
const wifs = keys.map((key) => encodeWif(key, regtest));
const multisig = multisigScript(2, [first, second]);
const outputs = [
  p2pkhScript(hash160(first)),
  p2wshScript(sha256(multisig)),
  p2trScript(second.subarray(1)),
];
const spend = spendOf(outputs);
const hex = encodeHex(encodeTransaction(spend.transaction));
const prevtxs = outputs.map((scriptPubKey, vout) => ({
  txid: '11'.repeat(32),
  vout,
  scriptPubKey: encodeHex(scriptPubKey),
  amount: 0.00001,
  ...(vout === 1 && { witnessScript: encodeHex(multisig) }),
}));

/** The forms of a key: in hexadecimal, in WIF, as a list of numbers, complete or half. */
function expectNoSecret(text: string): void {
  const flat = text.toLowerCase().replace(/\s/g, '');
  for (const [i, mark] of marks.entries()) {
    expect(flat).not.toContain(mark);
    expect(flat).not.toContain([...hexBytes(mark)].join());
    expect(text).not.toContain(wifs[i]?.slice(0, 40));
  }
}

test('no key is in any answer, error or bug report', async () => {
  const [one = '', two = ''] = wifs;
  const calls: unknown[][] = [
    [hex, wifs, prevtxs],
    [hex, [one], prevtxs],
    [hex, [one, `${two}x`], prevtxs],
    [hex, [one, two.slice(1)], prevtxs],
    [hex, [one, [two]], prevtxs],
    [hex, [{ [one]: two }], prevtxs],
    [hex, one, prevtxs],
    [hex, wifs, [{ ...prevtxs[0], vout: -1 }]],
    [hex, wifs, prevtxs, 'NEVER'],
    ['00', wifs, prevtxs],
    [hex, wifs, prevtxs, 'ALL', 'too much'],
  ];
  for (const profile of ['default', 'core'] as const) {
    const reportBug = (error: unknown) => expectNoSecret(inspect(error));
    const context = {
      network: regtest,
      profile,
      secp256k1: nobleSecp256k1,
      details: true,
      reportBug,
    };
    for (const params of calls) {
      const body = JSON.stringify({ method: 'signrawtransactionwithkey', params, id: 1 });
      const { text } = await handleBody(body, { methods, context });
      expectNoSecret(text);
    }
  }
});

test('no key is in an outcome, a request or a provider that is printed', async () => {
  const seen: unknown[] = [];
  const provider = createKeyProvider({ keys, scripts: [multisig], bip86: true }, nobleSecp256k1);
  const job = jobOf(spend, { provider, onProgress: (progress) => seen.push(progress) });
  seen.push(provider, job, signTransaction(job), keys, { key: keys[0] });
  const outside = jobOf(spend, {
    keys: keys.slice(0, 1),
    publicKeys: [second],
    scripts: [multisig],
  });
  const signer = async (requests: readonly SignatureRequest[]) => {
    seen.push(requests);
    return [];
  };
  seen.push(await signTransactionWith(outside, { signer }));
  expect(seen.length).toBeGreaterThan(6);
  for (const thing of seen) {
    expectNoSecret(inspect(thing, { depth: 20, showHidden: true, maxArrayLength: 1000 }));
    expectNoSecret(JSON.stringify(thing, (_, value) => (typeof value === 'bigint' ? 0 : value)));
    expectNoSecret(String(thing));
  }
});

test('tweaked private keys are overwritten once they have signed', () => {
  const made: Uint8Array[] = [];
  const noted = (bytes: Uint8Array): Uint8Array => {
    expect(bytes.some((byte) => byte !== 0)).toBe(true);
    made.push(bytes);
    return bytes;
  };
  const curve: Secp256k1 = {
    ...nobleSecp256k1,
    negatePrivateKey: (key) => noted(nobleSecp256k1.negatePrivateKey(key)),
    tweakPrivateKey: (key, tweak) => {
      const tweaked = nobleSecp256k1.tweakPrivateKey(key, tweak);
      return tweaked && noted(tweaked);
    },
  };
  // BIP86, for keys whose Y is even and odd.
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
  const parities = numbers.map((number) => publicKeyOf(number)[0]);
  expect(new Set(parities)).toEqual(new Set([2, 3]));
  const scripts = numbers.map((number) => {
    const xOnly = xOnlyOf(number);
    const output = nobleSecp256k1.tweakXOnlyPublicKey(xOnly, tapTweakHash(xOnly, emptyBytes));
    return p2trScript(output?.xOnly ?? emptyBytes);
  });
  const keys = numbers.map((number) => keyOf(number));
  const provider = createKeyProvider({ keys, bip86: true }, curve);
  const job = { ...jobOf(spendOf(scripts), { provider }), secp256k1: curve };
  expect(signTransaction(job).complete).toBe(true);
  const odd = parities.filter((parity) => parity === 3).length;
  expect(made).toHaveLength(numbers.length + odd);
  expect(made.every((bytes) => bytes.every((byte) => byte === 0))).toBe(true);
});

test('the search finds planted keys', () => {
  for (const thing of [keys[0]?.reveal(), { bytes: keys[1]?.reveal() }, wifs]) {
    expect(() => expectNoSecret(inspect(thing, { maxArrayLength: 1000 }))).toThrow();
  }
});
