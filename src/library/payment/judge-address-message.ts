import { refuseMore } from '../../arguments/count-arguments.ts';
import { appCurve } from '../../crypto/app-curve.ts';
import type { Curve } from '../../crypto/secp256k1.ts';
import { type Bytes, isBytes } from '../../encoding/bytes.ts';
import { networks } from '../../encoding/network.ts';
import type { Message } from '../../message/message.ts';
import { type MessageVerdict, verifyMessage as verify } from '../../message/verify.ts';
import { decodeAddress } from '../../script/address.ts';
import { checkArgument } from './arguments.ts';
import { noAddress } from './no-address.ts';

/** Decodes an address on the first network that has it: all of them give the same script. */
export function scriptOf(address: string): Bytes {
  for (const network of Object.values(networks)) {
    const script = decodeAddress(address, network);
    if (isBytes(script)) return script;
  }
  throw noAddress(address, 'is not an address', 'Compare it with where it comes from.');
}

/** A signed message. */
export type AddressMessage = {
  /** The address of the claimed signer. */
  readonly address: string;
  /** The text, or its bytes. */
  readonly message: Message;
  /** The signature in base64, with or without BIP322's prefix. */
  readonly signature: string;
};

/** Options of `isValidMessage` and `judgeMessage`. */
export type JudgeMessageOptions = {
  /** Default: the curve in pure JavaScript. */
  readonly secp256k1?: Curve | undefined;
};

/**
 * Returns true if an address has signed a message, in the format of BIP322, BIP137 or Core's
 * signmessage. A signature that today's rules do not decide is not valid. `judgeMessage` has the
 * reason.
 *
 * @param signed - `signature` in base64. The network follows from the address.
 * @param options - `secp256k1`: another curve.
 * @throws `ColdsignError`: `INVALID_ADDRESS`, `WRONG_ARGUMENT`. A wrong signature is not an error.
 */
export function isValidMessage(signed: AddressMessage, options: JudgeMessageOptions = {}): boolean {
  refuseMore(
    'isValidMessage',
    arguments,
    2,
    'Write isValidMessage({ address, message, signature }).',
  );
  return judge('isValidMessage', signed, options).state === 'valid';
}

/**
 * Judges a message that an address has signed, in the format of BIP322, BIP137 or Core's
 * signmessage. `state` of the result is `valid`, `invalid` or `inconclusive`; `error` has the
 * reason. The result is an object in every case: `isValidMessage` answers with true or false.
 *
 * @param signed - `signature` in base64. The network follows from the address.
 * @param options - `secp256k1`: another curve.
 * @throws `ColdsignError`: `INVALID_ADDRESS`, `WRONG_ARGUMENT`. A wrong signature is not an error.
 */
export function judgeMessage(
  signed: AddressMessage,
  options: JudgeMessageOptions = {},
): MessageVerdict {
  refuseMore('judgeMessage', arguments, 2, 'Write judgeMessage({ address, message, signature }).');
  return judge('judgeMessage', signed, options);
}

function judge(name: string, signed: AddressMessage, options: JudgeMessageOptions) {
  const secp256k1 = appCurve(checkArgument('options', options, 'CurveOption').secp256k1);
  const { address, message, signature } = checkArgument(
    'signed',
    signed,
    'AddressMessage',
    `Write ${name}({ address, message, signature }).`,
  );
  const script = scriptOf(address);
  return verify({ message, scriptPubKey: script, signature: signature.trim() }, secp256k1);
}
