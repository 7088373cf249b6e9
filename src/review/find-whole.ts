import type { Network } from '../encoding/network.ts';
import { formatUtc } from '../encoding/utc.ts';
import { LOCKTIME_THRESHOLD } from '../script/limits.ts';
import {
  MAX_BIP125_RBF_SEQUENCE,
  outPointKey,
  SEQUENCE_FINAL,
  TRUC_VERSION,
} from '../transaction/transaction.ts';
import { type FindingCase, gather, type Searched } from './finding-case.ts';
import type { ReviewFacts } from './model.ts';
import { MOST_IN_LIST } from './own-keys.ts';
import {
  ageText,
  FAR_BLOCKS,
  FAR_SECONDS,
  heightsAt,
  isFarLock,
  latestTime,
  type RelativeLock,
  relativeLock,
} from './time-locks.ts';

export function findInWhole(searched: Searched): readonly FindingCase[] {
  const { facts, evidence } = searched;
  const { transaction, nonStandard, fields, isModifiable, isFinal } = facts;
  const isReplaceable = transaction.inputs.some(
    ({ sequence }) => sequence <= MAX_BIP125_RBF_SEQUENCE,
  );
  const found: FindingCase[] = [
    ...findInLocktime(facts, evidence.network),
    ...findInAges(searched),
  ];
  if (nonStandard.length > 0) {
    found.push({ id: 'not-standard', detail: `In Core's words: ${nonStandard.join(', ')}.` });
  }
  if (isModifiable) found.push({ id: 'psbt-modifiable' });
  if (fields.length > 0) found.push({ id: 'fields-unknown', detail: listed(fields) });
  if (isFinal) found.push({ id: 'nothing-to-sign' });
  if (transaction.version === TRUC_VERSION) found.push({ id: 'truc' });
  else if (!isReplaceable) found.push({ id: 'not-replaceable' });
  return found;
}

const MOST_LISTED = 5;

function listed(fields: readonly string[]): string {
  const more = fields.length - MOST_LISTED;
  const rest = more > 0 ? ` and ${more} more` : '';
  return `They are: ${fields.slice(0, MOST_LISTED).join(', ')}${rest}.`;
}

function findInLocktime(
  { transaction, now }: ReviewFacts,
  network: Network,
): readonly FindingCase[] {
  const { locktime, inputs } = transaction;
  if (locktime === 0) return [];
  if (inputs.every(({ sequence }) => sequence === SEQUENCE_FINAL)) {
    return [{ id: 'locktime-ignored' }];
  }
  if (locktime >= LOCKTIME_THRESHOLD) return findInTime(locktime, now.time);
  if (now.height !== undefined) return findInHeight(locktime, now.height);
  return network.name === 'main' ? findInClock(locktime, now.time) : [];
}

/** Reports time locks. If there is no clock, reports only times that are far by any clock. */
function findInTime(locktime: number, time = latestTime(undefined)): readonly FindingCase[] {
  const left = locktime - time;
  // Core's IsFinalTx: a height may equal that of the newest block, but a time must have passed.
  if (left < 0) return [];
  const detail = `Not before ${formatUtc(locktime)} UTC.`;
  return [{ id: left > FAR_SECONDS ? 'locktime-far' : 'locktime-future', detail }];
}

/** A lock is met in the block after the newest block. */
function findInHeight(locktime: number, height: number): readonly FindingCase[] {
  const left = locktime - height;
  if (left <= 0) return [];
  const detail = `Not before block ${locktime}, about ${Math.ceil(left / 144)} days from now.`;
  return [{ id: left > FAR_BLOCKS ? 'locktime-far' : 'locktime-future', detail }];
}

/**
 * Bounds the height of the main network by the clock, if there is no chain. A slow clock makes a
 * usual height seem far, so only a height that is far even four years from now is a stop.
 */
function findInClock(locktime: number, time: number | undefined): readonly FindingCase[] {
  const most = heightsAt(latestTime(time))?.most ?? locktime;
  const heights = time === undefined ? undefined : heightsAt(time);
  const isFar = locktime > most;
  const isUnsure = heights !== undefined && locktime > heights.most + FAR_BLOCKS;
  if (!isFar && !isUnsure) return [];
  const days = heights && Math.ceil((locktime - heights.about) / 144);
  const clock = time === undefined ? '' : ` The clock says ${formatUtc(time)} UTC.`;
  const wait = days === undefined ? '' : `, about ${days} days from now by the clock`;
  const detail = `Not before block ${locktime}${wait}.${clock}`;
  return [{ id: isFar ? 'locktime-far' : 'locktime-unsure', detail }];
}

/** A relative lock of an input, and what is found about it. */
type Wait = RelativeLock & {
  readonly id: 'relative-lock-far' | 'relative-lock-unsure' | 'recovery-path' | 'relative-lock';
  /** Block from which it is met. Absent: unknown. */
  readonly from?: number | undefined;
};

function findInAges(searched: Searched): readonly FindingCase[] {
  const { transaction } = searched.facts;
  const waits = transaction.inputs.map(({ sequence }, index) => {
    const lock = relativeLock(transaction, sequence);
    return lock && waitOf(lock, index, searched);
  });
  const ids = [
    'relative-lock-far',
    'relative-lock-unsure',
    'recovery-path',
    'relative-lock',
  ] as const;
  return ids.flatMap((id) => {
    const found = gather(id, 'inputs', waits, (wait) => wait?.id === id);
    return found.map((each) => ({
      ...each,
      detail: [agesOf(waits, each), ...openings(waits, each, searched)].join(' '),
    }));
  });
}

function waitOf(lock: RelativeLock, index: number, { facts, subject, evidence }: Searched): Wait {
  const { ages = [], hidesScripts, named = [], waitingOf } = subject.spends[index] ?? {};
  const { owner, claim, outPoint } = facts.inputs[index] ?? {};
  const now = newestBlock(facts, evidence);
  const made = outPoint && heightOf(outPointKey(outPoint), evidence);
  const from = lock.kind === 'blocks' && made !== undefined ? made + lock.least : undefined;
  const left = from === undefined || now === undefined ? undefined : from - now - 1;
  const canSign = evidence.findOwners?.keys?.canSign;
  const held = canSign ? named.slice(0, MOST_IN_LIST).filter(canSign) : [];
  const waiting = waitingOf?.(held.map(({ publicKey }) => publicKey));
  // The user's path has no wait, so the lock only holds the payment back.
  const isNeedless = waiting?.hasFreePath === true && !waiting.isOwn;
  const asked = isNeedless ? [] : [...ages, ...(owner?.ages ?? [])];
  const isFar = isFarLock(lock, asked) && (left === undefined || left > FAR_BLOCKS);
  // All scripts of the user's coin are known. A hidden script of another coin may require the age.
  const isUnsure = hidesScripts === true && owner === undefined;
  const far = isUnsure ? 'relative-lock-unsure' : 'relative-lock-far';
  const isOthers = facts.knowsOwners && owner === undefined && claim === undefined;
  const near = waiting === undefined || isNeedless || isOthers ? 'relative-lock' : 'recovery-path';
  return { ...lock, id: isFar ? far : near, from };
}

const heightOf = (key: string, { ages, known }: Searched['evidence']): number | undefined =>
  ages?.heights.get(key) ?? known?.get(key)?.height;

/** Returns the height of the newest known block. A later one only makes coins older. */
const newestBlock = ({ now }: ReviewFacts, { ages }: Searched['evidence']): number | undefined =>
  now.height ?? ages?.tip;

/** States since when, or from when on, the coins are old enough. */
function openings(
  waits: readonly (Wait | undefined)[],
  { inputs = [] }: FindingCase,
  { facts, evidence }: Searched,
): readonly string[] {
  const now = newestBlock(facts, evidence);
  const known = inputs.flatMap((place) => waits[place]?.from ?? []);
  const last = Math.max(...known);
  if (known.length < inputs.length || known.length === 0) return [];
  const isOpen = now !== undefined && last <= now + 1;
  return [
    isOpen ? `It is old enough since block ${last}.` : `It is old enough from block ${last} on.`,
  ];
}

/** Most ages that a finding lists. */
const MOST_AGES = 3;

function agesOf(
  locks: readonly (RelativeLock | undefined)[],
  { inputs = [] }: FindingCase,
): string {
  const ages = new Set(inputs.flatMap((place) => (locks[place] ? ageText(locks[place]) : [])));
  return `It must be ${[...ages].slice(0, MOST_AGES).join(', or ')} old.`;
}
