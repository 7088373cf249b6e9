import type { Bytes } from '../encoding/bytes.ts';
import { lastOf } from '../encoding/list.ts';
import { type ScriptTemplate, solveScript } from '../script/templates.ts';

/** The scripts that are known behind a hash. */
export type InnerScripts = {
  /** Empty: not known. */
  readonly redeemScript: Bytes;
  /** Empty: not known. */
  readonly witnessScript: Bytes;
  /** Of final inputs; empty: not final. */
  readonly witness: readonly Bytes[];
  /** Leaves of a taproot output that are told. */
  readonly leaves: number;
};

/** Keys of which some have to sign, in the order of the script. */
export type Quorum = { readonly required: number; readonly publicKeys: readonly Bytes[] };

/** Returns the keys of a multisig script that is known; `undefined` for any other lock. */
export function quorumOf(script: Bytes, inner: Omit<InnerScripts, 'leaves'>): Quorum | undefined {
  const { redeemScript, witnessScript } = inner;
  const innermost = [witnessScript, redeemScript, script].find(({ length }) => length > 0);
  const template = innermost && solveScript(innermost);
  return template?.kind === 'multisig' ? template : undefined;
}

/** How a coin is locked, in the field's words: `P2SH-P2WSH, 2 of 3 keys`, `P2TR, key path`. */
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
      return 'P2A, anybody can spend it';
    case 'witness_unknown':
      return `witness version ${outer.version}, anybody can spend it`;
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
  if (template.kind !== 'multisig') return 'a script of its own';
  return `${template.required} of ${template.publicKeys.length} keys`;
}

/** BIP341: a witness of one item, not counting an annex, is the key path. */
function taprootPath({ witness, leaves }: InnerScripts): string {
  const items = isAnnex(witness) ? witness.length - 1 : witness.length;
  if (items === 1) return 'key path';
  if (items > 1) return 'script path';
  return leaves > 0 ? `key path or a script (${leaves} told)` : 'key path';
}

/**
 * BIP341: "If there are at least two witness elements, and the first byte of the last element is
 * 0x50".
 */
export function isAnnex(witness: readonly Bytes[]): boolean {
  return witness.length > 1 && lastOf(witness)?.[0] === 0x50;
}
