import { hash160 } from '../../src/crypto/hash.ts';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { PrivateKey } from '../../src/crypto/private-key.ts';
import type { Bytes } from '../../src/encoding/bytes.ts';
import { decodeHex } from '../../src/encoding/hex.ts';
import { p2wpkhScript } from '../../src/script/builders.ts';
import type { SigningJob, SigningOutcome } from '../../src/signing/job.ts';
import type { KeyProviderOptions } from '../../src/signing/key-provider.ts';
import { createKeyProvider } from '../../src/signing/miniscript-provider.ts';
import type { SigningProvider } from '../../src/signing/provider.ts';
import { signLocally } from '../../src/signing/sign-locally.ts';
import { signTransaction } from '../../src/signing/sign-transaction.ts';
import type { SignatureRequest } from '../../src/signing/signature-request.ts';
import { type Coin, outPointKey, type Transaction } from '../../src/transaction/transaction.ts';

export const curve = nobleSecp256k1;

/** Returns the answers of a device with the keys of `provider`. */
export const answersOf = (
  requests: readonly SignatureRequest[],
  provider: SigningProvider,
): (Bytes | undefined)[] =>
  signLocally(
    requests,
    requests.map(({ publicKey }) => provider.getPrivateKey(hash160(publicKey))),
    curve,
  ).map((made) => made?.signature);

/** Returns the private key `number`, for tests that need any key. */
export function keyOf(number: number, compressed = true): PrivateKey {
  const bytes = new Uint8Array(32);
  new DataView(bytes.buffer).setUint32(28, number);
  const key = PrivateKey.from(bytes, compressed);
  if (key === undefined) throw new Error(`${number} is no private key`);
  return key;
}

export const publicKeyOf = (number: number, compressed = true): Bytes =>
  keyOf(number, compressed).publicKey(curve);

export const xOnlyOf = (number: number): Bytes => publicKeyOf(number).subarray(1);

export function hexBytes(text: string): Bytes {
  const bytes = decodeHex(text);
  if (bytes === undefined) throw new Error('not hexadecimal');
  return bytes;
}

export type Spend = {
  readonly transaction: Transaction;
  readonly coins: ReadonlyMap<string, Coin>;
};

export type SpendOptions = {
  readonly version?: number;
  readonly locktime?: number;
  readonly sequence?: number;
  readonly outputs?: number;
  /** The program that it pays. Default: zeros, which no key has. */
  readonly program?: Bytes;
};

/**
 * Makes a transaction with one input for each script, 100,000 satoshi each. `undefined`: the coin
 * is unknown.
 */
export function spendOf(
  scripts: readonly (Bytes | undefined)[],
  {
    version = 2,
    locktime = 0,
    sequence = 0xfffffffd,
    outputs = 1,
    program = new Uint8Array(20),
  }: SpendOptions = {},
): Spend {
  const inputs = scripts.map((_, i) => ({
    prevout: { txid: '11'.repeat(32), vout: i },
    scriptSig: new Uint8Array(0),
    sequence,
    witness: [],
  }));
  const output = { value: 100_000n, scriptPubKey: p2wpkhScript(program) };
  const coins = new Map<string, Coin>();
  for (const [i, scriptPubKey] of scripts.entries()) {
    const prevout = inputs[i]?.prevout;
    if (scriptPubKey && prevout) {
      coins.set(outPointKey(prevout), { value: 100_000n, scriptPubKey });
    }
  }
  return {
    transaction: { version, inputs, outputs: new Array(outputs).fill(output), locktime },
    coins,
  };
}

export type Signer = Partial<Pick<SigningJob, 'sighashType' | 'onProgress'>> &
  ({ readonly provider: SigningProvider } | Partial<KeyProviderOptions>);

export function jobOf({ transaction, coins }: Spend, signer: Signer): SigningJob {
  const provider =
    'provider' in signer ? signer.provider : createKeyProvider({ keys: [], ...signer }, curve);
  const { sighashType = 0, onProgress } = signer;
  const progress = onProgress && { onProgress };
  return { transaction, coins, provider, sighashType, secp256k1: curve, ...progress };
}

export function sign(spend: Spend, signer: Signer): SigningOutcome {
  return signTransaction(jobOf(spend, signer));
}
