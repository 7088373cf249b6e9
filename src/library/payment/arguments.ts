import { coreKinds, findMismatch, type WantedOf } from '../kinds.ts';
import { psbtKinds } from '../psbt-kinds.ts';
import { wrongArgument } from './error.ts';

const kinds = {
  ...coreKinds,
  ...psbtKinds,
  CurveOption: { secp256k1: 'Secp256k1?' },
  CoinsOptions: { height: 'integer?' },
  EncodeOptions: { version: 'integer?' },
  SignOptions: {
    secp256k1: 'Secp256k1?',
    threads: 'object?',
    musig: 'object?',
    sighashType: 'text?',
    onProgress: 'function?',
  },
} as const;

/** Throws a `PaymentError` that names the argument or its member, and the type that it needs. */
export function checkArgument<T>(
  at: string,
  value: T,
  wanted: WantedOf<keyof typeof kinds>,
  hint = 'docs/guide.md shows each call.',
): T {
  const mismatch = findMismatch(kinds, wanted, value, at);
  if (mismatch === undefined) return value;
  throw wrongArgument(`${mismatch.at} must be ${mismatch.wanted}`, hint);
}
