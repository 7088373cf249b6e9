import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import {
  type DigestedSection,
  decodeSections,
  digestSection,
  encodeSections,
} from '../../../src/crypto/section-file.ts';
import { formatDescriptor } from '../../../src/descriptor/format.ts';
import { concatBytes } from '../../../src/encoding/bytes.ts';
import * as field from '../../../src/encoding/fields.ts';
import { networks } from '../../../src/encoding/network.ts';
import { createWriter, type Writer } from '../../../src/encoding/writer.ts';
import { decodeWallet, encodeWallet, walletFile } from '../../../src/wallet/codec/codec.ts';
import { storedLabels, storedOtherLabels, writeHead } from '../../../src/wallet/codec/head.ts';
import { proveWallet } from '../../../src/wallet/codec/proof.ts';
import { Kind } from '../../../src/wallet/codec/sections.ts';
import { writeDescriptor, writePositions } from '../../../src/wallet/codec/stored-descriptor.ts';
import { newAddress } from '../../../src/wallet/keys/addresses.ts';
import { withoutKeys } from '../../../src/wallet/keys/encryption.ts';
import { setActive } from '../../../src/wallet/keys/import-descriptor.ts';
import { withNewSeed } from '../../../src/wallet/keys/new-seed.ts';
import { encryptWallet, type UnlockError, unlockWallet } from '../../../src/wallet/keys/unlock.ts';
import { createWallet, isUnchecked, type Wallet } from '../../../src/wallet/wallet.ts';
import { createRandom } from '../../support/generate/random.ts';
import { passphraseKey } from '../../support/passphrase-key.ts';

const context = { network: networks.regtest, secp256k1: kernelSecp256k1 };
const environment = { ...context, keypoolSize: 3, addressType: 'bech32' } as const;
const now = 1_700_000_000;
const passphrase = passphraseKey('correct horse');

const optionsOf = (seed: number) => ({
  secp256k1: kernelSecp256k1,
  random: createRandom(seed).bytes,
  labelsNeedPassphrase: true,
});

function encrypted(seed: number): Wallet {
  const empty = createWallet({ name: 'w', network: networks.regtest });
  const wallet = withNewSeed(empty, { environment, random: createRandom(seed).bytes, now });
  return encryptWallet(labelled(wallet, 'dad', 'mum'), passphrase, optionsOf(seed));
}

function labelled(wallet: Wallet, ...labels: readonly string[]): Wallet {
  return labels.reduce((current, label) => {
    const taken = newAddress(current, 'bech32', label, environment);
    if ('error' in taken) throw new Error(taken.error);
    return taken.wallet;
  }, wallet);
}

function load(bytes: Uint8Array): Wallet {
  const wallet = decodeWallet(bytes, 'w', context);
  if ('error' in wallet) throw new Error(wallet.error);
  return wallet;
}

const unlocked = (wallet: Wallet): Wallet | UnlockError =>
  unlockWallet(wallet, passphrase, optionsOf(9));

function open(wallet: Wallet): Wallet {
  const outcome = unlocked(wallet);
  if ('error' in outcome) throw new Error(JSON.stringify(outcome));
  return outcome;
}

type Sections = readonly DigestedSection[];

/**
 * Makes the change of an attacker who has the file, knows its format, and recomputes all digests.
 */
function forged(
  bytes: Uint8Array,
  change: (sections: Sections) => Sections,
  version: number = walletFile.version,
): Uint8Array {
  const frame = decodeSections(bytes, walletFile);
  if ('error' in frame) throw new Error(frame.error);
  return concatBytes(...encodeSections({ ...walletFile, version }, change(frame.sections)));
}

function written(kind: number, write: (writer: Writer) => void): DigestedSection {
  const writer = createWriter(100);
  write(writer);
  return digestSection(kind, writer.finish());
}

function replaced(kind: number, write: (writer: Writer) => void) {
  return (sections: Sections): Sections =>
    sections.map((section) => (section.kind === kind ? written(kind, write) : section));
}

const headSection = (wallet: Wallet) =>
  replaced(Kind.HEAD, (writer) => writeHead(writer, { ...wallet, networkName: 'regtest' }));

/** Returns each descriptor of the first by the one of the same purpose of the second. */
function descriptorsOf(from: Sections, only: (place: number) => boolean) {
  const others = from.filter(({ kind }) => kind === Kind.DESCRIPTOR);
  return (sections: Sections): Sections => {
    let place = -1;
    return sections.map((section) => {
      if (section.kind !== Kind.DESCRIPTOR) return section;
      place++;
      return only(place) ? (others[place] ?? section) : section;
    });
  };
}

function sectionsOf(wallet: Wallet): Sections {
  const frame = decodeSections(encodeWallet(wallet, context), walletFile);
  if ('error' in frame) throw new Error(frame.error);
  return frame.sections;
}

const without =
  (...kinds: readonly number[]) =>
  (sections: Sections): Sections =>
    sections.filter(({ kind }) => !kinds.includes(kind));

/** Says in the section of the keys that they are sealed without a proof, and takes the proof away. */
function withoutProofs(sections: Sections): Sections {
  return without(
    Kind.PROOF,
    Kind.SINCE,
  )(sections).map((section) => {
    if (section.kind !== Kind.KEYS) return section;
    const bytes = section.bytes.slice();
    bytes[0] = 1;
    return digestSection(section.kind, bytes);
  });
}

const own = encrypted(1);
const thief = encrypted(2);
const file = encodeWallet(own, context);

/** Puts the thief's chosen descriptors under active ids. */
function withThiefs(isChosen: (id: string) => boolean): Uint8Array {
  const active = (side: 'external' | 'internal') =>
    new Map(
      [...own.active[side]].map(([type, id]) => [
        type,
        isChosen(id) ? (thief.active[side].get(type) ?? id) : id,
      ]),
    );
  const swapped = {
    ...own,
    active: { external: active('external'), internal: active('internal') },
  };
  const used = new Set([...swapped.active.external.values(), ...swapped.active.internal.values()]);
  const owners = [...own.descriptors.values(), ...thief.descriptors.values()]
    .filter(({ id }) => used.has(id))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return forged(file, (sections) => [
    ...headSection(swapped)(sections).filter(({ kind }) => kind < Kind.DESCRIPTOR),
    ...owners.map((owner) =>
      written(Kind.DESCRIPTOR, (writer) => writeDescriptor(writer, owner, context)),
    ),
    ...sections.filter(({ kind }) => kind > Kind.DESCRIPTOR),
  ]);
}

const isInternal = (id: string) => [...own.active.internal.values()].includes(id);

describe('an encrypted wallet is not unlocked if its file was changed without the passphrase', () => {
  const stored = 'descriptors, labels or settings are not those that were stored';
  const labels = [...own.labels];
  const [first, second] = labels;
  const swappedLabels = new Map(labels);
  if (first && second) swappedLabels.set(first[0], second[1]).set(second[0], first[1]);
  const { external, internal } = own.active;

  test.each<readonly [string, Uint8Array, string]>([
    ['all descriptors are the thief’s', withThiefs(() => true), stored],
    ['the descriptors for change are the thief’s', withThiefs(isInternal), stored],
    [
      'two labels are swapped',
      forged(
        file,
        replaced(Kind.LABELS, (writer) => storedLabels.write(writer, swappedLabels)),
      ),
      stored,
    ],
    [
      'a descriptor is no longer active',
      forged(file, headSection(setActive(own, external.get('bech32') ?? '', 'external', false))),
      stored,
    ],
    [
      'inside and outside are exchanged',
      forged(file, headSection({ ...own, active: { external: internal, internal: external } })),
      stored,
    ],
    [
      'it is said to have no private keys',
      forged(file, headSection({ ...own, flags: { ...own.flags, disablePrivateKeys: true } })),
      stored,
    ],
    [
      'a descriptor is missing',
      forged(file, (sections) =>
        sections.filter(
          ({ kind }, i) => kind !== Kind.DESCRIPTOR || sections[i - 1]?.kind === kind,
        ),
      ),
      stored,
    ],
    [
      'descriptors stand in another order',
      forged(file, (sections) => {
        const owners = sections.filter(({ kind }) => kind === Kind.DESCRIPTOR).reverse();
        return descriptorsOf(owners, () => true)(sections);
      }),
      stored,
    ],
    [
      'the proof is of another wallet',
      forged(file, (sections) => [
        ...without(Kind.PROOF)(sections),
        ...sectionsOf(thief).filter(({ kind }) => kind === Kind.PROOF),
      ]),
      stored,
    ],
  ])('when %s', (_, bytes, what) => {
    expect(unlocked(load(file))).not.toHaveProperty('error');
    expect(unlocked(load(bytes))).toEqual({ error: 'changed', what });
  });

  test.each<readonly [string, Uint8Array]>([
    ['the proof is missing', forged(file, without(Kind.PROOF))],
    ['the later changes are missing', forged(file, without(Kind.SINCE))],
    ['both are missing', forged(file, without(Kind.PROOF, Kind.SINCE))],
    ['its version is changed to 1', forged(file, (sections) => sections, 1)],
    ['its keys are said to need no proof', forged(file, withoutProofs)],
    ['the same, in version 1', forged(file, withoutProofs, 1)],
    ['it has two proofs', forged(file, (sections) => [...sections, ...sections.slice(-2)])],
    [
      'a descriptor is repeated',
      forged(file, (sections) => [
        ...sections.filter(({ kind }) => kind === Kind.DESCRIPTOR).slice(0, 1),
        ...sections,
      ]),
    ],
  ])('is not read when %s', (_, bytes) => {
    expect(decodeWallet(bytes, 'w', context)).toEqual({ error: 'malformed' });
  });

  test('every byte of the destinations is covered by the proof', () => {
    const sections = sectionsOf(own);
    const proven: readonly number[] = [Kind.HEAD, Kind.LABELS, Kind.DESCRIPTOR, Kind.PROOF];
    for (const [i, section] of sections.entries()) {
      if (!proven.includes(section.kind)) continue;
      for (let at = 0; at < section.bytes.length; at += 1 + (section.bytes.length >> 4)) {
        const bytes = section.bytes.slice();
        bytes[at] = (bytes[at] ?? 0) ^ 1;
        const changed = sections.with(i, digestSection(section.kind, bytes));
        const read = decodeWallet(
          forged(file, () => changed),
          'w',
          context,
        );
        if (!('error' in read)) expect(unlocked(read)).toMatchObject({ error: 'changed' });
      }
    }
  });

  // A proof cannot detect this, because the file was once correct.
  test('an older file of the same wallet opens', () => {
    const later = withoutProof(labelled(open(load(file)), 'sis'));
    expect(unlocked(load(encodeWallet(later, context)))).not.toHaveProperty('error');
    expect(unlocked(load(file))).not.toHaveProperty('error');
  });
});

/** Returns a wallet as a host stores it with a proof, locked again. */
function withoutProof(wallet: Wallet): Wallet {
  const proven = proveWallet(wallet, context);
  return { ...proven, keyring: withoutKeys(proven.keyring) };
}

describe('labels of transactions and coins', () => {
  const TX = `tx ${'ab'.repeat(32)}`;
  const COIN = `output ${'ab'.repeat(32)}:1`;
  const noted = (wallet: Wallet, ...labels: readonly (readonly [string, string])[]): Wallet => ({
    ...wallet,
    otherLabels: new Map(labels),
  });
  const told = withoutProof(noted(open(load(file)), [TX, 'rent'], [COIN, 'from dad']));
  const bytes = encodeWallet(told, context);
  const inCore = { ...optionsOf(9), labelsNeedPassphrase: false };
  const othersSection = (...labels: readonly (readonly [string, string])[]) =>
    written(Kind.OTHER_LABELS, (writer) => storedOtherLabels.write(writer, new Map(labels)));

  test('survive locking, storing and unlocking', () => {
    const again = load(bytes);
    expect([...again.otherLabels]).toEqual([...told.otherLabels]);
    expect(encodeWallet(again, context)).toEqual(bytes);
    expect(open(again).otherLabels).toEqual(told.otherLabels);
  });

  test.each<readonly [string, Uint8Array]>([
    [
      'one is changed',
      forged(
        bytes,
        replaced(Kind.OTHER_LABELS, (writer) =>
          storedOtherLabels.write(
            writer,
            new Map([
              [TX, 'rent'],
              [COIN, 'from mum'],
            ]),
          ),
        ),
      ),
    ],
    [
      'one is added',
      forged(
        bytes,
        replaced(Kind.OTHER_LABELS, (writer) =>
          storedOtherLabels.write(
            writer,
            new Map([...told.otherLabels, [`${TX.slice(0, -1)}c`, 'paid']]),
          ),
        ),
      ),
    ],
    ['all are taken away', forged(bytes, without(Kind.OTHER_LABELS))],
    [
      'some are put where there were none',
      forged(file, (sections) => [...sections, othersSection([TX, 'rent'])]),
    ],
  ])('are noticed on unlocking when %s in the file', (_, changed) => {
    expect(unlocked(load(changed))).toEqual({
      error: 'changed',
      what: 'descriptors, labels or settings are not those that were stored',
    });
  });

  test('added while the wallet is locked are kept apart, and refused where they need the passphrase', () => {
    const later = noted(load(bytes), [COIN, 'from dad and mum'], [`${TX.slice(0, -1)}c`, 'new']);
    const again = load(encodeWallet(later, context));
    expect(new Map([...again.otherLabels].sort())).toEqual(new Map([...later.otherLabels].sort()));
    expect(again.proof?.otherLabels.value).toEqual(told.otherLabels);
    expect(unlocked(again)).toEqual({
      error: 'changed',
      what: 'a label of a transaction or a coin is not the one that was stored',
    });
    const outcome = unlockWallet(again, passphrase, inCore);
    if ('error' in outcome) throw new Error(outcome.error);
    expect(open(load(encodeWallet(withoutProof(outcome), context))).otherLabels).toEqual(
      again.otherLabels,
    );
  });
});

describe('addresses from a locked wallet', () => {
  const grown = labelled(load(file), 'sis', 'bro', '', '', 'aunt');

  test('is kept on reading, apart from proven addresses, and can be unlocked', () => {
    const bytes = encodeWallet(grown, context);
    const again = load(bytes);
    expect(again.labels).toEqual(grown.labels);
    expect(
      [...again.descriptors.values()].map(({ nextIndex, rangeEnd }) => [nextIndex, rangeEnd]),
    ).toEqual(
      [...grown.descriptors.values()].map(({ nextIndex, rangeEnd }) => [nextIndex, rangeEnd]),
    );
    expect(encodeWallet(again, context)).toEqual(bytes);
    const next = [grown, again].map((wallet) => newAddress(wallet, 'bech32', '', environment));
    expect(next[0]).toHaveProperty('script');
    expect(next.map((taken) => 'script' in taken && taken.script)).toEqual(
      next.map(() => next[0] && 'script' in next[0] && next[0].script),
    );
    const proven = withoutProof(open(again));
    expect(proven.labels).toEqual(grown.labels);
    expect(open(load(encodeWallet(proven, context))).labels).toEqual(grown.labels);
  });

  test('is refused when positions were added that its descriptors do not lead to', () => {
    const ids = own.active.external;
    const owner = grown.descriptors.get(ids.get('bech32') ?? '');
    const other = thief.descriptors.get(thief.active.external.get('bech32') ?? '');
    if (!owner || !other) throw new Error('no descriptor');
    const proven = grown.proof?.descriptors.get(owner.id)?.value.rangeEnd ?? 0;
    const scripts = new Map(owner.scripts);
    for (const [hex, at] of owner.scripts) if (at === proven) scripts.delete(hex);
    scripts.set([...other.scripts.keys()][0] ?? '', proven);
    const descriptors = new Map(grown.descriptors).set(owner.id, { ...owner, scripts });
    const read = load(encodeWallet({ ...grown, descriptors }, context));
    expect(unlocked(read)).toEqual({
      error: 'changed',
      what: 'addresses that were added do not come from its descriptors',
    });
  });

  test.each([300_000, 2 ** 31 - 1, 2 ** 50])(
    'is not read with a range up to %d, which would be derived at once',
    (rangeEnd) => {
      const [id = ''] = own.active.external.values();
      const owner = grown.descriptors.get(id);
      if (!owner) throw new Error('no descriptor');
      const descriptors = new Map(grown.descriptors).set(id, { ...owner, rangeEnd });
      expect(decodeWallet(encodeWallet({ ...grown, descriptors }, context), 'w', context)).toEqual({
        error: 'malformed',
      });
    },
  );

  // If the range grows over it later, it would count as an own address.
  test.each([0, 25])(
    'is not read with a script of a thief %d positions after its range',
    (distance) => {
      const [id = ''] = own.active.external.values();
      const owner = own.descriptors.get(id);
      const other = thief.descriptors.get(thief.active.external.values().next().value ?? '');
      if (!owner || !other) throw new Error('no descriptor');
      const [script = ''] = other.scripts.keys();
      const since = (added: ReadonlyMap<string, number>) => (writer: Writer) => {
        field.writeMany(writer, [], () => undefined);
        field.writeMany(writer, [owner], ({ rangeEnd, nextIndex, filledTo }) => {
          writer.bytes(field.hexBytes(id));
          for (const position of [rangeEnd, nextIndex, filledTo])
            field.integer.write(writer, position);
          writePositions(writer, added, () => true);
          writePositions(writer, new Map(), () => true);
        });
      };
      const read = (added: ReadonlyMap<string, number>) =>
        decodeWallet(forged(file, replaced(Kind.SINCE, since(added))), 'w', context);
      expect(read(new Map())).not.toHaveProperty('fault');
      expect(read(new Map([[script, owner.rangeEnd + distance]]))).toEqual({ error: 'malformed' });
    },
  );

  test.each(['nextIndex', 'rangeEnd'] as const)('is not read when its %s goes back', (field) => {
    const [id = ''] = own.active.external.values();
    const owner = own.descriptors.get(id);
    if (!owner) throw new Error('no descriptor');
    const later = labelled(load(file), 'sis');
    const descriptors = new Map(later.descriptors).set(id, { ...owner, [field]: owner[field] - 1 });
    expect(decodeWallet(encodeWallet({ ...later, descriptors }, context), 'w', context)).toEqual({
      error: 'malformed',
    });
  });

  test.each([
    ['is another one than was stored', [...own.labels.keys()][0], 'receive'],
    ['is of a foreign address', `0014${'11'.repeat(20)}`, 'send'],
    ['is of a foreign address, as if it were ours', `0014${'11'.repeat(20)}`, 'receive'],
  ] as const)(
    'is refused when a label %s, unless labels need no passphrase',
    (_, script = '', purpose) => {
      const labels = new Map(own.labels).set(script, { label: 'shop', purpose });
      const read = load(encodeWallet({ ...own, labels }, context));
      expect(unlocked(read)).toEqual({
        error: 'changed',
        what: 'a label of an address is not the one that was stored',
      });
      const lenient = { ...optionsOf(9), labelsNeedPassphrase: false };
      expect(unlockWallet(read, passphrase, lenient)).not.toHaveProperty('error');
    },
  );

  test('counts as unchecked until the passphrase was given', () => {
    expect(isUnchecked(own)).toBe(false);
    const read = load(file);
    expect(isUnchecked(read)).toBe(true);
    const locked = withoutProof(open(read));
    expect(isUnchecked(locked)).toBe(false);
    expect(isUnchecked(labelled(locked, 'sis'))).toBe(false);
  });
});

const plain = withNewSeed(createWallet({ name: 'w', network: networks.regtest }), {
  environment,
  random: createRandom(4).bytes,
  now,
});

describe.each([
  ['an encrypted wallet', own],
  ['an unencrypted wallet', plain],
] as const)('%s', (_kind, kept) => {
  // Positions that are ignored now would count when the range grows over them, or count already if
  // they are before it.
  test.each<readonly [string, Partial<Claims>]>([
    ['a script of the thief waits behind its range', { beside: 20 }],
    ['a script of the thief lies in front of its range', { rangeStart: 19, beside: 5 }],
    ['its range goes on for ever', { rangeEnd: 2 ** 45 }],
    ['its range lies where no keys are', { rangeStart: 2 ** 31 + 1, rangeEnd: 2 ** 31 + 1 }],
    ['the next address lies behind its range', { nextIndex: 2 ** 45 }],
  ])('is not read when %s', (_, { beside, ...claims }) => {
    const [id = ''] = kept.active.external.values();
    const owner = kept.descriptors.get(id);
    const [script = ''] = [...thief.descriptors.values()][0]?.scripts.keys() ?? [];
    if (!owner) throw new Error('no descriptor');
    const scripts = new Map(owner.scripts);
    const stays = (at: number) =>
      at === beside || (at >= (claims.rangeStart ?? 0) && at < owner.rangeEnd);
    if (beside !== undefined) scripts.set(script, beside);
    const said = { ...owner, ...claims };
    const text = formatDescriptor(owner.descriptor, context);
    const section = written(Kind.DESCRIPTOR, (writer) => {
      field.text.write(writer, text);
      writer.i64(said.creationTime);
      for (const at of [said.rangeStart, said.rangeEnd, said.nextIndex, said.rangeEnd]) {
        field.integer.write(writer, at);
      }
      for (let none = 0; none < 3; none++) field.writeMany(writer, [], () => undefined);
      writePositions(writer, scripts, stays);
      writePositions(writer, new Map(), () => true);
    });
    const place = [...kept.descriptors.keys()].indexOf(id);
    const bytes = forged(encodeWallet(kept, context), (sections) => {
      const first = sections.findIndex(({ kind }) => kind === Kind.DESCRIPTOR);
      return sections.with(first + place, section);
    });
    expect(decodeWallet(bytes, 'w', context)).toEqual({ error: 'malformed' });
  });
});

/** The range that a descriptor's section states. `beside`: the position of a foreign script. */
type Claims = {
  readonly rangeStart: number;
  readonly rangeEnd: number;
  readonly nextIndex: number;
  readonly beside: number;
};
