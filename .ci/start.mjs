// The demo of `npm start`: creates, signs and verifies the payment in vectors/example, without a
// network.
import { readFileSync } from 'node:fs';
import { execute } from 'coldsign/rpc';
import { formatAddress, networks, solveScript } from 'coldsign/script';
import {
  decodeHex,
  decodeTransaction,
  formatAmount,
  parseFixedPoint,
  transactionWeight,
  virtualSize,
} from 'coldsign/transaction';

const network = networks.testnet4;
const read = (name) =>
  readFileSync(new URL(`../vectors/example/${name}.json`, import.meta.url), 'utf8');
const [inputs, outputs, privkeys, prevtxs] = ['inputs', 'outputs', 'privkeys', 'prevtxs'].map(read);

const unsigned = await execute('createrawtransaction', `[${inputs},${outputs}]`, { network });
const answer = await execute('signrawtransactionwithkey', `[${unsigned},${privkeys},${prevtxs}]`, {
  network,
});
const { hex, complete, errors = [] } = JSON.parse(answer);
const transaction = decodeTransaction(decodeHex(hex), { witness: true });

/** Names the kind of the spent output. */
function kindOf({ scriptPubKey, redeemScript, witnessScript }) {
  const behind = [redeemScript, witnessScript].filter((text) => text !== undefined);
  const kinds = [scriptPubKey, ...behind].map((text) => {
    const template = solveScript(decodeHex(text));
    return template.kind === 'nonstandard' && behind.length > 0 ? 'miniscript' : template.kind;
  });
  return kinds.join(' > ');
}

console.log('Created and signed offline, every input checked by the script interpreter.\n');
console.log('Inputs');
const failed = new Map(errors.map((error) => [`${error.txid}:${error.vout}`, error.error]));
let spent = 0n;
for (const [i, prevtx] of JSON.parse(prevtxs).entries()) {
  const satoshis = parseFixedPoint(String(prevtx.amount), 8);
  spent += satoshis;
  const reason = failed.get(`${prevtx.txid}:${prevtx.vout}`);
  const verdict = reason === undefined ? 'signed, valid' : 'NOT SIGNED';
  console.log(`  ${i}  ${formatAmount(satoshis).padStart(12)} BTC  ${verdict}  ${kindOf(prevtx)}`);
}
console.log('Outputs');
let paid = 0n;
for (const [i, { value, scriptPubKey }] of transaction.outputs.entries()) {
  paid += value;
  const address = formatAddress(scriptPubKey, network);
  console.log(`  ${i}  ${formatAmount(value).padStart(12)} BTC  ${address ?? 'data'}`);
}
const size = virtualSize(transactionWeight(transaction));
console.log(
  `Fee    ${formatAmount(spent - paid).padStart(12)} BTC  over ${size} vbytes as it is now`,
);
console.log(
  `\nResult: ${complete ? 'complete' : 'not complete'}, ${hex.length / 2} bytes of transaction:\n${hex}\n`,
);
for (const { txid, vout, error } of errors) {
  console.log(`Input ${txid}:${vout} fails: ${error}.`);
  console.log(
    'That is on purpose: one of the two keys that this 2-of-2 asks for is not in vectors/example/privkeys.json.',
  );
}
