import { refuseMore } from '../../arguments/count-arguments.ts';
import { formatAmount, MAX_MONEY } from '../../encoding/amount.ts';
import { equalBytes, isBytes } from '../../encoding/bytes.ts';
import { argumentError, ColdsignError } from '../../encoding/coldsign-error.ts';
import { otherWays } from '../../names/payment-uri.ts';
import { checkArgument } from './arguments.ts';
import { type PaymentRequest, parseUri, type UriOptions } from './parse-uri.ts';

/**
 * Writes a request to pay as a `bitcoin:` URI of BIP321, which programs for BIP21 read too.
 * `parseUri` reads it as the same request.
 *
 * @param request - `address`, on the chain or for silent payments; `value` in satoshi, which the
 *   URI states in BTC.
 * @param options - `network` of the addresses. Default: `main`.
 * @throws `ColdsignError`: `INVALID_ADDRESS`, `INVALID_AMOUNT`, `WRONG_ARGUMENT`.
 */
export function formatUri(request: PaymentRequest, options: UriOptions = {}): string {
  refuseMore('formatUri', arguments, 2, 'Write formatUri({ address, value }, { network }).');
  const {
    address,
    silentAddress,
    value,
    label,
    message,
    others = [],
    pop,
  } = checkArgument(
    'request',
    request,
    'PaymentRequest',
    'Write formatUri({ address, value: 60_000n }).',
  );
  checkArgument('options', options, 'UriOptions');
  checkOthers(others);
  const payee = checkedAddress(address, options);
  const silent = silentAddress === undefined ? undefined : checkedAddress(silentAddress, options);
  if (silent?.scriptPubKey !== undefined) {
    throw new ColdsignError('INVALID_ADDRESS', 'silentAddress is no silent payment address', {
      hint: 'It begins with sp1 or tsp1. Write an address on the chain as address.',
    });
  }
  checkScript(request, payee);
  const isSilent = payee.scriptPubKey === undefined;
  const fields: readonly (readonly [key: string, text: string | undefined])[] = [
    ['amount', value === undefined ? undefined : amountText(value)],
    ['label', label],
    ['message', message],
    ['sp', isSilent ? address : silentAddress],
    ...others.map(({ kind, text }) => [kind, text] as const),
    ['pop', pop],
  ];
  const query = fields
    .flatMap(([key, text]) => (text === undefined ? [] : `${key}=${escaped(key, text)}`))
    .join('&');
  return `bitcoin:${isSilent ? '' : address}${query === '' ? '' : `?${query}`}`;
}

/** Refuses kinds that `parseUri` does not read: another key could change amount or payee. */
function checkOthers(others: NonNullable<PaymentRequest['others']>): void {
  for (const [i, { kind }] of others.entries()) {
    if (otherWays.includes(kind)) continue;
    throw argumentError(
      `request.others[${i}].kind must be lightning, lno or pay`,
      'Write an amount as value, an address as address or silentAddress, and words as label or message.',
    );
  }
}

/** Reads an address alone, so that nothing else can be hidden in it. */
function checkedAddress(address: string, options: UriOptions): PaymentRequest {
  const read = parseUri(address, options);
  if (read.address !== address) {
    throw new ColdsignError('INVALID_ADDRESS', 'address is more than an address', {
      hint: 'Pass a URI to parseUri, and its result to formatUri.',
    });
  }
  return read;
}

/** Throws if the script is that of another address. */
function checkScript({ scriptPubKey }: PaymentRequest, payee: PaymentRequest): void {
  const script = payee.scriptPubKey;
  if (scriptPubKey === undefined) return;
  if (isBytes(scriptPubKey) && script !== undefined && equalBytes(scriptPubKey, script)) return;
  throw new ColdsignError('INVALID_ADDRESS', 'scriptPubKey is not the script of address', {
    hint: 'Leave scriptPubKey out. Compare the address with where it comes from.',
  });
}

function amountText(value: unknown): string {
  if (typeof value !== 'bigint' || value <= 0n || value > MAX_MONEY) {
    throw new ColdsignError('INVALID_AMOUNT', 'value is not an amount in satoshi', {
      hint: 'Write a bigint in satoshi above 0: 0.0006 BTC is 60_000n. Leave it out if the payer chooses.',
    });
  }
  return formatAmount(value).replace(/\.?0+$/, '');
}

function escaped(key: string, text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    // The text has half of a surrogate pair, which UTF-8 cannot express.
    throw argumentError(
      `${key} is not valid text`,
      'A half of a character (a surrogate) is in it.',
    );
  }
}
