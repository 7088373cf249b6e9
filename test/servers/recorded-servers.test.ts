import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decodeHeader } from '../../src/chain/block-codec.ts';
import { merkleBranchRoot } from '../../src/chain/merkle-branch.ts';
import { decodeHex } from '../../src/encoding/hex.ts';
import { createCoinSource } from '../../src/servers/create-coin-source.ts';
import { createElectrumSource } from '../../src/servers/electrum.ts';
import { createEsploraSource } from '../../src/servers/esplora.ts';
import { encodeTransaction } from '../../src/transaction/codec.ts';
import { transactionWeight } from '../../src/transaction/weight.ts';
import { bytesOf } from '../support/chains/world.ts';
import { vectorPath } from '../support/paths.ts';

/** Answers of public servers of the main chain, as their authors published them. */
const recorded = (name: string) =>
  JSON.parse(readFileSync(vectorPath(`sources/${name}.json`), 'utf8'));
const esplora = recorded('esplora');
const electrum = recorded('electrum');
const GENESIS = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';

/** The members of Esplora's JSON of a transaction that this test reads. */
type RecordedTransaction = {
  readonly txid: string;
  readonly weight: number;
  readonly vout: readonly { readonly value: number; readonly scriptpubkey: string }[];
};

/** An Esplora server with these answers. */
function esploraOf(answers: Readonly<Record<string, unknown>>) {
  return createEsploraSource({
    url: 'https://esplora.test/api',
    network: 'main',
    async fetch(url) {
      const path = url.replace('https://esplora.test/api', '');
      const answer = path === '/block-height/0' ? GENESIS : answers[path];
      const text = typeof answer === 'string' ? answer : JSON.stringify(answer ?? 'not found');
      return { status: answer === undefined ? 404 : 200, text: async () => text };
    },
  });
}

describe('answers of mempool.space', () => {
  test('blocks are read, and their headers have the hashes, the work and the order that they claim', async () => {
    const [newest, before] = esplora.blocks;
    const source = esploraOf({ '/blocks': esplora.blocks, '/blocks/730000': esplora.blocks });
    expect(await source.tip()).toMatchObject({
      height: 730_000,
      hash: newest.id,
      time: newest.timestamp,
    });
    const headers = await source.headers(729_999, 2);
    expect(headers.map(({ time, merkleRoot }) => [time, merkleRoot])).toEqual([
      [before.timestamp, before.merkle_root],
      [newest.timestamp, newest.merkle_root],
    ]);
    const lone = esploraOf({ '/blocks': [esplora.block] });
    expect((await lone.tip()).hash).toBe(esplora.block.id);
  });

  test.each(['version', 'timestamp', 'nonce', 'bits', 'merkle_root', 'previousblockhash'])(
    'a block with another %s is found out',
    async (field) => {
      const value = esplora.block[field];
      const other = typeof value === 'string' ? 'ab'.repeat(32) : value + 1;
      const source = esploraOf({ '/blocks': [{ ...esplora.block, [field]: other }] });
      await expect(source.tip()).rejects.toMatchObject({ code: 'SOURCE_FALSE' });
    },
  );

  const transactions: readonly RecordedTransaction[] = esplora.transactions;
  test.each(transactions)(
    'transaction $txid is put together to the bytes of its id and its weight',
    async (answer) => {
      const { txid } = answer;
      const found = await esploraOf({ [`/tx/${txid}`]: answer }).transaction(txid);
      expect(found && transactionWeight(found)).toBe(answer.weight);
      const [first] = answer.vout;
      const changed = { ...answer, vout: [{ ...first, value: (first?.value ?? 0) + 1 }] };
      await expect(esploraOf({ [`/tx/${txid}`]: changed }).transaction(txid)).rejects.toMatchObject(
        { code: 'SOURCE_FALSE' },
      );
    },
  );

  test('a merkle proof of eleven levels leads to the root in the header of its block', async () => {
    const { txid, header, 'merkle-proof': proof } = esplora.proof;
    // The transaction was not published completely, so another one is here, which the proof does
    // not match.
    const [waiting] = esplora.transactions;
    const hex = await esploraOf({ [`/tx/${waiting.txid}`]: waiting })
      .transaction(waiting.txid)
      .then((each) => each && encodeTransaction(each));
    const root = decodeHeader(bytesOf(header))?.merkleRoot;
    expect(merkleBranchRoot(txid, proof)).toBe(root);
    expect(merkleBranchRoot(txid, { ...proof, pos: proof.pos ^ 1 })).not.toBe(root);
    expect(merkleBranchRoot(txid, { ...proof, merkle: proof.merkle.slice(1) })).not.toBe(root);
    const source = createCoinSource(
      {
        tip: async () => ({ height: 363_366, hash: esplora.block.id }),
        transactions: async () => [
          {
            hex: Buffer.from(hex ?? []).toString('hex'),
            height: proof.block_height,
            proof: { header, merkle: proof.merkle, pos: proof.pos },
          },
        ],
      },
      { network: 'main' },
    );
    const script = decodeHex(waiting.vout[0].scriptpubkey) ?? new Uint8Array();
    await expect(source.transactions([script])).rejects.toMatchObject({ code: 'SOURCE_FALSE' });
  });
});

/** An Electrum server with these answers by method. */
function electrumOf(answers: Readonly<Record<string, unknown>>) {
  return createElectrumSource({
    network: 'main',
    transport: ({ onMessage }) => ({
      send(message) {
        const { id, method } = JSON.parse(message);
        const answer = answers[method];
        const said =
          answer instanceof Error ? { error: JSON.parse(answer.message) } : { result: answer };
        queueMicrotask(() => onMessage(JSON.stringify({ jsonrpc: '2.0', id, ...said })));
      },
      close() {},
    }),
  });
}

describe("answers of ElectrumX, by the protocol's own examples", () => {
  const chain = electrum['blockchain.block.headers(0,2)'];
  const greeting = {
    'server.version': ['ElectrumX 1.18.0', '1.6'],
    'blockchain.block.header': chain.headers[0],
  };

  test('the first headers of the chain are taken: genesis, hashes, work, order', async () => {
    const source = electrumOf({ ...greeting, 'blockchain.block.headers': chain });
    const headers = await source.headers(0, 2);
    expect(headers[1]?.previousBlockHash).toBe(GENESIS);
    const swapped = { ...chain, headers: [chain.headers[1], chain.headers[0]] };
    await expect(
      electrumOf({ ...greeting, 'blockchain.block.headers': swapped }).headers(0, 2),
    ).rejects.toMatchObject({ code: 'SOURCE_FALSE' });
  });

  test('a server with another first block belongs to another chain', async () => {
    const source = electrumOf({
      ...greeting,
      'blockchain.block.header': electrum['blockchain.block.header(5)'],
      'blockchain.headers.subscribe': electrum['blockchain.headers.subscribe'],
    });
    await expect(source.tip()).rejects.toMatchObject({ code: 'SOURCE_OTHER_CHAIN' });
  });

  test('the tip has its hash and its work', async () => {
    const tip = electrum['blockchain.headers.subscribe'];
    const source = electrumOf({ ...greeting, 'blockchain.headers.subscribe': tip });
    expect(await source.tip()).toMatchObject({
      height: 520_481,
      hash: expect.stringMatching(/^0{17}/),
    });
    const worn = { ...tip, hex: tip.hex.replace(/c4$/, 'c5') };
    await expect(
      electrumOf({ ...greeting, 'blockchain.headers.subscribe': worn }).tip(),
    ).rejects.toMatchObject({ code: 'SOURCE_FALSE' });
  });

  test('a transaction has its id, fee rates are satoshi per byte, and refusals keep their text', async () => {
    const { txid, hex } = electrum['blockchain.transaction.get'];
    const { code, message } = electrum['blockchain.transaction.broadcast_package error'];
    const source = electrumOf({
      ...greeting,
      'blockchain.transaction.get': hex,
      'blockchain.estimatefee': electrum['blockchain.estimatefee'],
      'blockchain.transaction.broadcast': new Error(JSON.stringify({ code, message })),
    });
    const transaction = await source.transaction(txid);
    if (transaction === undefined) throw new Error('not found');
    expect(transaction.outputs.map(({ value }) => value)).toEqual([8_566_470n, 13_609_040n]);
    expect((await source.feeRates())[6]).toBe(101.079);
    await expect(source.broadcast(transaction)).rejects.toMatchObject({
      code: 'SOURCE_REFUSED',
      message: expect.stringContaining('rejected by network rules'),
    });
    await expect(source.transaction(GENESIS)).rejects.toMatchObject({ code: 'SOURCE_FALSE' });
  });
});
