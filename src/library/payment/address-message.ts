import { requireOneOf } from '../../arguments/check-arguments.ts';
import { refuseMore } from '../../arguments/count-arguments.ts';
import { appCurve } from '../../crypto/app-curve.ts';
import type { Curve, Secp256k1 } from '../../crypto/secp256k1.ts';
import { expandMany } from '../../descriptor/expand.ts';
import {
  createFlatSigningProvider,
  mergeFlatSigningProvider,
  toSigningProvider,
} from '../../descriptor/flat-signing-provider.ts';
import { privateKeyLookup } from '../../descriptor/private-keys.ts';
import { encodeBase64 } from '../../encoding/base64.ts';
import { type Bytes, isBytes } from '../../encoding/bytes.ts';
import { argumentError, ColdsignError } from '../../encoding/coldsign-error.ts';
import { copyValue } from '../../encoding/copy-value.ts';
import { invariant } from '../../encoding/invariant.ts';
import { networks } from '../../encoding/network.ts';
import { keyOfAddress, signCompact } from '../../message/compact-signature.ts';
import type { Message } from '../../message/message.ts';
import { type CoinToProve, signMessageTask } from '../../message/sign.ts';
import { withoutPrefix } from '../../message/signature-text.ts';
import { type MessageVerdict, verifyMessage as verify } from '../../message/verify.ts';
import { toSign, toSpend } from '../../message/virtual-transactions.ts';
import { createPsbt, type Psbt } from '../../psbt/psbt.ts';
import { signPsbt } from '../../psbt/sign-psbt.ts';
import { decodeAddress } from '../../script/address.ts';
import { solveScript } from '../../script/templates.ts';
import { signWith } from '../../signing/batch-signer.ts';
import type { FailedInput } from '../../signing/job.ts';
import { hideFromProvider, joinProviders, type SigningProvider } from '../../signing/provider.ts';
import type { ExternalSigner } from '../../signing/signature-request.ts';
import { runNow } from '../../signing/task.ts';
import { outPointKey } from '../../transaction/transaction.ts';
import { openAccount } from './account.ts';
import { checkArgument } from './arguments.ts';
import { isSameNetwork, type OpenCoin, openCoins } from './coin-account.ts';
import { distinctCoins } from './coins.ts';
import { isFailure, signerError } from './device-error.ts';
import { openAppKeys, type SigningKey } from './keys.ts';
import { noAddress } from './no-address.ts';
import { outside } from './outside.ts';
import type { Account, AccountCoin, AccountSide } from './types.ts';

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
  /**
   * Coins whose keys sign too: a proof of funds (BIP322). Their accounts have the keys, or `keys`.
   * A coin without `previousTransaction` is only claimed, and must be segwit. The signature does
   * not prove that a coin is unspent.
   */
  readonly coins?: readonly AccountCoin[] | undefined;
  /** Default: the curve in pure JavaScript. */
  readonly secp256k1?: Curve | undefined;
};

/**
 * Signs a message with the keys of an account's address (BIP322, or Core's signmessage for P2PKH).
 * The returned signature, in base64, has been verified.
 *
 * @param message - A text (hashed as UTF-8) or bytes.
 * @param options - The account, the position of its address, and who signs: `keys`, `device` or
 *   `signer`; `coins` for a proof of funds.
 * @throws `ColdsignError`: `NOT_FINAL` if keys are missing, `PREVIOUS_TRANSACTION_MISSING`,
 *   `WRONG_ARGUMENT`, `BAD_SIGNATURE`, and the codes of devices.
 */
export async function signMessage(message: Message, options: SignMessageOptions): Promise<string> {
  refuseMore('signMessage', arguments, 2, 'Write signMessage(text, { account, index }).');
  const usage = 'Write signMessage(text, { account, index }).';
  const given = checkArgument('options', options, 'SignMessageOptions', usage);
  const { account, index = 0, side = 'receive', prefix = true } = given;
  const { device } = given;
  const secp256k1 = appCurve(given.secp256k1);
  if (typeof message !== 'string' && !isBytes(message)) {
    throw argumentError('message must be a string or a Uint8Array', 'Text is signed as UTF-8.');
  }
  const { format = 'simple' } = given;
  requireOneOf('format', format, ['legacy', 'simple', 'full']);
  if (side !== 'receive' && side !== 'change') {
    throw argumentError("side must be 'receive' or 'change'", 'Leave it out for receive.');
  }
  const address = side === 'change' ? account.changeAddress(index) : account.address(index);
  const script = scriptOf(address);
  // The caller may change bytes before the promise settles.
  const kept = copyValue(message);
  if (device === undefined) {
    const coins = openCoins(distinctCoins(given.coins ?? []), account, openAccount);
    const other = coins.find((coin) => !isSameNetwork(coin.account.network, account.network));
    if (other !== undefined) throw otherNetwork(other, account);
    const signed = await signByKeys(kept, script, { ...given, coins, index, side, secp256k1 });
    if (prefix) return signed;
    // No legacy signature begins with a prefix, because its first byte is between 27 and 42.
    const text = withoutPrefix(signed);
    if (text !== undefined) return text;
    throw argumentError('A full signature has a prefix', 'Leave prefix out.');
  }
  checkForDevice(given);
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

/** Throws for options that a device, which makes the whole signature, could not follow. */
function checkForDevice({ format, prefix, coins }: SignMessageOptions): void {
  for (const [name, value] of Object.entries({ format, prefix, coins })) {
    if (value === undefined) continue;
    throw argumentError(
      `${name} is given together with device`,
      `The device decides on the form of its signature, and signs for one address. Leave ${name} out, or sign with keys or signer.`,
    );
  }
}

type Signing = Omit<SignMessageOptions, 'coins'> & {
  readonly coins: readonly OpenCoin[];
  readonly index: number;
  readonly side: AccountSide;
  readonly secp256k1: Secp256k1;
};

async function signByKeys(message: Message, script: Bytes, options: Signing): Promise<string> {
  const { coins, secp256k1, signer, format } = options;
  const own = publicKeysOf(options);
  const toProve = coins.map(({ txid, vout, value, scriptPubKey, previousTransaction }) => ({
    prevout: { txid, vout },
    output: { value, scriptPubKey },
    previousTransaction,
  }));
  const psbt = describeSpend({ message, script, coins: toProve }, own, secp256k1);
  const keys = runNow(openAppKeys(options.keys ?? accountsOf(options), { psbt, secp256k1 }));
  try {
    const known = joinProviders(own, keys.provider);
    const { kind } = solveScript(script);
    const isUsual = format === undefined && signer === undefined && coins.length === 0;
    if (format === 'legacy' || (isUsual && kind === 'pubkeyhash')) {
      if (coins.length > 0) throw wrongFormat();
      return signLegacy(message, script, known, secp256k1);
    }
    const provider = signer === undefined ? known : { ...known, canSign: () => true };
    const job = { message, scriptPubKey: script, provider, format, coins: toProve, secp256k1 };
    const signers = signer === undefined ? {} : { signer: outside('The signer', signer) };
    const signed = await signWith(job, signers, (each) => signMessageTask(job, each));
    if (typeof signed === 'string') return signed;
    if (signed.error === 'FORMAT') throw wrongFormat();
    if (signed.error === 'NOT_SIGNED') throw missingKeys(signed.inputs, coins);
    throw previousMissing(coins[signed.coin]);
  } finally {
    keys.wipe();
  }
}

/** The account of the address, and those of the coins. */
const accountsOf = ({ account, coins }: Signing): readonly Account[] => [
  ...new Set([account, ...coins.map((coin) => coin.account)]),
];

/** Returns the public keys and scripts of the address and of the coins. */
function publicKeysOf({ account, side, index, coins, secp256k1 }: Signing): SigningProvider {
  const flatProvider = createFlatSigningProvider();
  for (const place of [{ account, side, index }, ...coins]) {
    const findPrivateKey = privateKeyLookup(place.account.privateKeys);
    const source = { secp256k1, findPrivateKey };
    const [expansion] = expandMany(place.account[place.side], [place.index], source);
    invariant(expansion !== undefined, 'the position was derived');
    mergeFlatSigningProvider(flatProvider, expansion.flatProvider);
  }
  return hideFromProvider(toSigningProvider(flatProvider), { secrets: true, origins: false });
}

const otherNetwork = (coin: OpenCoin, { network }: Account): ColdsignError =>
  argumentError(
    `The coin ${outPointKey(coin)} is of ${coin.account.network.name}, but the address is of ${network.name}`,
    'Prove coins of the network of the address.',
  );

function wrongFormat(): ColdsignError {
  return argumentError(
    'The address cannot sign in this format',
    'legacy is for P2PKH, P2WPKH, and P2WPKH in P2SH; simple is for segwit addresses; coins need neither. Leave format out for the one that fits.',
  );
}

/** The first input is the address, and the others are the coins. */
function missingKeys(
  inputs: readonly FailedInput[] = [],
  coins: readonly OpenCoin[] = [],
): ColdsignError {
  const coin = coins[(inputs[0]?.index ?? 0) - 1];
  const what = coin === undefined ? 'the address' : `the coin ${outPointKey(coin)}`;
  return new ColdsignError('NOT_FINAL', `Keys for ${what} are missing`, {
    hint: `Give all keys that ${what} needs, or an account whose descriptor has them.`,
  });
}

const previousMissing = (coin: OpenCoin | undefined): ColdsignError =>
  new ColdsignError(
    'PREVIOUS_TRANSACTION_MISSING',
    `The transaction that made the coin ${coin ? outPointKey(coin) : ''} is missing`,
    {
      hint: 'A coin that is not native segwit is proven by its transaction: give it to account.coins.',
    },
  );

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

type Spend = {
  readonly message: Message;
  readonly script: Bytes;
  readonly coins: readonly CoinToProve[];
};

/** Returns BIP322's transaction as a PSBT, with the keys that sign and their origins. */
function describeSpend(
  { message, script, coins }: Spend,
  provider: SigningProvider,
  secp256k1: Secp256k1,
): Psbt {
  const spend = toSpend(message, script);
  const prevouts = coins.map(({ prevout }) => prevout);
  const blank = createPsbt(toSign(spend, prevouts, {}), 2);
  const spent = [{ output: spend.outputs[0], previousTransaction: spend }, ...coins];
  const inputs = blank.inputs.map((input, i) => ({
    ...input,
    nonWitnessUtxo: spent[i]?.previousTransaction,
    witnessUtxo: spent[i]?.output,
  }));
  const known = signPsbt({ psbt: { ...blank, inputs }, provider, secp256k1, finalize: false });
  return 'error' in known ? { ...blank, inputs } : known.psbt;
}

/** Decodes an address on the first network that has it: all of them give the same script. */
function scriptOf(address: string): Bytes {
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
