import { p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { describe, expect, test } from 'vitest';
import { decodeHex } from '../../../src/encoding/hex.ts';
import {
  type Account,
  type AccountCoin,
  addInput,
  combine,
  extract,
  formatPsbt,
  fund,
  isColdsignError,
  type Psbt,
  parsePsbt,
  review,
  sign,
} from '../../../src/index.ts';
import { convertPsbt, finalTxid } from '../../../src/public/psbt.ts';
import { accountTexts, open, SOMEBODY, utxosOf } from '../../support/generate/accounts.ts';

const network = { ...TEST_NETWORK, bech32: 'bcrt' };
const payerKey = new Uint8Array(32).fill(9);
const payer = p2wpkh(pubECDSA(payerKey), network);

/** The transaction that paid the payer. A payer hands it over, so that the fee is proven. */
const earlier = new Transaction({ allowUnknownInputs: true, disableScriptCheck: true });
earlier.addInput({ txid: '55'.repeat(32), index: 1, finalScriptSig: new Uint8Array() });
earlier.addOutputAddress(payer.address ?? '', 100_000n, network);

/** Another library pays 60,000 sat to an address, and signs: the original PSBT of BIP78. */
function original(to: string, type?: number): Psbt {
  const transaction = new Transaction();
  transaction.addInput({
    txid: earlier.id,
    index: 0,
    sequence: 0xfffffffd,
    nonWitnessUtxo: earlier.toBytes(true, true),
    witnessUtxo: { script: payer.script, amount: 100_000n },
    ...(type !== undefined && { sighashType: type }),
  });
  transaction.addOutputAddress(to, 60_000n, network);
  transaction.addOutputAddress(payer.address ?? '', 39_000n, network);
  transaction.signIdx(payerKey, 0, type === undefined ? undefined : [type]);
  return parsePsbt(transaction.toPSBT(0));
}

/** Returns the payment with more money in one output. */
const raised = (psbt: Psbt, index: number, by: bigint): Psbt => ({
  ...psbt,
  outputs: psbt.outputs.map((output, i) =>
    i === index ? { ...output, value: output.value + by } : output,
  ),
});

function coinOf(account: Account, value = 50_000): AccountCoin {
  const [, coin] = account.coins(utxosOf(account, [10_000, value]), { height: 400 });
  if (coin === undefined) throw new Error('no coin');
  return coin;
}

const codeOf = (run: () => unknown) => {
  try {
    run();
    return undefined;
  } catch (error) {
    return isColdsignError(error) ? `${error.code}: ${error.message}` : error;
  }
};

describe.each(Object.entries(accountTexts))('a payee with %s', (kind, text) => {
  const account = open(text);

  test.each([0, 1])('adds a coin to the payment of another library at %i', async (index) => {
    const asked = original(account.address(3));
    expect(asked.inputs[0]?.partialSignatures).toHaveLength(1);
    const more = raised(addInput(asked, coinOf(account), { index }), 0, 49_500n);
    expect(more.inputs.map(({ sequence }) => sequence)).toEqual([0xfffffffd, 0xfffffffd]);
    expect(more.inputs[1 - index]?.partialSignatures).toEqual([]);

    const reviewed = review(more, { account });
    expect(reviewed.inputs.map(({ owner }) => owner !== undefined)).toEqual(
      index === 0 ? [true, false] : [false, true],
    );
    expect(reviewed.outputs[0]?.owner).toBeDefined();
    const proposal = await sign(more, { keys: account, reviewed });
    expect(proposal.problems.map(({ input }) => input)).toEqual([1 - index]);

    // The payer signs what the payee proposes.
    const theirs = Transaction.fromPSBT(formatPsbt(proposal.psbt, 'bytes'));
    expect(theirs.signIdx(payerKey, 1 - index)).toBe(true);
    const done = extract(combine(proposal.psbt, theirs.toPSBT(0)));
    expect(done.fee).toBe(1_500n);
    expect(done.transaction.outputs.map(({ value }) => value)).toEqual([109_500n, 39_000n]);
    if (kind.startsWith('sh(wpkh') || !/^(pkh|sh)/.test(kind)) {
      expect(finalTxid(more)).toBe(done.txid);
    }
  });
});

const wpkh = open(accountTexts.wpkh);
const coin = coinOf(wpkh);
const paid = original(wpkh.address(3));

test('signatures that another input does not break stay', () => {
  const [ALL, SINGLE] = [0x81, 0x83];
  const left = (type: number, index: number) =>
    addInput(original(wpkh.address(3), type), coin, { index }).inputs[1 - index]?.partialSignatures
      .length;
  expect([left(ALL, 0), left(ALL, 1), left(SINGLE, 1)]).toEqual([1, 1, 1]);
  // The signature commits to the output beside its input, which is now another one.
  expect(left(SINGLE, 0)).toBe(0);
});

test('a coin that cannot be added is refused', () => {
  expect(codeOf(() => addInput(addInput(paid, coin), coin))).toMatch(
    /^WRONG_ARGUMENT: input 1 spends this coin already/,
  );
  expect(codeOf(() => addInput(paid, coin, { index: 2 }))).toMatch(/from 0 to 1/);
  const closed = convertPsbt(paid, 2);
  expect(closed && codeOf(() => addInput(closed, coin))).toMatch(/does not let others add/);
  const opened = closed && { ...closed, txModifiable: 1 };
  expect(opened && codeOf(() => addInput(opened, coin))).toBe(undefined);
  expect(codeOf(() => addInput(paid, { ...coin, coinbase: true, confirmations: 99 }))).toMatch(
    /^IMMATURE_COIN/,
  );
  for (const place of [{ side: 'change' }, { index: 7 }, { index: -1 }] as const) {
    expect(codeOf(() => addInput(paid, { ...coin, ...place }))).toMatch(
      /^WRONG_ARGUMENT: The coin is not at its place/,
    );
  }
  const legacy = coinOf(open(accountTexts.pkh));
  expect(codeOf(() => addInput(paid, { ...legacy, previousTransaction: undefined }))).toMatch(
    /^PREVIOUS_TRANSACTION_MISSING/,
  );
});

test('the limits of the fee stay with the payment', async () => {
  const limited = parsePsbt(formatPsbt(paid), { maxFee: 20_000n });
  const more = addInput(limited, coin);
  await expect(sign(more, { keys: wpkh })).rejects.toMatchObject({ code: 'FEE_TOO_HIGH' });
});

test('the id of a payment is known before it is signed, unless signing changes it', async () => {
  for (const [kind, text] of Object.entries(accountTexts)) {
    const account = open(text);
    const coins = account.coins(utxosOf(account, [90_000, 80_000]), { height: 400 });
    const outputs = [{ address: SOMEBODY, value: 120_000n }];
    const { psbt } = fund({ coins, outputs, change: account, feeRate: 3 });
    const { psbt: signed } = await sign(psbt, { keys: account });
    const { txid, hex } = extract(signed);
    const theirs = Transaction.fromRaw(decodeHex(hex) ?? new Uint8Array(), {
      allowUnknownInputs: true,
      allowUnknownOutputs: true,
    });
    expect(theirs.id).toBe(txid);
    const isLegacy = kind === 'pkh' || kind === 'sh(multi)';
    expect(finalTxid(psbt)).toBe(isLegacy ? undefined : txid);
    expect(finalTxid(signed)).toBe(txid);
    const bare = { ...psbt, inputs: psbt.inputs.map((each) => ({ ...each, ...unknownCoin })) };
    expect(finalTxid(bare)).toBe(undefined);
  }
});

const unknownCoin = { witnessUtxo: undefined, nonWitnessUtxo: undefined };
