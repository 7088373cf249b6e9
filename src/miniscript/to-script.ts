import { hash160 } from '../crypto/hash.ts';
import { type Bytes, isBytes } from '../encoding/bytes.ts';
import { createWriter } from '../encoding/writer.ts';
import { Op } from '../script/opcodes.ts';
import { pushBytes, pushNumber } from '../script/script.ts';
import type { Node } from './node.ts';
import type { HashFragment } from './types.ts';
import { has, x } from './types.ts';

/** A subexpression. `verify`: an OP_VERIFY follows, which the last opcode must include. */
type Subscript<K> = { readonly node: Node<K>; readonly verify: boolean };
/** An opcode, script bytes, or a subexpression. */
type Part<K> = number | Bytes | Subscript<K>;

const HASH_OPCODES: { readonly [F in HashFragment]: number } = {
  sha256: Op.SHA256,
  hash256: Op.HASH256,
  ripemd160: Op.RIPEMD160,
  hash160: Op.HASH160,
};

/**
 * Encodes a tree as a script. `keyBytes` returns a key as it is pushed: 33 bytes in P2WSH, 32 in
 * tapscript.
 */
export function toScript<K>(root: Node<K>, keyBytes: (key: K) => Bytes): Bytes {
  const writer = createWriter(root.scriptSize);
  const pending: Part<K>[] = [{ node: root, verify: false }];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (typeof part === 'number') writer.u8(part);
    else if (isBytes(part)) writer.bytes(part);
    else for (const next of [...parts(part, keyBytes)].reverse()) pending.push(next);
  }
  return writer.finish();
}

/** Translates a node by BIP379, "Translation table". */
function parts<K>({ node, verify }: Subscript<K>, keyBytes: (key: K) => Bytes): readonly Part<K>[] {
  const { fragment, k } = node;
  const keys = node.keys.map(keyBytes);
  const [X, Y, Z] = subscripts(node);
  switch (fragment) {
    case '0':
      return [Op.OP_0];
    case '1':
      return [Op.OP_1];
    case 'pk_k':
      return keys.map(pushBytes);
    case 'pk_h':
      return [Op.DUP, Op.HASH160, ...keys.map((key) => pushBytes(hash160(key))), Op.EQUALVERIFY];
    case 'older':
      return [pushNumber(k), Op.CHECKSEQUENCEVERIFY];
    case 'after':
      return [pushNumber(k), Op.CHECKLOCKTIMEVERIFY];
    case 'sha256':
    case 'hash256':
    case 'ripemd160':
    case 'hash160':
      return hashLock(HASH_OPCODES[fragment], node.data, verify);
    case 'a':
      return [Op.TOALTSTACK, X, Op.FROMALTSTACK];
    case 's':
      return [Op.SWAP, { ...X, verify }];
    case 'c':
      return [X, verify ? Op.CHECKSIGVERIFY : Op.CHECKSIG];
    case 'd':
      return [Op.DUP, Op.IF, X, Op.ENDIF];
    case 'v':
      return has(X.node.type, x) ? [X, Op.VERIFY] : [{ ...X, verify: true }];
    case 'j':
      return [Op.SIZE, Op.OP_0NOTEQUAL, Op.IF, X, Op.ENDIF];
    case 'n':
      return [X, Op.OP_0NOTEQUAL];
    case 'and_v':
      return [X, { ...Y, verify }];
    case 'and_b':
      return [X, Y, Op.BOOLAND];
    case 'or_b':
      return [X, Y, Op.BOOLOR];
    case 'or_c':
      return [X, Op.NOTIF, Y, Op.ENDIF];
    case 'or_d':
      return [X, Op.IFDUP, Op.NOTIF, Y, Op.ENDIF];
    case 'or_i':
      return [Op.IF, X, Op.ELSE, Y, Op.ENDIF];
    case 'andor':
      return [X, Op.NOTIF, Z, Op.ELSE, Y, Op.ENDIF];
    case 'thresh':
      return threshold(node, verify);
    case 'multi':
      return multisig(keys, k, verify);
    case 'multi_a':
      return countedSignatures(keys, k, verify);
  }
}

function subscripts<K>({ subs }: Node<K>) {
  return subs.map((sub) => ({ node: sub, verify: false })) as [
    // A fragment has the children of its row in the table.
    Subscript<K>,
    Subscript<K>,
    Subscript<K>,
  ];
}

function hashLock(opcode: number, image: Bytes, verify: boolean): readonly (number | Bytes)[] {
  const equal = verify ? Op.EQUALVERIFY : Op.EQUAL;
  return [Op.SIZE, pushNumber(32), Op.EQUALVERIFY, opcode, pushBytes(image), equal];
}

function threshold<K>({ subs, k }: Node<K>, verify: boolean): readonly Part<K>[] {
  const counted = subs.flatMap((sub, index): readonly Part<K>[] => {
    const part = { node: sub, verify: false };
    return index === 0 ? [part] : [part, Op.ADD];
  });
  return [...counted, pushNumber(k), verify ? Op.EQUALVERIFY : Op.EQUAL];
}

function multisig(keys: readonly Bytes[], k: number, verify: boolean): readonly (number | Bytes)[] {
  const check = verify ? Op.CHECKMULTISIGVERIFY : Op.CHECKMULTISIG;
  return [pushNumber(k), ...keys.map(pushBytes), pushNumber(keys.length), check];
}

function countedSignatures(
  keys: readonly Bytes[],
  k: number,
  verify: boolean,
): readonly (number | Bytes)[] {
  const checks = keys.flatMap((key, index) => [
    pushBytes(key),
    index === 0 ? Op.CHECKSIG : Op.CHECKSIGADD,
  ]);
  return [...checks, pushNumber(k), verify ? Op.NUMEQUALVERIFY : Op.NUMEQUAL];
}
