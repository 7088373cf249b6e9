import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { PrivateKey } from '../../src/crypto/private-key.ts';
import type { Secp256k1 } from '../../src/crypto/secp256k1.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { createReader } from '../../src/encoding/reader.ts';
import { p2trScript } from '../../src/script/builders.ts';
import { senderKeyOf } from '../../src/silent/inputs.ts';
import { silentPrivateKey, silentRecipientOf } from '../../src/silent/keys.ts';
import { createSilentScanner, silentTweak, taprootKey } from '../../src/silent/scan.ts';
import { createSilentOutputs } from '../../src/silent/send.ts';
import { decodeSilentAddress, formatSilentAddress } from '../../src/silent/silent-address.ts';
import { readVector } from '../support/paths.ts';
import { hexBytes } from '../support/signing.ts';

type Vin = {
  readonly txid: string;
  readonly vout: number;
  readonly scriptSig: string;
  readonly txinwitness: string;
  readonly prevout: { readonly scriptPubKey: { readonly hex: string } };
  readonly private_key?: string;
};
type Case = {
  readonly comment: string;
  readonly sending: readonly {
    readonly given: {
      readonly vin: readonly Vin[];
      readonly recipients: readonly { readonly address: string; readonly count?: number }[];
    };
    readonly expected: { readonly outputs: readonly (readonly string[])[] };
  }[];
  readonly receiving: readonly {
    readonly given: {
      readonly vin: readonly Vin[];
      readonly outputs: readonly string[];
      readonly key_material: { readonly spend_priv_key: string; readonly scan_priv_key: string };
      readonly labels: readonly number[];
    };
    readonly expected: {
      readonly addresses: readonly string[];
      readonly tweak: string | null;
      readonly outputs?: readonly { readonly priv_key_tweak: string; readonly pub_key: string }[];
      readonly n_outputs?: number;
    };
  }[];
};

const cases: readonly Case[] = JSON.parse(readVector('silent/bip352.json'));
const curves = [nobleSecp256k1, kernelSecp256k1];

function witnessOf(hex: string) {
  if (hex === '') return [];
  const reader = createReader(hexBytes(hex));
  return Array.from({ length: reader.compactSize() }, () => reader.bytes(reader.compactSize()));
}

const inputOf = ({ txid, vout, scriptSig, txinwitness }: Vin) => ({
  prevout: { txid, vout },
  scriptSig: hexBytes(scriptSig),
  sequence: 0xffffffff,
  witness: witnessOf(txinwitness),
});

const keyOf = (hex: string): PrivateKey => {
  const key = PrivateKey.from(hexBytes(hex), true);
  if (key === undefined) throw new Error('no key');
  return key;
};

function send({ given }: Case['sending'][number], curve: Secp256k1) {
  const inputs = given.vin.map((vin) => {
    const { prevout, scriptSig, witness } = inputOf(vin);
    const scriptPubKey = hexBytes(vin.prevout.scriptPubKey.hex);
    const { kind } = senderKeyOf({ scriptPubKey, scriptSig, witness }, curve);
    const privateKey = kind === 'key' ? keyOf(vin.private_key ?? '') : undefined;
    return { prevout, privateKey, isTaproot: taprootKey(scriptPubKey) !== undefined, scriptPubKey };
  });
  const recipients = given.recipients.flatMap(({ address, count = 1 }) => {
    const recipient = decodeSilentAddress(address, networks.main, curve);
    if ('error' in recipient) throw new Error(recipient.error);
    return Array.from({ length: count }, () => recipient);
  });
  return createSilentOutputs(inputs, recipients, curve);
}

describe.each(curves.map((curve) => [curve.name, curve] as const))('%s', (_name, curve) => {
  test.each(cases.map((each) => [each.comment, each] as const))(
    'sends as BIP352: %s',
    (_c, each) => {
      for (const sending of each.sending) {
        const made = send(sending, curve);
        const { outputs } = sending.expected;
        if ('error' in made) {
          expect(outputs).toEqual([[]]);
          continue;
        }
        const keys = made.map((script) => encodeHex(script.subarray(2))).sort();
        expect(outputs.map((one) => [...one].sort())).toContainEqual(keys);
      }
    },
  );

  test.each(cases.map((each) => [each.comment, each] as const))(
    'finds as BIP352: %s',
    { timeout: 120_000 },
    (_c, each) => {
      for (const { given, expected } of each.receiving) {
        const { scan_priv_key: scan, spend_priv_key: spend } = given.key_material;
        const spendKey = keyOf(spend);
        const keys = { scanKey: keyOf(scan), spendKey: spendKey.publicKey(curve) };
        const addresses = [undefined, ...given.labels].map((label) => {
          const recipient = silentRecipientOf(keys, curve, label);
          return recipient && formatSilentAddress(recipient, networks.main);
        });
        expect(addresses).toEqual(expected.addresses);
        const outputs = given.outputs.map(hexBytes);
        const transaction = {
          version: 2,
          locktime: 0,
          inputs: given.vin.map(inputOf),
          outputs: outputs.map((key) => ({ value: 1n, scriptPubKey: p2trScript(key) })),
        };
        const scripts = given.vin.map(({ prevout }) => hexBytes(prevout.scriptPubKey.hex));
        const tweak = silentTweak(transaction, scripts, curve);
        expect(tweak ? encodeHex(tweak) : null).toBe(expected.tweak);
        const found = tweak
          ? (createSilentScanner(keys, given.labels, curve).scan([{ tweak, outputs }])[0] ?? [])
          : [];
        const answers = found.map((payment) => ({
          priv_key_tweak: encodeHex(payment.tweak),
          pub_key: given.outputs[payment.output],
        }));
        if (expected.n_outputs !== undefined) expect(answers).toHaveLength(expected.n_outputs);
        else {
          const wanted = (expected.outputs ?? []).map(({ priv_key_tweak, pub_key }) => ({
            priv_key_tweak,
            pub_key,
          }));
          expect(answers).toHaveLength(wanted.length);
          expect(answers).toEqual(expect.arrayContaining(wanted));
        }
        for (const payment of found.slice(0, 20)) {
          const key = silentPrivateKey(spendKey, payment.tweak, curve);
          const publicKey = key && curve.publicKey(key, true);
          expect(publicKey && encodeHex(publicKey)).toBe(`02${given.outputs[payment.output]}`);
        }
      }
    },
  );
});
