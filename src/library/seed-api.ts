import { kindsOf } from '../arguments/basic-kinds.ts';
import { checkArguments } from '../arguments/check-arguments.ts';
import { type AbortSignalLike, checkAborted } from '../encoding/abort.ts';
import { pauseFor } from '../encoding/next-turn.ts';
import type * as rings from '../keys/key-ring.ts';
import * as readers from '../keys/read-keys.ts';
import type { KeyFault } from '../keys/read-private-keys.ts';
import * as places from '../keys/ring-accounts.ts';
import { ringMembers } from '../keys/ring-members.ts';
import { wordListKinds } from '../seed/bip39.ts';
import { argumentKinds } from './argument-kinds.ts';
import { type CurveOption, withCurve } from './curve-option.ts';
import { extendedKeyKinds } from './descriptor-kinds.ts';

const kinds = /* @__PURE__ */ kindsOf({
  ...argumentKinds,
  ...extendedKeyKinds,
  ...wordListKinds,
  passphrase: {
    is: (value: unknown) => typeof value === 'string' && !/[\ud800-\udfff]/u.test(value),
    words: 'a string without half a character (a lone surrogate)',
  },
  // With 0 no address is compared.
  positions: {
    is: (value: unknown) =>
      Number.isInteger(value) && Number(value) > 0 && Number(value) <= 2 ** 31,
    words: 'a whole number from 1 to 2147483648',
  },
  KeyRing: ringMembers,
  FindAccountOptions: {
    only: {
      network: 'NetworkName|Network',
      secp256k1: 'Curve?',
      paths: 'text[]?',
      accounts: 'uint32?',
      positions: 'positions?',
      onProgress: 'function?',
      signal: 'AbortSignal?',
    },
  },
  ListAccountsOptions: {
    only: {
      network: 'NetworkName|Network',
      secp256k1: 'Curve?',
      account: 'position?',
      paths: 'text[]?',
      secrets: 'boolean?',
    },
  },
  ReadKeysOptions: {
    only: {
      network: 'NetworkName|Network',
      secp256k1: 'Curve?',
      passphrase: 'passphrase?',
      account: 'position?',
      lists: 'WordList[]?',
      corrections: 'boolean?',
      readWallet: 'function?',
    },
  },
});

/** Options of `readKeys`: the network of the keys, and what only some texts need. */
export type ReadKeysOptions = CurveOption<readers.ReadKeysOptions>;

/**
 * Reads any text of keys: seed words, a SeedQR, private keys, descriptors, wallet files, and lists
 * of them. Call `wipeKeys` after use. Returns `{ error }` for any other text.
 *
 * @param text - Secret, in most cases: never store or log it.
 * @param options - `network` of the keys, `passphrase` of words (BIP39), `account` number.
 */
export function readKeys(text: string, options: ReadKeysOptions): rings.KeyRing | KeyFault {
  checkArguments(
    'readKeys',
    { text: [text, 'text'], options: [options, 'ReadKeysOptions'] },
    kinds,
  );
  const completed = withCurve(options);
  const ring = readers.readKeys(text, completed);
  return 'error' in ring ? ring : { ...ring, network: completed.network.name };
}
/**
 * Lists accounts of the seeds and extended private keys that `readKeys` has read: path, xpub (also
 * as SLIP-132 writes it) and descriptor. Returns `{ error }` for a path that is not one.
 *
 * @param ring - As `readKeys` returns it.
 * @param options - `network` of the keys; `account` number, or `paths` of your own.
 */
export function listAccounts(
  ring: rings.KeyRing,
  options: places.ListAccountsOptions & CurveOption<rings.RingContext>,
): readonly places.KeyAccount[] | KeyFault {
  checkArguments(
    'listAccounts',
    { ring: [ring, 'KeyRing'], options: [options, 'ListAccountsOptions'] },
    kinds,
  );
  return places.listAccounts(ring, options, withCurve(options));
}
/**
 * Finds the account that an address or an extended public key (xpub, also of SLIP-132) belongs to:
 * purposes 44, 49, 84 and 86, account numbers 0 to 19, 1000 positions for receiving and change, and
 * the wallets of the ring. Resolves to `undefined` if it is none of them, and to `{ error }` for
 * another text.
 *
 * @param ring - As `readKeys` returns it.
 * @param target - An address, or an extended public key.
 * @param options - `network` of the keys; `accounts` and `positions` are searched, `paths` first.
 */
export async function findAccount(
  ring: rings.KeyRing,
  target: string,
  options: places.FindAccountOptions &
    CurveOption<rings.RingContext> & {
      /** Ends the search with `ABORTED`. Other work runs between its short steps. */
      readonly signal?: AbortSignalLike | undefined;
    },
): Promise<places.FoundAccount | KeyFault | undefined> {
  checkArguments(
    'findAccount',
    { ring: [ring, 'KeyRing'], target: [target, 'text'], options: [options, 'FindAccountOptions'] },
    kinds,
  );
  const { signal, ...limits } = options;

  const pause = pauseFor(signal);
  checkAborted(signal);
  return places.findAccount(ring, target, limits, { ...withCurve(limits), pause });
}
