// Asks a real node about PSBTs of every kind of output, whole and spoiled, and stores its answers:
// node .ci/ts.mjs test/support/vectors/record-psbts.ts. Of answers that differ from ours it prints
// the method and both; they are not stored, because this node is older than our target Core.
import { writeFileSync } from 'node:fs';
import { nobleSecp256k1 as secp256k1 } from '../../../src/crypto/noble.ts';
import { expand } from '../../../src/descriptor/expand.ts';
import { parseDescriptor } from '../../../src/descriptor/parse.ts';
import { decodeBase64, encodeBase64 } from '../../../src/encoding/base64.ts';
import { networks } from '../../../src/encoding/network.ts';
import { createPsbt, hasValue, type Psbt, type PsbtInput } from '../../../src/psbt/psbt.ts';
import { handleBody } from '../../../src/rpc/envelope.ts';
import { methods } from '../../../src/rpc/methods/index.ts';
import { p2wpkhScript } from '../../../src/script/builders.ts';
import type { Transaction } from '../../../src/transaction/transaction.ts';
import { transactionId } from '../../../src/transaction/txid.ts';
import { type Lock, randomLock } from '../generate/psbts.ts';
import { createRandom, type Random } from '../generate/random.ts';
import { startNode } from '../nodes/node.ts';
import { vectorPath } from '../paths.ts';
import { readPsbt, tryPsbt, writePsbt } from '../psbt.ts';

const ROUNDS = 60;
const context = { network: networks.regtest, profile: 'core', secp256k1 } as const;
const random: Random = createRandom(2042);
const nothing = new Uint8Array(0);
const node = await startNode();

type Step = { readonly body: string; readonly status: number; readonly text: string };
const steps: Step[] = [];
let different = 0;

/** Asks both. Returns the node's result, and stores it if it is the same as ours. */
async function ask(method: string, ...params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '1.0', id: 'o', method, params });
  const { origin, username, password } = new URL(node.url);
  const login = Buffer.from(`${username}:${password}`).toString('base64');
  const reply = await fetch(origin, {
    method: 'POST',
    headers: { authorization: `Basic ${login}` },
    body,
  });
  const text = await reply.text();
  const ours = await handleBody(body, { methods, context });
  if (ours.status === reply.status && ours.text === text) {
    if (!steps.some((step) => step.body === body)) {
      steps.push({ body, status: reply.status, text });
    }
  } else {
    different++;
    console.log(`${method}\n  ours ${ours.text.slice(0, 300)}\n  node ${text.slice(0, 300)}`);
    console.log(`  asked ${body.slice(0, 1500)}`);
  }
  return JSON.parse(text).result;
}

function scriptOf({ open, position }: Lock): Uint8Array {
  const parsed = parseDescriptor(open, context);
  if ('error' in parsed) throw new Error(parsed.error);
  const source = { secp256k1, findPrivateKey: () => undefined };
  return expand(parsed.descriptors[0], position, source)?.scripts?.at(-1) ?? nothing;
}

const input = (txid: string, vout: number, sequence: number) => ({
  prevout: { txid, vout },
  scriptSig: nothing,
  sequence,
  witness: [],
});

/** Makes a PSBT that spends coins of these kinds, with one or both fields about each coin. */
function spending(locks: readonly Lock[], change: Lock): Psbt {
  const previous: Transaction = {
    version: 2,
    locktime: 0,
    inputs: [input('11'.repeat(32), 0, 0)],
    outputs: locks.map((lock) => ({ value: 100_000n, scriptPubKey: scriptOf(lock) })),
  };
  const txid = transactionId(previous);
  const inputs = locks.map((_, vout) => input(txid, vout, random.pick([0, 1, 0xfffffffd])));
  const outputs = [
    { value: 50_000n, scriptPubKey: scriptOf(change) },
    { value: 1000n, scriptPubKey: p2wpkhScript(random.bytes(20)) },
  ];
  const locktime = random.pick([0, 0, 500]);
  const psbt = createPsbt({ version: 2, locktime, inputs, outputs }, 0);
  return {
    ...psbt,
    inputs: psbt.inputs.map((each, i) => {
      const isSegwit = /^(wpkh|wsh|tr)/.test(locks[i]?.open ?? '');
      const fields = isSegwit ? random.pick(['both', 'witness', 'whole']) : 'whole';
      return {
        ...each,
        nonWitnessUtxo: fields === 'witness' ? undefined : previous,
        witnessUtxo: fields === 'whole' ? undefined : previous.outputs[i],
      };
    }),
  };
}

const scanned = (text: string, { position }: Lock) => ({
  desc: text,
  range: random.oneIn(2) ? position : [position, position + 1],
});

/** Changes one field of an input, as a careless or hostile program may. */
function spoiled(psbt: Psbt): Psbt {
  const at = random.int(psbt.inputs.length);
  const flip = (bytes: Uint8Array): Uint8Array => {
    const place = random.int(bytes.length);
    return bytes.map((byte, i) => (i === place ? byte ^ (1 << random.int(8)) : byte));
  };
  const change = (given: PsbtInput): Partial<PsbtInput> => {
    const { partialSignatures, redeemScript, witnessScript, finalWitness } = given;
    return random.pick<() => Partial<PsbtInput>>([
      () => ({ sighashType: random.pick([0, 1, 2, 3, 0x81, 0x83]) }),
      () => ({ redeemScript: random.oneIn(2) ? nothing : flip(redeemScript) }),
      () => ({ witnessScript: random.oneIn(2) ? nothing : flip(witnessScript) }),
      () => ({ nonWitnessUtxo: undefined, witnessUtxo: undefined }),
      () => ({ nonWitnessUtxo: undefined }),
      () => ({ partialSignatures: partialSignatures.slice(1) }),
      () => ({
        partialSignatures: partialSignatures.map(({ publicKey, signature }) => ({
          publicKey,
          signature: signature.map((byte, i) => (i === 20 ? byte ^ 1 : byte)),
        })),
      }),
      () => ({ keyPaths: [], tapKeyPaths: [] }),
      () => ({ tapLeaves: [], tapInternalKey: undefined }),
      () => ({ tapMerkleRoot: random.bytes(32) }),
      () => ({ finalWitness: finalWitness.slice(1) }),
      () => ({ finalScriptSig: Uint8Array.of(0x51) }),
      () => ({
        witnessUtxo: given.witnessUtxo && {
          ...given.witnessUtxo,
          value: random.pick([-5n, 0n, 7n, 2_100_000_000_000_001n]),
        },
      }),
    ])();
  };
  const outputs = psbt.outputs.map((output, i) =>
    i === 0 && random.oneIn(8) ? { ...output, value: random.pick([-1n, 2n ** 60n]) } : output,
  );
  const inputs = psbt.inputs.map((each, i) => (i === at ? { ...each, ...change(each) } : each));
  return { ...psbt, inputs, outputs };
}

/** Changes, drops or adds one byte. */
function damaged(base64: string): string {
  const bytes = [...(decodeBase64(base64) ?? nothing)];
  const at = random.int(bytes.length);
  const byte = random.pick([0, 1, 2, random.int(256)]);
  bytes.splice(at, random.pick([0, 1, 1]), ...(random.oneIn(3) ? [] : [byte]));
  return encodeBase64(Uint8Array.from(bytes));
}

const textOf = (result: unknown): string =>
  typeof result === 'string' ? result : String(Object(result).psbt ?? '');

async function look(psbt: string): Promise<void> {
  await ask('analyzepsbt', psbt);
  if (random.oneIn(6)) await ask('decodepsbt', psbt);
}

for (let round = 0; round < ROUNDS; round++) {
  const withoutTree = (): Lock => {
    const lock = randomLock(random);
    return lock.kind === 'tr-tree' ? withoutTree() : lock;
  };
  const locks = Array.from({ length: random.oneIn(3) ? 2 : 1 }, () => randomLock(random));
  const change = withoutTree();
  const start = writePsbt(spending(locks, change));
  await look(start);
  const known = [...locks, change].filter(() => !random.oneIn(5));
  const scans = known.map((lock) => scanned(lock.open, lock));
  let current = textOf(await ask('utxoupdatepsbt', start, scans)) || start;
  await look(current);
  const most = Math.max(...locks.map(({ signers }) => signers.length));
  const copies: string[] = [];
  for (let i = 0; i < most; i++) {
    const hand = locks.flatMap((lock) =>
      lock.signers[i] === undefined ? [] : [scanned(lock.signers[i] ?? '', lock)],
    );
    const type = random.oneIn(4) ? random.pick(['ALL', 'NONE', 'SINGLE|ANYONECANPAY']) : null;
    const options = [type, !random.oneIn(4), random.oneIn(2)];
    const before =
      random.oneIn(4) && !('error' in tryPsbt(current))
        ? writePsbt(spoiled(readPsbt(current)))
        : current;
    const signed = textOf(await ask('descriptorprocesspsbt', before, hand, ...options));
    if (signed === '') continue;
    copies.push(signed);
    await look(signed);
    if (random.oneIn(2) && before === current) current = signed;
  }
  if (copies.length > 0) {
    const combined = textOf(await ask('combinepsbt', [random.shuffle([current, ...copies])]));
    current = combined || current;
  }
  const final = textOf(await ask('finalizepsbt', current, !random.oneIn(3)));
  if (final !== '') await look(final);
  for (let n = 0; n < 6; n++) {
    const psbt = tryPsbt(random.pick([current, start, final || current]));
    if ('error' in psbt) continue;
    const bad = writePsbt(spoiled(psbt));
    await ask('analyzepsbt', bad);
    await ask('finalizepsbt', bad, false);
    if (random.oneIn(3)) await ask('descriptorprocesspsbt', bad, scans);
    if (random.oneIn(3)) await ask('combinepsbt', [bad, current]);
    await ask('finalizepsbt', damaged(current), false);
  }
}

await node.stop();

/** Characters of a stored call and its answer at most. Signing and combining are longer. */
const longest = (method: string): number => (/process|combine/.test(method) ? 4000 : 2000);

/** Returns what distinguishes an answer: its words, or the fields of the PSBT in it. */
function shapeOf({ body, text }: Step): string {
  const { method } = JSON.parse(body);
  const { result, error } = JSON.parse(text);
  const psbt = tryPsbt(textOf(result));
  const filled = (map: object): readonly string[] =>
    Object.entries(map).flatMap(([name, value]) => (hasValue(value) ? [name] : []));
  const fields =
    'error' in psbt
      ? JSON.stringify(method === 'decodepsbt' ? namesIn(result) : (error?.message ?? result))
      : JSON.stringify([...new Set([...psbt.inputs, ...psbt.outputs].flatMap(filled))].sort());
  return `${method} ${fields.replace(/[0-9a-f]{20,}/g, 'hex').replace(/\d+/g, '0')}`;
}

const namesIn = (value: unknown): readonly string[] =>
  [...new Set(JSON.stringify(value ?? null).match(/"\w+":/g))].sort();

/** The shortest step of each shape. */
const shapes = new Map<string, Step>();
const sizeOf = ({ body, text }: Step): number => body.length + text.length;
for (const step of steps.toSorted((a, b) => sizeOf(a) - sizeOf(b))) {
  const shape = shapeOf(step);
  if (!shapes.has(shape)) shapes.set(shape, step);
}
// Several rooms have the words of one error in messages of their own (test/house/habits.test.ts).
const kept = [...shapes.values()].filter(
  (step) =>
    sizeOf(step) < longest(String(JSON.parse(step.body).method)) &&
    !step.text.includes('for the type partial signature pubkey'),
);
const cases = kept.map(({ body, status, text }, i) => ({
  id: `${JSON.parse(body).method}-${i}`,
  steps: [{ body, status, text }],
}));
writeFileSync(
  vectorPath('node-recorded/psbts.json'),
  `{"cases":[\n${cases.map((each) => JSON.stringify(each)).join(',\n')}\n]}\n`,
);
console.log(`${cases.length} of ${steps.length} answers, ${different} differ`);
