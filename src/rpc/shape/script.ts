import { formatDescriptor } from '../../descriptor/format.ts';
import { inferDescriptor } from '../../descriptor/infer.ts';
import type { DescriptorContext } from '../../descriptor/parser.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { type JsonObject, jsonObject } from '../../json/json.ts';
import { formatAddress } from '../../script/address.ts';
import { formatAsm } from '../../script/asm.ts';
import { solveScript } from '../../script/templates.ts';
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
