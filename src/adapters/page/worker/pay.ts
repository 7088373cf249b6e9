import { kernelSecp256k1 } from '../../../crypto/kernel-backend.ts';
import { formatAmount, parseFixedPoint, type Satoshis } from '../../../encoding/amount.ts';
import { isBytes } from '../../../encoding/bytes.ts';
import { formatUtc } from '../../../encoding/utc.ts';
import {
  findMember,
  getMember,
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  type Json,
  jsonNumber,
  jsonObject,
} from '../../../json/json.ts';
import { lacksAddress, readCoinFile } from '../../../library/payment/coin-files.ts';
import type {
  ElectrumUtxo,
  EsploraUtxo,
  NodeUtxo,
  Unspent,
} from '../../../library/payment/types.ts';
import { fromCore, fromElectrum, fromEsplora } from '../../../library/payment/utxo-adapters.ts';
import { decodePsbt } from '../../../psbt/decode.ts';
import { encodePsbt } from '../../../psbt/encode.ts';
import { formatRate } from '../../../review/amounts.ts';
import { getbalances } from '../../../rpc/methods/getbalances.ts';
import { listunspent } from '../../../rpc/methods/listunspent.ts';
import { rescanblockchain } from '../../../rpc/methods/rescanblockchain.ts';
import { walletcreatefundedpsbt } from '../../../rpc/methods/walletcreatefundedpsbt.ts';
import { randomBytesOf } from '../../../rpc/shuffle.ts';
import { importRequest } from '../../../rpc/wallet/import-request.ts';
import { walletEnvironment } from '../../../rpc/wallet/wallet-call.ts';
import { decodeAddress } from '../../../script/address.ts';
import { solveScript } from '../../../script/templates.ts';
import { decodeSnapshot, snapshotErrorWords } from '../../../snapshot/snapshot-codec.ts';
import { createSnapshotSource } from '../../../snapshot/snapshot-source.ts';
import { judgeSnapshot, provenanceWords } from '../../../snapshot/snapshot-trust.ts';
import { decodeAnyTransaction } from '../../../transaction/decode-any.ts';
import { perKvb } from '../../../transaction/fee-bounds.ts';
import { transactionId } from '../../../transaction/txid.ts';
import { defaultWalletOptions } from '../../../wallet/options.ts';
import { createWallet } from '../../../wallet/wallet.ts';
import type { WalletHost } from '../../../wallet-host/host.ts';
import { createMemoryHost } from '../../../wallet-host/memory-host.ts';
import { keepSubject, takeText } from './intake.ts';
import { addProofs, type NameView } from './names.ts';
import { chainOf } from './opened-coins.ts';
import { callMethod, contextOf, failure, type Session } from './session.ts';
import { watchingTexts } from './silent.ts';
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
  const { carried, network } = session;
  if (carried?.kind !== 'binary')
    throw failure('This is not a snapshot. “coldsign snapshot” makes one.');
  const decoded = decodeSnapshot(carried.bytes);
  if ('error' in decoded) throw failure(`This file ${snapshotErrorWords(decoded)}.`);
  const { snapshot } = decoded;
  if (snapshot.network !== network.name) {
    throw failure(
      `This snapshot is for ${snapshot.network}, but your wallet is for ${network.name}.`,
    );
  }
  const judged = judgeSnapshot(decoded, [], { anyway: true });
  if ('error' in judged) throw failure(`This snapshot ${judged.words}.`);
  session.chain = createSnapshotSource(snapshot, judged);
  const signed = provenanceWords(judged);
  const now = Math.floor(Date.now() / 1000);
  const { height, time } = snapshot.tip;
  return viewFunds(session, { height, time: formatUtc(time) }, [
    ...(signed === undefined ? [] : [signed]),
    ...judged.notices,
    ...(session.chain.notices?.(now) ?? []),
  ]);
}

/**
 * Adds the last import to what is known about the coins of the keys: a transaction that paid them,
 * a list of coins in JSON, or the address that such a list is for.
 */
export async function openPaid(session: Session): Promise<FundsView> {
  const { carried, network } = session;
  const isListed = carried?.kind === 'json' || carried?.kind === 'address';
  if (isListed) session.listed = { ...session.listed, [carried.kind]: carried.text };
  else {
    const transaction =
      carried?.kind === 'transaction'
        ? decodeAnyTransaction(carried.bytes, { witness: true, legacy: true })
        : undefined;
    if (transaction === undefined) throw failure('Open a transaction that paid your keys.');
    session.paid = [...session.paid, transaction];
  }
  const listed = session.listed && readListed(session.listed, session);
  const known = listed?.map(({ outpoint, value, scriptPubKey }) => {
    return [outpoint, { value, scriptPubKey, height: 1, coinbase: false }] as const;
  });
  session.chain = chainOf(session.paid, network.name, Math.floor(Date.now() / 1000), known);
  if (listed !== undefined) {
    session.wallets = await openForPayments(session);
    const total = listed.reduce((sum, { value }) => sum + value, 0n);
    return {
      ...{ balance: formatAmount(total), block: undefined, feeRate: undefined, coins: listed },
      notes: [`These are the coins of the list that you opened. ${UNSPENT}`],
    };
  }
  return viewFunds(session, undefined, [
    `These are the coins of the transactions that you opened. ${UNSPENT}`,
  ]);
}

const UNSPENT = 'Check with an explorer that they are still unspent.';

/** Reads the coins of a list, as Esplora, Electrum or a node prints it. */
function readListed({ json, address }: NonNullable<Session['listed']>, { network, paid }: Session) {
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
  // The readers check what they are given.
  if (has('tx_hash')) return fromElectrum(coins as readonly ElectrumUtxo[], { address });
  if (has('amount')) return fromCore(coins as readonly NodeUtxo[]);
  return fromEsplora(coins as readonly EsploraUtxo[], { address });
}

async function viewFunds(
  session: Session,
  block: FundsView['block'],
  notes: readonly string[],
): Promise<FundsView> {
  session.wallets = await openForPayments(session);
  await callMethod(session, rescanblockchain, {});
  const mine = getMember(await callMethod(session, getbalances, {}), 'mine');
  return {
    ...{ block, notes },
    balance: numberOf(mine, 'trusted'),
    feeRate: await estimateOf(session),
    coins: await listCoins(session),
  };
}

/** Positions of each branch. More addresses need a larger wallet. */
const LOOK_AHEAD = 200;

/** A wallet of all open keys, without its private keys. */
async function openForPayments(session: Session): Promise<WalletHost> {
  const host = createMemoryHost({ keypoolSize: LOOK_AHEAD });
  const context = { ...contextOf(session), wallets: host };
  const environment = {
    ...walletEnvironment(host, context),
    random: randomBytesOf(context.random),
    profile: context.profile,
  };
  const flags = { disablePrivateKeys: true };
  let wallet = createWallet({ name: 'page', network: session.network, flags });
  const ranges = [jsonNumber(0), jsonNumber(session.silentLabels)];
  const requests = [
    ...viewKeys(session).accounts.map(({ descriptor: desc }) => ({
      ...{ desc, active: /<0;1>/.test(desc) ? true : undefined },
    })),
    ...watchingTexts(session).map((desc) => ({ desc, range: ranges })),
  ];
  for (const each of requests) {
    const request = jsonObject({ ...each, timestamp: jsonNumber(0) });
    const imported = importRequest(wallet, request, 1n, environment);
    if (!imported.ok)
      throw failure('This wallet can’t make payments here. Pay in the program that made it.');
    wallet = imported.wallet;
  }
  await host.create(wallet);
  return host;
}

/** Estimates the fee rate as funding does if no rate is given, in sat/vB. */
async function estimateOf({ chain }: Session): Promise<string | undefined> {
  const found = await chain?.estimateFee(defaultWalletOptions.confirmTarget, 'economical');
  if (found === undefined || !('feeRate' in found) || found.feeRate <= 0) return undefined;
  return formatRate(perKvb(found.feeRate));
}

async function listCoins(session: Session): Promise<readonly CoinView[]> {
  const listed = findMember(await callMethod(session, listunspent, {}), 'answer') ?? null;
  const coins = isJsonArray(listed) ? listed.filter(isJsonObject) : [];
  const viewed = coins.map((coin) => {
    const address = findMember(coin, 'address');
    return {
      outpoint: `${findMember(coin, 'txid')}:${numberOf(coin, 'vout')}`,
      value: parseFixedPoint(numberOf(coin, 'amount'), 8) ?? 0n,
      address: typeof address === 'string' ? address : undefined,
      confirmations: numberOf(coin, 'confirmations'),
    };
  });
  return viewed.sort((a, b) => (a.value < b.value ? 1 : -1));
}

function numberOf(object: Json, name: string): string {
  const value = isJsonObject(object) ? findMember(object, name) : undefined;
  return value !== undefined && isJsonNumber(value) ? value.number : '0';
}

/** A payment as the user typed it. */
export type Payment = {
  readonly payees: readonly {
    readonly address: string;
    /** Amount in BTC. */
    readonly amount: string;
    /** The fee is subtracted from this amount. */
    readonly paysFee: boolean;
    /** The proof that the address belongs to a name. */
    readonly name?: NameView | undefined;
  }[];
  /** Fee rate in sat/vB. If empty, the estimate of the snapshot is used. */
  readonly feeRate: string;
  /** Coins to spend as `txid:vout`, and no others. If empty, the wallet chooses, as `send` does. */
  readonly coins: readonly string[];
};

/** Makes a PSBT that pays, and opens it for review. */
export async function makePayment(session: Session, payment: Payment): Promise<void> {
  const { payees, feeRate, coins } = payment;
  const listed = session.listed && readListed(session.listed, session);
  if (listed !== undefined && (payees.length > 1 || payees[0]?.paysFee !== true)) {
    throw failure('Coins of a list are all sent to one address. Choose “Send everything”.');
  }
  const total = listed?.reduce((sum, { value }) => sum + value, 0n);
  const outputs = payees.map((each) =>
    readOutput(total === undefined ? each : { ...each, amount: formatAmount(total) }),
  );
  if (feeRate.trim() === '' && (await estimateOf(session)) === undefined) {
    throw failure('This snapshot has no fee estimate. Enter a fee rate in sat/vB, such as 2.5.');
  }
  const inputs = (listed?.map(({ outpoint }) => outpoint) ?? coins).map((coin) => {
    const [txid = '', vout] = coin.split(':');
    return { txid, vout: Number(vout) };
  });
  const payers = payees.flatMap(({ paysFee }, index) => (paysFee ? [index] : []));
  const answer = await callMethod(session, walletcreatefundedpsbt, {
    inputs,
    outputs,
    options: {
      subtractFeeFromOutputs: payers,
      ...(listed !== undefined && {
        add_inputs: false,
        solving_data: { descriptors: viewKeys(session).accounts.map((each) => each.descriptor) },
      }),
      ...(feeRate.trim() !== '' && { fee_rate: feeRate.trim() }),
    },
  });
  const psbt = findMember(answer, 'psbt');
  if (typeof psbt !== 'string') throw failure('No payment was made. Check the amounts.');
  takeText(session, psbt);
  keepSubject(session);
  const proofs = payees.flatMap(({ name }) => name?.proof ?? []);
  const { subject } = session;
  const made =
    proofs.length > 0 && subject ? decodePsbt(subject.bytes, kernelSecp256k1) : undefined;
  if (made === undefined || 'error' in made) return;
  const bytes = encodePsbt(addProofs(session, made, proofs));
  if (bytes !== undefined) session.subject = { kind: 'psbt', bytes };
}

/**
 * Least amount that was probably meant in satoshi: an amount of BTC from here on without a point.
 * 330 satoshi are dust.
 */
const LEAST_SATOSHI = 330n;

const isLikelySatoshi = (amount: string): boolean =>
  /^\d{3,16}$/.test(amount) && BigInt(amount) >= LEAST_SATOSHI;

function readOutput({ address, amount }: Payment['payees'][number]) {
  if (address.trim() === '') throw failure('A recipient has no address yet.');
  const isWritten = /^\d*\.?\d+$/.test(amount.trim());
  if (!isWritten) throw failure('Use a dot for decimals, e.g. 0.001 BTC (100,000 sat).');
  if (isLikelySatoshi(amount.trim())) {
    const btc = formatAmount(BigInt(amount.trim()));
    throw failure(
      `${amount.trim()} BTC? The amount is in BTC. If you mean ${amount.trim()} satoshi, enter ${btc}. Otherwise enter ${amount.trim()}.0.`,
    );
  }
  return { [address.replace(/\s/g, '')]: amount.trim().replace(/^\./, '0.') };
}
