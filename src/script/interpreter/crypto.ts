import { hash160, hash256, ripemd160, sha1, sha256 } from '../../crypto/hash.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { Op } from '../opcodes.ts';
import { encodeScriptNum } from '../script-num.ts';
import { checkSignature } from './check-signature.ts';
import { type Handler, peek, peekNumber, pushBool, verified } from './machine.ts';
import { checkMultisig } from './multisig.ts';

/** `(in -- hash)` */
const digest =
  (hash: (data: Bytes) => Bytes): Handler =>
  (machine) => {
    if (machine.stack.length < 1) return 'INVALID_STACK_OPERATION';
    const result = hash(peek(machine, 0));
    machine.stack.length -= 1;
    machine.stack.push(result);
    return undefined;
  };

const codeSeparator: Handler = (machine) => {
  machine.codeStart = machine.cursor.position;
  machine.codeSeparatorPosition = machine.index;
  return undefined;
};

/** `(sig pubkey -- bool)` */
const checkSig: Handler = (machine) => {
  if (machine.stack.length < 2) return 'INVALID_STACK_OPERATION';
  const verdict = checkSignature(machine, peek(machine, 1), peek(machine, 0));
  if (typeof verdict === 'string') return verdict;
  machine.stack.length -= 2;
  return pushBool(machine, verdict);
};

/** BIP342: `(sig n pubkey -- n | n+1)` */
const checkSigAdd: Handler = (machine) => {
  if (machine.sigVersion !== 'tapscript') return 'BAD_OPCODE';
  if (machine.stack.length < 3) return 'INVALID_STACK_OPERATION';
  const count = peekNumber(machine, 1);
  if (count === undefined) return 'SCRIPTNUM';
  const verdict = checkSignature(machine, peek(machine, 2), peek(machine, 0));
  if (typeof verdict === 'string') return verdict;
  machine.stack.length -= 3;
  machine.stack.push(encodeScriptNum(verdict ? count + 1 : count));
  return undefined;
};

export const cryptoHandlers: readonly (readonly [opcode: number, handler: Handler])[] = [
  [Op.RIPEMD160, digest(ripemd160)],
  [Op.SHA1, digest(sha1)],
  [Op.SHA256, digest(sha256)],
  [Op.HASH160, digest(hash160)],
  [Op.HASH256, digest(hash256)],
  [Op.CODESEPARATOR, codeSeparator],
  [Op.CHECKSIG, checkSig],
  [Op.CHECKSIGVERIFY, verified(checkSig, 'CHECKSIGVERIFY')],
  [Op.CHECKSIGADD, checkSigAdd],
  [Op.CHECKMULTISIG, checkMultisig],
  [Op.CHECKMULTISIGVERIFY, verified(checkMultisig, 'CHECKMULTISIGVERIFY')],
];
