import { appSecp256k1 } from '../../crypto/app-curve.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { expandMany } from '../../descriptor/expand.ts';
import { toSigningProvider } from '../../descriptor/flat-signing-provider.ts';
import { privateKeyLookup } from '../../descriptor/private-keys.ts';
import { encodeBase64 } from '../../encoding/base64.ts';
import { type Bytes, isBytes } from '../../encoding/bytes.ts';
import { argumentError, ColdsignError } from '../../encoding/coldsign-error.ts';
import { copyValue } from '../../encoding/copy-value.ts';
import { invariant } from '../../encoding/invariant.ts';
import { networks } from '../../encoding/network.ts';
import { keyOfAddress, signCompact } from '../../message/compact-signature.ts';
import type { Message } from '../../message/message.ts';
import { signMessageTask } from '../../message/sign.ts';
import { withoutPrefix } from '../../message/signature-text.ts';
import { type MessageVerdict, verifyMessage as verify } from '../../message/verify.ts';
import { toSign, toSpend } from '../../message/virtual-transactions.ts';
import { createPsbt, type Psbt } from '../../psbt/psbt.ts';
import { signPsbt } from '../../psbt/sign-psbt.ts';
import { decodeAddress } from '../../script/address.ts';
import { solveScript } from '../../script/templates.ts';
import { signWith } from '../../signing/batch-signer.ts';
import { hideFromProvider, joinProviders, type SigningProvider } from '../../signing/provider.ts';
import type { ExternalSigner } from '../../signing/signature-request.ts';
import { runNow } from '../../signing/task.ts';
import { checkArgument } from './arguments.ts';
import { isFailure, signerError } from './device-error.ts';
import { openKeys, type SigningKey } from './keys.ts';
import { outside } from './outside.ts';
import type { Account, AccountSide } from './types.ts';

/** A device or a service that signs messages itself. */
export type MessageDevice = {
  /** Returns the signature in base64, in the form of BIP137 or BIP322. It is verified. */
  signMessage(message: Message, address: string): string | Promise<string>;
};

/** The address that signs a message, and its signer. */
export type SignMessageOptions = {
  /** The account that has the address. */
  readonly account: Account;
  /** The position of the address, from 0. Default: 0. */
  readonly index?: number | undefined;
  /** The side of `index`. Default: `receive`. */
  readonly side?: AccountSide | undefined;
  /** Private keys. Default: those in the account's descriptor. */
  readonly keys?: SigningKey | readonly SigningKey[] | undefined;
  /** Signs digests. */
  readonly signer?: ExternalSigner | undefined;
  /** Signs the message itself. */
  readonly device?: MessageDevice | undefined;
  /**
   * Format of the signature: `legacy` is that of Core's signmessage, for P2PKH, and of BIP137, for
   * P2WPKH and P2WPKH in P2SH; `simple` and `full` are BIP322. Default: `legacy` for P2PKH,
   * `simple` for segwit, `full` for the rest.
   */
  readonly format?: 'legacy' | 'simple' | 'full' | undefined;
  /**
   * If false, a `simple` signature does not begin with `smp`. BIP322 asks for these letters, and
   * verifiers that are older than them, such as bip322-js 3, reject them. A `full` signature cannot
   * do without its prefix. Default: true.
   */
  readonly prefix?: boolean | undefined;
  /** Default: the curve in pure JavaScript. */
  readonly secp256k1?: Secp256k1 | undefined;
};

/**
 * Signs a message with the keys of an account's address (BIP322, or Core's signmessage for P2PKH).
 * The returned signature, in base64, has been verified.
 *
 * @param message - A text (hashed as UTF-8) or bytes.
 * @param options - The account, the position of its address, and who signs: `keys`, `device` or
 *   `signer`.
 * @throws `ColdsignError`: `NOT_FINAL` if keys are missing, `WRONG_ARGUMENT`, `BAD_SIGNATURE`, and
 *   the codes of devices.
 *
 * @example
 * import { isValidMessage, openAccount, signMessage } from 'coldsign';
 *
 * const descriptor = 'wpkh(cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA)';
 * const account = openAccount(descriptor, { network: 'regtest' });
 * const address = account.address(0);
 * const signature = await signMessage('hello', { account, index: 0, keys: account });
 * console.log(isValidMessage({ address, message: 'hello', signature })); // true
 */
export async function signMessage(message: Message, options: SignMessageOptions): Promise<string> {
  const {
    account,
    index = 0,
    side = 'receive',
    prefix = true,
    secp256k1 = appSecp256k1,
  } = checkArgument(
    'options',
    options,
    'SignMessageOptions',
    'Write signMessage(text, { account, index }).',
  );
  if (typeof message !== 'string' && !isBytes(message)) {
    throw argumentError('message must be a string or a Uint8Array', 'Text is signed as UTF-8.');
  }
  if (side !== 'receive' && side !== 'change') {
    throw argumentError("side must be 'receive' or 'change'", 'Leave it out for receive.');
  }
  const address = side === 'change' ? account.changeAddress(index) : account.address(index);
  const script = scriptOf(address);
  const { device } = options;
  // The caller may change bytes before the promise settles.
  const kept = copyValue(message);
  if (device === undefined) {
    const signed = await signByKeys(kept, script, { ...options, index, side, secp256k1 });
    if (prefix) return signed;
    // No legacy signature begins with a prefix, because its first byte is between 27 and 42.
    const text = withoutPrefix(signed);
    if (text !== undefined) return text;
    throw argumentError('A full signature has a prefix', 'Leave prefix out.');
  }
  const ask = outside('The device', (text: Message) => device.signMessage(text, address));
  const answer: unknown = await ask(kept);
  const signature = typeof answer === 'string' ? answer : '';
  if (signature === '' && isFailure(answer)) throw signerError('The device', answer);
  if (verify({ message: kept, scriptPubKey: script, signature }, secp256k1).state === 'valid')
    return signature;
  throw new ColdsignError(
    'BAD_SIGNATURE',
    `The signature of the device does not hold for ${address}`,
    {
      hint: 'Check that the device has the keys of this account, and that it shows the same address.',
    },
  );
}

type Signing = SignMessageOptions & {
  readonly index: number;
  readonly side: AccountSide;
  readonly secp256k1: Secp256k1;
};

async function signByKeys(message: Message, script: Bytes, options: Signing): Promise<string> {
  const { account, index, side, secp256k1, signer, format } = options;
  const source = { secp256k1, findPrivateKey: privateKeyLookup(account.privateKeys) };
  const [expansion] = expandMany(account[side], [index], source);
  invariant(expansion !== undefined, 'the address was derived');
  const own = toSigningProvider(expansion.flatProvider);
  const psbt = describeSpend(message, script, own, secp256k1);
  const keys = runNow(openKeys(options.keys ?? account, { psbt, secp256k1 }));
  try {
    const known = joinProviders(
      hideFromProvider(own, { secrets: true, origins: false }),
      keys.provider,
    );
    const { kind } = solveScript(script);
    if (
      format === 'legacy' ||
      (format === undefined && kind === 'pubkeyhash' && signer === undefined)
    ) {
      return signLegacy(message, script, known, secp256k1);
    }
    const provider = signer === undefined ? known : { ...known, canSign: () => true };
    const job = { message, scriptPubKey: script, provider, format, secp256k1 };
    const signers = signer === undefined ? {} : { signer: outside('The signer', signer) };
    const signed = await signWith(job, signers, (each) => signMessageTask(job, each));
    if (typeof signed === 'string') return signed;
    throw signed.error === 'FORMAT' ? wrongFormat() : missingKeys();
  } finally {
    keys.wipe();
  }
}

function wrongFormat(): ColdsignError {
  return argumentError(
    'The address cannot sign in this format',
    'legacy is for P2PKH, P2WPKH, and P2WPKH in P2SH; simple is for segwit addresses. Leave format out for the one that fits.',
  );
}

const missingKeys = (): ColdsignError =>
  new ColdsignError('NOT_FINAL', 'Keys for the address are missing', {
    hint: 'Give all keys that the address needs, or an account whose descriptor has them.',
  });

function signLegacy(
  message: Message,
  script: Bytes,
  provider: SigningProvider,
  secp256k1: Secp256k1,
): string {
  const found = keyOfAddress(script, provider);
  if (found === undefined) throw wrongFormat();
  if (found.key === undefined) throw missingKeys();
  return encodeBase64(signCompact(message, found.key, secp256k1, found.kind));
}

/** Returns BIP322's transaction as a PSBT, with the keys that sign and their origins. */
function describeSpend(
  message: Message,
  script: Bytes,
  own: SigningProvider,
  secp256k1: Secp256k1,
): Psbt {
  const spend = toSpend(message, script);
  const blank = createPsbt(toSign(spend, [], {}), 2);
  const inputs = blank.inputs.map((input) => ({
    ...input,
    nonWitnessUtxo: spend,
    witnessUtxo: spend.outputs[0],
  }));
  const provider = hideFromProvider(own, { secrets: true, origins: false });
  const known = signPsbt({ psbt: { ...blank, inputs }, provider, secp256k1, finalize: false });
  return 'error' in known ? { ...blank, inputs } : known.psbt;
}

/** Decodes an address on the first network that has it: all of them give the same script. */
function scriptOf(address: string): Bytes {
  for (const network of Object.values(networks)) {
    const script = decodeAddress(address, network);
    if (isBytes(script)) return script;
  }
  throw new ColdsignError('INVALID_ADDRESS', `${address} is not an address`, {
    hint: 'Compare it with where it comes from.',
  });
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
  readonly secp256k1?: Secp256k1 | undefined;
};

/**
 * Returns true if an address has signed a message, in the format of BIP322, BIP137 or Core's
 * signmessage. A signature that today's rules do not decide is not valid. `judgeMessage` has the
 * reason.
 *
 * @param signed - `signature` in base64. The network follows from the address.
 * @param options - `secp256k1`: another curve.
 * @throws `ColdsignError`: `INVALID_ADDRESS`, `WRONG_ARGUMENT`. A wrong signature is not an error.
 *
 * @example
 * import { isValidMessage } from 'coldsign';
 *
 * const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
 * console.log(isValidMessage({ address, message: 'hello', signature: 'AA==' })); // false
 */
export function isValidMessage(signed: AddressMessage, options: JudgeMessageOptions = {}): boolean {
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
 *
 * @example
 * import { judgeMessage } from 'coldsign';
 *
 * const verdict = judgeMessage({
 *   address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
 *   message: 'hello',
 *   signature: 'AA==',
 * });
 * console.log(verdict.state, verdict.error); // invalid SCRIPT
 */
export function judgeMessage(
  signed: AddressMessage,
  options: JudgeMessageOptions = {},
): MessageVerdict {
  return judge('judgeMessage', signed, options);
}

function judge(name: string, signed: AddressMessage, options: JudgeMessageOptions) {
  const { secp256k1 = appSecp256k1 } = checkArgument('options', options, 'CurveOption');
  const { address, message, signature } = checkArgument(
    'signed',
    signed,
    'AddressMessage',
    `Write ${name}({ address, message, signature }).`,
  );
  const script = scriptOf(address);
  return verify({ message, scriptPubKey: script, signature: signature.trim() }, secp256k1);
}
