import { expect, test } from 'vitest';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { createPsbt, type Psbt, type PsbtInput } from '../../src/psbt/psbt.ts';
import {
  combineCopies,
  takeSignatures,
  takeSignaturesTask,
} from '../../src/psbt/take-signatures.ts';
import { runTask } from '../../src/signing/task.ts';
import { readVector } from '../support/paths.ts';
import { readPsbt, writePsbt } from '../support/psbt.ts';

const nothing = new Uint8Array(0);
const inputs = Array.from({ length: 20 }, (_, vout) => ({
  prevout: { txid: 'dd'.repeat(32), vout },
  scriptSig: nothing,
  sequence: 0,
  witness: [],
}));
const psbt = createPsbt({ version: 2, locktime: 0, inputs, outputs: [] }, 2);

test('lets other work run after every eighth input of an answer', async () => {
  let pauses = 0;
  const pause = async () => {
    pauses++;
  };
  expect(await runTask(takeSignaturesTask(psbt, psbt, nobleSecp256k1, pause))).toEqual({ psbt });
  expect(pauses).toBe(2);
});

test('stops at the next pause when the caller aborts', async () => {
  const stopped = new Error('aborted');
  const pause = () => Promise.reject(stopped);
  const task = runTask(takeSignaturesTask(psbt, psbt, nobleSecp256k1, pause));
  await expect(task).rejects.toBe(stopped);
});

test('copies are combined in any order; a wrong signature for a coin from elsewhere is refused', () => {
  const { roles } = JSON.parse(readVector('psbt/bip174.json'));
  const [first, second]: Psbt[] = roles.signed.map(({ psbt }: { psbt: string }) => readPsbt(psbt));
  if (first === undefined || second === undefined) throw new Error('BIP174 has two signers');
  const combine = (...copies: readonly Psbt[]) => combineCopies(copies, nobleSecp256k1);
  const combined = combine(first, second);
  expect('psbt' in combined && writePsbt(combined.psbt)).toBe(roles.combined);

  const withoutCoins = (psbt: Psbt): Psbt => ({
    ...psbt,
    inputs: psbt.inputs.map((each) => ({
      ...each,
      nonWitnessUtxo: undefined,
      witnessUtxo: undefined,
    })),
  });
  const filled = combine(withoutCoins(first), second);
  expect('psbt' in filled && writePsbt(filled.psbt)).toBe(roles.combined);
  const wrong: Psbt = {
    ...first,
    inputs: first.inputs.map((each) => ({
      ...each,
      partialSignatures: each.partialSignatures.map(({ publicKey }) => ({
        publicKey,
        // Well formed, and valid for no transaction.
        signature: Uint8Array.from([
          ...[0x30, 6, 2, 1, 1, 2, 1, 1],
          ...(each.sighashType === undefined ? [1] : [each.sighashType]),
        ]),
      })),
    })),
  };
  for (const [copies, copy] of [
    [[withoutCoins(wrong), second], 0],
    [[second, wrong], 1],
  ] as const) {
    expect(combine(...copies)).toMatchObject({ error: expect.any(String), copy });
  }
});

test('no copies are refused', () => {
  expect(combineCopies([], nobleSecp256k1)).toEqual({ error: 'other transaction', copy: 0 });
});

test('an answer with another sequence number at any input is for another transaction', () => {
  for (const at of [0, 7, 19]) {
    const changed = psbt.inputs.map((input, i) => (i === at ? { ...input, sequence: 1 } : input));
    expect(takeSignatures(psbt, { ...psbt, inputs: changed }, nobleSecp256k1)).toEqual({
      error: 'other transaction',
    });
  }
  // BIP370: an absent sequence number is the final one.
  const final = (sequence: number | undefined): Psbt => ({
    ...psbt,
    inputs: psbt.inputs.map((input) => ({ ...input, sequence })),
  });
  for (const [own, theirs] of [
    [undefined, 0xffffffff],
    [0xffffffff, undefined],
  ]) {
    expect(takeSignatures(final(own), final(theirs), nobleSecp256k1)).toHaveProperty('psbt');
  }
});

test('an answer gives nonces, partial signatures and preimages, and no other fields', () => {
  const bytes = (size: number) => new Uint8Array(size).fill(7);
  const coin = { value: 1000n, scriptPubKey: Uint8Array.of(0x51, 0x20, ...bytes(32)) };
  const musig = (size: number) => [
    { participant: bytes(33), aggregate: bytes(33), leafHash: undefined, value: bytes(size) },
  ];
  const wanted = {
    musigPubNonces: musig(66),
    musigPartialSignatures: musig(32),
    ripemd160: [{ digest: bytes(20), preimage: bytes(1) }],
    sha256: [{ digest: bytes(32), preimage: bytes(1) }],
    hash160: [{ digest: bytes(20), preimage: bytes(2) }],
    hash256: [{ digest: bytes(32), preimage: bytes(2) }],
  };
  const others = {
    redeemScript: bytes(3),
    witnessScript: bytes(3),
    tapInternalKey: bytes(32),
    unknown: [{ key: bytes(2), value: bytes(1) }],
    proprietary: [{ key: Uint8Array.of(0xfc, 0, 0), value: bytes(1) }],
  };
  const own: Psbt = {
    ...psbt,
    inputs: psbt.inputs.map((input, i) => (i === 0 ? { ...input, witnessUtxo: coin } : input)),
  };
  const with_ = (fields: Partial<PsbtInput>): Psbt => ({
    ...own,
    inputs: own.inputs.map((input, i) => (i === 0 ? { ...input, ...fields } : input)),
  });
  const taken = takeSignatures(own, with_({ ...wanted, ...others }), nobleSecp256k1);
  expect(taken).toEqual({ psbt: with_(wanted) });
});

test('coins of a copy keep the signatures that were there', () => {
  const { roles } = JSON.parse(readVector('psbt/bip174.json'));
  const [first, second]: Psbt[] = roles.signed.map(({ psbt }: { psbt: string }) => readPsbt(psbt));
  if (first === undefined || second === undefined) throw new Error('BIP174 has two signers');
  // The coin of one input is unknown to the first copy.
  const blind: Psbt = {
    ...first,
    inputs: first.inputs.map((input, i) =>
      i === 1 ? { ...input, nonWitnessUtxo: undefined, witnessUtxo: undefined } : input,
    ),
  };
  for (const copies of [
    [blind, second],
    [second, blind],
    [blind, second, first],
  ]) {
    const combined = combineCopies(copies, nobleSecp256k1);
    expect('psbt' in combined && writePsbt(combined.psbt)).toBe(roles.combined);
  }
});
