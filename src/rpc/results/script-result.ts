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
import { formatAddress } from '../../script/address.ts';
import { formatAsm } from '../../script/asm.ts';
import { p2shScript, p2wpkhScript, p2wshScript } from '../../script/builders.ts';
import { isOpSuccess, Op } from '../../script/opcodes.ts';
import { isUnspendable, walkScript } from '../../script/script.ts';
import { type ScriptTemplate, solveScript } from '../../script/templates.ts';
import { hasValidOps } from '../../script/valid-ops.ts';
import { emptyProvider } from '../../signing/miniscript-provider.ts';
import type { SigningProvider } from '../../signing/provider.ts';
import { shape } from '../declare-shape.ts';
import { hex, object, str } from '../fields.ts';

/** `provider`: keys and scripts to infer descriptors from. */
export type ScriptContext = DescriptorContext & { readonly provider?: SigningProvider };

const asm = str('asm', 'The script in words', (script: Bytes) => formatAsm(script));

const desc = str(
  'desc',
  'The descriptor, as far as it can be inferred from the script',
  (script: Bytes, context: ScriptContext) => {
    const { provider = emptyProvider, secp256k1 } = context;
    return formatDescriptor(inferDescriptor(script, provider, secp256k1), context);
  },
);

const bytes = hex('hex', 'The script', (script: Bytes) => script);

const address = str.optional('address', 'The address', (script: Bytes, context: ScriptContext) =>
  formatAddress(script, context.network),
);

const type = str('type', 'The type of the script', (script: Bytes) => solveScript(script).kind);

/** An output script. Core: ScriptToUniv (core_io.cpp). */
export const outputScript = shape<Bytes, ScriptContext>([asm, desc, bytes, address, type]);

/** A redeem or witness script. */
export const innerScript = shape<Bytes>([asm, bytes, type]);

/** A signature script, which may be empty. */
export const signatureScript = shape<Bytes>([
  str('asm', 'The script in words, including sighash types of signatures', (script) =>
    formatAsm(script, { decodeSighash: true }),
  ),
  bytes,
]);

const p2shAddress = (script: Bytes, { network }: ScriptContext) =>
  formatAddress(p2shScript(hash160(script)), network) ?? '';

const segwit = shape<Bytes, ScriptContext>([
  ...outputScript.fields,
  str('p2sh-segwit', 'The address of a P2SH output around the witness output', p2shAddress),
]);

/** The result of decodescript. */
export const decodedScriptResult = shape<Bytes, DescriptorContext>([
  asm,
  { ...desc, help: 'The descriptor' },
  address,
  type,
  str.optional('p2sh', 'The address of a P2SH output around it', (script, context) =>
    canWrap(script) ? p2shAddress(script, context) : undefined,
  ),
  object.optional('segwit', 'The witness output around it', segwit.fields, (script, context) =>
    canWrap(script) ? showSegwit(script, context) : undefined,
  ),
]);

const WRAPPABLE: ReadonlySet<ScriptTemplate['kind']> = new Set([
  ...(['multisig', 'nonstandard', 'pubkey', 'pubkeyhash'] as const),
  ...(['witness_v0_keyhash', 'witness_v0_scripthash'] as const),
]);

function canWrap(script: Bytes): boolean {
  const { kind } = solveScript(script);
  if (!WRAPPABLE.has(kind) || !hasValidOps(script) || isUnspendable(script)) return false;
  const operations = walkScript(script) ?? [];
  return operations.every(({ opcode }) => opcode !== Op.CHECKSIGADD && !isOpSuccess(opcode));
}

/**
 * Returns true if the script can be wrapped. Witness programs cannot be wrapped again, and witness
 * scripts need compressed keys.
 */
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

function showSegwit(script: Bytes, context: DescriptorContext) {
  const template = solveScript(script);
  if (!canWrapInWitness(template)) return undefined;
  const flatProvider = createFlatSigningProvider();
  const output = segwitOutput(template, script);
  if (template.kind !== 'pubkey' && template.kind !== 'pubkeyhash')
    noteScript(flatProvider, script);
  const provider = toSigningProvider(flatProvider);
  return segwit.show(output, { ...context, provider });
}

function segwitOutput(template: ScriptTemplate, script: Bytes): Bytes {
  if (template.kind === 'pubkey') return p2wpkhScript(hash160(template.publicKey));
  if (template.kind === 'pubkeyhash') return p2wpkhScript(template.hash);
  return p2wshScript(sha256(script));
}
