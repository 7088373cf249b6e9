import { beforeAll, expect, test } from 'vitest';
import { sha256 } from '../../src/crypto/hash.ts';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { encodeWif } from '../../src/crypto/wif.ts';
import { decodeHex, encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import type { Context } from '../../src/rpc/context.ts';
import { handleBody } from '../../src/rpc/envelope.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { multisigScript, p2wshScript } from '../../src/script/builders.ts';
import { decodeTransaction, encodeTransaction } from '../../src/transaction/codec.ts';
import { type Coin, outPointKey, type Transaction } from '../../src/transaction/transaction.ts';
import { transactionId } from '../../src/transaction/txid.ts';
import { casesOfRun } from '../support/generate/cases.ts';
import { createRandom, type Random, seedOfRun } from '../support/generate/random.ts';
import { randomSpendable, type Spendable } from '../support/generate/scripts.ts';
import { askBoth } from '../support/nodes/both.ts';
import { callNode, postToNode } from '../support/nodes/node-client.ts';
import { keyOf, publicKeyOf } from '../support/signing.ts';

const seed = seedOfRun();
const rounds = casesOfRun(12);
const nothing = new Uint8Array(0);

/** Coinbase outputs that anyone can spend. */
let purses: string[] = [];

beforeAll(async () => {
  const blocks = await callNode('generatetodescriptor', [rounds + 100, 'raw(51)']);
  const hashes = (blocks as string[]).slice(0, rounds);
  const mined = await Promise.all(hashes.map((hash) => callNode('getblock', [hash])));
  purses = mined.map((block) => (block as { tx: [string] }).tx[0]);
});

const hexOf = (transaction: Transaction) => encodeHex(encodeTransaction(transaction));

/** Mines coins of these kinds. */
async function fund(purse: string, spendables: readonly Spendable[]): Promise<string> {
  const funding: Transaction = {
    version: 2,
    locktime: 0,
    inputs: [{ prevout: { txid: purse, vout: 0 }, scriptSig: nothing, sequence: 0, witness: [] }],
    outputs: spendables.map(({ scriptPubKey }) => ({ value: 100_000n, scriptPubKey })),
  };
  await callNode('generateblock', ['raw(51)', [hexOf(funding)]]);
  return transactionId(funding);
}

/** Returns the transaction as signed by some of the signers. */
async function sign(
  random: Random,
  hex: string,
  txid: string,
  spendables: readonly Spendable[],
): Promise<string> {
  const keys = spendables.flatMap((each) => each.keys).filter(() => random.oneIn(2));
  const prevtxs = spendables.map(({ scriptPubKey, redeemScript, witnessScript }, vout) => ({
    txid,
    vout,
    scriptPubKey: encodeHex(scriptPubKey),
    amount: 0.001,
    ...(redeemScript && { redeemScript: encodeHex(redeemScript) }),
    ...(witnessScript && { witnessScript: encodeHex(witnessScript) }),
  }));
  const wifs = keys.map(({ wif }) => wif);
  const signed = await callNode('signrawtransactionwithkey', [hex, wifs, prevtxs]);
  return (signed as { hex: string }).hex;
}

test('signatures of several copies are combined as on the node', async () => {
  const random = createRandom(seed);
  for (const purse of purses) {
    const spendables = Array.from({ length: 6 }, () => randomSpendable(random)).filter(
      // Core loses taproot signatures here; this node keeps them.
      ({ kind }) => kind !== 'nulldata' && kind !== 'rawtr',
    );
    const txid = await fund(purse, spendables);
    const unsigned = hexOf({
      version: 2,
      locktime: 0,
      inputs: spendables.map((_, vout) => {
        return { prevout: { txid, vout }, scriptSig: nothing, sequence: 0xfffffffe, witness: [] };
      }),
      outputs: [{ value: 1000n, scriptPubKey: Uint8Array.of(0x51) }],
    });
    const copies = [unsigned];
    for (let i = random.int(3); i >= 0; i--) {
      copies.push(
        await sign(
          random,
          random.oneIn(2) ? unsigned : (copies.at(-1) ?? unsigned),
          txid,
          spendables,
        ),
      );
    }
    if (random.oneIn(6)) copies.push(unsigned.slice(2 * random.int(2)).slice(0, -2));
    const coins = new Map<string, Coin>(
      spendables.map(({ scriptPubKey }, vout) => [
        outPointKey({ txid, vout }),
        { value: 100_000n, scriptPubKey },
      ]),
    );
    const context: Context = {
      network: networks.regtest,
      profile: 'core',
      secp256k1: nobleSecp256k1,
      findCoins: () => coins,
    };
    const params = JSON.stringify([random.shuffle(copies)]);
    const body = `{"jsonrpc":"1.0","id":"o","method":"combinerawtransaction","params":${params}}`;
    const ours = await handleBody(body, { methods, context });
    const theirs = await postToNode(body);
    expect(ours, spendables.map(({ kind }) => kind).join(' ')).toEqual(theirs);
  }
});

test('signatures of a multisig in another order are found as on the node', async () => {
  const numbers = [1, 2, 3];
  const witnessScript = multisigScript(
    3,
    numbers.map((number) => publicKeyOf(number)),
  );
  const prevout = { txid: 'ab'.repeat(32), vout: 0 };
  const scriptPubKey = encodeHex(p2wshScript(sha256(witnessScript)));
  const coin = { ...prevout, amount: 1, scriptPubKey, witnessScript: encodeHex(witnessScript) };
  const sign = (number: number, witness: readonly Uint8Array[]) => {
    const input = { prevout, scriptSig: nothing, sequence: 0xfffffffe, witness };
    const outputs = [{ value: 1000n, scriptPubKey: Uint8Array.of(0x51) }];
    const spend = hexOf({ version: 2, locktime: 0, inputs: [input], outputs });
    const wif = encodeWif(keyOf(number), networks.regtest);
    return askBoth('signrawtransactionwithkey', JSON.stringify([spend, [wif], [coin]]));
  };
  const signatureOf = async (number: number) => {
    const { hex } = (await sign(number, [])).node.result as { hex: string };
    const witness = decodeTransaction(decodeHex(hex) ?? nothing, { witness: true })?.inputs[0]
      ?.witness;
    return witness?.find(({ length }, i) => length > 0 && i < witness.length - 1) ?? nothing;
  };
  const one = await signatureOf(1);
  const two = await signatureOf(2);
  for (const items of [
    [one, two],
    [two, one],
    [two, nothing, one],
    [one, nothing, two],
    [nothing, two, one],
    [one, one, two],
    [two, two, one],
  ]) {
    const { ours, node } = await sign(3, [nothing, ...items, witnessScript]);
    expect(ours).toEqual(node);
  }
});
