import { hash160, sha256 } from '../../crypto/hash.ts';
import { type OutputType, outputType } from '../../descriptor/descriptor.ts';
import {
  createFlatSigningProvider,
  noteScript,
  toSigningProvider,
} from '../../descriptor/flat-signing-provider.ts';
import { formatDescriptor } from '../../descriptor/format.ts';
import { inferDescriptor } from '../../descriptor/infer.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { jsonObject } from '../../json/json.ts';
import { formatAddress } from '../../script/address.ts';
import { multisigScript, p2shScript, p2wshScript } from '../../script/builders.ts';
import { MAX_PUBKEYS_PER_MULTISIG, MAX_SCRIPT_ELEMENT_SIZE } from '../../script/limits.ts';
import { invalid, invalidAddressOrKey } from '../error.ts';
import { hex, list, num, record, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { parsePublicKey } from '../parse/key-arguments.ts';
import { warningsResult } from '../results/wallet-result.ts';
import { getInt32 } from '../values.ts';

export const createmultisig = defineMethod({
  name: 'createmultisig',
  category: 'Util',
  summary: 'Create a multisig address that requires signatures of some of several keys.',
  params: [
    num('nrequired', 'The number of signatures required'),
    list('keys', 'The public keys', [hex.optional('key', 'A public key')]),
    str('address_type', 'The type of the address: "legacy", "p2sh-segwit" or "bech32"', {
      values: ['legacy', 'p2sh-segwit', 'bech32'],
      default: 'legacy',
    }),
  ],
  result: record([
    str('address', 'The address'),
    hex('redeemScript', 'The script behind it'),
    str('descriptor', 'The descriptor'),
    { ...warningsResult, help: 'Differences from what was requested' },
  ]),
  examples: [
    `createmultisig 2 '["03789ed0bb717d88f7d321a368d905e7430207ebbd82bd342cf11ae157a7ace5fd","03dbc6764b8884a92e871274b87583e6d5c2a58819473e17e107ef3f6aa5a61626"]'`,
  ],
  run(args, context) {
    const required = getInt32(args.nrequired);
    const publicKeys = args.keys.map((key) => parsePublicKey(key, context.secp256k1));
    const type = parseAddressType(args.address_type ?? 'legacy');
    const made = makeMultisig(required, publicKeys, type);
    const flatProvider = createFlatSigningProvider();
    for (const script of made.scripts) noteScript(flatProvider, script);
    const provider = toSigningProvider(flatProvider);
    const descriptor = inferDescriptor(made.output, provider, context.secp256k1);
    return jsonObject({
      address: formatAddress(made.output, context.network),
      redeemScript: encodeHex(made.redeemScript),
      descriptor: formatDescriptor(descriptor, context),
      warnings: outputType(descriptor) === type ? undefined : [UNCOMPRESSED_WARNING],
    });
  },
});

const UNCOMPRESSED_WARNING =
  'Unable to make chosen address type, please ensure no uncompressed public keys are present.';

type MultisigType = Exclude<OutputType, 'bech32m'>;

function parseAddressType(text: string): MultisigType {
  if (text === 'legacy' || text === 'p2sh-segwit' || text === 'bech32') return text;
  throw invalidAddressOrKey(
    text === 'bech32m'
      ? 'createmultisig cannot create bech32m multisig addresses'
      : `Unknown address type '${text}'`,
  );
}

type Multisig = {
  readonly output: Bytes;
  readonly redeemScript: Bytes;
  /** The scripts needed to spend the output. */
  readonly scripts: readonly Bytes[];
};

/** Core: AddAndGetMultisigDestination. */
function makeMultisig(
  required: number,
  publicKeys: readonly Bytes[],
  type: MultisigType,
): Multisig {
  const fault = countFault(required, publicKeys.length);
  if (fault !== undefined) throw invalid(fault);
  const redeemScript = multisigScript(required, publicKeys);
  const legacy = type === 'legacy' || publicKeys.some((key) => key.length !== 33);
  if (legacy) {
    if (redeemScript.length > MAX_SCRIPT_ELEMENT_SIZE) {
      throw invalid(
        `redeemScript exceeds size limit: ${redeemScript.length} > ${MAX_SCRIPT_ELEMENT_SIZE}`,
      );
    }
    return { output: p2shScript(hash160(redeemScript)), redeemScript, scripts: [redeemScript] };
  }
  const segwit = p2wshScript(sha256(redeemScript));
  const output = type === 'bech32' ? segwit : p2shScript(hash160(segwit));
  return { output, redeemScript, scripts: [redeemScript, segwit] };
}

function countFault(required: number, count: number): string | undefined {
  if (required < 1) return 'a multisignature address must require at least one key to redeem';
  if (count < required) {
    return `not enough keys supplied (got ${count} keys, but need at least ${required} to redeem)`;
  }
  return count > MAX_PUBKEYS_PER_MULTISIG
    ? `Number of keys involved in the multisignature address creation > ${MAX_PUBKEYS_PER_MULTISIG}\nReduce the number`
    : undefined;
}
