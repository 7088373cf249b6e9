import * as btc from '@scure/btc-signer';
import { initEccLib, Psbt, type Signer } from 'bitcoinjs-lib';
import * as curve from 'tiny-secp256k1';
import type { BenchCase, BenchInput } from './cases.ts';

initEccLib(curve);

/** Signs and finalizes by @scure/btc-signer, without verifying. */
export function scure({ inputs, unsigned, value }: BenchCase): void {
  const transaction = new btc.Transaction({ allowLegacyWitnessUtxo: true, allowUnknown: true });
  for (const { previous, scriptPubKey, witnessScript, internal } of inputs) {
    transaction.addInput({
      txid: previous.getId(),
      index: 0,
      sequence: 0xfffffffd,
      witnessUtxo: { script: scriptPubKey, amount: value },
      ...(witnessScript === undefined ? {} : { witnessScript }),
      ...(internal === undefined ? {} : { tapInternalKey: internal.publicKey.slice(1) }),
    });
  }
  for (const { script, value: amount } of unsigned.outs) transaction.addOutput({ script, amount });
  for (const [i, { privateKeys, internal }] of inputs.entries()) {
    for (const key of internal === undefined ? privateKeys : [internal.privateKey])
      transaction.signIdx(key, i);
  }
  transaction.finalize();
  if (transaction.hex.length === 0) throw new Error('nothing was signed');
}

/** Signs and finalizes by bitcoinjs-lib with tiny-secp256k1, without verifying. */
export function bitcoinjs({ inputs, unsigned, value }: BenchCase): void {
  const psbt = new Psbt({ maximumFeeRate: 1e9 });
  psbt.setVersion(2);
  for (const { previous, scriptPubKey, witnessScript, internal } of inputs) {
    const witnessUtxo = { script: scriptPubKey, value };
    const spent = isLegacy(scriptPubKey)
      ? { nonWitnessUtxo: previous.toBuffer() }
      : { witnessUtxo };
    psbt.addInput({
      hash: previous.getHash(),
      index: 0,
      sequence: 0xfffffffd,
      ...spent,
      ...(witnessScript === undefined ? {} : { witnessScript }),
      ...(internal === undefined ? {} : { tapInternalKey: internal.publicKey.slice(1) }),
    });
  }
  for (const output of unsigned.outs) psbt.addOutput(output);
  for (const [i, input] of inputs.entries()) {
    for (const signer of signersOf(input)) psbt.signInput(i, signer);
  }
  psbt.finalizeAllInputs();
  if (psbt.extractTransaction(true).ins.length !== inputs.length)
    throw new Error('inputs are lost');
}

function isLegacy(scriptPubKey: Uint8Array): boolean {
  return scriptPubKey[0] === 0x76;
}

function signersOf({ privateKeys, publicKeys }: BenchInput): Signer[] {
  return privateKeys.map((privateKey, i) => ({
    publicKey: publicKeys[i] ?? new Uint8Array(),
    sign: (hash: Uint8Array) => curve.sign(hash, privateKey),
    signSchnorr: (hash: Uint8Array) => curve.signSchnorr(hash, privateKey),
  }));
}
