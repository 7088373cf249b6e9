import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { PrivateKey } from '../../src/crypto/private-key.ts';
import { encodeWif } from '../../src/crypto/wif.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { combine, extract, parsePsbt, sign } from '../../src/index.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import type { Psbt } from '../../src/psbt/psbt.ts';
import { silentSigning as silent } from '../../src/public/descriptor.ts';
import { readKeys } from '../../src/public/seed.ts';
import { decodeTransaction } from '../../src/transaction/codec.ts';
import { type SilentKind, silentKey, silentPsbt } from '../support/generate/silent-payments.ts';
import { harness } from '../support/harness.ts';
import { readPsbt, writePsbt } from '../support/psbt.ts';
import { commandFolder } from '../support/screens/command-folder.ts';

// BIP375 with two signers: both add shares, the second computes and signs, the first signs last.

const network = networks.regtest;
const KINDS = ['wpkh', 'tr', 'nested'] as const satisfies readonly SilentKind[];
const outputs = [
  [1, 1],
  [2, 1],
  [1, 2],
] as const;
const pending = silentPsbt({ kinds: KINDS, outputs, shares: 'none' });
/** The scripts, computed by another implementation. */
const scripts = silentPsbt({ kinds: KINDS, outputs, shares: 'global' }).outputs.map((each) =>
  encodeHex(each.scriptPubKey),
);

function descriptorOf(n: number): string {
  const key = PrivateKey.from(silentKey(n), true);
  if (key === undefined) throw new Error('no key');
  const wif = encodeWif(key, network);
  return { wpkh: `wpkh(${wif})`, tr: `rawtr(${wif})`, nested: `sh(wpkh(${wif}))` }[
    KINDS[n] ?? 'wpkh'
  ];
}
/** Signer A has one coin, and signer B two. */
const people = { A: [descriptorOf(0)], B: [descriptorOf(1), descriptorOf(2)] };
type Person = keyof typeof people;

/** Signs a copy: `hex` once the transaction is complete. */
type Signer = (who: Person, psbt: Psbt) => Promise<Psbt | { readonly hex: string }>;
type Door = {
  readonly name: string;
  readonly sign: Signer;
  readonly combine: (a: Psbt, b: Psbt) => Promise<Psbt>;
  /** Returns whether a signer's answer may be used. */
  readonly check?: (sent: Psbt, answer: Psbt) => Promise<boolean>;
};

const bytesOf = (psbt: Psbt) => encodePsbt(psbt) ?? new Uint8Array(0);

const library: Door = {
  name: 'library',
  async sign(who, psbt) {
    const keys = people[who].map((text) => {
      const ring = readKeys(text, { network, secp256k1 } as never);
      if ('error' in ring) throw new Error(ring.error);
      return ring;
    });
    const done = await sign(psbt, { keys, silent });
    return done.complete ? extract(done.psbt) : done.psbt;
  },
  combine: async (a, b) => combine(a, b),
};

const methods: Door = {
  name: 'methods',
  async sign(who, psbt) {
    const { call } = harness({ network, secp256k1, profile: 'default' });
    const done = await call('descriptorprocesspsbt', [writePsbt(psbt), people[who]]);
    return done.complete ? { hex: done.hex } : readPsbt(done.psbt);
  },
  async combine(a, b) {
    const { call } = harness({ network, secp256k1, profile: 'default' });
    return readPsbt(await call('combinepsbt', [[writePsbt(a), writePsbt(b)]]));
  },
};

const folder = commandFolder();
let count = 0;
const command: Door = {
  name: 'command',
  async sign(who, psbt) {
    const as = `round-${count++}`;
    const keys = folder.write(`${as}.keys`, people[who].join('\n'));
    const file = folder.write(`${as}.psbt`, bytesOf(psbt));
    const { code, out, err } = await folder.call([`-keys=${keys}`, 'sign', file], {
      answer: 'yes',
    });
    if (code !== 0) throw new Error(err);
    const made = /Saved to (\S+\.\w+)\./.exec(`${out}${err}`)?.[1] ?? '';
    const path = made.startsWith('/') ? made : `${folder.folder}/${made}`;
    return made.endsWith('.txn')
      ? { hex: readFileSync(path, 'utf8').trim() }
      : parsePsbt(readFileSync(path));
  },
  async combine(a, b) {
    const files = [a, b].map((psbt) => folder.write(`copy-${count++}.psbt`, bytesOf(psbt)));
    const { code, out, err } = await folder.call(['combine', ...files]);
    if (code !== 0) throw new Error(err);
    const made = /Saved to (\S+\.\w+)\./.exec(`${out}${err}`)?.[1] ?? '';
    return parsePsbt(readFileSync(made));
  },
  async check(sent, answer) {
    const files = [sent, answer].map((psbt) => folder.write(`seen-${count++}.psbt`, bytesOf(psbt)));
    return (await folder.call(['check', ...files])).code === 0;
  },
};

async function pageOf(who?: Person) {
  const engine = createEngine(() => undefined);
  engine.chooseNetwork('regtest');
  for (const text of who ? people[who] : []) {
    engine.takeText(text);
    await engine.openPayload('');
  }
  return engine;
}

const page: Door = {
  name: 'page',
  async sign(who, psbt) {
    const engine = await pageOf(who);
    engine.takeBytes(bytesOf(psbt));
    engine.keepSubject();
    const { id, findings } = await engine.review();
    expect(findings.filter(({ isStop }) => isStop)).toEqual([]);
    const done = await engine.sign(id, []);
    return done.isComplete ? { hex: encodeHex(done.bytes) } : parsePsbt(done.bytes);
  },
  async combine(a, b) {
    const engine = await pageOf();
    engine.takeBytes(bytesOf(a));
    engine.keepSubject();
    engine.takeBytes(bytesOf(b));
    engine.combine();
    return parsePsbt(engine.lock()?.bytes ?? new Uint8Array(0));
  },
  async check(sent, answer) {
    const engine = await pageOf();
    engine.takeBytes(bytesOf(sent));
    engine.keepBefore();
    engine.takeBytes(bytesOf(answer));
    return (await engine.checkAfter()).isFine;
  },
};

async function part(door: Door, who: Person, psbt: Psbt): Promise<Psbt> {
  const answer = await door.sign(who, psbt);
  if ('hex' in answer) throw new Error('complete too early');
  if (door.check) expect(await door.check(psbt, answer), `${door.name}: check`).toBe(true);
  return answer;
}

async function last(door: Door, who: Person, psbt: Psbt) {
  const answer = await door.sign(who, psbt);
  if (!('hex' in answer)) throw new Error('not complete');
  const bytes = Buffer.from(answer.hex, 'hex');
  const transaction = decodeTransaction(bytes, { witness: true });
  expect(transaction?.outputs.map((each) => encodeHex(each.scriptPubKey))).toEqual(scripts);
  // Every signature says ALL: 65 bytes in taproot.
  expect(transaction?.inputs[1]?.witness[0]).toHaveLength(65);
  return answer.hex;
}

const hasScripts = (psbt: Psbt) => psbt.outputs.every((each) => each.scriptPubKey.length > 0);

describe.each([library, methods, command, page].map((door) => [door.name, door] as const))(
  'two signers of one silent payment at the door %s',
  (_, door) => {
    test.each([
      ['A', 'B'],
      ['B', 'A'],
    ] as const)('pass it on: %s, %s and the first again', async (first, second) => {
      const shared = await part(door, first, pending);
      expect(hasScripts(shared)).toBe(false);
      const computed = await part(door, second, shared);
      expect(hasScripts(computed)).toBe(true);
      await last(door, first, computed);
    });

    test('add shares apart, combine them, and sign apart', async () => {
      const [a, b] = [await part(door, 'A', pending), await part(door, 'B', pending)];
      const joined = await door.combine(a, b);
      // The first to sign computes the scripts for both.
      const signed = await part(door, 'B', joined);
      expect(hasScripts(signed)).toBe(true);
      const hex = await last(door, 'A', await door.combine(joined, signed));
      expect(hex).toMatch(/^02/);
    });
  },
);

test('signers at different doors complete one payment', async () => {
  const doors = [library, methods, command, page];
  for (const [i, door] of doors.entries()) {
    const next = doors[(i + 1) % doors.length] ?? library;
    const computed = await part(next, 'B', await part(door, 'A', pending));
    await last(door, 'A', computed);
  }
});
