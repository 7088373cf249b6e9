/** The opcodes of script.h, without the prefix `OP_` if the rest is a valid name. */
export const Op = {
  OP_0: 0x00,
  PUSHDATA1: 0x4c,
  PUSHDATA2: 0x4d,
  PUSHDATA4: 0x4e,
  OP_1NEGATE: 0x4f,
  RESERVED: 0x50,
  OP_1: 0x51,
  OP_2: 0x52,
  OP_3: 0x53,
  OP_4: 0x54,
  OP_5: 0x55,
  OP_6: 0x56,
  OP_7: 0x57,
  OP_8: 0x58,
  OP_9: 0x59,
  OP_10: 0x5a,
  OP_11: 0x5b,
  OP_12: 0x5c,
  OP_13: 0x5d,
  OP_14: 0x5e,
  OP_15: 0x5f,
  OP_16: 0x60,
  NOP: 0x61,
  VER: 0x62,
  IF: 0x63,
  NOTIF: 0x64,
  VERIF: 0x65,
  VERNOTIF: 0x66,
  ELSE: 0x67,
  ENDIF: 0x68,
  VERIFY: 0x69,
  RETURN: 0x6a,
  TOALTSTACK: 0x6b,
  FROMALTSTACK: 0x6c,
  OP_2DROP: 0x6d,
  OP_2DUP: 0x6e,
  OP_3DUP: 0x6f,
  OP_2OVER: 0x70,
  OP_2ROT: 0x71,
  OP_2SWAP: 0x72,
  IFDUP: 0x73,
  DEPTH: 0x74,
  DROP: 0x75,
  DUP: 0x76,
  NIP: 0x77,
  OVER: 0x78,
  PICK: 0x79,
  ROLL: 0x7a,
  ROT: 0x7b,
  SWAP: 0x7c,
  TUCK: 0x7d,
  CAT: 0x7e,
  SUBSTR: 0x7f,
  LEFT: 0x80,
  RIGHT: 0x81,
  SIZE: 0x82,
  INVERT: 0x83,
  AND: 0x84,
  OR: 0x85,
  XOR: 0x86,
  EQUAL: 0x87,
  EQUALVERIFY: 0x88,
  RESERVED1: 0x89,
  RESERVED2: 0x8a,
  OP_1ADD: 0x8b,
  OP_1SUB: 0x8c,
  OP_2MUL: 0x8d,
  OP_2DIV: 0x8e,
  NEGATE: 0x8f,
  ABS: 0x90,
  NOT: 0x91,
  OP_0NOTEQUAL: 0x92,
  ADD: 0x93,
  SUB: 0x94,
  MUL: 0x95,
  DIV: 0x96,
  MOD: 0x97,
  LSHIFT: 0x98,
  RSHIFT: 0x99,
  BOOLAND: 0x9a,
  BOOLOR: 0x9b,
  NUMEQUAL: 0x9c,
  NUMEQUALVERIFY: 0x9d,
  NUMNOTEQUAL: 0x9e,
  LESSTHAN: 0x9f,
  GREATERTHAN: 0xa0,
  LESSTHANOREQUAL: 0xa1,
  GREATERTHANOREQUAL: 0xa2,
  MIN: 0xa3,
  MAX: 0xa4,
  WITHIN: 0xa5,
  RIPEMD160: 0xa6,
  SHA1: 0xa7,
  SHA256: 0xa8,
  HASH160: 0xa9,
  HASH256: 0xaa,
  CODESEPARATOR: 0xab,
  CHECKSIG: 0xac,
  CHECKSIGVERIFY: 0xad,
  CHECKMULTISIG: 0xae,
  CHECKMULTISIGVERIFY: 0xaf,
  NOP1: 0xb0,
  CHECKLOCKTIMEVERIFY: 0xb1,
  CHECKSEQUENCEVERIFY: 0xb2,
  NOP4: 0xb3,
  NOP5: 0xb4,
  NOP6: 0xb5,
  NOP7: 0xb6,
  NOP8: 0xb7,
  NOP9: 0xb8,
  NOP10: 0xb9,
  CHECKSIGADD: 0xba,
  INVALIDOPCODE: 0xff,
} as const;

/** The last opcode with a meaning (script.h, MAX_OPCODE). */
export const MAX_OPCODE: number = Op.NOP10;

const names: ReadonlyMap<number, string> = new Map([
  ...Object.entries(Op).map(([name, opcode]): [number, string] => [
    opcode,
    name.startsWith('OP_') ? name : `OP_${name}`,
  ]),
  [Op.OP_0, '0'],
  [Op.OP_1NEGATE, '-1'],
  ...Array.from({ length: 16 }, (_, i): [number, string] => [Op.OP_1 + i, `${i + 1}`]),
]);

/**
 * Returns an opcode's name: numbers for OP_1NEGATE and OP_0 to OP_16, `OP_UNKNOWN` if it has none.
 * Core: GetOpName.
 */
export function opcodeName(opcode: number): string {
  return names.get(opcode) ?? 'OP_UNKNOWN';
}

/** Returns true for OP_1 to OP_16. */
export function isSmallInteger(opcode: number): boolean {
  return opcode >= Op.OP_1 && opcode <= Op.OP_16;
}

/** Returns the number that OP_0 or OP_1 to OP_16 pushes. */
export function decodeSmallInteger(opcode: number): number {
  return opcode === Op.OP_0 ? 0 : opcode - Op.OP_1 + 1;
}

/**
 * Returns true for OP_SUCCESS (BIP342): "If any opcode numbered 80, 98, 126-129, 131-134, 137-138,
 * 141-142, 149-153, 187-254 is encountered, validation succeeds".
 */
export function isOpSuccess(opcode: number): boolean {
  return (
    opcode === 80 ||
    opcode === 98 ||
    (opcode >= 126 && opcode <= 129) ||
    (opcode >= 131 && opcode <= 134) ||
    (opcode >= 137 && opcode <= 138) ||
    (opcode >= 141 && opcode <= 142) ||
    (opcode >= 149 && opcode <= 153) ||
    (opcode >= 187 && opcode <= 254)
  );
}

/**
 * Returns whether an opcode fails a script of version 0 or older even if it does not run
 * (CVE-2010-5137).
 */
export const isDisabled = (opcode: number): boolean =>
  (opcode >= Op.CAT && opcode <= Op.RIGHT) ||
  (opcode >= Op.INVERT && opcode <= Op.XOR) ||
  (opcode >= Op.MUL && opcode <= Op.RSHIFT) ||
  opcode === Op.OP_2MUL ||
  opcode === Op.OP_2DIV;
