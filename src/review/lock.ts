import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { annexOf, UNSPENDABLE_KEY } from '../script/taproot.ts';
import { type ScriptTemplate, solveScript } from '../script/templates.ts';

/** Known scripts behind a hash. */
export type InnerScripts = {
  /** Empty if unknown. */
  readonly redeemScript: Bytes;
  /** Empty if unknown. */
  readonly witnessScript: Bytes;
  /** Final witness; empty if the input is not final. */
  readonly witness: readonly Bytes[];
  /** Number of leaves that are shown for a taproot output. */
  readonly leaves: number;
  /** Internal key of a taproot output. Absent if unknown. */
  readonly internalKey?: Bytes | undefined;
};

/** A number of required signatures, and the keys that can sign, in script order. */
export type Quorum = { readonly required: number; readonly publicKeys: readonly Bytes[] };

/** Returns the keys of a known multisig script; `undefined` for any other lock. */
export function quorumOf(
  script: Bytes,
  inner: Pick<InnerScripts, 'redeemScript' | 'witnessScript'>,
): Quorum | undefined {
  const { redeemScript, witnessScript } = inner;
  const innermost = [witnessScript, redeemScript, script].find(({ length }) => length > 0);
  const template = innermost && solveScript(innermost);
  return template?.kind === 'multisig' ? template : undefined;
}

/** Describes how a coin is locked: `P2SH-P2WSH, 2 of 3 keys`, `P2TR, key path`. */
export function describeLock(script: Bytes, inner: InnerScripts): string {
  const outer = solveScript(script);
  switch (outer.kind) {
    case 'pubkey':
      return 'P2PK';
    case 'pubkeyhash':
      return 'P2PKH';
    case 'scripthash':
      return inner.redeemScript.length > 0
        ? `P2SH-${describeInner(solveScript(inner.redeemScript), inner)}`
        : 'P2SH';
    case 'witness_v1_taproot':
      return `P2TR, ${taprootPath(inner)}`;
    case 'anchor':
      return 'P2A, anyone can spend it';
    case 'witness_unknown':
      return `witness version ${outer.version}, anyone can spend it`;
    default:
      return describeInner(outer, inner);
  }
}

function describeInner(template: ScriptTemplate, { witnessScript }: InnerScripts): string {
  switch (template.kind) {
    case 'witness_v0_keyhash':
      return 'P2WPKH';
    case 'witness_v0_scripthash':
      return witnessScript.length > 0
        ? `P2WSH, ${describeScript(solveScript(witnessScript))}`
        : 'P2WSH';
    default:
      return describeScript(template);
  }
}

function describeScript(template: ScriptTemplate): string {
  if (template.kind !== 'multisig') return 'a custom script';
  return `${template.required} of ${template.publicKeys.length} keys`;
}

/** BIP341: a witness of one item, not counting an annex, is the key path. */
function taprootPath({ witness, leaves, internalKey }: InnerScripts): string {
  const items = annexOf(witness) ? witness.length - 1 : witness.length;
  if (items === 1) return 'key path';
  if (items > 1) return 'script path';
  if (leaves === 0) return 'key path';
  const hasKeyPath = !internalKey || !equalBytes(internalKey, UNSPENDABLE_KEY);
  return `${hasKeyPath ? 'key path or ' : ''}a script (${leaves} shown)`;
}
