import type { ChainSource, ChainTip } from '../../chain/source.ts';
import { getMember, isJsonArray, isJsonObject, type Json } from '../../json/json.ts';
import type { Context } from '../../rpc/context.ts';
import { findMethod, runMethod } from '../../rpc/execute.ts';
import { methods } from '../../rpc/methods/index.ts';
import { walletEnvironment } from '../../rpc/wallet/wallet-call.ts';
import { createWallet, type Wallet } from '../../wallet/wallet.ts';
import { createMemoryHost } from '../../wallet-host/memory-host.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { withoutQuotes } from './descriptors.ts';

const NAME = 'snapshot';

/** The descriptors of a snapshot, and the chain that is scanned for them. */
type Importing = {
  readonly chain: ChainSource;
  readonly context: Context;
  readonly requests: readonly Json[];
  readonly keypoolSize: number;
  readonly coinsOnly: boolean;
};

type Imported = {
  readonly wallet: Wallet;
  /** True if the wallet knows the transactions of its descriptors. */
  readonly isScanned: boolean;
  readonly environment: ReturnType<typeof walletEnvironment>;
};

/**
 * Imports the descriptors into a wallet without private keys, which scans for their transactions,
 * except if only coins are wanted.
 */
export async function importForSnapshot(
  { chain, context, requests, keypoolSize, coinsOnly }: Importing,
  { height, hash }: ChainTip,
): Promise<Imported | Failure> {
  const host = createMemoryHost({ keypoolSize });
  const empty = createWallet({
    name: NAME,
    network: context.network,
    flags: { disablePrivateKeys: true },
    lastBlock: { height, hash },
  });
  await host.create(empty);
  // No block is readable, so nothing is scanned, and the import reports a failure.
  const shown = coinsOnly ? { ...chain, firstBlock: async () => height + 1 } : chain;
  const importing: Context = { ...context, wallets: host, chain: shown };
  const method = findMethod(methods, 'importdescriptors');
  const answers = await runMethod(method, [requests], importing);
  const refused = (isJsonArray(answers) ? answers : []).flatMap(refusalOf);
  const [other] = refused.filter(({ message }) => !message.startsWith(RESCAN_FAILED));
  if (other !== undefined) return { error: refusalMessage(other) };
  return {
    wallet: host.get(NAME)?.value ?? empty,
    isScanned: refused.length === 0 && !coinsOnly,
    environment: walletEnvironment(host, context),
  };
}

const RESCAN_FAILED = 'Rescan failed';

type Refused = { readonly number: number; readonly message: string };

function refusalOf(answer: Json, index: number): readonly Refused[] {
  if (!isJsonObject(answer) || getMember(answer, 'success') === true) return [];
  const error = getMember(answer, 'error');
  const message = isJsonObject(error) ? getMember(error, 'message') : null;
  const words = typeof message === 'string' ? message : 'it was refused';
  return [{ number: index + 1, message: words }];
}

function refusalMessage({ number, message }: Refused): string {
  const isPrivate = message.startsWith('Cannot import private keys');
  const why = isPrivate
    ? 'it has private keys: take what listdescriptors answers without "true"'
    : withoutQuotes(message);
  return `Descriptor ${number}: ${why}`;
}
