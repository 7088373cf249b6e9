import { failure, type Session } from './session.ts';

/** The payee, from an address or a request to pay (BIP21). */
export type PayeeView = {
  readonly address: string;
  /** Amount in BTC; absent if the request has none. */
  readonly amount: string | undefined;
};

/** Reads the payee from the typed text, or from the import. */
export function readPayee({ carried }: Session, typed?: string): PayeeView {
  const isOne = carried?.kind === 'address' || carried?.kind === 'payment-uri';
  const text = (typed ?? (isOne ? carried.text : '')).replace(/\s/g, '');
  if (text === '') throw failure('Enter an address.');
  const [, rest = text] = /^bitcoin:(.*)$/i.exec(text) ?? [];
  const [address = '', query = ''] = rest.split('?', 2);
  const fields = query.split('&').map((field) => field.split('=', 2));
  // BIP21: variables which are prefixed with a req- are considered required. If a client does not
  // implement any variables which are prefixed with req-, it MUST consider the entire URI invalid.
  if (fields.some(([name = '']) => /^req-/i.test(name))) {
    throw failure('This payment request needs an unknown feature. Ask for an address.');
  }
  const [, amount] = fields.find(([name = '']) => name.toLowerCase() === 'amount') ?? [];
  return { address, amount };
}
