import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import * as tiny from 'tiny-secp256k1';
import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import type { Snapshot } from '../../src/snapshot/snapshot.ts';
import { decodeSnapshot, encodeSnapshot, signSnapshot } from '../../src/snapshot/snapshot-codec.ts';
import { fingerprintOf } from '../../src/snapshot/snapshot-signature.ts';
import { createSnapshotSource, wrongClock } from '../../src/snapshot/snapshot-source.ts';
import {
  judgeSnapshot,
  provenanceText,
  type TrustedSigner,
} from '../../src/snapshot/snapshot-trust.ts';
import { runs } from '../support/generate/sample.ts';
import { vectorPath } from '../support/paths.ts';

const plain = new Uint8Array(readFileSync(vectorPath('example/chain.snapshot')));
const OWN = new Uint8Array(32).fill(1);
const STRANGE = new Uint8Array(32).fill(2);
const NOW = 1_795_239_000;

const sha256 = (...parts: readonly Uint8Array[]) =>
  new Uint8Array(createHash('sha256').update(Buffer.concat(parts)).digest());

function sign(bytes: Uint8Array, privateKey = OWN, now = NOW): Uint8Array {
  const signed = signSnapshot(bytes, { privateKey, now, secp256k1: kernelSecp256k1 });
  if (!(signed instanceof Uint8Array)) throw new Error('it was not signed');
  return signed;
}

function decode(bytes: Uint8Array) {
  const decoded = decodeSnapshot(bytes);
  if ('error' in decoded) throw new Error(decoded.error);
  return decoded;
}

const errorOf = (bytes: Uint8Array) => {
  const decoded = decodeSnapshot(bytes);
  return 'error' in decoded ? decoded.error : 'none';
};

type Row = { readonly kind: number; readonly bytes: Uint8Array };

/**
 * Splits and joins a file without our code: magic 16, version 4, count 4, rows of 44, digest 32,
 * sections.
 */
function rowsOf(file: Uint8Array): Row[] {
  const view = new DataView(file.buffer, file.byteOffset);
  const count = view.getUint32(20, true);
  let at = 24 + count * 44 + 32;
  return Array.from({ length: count }, (_, i) => {
    const length = Number(view.getBigUint64(24 + i * 44 + 4, true));
    at += length;
    return { kind: view.getUint32(24 + i * 44, true), bytes: file.slice(at - length, at) };
  });
}

function fileOf(version: number, rows: readonly Row[]): Uint8Array {
  const head = Buffer.alloc(24 + rows.length * 44);
  head.set(plain.subarray(0, 16));
  head.writeUInt32LE(version, 16);
  head.writeUInt32LE(rows.length, 20);
  for (const [i, { kind, bytes }] of rows.entries()) {
    head.writeUInt32LE(kind, 24 + i * 44);
    head.writeBigUInt64LE(BigInt(bytes.length), 28 + i * 44);
    head.set(sha256(bytes), 36 + i * 44);
  }
  return new Uint8Array(Buffer.concat([head, sha256(head), ...rows.map(({ bytes }) => bytes)]));
}

const signatureOf = (file: Uint8Array) => rowsOf(file)[7]?.bytes ?? new Uint8Array();
const withSignature = (file: Uint8Array, bytes: Uint8Array) =>
  fileOf(2, [...rowsOf(file).slice(0, 7), { kind: 8, bytes }]);

const signer = decode(sign(plain)).signer;
const trusted: TrustedSigner = {
  publicKey: signer?.publicKey ?? '',
  fingerprint: signer?.fingerprint ?? '',
  name: 'watcher',
};

describe('a signed snapshot', () => {
  test('has the facts and the digest of the unsigned one, the signer and the time', () => {
    const [own, signed] = [decode(plain), decode(sign(plain))];
    expect(signed.snapshot).toEqual(own.snapshot);
    expect(signed.digest).toBe(own.digest);
    expect(own.signer).toBeUndefined();
    const publicKey = Buffer.from(tiny.xOnlyPointFromScalar(OWN)).toString('hex');
    expect(signed.signer).toMatchObject({ publicKey, signedAt: NOW });
    expect(signed.signer?.fingerprint).toMatch(/^([0-9a-f]{4}-){7}[0-9a-f]{4}$/);
  });

  test('matches a signature of libsecp256k1 over a manual digest, and the reverse', () => {
    const tag = sha256(Buffer.from('coldsign/snapshot'));
    const time = Buffer.alloc(4);
    time.writeUInt32LE(NOW);
    const head = plain.subarray(0, 24 + 7 * 44);
    const message = sha256(tag, tag, sha256(head), time);
    const publicKey = tiny.xOnlyPointFromScalar(OWN);
    const signature = tiny.signSchnorr(message, OWN, new Uint8Array(32));
    const byHand = withSignature(plain, Buffer.concat([publicKey, time, signature]));
    expect(sign(plain)).toEqual(byHand);
    const ours = signatureOf(sign(plain));
    expect(tiny.verifySchnorr(message, ours.subarray(0, 32), ours.subarray(36))).toBe(true);
    expect(decode(byHand).digest).toBe(Buffer.from(sha256(head)).toString('hex'));
  });

  test('is the same file whenever it is signed with the same key at the same time, and signing again replaces', () => {
    expect(sign(plain)).toEqual(sign(plain));
    expect(sign(sign(plain))).toEqual(sign(plain));
    expect(sign(sign(plain, STRANGE))).toEqual(sign(plain));
    const key = { privateKey: OWN, now: NOW, secp256k1: nobleSecp256k1 };
    expect(signSnapshot(plain, key)).toEqual(sign(plain));
  });

  test('is not made with an invalid key or snapshot, or if the signature does not verify', () => {
    const key = { privateKey: OWN, now: NOW, secp256k1: kernelSecp256k1 };
    expect(signSnapshot(plain, { ...key, privateKey: new Uint8Array(32) })).toBeUndefined();
    expect(signSnapshot(plain, { ...key, privateKey: new Uint8Array(31) })).toBeUndefined();
    expect(signSnapshot(plain.subarray(1), key)).toEqual({ error: 'foreign' });
    expect(signSnapshot(plain.subarray(0, -1), key)).toEqual({ error: 'truncated' });
    for (const bit of [0, 300, 511]) {
      const signSchnorr: typeof kernelSecp256k1.signSchnorr = (...given) => {
        const signature = kernelSecp256k1.signSchnorr(...given)?.slice();
        if (signature) signature[bit >> 3] = (signature[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        return signature;
      };
      const faulty = { ...kernelSecp256k1, signSchnorr };
      expect(signSnapshot(plain, { ...key, secp256k1: faulty })).toBeUndefined();
    }
  });
});

describe('changes to a signed snapshot are reported', () => {
  const { snapshot } = decode(plain);
  const [coin] = snapshot.coins;
  if (coin === undefined) throw new Error('the example has coins');
  const [key, { value: amount, ...rest }] = coin;
  const rates = snapshot.fees.estimates.unset.map(({ blocks }) => ({ feeRate: 0.001, blocks }));
  const [first] = snapshot.transactions;
  if (first === undefined) throw new Error('the example has transactions');
  const changes: { readonly [what: string]: Partial<Snapshot> } = {
    'one fee rate': {
      fees: {
        ...snapshot.fees,
        estimates: {
          ...snapshot.fees.estimates,
          economical: [{ feeRate: 97_000, blocks: 2 }, ...rates.slice(1)],
        },
      },
    },
    'the least fee of the mempool': { fees: { ...snapshot.fees, mempoolMinimum: 50_000_000n } },
    'a coin that is missing': { coins: new Map([...snapshot.coins].slice(1)) },
    'the amount of a coin': {
      coins: new Map([
        ...snapshot.coins,
        [key.replace(/^./, 'f'), { ...rest, value: amount + 1n }],
      ]),
    },
    'a transaction': {
      transactions: [
        { ...first, transaction: { ...first.transaction, locktime: 7 } },
        ...snapshot.transactions.slice(1),
      ],
    },
    'a transaction that is missing': { transactions: snapshot.transactions.slice(1) },
    'the descriptors': { scripts: Uint8Array.of(0) },
    // Its headers do not have the work of main.
    'the chain': { network: 'main', headers: [] },
    'the height': { tip: { ...snapshot.tip, height: snapshot.tip.height + 1 } },
    'the time': { tip: { ...snapshot.tip, time: snapshot.tip.time + 86_400 } },
    'where it begins': { firstBlock: snapshot.firstBlock + 1 },
    'a header': { headers: snapshot.headers.slice(1) },
    'the mempool': {
      mempool: { ...snapshot.mempool, scriptsVerified: !snapshot.mempool.scriptsVerified },
    },
  };

  test.each(Object.entries(changes))('%s', (_what, change) => {
    const other = encodeSnapshot({ ...snapshot, ...change }).bytes;
    expect(other).not.toEqual(plain);
    expect(errorOf(withSignature(other, signatureOf(sign(plain))))).toBe('forged');
    // A thief can only sign it with his own key.
    const judged = judgeSnapshot(decode(sign(other, STRANGE)), [trusted]);
    expect(judged).toMatchObject({ error: 'stranger' });
  });

  test('the signature of another snapshot, its time, and its key', () => {
    const section = signatureOf(sign(plain));
    const later = section.slice();
    later[32] = (later[32] ?? 0) ^ 1;
    expect(errorOf(withSignature(plain, later))).toBe('forged');
    const named = section.slice();
    named.set(signatureOf(sign(plain, STRANGE)).subarray(0, 32));
    expect(errorOf(withSignature(plain, named))).toBe('forged');
    for (const key of [new Uint8Array(32), new Uint8Array(32).fill(255)]) {
      const none = section.slice();
      none.set(key);
      expect(errorOf(withSignature(plain, none))).toBe('forged');
    }
  });

  test('a snapshot without its signature is unsigned, and only in the older format', () => {
    const signed = rowsOf(sign(plain));
    const stripped = fileOf(1, signed.slice(0, 7));
    expect(stripped).toEqual(plain);
    expect(judgeSnapshot(decode(stripped), [trusted])).toMatchObject({ error: 'unsigned' });
    expect(errorOf(fileOf(2, signed.slice(0, 7)))).toBe('malformed');
    expect(errorOf(fileOf(1, signed))).toBe('malformed');
    expect(errorOf(fileOf(0, signed))).toBe('damaged');
    expect(errorOf(fileOf(3, signed))).toBe('malformed');
    expect(errorOf(fileOf(5, signed))).toBe('newer');
  });

  test('two signatures, and one of another size', () => {
    const rows = rowsOf(sign(plain)).slice(0, 7);
    const bytes = signatureOf(sign(plain));
    const second = signatureOf(sign(plain, STRANGE));
    const both = new Uint8Array([...bytes, ...second]);
    const eight = { kind: 8, bytes };
    for (const wrong of [
      [...rows, eight, { kind: 8, bytes: second }],
      [...rows, eight, { kind: 9, bytes: second }],
      [...rows, { kind: 9, bytes }],
      [eight, ...rows],
      [...rows, { kind: 8, bytes: both }],
      [...rows, { kind: 8, bytes: bytes.subarray(0, 99) }],
      [...rows, { kind: 8, bytes: new Uint8Array([...bytes, 0]) }],
      [...rows, { kind: 8, bytes: new Uint8Array(5_000_000) }],
      [...rows, { kind: 8, bytes: new Uint8Array() }],
    ]) {
      expect(errorOf(fileOf(2, wrong))).toBe('malformed');
    }
  });

  test('every flipped bit and every cut', () => {
    const signed = sign(plain);
    fc.assert(
      fc.property(fc.nat(signed.length * 8 - 1), (bit) => {
        const flipped = signed.slice();
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(errorOf(flipped)).not.toBe('none');
      }),
      { numRuns: runs(200) },
    );
    fc.assert(
      fc.property(fc.integer({ min: 16, max: signed.length - 1 }), (length) => {
        expect(errorOf(signed.slice(0, length))).toBe('truncated');
      }),
    );
  });

  test('any other bytes are no signature', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(['malformed', 'forged']).toContain(errorOf(withSignature(plain, bytes)));
      }),
    );
  });
});

describe('trusted snapshot signers', () => {
  const strange = decode(sign(plain, STRANGE));

  test('accepts every snapshot if no signer is trusted, and reports its signer', () => {
    expect(judgeSnapshot(decode(plain), [])).toEqual({
      trusted: false,
      signer: undefined,
      notices: [expect.stringMatching(/^The snapshot is not signed\. /)],
    });
    const judged = judgeSnapshot(strange, []);
    expect(judged).toMatchObject({ trusted: false, signer: strange.signer });
    expect('notices' in judged && judged.notices).toEqual([
      expect.stringContaining(`signed by ${strange.signer?.fingerprint}, who is not trusted here`),
    ]);
  });

  test('accepts only trusted signers if there are any, unless overridden', () => {
    const own = judgeSnapshot(decode(sign(plain)), [trusted]);
    expect(own).toMatchObject({ trusted: true, signer: { name: 'watcher' }, notices: [] });
    expect('trusted' in own && provenanceText(own)).toBe(
      `The snapshot is signed by watcher (${trusted.fingerprint}), 2026-11-21 05:30 UTC`,
    );
    for (const other of [decode(plain), strange]) {
      expect(judgeSnapshot(other, [trusted])).toMatchObject({
        words: expect.stringContaining(`only what watcher (${trusted.fingerprint}) signed`),
      });
      const meant = judgeSnapshot(other, [trusted], { anyway: true });
      expect(meant).toMatchObject({ trusted: false, notices: [expect.any(String)] });
    }
  });

  test('reports an older snapshot of the same signer, and a lower block', () => {
    const { height } = decode(plain).snapshot.tip;
    const noticesBehind = (signedAt: number, seen: number) => {
      const newest = { signedAt, height: seen };
      const judged = judgeSnapshot(decode(sign(plain)), [{ ...trusted, newest }]);
      return 'notices' in judged ? judged.notices : ['refused'];
    };
    expect(noticesBehind(NOW, height)).toEqual([]);
    expect(noticesBehind(NOW - 1, height - 1)).toEqual([]);
    expect(noticesBehind(NOW + 1, height)).toEqual([
      expect.stringMatching(/^The snapshot is older than one that was used before: watcher /),
    ]);
    expect(noticesBehind(NOW - 1, height + 1)).toEqual([
      expect.stringMatching(/^The snapshot ends at a lower block than one/),
    ]);
  });

  test('are reported by the chain', () => {
    const judged = judgeSnapshot(strange, []);
    if ('error' in judged) throw new Error(judged.words);
    expect(createSnapshotSource(strange.snapshot, judged).provenance).toBe(judged);
    expect(createSnapshotSource(strange.snapshot).provenance).toBeUndefined();
  });

  test('a fingerprint is the tagged hash of the public key', () => {
    const key = tiny.xOnlyPointFromScalar(OWN);
    const tag = sha256(Buffer.from('coldsign/snapshot signer'));
    const hex = Buffer.from(sha256(tag, tag, key)).toString('hex');
    expect(fingerprintOf(key).replace(/-/g, '')).toBe(hex.slice(0, 32));
  });
});

test('does not sign if the clock is behind the chain, or exceeds four bytes', () => {
  const { snapshot } = decode(plain);
  const { time } = snapshot.tip;
  for (const now of [time, time - 7200, time + 10 * 365 * 86_400, 0xffffffff]) {
    expect({ now, wrong: wrongClock(snapshot, now) }).toEqual({ now, wrong: undefined });
  }
  for (const now of [0, 1_000_000_000, time - 7201, 0x100000000]) {
    expect(wrongClock(snapshot, now)).toMatch(/^This machine's clock says .* Set the clock, or/);
  }
});
