import { requireOneOf } from '../../arguments/check-arguments.ts';
import { refuseMore } from '../../arguments/count-arguments.ts';
import { appCurve } from '../../crypto/app-curve.ts';
import { isBytes } from '../../encoding/bytes.ts';
import { argumentError, ColdsignError } from '../../encoding/coldsign-error.ts';
import { copyValue } from '../../encoding/copy-value.ts';
import type { Message } from '../../message/message.ts';
import { withoutPrefix } from '../../message/signature-text.ts';
import { verifyMessage as verify } from '../../message/verify.ts';
import { outPointKey } from '../../transaction/transaction.ts';
import { openAccount } from './account.ts';
import { checkArgument } from './arguments.ts';
import { isSameNetwork, type OpenCoin, openCoins } from './coin-account.ts';
import { distinctCoins } from './coins.ts';
import { isFailure, signerError } from './device-error.ts';
import { scriptOf } from './judge-address-message.ts';
import { type SignMessageOptions, signByKeys } from './message-by-keys.ts';
import { outside } from './outside.ts';
import type { Account } from './types.ts';

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

const otherNetwork = (coin: OpenCoin, { network }: Account): ColdsignError =>
  argumentError(
    `The coin ${outPointKey(coin)} is of ${coin.account.network.name}, but the address is of ${network.name}`,
    'Prove coins of the network of the address.',
  );
