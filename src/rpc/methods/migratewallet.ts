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
import type { WalletHost } from '../../wallet-host/host.ts';
import type { Context } from '../context.ts';
import { deserializationError, invalid, RpcCode, RpcError } from '../error.ts';
import { bool, record, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { warningsResult } from '../results/wallet-result.ts';
import { randomBytesOf } from '../shuffle.ts';
import { refuseSecretName, requireDone } from '../wallet/host-outcome.ts';
import { migrateWallets } from '../wallet/migrated-wallets.ts';
import { requireHost, requireNow, walletEnvironment } from '../wallet/wallet-call.ts';
import { newPassphraseKey } from '../wallet/wallet-passphrase.ts';

export const migratewallet = defineMethod({
  name: 'migratewallet',
  category: 'Wallet',
  summary:
    'Make wallets from a wallet.dat of Bitcoin Core, and load them. The file is not changed.\n' +
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
      defaultHint: 'required: coldsign has no legacy wallets of its own',
    }),
  ],
  result: record([
    str('wallet_name', 'The name of the wallet'),
    str.optional('watchonly_name', 'The name of the wallet with watched scripts'),
    str.optional('solvables_name', 'The name of the wallet with scripts that were only known'),
    warningsResult,
  ]),
  examples: ['migratewallet "old" "" true @wallet.dat'],
  async run(args, context) {
    const { wallet_name = context.walletName ?? '', passphrase = '', load_wallet } = args;
    const host = requireHost(context);
    refuseSecretName(wallet_name, context);
    if (wallet_name === '') throw invalid('Wallet name cannot be empty');
    const dat = openFile(args.file ?? '', passphrase, context);
    const tip = await context.chain?.tip();
    const wallets = migrateWallets(dat, {
      name: wallet_name,
      network: context.network,
      lastBlock: tip && { height: tip.height, hash: tip.hash },
      profile: context.profile,
      labels: walletDatLabels(dat.file),
      environment: walletEnvironment(host, context),
      random: randomBytesOf(context.random),
      now: requireNow(context),
    });
    const own = isEncrypted(dat.file)
      ? await encrypted(wallets.own, passphrase, host, context)
      : wallets.own;
    const warnings: string[] = [];
    for (const each of [own, wallets.watched, wallets.solvable]) {
      if (each === undefined) continue;
      warnings.push(...requireDone(await host.create(each)));
      if (load_wallet === false) requireDone(await host.unload(each.name));
    }
    return jsonObject({
      wallet_name,
      watchonly_name: wallets.watched?.name,
      solvables_name: wallets.solvable?.name,
      ...(warnings.length > 0 && { warnings }),
    });
  },
});

function openFile(file: string, passphrase: string, context: Context): WalletDat {
  const bytes = walletDatBytes(file);
  if (bytes === undefined) {
    throw deserializationError(
      'This is not a wallet.dat of Bitcoin Core',
      'Give it as file, in base64. On the command line, write @wallet.dat as the last argument.',
    );
  }
  const opened = openWalletDat(bytes, passphrase === '' ? undefined : passphrase, context);
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
