import { hash160 } from '../../crypto/hash.ts';
import { formatKeyPath } from '../../descriptor/key-path.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { ColdsignError } from '../../encoding/coldsign-error.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { accountOrigin, originText } from '../../keys/account-paths.ts';
import type { Psbt, PsbtInput, PsbtOutput } from '../../psbt/psbt.ts';
import { isScriptPending, silentSpend } from '../../psbt/silent-fields.ts';
import { namedIn } from '../../review/own-keys.ts';
import { Op } from '../../script/opcodes.ts';
import type { KeyOrigin, SigningProvider } from '../../signing/provider.ts';
import type { ExternalSigner } from '../../signing/signature-request.ts';
import { outPointKey } from '../../transaction/transaction.ts';
import { coinAccountOf } from './coin-account.ts';
import type { AppKeys } from './keys.ts';

/** A PSBT, and the lookup of keys for each of its inputs. */
type Trying = {
  readonly psbt: Psbt;
  readonly providerOf: (input: PsbtInput) => SigningProvider;
};

/** A coin that keys would sign. */
type OwnCoin = {
  readonly input: number;
  /** Texts of the accounts that have the script of the coin, as coins name them. */
  readonly owners: readonly string[];
  /** Origins of the accounts of its keys, sorted; `undefined` represents single keys. */
  readonly keys: readonly (KeyOrigin | undefined)[];
};

/** Finds the coins that keys would sign. */
type Search = {
  /**
   * Signs as far as the providers allow: they note which keys are looked up, and give none of them.
   */
  readonly attempt: (trying: Trying) => Promise<unknown>;
  /** True if a signer signs too. Its coins are compared with those of the keys. */
  readonly hasSigner: boolean;
};

/**
 * Throws if keys would sign coins of several accounts, because a coin of another account may have
 * been added to a payment without a review. Returns the coins; none if nothing was searched.
 */
export async function requireOneAccount(
  psbt: Psbt,
  keys: AppKeys,
  { attempt, hasSigner }: Search,
): Promise<readonly OwnCoin[]> {
  if (!keys.maySpendSeveral && !hasSigner) return [];
  const coins = await findOwnCoins(psbt, keys, attempt);
  refuseSeveral(coins, {
    who: 'These keys open',
    done: 'Nothing was signed.',
    signer: 'keys',
  });
  return coins;
}

/** A signer that remembers which coins it signs. */
export type NotedSigner = {
  readonly signer: ExternalSigner;
  /**
   * Throws if it has signed coins of several accounts, alone or together with the keys that sign
   * `coins`, so that no signature is returned.
   */
  readonly requireOneAccount: (coins: readonly OwnCoin[]) => void;
};

/**
 * Notes which coins a signer signs. It sees only digests and cannot say which accounts it has, so a
 * coin is of the accounts that the PSBT states for its keys.
 */
export function noteSigned({ inputs }: Psbt, signer: ExternalSigner): NotedSigner {
  const signed = new Set<number>();
  return {
    signer: async (requests) => {
      const answers = await signer(requests);
      // Signers of callers without types may return any value.
      const given: readonly unknown[] = Array.isArray(answers) ? answers : [];
      for (const [i, { input }] of requests.entries()) if (given[i]) signed.add(input);
      return answers;
    },
    requireOneAccount: (ofKeys) => {
      const own = new Map(ofKeys.map((coin) => [coin.input, coin]));
      const coins = inputs.flatMap((input, index): readonly OwnCoin[] => {
        const isSigned = signed.has(index);
        const coin = own.get(index);
        if (!isSigned && coin === undefined) return [];
        // Keys also know coins that the PSBT does not describe.
        const isStated = namesAccount(input) || coin === undefined;
        return [{ input: index, owners: [], keys: isStated ? statedAccounts(input) : coin.keys }];
      });
      const done = 'No signature was returned.';
      const refusal =
        own.size === 0 || signed.size === 0
          ? { who: 'The signer has signed', done, signer: 'signer' }
          : { who: 'The keys and the signer have signed', done, signer: 'keys, signer' };
      if (signed.size > 0) refuseSeveral(coins, refusal);
    },
  };
}

const namesOfInput = (input: PsbtInput) => [
  ...namedIn(input),
  ...(silentSpend(input)?.keyPaths ?? []),
];

const namesAccount = (input: PsbtInput): boolean => namesOfInput(input).length > 0;

function statedAccounts(input: PsbtInput): OwnCoin['keys'] {
  const origins = namesOfInput(input).map(({ origin }) =>
    origin.path.length === 0 ? undefined : accountOrigin(origin),
  );
  const all = new Map(origins.map((origin) => [longText(origin), origin]));
  return all.size === 0
    ? [undefined]
    : [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, origin]) => origin);
}

type Refusal = { readonly who: string; readonly done: string; readonly signer: string };

/** Throws if coins are of several accounts. */
function refuseSeveral(coins: readonly OwnCoin[], { who, done, signer }: Refusal): void {
  if (coins.length === 0 || isOneAccount(coins)) return;
  const names = namesOf(coins);
  const all = [...new Set(names)];
  const count = all.length === 2 ? 'two' : `${all.length}`;
  const fix = `Review the payment with all accounts whose coins it spends, and pass the result: sign(psbt, { ${signer}, reviewed: review(psbt, { account: [first, second] }) }). For coins of sweep, the accounts are swept.accounts.`;
  throw new ColdsignError(
    'NOT_APPROVED',
    `${who} coins of ${count} accounts (${all.join(', ')}): review with all accounts and pass \`reviewed\``,
    {
      hint: `${done} ${fix}`,
      details: {
        inputs: coins.map(({ input }, i) => ({
          input,
          cause: 'SEVERAL_ACCOUNTS',
          account: names[i],
          fix,
        })),
      },
    },
  );
}

/** Lists the coins that the keys would sign, by a try without private keys. */
async function findOwnCoins(
  psbt: Psbt,
  keys: AppKeys,
  attempt: (trying: Trying) => Promise<unknown>,
): Promise<readonly OwnCoin[]> {
  const asked = new Map<string, Map<string, Bytes>>();
  const providerOf = (input: PsbtInput): SigningProvider => {
    const provider = keys.providerOf(input);
    const known = new Map<string, Bytes>();
    asked.set(outPointKey(input.prevout), known);
    const note = (publicKey: Bytes) => known.set(encodeHex(publicKey), publicKey);
    for (const key of silentSpend(input)?.spendKeys ?? []) {
      if (provider.canSign(hash160(key))) note(key);
    }
    const getPrivateKey = (hash: Bytes) => {
      const publicKey = provider.canSign(hash) ? provider.getPublicKey(hash) : undefined;
      if (publicKey !== undefined) note(publicKey);
      return undefined;
    };
    return { ...provider, getPrivateKey };
  };
  const inputs = psbt.inputs.map(withoutSignatures);
  await attempt({ psbt: { ...psbt, inputs, outputs: psbt.outputs.map(withScript) }, providerOf });
  return psbt.inputs.flatMap((input, index): readonly OwnCoin[] => {
    const found = [...(asked.get(outPointKey(input.prevout))?.values() ?? [])];
    if (found.length === 0) return [];
    const origins = new Map(
      found.map((publicKey) => {
        const origin = keys.accountOf(publicKey);
        return [origin ? originText(origin) : '', origin] as const;
      }),
    );
    const sorted = [...origins].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, origin]) => origin);
    const owners = keys.ownersOf(input).map((each) => coinAccountOf(each).descriptors.join(' '));
    return [{ input: index, owners, keys: sorted }];
  });
}

/** Drops signatures, so that every key of a coin counts, also if it has signed before. */
const withoutSignatures = (input: PsbtInput): PsbtInput => ({
  ...input,
  partialSignatures: [],
  tapScriptSignatures: [],
  tapKeySignature: undefined,
});

/** Gives a silent payment whose script is not computed yet any script. */
const withScript = (output: PsbtOutput): PsbtOutput =>
  isScriptPending(output) ? { ...output, scriptPubKey: Uint8Array.of(Op.RETURN) } : output;

/**
 * Returns true if one account owns all coins. Accounts count by their descriptors, other keys by
 * the path of their account, and keys that sign a coin together count together.
 */
function isOneAccount(coins: readonly OwnCoin[]): boolean {
  const owned = coins.filter(({ owners }) => owners.length > 0);
  const isShared = (owner: string) => owned.every(({ owners }) => owners.includes(owner));
  const hasOwner = owned[0]?.owners.some(isShared) ?? true;
  if (owned.length === coins.length) return hasOwner;
  return hasOwner && new Set(coins.map(({ keys }) => keys.map(longText).join())).size === 1;
}

/** Names the account of each coin: by its path if that distinguishes all accounts. */
function namesOf(coins: readonly OwnCoin[]): readonly string[] {
  const byKeys = ({ keys }: OwnCoin) => keys.map(longText).join();
  const isByKeys = coins.some(({ owners }) => owners.length === 0);
  const groups = new Set(coins.map((coin) => (isByKeys ? byKeys(coin) : coin.owners.join())));
  const paths = coins.map(({ keys }) => keys.map(pathText).join(' and '));
  if (new Set(paths).size === groups.size) return paths;
  const origins = coins.map(({ keys }) => keys.map(longText).join(' and '));
  if (new Set(origins).size === groups.size) return origins;
  return coins.map(({ owners: [owner] }, i) => owner ?? origins[i] ?? '');
}

const SINGLE = 'single keys';

const longText = (origin: KeyOrigin | undefined): string => (origin ? originText(origin) : SINGLE);

/** Writes the path of an account, or the fingerprint of a key whose path is unknown. */
function pathText(origin: KeyOrigin | undefined): string {
  if (origin === undefined || origin.path.length === 0) return longText(origin);
  return `m${formatKeyPath(origin.path)}`;
}
