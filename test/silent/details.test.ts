import { describe, expect, test } from 'vitest';
import { hash160 } from '../../src/crypto/hash.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { nobleSecp256k1 as curve, nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { ComputationFault } from '../../src/crypto/own-signatures.ts';
import { PrivateKey } from '../../src/crypto/private-key.ts';
import type { Secp256k1 } from '../../src/crypto/secp256k1.ts';
import { convertBits, encodeBech32 } from '../../src/encoding/bech32.ts';
import { type Bytes, concatBytes } from '../../src/encoding/bytes.ts';
import { networks } from '../../src/encoding/network.ts';
import {
  p2pkhScript,
  p2shScript,
  p2trScript,
  p2wpkhScript,
  witnessScript,
} from '../../src/script/builders.ts';
import { pushBytes } from '../../src/script/script.ts';
import { tapLeafHash, tapTweakHash, UNSPENDABLE_KEY } from '../../src/script/taproot.ts';
import { senderKeyOf } from '../../src/silent/inputs.ts';
import { silentPrivateKey, silentRecipientOf, withEvenY } from '../../src/silent/keys.ts';
import { createSilentScanner, silentTweak, taprootKey } from '../../src/silent/scan.ts';
import { createSilentOutputs } from '../../src/silent/send.ts';
import { decodeSilentAddress, formatSilentAddress } from '../../src/silent/silent-address.ts';
import { silentAddress, silentKey } from '../support/generate/silent-payments.ts';

const key = (n: number): PrivateKey => {
  const made = PrivateKey.from(silentKey(n), true);
  if (made === undefined) throw new Error('no key');
  return made;
};
const main = networks.main;
const recipient = silentAddress(1, 1);
const keysOf = ({ scanKey, spendKey }: typeof recipient) => concatBytes(scanKey, spendKey);

/** An address of a version, with the given bytes. */
const addressOf = (version: number, payload: Bytes, hrp = 'sp') =>
  encodeBech32(
    'bech32m',
    hrp,
    concatBytes(Uint8Array.of(version), convertBits(payload, 8, 5, true) ?? new Uint8Array(0)),
  );
const read = (text: string, network = main) => decodeSilentAddress(text, network, curve);

test('an address of version 0 has exactly two keys', () => {
  const payload = keysOf(recipient);
  expect(read(addressOf(0, payload))).toEqual(recipient);
  expect(read(formatSilentAddress(recipient, main).toUpperCase())).toEqual(recipient);
  expect(read(addressOf(0, payload.subarray(1)))).toEqual({ error: 'length' });
  expect(read(addressOf(0, concatBytes(payload, Uint8Array.of(1))))).toEqual({ error: 'length' });
});

test('reads the known part of addresses of versions 1 to 30, and refuses 31', () => {
  const longer = concatBytes(keysOf(recipient), new Uint8Array(40).fill(7));
  for (let version = 1; version <= 30; version++) {
    expect(read(addressOf(version, longer))).toEqual(recipient);
    expect(read(addressOf(version, longer.subarray(0, 65)))).toEqual({ error: 'length' });
  }
  expect(read(addressOf(31, longer))).toEqual({ error: 'version' });
});

test('a mistyped address, one of another network and one off the curve are refused', () => {
  const text = formatSilentAddress(recipient, main);
  const typo = `${text.slice(0, 40)}${text[40] === 'q' ? 'p' : 'q'}${text.slice(41)}`;
  expect(read(typo)).toEqual({ error: 'checksum' });
  expect(read(text, networks.regtest)).toEqual({ error: 'network' });
  expect(read(formatSilentAddress(recipient, networks.signet))).toEqual({ error: 'network' });
  const off = concatBytes(Uint8Array.of(2), new Uint8Array(32), recipient.spendKey);
  expect(read(addressOf(0, off))).toEqual({ error: 'key' });
  // Other software writes sprt on regtest.
  expect(read(addressOf(0, keysOf(recipient), 'sprt'), networks.regtest)).toEqual(recipient);
  expect(read(addressOf(0, keysOf(recipient), 'sprt'), networks.signet)).toEqual({
    error: 'network',
  });
});

const bare = { scriptSig: new Uint8Array(0), witness: [] };
const publicKey = key(0).publicKey(curve);
const kindOf = (coin: Parameters<typeof senderKeyOf>[0]) => senderKeyOf(coin, curve).kind;

test('inputs are eligible exactly as BIP352 lists them', () => {
  const hash = hash160(publicKey);
  const long = curve.convertPublicKey(publicKey, false) ?? publicKey;
  const signature = new Uint8Array(71).fill(0x30);
  const spend = { scriptSig: concatBytes(pushBytes(signature), pushBytes(publicKey)), witness: [] };
  expect(kindOf({ ...spend, scriptPubKey: p2pkhScript(hash) })).toBe('key');
  const uncompressed = concatBytes(pushBytes(signature), pushBytes(long));
  expect(
    kindOf({ scriptSig: uncompressed, witness: [], scriptPubKey: p2pkhScript(hash160(long)) }),
  ).toBe('none');
  const witness = [signature, publicKey];
  expect(kindOf({ ...bare, witness, scriptPubKey: p2wpkhScript(hash) })).toBe('key');
  const nested = (redeemScript: Bytes) => ({
    witness,
    scriptSig: concatBytes(pushBytes(signature), pushBytes(publicKey), pushBytes(redeemScript)),
    scriptPubKey: p2shScript(hash160(redeemScript)),
  });
  expect(kindOf(nested(p2wpkhScript(hash)))).toBe('key');
  // P2PKH in P2SH is not eligible, although its key is known.
  expect(kindOf(nested(p2pkhScript(hash)))).toBe('none');
  for (let version = 2; version <= 16; version++) {
    const scriptPubKey = witnessScript(version, publicKey.subarray(1));
    expect(kindOf({ ...bare, scriptPubKey })).toBe('forbidden');
  }
});

test('removes the annex before it looks for the NUMS key of a script path', () => {
  const script = Uint8Array.of(0x51);
  const tweak = tapTweakHash(UNSPENDABLE_KEY, tapLeafHash(0xc0, script));
  const output = curve.tweakXOnlyPublicKey(UNSPENDABLE_KEY, tweak);
  if (output === undefined) throw new Error('no key');
  const control = concatBytes(Uint8Array.of(0xc0 | output.parity), UNSPENDABLE_KEY);
  const scriptPubKey = p2trScript(output.xOnly);
  const annex = Uint8Array.of(0x50, ...new Uint8Array(40));
  const kind = (witness: readonly Bytes[]) => kindOf({ ...bare, scriptPubKey, witness });
  expect(kind([script, control])).toBe('none');
  expect(kind([script, control, annex])).toBe('none');
  expect(kind([new Uint8Array(64)])).toBe('key');
  expect(kind([new Uint8Array(64), annex])).toBe('key');
});

const prevout = (n: number) => ({ txid: `${n}`.padStart(2, '0').repeat(32), vout: n });

/** A payment by one P2WPKH coin, with outputs changed by `change`. */
function payment(scripts: readonly Bytes[]) {
  const input = {
    prevout: prevout(1),
    ...bare,
    sequence: 0,
    witness: [new Uint8Array(71), publicKey],
  };
  const outputs = scripts.map((scriptPubKey) => ({ value: 1n, scriptPubKey }));
  const transaction = { version: 2, locktime: 0, inputs: [input], outputs };
  const tweak = silentTweak(transaction, [p2wpkhScript(hash160(publicKey))], curve);
  const keys = scripts.flatMap((script) => taprootKey(script) ?? []);
  return tweak && { tweak, outputs: keys };
}

const scanKeys = { scanKey: key(50), spendKey: key(51).publicKey(curve) };
const mine = (label?: number) => {
  const made = silentRecipientOf(scanKeys, curve, label);
  if (made === undefined) throw new Error('no address');
  return made;
};
function paid(labels: readonly (number | undefined)[]): readonly Bytes[] {
  const input = { prevout: prevout(1), privateKey: key(0), isTaproot: false };
  const made = createSilentOutputs([input], labels.map(mine), curve);
  if ('error' in made) throw new Error(made.error);
  return made;
}
function find(scripts: readonly Bytes[], labels: readonly number[]) {
  const candidate = payment(scripts);
  const [found = []] = candidate
    ? createSilentScanner(scanKeys, labels, curve).scan([candidate])
    : [];
  return found.map(({ label }) => label ?? 'none').sort();
}

/** Curves with one wrong function. */
const ofNext = (bytes: Bytes): Bytes => bytes.map((byte, i) => (i === 20 ? byte ^ 1 : byte));
const wrongCurves = [nobleSecp256k1, kernelSecp256k1].flatMap((right) => {
  const wrong: readonly (readonly [string, Partial<Secp256k1>])[] = [
    ['public keys', { publicKey: (secret, short) => right.publicKey(ofNext(secret), short) }],
    ['sums of private keys', { tweakPrivateKey: (a, b) => right.tweakPrivateKey(a, ofNext(b)) }],
    ['negative private keys', { negatePrivateKey: (a) => right.negatePrivateKey(ofNext(a)) }],
    ['output keys', { tweakPublicKey: (a, tweak) => right.tweakPublicKey(a, ofNext(tweak)) }],
  ];
  const { multiplyByKey, recoverPublicKey } = right;
  const more: readonly (readonly [string, Partial<Secp256k1>])[] =
    multiplyByKey && recoverPublicKey
      ? [
          ['shared points', { multiplyByKey: (a, keys) => multiplyByKey(ofNext(a), keys) }],
          ['multiples', { recoverPublicKey: (a, b, ...c) => recoverPublicKey(a, ofNext(b), ...c) }],
        ]
      : [];
  return [...wrong, ...more].map(
    ([what, faults]) => [right.name, what, right, { ...right, ...faults }] as const,
  );
});
test.each(wrongCurves)('%s with wrong %s makes no silent payment', (_name, _what, right, wrong) => {
  // Fresh keys are needed, because a key caches its public key.
  const inputs = () =>
    [0, 1, 2, 3, 4, 5].map((n) => ({
      prevout: prevout(n),
      privateKey: key(n),
      isTaproot: n > 1,
    }));
  const recipients = [mine(), mine(3)];
  expect(createSilentOutputs(inputs(), recipients, right)).toEqual(
    createSilentOutputs(inputs(), recipients, nobleSecp256k1),
  );
  expect(() => createSilentOutputs(inputs(), recipients, wrong)).toThrow(ComputationFault);
});

test('change is found without naming its label, other labels when they are named', () => {
  const scripts = paid([0, undefined, 7]);
  expect(find(scripts, [7])).toEqual([0, 7, 'none']);
  expect(find(paid([0]), [])).toEqual([0]);
  expect(find(paid([7]), [])).toEqual([]);
});

test('finds a hundred labels like one', () => {
  const labels = Array.from({ length: 100 }, (_, n) => n + 1);
  expect(find(paid([3, 99, 0, undefined]), labels)).toEqual([0, 3, 99, 'none']);
});

test('hundreds of outputs to one of many labels are found in any order', () => {
  const labels = Array.from({ length: 100 }, (_, n) => n + 1);
  const scripts = paid(Array.from({ length: 300 }, () => 77)).toReversed();
  expect(find(scripts, labels)).toEqual(scripts.map(() => 77));
});

test('a missing output ends the scan', () => {
  const scripts = paid([undefined, undefined, undefined]);
  for (const [missing, left] of [2, 1, 0].entries()) {
    const order = [...scripts];
    order.splice(2 - missing, 1);
    expect(find(order, [])).toHaveLength(left);
  }
  expect(find(scripts, [])).toHaveLength(3);
});

test('a wrong tweak, a wrong key and outputs of others find nothing', () => {
  const scripts = paid([undefined]);
  const candidate = payment(scripts);
  if (candidate === undefined) throw new Error('no candidate');
  const scan = (each: typeof candidate) => createSilentScanner(scanKeys, [], curve).scan([each])[0];
  expect(scan(candidate)).toHaveLength(1);
  expect(scan({ ...candidate, tweak: publicKey })).toEqual([]);
  expect(scan({ ...candidate, tweak: new Uint8Array(33) })).toEqual([]);
  expect(scan({ ...candidate, outputs: [publicKey.subarray(1)] })).toEqual([]);
});

test('a key that leads to an odd taproot key is negated, and other keys are not', () => {
  const odd = [0, 1, 2, 3, 4, 5].map(key).find((each) => each.publicKey(curve)[0] === 3);
  if (odd === undefined) throw new Error('no odd key');
  const even = withEvenY(odd.reveal(), curve);
  expect(even).toEqual(curve.negatePrivateKey(odd.reveal()));
  const send = (privateKey: PrivateKey | undefined, isTaproot: boolean) =>
    createSilentOutputs([{ prevout: prevout(1), privateKey, isTaproot }], [recipient], curve);
  const negated = PrivateKey.from(even, true);
  expect(send(odd, true)).toEqual(send(negated, false));
  expect(send(odd, true)).not.toEqual(send(odd, false));
});

describe('createSilentOutputs with the scripts of the coins', () => {
  const privateKey = key(0);
  const own = privateKey.publicKey(curve);
  const keyHash = hash160(own);
  const coin = (scriptPubKey: Bytes | undefined, isTaproot = false, withKey = true) => ({
    prevout: prevout(1),
    privateKey: withKey ? privateKey : undefined,
    isTaproot,
    scriptPubKey,
  });
  const first = coin(p2wpkhScript(keyHash));
  const send = (...inputs: readonly ReturnType<typeof coin>[]) =>
    createSilentOutputs(inputs, [recipient], curve);
  const other = (script: Bytes, withKey = false) => ({
    ...coin(script, false, withKey),
    prevout: prevout(2),
  });

  test.each([
    ['P2WPKH', p2wpkhScript(keyHash), false],
    ['P2PKH', p2pkhScript(keyHash), false],
    ['P2SH-P2WPKH', p2shScript(hash160(p2wpkhScript(keyHash))), false],
    ['P2TR', p2trScript(own.subarray(1)), true],
  ])('makes the same scripts for %s as without its script', (_, script, isTaproot) => {
    const made = send(coin(script, isTaproot));
    expect('error' in made).toBe(false);
    expect(made).toEqual(send(coin(undefined, isTaproot)));
    expect(send(coin(script, !isTaproot))).toEqual({ error: 'wrong-input' });
  });

  test.each([2, 3, 15, 16])(
    'refuses an input of witness version %i, as BIP352 demands',
    (version) => {
      const future = witnessScript(version, own.subarray(1));
      expect(send(first, other(future))).toEqual({ error: 'witness-version' });
      expect(send(other(future), first)).toEqual({ error: 'witness-version' });
      expect(send(coin(future))).toEqual({ error: 'witness-version' });
      expect(send(first, other(witnessScript(version, Uint8Array.of(0x4e, 0x73))))).toEqual({
        error: 'witness-version',
      });
      // BIP352 looks at the scriptPubKey only.
      expect('error' in send(first, other(p2shScript(hash160(future))))).toBe(false);
    },
  );

  test.each([
    ['P2WSH', witnessScript(0, new Uint8Array(32).fill(7))],
    ['P2SH', p2shScript(new Uint8Array(20).fill(7))],
    ['P2A', witnessScript(1, Uint8Array.of(0x4e, 0x73))],
    ['P2PK', pushBytes(own)],
    ['P2WPKH of another key', p2wpkhScript(new Uint8Array(20).fill(7))],
  ])('spends %s without a key, and refuses a key for it', (_, script) => {
    expect('error' in send(first, other(script))).toBe(false);
    expect(send(first, other(script, true))).toEqual({ error: 'wrong-input' });
  });

  test('refuses an uncompressed key, whose input is not eligible', () => {
    const uncompressed = PrivateKey.from(silentKey(0), false);
    const input = { prevout: prevout(1), privateKey: uncompressed, isTaproot: false };
    expect(createSilentOutputs([input], [recipient], curve)).toEqual({ error: 'wrong-input' });
  });
});

test('the smallest outpoint counts inputs that are not eligible, as bytes', () => {
  const send = (outPoints: readonly { readonly txid: string; readonly vout: number }[]) =>
    createSilentOutputs(
      outPoints.map((each, n) => ({
        prevout: each,
        privateKey: n === 0 ? key(0) : undefined,
        isTaproot: false,
      })),
      [recipient],
      curve,
    );
  const txid = '11'.repeat(32);
  const [first, second] = [256, 1].map((vout) => ({ txid, vout }));
  if (first === undefined || second === undefined) throw new Error('no outpoint');
  // vout 256 is 00 01 00 00, which is before vout 1, 01 00 00 00.
  expect(send([first, second])).toEqual(send([first]));
  expect(send([second, first])).not.toEqual(send([second]));
});

test('labels above 32 bits have no address', () => {
  for (const label of [-1, 0.5, 2 ** 32]) {
    expect(silentRecipientOf(scanKeys, curve, label)).toBeUndefined();
  }
  expect(silentRecipientOf(scanKeys, curve, 2 ** 32 - 1)).toBeDefined();
});

test('an input of a witness version above 1 stops a payment, an output of one does not', () => {
  const [script = new Uint8Array(0)] = paid([undefined]);
  const future = witnessScript(2, publicKey.subarray(1));
  expect(find([future, script], [])).toEqual(['none']);
  const input = {
    prevout: prevout(1),
    ...bare,
    sequence: 0,
    witness: [new Uint8Array(71), publicKey],
  };
  const transaction = {
    version: 2,
    locktime: 0,
    inputs: [input, { ...input, prevout: prevout(2), witness: [] }],
    outputs: [{ value: 1n, scriptPubKey: script }],
  };
  const own = p2wpkhScript(hash160(publicKey));
  expect(silentTweak(transaction, [own, future], curve)).toBeUndefined();
  expect(silentTweak(transaction, [own, p2shScript(hash160(future))], curve)).toBeDefined();
});

test('a tweak of zero, of the order or above, or that cancels the key out has no key', () => {
  const spendKey = key(51);
  expect(silentPrivateKey(spendKey, new Uint8Array(32), curve)).toBeUndefined();
  const order = Uint8Array.from(
    Buffer.from('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141', 'hex'),
  );
  expect(silentPrivateKey(spendKey, order, curve)).toBeUndefined();
  expect(silentPrivateKey(spendKey, new Uint8Array(32).fill(0xff), curve)).toBeUndefined();
  // This is the key that the tweak cancels out.
  const negated = curve.negatePrivateKey(spendKey.reveal());
  expect(silentPrivateKey(spendKey, negated, curve)).toBeUndefined();
});
