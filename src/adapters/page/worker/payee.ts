import { formatAmount } from '../../../encoding/amount.ts';
import { readPaymentUri } from '../../../names/payment-uri.ts';
import { failure, type Session } from './session.ts';

/** The payee, from an address or a request to pay (BIP21). */
export type PayeeView = {
  readonly address: string;
  /** Amount in BTC; absent if the request has none. */
  readonly amount: string | undefined;
};

/** Reads the payee from the typed text, or from the import. */
export function readPayee({ carried, network }: Session, typed?: string): PayeeView {
  const isOne = carried?.kind === 'address' || carried?.kind === 'payment-uri';
  const text = (typed ?? (isOne ? carried.text : '')).replace(/\s/g, '');
  if (text === '') throw failure('Enter an address.');
  if (!/^bitcoin:/i.test(text)) return { address: text, amount: undefined };
  const uri = readPaymentUri(text, network);
  if ('error' in uri) {
    if (uri.error === 'required')
      throw failure('This payment request needs an unknown feature. Ask for an address.');
    const reason = uri.error === 'address' ? `is not for ${network.name}` : 'is damaged';
    throw failure(`This payment request ${reason}. Ask for an address.`);
  }
  // Coins of every kind can pay an address, but not all can pay a silent payment address.
  const [address = ''] = [...uri.addresses, ...uri.silent];
  if (address === '') throw failure('This payment request has no address. Ask for one.');
  const amount = uri.value && formatAmount(uri.value).replace(/\.?0+$/, '');
  return { address, amount: amount || undefined };
}
