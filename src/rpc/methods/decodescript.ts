import { hash160, sha256 } from '../../crypto/hash.ts';
import {
  createFlatSigningProvider,
  noteScript,
  toSigningProvider,
} from '../../descriptor/flat-signing-provider.ts';
import { type Bytes, emptyBytes } from '../../encoding/bytes.ts';
import type { Network } from '../../encoding/network.ts';
import { type JsonObject, jsonObject } from '../../json/json.ts';
import { formatAddress } from '../../script/address.ts';
import { p2shScript, p2wpkhScript, p2wshScript } from '../../script/builders.ts';
import { isOpSuccess, Op } from '../../script/opcodes.ts';
import { isUnspendable, walkScript } from '../../script/script.ts';
import { type ScriptTemplate, solveScript } from '../../script/templates.ts';
import { hasValidOps } from '../../script/valid-ops.ts';
import type { Context } from '../context.ts';
import { record, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { scriptFields, scriptResult } from '../results/transaction.ts';
import { shapeScript } from '../shape/script.ts';
import { parseHexV } from '../values.ts';

export const decodescript = defineMethod({
  name: 'decodescript',
  category: 'Rawtransactions',
  summary: 'Decode a script, and show its P2SH and P2WSH addresses.',
  params: [str('hexstring', 'The script in hexadecimal')],
  result: record([
    str('asm', 'The script in words'),
    str('desc', 'The descriptor'),
    str.optional('address', 'The address'),
    str('type', 'The type of the script'),
    str.optional('p2sh', 'The address of a P2SH output around it'),
    {
      ...scriptResult('segwit', 'The witness output around it'),
      optional: true,
      fields: [
        ...scriptFields,
        str('p2sh-segwit', 'The address of a P2SH output around the witness output'),
      ],
    },
  ]),
  examples: ['decodescript "76a914000102030405060708090a0b0c0d0e0f1011121388ac"'],
  run({ hexstring }, context) {
    const script = hexstring === '' ? emptyBytes : parseHexV(hexstring, 'argument');
    const template = solveScript(script);
    const { members } = shapeScript(script, context, { hex: false });
    if (!canWrap(template, script)) return { members };
    const wrapped = jsonObject({
      p2sh: p2shAddress(script, context.network),
      segwit: canWrapInWitness(template) ? shapeSegwit(template, script, context) : undefined,
    });
    return { members: [...members, ...wrapped.members] };
  },
});

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

function shapeSegwit(template: ScriptTemplate, script: Bytes, context: Context): JsonObject {
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
