import * as tiny from 'tiny-secp256k1';
import { encodeDer } from '../../../src/crypto/der.ts';
import { hash160, sha256 } from '../../../src/crypto/hash.ts';
import { concatBytes } from '../../../src/encoding/bytes.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { p2shScript, p2trScript, p2wpkhScript, p2wshScript } from '../../../src/script/builders.ts';
import type { SignatureChecker } from '../../../src/script/checker.ts';
import { MANDATORY_VERIFY_FLAGS, VerifyFlag } from '../../../src/script/flags.ts';
import { verifyScript } from '../../../src/script/interpreter/verify-script.ts';
import { Op } from '../../../src/script/opcodes.ts';
import { pushBytes, pushMinimal, pushNumber } from '../../../src/script/script.ts';
import { encodeControlBlock, tapLeafHash, tapTweakHash } from '../../../src/script/taproot.ts';
import { createSighashCache } from '../../../src/sighash/cache.ts';
import type { Coin, Transaction } from '../../../src/transaction/transaction.ts';
import { tinyVerifier } from '../curve.ts';
import type { Random } from './random.ts';

/** Scripts that wallets do not make, with signatures made for them, to test the interpreter. */
export type Program = {
  readonly place: 'bare' | 'sh' | 'wsh' | 'sh-wsh' | 'tapscript';
  readonly script: Uint8Array;
  readonly transaction: Transaction;
  readonly coins: readonly Coin[];
  /** Index of the input that runs the script. */
  readonly input: number;
};

type Key = { readonly secret: Uint8Array; readonly full: Uint8Array; readonly xOnly: Uint8Array };
type Place = Program['place'];

const none = new Uint8Array(0);
const keys: readonly Key[] = [1, 2, 3, 4, 5].map((value) => {
  const secret = new Uint8Array(32);
  secret[31] = value;
  const full = tiny.pointFromScalar(secret, true);
  if (full === null) throw new Error('a small number is a key');
  return { secret, full, xOnly: full.slice(1) };
});

function oneOf<T>(random: Random, list: readonly T[]): T {
  const item = list[random.int(list.length)];
  if (item === undefined) throw new Error('nothing to choose from');
  return item;
}

/** A placeholder for a signature of this key. */
type Mark = { readonly bytes: Uint8Array; readonly key: Key; readonly type: number };

/** A program under construction. Each part takes its elements from the top of the stack. */
type Draft = {
  readonly random: Random;
  readonly tapscript: boolean;
  readonly code: Uint8Array[];
  /** Items, the top first. */
  readonly stack: Uint8Array[];
  readonly marks: Mark[];
};

function mark(draft: Draft, key: Key): Uint8Array {
  const { random, tapscript, marks } = draft;
  if (random.oneIn(8)) return none;
  const type = oneOf(
    random,
    tapscript ? [0, 0, 1, 2, 3, 0x81, 0x83, 0x80] : [1, 1, 1, 2, 3, 0x81, 0x82, 0x83, 0, 0x21],
  );
  // 71 bytes, the usual length of signatures, so that sizes stay realistic.
  const bytes = concatBytes(Uint8Array.of(0xee, marks.length), random.bytes(69));
  marks.push({ bytes, key, type });
  return bytes;
}

const code = (...opcodes: number[]) => Uint8Array.from(opcodes);

const interesting = [
  Op.VERIFY,
  Op.RETURN,
  Op.TOALTSTACK,
  Op.FROMALTSTACK,
  Op.OP_2DROP,
  Op.OP_3DUP,
  Op.OP_2ROT,
  Op.IFDUP,
  Op.DEPTH,
  Op.DUP,
  Op.NIP,
  Op.PICK,
  Op.ROLL,
  Op.ROT,
  Op.TUCK,
  Op.SIZE,
  Op.EQUAL,
  Op.OP_1SUB,
  Op.NEGATE,
  Op.NOT,
  Op.ADD,
  Op.BOOLOR,
  Op.NUMEQUAL,
  Op.MIN,
  Op.WITHIN,
  Op.SHA1,
  Op.HASH256,
  Op.CODESEPARATOR,
  Op.CHECKSIG,
  Op.CHECKMULTISIG,
  Op.NOP1,
  Op.CHECKLOCKTIMEVERIFY,
  Op.CHECKSEQUENCEVERIFY,
  Op.NOP10,
  Op.CHECKSIGADD,
  Op.CAT,
  Op.RESERVED,
  Op.VER,
  Op.VERIF,
  0xfe,
];

function randomOperation({ random }: Draft): Uint8Array {
  const dice = random.int(4);
  if (dice === 0)
    return pushNumber(oneOf(random, [-1, 0, 1, 2, 16, 17, 127, 128, -255, 2 ** 31 - 1]));
  if (dice === 1) return pushBytes(random.bytes(random.int(6)));
  return code(oneOf(random, interesting));
}

function checkSig(draft: Draft): void {
  const { random, tapscript } = draft;
  const key = oneOf(random, keys);
  const strange = random.bytes(oneOf(random, [0, 31, 33, 65]));
  draft.stack.push(mark(draft, key));
  if (random.oneIn(6)) draft.code.push(code(Op.CODESEPARATOR));
  draft.code.push(pushBytes(random.oneIn(15) ? strange : tapscript ? key.xOnly : key.full));
  draft.code.push(random.oneIn(4) ? code(Op.CHECKSIG, Op.VERIFY) : code(Op.CHECKSIGVERIFY));
}

function checkMultisig(draft: Draft): void {
  const { random } = draft;
  const chosen = Array.from({ length: 1 + random.int(4) }, () => oneOf(random, keys));
  const signers = chosen.filter(() => !random.oneIn(3));
  const ordered = random.oneIn(8) ? signers.toReversed() : signers;
  draft.stack.push(...ordered.toReversed().map((key) => mark(draft, key)));
  draft.stack.push(random.oneIn(12) ? code(1) : none);
  draft.code.push(pushNumber(signers.length), ...chosen.map(({ full }) => pushBytes(full)));
  draft.code.push(pushNumber(chosen.length));
  draft.code.push(
    random.oneIn(4) ? code(Op.CHECKMULTISIG, Op.VERIFY) : code(Op.CHECKMULTISIGVERIFY),
  );
}

function checkSigAdd(draft: Draft): void {
  const { random } = draft;
  const chosen = Array.from({ length: 2 + random.int(3) }, () => oneOf(random, keys));
  const marks = chosen.map((key) => mark(draft, key));
  draft.stack.push(...marks);
  for (const [i, { xOnly }] of chosen.entries()) {
    draft.code.push(pushBytes(xOnly), code(i === 0 ? Op.CHECKSIG : Op.CHECKSIGADD));
  }
  const count = marks.filter(({ length }) => length > 0).length;
  draft.code.push(pushNumber(random.oneIn(6) ? count + 1 : count), code(Op.NUMEQUALVERIFY));
}

function hashLock(draft: Draft): void {
  const preimage = draft.random.bytes(draft.random.int(40));
  draft.stack.push(preimage);
  draft.code.push(code(Op.SHA256), pushBytes(sha256(preimage)), code(Op.EQUALVERIFY));
}

function timeLock({ random, code: parts }: Draft): void {
  const locks = [-1, 0, 5, 10, 499_999_999, 500_000_000, 0x400005, 2 ** 31, 2 ** 39 - 1];
  parts.push(pushNumber(oneOf(random, locks)));
  parts.push(code(random.oneIn(2) ? Op.CHECKLOCKTIMEVERIFY : Op.CHECKSEQUENCEVERIFY, Op.DROP));
}

function branches(draft: Draft): void {
  const { random } = draft;
  const takes = random.oneIn(2);
  draft.stack.push(takes ? code(random.oneIn(8) ? 2 : 1) : none);
  draft.code.push(code(takes ? Op.IF : Op.NOTIF));
  writePart(draft);
  draft.code.push(code(Op.ELSE), randomOperation(draft), code(Op.ENDIF));
}

function writePart(draft: Draft): void {
  const { random, tapscript } = draft;
  const dice = random.int(10);
  if (dice < 3) checkSig(draft);
  else if (dice < 5) tapscript ? checkSigAdd(draft) : checkMultisig(draft);
  else if (dice === 5) hashLock(draft);
  else if (dice === 6) timeLock(draft);
  else if (dice === 7 && !tapscript) branches(draft);
  else if (dice === 8) draft.code.push(randomOperation(draft));
}

/** Removes, doubles, swaps or inserts one operation. */
function spoil(draft: Draft): void {
  const { random, code: parts } = draft;
  const at = random.int(parts.length + 1);
  const dice = random.int(4);
  if (dice === 0) parts.splice(at, 1);
  else if (dice === 1) parts.splice(at, 0, randomOperation(draft));
  else if (dice === 2) parts.splice(at, 0, oneOf(random, [...parts, none]));
  else parts.splice(at, 1, randomOperation(draft));
}

type Placed = {
  readonly scriptPubKey: Uint8Array;
  readonly scriptSig: (stack: readonly Uint8Array[]) => Uint8Array;
  readonly witness: (stack: readonly Uint8Array[]) => readonly Uint8Array[];
};

const pushAll = (stack: readonly Uint8Array[]) => concatBytes(...stack.map(pushMinimal));

/** BIP341's point without a known private key. */
const internalKey = Uint8Array.from(
  Buffer.from('50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0', 'hex'),
);

function placeScript(script: Uint8Array, place: Place): Placed {
  const program = p2wshScript(sha256(script));
  const witness = (stack: readonly Uint8Array[]) => [...stack, script];
  switch (place) {
    case 'bare':
      return { scriptPubKey: script, scriptSig: pushAll, witness: () => [] };
    case 'sh':
      return {
        scriptPubKey: p2shScript(hash160(script)),
        scriptSig: (stack) => concatBytes(pushAll(stack), pushBytes(script)),
        witness: () => [],
      };
    case 'wsh':
      return { scriptPubKey: program, scriptSig: () => none, witness };
    case 'sh-wsh':
      return {
        scriptPubKey: p2shScript(hash160(program)),
        scriptSig: () => pushBytes(program),
        witness,
      };
    case 'tapscript': {
      const tweak = tapTweakHash(internalKey, tapLeafHash(0xc0, script));
      const output = tinyVerifier.tweakXOnlyPublicKey(internalKey, tweak);
      if (output === undefined) throw new Error('the tweak of a hash is below n');
      const control = encodeControlBlock(0xc0, output.parity, internalKey, []);
      return {
        scriptPubKey: p2trScript(output.xOnly),
        scriptSig: () => none,
        witness: (stack) => [...stack, script, control],
      };
    }
  }
}

function emptySpend(random: Random, scriptPubKey: Uint8Array) {
  const input = random.int(3);
  const inputs = Array.from({ length: input + 1 + random.int(2) }, () => ({
    prevout: { txid: encodeHex(random.bytes(32)), vout: random.int(5) },
    scriptSig: none,
    sequence: random.pick([0xffffffff, 0xfffffffd, 0, 5, 0x400005, 0x80000000]),
    witness: [],
  }));
  const transaction: Transaction = {
    version: random.pick([1, 2, 2, 3]),
    inputs,
    outputs: Array.from({ length: 1 + random.int(3) }, () => ({
      value: BigInt(random.int(1e6)),
      scriptPubKey: p2wpkhScript(random.bytes(20)),
    })),
    locktime: random.pick([0, 10, 499_999_999, 500_000_000, 0xffffffff]),
  };
  const coins: Coin[] = inputs.map((_, i) => ({
    value: BigInt(1 + random.int(1e9)),
    scriptPubKey: i === input ? scriptPubKey : p2wpkhScript(random.bytes(20)),
  }));
  return { transaction, coins, input };
}

/** Runs the script with a checker that signs each digest it is asked about. */
function signMarks(
  { marks, random }: Draft,
  { transaction, coins, input }: Pick<Program, 'transaction' | 'coins' | 'input'>,
  run: (checker: SignatureChecker) => void,
): Map<string, Uint8Array> {
  const cache = createSighashCache(transaction, coins);
  const signatures = new Map<string, Uint8Array>();
  const find = (bytes: Uint8Array) =>
    marks.find((known) => known.bytes.every((b, i) => b === bytes[i]));
  const withType = (signature: Uint8Array, type: number) => concatBytes(signature, code(type));
  run({
    checkEcdsaSignature(signature, publicKey, scriptCode, sigVersion) {
      const known = find(signature);
      if (known === undefined || encodeHex(known.key.full) !== encodeHex(publicKey)) return false;
      const digest = cache.ecdsaDigest(input, scriptCode, known.type, sigVersion);
      const der = encodeDer(tiny.sign(digest, known.key.secret));
      signatures.set(encodeHex(signature), withType(der, known.type));
      return true;
    },
    checkSchnorrSignature(signature, _publicKey, spend) {
      const known = find(signature);
      if (known === undefined) return undefined;
      const digest = cache.taprootDigest(input, known.type, spend) ?? random.bytes(32);
      const plain = tiny.signSchnorr(digest, known.key.secret, random.bytes(32));
      signatures.set(encodeHex(signature), known.type === 0 ? plain : withType(plain, known.type));
      return undefined;
    },
    checkLockTime: () => true,
    checkSequence: () => true,
    checkTaprootTweak: () => true,
  });
  return signatures;
}

const signingFlags = MANDATORY_VERIFY_FLAGS & ~VerifyFlag.DERSIG;

/**
 * Makes a program of a few parts, every third with a fault in one place. In tapscript it has no
 * branches.
 */
export function randomProgram(random: Random): Program {
  const place = random.pick<Place>(['bare', 'sh', 'wsh', 'sh-wsh', 'tapscript']);
  const draft: Draft = { random, tapscript: place === 'tapscript', code: [], stack: [], marks: [] };
  for (let parts = 1 + random.int(4); parts > 0; parts--) writePart(draft);
  if (!random.oneIn(5)) draft.code.push(code(Op.OP_1));
  if (random.oneIn(3)) spoil(draft);
  const script = concatBytes(...draft.code);
  const placed = placeScript(script, place);
  const spend = emptySpend(random, placed.scriptPubKey);
  const stack = draft.stack.toReversed();
  const signatures = signMarks(draft, spend, (checker) => {
    const [scriptSig, witness] = [placed.scriptSig(stack), placed.witness(stack)];
    verifyScript(scriptSig, placed.scriptPubKey, witness, signingFlags, checker);
  });
  const signed = stack.map((element) => signatures.get(encodeHex(element)) ?? element);
  const [scriptSig, witness] = [placed.scriptSig(signed), placed.witness(signed)];
  const inputs = spend.transaction.inputs.map((each, i) =>
    i === spend.input ? { ...each, scriptSig, witness } : each,
  );
  return { ...spend, place, script, transaction: { ...spend.transaction, inputs } };
}
