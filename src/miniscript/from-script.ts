import { type Bytes, emptyBytes } from '../encoding/bytes.ts';
import { lastOf } from '../encoding/list.ts';
import { MAX_PUBKEYS_PER_MULTI_A, MAX_PUBKEYS_PER_MULTISIG } from '../script/limits.ts';
import { decodeSmallInteger, isSmallInteger, Op } from '../script/opcodes.ts';
import { isMinimalPush, type ScriptOp, walkScript } from '../script/script.ts';
import { decodeScriptNum } from '../script/script-num.ts';
import { createNode, type Node, type NodeParts } from './node.ts';
import { isValid, isValidTopLevel, maxScriptSize } from './sanity.ts';
import type { Fragment, HashFragment, MiniscriptContext } from './types.ts';

/**
 * Finds the key for bytes in a script; `undefined` if unknown, and then the script does not decode.
 */
export type KeyLookup<K> = {
  /** Looks up 33 or 32 pushed bytes, and decides whether they are a key in this context. */
  readonly fromKey: (bytes: Bytes) => K | undefined;
  /** Looks up the 20 bytes of a pk_h. */
  readonly fromKeyHash: (hash: Bytes) => K | undefined;
};

/**
 * Decodes a script of any bytes; `undefined` if it is no valid miniscript of type B. It need not be
 * sane (`isSane`). Core: miniscript::FromScript.
 */
export function decodeMiniscript<K>(
  script: Bytes,
  context: MiniscriptContext,
  keys: KeyLookup<K>,
): Node<K> | undefined {
  if (script.length > maxScriptSize(context)) return undefined;
  const operations = decomposeScript(script);
  if (operations === undefined) return undefined;
  const decoder: Decoder<K> = {
    operations,
    position: 0,
    context,
    keys,
    steps: [EXPRESSIONS],
    built: [],
  };
  for (let step = decoder.steps.pop(); step !== undefined; step = decoder.steps.pop()) {
    const last = lastOf(decoder.built);
    if (last !== undefined && !isValid(last)) return undefined;
    if (!step(decoder)) return undefined;
  }
  const [root, another] = decoder.built;
  const whole = decoder.position === operations.length && another === undefined;
  return whole && root !== undefined && isValidTopLevel(root) ? root : undefined;
}

type Decoder<K> = {
  /** Operations, last first, because a fragment is identified by its end. */
  readonly operations: readonly ScriptOp[];
  position: number;
  readonly context: MiniscriptContext;
  readonly keys: KeyLookup<K>;
  /** Steps to parse or build; the last is next. */
  readonly steps: Step[];
  /** Trees that wait for their outer fragment; the leftmost in the script is last. */
  readonly built: Node<K>[];
};

/** Returns false if the script is no miniscript. */
type Step = <K>(decoder: Decoder<K>) => boolean;

function next<K>(decoder: Decoder<K>, distance = 0): ScriptOp | undefined {
  return decoder.operations[decoder.position + distance];
}

/** Returns true if these opcodes are next, seen from the end of the script. */
function isNext<K>(decoder: Decoder<K>, ...opcodes: readonly number[]): boolean {
  return opcodes.every((opcode, distance) => next(decoder, distance)?.opcode === opcode);
}

function skip<K>(decoder: Decoder<K>, ...opcodes: readonly number[]): boolean {
  const found = isNext(decoder, ...opcodes);
  if (found) decoder.position += opcodes.length;
  return found;
}

/** Adds a leaf of `count` operations. */
function add<K>(
  decoder: Decoder<K>,
  count: number,
  fragment: Fragment,
  parts?: NodeParts<K>,
): true {
  decoder.position += count;
  decoder.built.push(createNode(decoder.context, fragment, parts));
  return true;
}

/**
 * Wraps the last `count` trees in a fragment; `order` if it differs from the order in the script.
 */
function build(fragment: Fragment, count: number, order?: readonly number[]): Step {
  return (decoder) => {
    const { built } = decoder;
    if (built.length < count) return false;
    const inScript = built.splice(built.length - count, count).reverse();
    const subs = order?.flatMap((index) => inScript[index] ?? []) ?? inScript;
    return add(decoder, 0, fragment, { subs });
  };
}

function then<K>(decoder: Decoder<K>, ...steps: readonly Step[]): true {
  decoder.steps.push(...[...steps].reverse());
  return true;
}

/** Reads one fragment of type B, K or V except and_v, which has no opcode of its own. */
const FRAGMENT: Step = (decoder) => {
  if (next(decoder) === undefined) return false;
  return (
    readConstant(decoder) ??
    readKey(decoder) ??
    readLock(decoder) ??
    readHash(decoder) ??
    readMulti(decoder) ??
    readMultiA(decoder) ??
    readCombinator(decoder)
  );
};

/** Reads one or several fragments in a row, which form and_v's. */
const EXPRESSIONS: Step = (decoder) => then(decoder, FRAGMENT, MAYBE_MORE);

/** Opcodes that cannot end a fragment, because they belong to an outer one. */
const NO_END: ReadonlySet<number> = new Set([Op.IF, Op.ELSE, Op.NOTIF, Op.TOALTSTACK, Op.SWAP]);

const MAYBE_MORE: Step = (decoder) => {
  const operation = next(decoder);
  if (operation === undefined || NO_END.has(operation.opcode)) return true;
  return then(decoder, EXPRESSIONS, build('and_v', 2));
};

const WRAPPED: Step = (decoder) => {
  if (next(decoder) === undefined) return false;
  return skip(decoder, Op.FROMALTSTACK)
    ? then(decoder, EXPRESSIONS, (after) => skip(after, Op.TOALTSTACK) && build('a', 1)(after))
    : then(decoder, EXPRESSIONS, (after) => skip(after, Op.SWAP) && build('s', 1)(after));
};

/** Reads a constant; like the functions below, it returns `undefined` for other operations. */
function readConstant<K>(decoder: Decoder<K>): boolean | undefined {
  if (isNext(decoder, Op.OP_1)) return add(decoder, 1, '1');
  return isNext(decoder, Op.OP_0) ? add(decoder, 1, '0') : undefined;
}

function readKey<K>(decoder: Decoder<K>): boolean | undefined {
  const pushed = next(decoder)?.data;
  if (pushed?.length === 33 || pushed?.length === 32) {
    const key = decoder.keys.fromKey(pushed);
    return key !== undefined && add(decoder, 1, 'pk_k', { keys: [key] });
  }
  const hash = next(decoder, 2)?.data;
  if (hash?.length !== 20 || !isNext(decoder, Op.VERIFY, Op.EQUAL)) return undefined;
  if (next(decoder, 3)?.opcode !== Op.HASH160 || next(decoder, 4)?.opcode !== Op.DUP) {
    return undefined;
  }
  const key = decoder.keys.fromKeyHash(hash);
  return key !== undefined && add(decoder, 5, 'pk_h', { keys: [key] });
}

function readLock<K>(decoder: Decoder<K>): boolean | undefined {
  const older = isNext(decoder, Op.CHECKSEQUENCEVERIFY);
  if (!older && !isNext(decoder, Op.CHECKLOCKTIMEVERIFY)) return undefined;
  const k = pushedNumber(next(decoder, 1));
  if (k === undefined) return undefined;
  return k >= 1 && k <= 0x7fffffff && add(decoder, 2, older ? 'older' : 'after', { k });
}

const HASHES: ReadonlyMap<number, readonly [HashFragment, length: number]> = new Map([
  [Op.SHA256, ['sha256', 32]],
  [Op.RIPEMD160, ['ripemd160', 20]],
  [Op.HASH256, ['hash256', 32]],
  [Op.HASH160, ['hash160', 20]],
]);

/** Reads OP_SIZE 32 OP_EQUALVERIFY OP_(hash) digest OP_EQUAL, from its end. */
function readHash<K>(decoder: Decoder<K>): boolean | undefined {
  if (!isNext(decoder, Op.EQUAL) || next(decoder, 3)?.opcode !== Op.VERIFY) return undefined;
  if (next(decoder, 4)?.opcode !== Op.EQUAL || next(decoder, 6)?.opcode !== Op.SIZE)
    return undefined;
  if (pushedNumber(next(decoder, 5)) !== 32) return undefined;
  const [fragment, length] = HASHES.get(next(decoder, 2)?.opcode ?? 0) ?? [];
  const data = next(decoder, 1)?.data;
  if (fragment === undefined || data?.length !== length) return undefined;
  return add(decoder, 7, fragment, { data: data ?? new Uint8Array(0) });
}

function readMulti<K>(decoder: Decoder<K>): boolean | undefined {
  const left = decoder.operations.length - decoder.position;
  if (left < 3 || !isNext(decoder, Op.CHECKMULTISIG)) return undefined;
  if (decoder.context === 'tapscript') return false;
  const count = pushedNumber(next(decoder, 1));
  if (count === undefined || count < 1 || count > MAX_PUBKEYS_PER_MULTISIG) return false;
  const keys: K[] = [];
  for (let i = 0; i < count; i++) {
    const pushed = next(decoder, 2 + i)?.data;
    const key = pushed?.length === 33 ? decoder.keys.fromKey(pushed) : undefined;
    if (key === undefined) return false;
    keys.push(key);
  }
  const k = pushedNumber(next(decoder, 2 + count));
  if (k === undefined || k < 1 || k > count) return false;
  return add(decoder, 3 + count, 'multi', { k, keys: keys.reverse() });
}

function readMultiA<K>(decoder: Decoder<K>): boolean | undefined {
  const left = decoder.operations.length - decoder.position;
  if (left < 4 || !isNext(decoder, Op.NUMEQUAL)) return undefined;
  if (decoder.context !== 'tapscript') return false;
  const k = pushedNumber(next(decoder, 1));
  if (k === undefined || k < 1 || k > MAX_PUBKEYS_PER_MULTI_A) return false;
  const keys: K[] = [];
  for (let at = 2; ; at += 2) {
    const opcode = next(decoder, at)?.opcode;
    if (opcode !== Op.CHECKSIGADD && opcode !== Op.CHECKSIG) return false;
    const pushed = next(decoder, at + 1)?.data;
    const key = pushed?.length === 32 ? decoder.keys.fromKey(pushed) : undefined;
    if (key === undefined || keys.length === MAX_PUBKEYS_PER_MULTI_A) return false;
    keys.push(key);
    if (opcode === Op.CHECKSIG) break;
  }
  return (
    k <= keys.length && add(decoder, 2 + 2 * keys.length, 'multi_a', { k, keys: keys.reverse() })
  );
}

/**
 * Reads a combinator. If and_v commutes with a wrapper, it is placed outside: c:and_v(X,Y) has the
 * script of and_v(X,c:Y). Of or_b(and_v(X,Y),Z) and and_v(X,or_b(Y,Z)), only the latter is valid.
 */
function readCombinator<K>(decoder: Decoder<K>): boolean {
  if (skip(decoder, Op.CHECKSIG)) return then(decoder, FRAGMENT, build('c', 1));
  if (skip(decoder, Op.VERIFY)) return then(decoder, FRAGMENT, build('v', 1));
  if (skip(decoder, Op.OP_0NOTEQUAL)) return then(decoder, FRAGMENT, build('n', 1));
  const k = pushedNumber(next(decoder, 1));
  if (k !== undefined && next(decoder, 2) !== undefined && isNext(decoder, Op.EQUAL)) {
    decoder.position += 2;
    return k >= 1 && then(decoder, readThresh(1, k));
  }
  if (skip(decoder, Op.ENDIF)) return then(decoder, EXPRESSIONS, readConditional);
  if (skip(decoder, Op.BOOLAND)) return then(decoder, WRAPPED, FRAGMENT, build('and_b', 2));
  if (skip(decoder, Op.BOOLOR)) return then(decoder, WRAPPED, FRAGMENT, build('or_b', 2));
  return false;
}

/** Reads a thresh. `count`: its children so far, including the next. */
function readThresh(count: number, k: number): Step {
  return (decoder) => {
    if (next(decoder) === undefined) return false;
    if (skip(decoder, Op.ADD)) return then(decoder, WRAPPED, readThresh(count + 1, k));
    return then(decoder, FRAGMENT, (after) => {
      if (k > count || after.built.length < count) return false;
      const subs = after.built.splice(after.built.length - count, count).reverse();
      return add(after, 0, 'thresh', { k, subs });
    });
  };
}

/**
 * Reads a conditional, after the expression that ends in OP_ENDIF; in the script it comes before.
 */
const readConditional: Step = (decoder) => {
  if (skip(decoder, Op.ELSE)) return then(decoder, EXPRESSIONS, readElse);
  if (skip(decoder, Op.IF, Op.DUP)) return build('d', 1)(decoder);
  if (skip(decoder, Op.IF, Op.OP_0NOTEQUAL, Op.SIZE)) return build('j', 1)(decoder);
  if (!skip(decoder, Op.NOTIF) || next(decoder) === undefined) return false;
  // X must be dissatisfiable, which an and_v is not.
  return then(decoder, FRAGMENT, build(skip(decoder, Op.IFDUP) ? 'or_d' : 'or_c', 2));
};

const readElse: Step = (decoder) => {
  if (skip(decoder, Op.IF)) return build('or_i', 2)(decoder);
  // The script is X, OP_NOTIF, Z, OP_ELSE, Y, OP_ENDIF.
  return skip(decoder, Op.NOTIF) && then(decoder, FRAGMENT, build('andor', 3, [0, 2, 1]));
};

/** Opcodes that end in -VERIFY, and the opcodes before it. */
const VERIFY_FORMS: ReadonlyMap<number, number> = new Map([
  [Op.CHECKSIGVERIFY, Op.CHECKSIG],
  [Op.CHECKMULTISIGVERIFY, Op.CHECKMULTISIG],
  [Op.EQUALVERIFY, Op.EQUAL],
  [Op.NUMEQUALVERIFY, Op.NUMEQUAL],
]);

const WITH_VERIFY_FORM: ReadonlySet<number> = new Set(VERIFY_FORMS.values());

const bare = (opcode: number, data: Bytes = emptyBytes): ScriptOp => ({ opcode, data });

/**
 * Returns the operations of a script, last first. OP_1 to OP_16 become pushes of their number, and
 * -VERIFY opcodes become two. Returns `undefined` if a push or an OP_VERIFY could be shorter. Core:
 * DecomposeScript.
 */
function decomposeScript(script: Bytes): ScriptOp[] | undefined {
  const operations: ScriptOp[] = [];
  let last: number = Op.INVALIDOPCODE;
  for (const { opcode, data } of walkScript(script) ?? [bare(Op.INVALIDOPCODE)]) {
    const withoutVerify = VERIFY_FORMS.get(opcode);
    if (opcode === Op.INVALIDOPCODE) return undefined;
    if (opcode === Op.VERIFY && WITH_VERIFY_FORM.has(last)) return undefined;
    if (opcode > Op.OP_0 && opcode <= Op.PUSHDATA4 && !isMinimalPush(data, opcode))
      return undefined;
    if (withoutVerify !== undefined) operations.push(bare(withoutVerify), bare(Op.VERIFY));
    else if (isSmallInteger(opcode))
      operations.push(bare(opcode, Uint8Array.of(decodeSmallInteger(opcode))));
    else operations.push(bare(opcode, data));
    last = opcode;
  }
  return operations.reverse();
}

/** Returns the number that an operation of `decomposeScript` pushes, if any. */
function pushedNumber(operation: ScriptOp | undefined): number | undefined {
  if (operation?.opcode === Op.OP_0) return 0;
  if (operation === undefined || operation.data.length === 0) return undefined;
  return decodeScriptNum(operation.data, { requireMinimal: true });
}
