import { hash160 } from '../crypto/hash.ts';
import { HARDENED } from '../descriptor/extended-key.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { lastOf } from '../encoding/list.ts';
import type { Pause, Task } from '../signing/task.ts';
import { type Coin, outPointKey } from '../transaction/transaction.ts';
import type { FindingId } from './catalog.ts';
import { isOfCosigner, mastersOfOthers } from './cosigners.ts';
import { askOwners, type Evidence, type OwnerQuestion } from './evidence.ts';
import type { Certainty, Cosigners, Owner, ReviewedInput } from './model.ts';
import { MOST_IN_LIST, type NamedKey, type OwnKeys } from './own-keys.ts';
import type { Subject } from './subject.ts';

export const questionOf = (
  scriptPubKey: Bytes = new Uint8Array(0),
  named: readonly NamedKey[] = [],
): OwnerQuestion => ({ scriptPubKey, hints: hintsOf(named) });

/** Number of inputs that are described between pauses. */
const FEW = 16;

export function* reviewInputs(
  subject: Subject,
  evidence: Evidence,
  pause: Pause | undefined,
): Task<readonly ReviewedInput[]> {
  const { transaction, spends } = subject;
  // Facts from the wallet or the chain override those from the transaction's author.
  const coins = transaction.inputs.map(({ prevout }, index) => {
    const known = evidence.known?.get(outPointKey(prevout));
    return known?.value === undefined ? spends[index]?.coin : known;
  });
  const questions = spends.map(({ named }, i) => questionOf(coins[i]?.scriptPubKey, named));
  if (pause) yield* evidence.findOwners?.prepare?.(questions, pause) ?? [];
  const owners = evidence.findOwners && askOwners(evidence.findOwners, questions);
  const claims = yield* claimsOfInputs(spends, owners, evidence.findOwners?.keys, pause);
  const isForeign = (index: number) =>
    owners !== undefined && owners[index] === undefined && claims[index] !== 'shared';
  if (pause) yield pause();
  const reviewed: ReviewedInput[] = [];
  for (const [index, { prevout, sequence }] of transaction.inputs.entries()) {
    if (pause && index % FEW === FEW - 1) yield pause();
    const spend = spends[index];
    const known = evidence.known?.get(outPointKey(prevout));
    const isKnown = known?.value !== undefined;
    const coin = coins[index];
    const problems = spend?.problems ?? [];
    reviewed.push({
      outPoint: prevout,
      value: coin?.value,
      certainty: isKnown ? 'known' : certaintyOf(spend, isForeign(index)),
      scriptPubKey: coin?.scriptPubKey,
      lock: spend?.lock ?? 'unknown',
      owner: owners?.[index],
      claim: claims[index],
      cosigners: spend && cosignersOf(spend, evidence.findOwners?.keys),
      sighashType: spend?.sighashType,
      signatures: spend?.signatures ?? [],
      verdict: spend?.verdict,
      sequence,
      problems: [...problems, ...contradictions(spend?.coin, known)],
    });
  }
  return reviewed;
}

/** A signature commits to an amount only if the user makes it. */
function certaintyOf(spend: Subject['spends'][number] | undefined, isForeign: boolean): Certainty {
  if (spend === undefined) return 'claimed';
  if (spend.certainty !== 'committed') return spend.certainty;
  return isForeign ? 'claimed' : 'committed';
}

const NOWHERE = { fingerprint: new Uint8Array(4), path: [] };

/** Lists the keys of a multisig script. The PSBT's names for other people's keys are unproven. */
function cosignersOf(
  { quorum, named, signatures }: Subject['spends'][number],
  keys: OwnKeys | undefined,
): Cosigners | undefined {
  if (quorum === undefined) return undefined;
  return {
    required: quorum.required,
    keys: quorum.publicKeys.map((publicKey) => {
      const name = named.find((each) => equalBytes(each.publicKey, publicKey));
      // A registered wallet contains the public keys of cosigners too.
      const isOwn =
        keys?.holds(publicKey) === true &&
        keys.canSign?.(name ?? { publicKey, origin: NOWHERE }) !== false;
      const fingerprint = name && encodeHex(name.origin.fingerprint);
      const isMislabelled =
        isOwn && fingerprint !== undefined && !keys.fingerprints.has(fingerprint);
      return {
        fingerprint,
        ...(isMislabelled && { isMislabelled }),
        isOwn,
        hasSigned: signatures.some((each) => each.isValid && equalBytes(each.publicKey, publicKey)),
      };
    }),
  };
}

function contradictions(said: Coin | undefined, known: Coin | undefined): readonly FindingId[] {
  if (said?.value === undefined || known?.value === undefined) return [];
  if (said.value !== known.value) return ['amount-contradicted'];
  return equalBytes(said.scriptPubKey, known.scriptPubKey) ? [] : ['utxo-mismatch'];
}

/** Finds the user's keys in inputs whose scripts no descriptor derives. */
function* claimsOfInputs(
  spends: Subject['spends'],
  owners: readonly (Owner | undefined)[] | undefined,
  keys: OwnKeys | undefined,
  pause: Pause | undefined,
): Task<readonly ReviewedInput['claim'][]> {
  if (keys === undefined) return [];
  const open = (i: number) => owners?.[i] === undefined;
  const masters = yield* mastersOfOthers(keys, namedBy(spends), pause);
  const claimed = spends.map(({ named }) =>
    named.filter((each) => !isOfCosigner(each, masters, keys)),
  );
  const verdicts = keys.judge(claimed.map((named, i) => (open(i) ? named : [])));
  const isOurs = (item: Bytes, i: number) => {
    const name = spends[i]?.named.find(
      ({ publicKey }) => equalBytes(publicKey, item) || equalBytes(hash160(publicKey), item),
    );
    return keys.holds(item) && (name === undefined || claimed[i]?.includes(name) === true);
  };
  return spends.map(({ coin, items, verdict, isShared }, i): ReviewedInput['claim'] => {
    if (coin === undefined || !open(i)) return undefined;
    if (items.some((item) => isOurs(item, i))) {
      if (keys.hasWallet === false && isShared === true) return 'shared';
      // A final input takes no signature.
      if (verdict === undefined) return 'key';
    }
    return verdicts[i] === 'unknown' ? undefined : 'name';
  });
}

export const namedBy = (spends: Subject['spends']): readonly NamedKey[] =>
  spends.flatMap(({ named }) => named.slice(0, MOST_IN_LIST));

/** Limit on positions that one input or output may name. */
const MOST_HINTS = 32;

/** Returns the last steps of paths, where descriptors have their wildcard. */
function hintsOf(named: readonly NamedKey[]): readonly number[] {
  const hints = new Set<number>();
  for (const { origin } of named) {
    const last = lastOf(origin.path);
    // A hardened wildcard has the same positions.
    if (last !== undefined) hints.add(last % HARDENED);
    if (hints.size === MOST_HINTS) break;
  }
  return [...hints];
}
