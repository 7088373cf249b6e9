import { waysOf } from '../descriptor/miniscript-ways.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { decodeMiniscript } from '../miniscript/from-script.ts';
import type { MiniscriptContext } from '../miniscript/types.ts';
import { MAX_STANDARD_P2WSH_SCRIPT_SIZE } from '../policy/standard.ts';
import { Op } from '../script/opcodes.ts';
import { matchWitnessProgram, walkScript } from '../script/script.ts';
import { countSigOps } from '../script/sigops.ts';
import { solveScript } from '../script/templates.ts';
import type { OutputClaim } from './subject.ts';

const SIGNATURE_OPS: ReadonlySet<number> = new Set([
  Op.CHECKSIG,
  Op.CHECKSIGVERIFY,
  Op.CHECKMULTISIG,
  Op.CHECKMULTISIGVERIFY,
  Op.CHECKSIGADD,
]);

/**
 * Returns whether an output can be spent without any signature, as far as its scripts are known.
 * The preimage of a hash may be all that a thief needs.
 */
export function opensWithoutKey(
  scriptPubKey: Bytes,
  { scripts, tree, misfits }: Pick<OutputClaim, 'scripts' | 'tree' | 'misfits'>,
): boolean {
  if (misfits.length > 0) return false;
  if (tree) return tree.leaves.some(({ script }) => isKeyless(script, 'tapscript'));
  if (solveScript(scriptPubKey).kind === 'nonstandard') return isKeyless(scriptPubKey, undefined);
  const inner = scripts[scripts.length - 1];
  return inner !== undefined && !matchWitnessProgram(inner) && isKeyless(inner, 'p2wsh');
}

const HASH_OPS: ReadonlySet<number> = new Set([
  Op.RIPEMD160,
  Op.SHA1,
  Op.SHA256,
  Op.HASH160,
  Op.HASH256,
]);

/** Returns whether a script has a hash lock, and a path that asks for no signature. */
function isKeyless(script: Bytes, context: MiniscriptContext | undefined): boolean {
  if (!walkScript(script)?.some(({ opcode }) => HASH_OPS.has(opcode))) return false;
  const size = context === 'tapscript' ? 32 : 33;
  const fromKey = (bytes: Bytes) => (bytes.length === size ? 0 : undefined);
  const node =
    context && decodeMiniscript<number>(script, context, { fromKey, fromKeyHash: () => 0 });
  const ways = node && waysOf(node);
  return ways ? ways.some(({ signers }) => signers.length === 0) : leastSignatures(script) === 0;
}

/** Counts the signatures that the branches of a script ask for at least. */
function leastSignatures(script: Bytes): number | undefined {
  const outer: { readonly before: number; readonly done?: number }[] = [];
  let count = 0;
  for (const { opcode } of walkScript(script) ?? [{ opcode: Op.CHECKSIG }]) {
    if (SIGNATURE_OPS.has(opcode)) count += 1;
    if (opcode === Op.IF || opcode === Op.NOTIF) outer.push({ before: count });
    if (opcode !== Op.ELSE && opcode !== Op.ENDIF) continue;
    const branch = outer.pop();
    if (branch === undefined) return undefined;
    const { before, done = opcode === Op.ENDIF ? before : count } = branch;
    if (opcode === Op.ELSE) outer.push({ before, done: Math.min(done, count) });
    count = opcode === Op.ELSE ? before : Math.min(done, count);
  }
  return outer.length === 0 ? count : undefined;
}

/** Core: MAX_P2SH_SIGOPS. */
const MOST_P2SH_SIGOPS = 15;

/** Scripts behind a hash, as far as they are known; empty if not. */
type Inner = { readonly redeemScript: Bytes; readonly witnessScript: Bytes };

/**
 * Returns whether nodes do not relay a transaction that spends these scripts. A witness script must
 * have compressed keys (SCRIPT_VERIFY_WITNESS_PUBKEYTYPE) and at most 3,600 bytes, and a redeem
 * script at most 15 signature operations.
 */
export function isUnrelayed({ redeemScript, witnessScript }: Inner): boolean {
  if (witnessScript.length === 0) {
    const isProgram = matchWitnessProgram(redeemScript) !== undefined;
    return !isProgram && countSigOps(redeemScript, true) > MOST_P2SH_SIGOPS;
  }
  const operations = walkScript(witnessScript) ?? [];
  const hasKeys = operations.some(({ opcode }) => SIGNATURE_OPS.has(opcode));
  const isUncompressed = ({ data }: { readonly data: Bytes }) =>
    data.length === 65 && [4, 6, 7].includes(data[0] ?? 0);
  return (
    witnessScript.length > MAX_STANDARD_P2WSH_SCRIPT_SIZE ||
    (hasKeys && operations.some(isUncompressed))
  );
}
