import { kindsOf } from '../arguments/basic-kinds.ts';
import { checkArguments } from '../arguments/check-arguments.ts';
import { curveOf } from '../crypto/complete-curve.ts';
import { nobleSecp256k1 } from '../crypto/noble.ts';
import type { Curve } from '../crypto/secp256k1.ts';
import type { KeySource } from '../descriptor/derive-keys.ts';
import type { Descriptor } from '../descriptor/descriptor.ts';
import type { Expansion } from '../descriptor/expand.ts';
import * as expansion from '../descriptor/expand.ts';
import * as format from '../descriptor/format.ts';
import type { PublicStyle } from '../descriptor/format-key.ts';
import * as infer from '../descriptor/infer.ts';
import * as parse from '../descriptor/parse.ts';
import type { DescriptorContext } from '../descriptor/parser.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { redactSecrets } from '../encoding/redact.ts';
import type { SigningProvider } from '../signing/provider.ts';
import { argumentKinds } from './argument-kinds.ts';
import { type CurveOption, withCurve } from './curve-option.ts';
import { descriptorKinds, extendedKeyKinds } from './descriptor-kinds.ts';

const kinds = /* @__PURE__ */ kindsOf({
  ...argumentKinds,
  ...descriptorKinds,
  // Positions from 2^31 are hardened, and public keys cannot derive hardened keys.
  position: extendedKeyKinds.position,
  ParseOptions: { only: { requireChecksum: 'boolean?' } },
});

/**
 * Derives the scripts at one position, and the data that a signer needs for them; `undefined` if a
 * key is unavailable.
 *
 * @param position - From 0; ignored if the descriptor has no wildcard.
 * @param source - `findPrivateKey` gives private keys, which hardened derivation (BIP32) needs.
 */
export function expand(
  descriptor: Descriptor,
  position: number,
  source: CurveOption<KeySource>,
): Expansion | undefined {
  checkArguments(
    'expand',
    {
      descriptor: [descriptor, 'Descriptor'],
      position: [position, 'position'],
      source: [source, 'PrivateKeySource'],
    },
    kinds,
  );
  return expansion.expand(descriptor, position, withCurve(source));
}
/**
 * Formats a descriptor with its checksum, without private keys. Core: Descriptor::ToString.
 *
 * @param context - `network` decides how keys are written. A descriptor has no network of its own,
 *   so another network than that of the text writes tpub in place of xpub.
 * @param style - How hardened steps and origins are written. Default: as in the parsed text.
 */
export function formatDescriptor(
  descriptor: Descriptor,
  context: CurveOption<DescriptorContext>,
  style?: PublicStyle,
): string {
  checkArguments(
    'formatDescriptor',
    {
      descriptor: [descriptor, 'Descriptor'],
      context: [context, 'DescriptorContext'],
      style: [style, 'text?'],
    },
    kinds,
  );
  return format.formatDescriptor(descriptor, withCurve(context), style);
}
/**
 * Infers a descriptor of an output script, as exact as the provider's data allow; at least addr()
 * or raw(). Core: InferDescriptor.
 *
 * @param scriptPubKey - The complete script of an output.
 * @param provider - Public keys, origins and scripts that are known, such as `toSigningProvider`
 *   gives.
 * @param curve - Default: the curve in pure JavaScript.
 */
export function inferDescriptor(
  scriptPubKey: Bytes,
  provider: SigningProvider,
  curve: Curve = nobleSecp256k1,
): Descriptor {
  checkArguments(
    'inferDescriptor',
    {
      scriptPubKey: [scriptPubKey, 'bytes'],
      provider: [provider, 'SigningProvider'],
      curve: [curve, 'Curve'],
    },
    kinds,
  );
  const script = scriptPubKey;
  return infer.inferDescriptor(script, provider, curveOf(curve));
}
/**
 * Parses the text of a descriptor. An error has Core's words (which are empty if Core has none).
 * Private keys in these words are `[redacted]`. Core: Parse (script/descriptor.cpp).
 *
 * @param text - BIP380 to BIP390 and BIP86, with miniscript and BIP389's `<0;1>`.
 * @param context - Keys of another network are an error.
 * @param options - `requireChecksum`: a text without `#` is an error.
 */
export function parseDescriptor(
  text: string,
  context: CurveOption<DescriptorContext>,
  options?: { readonly requireChecksum?: boolean | undefined },
): parse.ParsedDescriptors | { readonly error: string } {
  checkArguments(
    'parseDescriptor',
    {
      text: [text, 'text'],
      context: [context, 'DescriptorContext'],
      options: [options, 'ParseOptions?'],
    },
    kinds,
  );

  const parsed = parse.parseDescriptor(text, withCurve(context), options);
  return 'error' in parsed ? { error: redactSecrets(parsed.error) } : parsed;
}
