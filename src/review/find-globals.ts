import { fingerprint } from '../descriptor/extended-key.ts';
import { equalBytes } from '../encoding/bytes.ts';
import { lastOf } from '../encoding/list.ts';
import { isAnyoneCanPay, isNone, isSingle } from '../sighash/sighash-type.ts';
import type { KeyOrigin } from '../signing/provider.ts';
import type { FindingCase, Searched } from './finding-case.ts';
import { isOtherXpub } from './other-network.ts';
import { type NamedXpub, readXpub } from './own-keys.ts';

/** Finds problems in the PSBT's global fields. */
export function findInGlobals(searched: Searched): readonly FindingCase[] {
  return [...findInXpubs(searched), ...findInFlags(searched)];
}

function findInXpubs({ facts, subject, evidence }: Searched): readonly FindingCase[] {
  const xpubs = subject.xpubs.map(readXpub);
  const verdicts = evidence.findOwners?.keys?.judgeXpubs(xpubs) ?? [];
  const sentences = new Set(xpubs.flatMap((xpub, i) => faultsOf(xpub, xpubs.slice(0, i))));
  if (verdicts.includes('misplaced')) sentences.add('Your key has another path.');
  // If the path is the user's, the review has another finding.
  if (subject.hasForeignXpub === true && !verdicts.includes('forged')) {
    sentences.add('A key does not derive the keys of the coins below its path.');
  }
  // Others may name their keys beside their coins.
  const isOpen =
    evidence.findOwners?.keys?.hasWallet !== false &&
    facts.inputs.every(({ owner }) => owner !== undefined && owner.paths.length > 1);
  const hasOthers =
    facts.otherNetwork === undefined &&
    subject.xpubs.some((xpub) => isOtherXpub(xpub, evidence.network));
  const found: readonly (FindingCase | undefined)[] = [
    verdicts.includes('forged') ? { id: 'xpub-not-ours' } : undefined,
    isOpen && verdicts.includes('ours') && verdicts.includes('unknown')
      ? { id: 'xpub-unknown' }
      : undefined,
    sentences.size > 0 ? { id: 'xpub-wrong', detail: [...sentences].join(' ') } : undefined,
    hasOthers ? { id: 'keys-of-another-network' } : undefined,
  ];
  return found.flatMap((each) => each ?? []);
}

/** Returns contradictions in the extended keys, as sentences. */
function faultsOf(named: NamedXpub, before: readonly NamedXpub[]): readonly string[] {
  const { key, origin } = named;
  const isRepeated = before.some(
    (each) =>
      equalBytes(each.key.publicKey, key.publicKey) ||
      (!isUnset(origin) && isSameOrigin(each.origin, origin)),
  );
  return [
    ...(isRepeated ? ['Two entries have the same key or the same path.'] : []),
    ...(fitsPath(named) ? [] : ['The depth, number or parent of a key is not that of its path.']),
  ];
}

const isUnset = ({ fingerprint: master }: KeyOrigin) => master.every((byte) => byte === 0);

const isSameOrigin = (a: KeyOrigin, b: KeyOrigin) =>
  equalBytes(a.fingerprint, b.fingerprint) && a.path.join() === b.path.join();

/** BIP174: "The number of 32 bit unsigned integer indexes must match the depth". */
function fitsPath({ key, origin }: NamedXpub): boolean {
  const { fingerprint: master, path } = origin;
  // If the origin of a key is unknown, wallets write the key's own fingerprint.
  if (path.length === 0) return isUnset(origin) || equalBytes(fingerprint(key.publicKey), master);
  if (key.depth !== path.length || key.childNumber !== lastOf(path)) return false;
  return key.depth !== 1 || isUnset(origin) || equalBytes(key.parentFingerprint, master);
}

/** Flags of BIP370: inputs may be added, outputs may be added, a signature uses SIGHASH_SINGLE. */
const [INPUTS, OUTPUTS, SINGLE] = [1, 2, 4];

function findInFlags({ facts, subject }: Searched): readonly FindingCase[] {
  const { modifiable } = subject;
  const types = facts.inputs.flatMap(({ signatures }) =>
    signatures.flatMap(({ isValid, sighashType }) => (isValid ? [sighashType] : [])),
  );
  const adds = (flag: number) => (modifiable & flag) !== 0;
  const isCovered =
    (adds(INPUTS) && !types.every(isAnyoneCanPay)) ||
    (adds(OUTPUTS) && !types.every((type) => isNone(type) || isSingle(type)));
  const asked = facts.inputs.flatMap(({ sighashType }) => sighashType ?? []);
  const sentences = [
    ...(modifiable > (INPUTS | OUTPUTS | SINGLE) ? ['Some flags have no meaning.'] : []),
    ...(adds(SINGLE) && ![...types, ...asked].some(isSingle)
      ? ['They announce a signature with SIGHASH_SINGLE, but there is none.']
      : []),
    ...(adds(INPUTS | OUTPUTS) && !adds(SINGLE) && types.some(isSingle)
      ? ['They do not announce the signature with SIGHASH_SINGLE.']
      : []),
  ];
  return [
    ...(isCovered ? [{ id: 'modifiable-signed' } as const] : []),
    ...(sentences.length > 0
      ? [{ id: 'modifiable-wrong', detail: sentences.join(' ') } as const]
      : []),
  ];
}
