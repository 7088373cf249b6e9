import { hash160 } from '../crypto/hash.ts';
import { type Bytes, concatBytes, emptyBytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { scriptCode } from '../psbt/diagnose.ts';
import { signWithPlaceholders } from '../psbt/placeholder-signing.ts';
import { isFinalized, type PsbtInput } from '../psbt/psbt.ts';
import type { PsbtSession } from '../psbt/psbt-session.ts';
import { pushBytes } from '../script/script.ts';
import { solveScript } from '../script/templates.ts';
import { transactionChecker } from '../sighash/transaction-checker.ts';
import { lowRPlaceholders, type SignatureCreator } from '../signing/creator.ts';
import type { Transaction, TxIn } from '../transaction/transaction.ts';
import { virtualSize } from '../transaction/weight.ts';
import { branchesOf } from './script-branches.ts';
import { isUnspendable } from './script-locks.ts';

const ECDSA: Bytes = new Uint8Array(72);
const PUBLIC_KEY: Bytes = new Uint8Array(33);

type Scripts = Pick<TxIn, 'scriptSig' | 'witness'>;

/** Returns the virtual size after signing: exact for final inputs, otherwise an upper estimate. */
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

/** Placeholder for an unknown script, generously sized: two of three keys. */
const TWO_OF_THREE: Bytes = new Uint8Array(105);
const hiddenWitness = [new Uint8Array(0), ECDSA, ECDSA, TWO_OF_THREE];

/**
 * Estimates hidden scripts as two of three keys. P2SH counts as nested segwit if the PSBT has a
 * witness UTXO.
 */
function hiddenScripts({ redeemScript, witnessUtxo }: PsbtInput, isNested: boolean): Scripts {
  if (!isNested) return { scriptSig: new Uint8Array(0), witness: hiddenWitness };
  if (redeemScript.length > 0 || witnessUtxo !== undefined) {
    return { scriptSig: pushBytes(new Uint8Array(34)), witness: hiddenWitness };
  }
  const pushes = [ECDSA, ECDSA, TWO_OF_THREE].map(pushBytes);
  return { scriptSig: concatBytes(Uint8Array.of(0), ...pushes), witness: [] };
}

/** Returns the key of a hash if the PSBT names it, because it may be uncompressed. */
const keyOf = ({ keyPaths }: PsbtInput, hash: Bytes): Bytes =>
  keyPaths.find(({ publicKey }) => equalBytes(hash160(publicKey), hash))?.publicKey ?? PUBLIC_KEY;

/** BIP341: every type except the default adds one byte. */
const schnorrOf = ({ sighashType }: PsbtInput): Bytes => new Uint8Array(sighashType ? 65 : 64);

/** An internal key without a private key leaves only the script path. */
function creatorFor(input: PsbtInput): SignatureCreator {
  const { tapInternalKey: key } = input;
  const hasKeyPath = key === undefined || !isUnspendable(key, input.tapKeyPaths);
  return {
    ...lowRPlaceholders,
    schnorr: ({ leafHash }) => (hasKeyPath || leafHash ? schnorrOf(input) : undefined),
  };
}

/**
 * Returns what to sign with, the likeliest first: only on paths that have every signature so far,
 * only on paths whose locks are open, and on all paths.
 */
function creatorsFor(
  { cache, secp256k1 }: PsbtSession,
  input: PsbtInput,
  index: number,
): readonly SignatureCreator[] {
  const all = creatorFor(input);
  const { checkLockTime, checkSequence } = transactionChecker(cache, index, secp256k1);
  const open = { ...all, checkLockTime, checkSequence };
  const leaves = new Set(input.tapScriptSignatures.map(({ leafHash }) => encodeHex(leafHash)));
  const keys = keysBeside(input, cache.coins[index]?.scriptPubKey ?? emptyBytes);
  const started: SignatureCreator = {
    ...open,
    schnorr: (request) => {
      const { leafHash } = request;
      const isOther = leaves.size > 0 && !(leafHash && leaves.has(encodeHex(leafHash)));
      return isOther ? undefined : open.schnorr(request);
    },
    ecdsa: (request) =>
      keys === undefined || keys.has(encodeHex(request.publicKey)) || keys.has(request.id)
        ? open.ecdsa(request)
        : undefined,
  };
  return [started, open, all];
}

/** Returns the keys and key hashes of the paths that have every signature of an input so far. */
function keysBeside(input: PsbtInput, scriptPubKey: Bytes): ReadonlySet<string> | undefined {
  const signed = input.partialSignatures.map(({ publicKey }) => publicKey);
  if (signed.length === 0) return undefined;
  const { script, sigVersion } = scriptCode(input, scriptPubKey);
  const paths = branchesOf(script, sigVersion === 'base' ? undefined : 'p2wsh') ?? [];
  const keys = paths.map((path) => new Set(path.keys.map(encodeHex)));
  const isIn = (path: ReadonlySet<string>) => (key: Bytes) =>
    path.has(encodeHex(key)) || path.has(encodeHex(hash160(key)));
  const started = keys.filter((path) => signed.every(isIn(path)));
  return started.length > 0 ? new Set(started.flatMap((path) => [...path])) : undefined;
}

/** Returns whether the script behind a hash is missing. */
function hides({ redeemScript, witnessScript }: PsbtInput, isNested: boolean): boolean {
  if (isNested && redeemScript.length === 0) return true;
  const isHash = !isNested || solveScript(redeemScript).kind === 'witness_v0_scripthash';
  return isHash && witnessScript.length === 0;
}

/**
 * Returns the scripts that signing would add: known sizes for the usual kinds, dummy signatures for
 * others.
 */
function scriptsWhenSigned(session: PsbtSession, input: PsbtInput, index: number): Scripts {
  const script = session.cache.coins[index]?.scriptPubKey;
  if (script === undefined) return keyAndSignature;
  const { redeemScript, tapLeaves } = input;
  const outer = solveScript(script);
  switch (outer.kind) {
    case 'witness_v0_keyhash':
      return keyAndSignature;
    case 'pubkeyhash':
      return {
        scriptSig: concatBytes(pushBytes(ECDSA), pushBytes(keyOf(input, outer.hash))),
        witness: [],
      };
    case 'witness_v1_taproot':
      if (tapLeaves.length > 0) break;
      return { scriptSig: new Uint8Array(0), witness: [schnorrOf(input)] };
    case 'scripthash':
      if (solveScript(redeemScript).kind === 'witness_v0_keyhash') {
        return { ...keyAndSignature, scriptSig: pushBytes(redeemScript) };
      }
      if (hides(input, true)) return hiddenScripts(input, true);
      break;
    case 'witness_v0_scripthash':
      if (hides(input, false)) return hiddenScripts(input, false);
  }
  // An unusual type would have to be requested. Only BIP340 signatures are larger with one.
  const usual = { ...input, sighashType: undefined };
  for (const creator of creatorsFor(session, input, index)) {
    const { input: filled, error } = signWithPlaceholders(session, index, usual, creator);
    if (error === undefined) {
      return { scriptSig: filled.finalScriptSig, witness: filled.finalWitness };
    }
  }
  return keyAndSignature;
}
