import { hash160 } from '../crypto/hash.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { isHardened } from '../descriptor/extended-key.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { Psbt, PsbtInput, PsbtOutput } from '../psbt/psbt.ts';
import { spentOutput } from '../psbt/psbt-session.ts';
import { type NamedKey, namedIn, xOf } from '../review/own-keys.ts';
import { p2wpkhScript } from '../script/builders.ts';
import { walkScript } from '../script/script.ts';
import { tapTweakHash } from '../script/taproot.ts';
import { solveScript } from '../script/templates.ts';

/** An input or output, and what a key of the user would be recognized by. */
export type WantedPlace = {
  readonly isInput: boolean;
  /** Marks (`marksOf`) of the keys that its scripts contain, as far as they are known. */
  readonly marks: readonly string[];
  /** Marks of the keys that it names, whose origin may be wrong. */
  readonly names: readonly string[];
  /** The last two steps of the paths that it names: branch and position. */
  readonly tails: readonly (readonly [branch: number, index: number])[];
  /** Purposes of accounts that usually have such scripts. */
  readonly purposes: readonly number[];
};

/** Purposes of accounts of several keys; taproot scripts may have them too. */
const SHARED = [48, 87, 45, 0];

type Source = Partial<PsbtInput> & Partial<PsbtOutput> & Parameters<typeof namedIn>[0];

/** Returns the inputs and outputs of a PSBT, inputs first. */
export function wantedPlaces({ inputs, outputs }: Psbt): readonly WantedPlace[] {
  return [
    ...inputs.map((input) => placeOf(input, spentOutput(input)?.scriptPubKey, true)),
    ...outputs.map((output) => placeOf(output, output.scriptPubKey, false)),
  ];
}

function placeOf(source: Source, script: Bytes | undefined, isInput: boolean): WantedPlace {
  const named = namedIn(source);
  const { marks, purposes } = script ? marksIn(source, script) : { marks: [], purposes: [] };
  const names = named.map(({ publicKey }) => `x${encodeHex(xOf(publicKey))}`);
  return { isInput, marks, names, tails: tailsOf(named), purposes };
}

function tailsOf(named: readonly NamedKey[]): WantedPlace['tails'] {
  return named.flatMap(({ origin: { path } }): WantedPlace['tails'] => {
    const [branch, index] = path.slice(-2);
    if (branch === undefined || index === undefined) return [];
    return isHardened(branch) || isHardened(index) ? [] : [[branch, index]];
  });
}

type Marks = Pick<WantedPlace, 'marks' | 'purposes'>;

function marksIn(source: Source, script: Bytes): Marks {
  const solved = solveScript(script);
  switch (solved.kind) {
    case 'pubkeyhash':
      return { marks: [`k${encodeHex(solved.hash)}`], purposes: [44] };
    case 'witness_v0_keyhash':
      return { marks: [`k${encodeHex(solved.hash)}`], purposes: [84] };
    case 'witness_v1_taproot':
      return taprootMarks(source, solved.outputKey);
    case 'scripthash': {
      const scripts = hiddenScripts(source);
      const marks = pushedMarks(scripts);
      return marks.length > 0
        ? { marks, purposes: isNestedKey(scripts[0]) ? [49] : SHARED }
        : { marks: [`n${encodeHex(solved.hash)}`], purposes: [49] };
    }
    default:
      return { marks: pushedMarks([script, ...hiddenScripts(source)]), purposes: SHARED };
  }
}

const isNestedKey = (script: Bytes | undefined) =>
  script !== undefined && solveScript(script).kind === 'witness_v0_keyhash';

/** Returns the scripts that P2SH and P2WSH hide, also those of a final input. */
function hiddenScripts(source: Source): readonly Bytes[] {
  const { redeemScript, witnessScript, finalScriptSig, finalWitness = [] } = source;
  const pushed = finalScriptSig ? (walkScript(finalScriptSig) ?? []) : [];
  const last = [pushed[pushed.length - 1]?.data, finalWitness[finalWitness.length - 1]];
  return [redeemScript, witnessScript, ...last].flatMap((each) => (each?.length ? [each] : []));
}

/** Reads keys and hashes of keys out of scripts. */
const pushedMarks = (scripts: readonly Bytes[]): readonly string[] =>
  scripts
    .flatMap((script) => walkScript(script) ?? [])
    .flatMap(({ data }) => {
      if (data.length === 20) return [`k${encodeHex(data)}`];
      return [32, 33, 65].includes(data.length) ? [`x${encodeHex(xOf(data))}`] : [];
    });

function taprootMarks(source: Source, outputKey: Bytes): Marks {
  const { tapInternalKey: internal, tapLeaves = [], tapTree = [] } = source;
  const leaves = pushedMarks([...tapLeaves, ...tapTree].map((leaf) => leaf.script));
  return internal === undefined && leaves.length === 0
    ? { marks: [`t${encodeHex(outputKey)}`], purposes: [86] }
    : {
        marks: [...(internal ? [`x${encodeHex(internal)}`] : []), ...leaves],
        purposes: leaves.length > 0 ? [86, ...SHARED] : [86],
      };
}

/**
 * Returns how scripts may contain a public key: by x coordinate, by hash, by the hash of its nested
 * script, and by its taproot output. `kinds` has the first letters of the marks that are wanted,
 * because the others cost time.
 */
export function marksOf(
  publicKey: Bytes,
  kinds: ReadonlySet<string>,
  secp256k1: Secp256k1,
): readonly string[] {
  const x = xOf(publicKey);
  const hash = kinds.has('k') || kinds.has('n') ? hash160(publicKey) : undefined;
  const output = kinds.has('t')
    ? secp256k1.tweakXOnlyPublicKey(x, tapTweakHash(x))?.xOnly
    : undefined;
  return [
    `x${encodeHex(x)}`,
    ...(hash ? [`k${encodeHex(hash)}`] : []),
    ...(hash && kinds.has('n') ? [`n${encodeHex(hash160(p2wpkhScript(hash)))}`] : []),
    ...(output ? [`t${encodeHex(output)}`] : []),
  ];
}
