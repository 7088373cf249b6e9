import { hash160 } from '../crypto/hash.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { isHardened } from '../descriptor/extended-key.ts';
import { formatKeyPath } from '../descriptor/key-path.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { PsbtInput, PsbtOutput } from '../psbt/psbt.ts';
import { tapLeafHash, UNSPENDABLE_KEY } from '../script/taproot.ts';
import { solveScript } from '../script/templates.ts';
import type { FindingCase, Searched } from './finding-case.ts';
import { isKeyAlone } from './hidden-scripts.ts';
import type { Owner } from './model.ts';
import type { NamedKey } from './own-keys.ts';
import { isWholeTree } from './script-locks.ts';
import { itemsIn } from './subject.ts';

/** Keys and scripts that the fields of an input or output name. */
type Names = Pick<
  PsbtInput & PsbtOutput,
  'redeemScript' | 'witnessScript' | 'keyPaths' | 'tapKeyPaths' | 'tapInternalKey'
> &
  Pick<PsbtInput, 'musigParticipants'> & {
    /** `undefined` if some leaves may not be shown. */
    readonly leaves:
      | readonly { readonly leafVersion: number; readonly script: Bytes }[]
      | undefined;
  };

/** Returns what an input names that does not belong to its coin, as sentences. */
export function straysOfInput(
  input: PsbtInput,
  script: Bytes,
  curve: Secp256k1,
): readonly string[] {
  const { tapLeaves } = input;
  const isWhole =
    tapLeaves.length > 0 ? isWholeTree(tapLeaves) : isKeyAlone(input.tapInternalKey, script, curve);
  return straysOf({ ...input, leaves: isWhole ? tapLeaves : undefined }, script);
}

/** Returns what an output names that does not belong to its script, as sentences. */
export function straysOfOutput(output: PsbtOutput, curve: Secp256k1): readonly string[] {
  const { tapTree, tapInternalKey, scriptPubKey: script } = output;
  const isWhole = tapTree.length > 0 || isKeyAlone(tapInternalKey, script, curve);
  return straysOf({ ...output, leaves: isWhole ? tapTree : undefined }, script);
}

function straysOf(names: Names, script: Bytes): readonly string[] {
  const outer = solveScript(script);
  if (outer.kind === 'witness_v1_taproot') return taprootStrays(names, outer.outputKey);
  const { redeemScript, witnessScript, keyPaths } = names;
  const inner = outer.kind === 'scripthash' ? redeemScript : script;
  const isHidden = solveScript(inner).kind === 'witness_v0_scripthash' && !witnessScript.length;
  // Hidden scripts may contain any key.
  if (inner.length === 0 || isHidden || outer.kind === 'witness_unknown') return [];
  const items = itemsIn([inner, witnessScript]);
  return keyPaths.every(({ publicKey }) => hasKey(items, publicKey)) ? [] : [STRAY_KEY];
}

const STRAY_KEY = 'It names a key that its script does not have.';

const hasKey = (items: readonly Bytes[], key: Bytes): boolean =>
  items.some((item) => equalBytes(item, key) || equalBytes(item, hash160(key)));

function taprootStrays(names: Names, outputKey: Bytes): readonly string[] {
  const { tapKeyPaths, tapInternalKey: internal, musigParticipants, leaves } = names;
  if (leaves === undefined || internal === undefined) return [];
  const hashes = new Set(
    leaves.map((leaf) => encodeHex(tapLeafHash(leaf.leafVersion, leaf.script))),
  );
  const isStrayLeaf = tapKeyPaths.some(({ leafHashes }) =>
    [...leafHashes].some((hash) => !hashes.has(hash)),
  );
  const members = musigParticipants.flatMap((group) => [group.aggregate, ...group.participants]);
  const leafItems = itemsIn(leaves.map((leaf) => leaf.script));
  const keys = [...[internal, outputKey], ...leafItems, ...members.map((key) => key.subarray(1))];
  const isGroup = ({ aggregate }: PsbtInput['musigParticipants'][number]) =>
    hasKey(keys.slice(0, keys.length - members.length), aggregate.subarray(1)) ||
    tapKeyPaths.some(({ origin }) =>
      equalBytes(origin.fingerprint, hash160(aggregate).subarray(0, 4)),
    );
  // A key without a path from one seed may be an aggregate of several keys.
  const isSingle = (key: Bytes) =>
    tapKeyPaths.some(({ xOnly, origin }) => equalBytes(xOnly, key) && origin.path.some(isHardened));
  const isKnown =
    members.length > 0 ||
    [internal, ...leafItems].every(
      (item) => item.length !== 32 || equalBytes(item, UNSPENDABLE_KEY) || isSingle(item),
    );
  const isStrayKey = isKnown && !tapKeyPaths.every(({ xOnly }) => hasKey(keys, xOnly));
  return [
    ...(isStrayKey ? [STRAY_KEY] : []),
    ...(isStrayLeaf ? ['It names a leaf that its tree does not have.'] : []),
    ...(musigParticipants.every(isGroup)
      ? []
      : ['It names a MuSig2 group that makes none of its keys.']),
  ];
}

/**
 * Finds keys and leaves that do not belong to their scripts, and wrong paths of the user's keys.
 */
export function findStrays({ facts, subject, evidence }: Searched): readonly FindingCase[] {
  const { spends, claims } = subject;
  const isMisnamed = evidence.findOwners?.keys?.isMisnamed ?? (() => false);
  const sentencesOf = (
    strays: readonly string[] = [],
    named: readonly NamedKey[] = [],
    owner: Owner | undefined,
  ) => {
    const isWrong = (owner && hasWrongPath(named, owner)) || named.some(isMisnamed);
    return [...strays, ...(isWrong ? [WRONG_PATH] : [])];
  };
  // Fields that contradict a script, or pose as the user's, are another finding.
  const inputs = facts.inputs.map(({ owner, claim, problems }, i) =>
    problems.length > 0 || claim === 'key' || claim === 'name'
      ? []
      : sentencesOf(spends[i]?.strays, spends[i]?.named, owner),
  );
  const outputs = facts.outputs.map(({ owner, isClaimed, isShared }, i) =>
    (isClaimed && !isShared) || claims[i]?.misfits.length
      ? []
      : sentencesOf(claims[i]?.strays, claims[i]?.named, owner),
  );
  const placesIn = (list: readonly (readonly string[])[]) =>
    list.flatMap((sentences, i) => (sentences.length > 0 ? [i] : []));
  const detail = [...new Set([...inputs, ...outputs].flat())].join(' ');
  return detail === ''
    ? []
    : [{ id: 'fields-unrelated', inputs: placesIn(inputs), outputs: placesIn(outputs), detail }];
}

const WRONG_PATH = 'It gives a wrong path for your key.';

/**
 * Returns whether the PSBT names a master key of the script with a path that the script does not
 * have.
 */
function hasWrongPath(named: readonly NamedKey[], { paths }: Owner): boolean {
  const masters = new Set(paths.map((path) => path.slice(0, 8)));
  return named.some(({ origin }) => {
    const master = encodeHex(origin.fingerprint);
    const isKnown = masters.has(master) && origin.fingerprint.some((byte) => byte !== 0);
    return isKnown && !paths.includes(`${master}${formatKeyPath(origin.path)}`);
  });
}
