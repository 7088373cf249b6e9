import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeHex } from '../../src/encoding/hex.ts';
import { judgeNameProof, readNameProof } from '../../src/names/name-proof.ts';
import { rootKeys } from '../../src/names/roots.ts';
import type { KeyDigest } from '../../src/names/signature.ts';
import { encodeRecords } from '../support/generate/dns.ts';
import { chainFor, NAME, NOW, proofCases, root } from '../support/generate/dns-cases.ts';
import { createRandom } from '../support/generate/random.ts';
import { serveRecords } from '../support/nodes/dns-server.ts';
import { readVector } from '../support/paths.ts';
import { hexBytes } from '../support/signing.ts';

// Debian's bind9-dnsutils is another validator, whose clock is set to the time of the proofs.
const DELV = '/usr/bin/delv';
const run = promisify(execFile);

/** Sets a program's clock to CLOCK_SECONDS. libfaketime does not work with delv's allocator. */
const CLOCK = `
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static time_t now(void) { const char *text = getenv("CLOCK_SECONDS"); return text ? atoll(text) : 0; }
int clock_gettime(clockid_t id, struct timespec *at) {
    int result = (int)syscall(SYS_clock_gettime, id, at);
    if (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE) at->tv_sec = now();
    return result;
}
time_t time(time_t *at) { time_t found = now(); if (at) *at = found; return found; }
int gettimeofday(struct timeval *at, void *zone) { (void)zone; at->tv_sec = now(); at->tv_usec = 0; return 0; }
`;
const folder = mkdtempSync(join(tmpdir(), 'coldsign-delv-'));
let server: Awaited<ReturnType<typeof serveRecords>>;
beforeAll(async () => {
  server = await serveRecords();
  if (!existsSync(DELV)) return;
  writeFileSync(join(folder, 'clock.c'), CLOCK);
  const [source, library] = ['clock.c', 'clock.so'].map((name) => join(folder, name));
  await run('cc', ['-shared', '-fPIC', '-O1', '-o', library ?? '', source ?? '']);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const made = [{ keyTag: root.keyTag, algorithm: 13, digestType: 2, digest: root.digest }];
let files = 0;

/**
 * Returns the texts at a name that delv has validated, in its format; `undefined` if it has not.
 */
async function validated(
  name: string,
  chain: Uint8Array,
  anchors: readonly KeyDigest[],
  now: number,
): Promise<string | undefined> {
  if (!server.show(chain)) return undefined;
  const file = join(folder, `anchors-${files++}`);
  const lines = anchors.map(({ keyTag, algorithm, digestType, digest }) => {
    return `"." static-ds ${keyTag} ${algorithm} ${digestType} "${encodeHex(digest)}";`;
  });
  writeFileSync(file, `trust-anchors { ${lines.join(' ')} };\n`);
  const [user, domain] = name.split('@');
  const owner = `${user}.user._bitcoin-payment.${domain}`;
  const asked = ['@127.0.0.1', '-p', `${server.port}`, '+tcp', '-a', file, '+root=.', owner, 'TXT'];
  const env = { LD_PRELOAD: join(folder, 'clock.so'), CLOCK_SECONDS: `${now}` };
  const { stdout } = await run(DELV, asked, { env, timeout: 20_000 });
  const [verdict = ''] = /^; .*$/m.exec(stdout) ?? [];
  return /^; fully validated/.test(verdict) ? stdout : undefined;
}

/** Faults of BIP353, which are not DNSSEC's: each record is signed. */
const OWN: readonly string[] = ['ambiguous', 'no-instructions', 'loop'];

describe.skipIf(!existsSync(DELV))('delv of BIND', () => {
  test('validates the proofs that BIP353 prints, with the built-in keys of the root', async () => {
    const rows: readonly { readonly proof: string }[] = JSON.parse(readVector('names/bip353.json'));
    const now = Date.UTC(2025, 7, 7, 18) / 1000;
    const seen: (readonly [ours: string, theirs: boolean])[] = [];
    for (const { proof } of rows) {
      const read = readNameProof(hexBytes(proof));
      if (read === undefined) throw new Error('no proof');
      const ours = judgeNameProof(read, rootKeys(), now);
      const theirs = await validated(read.name, read.chain, rootKeys(), now);
      seen.push(['error' in ours ? ours.error : 'proven', theirs !== undefined]);
    }
    for (const [ours, theirs] of seen) {
      expect([ours, theirs]).toEqual([ours, ours === 'proven' || OWN.includes(ours)]);
    }
  });

  test('judges made-up zones like us: keys of others, expired, wrong owners, wildcards', async () => {
    const seen: string[] = [];
    for (const { title, records, expected } of proofCases()) {
      const theirs = await validated(NAME, encodeRecords(records), made, NOW);
      const isSigned = expected.startsWith('bitcoin:') || OWN.includes(expected);
      if (isSigned !== (theirs !== undefined)) seen.push(`${title}: ${expected.split(':')[0]}`);
    }
    // BIP353 allows an hour after the end, and delv allows none.
    expect(seen).toEqual(['a signature in its last hour of grace: bitcoin']);
  });

  test('accepts no forged proof that we accept otherwise', { timeout: 300_000 }, async () => {
    const chain = encodeRecords(chainFor('bitcoin:bc1qztwy6xen3zdtt7z0vrgapmjtfz8acjkfp5fp7l'));
    const random = createRandom(353);
    expect(await validated(NAME, chain, made, NOW)).toBeDefined();
    let rejected = 0;
    for (let i = 0; i < 120; i++) {
      const forged = chain.slice();
      const at = random.int(chain.length);
      forged[at] = (forged[at] ?? 0) ^ (1 << random.int(8));
      const ours = judgeNameProof({ name: NAME, chain: forged }, made, NOW);
      if (!('error' in ours))
        expect(await validated(NAME, forged, made, NOW), `${at}`).toBeDefined();
      else rejected += 1;
    }
    expect(rejected).toBeGreaterThan(60);
  });
});
