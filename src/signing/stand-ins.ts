import { hash160 } from '../crypto/hash.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { solveScript } from '../script/templates.ts';
import { type Coin, outPointKey, type Transaction, type TxIn } from '../transaction/transaction.ts';
import { transactionWeight, virtualSize } from '../transaction/weight.ts';
import { produceSignature } from './assemble.ts';
import { dummySignatureCreator, type SignatureCreator } from './creator.ts';
import { publicKeysOfXOnly } from './keys.ts';
import type { SigningProvider } from './provider.ts';
import { emptySignatureData } from './signature-data.ts';

const SCHNORR: Bytes = new Uint8Array(64);
const ECDSA: Bytes = new Uint8Array(72);
const PUBLIC_KEY: Bytes = new Uint8Array(33);

/**
 * Creates placeholder signatures, so that an input has its final size. BIP340 placeholders are only
 * made for keys that the provider or a MuSig2 participant has. These decide which path of a taproot
 * output is used.
 */
export function standInCreator(provider: SigningProvider): SignatureCreator {
  const canSign = (publicKey: Bytes) => provider.canSign(hash160(publicKey));
  const takesPart = (publicKey: Bytes) =>
    provider.getMusigParticipants().get(encodeHex(publicKey))?.some(canSign) ?? false;
  const has = (xOnly: Bytes) =>
    publicKeysOfXOnly(xOnly).some((key) => canSign(key) || takesPart(key));
  return { ...dummySignatureCreator, schnorr: ({ xOnly }) => (has(xOnly) ? SCHNORR : undefined) };
}

/**
 * Returns the virtual size of the signed transaction. It is approximate if scripts or keys are
 * unknown.
 */
export function estimateSignedSize(
  transaction: Transaction,
  coins: ReadonlyMap<string, Coin>,
  provider: SigningProvider,
): number {
  const creator = standInCreator(provider);
  const inputs = transaction.inputs.map((input) => {
    const coin = coins.get(outPointKey(input.prevout));
    return coin ? standIn(input, coin.scriptPubKey, provider, creator) : input;
  });
  return virtualSize(transactionWeight({ ...transaction, inputs }));
}

function standIn(
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
