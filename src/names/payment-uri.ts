import { parseMoney, type Satoshis } from '../encoding/amount.ts';
import { isBytes } from '../encoding/bytes.ts';
import { appendTo } from '../encoding/list.ts';
import type { Network } from '../encoding/network.ts';
import { decodeAddress } from '../script/address.ts';

/** A payment request (BIP321, which includes BIP21). */
export type PaymentUri = {
  /** Addresses in the path and in parameters named after their prefix (`bc`, `tb`, …). */
  readonly addresses: readonly string[];
  /**
   * Silent payment addresses (key `sp`), as they are in the URI. They may be damaged or of another
   * network: `decodeSilentAddress` reads them.
   */
  readonly silent: readonly string[];
  /** Other ways to pay: `lno`, `lightning`, `pay`. */
  readonly others: readonly {
    readonly kind: string;
    /** Raw value of the parameter. */
    readonly text: string;
  }[];
  /** Amount in satoshi; `undefined` if the payer chooses it. */
  readonly value: Satoshis | undefined;
  /** Name of the payee. Unauthenticated: any author of the URI can choose it. */
  readonly label: string | undefined;
  /** Purpose of the payment. Unauthenticated: any author of the URI can choose it. */
  readonly message: string | undefined;
  /** URI to open with the transaction once it is sent (BIP321). coldsign never opens it. */
  readonly pop: string | undefined;
};

/**
 * Reason why a text is not a payment request. `scheme`: it does not begin with `bitcoin:`.
 * `encoding`: an escape in a parameter (`key`) is broken, or is not UTF-8. `required`: it requires
 * a parameter that coldsign does not know (`key`). `repeated`: a parameter that may occur once is
 * repeated. `amount`: not a decimal number of bitcoin. `address`: an address does not belong to
 * this network. `empty`: there is no payee.
 */
export type PaymentUriFault = {
  /** Code for programs. */
  readonly error: 'scheme' | 'encoding' | 'required' | 'repeated' | 'amount' | 'address' | 'empty';
  /** Parameter with the fault. */
  readonly key?: string | undefined;
};

/** Keys of other ways to pay. */
export const otherWays: readonly string[] = ['lightning', 'lno', 'pay'];
const ONCE = ['label', 'message', 'pop', 'amount'];
/** Prefixes of addresses; each is also a parameter's key. */
const PREFIXES = ['bc', 'tb', 'bcrt'];

/** Reads a `bitcoin:` URI. Keys and the scheme may be in upper case. */
export function readPaymentUri(text: string, network: Network): PaymentUri | PaymentUriFault {
  // Some programs write `bitcoin://`, which BIP321 does not have. The address is the same.
  const [, rest] = /^bitcoin:(?:\/\/)?(.*)$/is.exec(text) ?? [];
  if (rest === undefined) return { error: 'scheme' };
  const cut = rest.indexOf('?');
  const path = cut < 0 ? rest : rest.slice(0, cut);
  const fields =
    cut < 0
      ? []
      : rest
          .slice(cut + 1)
          .split('&')
          .filter(Boolean)
          .map(readField);
  const values = new Map<string, string[]>();
  for (const field of fields) {
    if (field.value === undefined) return { error: 'encoding', key: field.key };
    // Counts `req-pop` as `pop`, so that a repetition is found. It is rejected below.
    const key = field.key.replace(/^req-(?=pop$)/, '');
    if (key.startsWith('req-')) return { error: 'required', key };
    appendTo(values, key, field.value);
  }
  const repeated = ONCE.find((key) => (values.get(key)?.length ?? 0) > 1);
  if (repeated !== undefined) return { error: 'repeated', key: repeated };
  if (fields.some((field) => field.key === 'req-pop')) return { error: 'required', key: 'req-pop' };
  // In the order of the URI, so that writing it again gives the same.
  const others = fields.flatMap(({ key, value: text }) =>
    otherWays.includes(key) && text !== undefined ? [{ kind: key, text }] : [],
  );
  return assemble(path, { values, others }, network);
}

type ReadFields = Pick<PaymentUri, 'others'> & {
  readonly values: ReadonlyMap<string, readonly string[]>;
};

function assemble(
  path: string,
  { values, others }: ReadFields,
  network: Network,
): PaymentUri | PaymentUriFault {
  const first = (key: string) => values.get(key)?.[0];
  const all = (key: string) => values.get(key) ?? [];
  const named = PREFIXES.flatMap(all);
  const addresses = [...(path === '' ? [] : [path]), ...all(network.hrp)];
  // Parameters for addresses of other networks are ignored, but the path must fit this network.
  if (addresses.some((address) => !isBytes(decodeAddress(address, network)))) {
    return { error: 'address' };
  }
  const prefix = network.name === 'main' ? ['sp'] : ['tsp', 'sprt', 'sp'];
  const silent = prefix.flatMap(all);
  if (addresses.length + silent.length + others.length + named.length === 0) {
    return { error: 'empty' };
  }
  // Zeros at the end change nothing, even beyond a satoshi.
  const amountText = first('amount')?.replace(/(\.\d{8})0+$/, '$1');
  const isDecimal = amountText === undefined || /^(?=.*\d)\d*(\.\d*)?$/.test(amountText);
  const amount = amountText === undefined ? undefined : parseMoney(amountText);
  if (!isDecimal || (amountText !== undefined && amount === undefined)) return { error: 'amount' };
  const words = { label: first('label'), message: first('message'), pop: first('pop') };
  return { addresses, silent, others, value: amount, ...words };
}

/** Reads a parameter. `value` is `undefined` if its bytes are not UTF-8. */
function readField(field: string): { readonly key: string; readonly value: string | undefined } {
  const cut = field.indexOf('=');
  const [key, value] = cut < 0 ? [field, ''] : [field.slice(0, cut), field.slice(cut + 1)];
  const plain = decoded(key);
  if (plain === undefined) return { key: key.toLowerCase(), value: undefined };
  return { key: plain.toLowerCase(), value: decoded(value) };
}

/** Decodes escapes. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // The text has a broken percent escape, or bytes that are not UTF-8.
    return undefined;
  }
}
