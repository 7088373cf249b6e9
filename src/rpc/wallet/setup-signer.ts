import { outputType } from '../../descriptor/descriptor.ts';
import { parseDescriptor } from '../../descriptor/parse.ts';
import { getMember, isJsonArray, isJsonObject, type Json } from '../../json/json.ts';
import { importDescriptor, setActive } from '../../wallet/keys/import-descriptor.ts';
import type { NewSeedOptions } from '../../wallet/keys/new-seed.ts';
import type { Side } from '../../wallet/keys/wallet-descriptor.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Context } from '../context.ts';
import { miscError } from '../error.ts';
import { requireSigner } from '../signing/external-signer.ts';
import { valueText } from '../values.ts';

const SETUP = 'SetupDescriptorScriptPubKeyMans';
const failure = (message: string) => miscError(`${SETUP}: ${message}`);

/**
 * Creates a wallet with the addresses of the device. Core: SetupDescriptorScriptPubKeyMans
 * (wallet/wallet.cpp).
 */
export async function withSignerDescriptors(
  wallet: Wallet,
  options: NewSeedOptions,
  context: Context,
): Promise<Wallet> {
  const signer = await requireSigner(context);
  const answer = await signer.ask(['getdescriptors', '--account', '0']);
  if (!isJsonObject(answer)) throw failure('Unexpected result');
  let current: Wallet = wallet;
  for (const [side, name] of [
    ['external', 'receive'],
    ['internal', 'internal'],
  ] as const) {
    const list = getMember(answer, name);
    if (!isJsonArray(list)) throw failure('Unexpected result');
    for (const text of list) current = withOne(current, text, side, options);
  }
  return current;
}

/** Adds a descriptor. Skips one whose addresses have no output type. */
function withOne(wallet: Wallet, value: Json, side: Side, options: NewSeedOptions): Wallet {
  const { environment, random, now } = options;
  const text = valueText(value);
  const parsed = parseDescriptor(text, {
    network: wallet.network,
    secp256k1: environment.secp256k1,
  });
  if ('error' in parsed) throw failure(`Invalid descriptor "${text}" (${parsed.error})`);
  const [descriptor] = parsed.descriptors;
  // A device never reveals private keys; if one does, they are not stored.
  for (const key of parsed.privateKeys.values()) key.wipe();
  if (outputType(descriptor) === undefined) return wallet;
  const start = { rangeStart: 0, rangeEnd: 0, nextIndex: 0 };
  const added = importDescriptor(
    { ...wallet, blank: false },
    {
      descriptor,
      ...start,
      privateKeys: new Map(),
      creationTime: BigInt(now),
      internal: side === 'internal',
      label: '',
    },
    environment,
    random,
  );
  if ('error' in added) throw failure(`Invalid descriptor "${text}" (${added.error})`);
  return setActive(added.wallet, added.id, side, true);
}
