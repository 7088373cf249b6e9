import { type Bytes, concatBytes } from '../encoding/bytes.ts';
import { Op } from './opcodes.ts';
import { buildScript, pushBytes, pushNumber } from './script.ts';

/** `<publicKey> OP_CHECKSIG`. */
export const p2pkScript = (publicKey: Bytes): Bytes => buildScript(publicKey, Op.CHECKSIG);

const P2PKH_START: Bytes = Uint8Array.of(Op.DUP, Op.HASH160);
const P2PKH_END: Bytes = Uint8Array.of(Op.EQUALVERIFY, Op.CHECKSIG);

/** `hash`: HASH160 of the public key. */
export const p2pkhScript = (hash: Bytes): Bytes =>
  concatBytes(P2PKH_START, pushBytes(hash), P2PKH_END);

/** `hash`: HASH160 of the redeem script. */
export const p2shScript = (hash: Bytes): Bytes => buildScript(Op.HASH160, hash, Op.EQUAL);

/** `hash`: HASH160 of the compressed public key. */
export const p2wpkhScript = (hash: Bytes): Bytes => witnessScript(0, hash);

/** `hash`: SHA256 of the witness script. */
export const p2wshScript = (hash: Bytes): Bytes => witnessScript(0, hash);

/** `outputKey`: 32 bytes, tweaked. */
export const p2trScript = (outputKey: Bytes): Bytes => witnessScript(1, outputKey);

/** BIP433. */
export const p2aScript: Bytes = Uint8Array.of(Op.OP_1, 2, 0x4e, 0x73);

/** Any witness version from 0 to 16. */
export function witnessScript(version: number, program: Bytes): Bytes {
  return concatBytes(pushNumber(version), pushBytes(program));
}

/** Core's `GetScriptForMultisig`: OP_required, the keys in this order, OP_n, OP_CHECKMULTISIG. */
export function multisigScript(required: number, publicKeys: readonly Bytes[]): Bytes {
  return concatBytes(
    pushNumber(required),
    ...publicKeys.map(pushBytes),
    pushNumber(publicKeys.length),
    Uint8Array.of(Op.CHECKMULTISIG),
  );
}

/** Core's output for `data`: OP_RETURN and one push. */
export const nullDataScript = (data: Bytes): Bytes => buildScript(Op.RETURN, data);
