import { hash160 } from '../crypto/hash.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { solveScript } from '../script/templates.ts';
import { type Coin, outPointKey, type Transaction, type TxIn } from '../transaction/transaction.ts';
import { transactionWeight, virtualSize } from '../transaction/weight.ts';
import { produceSignature } from './assemble.ts';
import { lowRPlaceholders, type SignatureCreator } from './creator.ts';
import { publicKeysOfXOnly } from './keys.ts';
import type { SigningProvider } from './provider.ts';
import { emptySignatureData } from './signature-data.ts';
import { type Pause, runNow, type Task } from './task.ts';

const SCHNORR: Bytes = new Uint8Array(64);
const ECDSA: Bytes = new Uint8Array(72);
const PUBLIC_KEY: Bytes = new Uint8Array(33);

/**
 * Creates placeholder signatures, so that an input has its final size. BIP340 placeholders are only
 * made for keys that the provider or a MuSig2 participant has. These decide which path of a taproot
 * output is used.
 */
export function placeholderCreator(provider: SigningProvider): SignatureCreator {
  const canSign = (publicKey: Bytes) => provider.canSign(hash160(publicKey));
  const takesPart = (publicKey: Bytes) =>
    provider.getMusigParticipants().get(encodeHex(publicKey))?.some(canSign) ?? false;
  const has = (xOnly: Bytes) =>
    publicKeysOfXOnly(xOnly).some((key) => canSign(key) || takesPart(key));
  return { ...lowRPlaceholders, schnorr: ({ xOnly }) => (has(xOnly) ? SCHNORR : undefined) };
}

/**
 * Returns the virtual size of the signed transaction. It is approximate if scripts or keys are
 * unknown.
 */
export const estimateSignedSize = (
  transaction: Transaction,
  coins: ReadonlyMap<string, Coin>,
  provider: SigningProvider,
): number => runNow(estimateSizeTask(transaction, coins, provider));

/** Number of inputs that are estimated between pauses. */
const FEW = 64;

/** Estimates the size as `estimateSignedSize` does, and lets other work run. */
export function* estimateSizeTask(
  transaction: Transaction,
  coins: ReadonlyMap<string, Coin>,
  provider: SigningProvider,
  pause?: Pause,
): Task<number> {
  const creator = placeholderCreator(provider);
  const inputs: TxIn[] = [];
  for (const input of transaction.inputs) {
    const coin = coins.get(outPointKey(input.prevout));
    inputs.push(coin ? withPlaceholders(input, coin.scriptPubKey, provider, creator) : input);
    if (pause && inputs.length % FEW === 0) yield pause();
  }
  return virtualSize(transactionWeight({ ...transaction, inputs }));
}

function withPlaceholders(
  input: TxIn,
  script: Bytes,
  provider: SigningProvider,
  creator: SignatureCreator,
): TxIn {
  const { kind } = solveScript(script);
  if (kind === 'witness_v0_keyhash') return { ...input, witness: [ECDSA, PUBLIC_KEY] };
  const { data, solved } = produceSignature(provider, creator, script, emptySignatureData);
  if (solved) return { ...input, scriptSig: data.scriptSig, witness: data.witness };
  if (input.scriptSig.length > 0 || input.witness.length > 0) return input;
  return kind === 'witness_v1_taproot'
    ? { ...input, witness: [SCHNORR] }
    : { ...input, witness: [ECDSA, PUBLIC_KEY] };
}
