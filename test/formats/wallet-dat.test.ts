import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { encodeBase64 } from '../../src/encoding/base64.ts';
import { networks } from '../../src/encoding/network.ts';
import { type ImportedWallet, importWallet } from '../../src/formats/import.ts';
import { openWalletDat, type WalletDat } from '../../src/formats/wallet-dat/wallet-dat.ts';
import { readKeys } from '../../src/keys/read-keys.ts';
import { readVector, root } from '../support/paths.ts';

type Listed = {
  readonly desc: string;
  readonly timestamp: number;
  readonly active: boolean;
  readonly internal?: boolean;
  readonly range?: readonly number[];
};

/** A file, and the descriptors that a real node lists for it. */
type Vector = {
  readonly name: string;
  readonly kind: 'berkeley' | 'sqlite';
  readonly passphrase?: string;
  readonly file: string;
  /** The error of Core's migratewallet. */
  readonly refused?: string;
  readonly wallets: { readonly [wallet: string]: readonly Listed[] };
  /** Coins that each wallet of Core keeps locked. */
  readonly history?: {
    readonly [wallet: string]: {
      readonly locked: readonly { readonly txid: string; readonly vout: number }[];
    };
  };
};

const vectors: readonly Vector[] = JSON.parse(readVector('formats/wallet-dat.json'));
const context = { network: networks.regtest, secp256k1 };
const bytesOf = ({ file }: Vector) => new Uint8Array(gunzipSync(Buffer.from(file, 'base64')));

function vectorOf(name: string): Vector {
  const found = vectors.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no file ${name}`);
  return found;
}

function opened(vector: Vector): WalletDat {
  const found = openWalletDat(bytesOf(vector), vector.passphrase, context);
  if ('error' in found) throw new Error(found.error);
  return found;
}

function imported(name: string, password?: string): ImportedWallet {
  const found = importWallet(bytesOf(vectorOf(name)), context, { password });
  if ('error' in found) throw new Error(found.error);
  return found;
}

/** The wallet of a standing in the result of migratewallet. */
const suffixes = { own: '', watched: '_watchonly', solvable: '_solvables' } as const;

/** Files that Core refuses, and a file with the same keys that it takes. */
const twins: { readonly [name: string]: string } = {
  hash: 'overflow',
  'big endian hash': 'overflow',
};

const isInterrupted = ({ name }: Vector) => ['write-ahead log', 'rollback journal'].includes(name);

describe.each(vectors)('the $kind file “$name”', (vector) => {
  const { descriptors } = opened(vector);

  test.skipIf(vector.refused)('loses nothing that Core finds', () => {
    const found = opened(vector);
    expect(found.findings.lost).toHaveLength(isInterrupted(vector) ? 1 : 0);
    expect(found.file.damaged).toEqual(new Map());
    expect(found.file.unknown).toEqual(new Map());
  });

  test.skipIf(vector.refused).each(['own', 'watched', 'solvable'] as const)(
    'has the descriptors that Core makes of it (%s)',
    (standing) => {
      const isMigrated = vector.kind === 'berkeley';
      const name = isMigrated ? `${vector.name}${suffixes[standing]}` : vector.name;
      const listed = vector.wallets[name] ?? [];
      const isOwn = ({ desc }: Listed) => /prv/.test(desc) === (standing === 'own');
      const here = listed.filter((each) => isMigrated || (isOwn(each) && standing !== 'solvable'));
      const theirs = here
        // A migrated wallet has new active descriptors, too.
        .filter(({ active }) => !active || !isMigrated)
        .map(({ desc, timestamp, range, internal }) => ({
          desc,
          timestamp,
          internal,
          // Core adds addresses when it loads such a file.
          range: isInterrupted(vector) ? undefined : range,
        }));
      const ours = descriptors
        .filter((each) => each.standing === standing)
        .map(({ text, created, range, internal }) => ({
          desc: standing === 'solvable' ? publicOf(text) : text,
          timestamp: created,
          range: isInterrupted(vector) ? undefined : range && [...range],
          // Core keeps it for active descriptors only.
          internal: isMigrated ? undefined : internal,
        }));
      const sorted = (all: readonly { readonly desc: string }[]) =>
        [...all].sort((a, b) => (a.desc < b.desc ? -1 : 1));
      expect(sorted(ours)).toEqual(sorted(theirs));
    },
  );

  test('opens as bytes and as base64 with the same result', () => {
    const options = { password: vector.passphrase };
    const bytes = bytesOf(vector);
    expect(importWallet(encodeBase64(bytes), context, options)).toEqual(
      importWallet(bytes, context, options),
    );
  });

  test('gives a ring that signs, or only watches', () => {
    const ring = readKeys(encodeBase64(bytesOf(vector)), {
      ...context,
      readWallet: (file) =>
        importWallet(file, context, { password: vector.passphrase, secrets: true }),
    });
    expect(ring).toMatchObject({ canSign: vector.name !== 'watched descriptors' });
  });
});

/** Returns the text without private keys, as Core shows it in a watch-only wallet. */
function publicOf(text: string): string {
  const read = importWallet(text, context);
  if ('error' in read) throw new Error(read.error);
  return read.descriptors[0]?.descriptor ?? '';
}

describe('a file that Core refuses', () => {
  const refused = vectors.filter((each) => each.refused !== undefined);

  test.each(refused)('opens with its keys all the same: “$name”', (vector) => {
    const twin = twins[vector.name];
    const { file, descriptors, findings } = opened(vector);
    expect(findings.lost).toEqual([]);
    expect(findings.keys.damaged).toBe(0);
    if (twin === undefined) return;
    const other = opened(vectorOf(twin));
    expect(descriptors.map(({ text }) => text).sort()).toEqual(
      other.descriptors.map(({ text }) => text).sort(),
    );
    expect(file.transactions).toEqual(other.file.transactions);
    expect(file.watched).toEqual(other.file.watched);
  });

  test('has keys of the first versions with their times, which Core has not read since 0.18', () => {
    const { file, descriptors } = opened(vectorOf('first version'));
    const plain = opened(vectorOf('plain'));
    expect(file.counts.get('wkey')).toBe(4);
    const keysOf = ({ descriptors: all }: WalletDat) =>
      all.map(({ text }) => text.replace(/\[\w+\]|#.*$/g, '')).sort();
    expect(keysOf(opened(vectorOf('first version')))).toEqual(keysOf(plain));
    expect(new Set(descriptors.map(({ created }) => created))).toEqual(new Set([1_262_304_000]));
  });
});

describe('a SQLite file that was not closed', () => {
  test('reports changes that may be only in its log', () => {
    expect(opened(vectorOf('write-ahead log')).findings.lost).toEqual([
      'changes that are only in the file “wallet.dat-wal”, if there is one: look for it where wallet.dat was',
    ]);
  });

  test('reports a change that was interrupted', () => {
    expect(opened(vectorOf('rollback journal')).findings.lost).toEqual([
      'the state before a change that was interrupted: it is in the file “wallet.dat-journal”, and records of the change may be incomplete',
    ]);
  });
});

test('reports a watched script that no descriptor describes, and opens the rest', () => {
  const { lost, descriptors } = imported('overflow');
  expect(lost).toContain(
    'scripts that no descriptor describes, such as bare multisig with more than 3 keys (1)',
  );
  expect(descriptors).toHaveLength(43);
});

test('keeps coins frozen that the file has frozen', () => {
  const { history = {} } = vectorOf('used');
  const frozen = Object.values(history).flatMap(({ locked }) =>
    locked.map(({ txid, vout }) => `${txid}:${vout}`),
  );
  const labels = imported('used').labels.filter(({ type }) => type === 'output');
  expect(frozen).toHaveLength(2);
  expect(labels.map(({ ref }) => ref).sort()).toEqual(frozen.sort());
});

describe('an encrypted wallet.dat', () => {
  const encrypted = vectors.filter(({ passphrase }) => passphrase !== undefined);

  test.each(encrypted)('asks for the passphrase when private keys are needed ($name)', (vector) => {
    expect(importWallet(bytesOf(vector), context, { secrets: true })).toEqual({
      error: 'this wallet.dat is encrypted: its passphrase is needed',
      needsPassword: true,
    });
  });

  test.each(encrypted)('refuses a wrong passphrase ($name)', (vector) => {
    const wrong = { password: `${vector.passphrase} ` };
    expect(importWallet(bytesOf(vector), context, wrong)).toEqual({
      error: 'the passphrase of this wallet.dat is wrong. Type it again',
      needsPassword: true,
    });
  });

  test.each(encrypted)('shows its addresses without the passphrase ($name)', (vector) => {
    const closed = importWallet(bytesOf(vector), context);
    const open = importWallet(bytesOf(vector), context, { password: vector.passphrase });
    if ('error' in closed || 'error' in open) throw new Error('not read');
    const addresses = (wallet: ImportedWallet) =>
      wallet.descriptors.map(({ descriptor, firstAddresses }) => [firstAddresses, descriptor]);
    expect(addresses(closed).length).toBeGreaterThan(0);
    expect(addresses(closed)).toEqual(addresses(open));
  });
});

describe('the report', () => {
  test('counts the keys, and compares them with the address book', () => {
    expect(imported('plain')).toMatchObject({
      notes: [
        'number of private keys: 4. Each was compared with its public key',
        'keys made in advance (keypool): 1',
        'addresses of its address book that belong to these keys: 2',
      ],
      labels: [{ type: 'addr', label: 'rent' }],
    });
  });

  test('warns of keys that a backup lacks', () => {
    expect(imported('seed').doubts).toEqual([
      'keys that do not derive from its seed: 1. Backups from before they were added lack them',
    ]);
  });

  test('warns of unencrypted copies if a wallet was encrypted later', () => {
    expect(imported('encrypted', 'correct horse').doubts).toContain(
      'keys of an older seed: 5. Bitcoin Core makes a new seed when a wallet is encrypted, so unencrypted copies with these keys may exist',
    );
  });

  test('never repeats a private key', () => {
    for (const vector of vectors) {
      const found = importWallet(bytesOf(vector), context, { password: vector.passphrase });
      expect(JSON.stringify(found)).not.toMatch(
        /[xt]prv[1-9A-HJ-NP-Za-km-z]{90}|\b[c9][1-9A-HJ-NP-Za-km-z]{50,51}\b/,
      );
    }
  });
});

test('a wallet of another network is refused with the network', () => {
  const main = { network: networks.main, secp256k1 };
  for (const name of ['plain', 'descriptors']) {
    expect(importWallet(bytesOf(vectorOf(name)), main)).toMatchObject({ otherNetwork: 'test' });
  }
});

test.each(vectors)('docs/old-wallets.md gives the number of private keys of “$name”', (vector) => {
  const { file, findings } = opened(vector);
  const pairs = new Set(file.descriptorKeys.map(({ publicKey }) => publicKey.join()));
  const all = file.keys.size + pairs.size;
  const lost = findings.keys.damaged + findings.stored.damaged;
  const docs = readFileSync(join(root, 'docs/old-wallets.md'), 'utf8');
  const made = vector.kind === 'berkeley' ? 'Berkeley DB 5.3' : 'Knots 29';
  expect(docs).toContain(`| \`${vector.name}\` | ${made} | ${all} | ${all - lost} |`);
});
