import { readFileSync } from 'node:fs';
import { Transaction } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import { hash160, sha256 } from '../../src/crypto/hash.ts';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { decodeHex } from '../../src/encoding/hex.ts';
import { extractTransaction } from '../../src/psbt/extract.ts';
import { finalTxid } from '../../src/psbt/final-txid.ts';
import { finalizePsbt } from '../../src/psbt/finalize.ts';
import { createPsbt, type Psbt } from '../../src/psbt/psbt.ts';
import { signPsbt } from '../../src/psbt/sign-psbt.ts';
import {
  multisigScript,
  p2pkhScript,
  p2shScript,
  p2trScript,
  p2wpkhScript,
  p2wshScript,
} from '../../src/script/builders.ts';
import { createKeyProvider } from '../../src/signing/miniscript-provider.ts';
import { encodeTransaction } from '../../src/transaction/codec.ts';
import { vectorPath } from '../support/paths.ts';
import { readPsbt } from '../support/psbt.ts';
import { keyOf, publicKeyOf, xOnlyOf } from '../support/signing.ts';

const { roles } = JSON.parse(readFileSync(vectorPath('psbt/bip174.json'), 'utf8'));

test("the id of BIP174's transaction is known once its legacy input is final", () => {
  const extracted = decodeHex(roles.extracted) ?? new Uint8Array(0);
  const theirs = Transaction.fromRaw(extracted, {
    allowUnknownInputs: true,
    allowUnknownOutputs: true,
  });
  const combined = readPsbt(roles.combined);
  expect(finalTxid(combined)).toBe(undefined);
  expect(finalTxid(finalizePsbt(combined, secp256k1).psbt)).toBe(theirs.id);
});

const inner = p2wpkhScript(hash160(publicKeyOf(1)));
const multisig = multisigScript(1, [publicKeyOf(1)]);
const nestedMultisig = p2wshScript(sha256(multisig));

/** One input of each script, and the redeem scripts in the same order. */
function spending(scripts: readonly Uint8Array[], redeem: readonly Uint8Array[] = []): Psbt {
  const inputs = scripts.map((_, vout) => ({
    prevout: { txid: '11'.repeat(32), vout },
    scriptSig: new Uint8Array(0),
    sequence: 0xfffffffd,
    witness: [],
  }));
  const outputs = [{ value: 1000n, scriptPubKey: inner }];
  const psbt = createPsbt({ version: 2, inputs, outputs, locktime: 7 }, 2);
  return {
    ...psbt,
    inputs: psbt.inputs.map((input, i) => ({
      ...input,
      witnessUtxo: { value: 900n, scriptPubKey: scripts[i] ?? inner },
      redeemScript: redeem[i] ?? new Uint8Array(0),
    })),
  };
}

test('the id of segwit inputs, also in P2SH, is known before they are signed', () => {
  const scripts = [inner, p2shScript(hash160(inner)), p2trScript(xOnlyOf(1))];
  const nested = p2shScript(hash160(nestedMultisig));
  const none = new Uint8Array(0);
  const psbt = spending([...scripts, nested], [none, inner, none, nestedMultisig]);
  const provider = createKeyProvider(
    { keys: [keyOf(1)], scripts: [inner, multisig, nestedMultisig] },
    secp256k1,
  );
  const signed = signPsbt({ psbt, provider, secp256k1, finalize: true });
  if ('error' in signed) throw new Error(signed.error);
  const transaction = extractTransaction(signed.psbt, { maxFeeRate: 0, maxFee: 10_000n });
  if ('error' in transaction) throw new Error(transaction.error);
  const theirs = Transaction.fromRaw(encodeTransaction(transaction), {
    allowUnknownInputs: true,
    allowUnknownOutputs: true,
  });
  expect(finalTxid(psbt)).toBe(theirs.id);
  expect(finalTxid(signed.psbt)).toBe(theirs.id);
  // One input is final, and the others are not.
  const [first, ...others] = psbt.inputs;
  const [final] = signed.psbt.inputs;
  if (first === undefined || final === undefined) throw new Error('no input');
  expect(finalTxid({ ...psbt, inputs: [final, ...others] })).toBe(theirs.id);
});

test.each<[string, Psbt]>([
  ['a legacy input', spending([p2pkhScript(hash160(publicKeyOf(1)))])],
  ['P2SH without its redeem script', spending([p2shScript(hash160(inner))])],
  ['P2SH of a legacy script', spending([p2shScript(hash160(multisig))], [multisig])],
  [
    'a legacy input with a redeem script of segwit',
    spending([p2pkhScript(hash160(inner))], [inner]),
  ],
  [
    'an unknown coin',
    {
      ...spending([inner]),
      inputs: spending([inner]).inputs.map((input) => ({ ...input, witnessUtxo: undefined })),
    },
  ],
])('the id is not known before signing with %s', (_, psbt) => {
  expect(finalTxid(psbt)).toBe(undefined);
});

test('the id is not known if lock times exclude each other', () => {
  const psbt = spending([inner, inner]);
  const inputs = psbt.inputs.map((input, i) =>
    i === 0 ? { ...input, heightLocktime: 5 } : { ...input, timeLocktime: 500_000_000 },
  );
  expect(finalTxid({ ...psbt, inputs })).toBe(undefined);
});

test('refuses an argument that is no PSBT', () => {
  const psbt = { ...spending([inner]), input: [] };
  expect(() => finalTxid(psbt)).toThrow(expect.objectContaining({ code: 'WRONG_ARGUMENT' }));
});
