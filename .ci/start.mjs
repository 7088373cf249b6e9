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
  JSON.parse(readFileSync(new URL(`../vectors/example/${name}.json`, import.meta.url), 'utf8'));
const [inputs, outputs, privkeys, prevtxs] = ['inputs', 'outputs', 'privkeys', 'prevtxs'].map(read);

/** Creates and signs a payment with these inputs. */
async function signed(spent, paid) {
  const call = async (name, ...params) =>
    JSON.parse(await execute(name, JSON.stringify(params), { network }));
  const unsigned = await call('createrawtransaction', spent, paid);
  return call('signrawtransactionwithkey', unsigned, privkeys, prevtxs);
}

/** Names the kind of the spent output. */
function kindOf({ scriptPubKey, redeemScript, witnessScript }) {
  const behind = [redeemScript, witnessScript].filter((text) => text !== undefined);
  const kinds = [scriptPubKey, ...behind].map((text) => {
    const template = solveScript(decodeHex(text));
    return template.kind === 'nonstandard' && behind.length > 0 ? 'miniscript' : template.kind;
  });
  return kinds.join(' > ');
}

// The second key of the last coin, a 2-of-2, is not in privkeys.json. The second output is smaller
// without it.
const last = inputs.at(-1);
const [payment, change, note] = outputs;
const [address] = Object.keys(change);
const { hex, complete } = await signed(inputs.slice(0, -1), [
  payment,
  { [address]: 0.04045 },
  note,
]);
const transaction = decodeTransaction(decodeHex(hex), { witness: true });

console.log('Created and signed offline, every input checked by the script interpreter.\n');
console.log('Inputs');
let spent = 0n;
for (const [i, prevtx] of prevtxs.slice(0, -1).entries()) {
  const satoshis = parseFixedPoint(String(prevtx.amount), 8);
  spent += satoshis;
  console.log(
    `  ${i}  ${formatAmount(satoshis).padStart(12)} BTC  signed, valid  ${kindOf(prevtx)}`,
  );
}
console.log('Outputs');
let paid = 0n;
for (const [i, { value, scriptPubKey }] of transaction.outputs.entries()) {
  paid += value;
  const payee = formatAddress(scriptPubKey, network);
  console.log(`  ${i}  ${formatAmount(value).padStart(12)} BTC  ${payee ?? 'data'}`);
}
const size = virtualSize(transactionWeight(transaction));
console.log(`Fee    ${formatAmount(spent - paid).padStart(12)} BTC  over ${size} vbytes\n`);

const { errors } = await signed(inputs, outputs);
console.log('A second payment also spends a coin that needs a key which is not there:');
console.log(`  ${last.txid}:${last.vout}`);
console.log(`  ${errors[0].error}\n`);

console.log(`${complete ? 'Signed' : 'NOT SIGNED'}: ${hex.length / 2} bytes of transaction.`);
console.log('Open dist/coldsign.html for the page, or dist/docs/index.html for the docs.');
if (!complete || errors.length !== 1) process.exitCode = 1;
