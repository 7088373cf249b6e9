import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { expect, test, vi } from 'vitest';
import { execute } from '../../src/library/call.ts';
import { createRandom, seedOfRun } from '../support/generate/random.ts';
import { randomSigning } from '../support/generate/sign.ts';
import { fuzz } from './budget.ts';
import { mutateText } from './mutate.ts';

const base58check = createBase58check(sha256);

/** Returns every notation of a key in these parameters. */
function spellings(params: string): string[] {
  const keys = params.match(/\b[5KL9c][1-9A-HJ-NP-Za-km-z]{50,51}\b/g) ?? [];
  return keys.flatMap((wif) => {
    const bytes = decode(wif)?.slice(1, 33);
    if (bytes === undefined) return [wif];
    const hex = bytesToHex(bytes);
    return [
      wif,
      hex,
      String(BigInt(`0x${hex}`)),
      Buffer.from(bytes).toString('base64'),
      bytes.join(),
    ];
  });
}

function decode(wif: string): Uint8Array | undefined {
  try {
    return base58check.decode(wif);
  } catch {
    // A deliberately damaged key is searched as written.
    return undefined;
  }
}

/** Collects all output of a call: its answer or error with its trace, the log, and bug reports. */
async function everythingOut(params: string): Promise<string> {
  const out: unknown[] = [];
  const options = {
    network: 'regtest',
    details: true,
    onProgress: (progress: unknown) => out.push(progress),
    reportBug: (bug: unknown) => out.push(bug),
  } as const;
  const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((...words) => out.push(words)),
  );
  out.push(
    await execute('signrawtransactionwithkey', params, options).catch((error: Error) => [
      ...[error.message, error.stack, String(error)],
      JSON.stringify(error),
    ]),
  );
  for (const spy of spies) spy.mockRestore();
  return JSON.stringify(out);
}

test('no faulty signing call reveals a key', async () => {
  const random = createRandom(seedOfRun());
  const next = () => {
    const { hex, signers } = randomSigning(random);
    const params = `["${hex}",${signers[0]}]`;
    return random.oneIn(2) ? params : mutateText(random, params);
  };
  const target = async (params: string) => {
    const out = await everythingOut(params);
    for (const secret of spellings(params)) expect(out.includes(secret)).toBe(false);
  };
  await fuzz(next, target, (params) => params);
});
