import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { opcodes as op, script } from 'bitcoinjs-lib';
import { type Key, randomKey } from './keys.ts';
import type { Random } from './random.ts';

/** A spendable output: its script, the hidden scripts, and the keys that open it. */
export type Spendable = {
  readonly kind: string;
  readonly scriptPubKey: Uint8Array;
  readonly redeemScript?: Uint8Array;
  readonly witnessScript?: Uint8Array;
  readonly keys: readonly Key[];
};

type Inner = { readonly kind: string; readonly script: Uint8Array; readonly keys: readonly Key[] };

const hash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes));
const compile = (...chunks: (number | Uint8Array)[]) => script.compile(chunks);
const number = (value: number) =>
  value <= 16 ? op.OP_1 - 1 + value : Uint8Array.from(script.number.encode(value));

const p2pkh = (key: Key) =>
  compile(op.OP_DUP, op.OP_HASH160, hash160(key.publicKey), op.OP_EQUALVERIFY, op.OP_CHECKSIG);
const p2wpkh = (key: Key) => compile(op.OP_0, hash160(key.publicKey));
const p2sh = (inner: Uint8Array) => compile(op.OP_HASH160, hash160(inner), op.OP_EQUAL);
const p2wsh = (inner: Uint8Array) => compile(op.OP_0, sha256(inner));

/** Returns a script of a kind that may be in the output itself or behind a hash. */
function inner(random: Random, compressed: boolean): Inner {
  const key = () => randomKey(random, compressed || !random.oneIn(3));
  const kind = random.pick(['pk', 'pkh', 'multi', 'multi']);
  if (kind === 'pk') {
    const only = key();
    return { kind, script: compile(only.publicKey, op.OP_CHECKSIG), keys: [only] };
  }
  if (kind === 'pkh') {
    const only = key();
    return { kind, script: p2pkh(only), keys: [only] };
  }
  const keys = Array.from({ length: 1 + random.int(4) }, key);
  const m = 1 + random.int(keys.length);
  const publicKeys = keys.map(({ publicKey }) => publicKey);
  const multi = compile(number(m), ...publicKeys, number(keys.length), op.OP_CHECKMULTISIG);
  return { kind: `multi${m}of${keys.length}`, script: multi, keys };
}

/** Returns a miniscript, written by hand: timelocks, branches, a threshold, a hash lock. */
function miniscript(random: Random): Inner {
  const [a, b, c] = [randomKey(random), randomKey(random), randomKey(random)];
  const [A, B, C] = [a.publicKey, b.publicKey, c.publicKey];
  const lock = number(random.pick([1, 2, 16, 17, 100, 144, 0x400001]));
  const time = number(random.pick([1, 100, 499_999_999, 1_500_000_000]));
  const keys = [a, b, c];
  const k1 = [B, op.OP_CHECKSIG];
  const k2 = [op.OP_SWAP, C, op.OP_CHECKSIG, op.OP_ADD];
  const alone = [A, op.OP_CHECKSIG];
  const verify = [A, op.OP_CHECKSIGVERIFY];
  const hashed = [op.OP_DUP, op.OP_HASH160, hash160(B), op.OP_EQUALVERIFY];
  const size = [op.OP_SIZE, Uint8Array.of(32), op.OP_EQUALVERIFY];
  const digest = random.bytes(32);
  const csv = op.OP_CHECKSEQUENCEVERIFY;
  const table: [string, (number | Uint8Array)[]][] = [
    ['and_v(v:pk,older)', [...verify, lock, csv]],
    ['and_v(v:pk,after)', [...verify, time, op.OP_CHECKLOCKTIMEVERIFY]],
    ['and_v(v:pk,pk)', [...verify, ...k1]],
    ['or_b(pk,s:pk)', [...alone, op.OP_SWAP, B, op.OP_CHECKSIG, op.OP_BOOLOR]],
    ['or_d(pk,pkh)', [...alone, op.OP_IFDUP, op.OP_NOTIF, ...hashed, op.OP_CHECKSIG, op.OP_ENDIF]],
    [
      'or_i(and_v(v:pk,older),pk)',
      [op.OP_IF, ...verify, lock, csv, op.OP_ELSE, ...k1, op.OP_ENDIF],
    ],
    ['andor(pk,older,pk)', [...alone, op.OP_NOTIF, ...k1, op.OP_ELSE, lock, csv, op.OP_ENDIF]],
    [
      'thresh(2,pk,s:pk,s:pk)',
      [...alone, op.OP_SWAP, ...k1, op.OP_ADD, ...k2, number(2), op.OP_EQUAL],
    ],
    [
      'thresh(2,pk,s:pk,sln:older)',
      [
        ...[...alone, op.OP_SWAP, ...k1, op.OP_ADD, op.OP_SWAP],
        ...[op.OP_IF, op.OP_0, op.OP_ELSE, lock, csv, op.OP_0NOTEQUAL, op.OP_ENDIF],
        ...[op.OP_ADD, number(2), op.OP_EQUAL],
      ],
    ],
    ['and_v(v:pk,sha256)', [...verify, ...size, op.OP_SHA256, digest, op.OP_EQUAL]],
    [
      'andor(pk,sha256,pk)',
      [
        ...[...alone, op.OP_NOTIF, ...k1, op.OP_ELSE],
        ...[...size, op.OP_SHA256, digest, op.OP_EQUAL, op.OP_ENDIF],
      ],
    ],
  ];
  const [kind, chunks] = random.pick(table as [(typeof table)[0], ...typeof table]);
  return { kind, script: compile(...chunks), keys };
}

function behindHash(random: Random): Spendable {
  const wrap = random.pick(['sh', 'wsh', 'sh-wsh']);
  const what = wrap !== 'sh' && random.oneIn(2) ? miniscript(random) : inner(random, wrap !== 'sh');
  const kind = `${wrap}(${what.kind})`;
  const { keys } = what;
  if (wrap === 'sh') {
    return { kind, scriptPubKey: p2sh(what.script), redeemScript: what.script, keys };
  }
  const program = p2wsh(what.script);
  if (wrap === 'wsh') {
    // Core accepts the script of a P2WSH output under either name.
    const witnessScript = what.script;
    return random.oneIn(4)
      ? { kind, scriptPubKey: program, redeemScript: witnessScript, keys }
      : { kind, scriptPubKey: program, witnessScript, keys };
  }
  const nested = { kind, scriptPubKey: p2sh(program), witnessScript: what.script, keys };
  return random.oneIn(3) ? nested : { ...nested, redeemScript: program };
}

function odd(random: Random): Spendable {
  const data = random.bytes(2 + random.int(39));
  const table: [string, Uint8Array][] = [
    ['anchor', compile(op.OP_1, Uint8Array.of(0x4e, 0x73))],
    ['witness_unknown', compile(op.OP_2 + random.int(15), data)],
    ['witness_v1 of another length', compile(op.OP_1, random.bytes(33))],
    ['witness_v0 of a wrong length', compile(op.OP_0, random.bytes(25))],
    ['nulldata', compile(op.OP_RETURN, data)],
    ['OP_TRUE', compile(op.OP_1)],
    ['OP_FALSE', compile(op.OP_0)],
    ['OP_1ADD', compile(op.OP_1ADD)],
    ['bytes', random.bytes(1 + random.int(30))],
  ];
  const [kind, scriptPubKey] = random.pick(table as [(typeof table)[0], ...typeof table]);
  return { kind, scriptPubKey, keys: [] };
}

/** Returns an output of any kind. */
export function randomSpendable(random: Random): Spendable {
  const dice = random.int(100);
  if (dice < 20) {
    const { kind, script: scriptPubKey, keys } = inner(random, false);
    return { kind, scriptPubKey, keys };
  }
  if (dice < 35) {
    const key = randomKey(random, !random.oneIn(8));
    return { kind: 'wpkh', scriptPubKey: p2wpkh(key), keys: [key] };
  }
  if (dice < 45) {
    const key = randomKey(random, !random.oneIn(8));
    const redeemScript = p2wpkh(key);
    return { kind: 'sh(wpkh)', scriptPubKey: p2sh(redeemScript), redeemScript, keys: [key] };
  }
  if (dice < 60) {
    const key = randomKey(random, !random.oneIn(8));
    const scriptPubKey = compile(op.OP_1, key.publicKey.slice(1, 33));
    return { kind: 'rawtr', scriptPubKey, keys: [key] };
  }
  return dice < 90 ? behindHash(random) : odd(random);
}
