import {
  allKeys,
  type Descriptor,
  descriptorWarnings,
  hasScripts,
  outputType,
} from '../../descriptor/descriptor.ts';
import { expand } from '../../descriptor/expand.ts';
import { hasPrivateKeys, privateKeyLookup } from '../../descriptor/private-keys.ts';
import { isSilentDescriptor } from '../../descriptor/silent-descriptor.ts';
import {
  findMember,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonObject,
} from '../../json/json.ts';
import {
  holdsKeyOf,
  type ImportError,
  importDescriptor,
  setActive,
} from '../../wallet/keys/import-descriptor.ts';
import { importSilentDescriptor } from '../../wallet/keys/silent-owner.ts';
import type { RandomBytes } from '../../wallet/random.ts';
import type { Wallet, WalletEnvironment } from '../../wallet/wallet.ts';
import type { Profile } from '../context.ts';
import { errorObject, invalid, RpcCode, RpcError, walletError } from '../error.ts';
import { withHint } from '../hint.ts';
import {
  type DescriptorRequest,
  parseDescriptorRequest,
  parseSilentRequest,
} from '../parse/descriptor-import.ts';
import { profileRules } from '../profile.ts';
import { withoutSecrets } from '../redact-arguments.ts';
import { refuseSecretText } from './host-outcome.ts';

export type ImportAnswer = { readonly wallet: Wallet; readonly answer: Json; readonly ok: boolean };

export type ImportEnvironment = WalletEnvironment & {
  readonly random: RandomBytes;
  readonly profile: Profile;
};

/**
 * Imports one entry of importdescriptors. Failures are part of the answer. Core:
 * ProcessDescriptorImport.
 */
export function importRequest(
  wallet: Wallet,
  request: Json,
  timestamp: bigint,
  environment: ImportEnvironment,
): ImportAnswer {
  const warnings: string[] = [];
  let current = wallet;
  const answer = (members: { readonly [key: string]: Json }): Json =>
    jsonObject({ ...members, ...(warnings.length > 0 && { warnings }) });
  try {
    if (!isJsonObject(request)) {
      throw invalid('Descriptor not found.');
    }
    const context = { network: wallet.network, secp256k1: environment.secp256k1 };
    if (isSilentRequest(request, environment)) {
      current = importSilent(wallet, request, timestamp, environment);
      return { wallet: current, answer: answer({ success: true }), ok: true };
    }
    const parsed = parseDescriptorRequest(request, context, environment.keypoolSize, warnings);
    refuseKeys(wallet, parsed);
    refuseSecretText([parsed.label], environment);
    for (const [i, descriptor] of parsed.descriptors.entries()) {
      const internal = parsed.descriptors.length === 2 ? i === 1 : parsed.internal;
      const entry: Entry = { parsed, descriptor, internal, timestamp };
      current = importOne(current, entry, environment, warnings);
    }
    return { wallet: current, answer: answer({ success: true }), ok: true };
  } catch (error) {
    // Only refusals become an answer. A wrong type ends the call, as in Core, and so does a bug.
    if (!(error instanceof RpcError) || endsCall(error)) throw error;
    const { network } = wallet;
    const { profile } = environment;
    const hinted = withHint(error, request, { profile, network });
    const refusal = errorObject(withoutSecrets(hinted, request, profile));
    return { wallet: current, answer: answer({ success: false, error: refusal }), ok: false };
  }
}

/** Returns true for sp() (BIP392), except in the profile core. */
function isSilentRequest(request: JsonObject, { profile }: ImportEnvironment): boolean {
  const desc = findMember(request, 'desc');
  const isSilent = typeof desc === 'string' && isSilentDescriptor(desc);
  return isSilent && profileRules(profile).readsSilentPayments;
}

function importSilent(
  wallet: Wallet,
  request: JsonObject,
  timestamp: bigint,
  environment: ImportEnvironment,
): Wallet {
  const { silent, labels } = parseSilentRequest(request, {
    network: wallet.network,
    secp256k1: environment.secp256k1,
  });
  const { disablePrivateKeys } = wallet.flags;
  const isPrivate = silent.spendPrivateKey !== undefined;
  if (disablePrivateKeys && isPrivate) {
    throw walletError(
      'Cannot import private keys to a wallet with private keys disabled',
      'Import the form with the scan key alone: sp(spscan1…). getdescriptorinfo shows it.',
    );
  }
  if (!disablePrivateKeys && !isPrivate) {
    throw walletError(
      'Cannot import descriptor without private keys to a wallet with private keys enabled',
      'Create a wallet with disable_private_keys for a descriptor that only finds payments.',
    );
  }
  const added = { creationTime: timestamp, labels };
  const imported = importSilentDescriptor(wallet, silent, added, environment);
  if (imported === undefined) throw walletError('The wallet is locked');
  return imported;
}

function endsCall({ code }: RpcError): boolean {
  return code === RpcCode.TYPE_ERROR || code === RpcCode.MISC_ERROR;
}

type Entry = {
  readonly parsed: DescriptorRequest;
  readonly descriptor: Descriptor;
  readonly internal: boolean;
  readonly timestamp: bigint;
};

function refuseKeys({ flags }: Wallet, { privateKeys }: DescriptorRequest): void {
  if (flags.disablePrivateKeys && privateKeys.size > 0) {
    throw walletError('Cannot import private keys to a wallet with private keys disabled');
  }
}

function importOne(
  wallet: Wallet,
  { parsed, descriptor, internal, timestamp }: Entry,
  environment: ImportEnvironment,
  warnings: string[],
): Wallet {
  const findPrivateKey = privateKeyLookup(parsed.privateKeys);
  const source = { secp256k1: environment.secp256k1, findPrivateKey };
  if (expand(descriptor, 0, source) === undefined) {
    throw walletError(
      'Cannot expand descriptor. Probably because of hardened derivations without private keys provided',
    );
  }
  warnings.push(...descriptorWarnings(descriptor));
  if (!wallet.flags.disablePrivateKeys) {
    if (parsed.privateKeys.size === 0) {
      throw walletError(
        'Cannot import descriptor without private keys to a wallet with private keys enabled',
      );
    }
    if (!allKeys(descriptor).every((key) => hasPrivateKeys(key, source))) {
      warnings.push(
        'Not all private keys provided. Some wallet functionality may return unexpected errors',
      );
    }
  }
  if (!hasScripts(descriptor)) refuseUnused(wallet, descriptor);
  const entry = { ...parsed, descriptor, creationTime: timestamp, internal };
  const added = importDescriptor(wallet, entry, environment, environment.random);
  if ('error' in added) {
    throw walletError(`Could not add descriptor '${parsed.text}': ${importErrorMessage(added)}`);
  }
  const { active } = parsed;
  if (active && outputType(descriptor) === undefined) {
    warnings.push('Unknown output type, cannot set descriptor to active.');
  }
  return setActive(added.wallet, added.id, internal ? 'internal' : 'external', active);
}

function refuseUnused(wallet: Wallet, descriptor: Descriptor): void {
  if (wallet.flags.disablePrivateKeys) {
    throw walletError('Cannot import unused() to wallet without private keys enabled');
  }
  if (holdsKeyOf(wallet, descriptor)) {
    throw walletError(
      'Cannot import an unused() descriptor when its private key is already in the wallet',
    );
  }
}

/** Core: CWallet::AddWalletDescriptor. */
function importErrorMessage(error: ImportError): string {
  switch (error.error) {
    case 'smaller range':
      return `new range must include current range = [${error.start},${error.end - 1}]`;
    case 'locked':
      return 'The wallet is locked';
    case 'no scripts':
      return 'Could not top up scriptPubKeys';
  }
}
