import { describe, expect, test } from 'vitest';
import { networks } from '../../src/encoding/network.ts';
import { finalize } from '../../src/index.ts';
import * as descriptors from '../../src/public/descriptor.ts';
import * as formats from '../../src/public/formats.ts';
import * as psbts from '../../src/public/psbt.ts';
import * as reviews from '../../src/public/review.ts';
import { checkSigned } from '../../src/public/review.ts';
import * as seeds from '../../src/public/seed.ts';
import * as signings from '../../src/public/signing.ts';
import { outPointKey } from '../../src/public/transaction.ts';
import * as transports from '../../src/public/transport.ts';
import { curve, keyOf } from '../support/signing.ts';

/** Returns the curve, and whether it was used. */
function counting() {
  const seen = { calls: 0 };
  const counted = new Proxy(curve, {
    get(target, name, receiver) {
      seen.calls++;
      return Reflect.get(target, name, receiver);
    },
  });
  return { counted, seen };
}

const KEY = keyOf(1);
const hex = Buffer.from(KEY.publicKey(curve)).toString('hex');
const text = `wpkh(${hex})`;
const network = networks.regtest;
const findPrivateKey = () => KEY;

/** Makes a PSBT that spends a coin of the key, with this curve or the default. */
function signedBy(secp256k1?: typeof curve) {
  const given = secp256k1 === undefined ? {} : { secp256k1 };
  const parsed = descriptors.parseDescriptor(text, { network, ...given });
  if ('error' in parsed) throw new Error(parsed.error);
  const [descriptor] = parsed.descriptors;
  if (descriptor === undefined) throw new Error('none');
  const expanded = descriptors.expand(descriptor, 0, { findPrivateKey, ...given });
  const scriptPubKey = expanded?.scripts[0];
  if (expanded === undefined || scriptPubKey === undefined) throw new Error('none');
  const known = descriptors.toSigningProvider(expanded.flatProvider);
  const provider = signings.createKeyProvider({ keys: [KEY], secp256k1 });
  const input = {
    prevout: { txid: '33'.repeat(32), vout: 0 },
    sequence: 0xfffffffd,
    scriptSig: new Uint8Array(),
    witness: [],
  };
  const transaction = {
    version: 2,
    inputs: [input],
    outputs: [{ value: 90_000n, scriptPubKey }],
    locktime: 0,
  };
  const raw = signings.signTransaction({
    transaction,
    coins: new Map([[outPointKey(input.prevout), { value: 100_000n, scriptPubKey }]]),
    provider: signings.createSingleKeyProvider([KEY], secp256k1),
    sighashType: 0,
    ...given,
  });
  const blank = psbts.createPsbt(transaction, 2);
  const inputs = blank.inputs.map((each) => ({
    ...each,
    witnessUtxo: { value: 100_000n, scriptPubKey },
  }));
  const psbt = { ...blank, inputs };
  const signed = psbts.signPsbt({ psbt, provider, finalize: false, ...given });
  if ('error' in signed) throw new Error(signed.error);
  const final = finalize(signed.psbt, given);
  const bytes = psbts.encodePsbt(final.psbt) ?? new Uint8Array();
  return {
    complete: final.complete,
    raw: raw.transaction.inputs[0]?.witness,
    reviewed: reviews.reviewPsbt(signed.psbt, { network }, secp256k1),
    checked: checkSigned(psbt, signed.psbt, { provider, ...given }),
    bytes: Buffer.from(bytes).toString('hex'),
    read: psbts.decodePsbt(bytes, secp256k1),
    next: psbts.analyzePsbt(signed.psbt, secp256k1).next,
    scripts: expanded.scripts,
    inferred: descriptors.formatDescriptor(
      descriptors.inferDescriptor(scriptPubKey, known, secp256k1),
      { network, ...given },
    ),
  };
}

/** Writes and reads a wallet of one key in formats and as a policy. */
function carriedBy(secp256k1?: typeof curve) {
  const context = { network: networks.main, ...(secp256k1 && { secp256k1 }) };
  const key =
    '[d34db33f/84h/0h/0h]xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8';
  const wallet = { name: 'w', descriptors: [`wpkh(${key}/<0;1>/*)`] };
  const written = formats.exportWallet(wallet, 'crypto-account', context);
  if ('error' in written) throw new Error(written.error);
  const policy = formats.policyOfWallet(wallet, context);
  if ('error' in policy) throw new Error(policy.error);
  return {
    written,
    read: formats.importWallet(written.text, context),
    policy,
    wallet: formats.walletOfPolicy(policy, context),
  };
}

/** Derives keys from seed words, and reads a PSBT from a text and from a frame. */
function readBy(secp256k1?: typeof curve) {
  const context = { network: networks.main, ...(secp256k1 && { secp256k1 }) };
  const ring = seeds.readKeys(`${'abandon '.repeat(11)}about`, context);
  if ('error' in ring) throw new Error(ring.error);
  const root = ring.masters[0]?.key;
  if (root === undefined) throw new Error('none');
  const { bytes } = signedBy(secp256k1);
  return {
    accounts: seeds.listAccounts(ring, { ...context, secrets: true }),
    child: seeds.deriveChild(root, { kind: 'wif' }, 0, context),
    id: ring.masters[0]?.origin?.fingerprint,
    found: transports.detect(bytes, secp256k1),
    frame: transports.createFrameReader(secp256k1).receive(bytes),
  };
}

describe('the curve of the layers', () => {
  test('may be left out where wallets of other programs are read and written', () => {
    const { counted, seen } = counting();
    const without = carriedBy();
    expect(without).toEqual(carriedBy(counted));
    expect(without.written.firstAddresses).toEqual([[expect.anything(), expect.anything()]]);
    expect(seen.calls).toBeGreaterThan(0);
  });

  test('may be left out where keys are derived and QR codes are read', () => {
    const { counted, seen } = counting();
    const without = readBy();
    expect(without).toEqual(readBy(counted));
    expect(without).toMatchObject({
      accounts: [{ path: 'm/44h/0h/0h' }, {}, { path: 'm/84h/0h/0h' }, {}],
      id: new Uint8Array([0x73, 0xc5, 0xda, 0x0a]),
      found: { status: 'done', value: { kind: 'psbt' } },
      frame: { status: 'done', value: { kind: 'psbt' } },
    });
    expect(seen.calls).toBeGreaterThan(0);
  });

  test('may be left out with the same answers', () => {
    const { counted, seen } = counting();
    const without = signedBy();
    expect(without).toEqual(signedBy(counted));
    expect(without).toMatchObject({
      complete: true,
      raw: [expect.anything(), expect.anything()],
      reviewed: { fee: expect.anything() },
      checked: { signatures: [{ derivation: 'default' }] },
      next: 'finalizer',
      inferred: expect.stringContaining(hex),
    });
    expect(seen.calls).toBeGreaterThan(0);
  });

  test('is the given one, not the built-in one', () => {
    const parsed = descriptors.parseDescriptor(text, { network });
    if ('error' in parsed) throw new Error(parsed.error);
    const secp256k1: typeof curve = { ...curve, isPublicKey: () => false };
    const isRight = descriptors.parseDescriptor(text, { network, secp256k1 });
    expect(isRight).not.toEqual(parsed);
  });
});
