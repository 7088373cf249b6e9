import { refuseMore } from '../../arguments/count-arguments.ts';
import { smallSecp256k1 } from '../../crypto/small-curve.ts';
import type { Satoshis } from '../../encoding/amount.ts';
import { type Bytes, isBytes } from '../../encoding/bytes.ts';
import { ColdsignError } from '../../encoding/coldsign-error.ts';
import type { Network, NetworkName } from '../../encoding/network.ts';
import { type PaymentUriFault, readPaymentUri } from '../../names/payment-uri.ts';
import { decodeAddress, foreignAddressHint } from '../../script/address.ts';
import {
  decodeSilentAddress,
  isSilentAddress,
  type SilentAddressFault,
  silentAddressHints,
} from '../../silent/silent-address.ts';
import { findNetwork } from './account-sides.ts';
import { checkArgument } from './arguments.ts';
import { tried } from './encoded.ts';
import { noAddress } from './no-address.ts';

/**
 * A request to pay, as a plain value. `outputs: [{ address, value }]` pays it on the chain. If it
 * has no value, choose one.
 */
export type PaymentRequest = {
  /** The address of the payee: one on the chain, or a silent payment address if there is none. */
  readonly address: string;
  /** The script of the address. Absent for a silent payment address, which has no script. */
  readonly scriptPubKey?: Bytes | undefined;
  /**
   * The silent payment address beside `address` (BIP352). Pay it instead if your signer makes
   * silent payments, because others cannot link such payments.
   */
  readonly silentAddress?: string | undefined;
  /** Value in satoshi. Absent if the payer chooses. */
  readonly value?: Satoshis | undefined;
  /** A name for the payee, for people. Any author of a URI can choose it. */
  readonly label?: string | undefined;
  /** The purpose of the payment, for people. Any author of a URI can choose it. */
  readonly message?: string | undefined;
  /** Other ways to pay: `lightning`, `lno`, `pay`. Absent if there are none. */
  readonly others?:
    | readonly {
        readonly kind: string;
        /** Raw value of the parameter. */
        readonly text: string;
      }[]
    | undefined;
  /** A URI that the payee wants opened once the payment is sent (BIP321). Ask the person first. */
  readonly pop?: string | undefined;
};

/** Options of `parseUri` and `formatUri`. */
export type UriOptions = {
  /** The network of the addresses. Default: `main`. */
  readonly network?: NetworkName | Network | undefined;
};

/**
 * Reads a request to pay: a `bitcoin:` URI of BIP21 or BIP321, or just an address, on the chain or
 * for silent payments.
 *
 * @param text for example `bitcoin:bc1q...?amount=0.001&label=Alice`; `amount` is in BTC.
 * @param options - `network` of the addresses. Default: `main`.
 * @throws `ColdsignError`: `INVALID_URI`; `INVALID_ADDRESS` also for a silent payment address that
 *   is damaged or of another network, beside an address or not.
 */
export function parseUri(text: string, options: UriOptions = {}): PaymentRequest {
  refuseMore('parseUri', arguments, 2, 'Write parseUri(text, { network }).');
  const { network: named = 'main' } = checkArgument('options', options, 'UriOptions');
  const network = findNetwork(named);
  const given = checkArgument('text', text, 'text').trim();
  const read = readPaymentUri(asUri(given), network);
  if ('error' in read) throw read.error === 'address' ? notOf(given, network) : invalid(read);
  const { addresses, silent, value, label, message, others, pop } = read;
  const silentAddress = findSilent(silent, network, addresses.length);
  const [address = silentAddress] = addresses;
  if (address === undefined) throw invalid({ error: 'empty' });
  const scriptPubKey = decodeAddress(address, network);
  return {
    address,
    ...(isBytes(scriptPubKey) && { scriptPubKey }),
    ...(silentAddress !== undefined && silentAddress !== address && { silentAddress }),
    ...(value !== undefined && { value }),
    ...(label !== undefined && { label }),
    ...(message !== undefined && { message }),
    ...(others.length > 0 && { others }),
    ...(pop !== undefined && { pop }),
  };
}

function asUri(text: string): string {
  if (/^bitcoin:/i.test(text)) return text;
  return isSilentAddress(text) ? `bitcoin:?sp=${text}` : `bitcoin:${text}`;
}

/**
 * Returns the first silent payment address of this network. Throws for a damaged one, and if all
 * are of another network: without it, a payment that others can link would replace a private one.
 * An address of a newer version is left to newer programs if the URI has another address.
 */
function findSilent(
  texts: readonly string[],
  network: Network,
  others: number,
): string | undefined {
  const read = texts.map((text) => ({
    text,
    keys: decodeSilentAddress(text, network, smallSecp256k1),
  }));
  const found = read.find(({ keys }) => !('error' in keys))?.text;
  for (const { text, keys } of read) {
    if (!('error' in keys)) continue;
    const isIgnored =
      (keys.error === 'network' && found !== undefined) ||
      (keys.error === 'version' && (found !== undefined || others > 0));
    if (!isIgnored) throw noSilentAddress(text, keys.error, network);
  }
  return found;
}

const noSilentAddress = (text: string, fault: SilentAddressFault, { name }: Network) =>
  noAddress(text, `is not a silent payment address of ${name}`, silentAddressHints[fault]);

/**
 * Reads a request to pay as `parseUri` does, and returns an error as a value.
 *
 * @param text - A `bitcoin:` URI, or just an address; `amount` is in BTC.
 * @param options - `network` of the addresses. Default: `main`.
 * @throws Never: `error` is the `ColdsignError` that `parseUri` throws.
 */
export function tryParseUri(
  text: string,
  options: UriOptions = {},
): PaymentRequest | { readonly error: ColdsignError } {
  const [, , ...more] = arguments;
  return tried(() => {
    refuseMore('tryParseUri', [text, options, ...more], 2, 'Write tryParseUri(text, { network }).');
    return parseUri(text, options);
  });
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

function notOf(text: string, network: Network): ColdsignError {
  const [, address = text] = /^(?:bitcoin:(?:\/\/)?)?([^?]*)/i.exec(text) ?? [];
  const hint = foreignAddressHint(address, network, 'Compare it with where it comes from.');
  return noAddress(address, `is not an address of ${network.name}`, hint);
}
