import { isMainThread } from 'node:worker_threads';
import { createWorkers } from '../../src/adapters/threads/main.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { execute } from '../../src/library/call.ts';
import { openWorkersPage } from '../support/build/built-web-workers.ts';
import { benchCase } from './cases.ts';

// node .ci/ts.mjs test/bench/browser.ts [INPUTS]: the same call with two threads of Node and with
// two web workers of Chromium. The threads run this file, by the import of the workers.
if (isMainThread) await main();

async function main(): Promise<void> {
  const { params } = benchCase('P2WPKH', Number(process.argv[2] ?? 10_000));
  const open = await openWorkersPage();
  const workers = createWorkers({ threads: 2, secp256k1: kernelSecp256k1 });
  const options = { network: 'regtest', secp256k1: kernelSecp256k1, workers } as const;
  for (let round = 0; round < 3; round++) {
    const begin = performance.now();
    const text = await execute('signrawtransactionwithkey', params, options);
    const node = performance.now() - begin;
    const answer = await open.page.evaluate(async (given) => {
      const from = performance.now();
      const { text } = await window.workersPage.sign(given, 2);
      return { text, milliseconds: performance.now() - from };
    }, params);
    if (answer.text !== text) throw new Error('they differ');
    const ratio = (answer.milliseconds / node).toFixed(2);
    console.log(
      `Node ${node.toFixed()} ms, Chromium ${answer.milliseconds.toFixed()} ms, ratio ${ratio}`,
    );
  }
  await workers.close();
  await open.close();
}
