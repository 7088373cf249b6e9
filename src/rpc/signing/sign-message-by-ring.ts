import type { Bytes } from '../../encoding/bytes.ts';
import { type KeyRing, noKeys } from '../../keys/key-ring.ts';
import { findAccount, listAccounts } from '../../keys/ring-accounts.ts';
import { type ScriptKeys, scriptKeys } from '../../keys/ring-provider.ts';
import type { CoinToProve } from '../../message/sign.ts';
import { joinProviders } from '../../signing/provider.ts';
import type { Context } from '../context.ts';
import { invalidAddressOrKey } from '../error.ts';
import { type MessageOptions, parseSigningAddress } from '../parse/message-arguments.ts';
import { signMessage } from './sign-message.ts';

/** An address and a message that it signs. */
export type AddressMessage = {
  readonly address: string;
  readonly message: string;
  readonly options: MessageOptions;
  /** The coins of a proof of funds. */
  readonly coins?: readonly CoinToProve[] | undefined;
};

/**
 * Signs a message with the key of an address that open keys have: in their wallets, or in account 0
 * to 19 of each usual kind. Returns the signature in base64.
 */
export async function signMessageByRing(
  { address, message, options, coins = [] }: AddressMessage,
  ring: KeyRing,
  context: Context,
): Promise<string> {
  const script = parseSigningAddress(address, context);
  const near = scriptKeys({ spent: [script] }, ring, [], context);
  const found = near.isFound ? near : await farKeys(address, script, ring, context);
  const spent = coins.map(({ output }) => output.scriptPubKey);
  const proven = spent.length > 0 ? [scriptKeys({ spent }, ring, [], context)] : [];
  try {
    const provider = [found, ...proven].map((each) => each.provider).reduce(joinProviders);
    return await signMessage({ message, script, provider, coins, options }, context);
  } finally {
    for (const { privateKeys } of [near, found, ...proven]) {
      for (const key of privateKeys) key.wipe();
    }
  }
}

/** Finds the keys of an address in accounts of other numbers. */
async function farKeys(
  address: string,
  script: Bytes,
  ring: KeyRing,
  context: Context,
): Promise<ScriptKeys> {
  const found = await findAccount(ring, address, {}, context);
  if (found === undefined || 'error' in found) {
    throw invalidAddressOrKey(
      'This address does not belong to the open keys',
      'Compare the address. A typo in the passphrase opens another wallet.',
    );
  }
  const accounts = listAccounts(ring, { paths: [found.path], secrets: true }, context);
  if ('error' in accounts) throw invalidAddressOrKey(accounts.error);
  const descriptors = accounts.flatMap(({ descriptor }) =>
    descriptor === undefined ? [] : [{ text: descriptor }],
  );
  return scriptKeys({ spent: [script] }, { ...noKeys, descriptors, canSign: true }, [], context);
}
