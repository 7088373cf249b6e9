import { type Bytes, concatBytes } from '../encoding/bytes.ts';
import { signWithDummies } from '../psbt/dummy.ts';
import { isFinalized } from '../psbt/encode.ts';
import type { PsbtInput } from '../psbt/psbt.ts';
import type { PsbtSession } from '../psbt/session.ts';
import { pushBytes } from '../script/script.ts';
import { solveScript } from '../script/templates.ts';
import type { Transaction, TxIn } from '../transaction/transaction.ts';
import { virtualSize } from '../transaction/weight.ts';

const ECDSA: Bytes = new Uint8Array(72);
const PUBLIC_KEY: Bytes = new Uint8Array(33);

type Scripts = Pick<TxIn, 'scriptSig' | 'witness'>;

/**
 * Virtual bytes once everything is signed: exact where inputs are final, else the most that they
 * can become.
 */
export function sizeWhenSigned(session: PsbtSession, transaction: Transaction): number {
  const inputs = transaction.inputs.map((input, index): TxIn => {
    const known = session.psbt.inputs[index];
    if (known === undefined || isFinalized(known)) return input;
    const { prevout, sequence } = input;
    const { scriptSig, witness } = scriptsWhenSigned(session, known, index);
    return { prevout, scriptSig, sequence, witness };
  });
  return virtualSize({ ...transaction, inputs });
}

const keyAndSignature: Scripts = {
  scriptSig: new Uint8Array(0),
  witness: [ECDSA, PUBLIC_KEY],
};

/** Of the usual kinds at once, of others by going through their script. */
function scriptsWhenSigned(session: PsbtSession, input: PsbtInput, index: number): Scripts {
  const script = session.cache.coins[index]?.scriptPubKey;
  if (script === undefined) return keyAndSignature;
  const { redeemScript, tapLeaves, sighashType } = input;
  switch (solveScript(script).kind) {
    case 'witness_v0_keyhash':
      return keyAndSignature;
    case 'pubkeyhash':
      return { scriptSig: concatBytes(pushBytes(ECDSA), pushBytes(PUBLIC_KEY)), witness: [] };
    case 'witness_v1_taproot':
      if (tapLeaves.length > 0) break;
      // BIP341: a byte more for every type but the default one.
      return { scriptSig: new Uint8Array(0), witness: [new Uint8Array(sighashType ? 65 : 64)] };
    case 'scripthash':
      if (solveScript(redeemScript).kind !== 'witness_v0_keyhash') break;
      return { ...keyAndSignature, scriptSig: pushBytes(redeemScript) };
  }
  // A type of its own would have to be asked for, and changes no size of ECDSA.
  const usual = { ...input, sighashType: undefined };
  const { input: filled, error } = signWithDummies(session, index, usual);
  if (error !== undefined) return keyAndSignature;
  return { scriptSig: filled.finalScriptSig, witness: filled.finalWitness };
}
