import { formatKeyPath } from '../../descriptor/key-path.ts';
import { ColdsignError } from '../../encoding/coldsign-error.ts';
import { accountOrigin, originText } from '../../keys/account-paths.ts';
import type { Psbt, PsbtInput } from '../../psbt/psbt.ts';
import { silentSpend } from '../../psbt/silent-fields.ts';
import { namedIn } from '../../review/own-keys.ts';
import type { KeyOrigin } from '../../signing/provider.ts';
import type { ExternalSigner } from '../../signing/signature-request.ts';
import type { AppKeys } from './keys.ts';
import { findOwnCoins, type OwnCoin, type Trying } from './own-coins.ts';

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
