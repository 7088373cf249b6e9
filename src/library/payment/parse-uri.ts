import type { Satoshis } from '../../encoding/amount.ts';
import { type Bytes, isBytes } from '../../encoding/bytes.ts';
import { ColdsignError } from '../../encoding/coldsign-error.ts';
import type { Network, NetworkName } from '../../encoding/network.ts';
import { type PaymentUriFault, readPaymentUri } from '../../names/payment-uri.ts';
import { decodeAddress, foreignAddressHint } from '../../script/address.ts';
import { findNetwork } from './account.ts';
import { checkArgument } from './arguments.ts';
import { tried } from './encoded.ts';

/** A request to pay. A plain value: `outputs: [request]` pays it once it has a `value`. */
export type PaymentRequest = {
  /** The address of the payee. */
  readonly address: string;
  /** The script of the address. */
  readonly scriptPubKey: Bytes;
  /** Value in satoshi. Absent if the payer chooses. */
  readonly value?: Satoshis | undefined;
  /** A name for the payee, for people. */
  readonly label?: string | undefined;
  /** The purpose of the payment, for people. */
  readonly message?: string | undefined;
};

/** Options of `parseUri`. */
export type UriOptions = {
  /** The network of the addresses. Default: `main`. */
  readonly network?: NetworkName | Network | undefined;
};

/**
 * Reads an on-chain request to pay: a `bitcoin:` URI of BIP21 or BIP321, or just an address.
 * `readPaymentUri` of `coldsign/review` also reads silent payments and Lightning.
 *
 * @param text for example `bitcoin:bc1q...?amount=0.001&label=Alice`; `amount` is in BTC.
 * @param options - `network` of the addresses. Default: `main`.
 * @throws `ColdsignError`: `INVALID_URI`, `INVALID_ADDRESS`.
 *
 * @example
 * import { parseUri } from 'coldsign';
 *
 * const request = parseUri(
 *   'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=0.001&label=Alice',
 * );
 * console.log(request.value, request.label); // 100000n Alice
 */
export function parseUri(text: string, options: UriOptions = {}): PaymentRequest {
  const { network: named = 'main' } = checkArgument('options', options, 'UriOptions');
  const network = findNetwork(named);
  const given = checkArgument('text', text, 'text').trim();
  const read = readPaymentUri(/^bitcoin:/i.test(given) ? given : `bitcoin:${given}`, network);
  if ('error' in read) throw read.error === 'address' ? noAddress(given, network) : invalid(read);
  const [address] = read.addresses;
  if (address === undefined) throw invalid({ error: 'empty' });
  const scriptPubKey = decodeAddress(address, network);
  if (!isBytes(scriptPubKey)) throw noAddress(address, network);
  const { value: amount, label, message } = read;
  return {
    address,
    scriptPubKey,
    ...(amount !== undefined && { value: amount }),
    ...(label !== undefined && { label }),
    ...(message !== undefined && { message }),
  };
}

/**
 * Reads a request to pay as `parseUri` does, and returns an error as a value.
 *
 * @param text - A `bitcoin:` URI, or just an address; `amount` is in BTC.
 * @param options - `network` of the addresses. Default: `main`.
 * @throws Never: `error` is the `ColdsignError` that `parseUri` throws.
 *
 * @example
 * import { tryParseUri } from 'coldsign';
 *
 * const request = tryParseUri('bitcoin:typo');
 * console.log('error' in request ? request.error.code : request.address); // INVALID_ADDRESS
 */
export function tryParseUri(
  text: string,
  options: UriOptions = {},
): PaymentRequest | { readonly error: ColdsignError } {
  return tried(() => parseUri(text, options));
}

const reasons: { readonly [E in PaymentUriFault['error']]: string } = {
  scheme: 'it does not begin with bitcoin:',
  encoding: 'a percent sign in it does not begin a character in UTF-8',
  required: 'it requires something that is not supported',
  repeated: 'it names something twice',
  amount: 'its amount is not a decimal number of BTC',
  address: 'its address is not one of this network',
  empty: 'it has no address on the chain',
};

function invalid({ error, key }: PaymentUriFault): ColdsignError {
  const about = key === undefined ? '' : ` (${key})`;
  return new ColdsignError(
    'INVALID_URI',
    `This is not a request to pay: ${reasons[error]}${about}`,
    {
      hint: 'It should look like bitcoin:ADDRESS?amount=0.001. Ask the payee for it again.',
    },
  );
}

function noAddress(text: string, network: Network): ColdsignError {
  const [, address = text] = /^(?:bitcoin:(?:\/\/)?)?([^?]*)/i.exec(text) ?? [];
  return new ColdsignError('INVALID_ADDRESS', `${address} is not an address of ${network.name}`, {
    hint: foreignAddressHint(address, network, 'Compare it with where it comes from.'),
  });
}
