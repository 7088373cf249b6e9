import { formatAmount } from '../../../encoding/amount.ts';
import { readPaymentUri } from '../../../names/payment-uri.ts';
import { findProof, type NameView, readName } from './names.ts';
import { failure, type Session } from './session.ts';

/** The payee, from an address, a request to pay (BIP321) or the proof of a name (BIP353). */
export type PayeeView = {
  readonly address: string;
  /** Amount in BTC; absent if the request has none. */
  readonly amount: string | undefined;
  /** The name that the address was proven for. */
  readonly name: NameView | undefined;
};

/** Reads the payee from the typed text, or from the import. */
export function readPayee(session: Session, typed?: string): PayeeView {
  const proof = findProof(session, typed);
  if (proof !== undefined) {
    const { uri, ...name } = readName(proof);
    return { ...readRequest(uri, session), name };
  }
  const { carried } = session;
  const isOne = carried?.kind === 'address' || carried?.kind === 'payment-uri';
  const text = (typed ?? (isOne ? carried.text : '')).replace(/\s/g, '');
  if (text === '') throw failure('Enter an address.');
  const isRequest = /^bitcoin:/i.test(text);
  const read = isRequest ? readRequest(text, session) : { address: text, amount: undefined };
  return { ...read, name: undefined };
}

function readRequest(text: string, { network }: Session): Omit<PayeeView, 'name'> {
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
