import { kernelSecp256k1 } from '../../../crypto/kernel-backend.ts';
import { isRange, isSingleType } from '../../../descriptor/descriptor.ts';
import { parseDescriptor } from '../../../descriptor/parse.ts';
import { parseSilentDescriptor } from '../../../descriptor/silent-descriptor.ts';
import { formatAmount, type Satoshis } from '../../../encoding/amount.ts';
import { isBytes } from '../../../encoding/bytes.ts';
import { formatUtc } from '../../../encoding/utc.ts';
import { lacksAddress, readCoinFile } from '../../../library/payment/coin-files.ts';
import type {
  ElectrumUtxo,
  EsploraUtxo,
  NodeUtxo,
  Unspent,
} from '../../../library/payment/types.ts';
import { fromCore, fromElectrum, fromEsplora } from '../../../library/payment/utxo-adapters.ts';
import { requireChain } from '../../../rpc/chain.ts';
import { decodeAddress, formatAddress } from '../../../script/address.ts';
import { solveScript } from '../../../script/templates.ts';
import { decodeSnapshot, snapshotErrorMessage } from '../../../snapshot/snapshot-codec.ts';
import { createSnapshotSource } from '../../../snapshot/snapshot-source.ts';
import { judgeSnapshot, provenanceText } from '../../../snapshot/snapshot-trust.ts';
import { scanBlocks } from '../../../sync/rescan.ts';
import { decodeAnyTransaction } from '../../../transaction/decode-any.ts';
import { perKvb } from '../../../transaction/fee-bounds.ts';
import { formatRate } from '../../../transaction/fee-messages.ts';
import { outPointKey } from '../../../transaction/transaction.ts';
import { transactionId } from '../../../transaction/txid.ts';
import { DEFAULT_MAX_DEPTH } from '../../../wallet/funding/fund-request.ts';
import { importDescriptor, setActive } from '../../../wallet/keys/import-descriptor.ts';
import { importSilentDescriptor } from '../../../wallet/keys/silent-owner.ts';
import { balancesOf } from '../../../wallet/ledger/balances.ts';
import { unspentCoins } from '../../../wallet/ledger/coins.ts';
import { defaultWalletOptions } from '../../../wallet/options.ts';
import { createWallet, type Wallet } from '../../../wallet/wallet.ts';
import { holdWallet, type OpenWallet } from '../../../wallet-host/open-wallet.ts';
import { chainOf } from './opened-coins.ts';
import {
  contextOf,
  endReview,
  failure,
  now,
  otherNetwork,
  randomBytes,
  ringContext,
  type Session,
} from './session.ts';
import { watchingTexts } from './silent-view.ts';
import { viewKeys } from './view-keys.ts';

/** Funds of the open wallet, according to a snapshot. */
export type FundsView = {
  /** Balance in BTC. */
  readonly balance: string;
  /** The newest block, and its time in UTC. Absent if only transactions were opened. */
  readonly block: { readonly height: number; readonly time: string } | undefined;
  /** Signer of the snapshot, and doubts about it. */
  readonly notes: readonly string[];
  /**
   * Estimated fee rate in sat/vB, used if no rate is typed. Absent if the snapshot has no estimate.
   */
  readonly feeRate: string | undefined;
  /** Coins that may be spent, the largest first. */
  readonly coins: readonly CoinView[];
};

/** An output that the wallet may spend. */
export type CoinView = {
  /** Outpoint as `txid:vout`. */
  readonly outpoint: string;
  readonly value: Satoshis;
  /** Absent if its script has no address. */
  readonly address: string | undefined;
  readonly confirmations: string;
};

/** Opens the imported snapshot for the open wallet. */
export async function openSnapshot(session: Session): Promise<FundsView> {
  const { payload, network } = session;
  if (payload?.kind !== 'binary')
    throw failure('This is not a snapshot. “coldsign snapshot” makes one.');
  const decoded = decodeSnapshot(payload.bytes);
  if ('error' in decoded) throw failure(`This file ${snapshotErrorMessage(decoded)}.`);
  const { snapshot } = decoded;
  if (snapshot.network !== network.name) throw otherNetwork([snapshot.network], session);
  const judged = judgeSnapshot(decoded, [], { anyway: true });
  if ('error' in judged) throw failure(`This snapshot ${judged.words}.`);
  session.chain = createSnapshotSource(snapshot, judged);
  endReview(session);
  const signed = provenanceText(judged);
  const { height, time } = snapshot.tip;
  return viewFunds(session, { height, time: formatUtc(time) }, [
    ...(signed === undefined ? [] : [signed]),
    ...judged.notices,
    ...(session.chain.notices?.(now()) ?? []),
  ]);
}

/**
 * Adds the last import to what is known about the coins of the keys: a transaction that paid them,
 * a list of coins in JSON, or the address that such a list is for.
 */
export async function openPaid(session: Session): Promise<FundsView> {
  const { payload, network } = session;
  const isListed = payload?.kind === 'json' || payload?.kind === 'address';
  if (isListed) session.listed = { ...session.listed, [payload.kind]: payload.text };
  else {
    const transaction =
      payload?.kind === 'transaction'
        ? decodeAnyTransaction(payload.bytes, { witness: true, legacy: true })
        : undefined;
    if (transaction === undefined) throw failure('Open a transaction that paid your keys.');
    session.paid = [...session.paid, transaction];
  }
  const listed = session.listed && readListed(session.listed, session);
  const known = listed?.map(({ outpoint, value, scriptPubKey }) => {
    return [outpoint, { value, scriptPubKey, height: 1, coinbase: false }] as const;
  });
  session.chain = chainOf(session.paid, network.name, now(), known);
  endReview(session);
  if (listed !== undefined) {
    await openForPayments(session);
    const total = listed.reduce((sum, { value }) => sum + value, 0n);
    return {
      balance: formatAmount(total),
      block: undefined,
      feeRate: undefined,
      coins: listed,
      notes: [`These are the coins of the list that you opened. ${UNSPENT}`],
    };
  }
  return viewFunds(session, undefined, [
    `These are the coins of the transactions that you opened. ${UNSPENT}`,
  ]);
}

const UNSPENT = 'Check with an explorer that they are still unspent.';

/** Reads the coins of a list, as Esplora, Electrum or a node prints it. */
export function readListed(
  { json, address }: NonNullable<Session['listed']>,
  { network, paid }: Session,
) {
  if (json === undefined) throw failure('Now open the list of the coins of this address.');
  const file = readCoinFile(json, address);
  if (!Array.isArray(file?.coins)) throw failure('This JSON is not a list of coins.');
  if (lacksAddress(file)) throw failure('This list does not name its address. Open it too.');
  return readUtxos(file.coins, address ?? '').map(({ txid, vout, value, address: to, ...coin }) => {
    const script = coin.scriptPubKey ?? decodeAddress(to ?? '', network);
    if (!isBytes(script)) throw failure('A coin has an address that is not valid here.');
    const isLegacy = /^pubkey/.test(solveScript(script).kind);
    if (isLegacy && !paid.some((each) => transactionId(each) === txid)) {
      throw failure('A legacy coin needs the transaction that paid it. Open that transaction too.');
    }
    const outpoint = `${txid}:${vout}`;
    return { outpoint, value, address: to, confirmations: '?', scriptPubKey: script };
  });
}

function readUtxos(coins: readonly unknown[], address: string): readonly Unspent[] {
  const [first] = coins;
  const has = (name: string) => name in Object(first);
  // The readers check their input.
  if (has('tx_hash')) return fromElectrum(coins as readonly ElectrumUtxo[], { address });
  if (has('amount')) return fromCore(coins as readonly NodeUtxo[]);
  return fromEsplora(coins as readonly EsploraUtxo[], { address });
}

async function viewFunds(
  session: Session,
  block: FundsView['block'],
  notes: readonly string[],
): Promise<FundsView> {
  const open = await openForPayments(session);
  return {
    block,
    notes,
    balance: formatAmount(balancesOf(open.value, open.options).trusted),
    feeRate: await estimateOf(session),
    coins: listCoins(open),
  };
}

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

function listCoins({ value: wallet, options }: OpenWallet): readonly CoinView[] {
  const { spendZeroConfChange } = options;
  const filter = { minDepth: 1, maxDepth: DEFAULT_MAX_DEPTH, includeUnsafe: true };
  const coins = [...unspentCoins(wallet, { ...filter, spendZeroConfChange })];
  const viewed = coins.map(({ outPoint, output, depth }) => ({
    outpoint: outPointKey(outPoint),
    value: output.value,
    address: formatAddress(output.scriptPubKey, wallet.network),
    confirmations: `${depth}`,
  }));
  return viewed.sort((a, b) => (a.value < b.value ? 1 : -1));
}
