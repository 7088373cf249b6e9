import { kernelSecp256k1 } from '../../../crypto/kernel-backend.ts';
import { formatAmount } from '../../../encoding/amount.ts';
import { isBytes } from '../../../encoding/bytes.ts';
import { type Network, type NetworkName, networks } from '../../../encoding/network.ts';
import { readPaymentUri } from '../../../names/payment-uri.ts';
import { decodeAddress } from '../../../script/address.ts';
import { decodeSilentAddress, isSilentAddress } from '../../../silent/silent-address.ts';
import { failure } from './failures.ts';
import { findProof, type NameView, readName } from './names.ts';
import { otherNetwork, type Session } from './session.ts';

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
  const { payload } = session;
  const isText = payload !== undefined && 'text' in payload;
  const text = (typed ?? (isText ? payload.text : '')).replace(/\s/g, '');
  const isRequest = /^bitcoin:/i.test(text);
  const read = isRequest
    ? readRequest(text, session)
    : { address: readAddress(text, session), amount: undefined };
  return { ...read, name: undefined };
}

/**
 * Returns an address of the chosen network without spaces. The error for any other text names what
 * is wrong with it.
 */
export function readAddress(text: string, session: Session): string {
  const address = text.replace(/\s/g, '');
  if (address === '') throw failure('Enter an address.');
  const isSilent = isSilentAddress(address);
  const isOf = (network: Network) =>
    isSilent
      ? !('error' in decodeSilentAddress(address, network, kernelSecp256k1))
      : isBytes(decodeAddress(address, network));
  if (isOf(session.network)) return address;
  const others = networksWith(isOf);
  if (others.length > 0) throw otherNetwork(others, session);
  if (isSilent) throw failure('This silent payment address is damaged. Ask for it again.');
  const found = decodeAddress(address, session.network);
  const places = 'error' in found ? found.errorLocations.map((index) => index + 1) : [];
  // BIP173: a checksum locates few errors. Many places only show that more than two are wrong.
  const isLocated = places.length === 1 || places.length === 2;
  const at = places.join(', ');
  throw failure(
    !isLocated
      ? 'This isn’t a valid Bitcoin address. Check for a missing or mistyped character.'
      : `This address has a typing error, probably at character ${at}. Compare it with the original.`,
  );
}

const networksWith = (isOf: (network: Network) => boolean): readonly NetworkName[] =>
  Object.values(networks).flatMap((each) => (isOf(each) ? [each.name] : []));

function readRequest(text: string, session: Session): Omit<PayeeView, 'name'> {
  const uri = readPaymentUri(text, session.network);
  if ('error' in uri) {
    if (uri.error === 'required')
      throw failure('This payment request needs an unknown feature. Ask for an address.');
    const others = networksWith((network) => !('error' in readPaymentUri(text, network)));
    if (others.length > 0) throw otherNetwork(others, session);
    throw failure('This payment request is damaged. Ask for an address.');
  }
  // Coins of every kind can pay an address, but not all can pay a silent payment address.
  const [address = ''] = [...uri.addresses, ...uri.silent];
  if (address === '') throw failure('This payment request has no address. Ask for one.');
  const amount = uri.value && formatAmount(uri.value).replace(/\.?0+$/, '');
  return { address, amount: amount || undefined };
}
