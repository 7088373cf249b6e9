import { Point } from '@noble/secp256k1';
import { hash160, taggedHash } from '../../../src/crypto/hash.ts';
import { type Bytes, bigEndian, compareBytes, concatBytes } from '../../../src/encoding/bytes.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { createWriter } from '../../../src/encoding/writer.ts';
import { createPsbt, type Psbt, type RawField } from '../../../src/psbt/psbt.ts';
import {
  multisigScript,
  p2pkhScript,
  p2shScript,
  p2trScript,
  p2wpkhScript,
  witnessScript,
} from '../../../src/script/builders.ts';
import { writeOutPoint } from '../../../src/transaction/codec.ts';
import { transactionId } from '../../../src/transaction/txid.ts';

// BIP352, BIP374 and BIP375 from their texts, with the points of @noble/secp256k1, independent of
// src/psbt/silent-*.ts and src/crypto/dleq.ts.

const N = Point.CURVE().n;
const number = (bytes: Bytes): bigint => BigInt(`0x${encodeHex(bytes)}`);
const bytes32 = (value: bigint): Bytes =>
  Uint8Array.from(value.toString(16).padStart(64, '0').match(/../g) ?? [], (hex) =>
    Number.parseInt(hex, 16),
  );
const secretOf = (n: number): bigint => number(taggedHash('test/silent')(bigEndian(n, 4))) % N;
/** Returns the private key of an input, 32 bytes. */
export const silentKey = (n: number): Bytes => bytes32(secretOf(n + 1));
const keyOf = (secret: bigint): Bytes => Point.BASE.multiply(secret).toBytes(true);

/** Kinds of inputs. `future`: witness version 2, which must not be used with silent payments. */
export type SilentKind = 'wpkh' | 'pkh' | 'nested' | 'tr' | 'multisig' | 'future';

/** Returns the keys of an address by number, 33 bytes each. */
export const silentAddress = (scan: number, spend: number) => ({
  scanKey: keyOf(secretOf(1000 + scan)),
  spendKey: keyOf(secretOf(2000 + spend)),
});

/**
 * Makes a complete, honest PSBT. `shares`: one of all inputs together, one of each, or none yet.
 */
export function silentPsbt(options: {
  readonly kinds: readonly SilentKind[];
  /** `[scan, spend]` is a silent payment; a script is another output. */
  readonly outputs: readonly (readonly [number, number] | Bytes)[];
  readonly shares: 'global' | 'inputs' | 'none';
  /** Value of each output in satoshi. */
  readonly value?: bigint;
}): Psbt {
  const { kinds, outputs, shares, value = 40_000n } = options;
  const coins = kinds.map((kind, n) => coinOf(kind, n, value, outputs.length, kinds.length));
  const recipients = outputs.map((each) =>
    each instanceof Uint8Array ? undefined : silentAddress(each[0], each[1]),
  );
  const secrets = coins.flatMap(({ secret }) => (secret === undefined ? [] : [secret]));
  const sum = secrets.reduce((total, each) => (total + each) % N, 0n);
  const scanKeys = unique(recipients.flatMap((each) => (each ? [each.scanKey] : [])));
  const empty = createPsbt(
    {
      version: 2,
      inputs: coins.map(({ prevout }) => ({
        prevout,
        scriptSig: new Uint8Array(0),
        sequence: 0xfffffffd,
        witness: [],
      })),
      outputs: outputs.map((each) => ({
        value,
        scriptPubKey: each instanceof Uint8Array ? each : new Uint8Array(0),
      })),
      locktime: 0,
    },
    2,
  );
  const scripts = shares === 'none' ? [] : scriptsOf(coins, sum, recipients);
  return {
    ...empty,
    txModifiable: 0,
    unknown: shares === 'global' ? shareFields(sum, scanKeys, [0x07, 0x08]) : [],
    inputs: empty.inputs.map((input, n) => ({
      ...input,
      ...coins[n]?.fields,
      unknown:
        shares === 'inputs' && coins[n]?.secret !== undefined
          ? shareFields(coins[n].secret, scanKeys, [0x1d, 0x1e])
          : [],
    })),
    outputs: empty.outputs.map((output, n) => {
      const recipient = recipients[n];
      if (recipient === undefined) return output;
      const info = concatBytes(recipient.scanKey, recipient.spendKey);
      const unknown = [{ key: Uint8Array.of(0x09), value: info }];
      return { ...output, scriptPubKey: scripts[n] ?? output.scriptPubKey, unknown };
    }),
  };
}

type SilentCoin = ReturnType<typeof coinOf>;

function coinOf(kind: SilentKind, n: number, value: bigint, outputs: number, inputs: number) {
  const secret = secretOf(n + 1);
  const publicKey = keyOf(secret);
  const origin = { fingerprint: new Uint8Array(4), path: [] };
  const inner = p2wpkhScript(hash160(publicKey));
  const multisig = multisigScript(1, [publicKey, keyOf(secretOf(n + 500))]);
  const scripts = {
    wpkh: inner,
    pkh: p2pkhScript(hash160(publicKey)),
    nested: p2shScript(hash160(inner)),
    tr: p2trScript(publicKey.subarray(1)),
    multisig: p2shScript(hash160(multisig)),
    future: witnessScript(2, publicKey.subarray(1)),
  };
  // One and a half times its part of the payment.
  const scriptPubKey = scripts[kind];
  const output = { value: (value * BigInt(outputs)) / BigInt(inputs) + 1000n, scriptPubKey };
  const source = { prevout: { txid: '77'.repeat(32), vout: n }, scriptSig: new Uint8Array(0) };
  const inputOf = { ...source, sequence: 0xffffffff, witness: [] };
  const parent = { version: 2, inputs: [inputOf], outputs: [output], locktime: 0 };
  const odd = publicKey[0] === 3;
  return {
    prevout: { txid: transactionId(parent), vout: 0 },
    // BIP352: the key of a taproot output has an even y; a multisig contributes no key.
    secret:
      kind === 'multisig' || kind === 'future'
        ? undefined
        : kind === 'tr' && odd
          ? N - secret
          : secret,
    fields: {
      nonWitnessUtxo: parent,
      witnessUtxo: kind === 'pkh' ? undefined : output,
      ...(kind === 'nested' ? { redeemScript: inner } : {}),
      ...(kind === 'multisig' ? { redeemScript: multisig } : {}),
      ...(kind === 'tr' ? {} : { keyPaths: [{ publicKey, origin }] }),
    },
  };
}

/** Computes scripts (BIP352, "Creating outputs"). */
function scriptsOf(
  coins: readonly SilentCoin[],
  sum: bigint,
  recipients: readonly (ReturnType<typeof silentAddress> | undefined)[],
): readonly (Bytes | undefined)[] {
  const outPoints = coins.map(({ prevout }) => {
    const writer = createWriter(36);
    writeOutPoint(writer, prevout);
    return writer.finish();
  });
  const smallest = outPoints.sort(compareBytes)[0] ?? new Uint8Array(0);
  const hash = number(taggedHash('BIP0352/Inputs')(smallest, keyOf(sum)));
  const scripts: (Bytes | undefined)[] = recipients.map(() => undefined);
  const places = recipients.flatMap((each, index) => (each ? [{ ...each, index }] : []));
  for (const scanKey of unique(places.map((each) => each.scanKey))) {
    const group = places
      .filter((each) => compareBytes(each.scanKey, scanKey) === 0)
      .sort((a, b) => compareBytes(a.spendKey, b.spendKey) || a.index - b.index);
    const secret = Point.fromBytes(scanKey).multiply((hash * sum) % N);
    group.forEach(({ spendKey, index }, k) => {
      const tweak = taggedHash('BIP0352/SharedSecret')(secret.toBytes(true), bigEndian(k, 4));
      const key = Point.fromBytes(spendKey).add(Point.BASE.multiply(number(tweak)));
      scripts[index] = p2trScript(key.toBytes(true).subarray(1));
    });
  }
  return scripts;
}

function shareFields(
  secret: bigint,
  scanKeys: readonly Bytes[],
  [shareType, proofType]: readonly [number, number],
): readonly RawField[] {
  return scanKeys.flatMap((scanKey) => {
    const share = Point.fromBytes(scanKey).multiply(secret).toBytes(true);
    return [
      { key: concatBytes(Uint8Array.of(shareType), scanKey), value: share },
      { key: concatBytes(Uint8Array.of(proofType), scanKey), value: prove(secret, scanKey, share) },
    ];
  });
}

/** Generates a proof (BIP374, GenerateProof) with a nonce for tests. */
export function prove(secret: bigint, scanKey: Bytes, share: Bytes): Bytes {
  const k = number(taggedHash('test/nonce')(bytes32(secret), scanKey)) % N;
  const base = Point.fromBytes(scanKey);
  const hash = taggedHash('BIP0374/challenge')(
    keyOf(secret),
    scanKey,
    share,
    Point.BASE.toBytes(true),
    Point.BASE.multiply(k).toBytes(true),
    base.multiply(k).toBytes(true),
  );
  return concatBytes(hash, bytes32((k + number(hash) * secret) % N));
}

function unique(list: readonly Bytes[]): readonly Bytes[] {
  return [...new Map(list.map((each) => [encodeHex(each), each])).values()];
}
