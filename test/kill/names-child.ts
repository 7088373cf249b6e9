import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { type Done, namesHost, type Order, obey } from './names-shared.ts';

/** Runs orders for wallets, a line of JSON each, in turn or together, and prints the answers. */
const [folder = '', how = ''] = process.argv.slice(2);
const host = namesHost(folder);

let count = 0;
let last: Promise<void> = Promise.resolve();

async function answer(order: Order, number: number): Promise<void> {
  const outcome = await obey(host, folder, order).catch((error) => ({ ok: false, error }));
  const error = 'error' in outcome ? String(outcome.error) : undefined;
  const done: Done = { number, ok: outcome.ok, ...(error !== undefined && { error }) };
  writeSync(1, `${JSON.stringify(done)}\n`);
}

writeSync(1, 'ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  const order: Order = JSON.parse(line);
  const number = count++;
  if (how === 'together') void answer(order, number);
  else last = last.then(() => answer(order, number));
}
await last;
