import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { consensusParams } from '../../src/chain/consensus.ts';
import { hash160 } from '../../src/crypto/hash.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { decodeBase64, encodeBase64 } from '../../src/encoding/base64.ts';
import type { CallOptions } from '../../src/library/complete-context.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import { createPsbt } from '../../src/psbt/psbt.ts';
import { execute } from '../../src/public/rpc.ts';
import { RpcError } from '../../src/rpc/error.ts';
import { p2trScript, p2wpkhScript } from '../../src/script/builders.ts';
import { createMusigNonces } from '../../src/signing/memory-nonces.ts';
import { createMemoryHost } from '../../src/wallet-host/memory-host.ts';
import { createMemoryChain } from '../support/chains/memory-chain.ts';
import { anyPsbt } from '../support/generate/arbitrary-psbt.ts';
import { createRandom, seedOfRun } from '../support/generate/random.ts';
import { publicKeyOf, spendOf, xOnlyOf } from '../support/signing.ts';
import { fuzz } from './budget.ts';
import { mutateBytes } from './mutate.ts';

const seed = seedOfRun();
const random = createRandom(seed);
const good = fc.sample(anyPsbt, { seed, numRuns: 60 }).flatMap((psbt) => encodePsbt(psbt) ?? []);
/** Makes a PSBT that our keys can sign. */
function signable(version: 0 | 2): Uint8Array {
  const scripts = [p2wpkhScript(hash160(publicKeyOf(1))), p2trScript(xOnlyOf(1))];
  const blank = createPsbt(spendOf(scripts).transaction, version);
  const inputs = blank.inputs.map((input, i) => ({
    ...input,
    witnessUtxo: { value: 100_000n, scriptPubKey: scripts[i] ?? new Uint8Array(0) },
    tapInternalKey: i === 1 ? xOnlyOf(1) : undefined,
  }));
  return encodePsbt({ ...blank, inputs }) ?? new Uint8Array(0);
}

const pool: [Uint8Array, ...Uint8Array[]] = [signable(2), signable(0), ...good];

/** Returns the ranges of a PSBT's records after its magic. A separator is a record too. */
function records(psbt: Uint8Array): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  for (let at = 5; at < psbt.length; ) {
    const start = at;
    const keyLength = psbt[at] ?? 0;
    at += 1 + keyLength;
    // Longer lengths are covered by the other mutations.
    if (keyLength > 0) at += 1 + (psbt[at] ?? 0);
    found.push([start, at]);
  }
  return found;
}

/** Drops, doubles or moves a record, or takes one from another PSBT. */
function mutateRecords(psbt: Uint8Array): Uint8Array {
  const parts = records(psbt).map(([start, end]) => psbt.subarray(start, end));
  const other = random.pick(pool);
  const theirs = records(other).map(([start, end]) => other.subarray(start, end));
  const at = random.int(parts.length);
  const to = random.int(parts.length);
  const part = parts[at] ?? psbt.subarray(0, 0);
  switch (random.int(4)) {
    case 0:
      parts.splice(at, 1);
      break;
    case 1:
      parts.splice(to, 0, part);
      break;
    case 2:
      parts.splice(to, 0, ...parts.splice(at, 1));
      break;
    default:
      parts.splice(to, 0, theirs[random.int(theirs.length)] ?? part);
  }
  return Uint8Array.from([psbt.subarray(0, 5), ...parts].flatMap((bytes) => [...bytes]));
}

/** Counts that are larger than the data. */
const hugeCounts = [
  [0x01, 0x04, 0x09, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f],
  [0x01, 0x05, 0x05, 0xfe, 0xff, 0xff, 0xff, 0x01],
] as const;

function mutated(): string {
  let psbt = random.oneIn(3) ? signable(random.oneIn(2) ? 0 : 2) : random.pick(pool);
  for (let times = random.int(3); times > 0; times--) psbt = mutateRecords(psbt);
  if (random.oneIn(2)) psbt = mutateBytes(random, psbt);
  if (random.oneIn(10)) {
    const count = hugeCounts[random.int(2)] ?? hugeCounts[0];
    psbt = Uint8Array.from([...psbt.subarray(0, 5), ...count, ...psbt.subarray(5)]);
  }
  return encodeBase64(psbt);
}

const bugs: unknown[] = [];
const options: CallOptions = {
  network: 'regtest',
  profile: 'core',
  secp256k1: kernelSecp256k1,
  random: random.bytes,
  findCoins: () => new Map(),
  chain: createMemoryChain(consensusParams.regtest).source,
  wallets: createMemoryHost({ keypoolSize: 1, scryptCost: { n: 2, r: 1, p: 1 } }),
  now: () => 1_700_000_000,
  musigNonces: createMusigNonces(),
  reportBug: (error) => bugs.push(error),
};
const key = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
const descriptors = [`wpkh(${key})`, `tr(${key})`, `pkh(${key})`];

const calls: readonly [string, () => readonly (string | readonly string[])[]][] = [
  ['decodepsbt', () => [mutated()]],
  ['analyzepsbt', () => [mutated()]],
  ['finalizepsbt', () => [mutated()]],
  ['utxoupdatepsbt', () => [mutated(), descriptors]],
  ['descriptorprocesspsbt', () => [mutated(), descriptors]],
  ['walletprocesspsbt', () => [mutated()]],
  ['combinepsbt', () => withTwin()],
  ['joinpsbts', () => [[mutated(), mutated()]]],
];

beforeAll(async () => {
  await execute('createwallet', ['own', false, true], options);
  const requests = descriptors.map((each) => ({
    desc: addChecksum(each),
    timestamp: 'now' as const,
  }));
  const imported = await execute('importdescriptors', [requests], options);
  expect(imported).toEqual(descriptors.map(() => expect.objectContaining({ success: true })));
});

/** Returns two PSBTs that may be of the same transaction. */
function withTwin(): readonly (readonly string[])[] {
  const base = mutated();
  const bytes = decodeBase64(base);
  const twin = bytes && random.oneIn(2) ? encodeBase64(mutateRecords(bytes)) : base;
  return [[base, twin]];
}

test.each(calls)('%s of damaged PSBTs: an answer or an RpcError', async (method, next) => {
  const target = async (params: ReturnType<typeof next>) => {
    const answer = execute(method, [...params], options);
    await answer.catch((error) => expect(error).toBeInstanceOf(RpcError));
    expect(bugs).toEqual([]);
  };
  await fuzz(next, target, (params) => JSON.stringify(params));
});
