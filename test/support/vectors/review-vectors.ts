import { readdirSync, readFileSync } from 'node:fs';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { privateKeyLookup } from '../../../src/descriptor/private-keys.ts';
import { networks } from '../../../src/encoding/network.ts';
import { joinRings, type KeyRing } from '../../../src/keys/key-ring.ts';
import { openNamedTask } from '../../../src/keys/open-keys.ts';
import { readPrivateKeys } from '../../../src/keys/read-private-keys.ts';
import { ringOwners } from '../../../src/keys/ring-owners.ts';
import { silentOwnerOf } from '../../../src/keys/ring-silent.ts';
import { judgeNames } from '../../../src/names/judge-names.ts';
import { readRootKeys } from '../../../src/names/roots.ts';
import type { Evidence, FindOwners } from '../../../src/review/evidence.ts';
import { joinOwners } from '../../../src/review/join-owners.ts';
import type { Review } from '../../../src/review/model.ts';
import { descriptorOwners } from '../../../src/review/own-descriptors.ts';
import type { PastCoin } from '../../../src/review/past.ts';
import { psbtSubject } from '../../../src/review/psbt-subject.ts';
import { reviewSubject } from '../../../src/review/review.ts';
import type { Subject } from '../../../src/review/subject.ts';
import { transactionSubject } from '../../../src/review/transaction-subject.ts';
import { emptyProvider } from '../../../src/signing/miniscript-provider.ts';
import { runNow } from '../../../src/signing/task.ts';
import { decodeTransaction } from '../../../src/transaction/codec.ts';
import { readPsbt } from '../psbt.ts';
import { descriptorsOf, privateKeysOf } from '../review/accounts.ts';
import type { PastRow, ReviewVector } from '../review/rows.ts';
import { hexBytes } from '../signing.ts';

const folder = new URL('../../../vectors/review/', import.meta.url);

/** Returns the vectors of the files in vectors/review/ whose names begin with `start`. */
export const vectorsIn = (start: string): readonly ReviewVector[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith(start) && name.endsWith('.json'))
    .flatMap((name): ReviewVector[] => JSON.parse(readFileSync(new URL(name, folder), 'utf8')));

/** All vectors in vectors/review/. */
export const reviewVectors: readonly ReviewVector[] = vectorsIn('');

/** Returns the evidence of a vector. */
export function evidenceOf(vector: ReviewVector): Evidence {
  const { descriptors, known, past, knownScripts, knowsAllCoins, now, lifted, spent } = vector;
  return {
    network: networks[vector.network ?? 'regtest'],
    findOwners: descriptors && withKeys(besideOthers(ownersOf(descriptors), vector), vector),
    known: known && coinsOf(known),
    knowsAllCoins,
    knownScripts: knownScripts?.map(hexBytes),
    now,
    names: namesOf(vector),
    past: past && pastOf(past),
    expectedFeeRate: vector.estimate === undefined ? undefined : Number(vector.estimate) / 1000,
    lifted,
    spent:
      spent && new Map(Object.entries(spent).map(([key, coins]) => [key, coins.map(pastCoin)])),
  };
}

function namesOf({ psbt, rootKeys, now, network }: ReviewVector): Evidence['names'] {
  if (psbt === undefined || rootKeys === undefined) return undefined;
  const context = {
    network: networks[network ?? 'regtest'],
    now: now?.time ?? 0,
    rootKeys: readRootKeys(rootKeys),
  };
  return judgeNames(readPsbt(psbt), context, secp256k1);
}

const owners = new Map<string, FindOwners>();

/** Finds owners, with a cache of derived scripts that vectors share. */
function ownersOf(descriptors: readonly string[]): FindOwners {
  const key = descriptors.join();
  const own = descriptors.flatMap((text) =>
    descriptorsOf(text).map((descriptor, i) => ({ descriptor, isChange: i === 1 })),
  );
  const source = { secp256k1, findPrivateKey: privateKeyLookup(privateKeysOf(descriptors)) };
  const found = owners.get(key) ?? descriptorOwners(own, source);
  owners.set(key, found);
  return found;
}

const besideOthers = (own: FindOwners, { others }: ReviewVector): FindOwners =>
  others === undefined ? own : joinOwners(own, ownersOf(others), { isOtherAccount: true });

const rings = new Map<string, KeyRing | undefined>();

/** Reads keys of a text, with a cache: seed words take PBKDF2. */
function ringOf(text: string): KeyRing | undefined {
  if (!rings.has(text)) {
    const ring = readPrivateKeys(text, { network: networks.regtest, secp256k1 });
    rings.set(text, ring && !('error' in ring) ? ring : undefined);
  }
  return rings.get(text);
}

/** Adds keys, which are not searched but derive what the PSBT names. */
function withKeys(
  byDescriptors: FindOwners,
  { psbt, masters, descriptors, unregistered }: ReviewVector,
) {
  if (masters === undefined || psbt === undefined) return byDescriptors;
  const read = masters.flatMap((text) => ringOf(text) ?? []);
  const ring = {
    ...joinRings(read),
    hasWallet: unregistered !== true && (descriptors ?? []).length > 0,
  };
  const opening = { networks: [networks.regtest], secp256k1 };
  const opened = readPsbt(psbt);
  const { named } = runNow(openNamedTask({ ring }, opened, opening));
  const silentOwner = silentOwnerOf(ring, opened, { network: networks.regtest, secp256k1 });
  return ringOwners(byDescriptors, named, { hasWallet: ring.hasWallet, secp256k1, silentOwner });
}

function coinsOf(known: NonNullable<ReviewVector['known']>): NonNullable<Evidence['known']> {
  return new Map(
    Object.entries(known).map(([key, { amount, script, height }]) => [
      key,
      { value: BigInt(amount), scriptPubKey: hexBytes(script), height },
    ]),
  );
}

function pastOf(past: NonNullable<ReviewVector['past']>): ReadonlyMap<string, PastCoin> {
  return new Map(Object.entries(past).map(([key, coin]) => [key, pastCoin(coin)]));
}

function pastCoin({ amount, payments, ...coin }: PastRow): PastCoin {
  return {
    ...coin,
    value: BigInt(amount),
    payments: payments?.map(({ value, script, silentAddress }) => ({
      value: BigInt(value),
      scriptPubKey: hexBytes(script),
      silentAddress,
    })),
  };
}

function subjectOf({ psbt, hex, known }: ReviewVector): Subject {
  if (psbt !== undefined) {
    const subject = psbtSubject(readPsbt(psbt), secp256k1);
    if (subject === undefined) throw new Error('lock times exclude each other');
    return subject;
  }
  const transaction = decodeTransaction(hexBytes(hex ?? ''), { witness: true });
  if (transaction === undefined) throw new Error('no transaction');
  const told = { coins: coinsOf(known ?? {}), provider: emptyProvider, secp256k1 };
  return transactionSubject(transaction, told);
}

export function reviewOf(vector: ReviewVector): Review {
  return reviewSubject(subjectOf(vector), evidenceOf(vector));
}

/** Returns true if a review has the expected findings and texts. */
export function isAsExpected(vector: ReviewVector, review = reviewOf(vector)): boolean {
  const { findings, feeProof } = review;
  const texts = findings.map(({ text }) => text).join(' ');
  return (
    feeProof.kind === vector.fee &&
    findings.map(({ id }) => id).join() === vector.findings.join() &&
    (vector.says ?? []).every((words) => texts.includes(words)) &&
    !(vector.lacks ?? []).some((words) => texts.includes(words))
  );
}
