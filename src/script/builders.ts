import { type Bytes, concatBytes } from '../encoding/bytes.ts';
import { Op } from './opcodes.ts';
import { buildScript, pushBytes, pushNumber } from './script.ts';

/**
 * Builds `<publicKey> OP_CHECKSIG`.
 *
 * @param publicKey - 33 or 65 bytes, on the curve.
 */
export const p2pkScript = (publicKey: Bytes): Bytes => buildScript(publicKey, Op.CHECKSIG);

const P2PKH_START: Bytes = Uint8Array.of(Op.DUP, Op.HASH160);
const P2PKH_END: Bytes = Uint8Array.of(Op.EQUALVERIFY, Op.CHECKSIG);

/**
 * Builds P2PKH. `hash`: HASH160 of the public key.
 *
 * @param hash - 20 bytes.
 */
export const p2pkhScript = (hash: Bytes): Bytes =>
  concatBytes(P2PKH_START, pushBytes(hash), P2PKH_END);

/**
 * Builds P2SH. `hash`: HASH160 of the redeem script.
 *
 * @param hash - 20 bytes (BIP16).
 */
export const p2shScript = (hash: Bytes): Bytes => buildScript(Op.HASH160, hash, Op.EQUAL);

/**
 * Builds P2WPKH. `hash`: HASH160 of the compressed public key.
 *
 * @param hash - 20 bytes (BIP141).
 */
export const p2wpkhScript = (hash: Bytes): Bytes => witnessScript(0, hash);

/**
 * Builds P2WSH. `hash`: SHA256 of the witness script.
 *
 * @param hash - 32 bytes (BIP141).
 */
export const p2wshScript = (hash: Bytes): Bytes => witnessScript(0, hash);

/**
 * Builds P2TR. `outputKey`: 32 bytes, tweaked.
 *
 * @param outputKey - The x coordinate of a public key (BIP340, BIP341).
 */
export const p2trScript = (outputKey: Bytes): Bytes => witnessScript(1, outputKey);

/** The script of pay-to-anchor (BIP433). */
export const p2aScript: Bytes = Uint8Array.of(Op.OP_1, 2, 0x4e, 0x73);

/** Builds an output of any witness version from 0 to 16. */
export function witnessScript(version: number, program: Bytes): Bytes {
  return concatBytes(pushNumber(version), pushBytes(program));
}

/**
 * Builds a multisig: OP_required, the keys in this order, OP_n, OP_CHECKMULTISIG. Core:
 * GetScriptForMultisig.
 *
 * @param required - 1 to the number of keys.
 * @param publicKeys - 33 or 65 bytes each, on the curve, and no key twice. At most 20 for
 *   consensus, 3 for a bare output.
 */
export function multisigScript(required: number, publicKeys: readonly Bytes[]): Bytes {
  return concatBytes(
    pushNumber(required),
    ...publicKeys.map(pushBytes),
    pushNumber(publicKeys.length),
    Uint8Array.of(Op.CHECKMULTISIG),
  );
}

/**
 * Builds Core's output for `data`: OP_RETURN and one push.
 *
 * @param data - Older nodes relay at most 80 bytes.
 */
export const nullDataScript = (data: Bytes): Bytes => buildScript(Op.RETURN, data);
