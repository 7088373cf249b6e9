import type { Bytes } from '../encoding/bytes.ts';
import { deniesName } from './denial.ts';
import {
  isDigestOf,
  type KeyDigest,
  type RecordSignature,
  readKeyDigest,
  readSignature,
  readZoneKey,
  signedBytes,
  verifySignature,
  type ZoneKey,
} from './signature.ts';
import { type DnsRecord, type DomainName, equalNames, formatName, isWithin, Type } from './wire.ts';

/**
 * Reason why records are not proven. `missing`: a record or a signature is missing. `signature`: no
 * signature is valid. `too-early`, `expired`: all signatures are right, but one is not valid at
 * that time. `wildcard`: no record proves that the name that a wildcard replaces does not exist
 * itself.
 */
export type ProofFault = 'missing' | 'signature' | 'too-early' | 'expired' | 'wildcard';

type TimeFault = Extract<ProofFault, 'too-early' | 'expired'>;

/** Records whose signatures are right, at whatever time. */
export type ProvenSet = {
  readonly data: readonly Bytes[];
  /** Seconds since 1970 from which all signatures of the proof are valid. */
  readonly validFrom: number;
  readonly validUntil: number;
  /** The signature that is not valid at the time of the check, if any. */
  readonly untimely: Untimely | undefined;
  /** Seconds that all of the records may be kept. */
  readonly ttl: number;
  /** Zones whose keys signed, from the root. */
  readonly zones: readonly string[];
};

export type Unproven = { readonly error: Exclude<ProofFault, TimeFault>; readonly name: string };

/** The owner of a signature that is not valid at the time of the check. */
export type Untimely = { readonly error: TimeFault; readonly name: string };

/** BIP353: "Clients MAY allow for an expiry up to an hour in the past". */
const GRACE = 3600;
/** Limits the work: a real chain needs ten to thirty signatures. */
const MOST_SIGNATURES = 200;

type Zone = { readonly keys: readonly ZoneKey[]; readonly proof: ProvenSet };

/**
 * Creates a function that proves records of a chain (RFC 4035) with the root's keys. `now`, in
 * seconds since 1970, decides which of several right signatures counts, and what is `untimely`.
 */
export function createValidator(
  records: readonly DnsRecord[],
  anchors: readonly KeyDigest[],
  now: number,
): (name: DomainName, type: number) => ProvenSet | Unproven {
  const zones = new Map<string, Zone | Unproven>();
  let left = MOST_SIGNATURES;

  const recordsOf = (name: DomainName, type: number) =>
    records.filter((each) => each.type === type && equalNames(each.name, name));

  /** Returns a zone's keys, if they can be proven. */
  function zoneOf(zone: DomainName): Zone | Unproven {
    const name = formatName(zone);
    const known = zones.get(name);
    if (known) return known;
    // A zone whose keys lead back to itself is not proven.
    zones.set(name, { error: 'signature', name });
    const found = proveZone(zone);
    zones.set(name, found);
    return found;
  }

  function proveZone(zone: DomainName): Zone | Unproven {
    const above = zone.length === 0 ? undefined : proveSet(zone, Type.DS);
    if (above && 'error' in above) return above;
    const digests = above ? above.data.flatMap((data) => readKeyDigest(data) ?? []) : anchors;
    const keys = recordsOf(zone, Type.DNSKEY).flatMap(({ data }) => readZoneKey(data) ?? []);
    const trusted = keys.filter((key) => digests.some((digest) => isDigestOf(digest, zone, key)));
    const proof = proveBy(zone, Type.DNSKEY, (signer) =>
      equalNames(signer, zone) ? { keys: trusted, proof: above } : undefined,
    );
    if ('error' in proof) return proof;
    return { keys, proof: { ...proof, zones: [...(above?.zones ?? []), formatName(zone)] } };
  }

  function proveSet(name: DomainName, type: number): ProvenSet | Unproven {
    return proveBy(name, type, (signer) => {
      // A zone's keys cannot vouch for themselves.
      if (type === Type.DS && signer.length >= name.length) return undefined;
      return zoneOf(signer);
    });
  }

  type Signer = { readonly keys: readonly ZoneKey[]; readonly proof: ProvenSet | undefined };

  /**
   * Proves records by the signature that is valid longest. `signerOf` returns the keys of a
   * permitted signer. Times never excuse a wrong signature: anyone can write an old date on one.
   */
  function proveBy(
    name: DomainName,
    type: number,
    signerOf: (signer: DomainName) => Signer | Unproven | undefined,
  ): ProvenSet | Unproven {
    const set = recordsOf(name, type);
    const shown = formatName(name);
    const signatures = recordsOf(name, Type.RRSIG)
      .flatMap(({ data }) => readSignature(data) ?? [])
      .filter(({ covered, signer }) => covered === type && isWithin(name, signer))
      .map((signature) => ({ signature, times: timesOf(signature, now, shown) }))
      .sort((a, b) => compareTimes(a.times, b.times));
    let worst: Unproven = { error: 'missing', name: shown };
    let best: ProvenSet | undefined;
    if (set.length === 0) return worst;
    for (const { signature, times } of signatures) {
      if (best && compareTimes(best, times) <= 0) break;
      const signer = signerOf(signature.signer);
      if (signer === undefined) continue;
      if ('error' in signer) {
        worst = signer;
        continue;
      }
      if (!holds(signature, set, signer.keys)) {
        worst = { error: 'signature', name: shown };
        continue;
      }
      const denied = denialOf(signature, name, signer);
      if ('error' in denied) {
        worst = denied;
        continue;
      }
      const proven = joinProofs(set, times, [signer.proof, ...denied.proofs]);
      if (best === undefined || compareTimes(proven, best) < 0) best = proven;
    }
    return best ?? worst;
  }

  function holds(
    signature: RecordSignature,
    set: readonly DnsRecord[],
    keys: readonly ZoneKey[],
  ): boolean {
    const owner = signedName(set[0]?.name ?? [], signature);
    if (owner === undefined) return false;
    const message = signedBytes(signature, owner, set);
    return keys.some((key) => {
      if (key.keyTag !== signature.keyTag || key.algorithm !== signature.algorithm) return false;
      return left-- > 0 && verifySignature(signature, message, key);
    });
  }

  /** Returns the proofs of absence that an expanded wildcard requires. */
  function denialOf(
    { labels, covered, signer: zone }: RecordSignature,
    name: DomainName,
    signer: Signer,
  ): Unproven | { readonly proofs: readonly ProvenSet[] } {
    if (labels === countLabels(name)) return { proofs: [] };
    const fault: Unproven = { error: 'wildcard', name: formatName(name) };
    if (covered !== Type.TXT && covered !== Type.CNAME) return fault;
    const missing = name.slice(name.length - labels - 1);
    let best: ProvenSet | undefined;
    for (const record of records) {
      if (!deniesName(record, { missing, zone })) continue;
      const proof = proveBy(record.name, record.type, (other) =>
        equalNames(other, zone) ? signer : undefined,
      );
      if ('error' in proof) continue;
      if (best === undefined || compareTimes(proof, best) < 0) best = proof;
    }
    return best ? { proofs: [best] } : fault;
  }

  return proveSet;
}

/** RFC 4034, 3.1.3: "not counting ... the wildcard label, if present". */
const countLabels = (name: DomainName): number => name.length - (name[0] === '*' ? 1 : 0);

/** Returns the signed name (RFC 4035, 5.3.2), or `undefined` if the label count is wrong. */
function signedName(name: DomainName, { labels }: RecordSignature): DomainName | undefined {
  const count = countLabels(name);
  if (labels > count) return undefined;
  return labels === count ? name : ['*', ...name.slice(name.length - labels)];
}

type Times = Pick<ProvenSet, 'validFrom' | 'validUntil' | 'untimely' | 'ttl'>;

/** Resolves times modulo 2^32 (RFC 4034, 3.1.5). */
function timesOf(
  { inception, expiration, originalTtl }: RecordSignature,
  now: number,
  name: string,
): Times {
  const [from, until] = [inception, expiration].map((time) => now + ((time - (now % 2 ** 32)) | 0));
  const [validFrom, validUntil] = [from ?? 0, until ?? 0];
  const times = { validFrom, validUntil, ttl: originalTtl };
  if (validFrom > now) return { ...times, untimely: { error: 'too-early', name } };
  const isExpired = validUntil < now - GRACE;
  return { ...times, untimely: isExpired ? { error: 'expired', name } : undefined };
}

/** Orders what is valid at the time of the check first, then what is valid longest. */
function compareTimes(a: Times, b: Times): number {
  if ((a.untimely === undefined) !== (b.untimely === undefined)) return a.untimely ? 1 : -1;
  return b.validUntil - a.validUntil;
}

function joinProofs(
  set: readonly DnsRecord[],
  own: Times,
  others: readonly (ProvenSet | undefined)[],
): ProvenSet {
  return {
    data: set.map(({ data }) => data),
    ...joinTimes([own, ...others.flatMap((each) => each ?? [])]),
    zones: others[0]?.zones ?? [],
  };
}

/** Returns the time in which all are valid. */
export function joinTimes(all: readonly Times[]): Times {
  return {
    validFrom: Math.max(...all.map(({ validFrom }) => validFrom)),
    validUntil: Math.min(...all.map(({ validUntil }) => validUntil)),
    untimely: all.find(({ untimely }) => untimely)?.untimely,
    ttl: Math.min(...all.map(({ ttl }) => ttl)),
  };
}
