import { resolve } from 'node:path';
import { formatAmount } from '../../encoding/amount.ts';
import { ColdsignError } from '../../encoding/coldsign-error.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { Network } from '../../encoding/network.ts';
import type { KeyRing } from '../../keys/key-ring.ts';
import { findSweepable } from '../../library/payment/sweep.ts';
import { findSweepCoins } from '../../library/payment/sweep-chain.ts';
import type { AccountCoin } from '../../library/payment/types.ts';
import { invalid } from '../../rpc/error.ts';
import { formatAddress } from '../../script/address.ts';
import type { SubcommandCall, SubcommandResult } from '../cli/subcommands.ts';
import { NOT_COVERED, readCoins } from '../cli/sweep-command.ts';
import { openSnapshot, snapshotChoice } from '../snapshot/open.ts';

type KeysCall = SubcommandCall & { readonly ring: KeyRing };

/** Runs `coins`: prints which addresses of the keys have coins, in files or a snapshot. */
export async function listCoins(call: KeysCall): Promise<SubcommandResult> {
  const { words, options, terminal, ring, context } = call;
  const { network } = context;
  const opened = { keys: ring, ...context };
  const path = options.text('snapshot');
  try {
    if (words.length > 0 || path === undefined) {
      const listed = readCoins(words, options.text('address'), terminal);
      return coinLines(findSweepable({ ...listed, ...opened }).coins, network);
    }
    const snapshot = openSnapshot(snapshotChoice(resolve(path), options), network.name);
    if ('error' in snapshot) return snapshot;
    const { isCovered, ...found } = await findSweepCoins(snapshot.source, opened);
    if (!isCovered) terminal.err(`Warning: ${NOT_COVERED}\n`);
    if (found.coins.length === 0) return [`No coins up to block ${found.height}`];
    return coinLines(findSweepable({ ...found, ...opened }).coins, network);
  } catch (error) {
    if (error instanceof ColdsignError) throw invalid(error.message, error.hint);
    throw error;
  }
}

/** Lists addresses with their amounts, the largest first, and the sum. */
function coinLines(coins: readonly AccountCoin[], network: Network): readonly string[] {
  const byScript = new Map<string, { readonly name: string; value: bigint; count: number }>();
  let sum = 0n;
  for (const { scriptPubKey, value } of coins) {
    const script = encodeHex(scriptPubKey);
    const name = formatAddress(scriptPubKey, network) ?? `script ${script}`;
    const known = byScript.get(script) ?? { name, value: 0n, count: 0 };
    byScript.set(script, { name, value: known.value + value, count: known.count + 1 });
    sum += value;
  }
  const rows = [...byScript.values()].sort((a, b) => (a.value > b.value ? -1 : 1));
  return [
    ...rows.map(
      ({ name, value, count }) =>
        `${name} ${formatAmount(value)} BTC${count > 1 ? ` (${count} coins)` : ''}`,
    ),
    `Total: ${formatAmount(sum)} BTC, ${coins.length} ${coins.length === 1 ? 'coin' : 'coins'}`,
  ];
}

/** Checks that there is a source of coins. */
export async function coinsProblem({ words, options }: SubcommandCall) {
  return words.length === 0 && options.text('snapshot') === undefined
    ? { error: 'keys coins needs a file of coins, or -snapshot. See coldsign keys -?' }
    : undefined;
}
