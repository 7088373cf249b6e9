import type { Network } from '../encoding/network.ts';
import { formatUtc } from '../encoding/utc.ts';
import { LOCKTIME_THRESHOLD } from '../script/limits.ts';
import { MAX_BIP125_RBF_SEQUENCE, SEQUENCE_FINAL } from '../transaction/transaction.ts';
import { type Found, gather, type Searched } from './found.ts';
import type { ReviewFacts } from './model.ts';
import {
  ageText,
  FAR_BLOCKS,
  FAR_SECONDS,
  heightsAt,
  isFarLock,
  type RelativeLock,
  relativeLock,
} from './time-locks.ts';

const TRUC_VERSION = 3;

export function findInWhole(searched: Searched): readonly Found[] {
  const { facts, evidence } = searched;
  const { transaction, nonStandard, fields, isModifiable, isFinal } = facts;
  const isReplaceable = transaction.inputs.some(
    ({ sequence }) => sequence <= MAX_BIP125_RBF_SEQUENCE,
  );
  const found: Found[] = [...findInLocktime(facts, evidence.network), ...findInAges(searched)];
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

function findInLocktime({ transaction, now }: ReviewFacts, network: Network): readonly Found[] {
  const { locktime, inputs } = transaction;
  if (locktime === 0) return [];
  if (inputs.every(({ sequence }) => sequence === SEQUENCE_FINAL)) {
    return [{ id: 'locktime-ignored' }];
  }
  if (locktime >= LOCKTIME_THRESHOLD) return findInTime(locktime, now.time);
  return now.height === undefined
    ? findInClock(locktime, network.name === 'main' ? now.time : undefined)
    : findInHeight(locktime, now.height);
}

function findInTime(locktime: number, time = locktime + 1): readonly Found[] {
  const left = locktime - time;
  // Core: IsFinalTx. A height may be that of the newest block; a time has to be over.
  if (left < 0) return [];
  const detail = `Not before ${formatUtc(locktime)} UTC.`;
  return [{ id: left > FAR_SECONDS ? 'locktime-far' : 'locktime-future', detail }];
}

/** A block that is mined now stands above the newest one. */
function findInHeight(locktime: number, height: number): readonly Found[] {
  const left = locktime - height;
  if (left <= 0) return [];
  const detail = `Not before block ${locktime}, about ${Math.ceil(left / 144)} days from now.`;
  return [{ id: left > FAR_BLOCKS ? 'locktime-far' : 'locktime-future', detail }];
}

/** Without a chain the clock says what the height can be: of the main network only. */
function findInClock(locktime: number, time: number | undefined): readonly Found[] {
  const heights = time === undefined ? undefined : heightsAt(time);
  if (time === undefined || heights === undefined) return [];
  if (locktime - heights.most <= FAR_BLOCKS) return [];
  const days = Math.ceil((locktime - heights.about) / 144);
  const clock = `The clock says ${formatUtc(time)} UTC. If that is wrong, correct it first.`;
  const detail = `Not before block ${locktime}, about ${days} days from now. ${clock}`;
  return [{ id: 'locktime-far', detail }];
}

function findInAges({ facts: { transaction }, subject }: Searched): readonly Found[] {
  const locks = transaction.inputs.map(({ sequence }, index) => {
    const lock = relativeLock(transaction, sequence);
    return lock && { ...lock, isFar: isFarLock(lock, subject.spends[index]?.ages ?? []) };
  });
  return (['relative-lock-far', 'relative-lock'] as const).flatMap((id) => {
    const found = gather(id, 'inputs', locks, (lock) => lock?.isFar === (id !== 'relative-lock'));
    return found.map((each) => ({ ...each, detail: agesOf(locks, each) }));
  });
}

/** Enough to see how long it takes. */
const MOST_AGES = 3;

function agesOf(locks: readonly (RelativeLock | undefined)[], { inputs = [] }: Found): string {
  const ages = new Set(inputs.flatMap((place) => (locks[place] ? ageText(locks[place]) : [])));
  return `It must be ${[...ages].slice(0, MOST_AGES).join(', or ')} old.`;
}
