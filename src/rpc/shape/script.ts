import { hash160, sha256 } from '../../crypto/hash.ts';
import {
  createFlatSigningProvider,
  noteScript,
  toSigningProvider,
} from '../../descriptor/flat-signing-provider.ts';
import { formatDescriptor } from '../../descriptor/format.ts';
import { inferDescriptor } from '../../descriptor/infer.ts';
import type { DescriptorContext } from '../../descriptor/parser.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { Network } from '../../encoding/network.ts';
import { type JsonObject, jsonObject } from '../../json/json.ts';
import { formatAddress } from '../../script/address.ts';
import { formatAsm } from '../../script/asm.ts';
import { p2shScript, p2wpkhScript, p2wshScript } from '../../script/builders.ts';
import { isOpSuccess, Op } from '../../script/opcodes.ts';
import { isUnspendable, walkScript } from '../../script/script.ts';
import { type ScriptTemplate, solveScript } from '../../script/templates.ts';
import { hasValidOps } from '../../script/valid-ops.ts';
import { emptyProvider, type SigningProvider } from '../../signing/provider.ts';

export type ScriptShape = {
  /** Show the script itself. */
  readonly hex: boolean;
  /** Keys and scripts from which the descriptor is inferred. */
  readonly provider?: SigningProvider;
};

/**
 * An output script as Core shows it: asm, desc, hex, address, type. Core: ScriptToUniv
 * (core_io.cpp).
 */
export function shapeScript(
  script: Bytes,
  context: DescriptorContext,
  { hex, provider = emptyProvider }: ScriptShape,
): JsonObject {
  const descriptor = inferDescriptor(script, provider, context.secp256k1);
  return jsonObject({
    asm: formatAsm(script),
    desc: formatDescriptor(descriptor, context),
    hex: hex ? encodeHex(script) : undefined,
    address: formatAddress(script, context.network),
    type: solveScript(script).kind,
  });
}

/** Shapes the result of decodescript. */
export function shapeDecodedScript(script: Bytes, context: DescriptorContext): JsonObject {
  const template = solveScript(script);
  const { members } = shapeScript(script, context, { hex: false });
  if (!canWrap(template, script)) return { members };
  const wrapped = jsonObject({
    p2sh: p2shAddress(script, context.network),
    segwit: canWrapInWitness(template) ? shapeSegwit(template, script, context) : undefined,
  });
  return { members: [...members, ...wrapped.members] };
}

const p2shAddress = (script: Bytes, network: Network) =>
  formatAddress(p2shScript(hash160(script)), network);

const WRAPPABLE: ReadonlySet<ScriptTemplate['kind']> = new Set([
  ...(['multisig', 'nonstandard', 'pubkey', 'pubkeyhash'] as const),
  ...(['witness_v0_keyhash', 'witness_v0_scripthash'] as const),
]);

function canWrap({ kind }: ScriptTemplate, script: Bytes): boolean {
  if (!WRAPPABLE.has(kind) || !hasValidOps(script) || isUnspendable(script)) return false;
  const operations = walkScript(script) ?? [];
  return operations.every(({ opcode }) => opcode !== Op.CHECKSIGADD && !isOpSuccess(opcode));
}

/** Witness programs take no second wrapping, and witness scripts only compressed keys. */
function canWrapInWitness(template: ScriptTemplate): boolean {
  switch (template.kind) {
    case 'pubkey':
      return template.publicKey.length === 33;
    case 'multisig':
      return template.publicKeys.every((key) => key.length === 33);
    case 'nonstandard':
    case 'pubkeyhash':
      return true;
    default:
      return false;
  }
}

function shapeSegwit(
  template: ScriptTemplate,
  script: Bytes,
  context: DescriptorContext,
): JsonObject {
  const flatProvider = createFlatSigningProvider();
  const output = segwitOutput(template, script);
  if (template.kind !== 'pubkey' && template.kind !== 'pubkeyhash')
    noteScript(flatProvider, script);
  const provider = toSigningProvider(flatProvider);
  const { members } = shapeScript(output, context, { hex: true, provider });
  const nested = jsonObject({ 'p2sh-segwit': p2shAddress(output, context.network) });
  return { members: [...members, ...nested.members] };
}

function segwitOutput(template: ScriptTemplate, script: Bytes): Bytes {
  if (template.kind === 'pubkey') return p2wpkhScript(hash160(template.publicKey));
  if (template.kind === 'pubkeyhash') return p2wpkhScript(template.hash);
  return p2wshScript(sha256(script));
}
