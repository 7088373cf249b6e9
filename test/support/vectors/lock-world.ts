import { encodeDer } from '../../../src/crypto/der.ts';
import { hash160, sha256 } from '../../../src/crypto/hash.ts';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { PrivateKey } from '../../../src/crypto/private-key.ts';
import {
  createFlatSigningProvider,
  type FlatSigningProvider,
  notePrivateKey,
  notePublicKey,
} from '../../../src/descriptor/flat-signing-provider.ts';
import { type Bytes, concatBytes, emptyBytes } from '../../../src/encoding/bytes.ts';
import { p2shScript, p2trScript, p2wshScript } from '../../../src/script/builders.ts';
import { Op } from '../../../src/script/opcodes.ts';
import { buildScript, pushNumber } from '../../../src/script/script.ts';
import {
  encodeControlBlock,
  tapLeafHash,
  tapTweakHash,
  UNSPENDABLE_KEY,
} from '../../../src/script/taproot.ts';
import type { SighashCache } from '../../../src/sighash/cache.ts';
import type { CoinSpec } from '../review/coins.ts';

/** A lock of a script: `n OP_CHECKSEQUENCEVERIFY` or `n OP_CHECKLOCKTIMEVERIFY`. */
export type Lock = { readonly kind: 'older' | 'after'; readonly value: number };

/** Wrappers of a script: P2SH, P2WSH, both, or the only leaf of a taproot output. */
export const LOCK_WRAPPERS = ['sh', 'wsh', 'sh-wsh', 'tr', 'tr-key'] as const;
export type LockWrapper = (typeof LOCK_WRAPPERS)[number];

type Sign = (secret: Bytes) => Bytes;

/** A script with locks, and the data for each of its paths except the locks. */
type Shape = {
  readonly script: Bytes;
  readonly ways: readonly ((sign: Sign) => readonly Bytes[])[];
};

export type LockCoin = CoinSpec & {
  readonly wrapper: LockWrapper;
  /** True if it is a miniscript, in which signers find a path. */
  readonly isMiniscript: boolean;
  readonly locks: readonly Lock[];
  /** Returns every way to spend it, signed regardless of its locks. */
  readonly spends: (cache: SighashCache, input: number) => readonly Spent[];
};
type Spent = { readonly scriptSig: Bytes; readonly witness: readonly Bytes[] };

const SECRETS = [7, 8].map((fill) => new Uint8Array(32).fill(fill)) as [Bytes, Bytes];

const KEYS = SECRETS.map((secret) => secp256k1.publicKey(secret, true)) as [Bytes, Bytes];

/** Adds the keys of all these coins. */
export function noteLockKeys(provider: FlatSigningProvider): void {
  for (const [i, key] of KEYS.entries()) {
    notePublicKey(provider, key);
    notePublicKey(provider, key, key.subarray(1));
    const privateKey = PrivateKey.from(SECRETS[i] as Bytes, true);
    if (privateKey) notePrivateKey(provider, key, privateKey);
  }
}

const lockScript = ({ kind, value }: Lock) =>
  concatBytes(
    pushNumber(value),
    Uint8Array.of(kind === 'older' ? Op.CHECKSEQUENCEVERIFY : Op.CHECKLOCKTIMEVERIFY),
  );

function shapesOf(main: Bytes, recovery: Bytes, [first, second]: readonly [Lock, Lock]) {
  const [lock, more] = [lockScript(first), lockScript(second)];
  const [signed, unsigned] = [Op.CHECKSIG, emptyBytes];
  const [mainKey, recoveryKey] = SECRETS;
  const plain: Shape['ways'] = [(sign) => [sign(mainKey)]];
  const join = (...parts: readonly (Bytes | number)[]) =>
    concatBytes(...parts.map((part) => (typeof part === 'number' ? Uint8Array.of(part) : part)));
  const push = (bytes: Bytes) => buildScript(bytes);
  const key = push(main);
  return [
    // and_v(v:pk(main),lock)
    { script: join(key, Op.CHECKSIGVERIFY, lock), ways: plain },
    // Of BIP65: lock OP_DROP main OP_CHECKSIG
    { script: join(lock, Op.DROP, key, signed), ways: plain, isOld: true },
    // and_v(v:pk(main),and_v(v:first,second))
    { script: join(key, Op.CHECKSIGVERIFY, lock, Op.VERIFY, more), ways: plain },
    // or_d(pk(main),and_v(v:pkh(recovery),lock))
    {
      script: join(
        ...[key, signed, Op.IFDUP, Op.NOTIF, Op.DUP, Op.HASH160, push(hash160(recovery))],
        ...[Op.EQUALVERIFY, Op.CHECKSIGVERIFY, lock, Op.ENDIF],
      ),
      ways: [...plain, (sign: Sign) => [sign(recoveryKey), recovery, unsigned]],
    },
    // andor(pk(main),first,and_v(v:pk(recovery),second))
    {
      script: join(
        ...[key, signed, Op.NOTIF, push(recovery), Op.CHECKSIGVERIFY, more],
        ...[Op.ELSE, lock, Op.ENDIF],
      ),
      ways: [...plain, (sign: Sign) => [sign(recoveryKey), unsigned]],
    },
  ];
}

export const LOCK_SHAPES = 5;
/** Number of shapes without branches, which come first. */
export const PLAIN_LOCK_SHAPES = 3;

/** Makes a coin whose script has locks. `shape`: below `LOCK_SHAPES`. */
export function lockCoin(
  wrapper: LockWrapper,
  shape: number,
  locks: readonly [Lock, Lock],
  value = 100_000n,
): LockCoin {
  const isTaproot = wrapper === 'tr' || wrapper === 'tr-key';
  const [main, recovery] = KEYS.map((key) => (isTaproot ? key.subarray(1) : key)) as [Bytes, Bytes];
  const { script, ways, ...made } = shapesOf(main, recovery, locks)[shape] as Shape;
  const wrapped = isTaproot ? taprootOf(script, wrapper) : hashed(script, wrapper);
  return {
    wrapper,
    isMiniscript: wrapper !== 'sh' && !('isOld' in made),
    locks: shape === 2 || shape === 4 ? locks : [locks[0]],
    script: wrapped.script,
    knowledge: createFlatSigningProvider(),
    nonce: 0,
    value,
    previous: true,
    change: wrapped.change,
    spends: (cache, input) => [
      ...ways.map((way) => wrapped.spend(way((secret) => wrapped.sign(cache, input, secret)))),
      ...(wrapped.keySpend ? [wrapped.keySpend(cache, input)] : []),
    ],
  };
}

type Wrapped = {
  readonly script: Bytes;
  readonly change: NonNullable<CoinSpec['change']>;
  readonly sign: (cache: SighashCache, input: number, secret: Bytes) => Bytes;
  /** `items`: the stack below the script, the first on top. */
  readonly spend: (items: readonly Bytes[]) => Spent;
  readonly keySpend?: (cache: SighashCache, input: number) => Spent;
};

const ALL = 1;

function hashed(script: Bytes, wrapper: LockWrapper): Wrapped {
  const program = p2wshScript(sha256(script));
  const isLegacy = wrapper === 'sh';
  const redeemScript = isLegacy ? script : program;
  const scriptSig = wrapper === 'sh-wsh' ? buildScript(program) : emptyBytes;
  return {
    script: wrapper === 'wsh' ? program : p2shScript(hash160(redeemScript)),
    change: (input) => {
      if (wrapper !== 'wsh') input.redeemScript = redeemScript;
      if (!isLegacy) input.witnessScript = script;
    },
    sign: (cache, input, secret) => {
      const digest = cache.ecdsaDigest(input, script, ALL, isLegacy ? 'base' : 'witness_v0');
      const signature = secp256k1.signEcdsa(digest, secret);
      if (signature === undefined) throw new Error('not signed');
      return concatBytes(encodeDer(signature), Uint8Array.of(ALL));
    },
    spend: (items) =>
      isLegacy
        ? { scriptSig: buildScript(...items, script), witness: [] }
        : { scriptSig, witness: [...items, script] },
  };
}

const LEAF = 0xc0;

function taprootOf(script: Bytes, wrapper: LockWrapper): Wrapped {
  const [key] = KEYS;
  const internalKey = wrapper === 'tr' ? UNSPENDABLE_KEY : key.subarray(1);
  const leafHash = tapLeafHash(LEAF, script);
  const tweak = tapTweakHash(internalKey, leafHash);
  const tweaked = secp256k1.tweakXOnlyPublicKey(internalKey, tweak);
  if (tweaked === undefined) throw new Error('no output key');
  const control = encodeControlBlock(LEAF, tweaked.parity, internalKey, []);
  const signDigest = (digest: Bytes | undefined, secret: Bytes | undefined) => {
    const signature = digest && secret && secp256k1.signSchnorr(digest, secret, new Uint8Array(32));
    if (signature === undefined) throw new Error('not signed');
    return signature;
  };
  return {
    script: p2trScript(tweaked.xOnly),
    change: (input) => {
      input.tapInternalKey = internalKey;
      input.tapMerkleRoot = leafHash;
      input.tapLeaves = [{ script, leafVersion: LEAF, controlBlocks: [control] }];
    },
    sign: (cache, input, secret) => {
      const spend = { leafHash, codeSeparatorPosition: 0xffffffff };
      return signDigest(cache.taprootDigest(input, 0, spend), secret);
    },
    spend: (items) => ({ scriptSig: emptyBytes, witness: [...items, script, control] }),
    ...(wrapper === 'tr-key' && {
      keySpend: (cache, input) => {
        // BIP341: the private key of the point with an even y is tweaked.
        const even = key[0] === 2 ? SECRETS[0] : secp256k1.negatePrivateKey(SECRETS[0]);
        const secret = secp256k1.tweakPrivateKey(even, tweak);
        const signature = signDigest(cache.taprootDigest(input, 0, {}), secret);
        return { scriptSig: emptyBytes, witness: [signature] };
      },
    }),
  };
}
