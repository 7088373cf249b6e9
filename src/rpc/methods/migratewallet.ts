import type { Bytes } from '../../encoding/bytes.ts';
import { stretchInTurns } from '../../formats/stretch.ts';
import { readTransactions } from '../../formats/wallet-dat/stored-transactions.ts';
import { isEncrypted } from '../../formats/wallet-dat/unlock-file.ts';
import {
  openWalletDat,
  type WalletDat,
  walletDatBytes,
  walletDatLabels,
} from '../../formats/wallet-dat/wallet-dat.ts';
import { jsonObject } from '../../json/json.ts';
import { wipeKeys } from '../../wallet/keys/encryption.ts';
import { keysOf } from '../../wallet/keys/keyring.ts';
import { encryptWallet } from '../../wallet/keys/unlock.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { ForeignFile, WalletHost } from '../../wallet-host/host.ts';
import type { Context } from '../context.ts';
import { deserializationError, invalid, RpcCode, RpcError, walletError } from '../error.ts';
import { bool, record, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { warningsResult } from '../results/wallet-result.ts';
import { randomBytesOf } from '../shuffle.ts';
import { refuseSecretName, requireDone } from '../wallet/host-outcome.ts';
import { migrateWallets, placeTransactions } from '../wallet/migrated-wallets.ts';
import { requireHost, requireNow, walletEnvironment } from '../wallet/wallet-call.ts';
import { newPassphraseKey } from '../wallet/wallet-passphrase.ts';

export const migratewallet = defineMethod({
  name: 'migratewallet',
  category: 'Wallet',
  summary:
    'Make wallets from a wallet.dat of Bitcoin Core, and load them. The file is not changed.\n' +
    'If the new wallet has its place (-walletfolders), the file is renamed to NAME_TIME.legacy.bak, as in Core.\n' +
    'Scripts that it watches, or only knows, go to wallets of their own: NAME_watchonly and NAME_solvables.\n' +
    'An encrypted wallet stays encrypted with its passphrase. Make a new backup afterwards.',
  params: [
    str('wallet_name', 'The name that the wallet gets', {
      freeText: true,
      defaultHint: 'the wallet of the path',
    }),
    str('passphrase', 'The passphrase of an encrypted wallet.dat', {
      freeText: true,
      secret: true,
      defaultHint: 'it is not encrypted',
    }),
    bool('load_wallet', 'Load the wallets', { default: true }),
    str('file', 'The wallet.dat in base64; on the command line @FILE reads it', {
      freeText: true,
      beyondCore: true,
      defaultHint: 'the file wallet_name/wallet.dat, or wallet_name, in the folder of wallets',
    }),
  ],
  result: record([
    str('wallet_name', 'The name of the wallet'),
    str.optional('backup_path', 'The file that was read, under its new name if it was renamed'),
    str.optional('watchonly_name', 'The name of the wallet with watched scripts'),
    str.optional('solvables_name', 'The name of the wallet with scripts that were only known'),
    warningsResult,
  ]),
  examples: ['migratewallet "old"', 'migratewallet "old" "" true @wallet.dat'],
  async run(args, context) {
    const { wallet_name = context.walletName ?? '', passphrase = '', load_wallet } = args;
    const host = requireHost(context);
    refuseSecretName(wallet_name, context);
    if (wallet_name === '') throw invalid('Wallet name cannot be empty');
    const file = await findFile(args.file, wallet_name, host);
    const dat = await openFile(file.bytes, passphrase, context);
    const { stored, damaged } = readTransactions(dat.file);
    const tip = await context.chain?.tip();
    const wallets = migrateWallets(dat, {
      name: wallet_name,
      network: context.network,
      lastBlock: tip && { height: tip.height, hash: tip.hash },
      profile: context.profile,
      labels: walletDatLabels(dat.file),
      transactions: context.chain ? await placeTransactions(stored, context.chain) : [],
      environment: walletEnvironment(host, context),
      random: randomBytesOf(context.random),
      now: requireNow(context),
    });
    const own = isEncrypted(dat.file)
      ? await encrypted(wallets.own, passphrase, host, context)
      : wallets.own;
    const warnings = [
      ...historyWarnings(stored.length, context.chain !== undefined),
      ...notTaken(damaged, 'because the file is damaged there'),
      ...notTaken(wallets.foreign, 'because none of the wallets has their addresses'),
    ];
    const { path, ...created } = await createInPlace(own, file, host, requireNow(context));
    warnings.push(...created.warnings);
    for (const each of [wallets.watched, wallets.solvable]) {
      if (each !== undefined) warnings.push(...requireDone(await host.create(each)));
    }
    for (const each of load_wallet === false ? [own, wallets.watched, wallets.solvable] : []) {
      if (each !== undefined) requireDone(await host.unload(each.name));
    }
    return jsonObject({
      wallet_name,
      backup_path: path,
      watchonly_name: wallets.watched?.name,
      solvables_name: wallets.solvable?.name,
      ...(warnings.length > 0 && { warnings }),
    });
  },
});

/** Creates a wallet. If the file is in its place, renames the file first. */
async function createInPlace(wallet: Wallet, file: FoundFile, host: WalletHost, now: number) {
  const aside = await file.setAside?.(now);
  if (aside?.ok === false) requireDone(aside);
  const moved = aside?.ok ? aside : undefined;
  try {
    const warnings = requireDone(await host.create(wallet));
    return { path: moved?.path ?? file.path, warnings };
  } catch (error) {
    await moved?.putBack();
    throw error;
  }
}

const notTaken = (count: number, why: string): readonly string[] =>
  count === 0
    ? []
    : [`${count} ${count === 1 ? 'transaction' : 'transactions'} of the file left out, ${why}`];

/** Warns if there is no chain to find blocks in: old transactions could be sent again. */
const historyWarnings = (count: number, hasChain: boolean): readonly string[] =>
  hasChain ? [] : notTaken(count, 'because no chain is known here. The next rescan finds them');

type FoundFile = Omit<ForeignFile, 'path'> & { readonly path?: string };

/** Returns the file that was given, or the file of that name. */
async function findFile(
  file: string | undefined,
  name: string,
  host: WalletHost,
): Promise<FoundFile> {
  const found = file === undefined ? await host.readWalletDat?.(name) : undefined;
  if (found !== undefined) return found;
  const bytes = walletDatBytes(file ?? '');
  if (bytes !== undefined) return { bytes };
  if (file !== undefined) {
    throw deserializationError('This is not a wallet.dat of Bitcoin Core', GIVE_FILE);
  }
  if ((await host.list()).includes(name)) {
    throw walletError('Error: This wallet is already a descriptor wallet');
  }
  throw new RpcError(
    RpcCode.WALLET_NOT_FOUND,
    `No wallet.dat of the name “${name}” is in the folder of wallets`,
    `Copy it to ${name}/wallet.dat in that folder. ${GIVE_FILE}`,
  );
}

const GIVE_FILE =
  'To give the file itself, write it in base64 as file. On the command line, write @wallet.dat as the last argument.';

/** Opens a file. Lets other calls run while a key is derived from the passphrase. */
async function openFile(bytes: Bytes, passphrase: string, context: Context): Promise<WalletDat> {
  const given = passphrase === '' ? undefined : passphrase;
  const { pause } = context;
  const opened =
    pause === undefined
      ? openWalletDat(bytes, given, context)
      : await stretchInTurns((stretch) => openWalletDat(bytes, given, { ...context, stretch }), {
          pause,
          onShare: () => undefined,
        });
  const isClosed = 'error' in opened ? opened.needsPassword === true : !opened.findings.isOpen;
  if (isClosed) {
    // Core: MigrateLegacyToDescriptor.
    throw new RpcError(
      RpcCode.WALLET_PASSPHRASE_INCORRECT,
      passphrase === ''
        ? 'Error: Wallet decryption failed, the wallet passphrase was not provided.'
        : 'Error: Wallet decryption failed, the wallet passphrase provided was incorrect.',
    );
  }
  if ('error' in opened) throw deserializationError(opened.error);
  return opened;
}

async function encrypted(
  wallet: Wallet,
  passphrase: string,
  host: WalletHost,
  context: Context,
): Promise<Wallet> {
  const key = await newPassphraseKey(context, passphrase, host.options.scryptCost);
  const random = randomBytesOf(context.random);
  const sealed = encryptWallet(wallet, key, { secp256k1: context.secp256k1, random });
  key.key.fill(0);
  wipeKeys(keysOf(wallet.keyring) ?? new Map());
  return sealed;
}
