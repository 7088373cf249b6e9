import { kernelSecp256k1 } from '../../../crypto/kernel-backend.ts';
import { isRange, isSingleType } from '../../../descriptor/descriptor.ts';
import { parseDescriptor } from '../../../descriptor/parse.ts';
import { parseSilentDescriptor } from '../../../descriptor/silent-descriptor.ts';
import { requireChain } from '../../../rpc/chain.ts';
import { scanBlocks } from '../../../sync/rescan.ts';
import { perKvb } from '../../../transaction/fee-bounds.ts';
import { formatRate } from '../../../transaction/fee-messages.ts';
import { importDescriptor, setActive } from '../../../wallet/keys/import-descriptor.ts';
import { importSilentDescriptor } from '../../../wallet/keys/silent-owner.ts';
import { defaultWalletOptions } from '../../../wallet/options.ts';
import { createWallet, type Wallet } from '../../../wallet/wallet.ts';
import { holdWallet, type OpenWallet } from '../../../wallet-host/open-wallet.ts';
import { failure } from './failures.ts';
import { ringContext, type Session } from './session.ts';
import { contextOf, now, randomBytes } from './session-context.ts';
import { watchingTexts } from './silent-view.ts';
import { viewKeys } from './view-keys.ts';

/** `keypoolSize`: positions of each branch. More addresses need a larger wallet. */
const OPTIONS = { ...defaultWalletOptions, keypoolSize: 200 };
/** The options and the curve of the wallet on the page. */
export const ENVIRONMENT = { ...OPTIONS, secp256k1: kernelSecp256k1 };

/** Opens a wallet of all open keys, without its private keys, and finds its coins. */
export async function openForPayments(session: Session): Promise<OpenWallet> {
  const context = ringContext(session);
  const chain = requireChain(contextOf(session), 'a wallet');
  const tip = await chain.tip();
  const { network } = context;
  const kind = { name: 'page', flags: { disablePrivateKeys: true } };
  let wallet: Wallet = createWallet({ ...kind, network, lastBlock: tip });
  for (const { descriptor } of viewKeys(session).accounts) {
    const parsed = parseDescriptor(descriptor, context);
    const isActive = /<0;1>/.test(descriptor);
    if ('error' in parsed) throw failure(CANNOT_PAY);
    for (const [i, each] of parsed.descriptors.entries()) {
      if (isActive && !(isRange(each) && isSingleType(each))) throw failure(CANNOT_PAY);
      const side = i === 1 ? 'internal' : 'external';
      const rangeEnd = isRange(each) ? OPTIONS.keypoolSize : 1;
      const request = {
        descriptor: each,
        rangeStart: 0,
        rangeEnd,
        nextIndex: 0,
        internal: i === 1,
        creationTime: 1n,
        privateKeys: new Map(),
        label: '',
      };
      const added = importDescriptor(wallet, request, ENVIRONMENT, randomBytes);
      if ('error' in added) throw failure(CANNOT_PAY);
      wallet = setActive(added.wallet, added.id, side, isActive);
    }
  }
  for (const text of watchingTexts(session)) {
    const silent = parseSilentDescriptor(text, context);
    if ('error' in silent) throw failure(CANNOT_PAY);
    const added = { creationTime: 1n, labels: session.silentLabels };
    const random = { ...context, random: randomBytes };
    wallet = importSilentDescriptor(wallet, silent, added, random) ?? wallet;
  }
  const unstored = { prove: (given: Wallet) => given, save: async () => undefined };
  const { open } = holdWallet({ wallet, options: OPTIONS, isNew: true, ...unstored });
  const scan = { open, environment: ENVIRONMENT, chain, now: now() };
  const end = await scanBlocks(scan, 1, tip.height, { mempool: true });
  if (end.kind === 'failed') {
    throw failure('This snapshot lacks earlier blocks. Make one with a node that is not pruned.');
  }
  session.wallet = open;
  return open;
}

const CANNOT_PAY = 'This wallet can’t make payments here. Pay in the program that made it.';

/** Estimates the fee rate as funding does if no rate is given, in sat/vB. */
export async function estimateOf({ chain }: Session): Promise<string | undefined> {
  const found = await chain?.estimateFee(defaultWalletOptions.confirmTarget, 'economical');
  if (found === undefined || !('feeRate' in found) || found.feeRate <= 0) return undefined;
  return formatRate(perKvb(found.feeRate));
}
