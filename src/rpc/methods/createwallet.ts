import { formatUtc } from '../../encoding/utc.ts';
import { wipeKeys } from '../../wallet/keys/encryption.ts';
import { keysOf } from '../../wallet/keys/keyring.ts';
import { withNewSeed } from '../../wallet/keys/new-seed.ts';
import { encryptWallet } from '../../wallet/keys/unlock.ts';
import { createWallet, type Wallet } from '../../wallet/wallet.ts';
import type { WalletHost } from '../../wallet-host/host.ts';
import { requireChain } from '../chain.ts';
import type { Context } from '../context.ts';
import { invalid, walletError } from '../error.ts';
import { bool, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { loadOnStartupParam } from '../params/wallet-life-params.ts';
import { profileRules } from '../profile.ts';
import { loadedResult } from '../results/wallet-result.ts';
import { randomBytesOf } from '../shuffle.ts';
import { noteStartup, refuseSecretName, requireDone } from '../wallet/host-outcome.ts';
import { withSignerDescriptors } from '../wallet/setup-signer.ts';
import { requireHost, requireNow, walletEnvironment } from '../wallet/wallet-call.ts';
import { newPassphraseKey } from '../wallet/wallet-passphrase.ts';

export const createwallet = defineMethod({
  name: 'createwallet',
  category: 'Wallet',
  summary: 'Create a new wallet and load it.',
  params: [
    str('wallet_name', 'The name of the wallet, or a path for its file', { freeText: true }),
    bool('disable_private_keys', 'Create a watch-only wallet, which never has private keys', {
      default: false,
    }),
    bool('blank', 'Create the wallet without keys and descriptors', { default: false }),
    str('passphrase', 'Encrypts its private keys', {
      freeText: true,
      secret: true,
      defaultHint: 'private keys are not encrypted',
    }),
    bool('avoid_reuse', 'Keep coins of reused addresses apart', {
      default: false,
    }),
    bool('descriptors', 'Must be true: all wallets are descriptor wallets', {
      default: true,
    }),
    loadOnStartupParam,
    bool(
      'external_signer',
      'The device of the -signer command has the keys and supplies the descriptors',
      { default: false },
    ),
  ],
  result: loadedResult,
  examples: ['createwallet "savings"', 'createwallet "savings" false true "my pass phrase"'],
  async run(args, context) {
    const host = requireHost(context);
    const name = args.wallet_name;
    refuseSecretName(name, context);
    const request: NewWalletRequest = {
      name,
      passphrase: args.passphrase ?? '',
      blank: args.blank === true,
      disablePrivateKeys: args.disable_private_keys === true,
      avoidReuse: args.avoid_reuse === true,
      externalSigner: args.external_signer === true,
    };
    if (args.descriptors === false) {
      throw walletError(
        'descriptors argument must be set to "true"; it is no longer possible to create a legacy wallet.',
      );
    }
    refuseRequest(request);
    const empty =
      args.passphrase === ''
        ? ['Empty string given as passphrase, wallet will not be encrypted.']
        : [];
    const wallet = await makeWallet(request, host, context);
    const warnings = requireDone(await host.create(wallet));
    const startup = await noteStartup(host, name, args.load_on_startup);
    const clock = request.blank || request.disablePrivateKeys ? [] : await doubtClock(context);
    return loadedResult.show({ name, warnings: [...empty, ...warnings, ...startup, ...clock] });
  },
});

type NewWalletRequest = {
  readonly name: string;
  /** Empty if there is none. */
  readonly passphrase: string;
  readonly blank: boolean;
  readonly disablePrivateKeys: boolean;
  readonly avoidReuse: boolean;
  readonly externalSigner: boolean;
};

/** Throws for invalid requests, in Core's order (wallet.cpp, CreateWallet). */
function refuseRequest(request: NewWalletRequest): void {
  const { name, passphrase, disablePrivateKeys, externalSigner } = request;
  if (name === '') {
    throw invalid('Wallet name cannot be empty');
  }
  if (externalSigner && !disablePrivateKeys) {
    throw walletError('Private keys must be disabled when using an external signer');
  }
  if (passphrase !== '' && disablePrivateKeys) {
    throw walletError(
      'Passphrase provided but private keys are disabled. A passphrase is only used to encrypt private keys, so cannot be used for wallets with private keys disabled.',
    );
  }
}

async function makeWallet(
  request: NewWalletRequest,
  host: WalletHost,
  context: Context,
): Promise<Wallet> {
  const { name, blank, disablePrivateKeys, avoidReuse, externalSigner, passphrase } = request;
  const { network } = context;
  const lastBlock = await currentTip(context);
  const flags = { disablePrivateKeys, avoidReuse, externalSigner };
  const empty = { ...createWallet({ name, network, flags, lastBlock }), blank };
  const environment = walletEnvironment(host, context);
  const options = () => ({
    environment,
    random: randomBytesOf(context.random),
    now: requireNow(context),
  });
  // Reject a taken name before asking a device.
  if (externalSigner && !(await host.list()).includes(name)) {
    return withSignerDescriptors(empty, options(), context);
  }
  const wallet = blank || disablePrivateKeys ? empty : withNewSeed(empty, options());
  if (passphrase === '') return wallet;
  const key = await newPassphraseKey(context, passphrase, host.options.scryptCost);
  const random = randomBytesOf(context.random);
  const encrypted = encryptWallet(wallet, key, { secp256k1: context.secp256k1, random });
  key.key.fill(0);
  // The unencrypted keys were never stored.
  wipeKeys(keysOf(wallet.keyring) ?? new Map());
  return encrypted;
}

/** Seconds of age of the newest block above which an old snapshot is as likely as a wrong clock. */
const FAR_AHEAD = 30 * 86_400;

async function doubtClock(context: Context): Promise<readonly string[]> {
  if (!profileRules(context.profile).warnsOfClock || context.chain === undefined) return [];
  const now = requireNow(context);
  const { time } = await requireChain(context, 'createwallet').tip();
  if (now - time < FAR_AHEAD) return [];
  return [
    `By this machine's clock the keys are made at ${formatUtc(now)} UTC, ${Math.floor((now - time) / 86_400)} days after the newest block that is known. ` +
      'If the clock is ahead, a wallet restored from them misses earlier payments. Set the clock and create the wallet again',
  ];
}

/** Returns the tip of the chain. A wallet created without a chain learns it once there is one. */
async function currentTip(context: Context): Promise<Wallet['lastBlock']> {
  if (context.chain === undefined) return undefined;
  const { height, hash } = await requireChain(context, 'createwallet').tip();
  return { height, hash };
}
