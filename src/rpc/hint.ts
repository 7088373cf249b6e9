import { decodeBase58Check } from '../crypto/base58check.ts';
import { type Network, networks } from '../encoding/network.ts';
import type { Json } from '../json/json.ts';
import { textsOf } from '../json/texts.ts';
import { decodeAddress } from '../script/address.ts';
import type { Context } from './context.ts';
import { RpcCode, RpcError, verbatimMessage } from './error.ts';
import { profileRules } from './profile.ts';

/** Matches text that may be an address or a key, by letters and length. */
const WORDS = /[0-9A-Za-z]{25,112}/g;
/** Limit of candidates examined, because a rejected call may be large. */
const MOST_WORDS = 100;
const EXTENDED_KEY_LENGTH = 78;

/** Adds a hint on how to fix the error, if the profile has hints. */
export function withHint(
  error: RpcError,
  call: Json,
  { profile, network }: Pick<Context, 'profile' | 'network'>,
): RpcError {
  const { code, hint } = error;
  const message = verbatimMessage(error);
  if (!profileRules(profile).hints) return new RpcError(code, message);
  const isUnreadable = code === RpcCode.INVALID_ADDRESS_OR_KEY;
  return new RpcError(code, message, hint ?? (isUnreadable ? chainHint(call, network) : undefined));
}

/**
 * Returns a hint if the call contains an address or key of another chain. A key is not repeated.
 */
function chainHint(call: Json, network: Network): string | undefined {
  for (const word of wordsOf(call)) {
    const address = elsewhere(word, network, isAddress);
    if (address !== undefined) return `${word} is an address of ${address}`;
    const key = elsewhere(word, network, isKey);
    if (key !== undefined) return `A key in this call is of ${key}`;
  }
  return undefined;
}

type IsOf = (word: string, network: Network) => boolean;

/** Returns the other network of the word, or `undefined` if it is of this network or of none. */
function elsewhere(word: string, here: Network, isOf: IsOf): string | undefined {
  if (isOf(word, here)) return undefined;
  const others = Object.values(networks).filter((other) => isOf(word, other));
  if (others.length === 0) return undefined;
  const names = others.map(({ name }) => name).join(' or ');
  return `${names}, but this call is for ${here.name}`;
}

const isAddress: IsOf = (word, network) => !('error' in decodeAddress(word, network));

function isKey(word: string, { wif, xpub, xprv }: Network): boolean {
  const payload = decodeBase58Check(word, EXTENDED_KEY_LENGTH);
  if (payload === undefined) return false;
  if (payload.length === 33 || payload.length === 34) return payload[0] === wif;
  if (payload.length !== EXTENDED_KEY_LENGTH) return false;
  const version = new DataView(payload.buffer, payload.byteOffset).getUint32(0);
  return version === xpub || version === xprv;
}

function* wordsOf(call: Json): Iterable<string> {
  let left = MOST_WORDS;
  for (const text of textsOf(call)) {
    for (const [word] of text.matchAll(WORDS)) {
      yield word;
      left--;
      if (left === 0) return;
    }
  }
}
