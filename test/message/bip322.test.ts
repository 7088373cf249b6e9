import { describe, expect, test } from 'vitest';
import { hash160, sha256 } from '../../src/crypto/hash.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { decodeWif } from '../../src/crypto/wif.ts';
import { decodeHex, encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { type MessageJob, signMessageTask } from '../../src/message/sign.ts';
import { verifyMessage } from '../../src/message/verify.ts';
import { toSign, toSpend } from '../../src/message/virtual-transactions.ts';
import { decodeAddress } from '../../src/script/address.ts';
import { p2wpkhScript, p2wshScript } from '../../src/script/builders.ts';
import { signHere } from '../../src/signing/batch-signer.ts';
import { createKeyProvider } from '../../src/signing/miniscript-provider.ts';
import { transactionId } from '../../src/transaction/txid.ts';
import { readVector } from '../support/paths.ts';

type Signed = {
  readonly message: string;
  readonly private_keys: readonly string[];
  readonly address: string;
  readonly type: string;
  readonly witness_script: string;
  readonly sig_script?: string;
  readonly bip322_signatures: readonly string[];
  readonly lock_time?: number;
  readonly sequence?: number;
};
type Refused = {
  readonly description: string;
  readonly message: string;
  readonly address: string;
  readonly signature: string;
};
type Hashes = {
  readonly message: string;
  readonly address: string;
  readonly message_hash: string;
  readonly to_spend_tx_hash: string;
  readonly to_sign_tx_hash: string;
};
type Vectors = {
  readonly tx_hashes?: readonly Hashes[];
  readonly simple: readonly Signed[];
  readonly full?: readonly Signed[];
  readonly proof_of_funds?: readonly (Signed & {
    readonly additional_inputs: readonly (readonly { readonly value: number }[])[];
  })[];
  readonly error: readonly Refused[];
};

const files: readonly Vectors[] = ['basic', 'generated'].map((name) =>
  JSON.parse(readVector(`messages/bip322-${name}.json`)),
);
const signed = files.flatMap(({ simple, full = [] }) => [...simple, ...full]);
const secp256k1 = kernelSecp256k1;

function scriptOf(address: string) {
  const script = decodeAddress(address, networks.main);
  if ('error' in script) throw new Error(script.error);
  return script;
}

const verify = (address: string, message: string, signature: string) =>
  verifyMessage({ scriptPubKey: scriptOf(address), message, signature }, secp256k1);

describe('the vectors of BIP322', () => {
  test.each(files.flatMap(({ tx_hashes = [] }) => tx_hashes))(
    'build the transactions of "$message"',
    ({ message, address, message_hash, to_spend_tx_hash, to_sign_tx_hash }) => {
      const spend = toSpend(message, scriptOf(address));
      expect(encodeHex(spend.inputs[0]?.scriptSig ?? sha256(new Uint8Array(0)))).toBe(
        `0020${message_hash}`,
      );
      expect(transactionId(spend)).toBe(to_spend_tx_hash);
      expect(transactionId(toSign(spend, [], {}))).toBe(to_sign_tx_hash);
    },
  );

  test.each(signed)('are valid: $type, $message', (vector) => {
    for (const signature of vector.bip322_signatures) {
      expect(verify(vector.address, vector.message, signature)).toEqual({
        state: 'valid',
        format: vector.sig_script === undefined ? 'simple' : 'full',
        locktime: vector.lock_time ?? 0,
        sequence: vector.sequence ?? 0,
        coins: [],
      });
    }
  });

  test.each(files.flatMap(({ error }) => error))('are refused: $description', (vector) => {
    expect(verify(vector.address, vector.message, vector.signature).state).toBe('invalid');
  });

  test.each(files.flatMap(({ proof_of_funds = [] }) => proof_of_funds))(
    'prove funds: $message',
    ({ address, message, bip322_signatures: [signature = ''], additional_inputs }) => {
      const verdict = verify(address, message, signature);
      expect(verdict).toMatchObject({ state: 'valid', format: 'proof-of-funds', locktime: 123 });
      expect(verdict.coins.map(({ value: amount }) => Number(amount))).toEqual(
        additional_inputs.flat().map(({ value }) => value),
      );
      expect(verify(address, `${message}.`, signature).state).toBe('invalid');
    },
  );

  test.each(signed.filter(({ type }) => !type.includes('time-lock')))(
    'are signed for anew: $type, $message',
    (vector) => {
      const signature = sign(vector);
      expect(signature).toMatch(vector.sig_script === undefined ? /^smp/ : /^ful/);
      expect(verify(vector.address, vector.message, String(signature))).toMatchObject({
        state: 'valid',
        locktime: vector.lock_time ?? 0,
        sequence: vector.sequence ?? 0,
      });
    },
  );
});

function sign(
  { address, message, private_keys, witness_script, sig_script = '', lock_time, sequence }: Signed,
  more: Partial<MessageJob> = {},
) {
  const keys = private_keys.flatMap((wif) => decodeWif(wif, networks.main) ?? []);
  const bytes = (hex: string) => decodeHex(hex) ?? new Uint8Array(0);
  const scripts = [
    bytes(witness_script),
    bytes(sig_script),
    p2wshScript(sha256(bytes(witness_script))),
  ];
  for (const key of keys) scripts.push(p2wpkhScript(hash160(key.publicKey(secp256k1))));
  const provider = createKeyProvider({ keys, scripts, bip86: true }, secp256k1);
  const job: MessageJob = {
    message,
    scriptPubKey: scriptOf(address),
    provider,
    locktime: lock_time,
    sequence,
    secp256k1,
    ...more,
  };
  return signHere(job, (signer) => signMessageTask(job, signer));
}
