import { kindsOf } from '../arguments/basic-kinds.ts';
import { checkArguments } from '../arguments/check-arguments.ts';
import type { ExtendedPrivateKey } from '../descriptor/extended-key.ts';
import type * as accounts from '../seed/accounts.ts';
import { wordListKinds } from '../seed/bip39.ts';
import * as bip85 from '../seed/bip85.ts';
import { argumentKinds } from './argument-kinds.ts';
import { type CurveOption, withCurve } from './curve-option.ts';
import { extendedKeyKinds } from './descriptor-kinds.ts';

/** Settings for deriving and formatting keys. */
export type DerivationContext = CurveOption<accounts.DerivationContext>;

const kinds = /* @__PURE__ */ kindsOf({
  ...argumentKinds,
  ...extendedKeyKinds,
  ...wordListKinds,
  DerivationContext: { only: { network: 'NetworkName|Network', secp256k1: 'Curve?' } },
  ChildKind: {
    variants: {
      words: { words: 'integer', list: 'WordList' },
      wif: {},
      xprv: {},
      hex: { bytes: 'integer' },
    },
  },
});

/**
 * Derives a secret as text from the root key, which it does not reveal. Returns `undefined` for
 * numbers that BIP85 does not define.
 *
 * @param root - An extended private key of depth 0, such as that of words. It is not changed.
 * @param kind - Words, a WIF key, an xprv, or bytes in hexadecimal (BIP85).
 * @param index - Number, 0 to 2^31 - 1.
 * @param context - The network of the keys, and another curve than the default.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` for a key of another depth, because no other program
 *   finds a secret that was derived from an account key.
 */
export function deriveChild(
  root: ExtendedPrivateKey,
  kind: bip85.ChildKind,
  index: number,
  context: DerivationContext,
): string | undefined {
  checkArguments(
    'deriveChild',
    {
      root: [root, 'ExtendedPrivateKey'],
      kind: [kind, 'ChildKind'],
      index: [index, 'integer'],
      context: [context, 'DerivationContext'],
    },
    kinds,
  );
  return bip85.deriveChild(root, kind, index, withCurve(context));
}
