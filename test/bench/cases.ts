import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { crypto, opcodes as op, script, Transaction } from 'bitcoinjs-lib';
import * as curve from 'tiny-secp256k1';
import { createRandom } from '../support/generate/random.ts';

export const kinds = ['P2WPKH', 'P2PKH', 'P2TR', '2-of-3 P2WSH'] as const;
export type Kind = (typeof kinds)[number];

/** An input to sign, its coin and its signer. */
export type BenchInput = {
  readonly previous: Transaction;
  readonly scriptPubKey: Uint8Array;
  readonly witnessScript: Uint8Array | undefined;
  readonly privateKeys: readonly Uint8Array[];
  readonly publicKeys: readonly Uint8Array[];
  /** Taproot: the key pair before BIP86's tweak, which the other libraries expect. */
  readonly internal: Pair | undefined;
};

export type BenchCase = {
  readonly kind: Kind;
  readonly count: number;
  readonly inputs: readonly BenchInput[];
  readonly unsigned: Transaction;
  readonly value: bigint;
  /** The parameters of `signrawtransactionwithkey`, as JSON text. */
  readonly params: string;
};

const VALUE = 10_000n;
const base58check = createBase58check(sha256);
const hash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes));

type Locked = Omit<BenchInput, 'previous'>;

/** Makes a case in which every input has its own keys. `variant`: the same with other keys. */
export function benchCase(kind: Kind, count: number, variant = 0): BenchCase {
  const random = createRandom(variant * 1e6 + count * 8 + kinds.indexOf(kind));
  const key = () => {
    const privateKey = random.bytes(32);
    const publicKey = curve.pointFromScalar(privateKey, true);
    if (publicKey === null) throw new Error('a random key is a key');
    return { privateKey, publicKey };
  };
  const inputs = Array.from({ length: count }, () => {
    const locked = lock(kind, [key(), key(), key()]);
    const previous = new Transaction();
    previous.version = 2;
    previous.addInput(random.bytes(32), 0);
    previous.addOutput(locked.scriptPubKey, VALUE);
    return { ...locked, previous };
  });
  const unsigned = new Transaction();
  unsigned.version = 2;
  for (const { previous } of inputs) unsigned.addInput(previous.getHash(), 0, 0xfffffffd);
  unsigned.addOutput(
    script.compile([op.OP_0, random.bytes(20)]),
    (VALUE * BigInt(count) * 9n) / 10n,
  );
  return { kind, count, inputs, unsigned, value: VALUE, params: signParams(unsigned, inputs) };
}

type Pair = { readonly privateKey: Uint8Array; readonly publicKey: Uint8Array };

function lock(kind: Kind, [a, b, c]: readonly [Pair, Pair, Pair]): Locked {
  const single = {
    privateKeys: [a.privateKey],
    publicKeys: [a.publicKey],
    witnessScript: undefined,
    internal: undefined,
  };
  switch (kind) {
    case 'P2WPKH':
      return { ...single, scriptPubKey: script.compile([op.OP_0, hash160(a.publicKey)]) };
    case 'P2PKH':
      return {
        ...single,
        scriptPubKey: script.compile([
          ...[op.OP_DUP, op.OP_HASH160, hash160(a.publicKey), op.OP_EQUALVERIFY, op.OP_CHECKSIG],
        ]),
      };
    case 'P2TR': {
      const output = tweaked(a);
      return {
        ...single,
        privateKeys: [output.privateKey],
        publicKeys: [output.publicKey],
        scriptPubKey: script.compile([op.OP_1, output.publicKey.slice(1)]),
        internal: a,
      };
    }
    case '2-of-3 P2WSH': {
      const publicKeys = [a.publicKey, b.publicKey, c.publicKey];
      const witnessScript = script.compile([
        ...[op.OP_2, ...publicKeys, op.OP_3, op.OP_CHECKMULTISIG],
      ]);
      return {
        scriptPubKey: script.compile([op.OP_0, sha256(witnessScript)]),
        witnessScript,
        internal: undefined,
        privateKeys: [a.privateKey, c.privateKey],
        publicKeys: [a.publicKey, c.publicKey],
      };
    }
  }
}

/** Computes taproot_tweak_seckey (BIP341) without a script tree. */
function tweaked({ privateKey, publicKey }: Pair): Pair {
  const even = publicKey[0] === 2 ? privateKey : curve.privateNegate(privateKey);
  const output = curve.privateAdd(even, crypto.taggedHash('TapTweak', publicKey.slice(1)));
  const point = output === null ? null : curve.pointFromScalar(output, true);
  if (output === null || point === null) throw new Error('a tweaked random key is a key');
  return { privateKey: output, publicKey: point };
}

function signParams(unsigned: Transaction, inputs: readonly BenchInput[]): string {
  const privkeys = inputs.flatMap(({ privateKeys }) =>
    privateKeys.map((key) =>
      base58check.encode(concatBytes(Uint8Array.of(0xef), key, Uint8Array.of(1))),
    ),
  );
  const prevtxs = inputs.map(({ previous, scriptPubKey, witnessScript }) => ({
    txid: previous.getId(),
    vout: 0,
    scriptPubKey: bytesToHex(scriptPubKey),
    amount: Number(VALUE) / 1e8,
    ...(witnessScript === undefined ? {} : { witnessScript: bytesToHex(witnessScript) }),
  }));
  return JSON.stringify([unsigned.toHex(), privkeys, prevtxs]);
}
