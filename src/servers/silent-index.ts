import { type Bytes, isBytes } from '../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import type { Txid } from '../transaction/transaction.ts';
import { type Fields, fieldsOf, isCount, isHash, nonsense } from './check-answers.ts';
import { MOST_TRANSACTIONS } from './check-transactions.ts';
import { checkGenesis, type ElectrumOptions } from './electrum.ts';
import { createElectrumClient, type ElectrumHandlers } from './electrum-client.ts';
import { sourceError } from './source-error.ts';

/** The keys for an index server to find payments. The server keeps them while it is connected. */
export type SilentIndexQuestion = {
  /** The private scan key, 32 bytes. With it the server sees every payment to the address. */
  readonly scanKey: Bytes;
  /** The public spend key without a label, 33 bytes. */
  readonly spendKey: Bytes;
  /** Labels to search, from 1. The label of change is always searched. */
  readonly labels: readonly number[];
  /** Height of the first block, or seconds since 1970. */
  readonly start: number;
};

/** A transaction that pays the address, as claimed by the server. */
export type IndexedPayment = {
  readonly txid: Txid;
  readonly height: number;
  /** input_hash times the sum of the public keys of its eligible inputs, 33 bytes. */
  readonly tweak: Bytes;
};

const SUBSCRIBE = 'blockchain.silentpayments.subscribe';

/** Milliseconds without a notification after which the search fails. Frigate sends one each 5 s. */
const PATIENCE = 60_000;

/**
 * Asks an Electrum server that finds silent payments (Frigate) for the payments to an address.
 * Sends the keys only if the server supports this. Answers are claims: the caller must check each
 * transaction, and the server may omit payments.
 */
export async function findOnSilentIndex(
  options: ElectrumOptions,
  { scanKey, spendKey, labels, start }: SilentIndexQuestion,
): Promise<readonly IndexedPayment[]> {
  const found = new Map<Txid, IndexedPayment>();
  let heard = 0;
  let finish: () => void = () => {};
  let fail: (error: unknown) => void = () => {};
  const finished = new Promise<void>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  // It may reject before it is awaited.
  finished.catch(() => undefined);
  const { transport, setTimeout } = options;
  const client = createElectrumClient({
    ...options,
    transport: (handlers: ElectrumHandlers) =>
      transport({
        ...handlers,
        onClose(reason) {
          handlers.onClose(reason);
          fail(sourceError('SOURCE_UNREACHABLE', 'The connection ended before the search did'));
        },
      }),
    greet: (call) => checkGenesis(call, options.network),
    onNotification(method, params) {
      if (method !== SUBSCRIBE) return;
      heard += 1;
      try {
        take(readNotification(params));
      } catch (error) {
        // The error also ends the connection.
        fail(error);
        throw error;
      }
    },
  });
  function take({ progress, history }: Notification): void {
    for (const each of history) found.set(each.txid, each);
    if (found.size > MOST_TRANSACTIONS) {
      throw sourceError('SOURCE_TOO_LARGE', `More than ${MOST_TRANSACTIONS} silent payments`);
    }
    if (progress >= 1) finish();
  }
  const watch = (before: number): void => {
    setTimeout?.(() => {
      if (heard > before) return watch(heard);
      fail(sourceError('SOURCE_TIMEOUT', `${SUBSCRIBE}: no answer in ${PATIENCE / 1000} s`));
    }, PATIENCE);
  };
  try {
    const features = fieldsOf(await client.call('server.features'), 'server.features');
    const versions = features.silent_payments;
    if (!Array.isArray(versions) || !versions.includes(0)) {
      throw sourceError(
        'SOURCE_REFUSED',
        'This Electrum server does not find silent payments (server.features)',
        'Use one that does, such as Frigate, or a node',
      );
    }
    watch(heard);
    const keys = [encodeHex(scanKey), encodeHex(spendKey)];
    await client.call(SUBSCRIBE, ...keys, start, labels);
    await finished;
    // The server forgets the keys when the connection ends, at the latest.
    await client.call('blockchain.silentpayments.unsubscribe', ...keys).catch(() => undefined);
    return [...found.values()];
  } finally {
    client.close();
  }
}

type Notification = { readonly progress: number; readonly history: readonly IndexedPayment[] };

/** Reads parameters by name, or by position: subscription, progress, history. */
function readNotification(params: readonly unknown[]): Notification {
  if (params.length === 0) return { progress: 0, history: [] };
  const fields = params.length === 1 ? fieldsOf(params[0], SUBSCRIBE) : byPosition(params);
  const { progress, history = [] } = fields;
  if (typeof progress !== 'number') throw nonsense(SUBSCRIBE, 'no progress');
  if (!Array.isArray(history)) throw nonsense(SUBSCRIBE, 'no history');
  return { progress, history: history.flatMap(readPayment) };
}

const byPosition = ([, progress, history]: readonly unknown[]): Fields => ({ progress, history });

/** Reads a payment; returns none if it is unconfirmed. */
function readPayment(entry: unknown): readonly IndexedPayment[] {
  const { tx_hash: txid, height, tweak_key: key } = fieldsOf(entry, SUBSCRIBE);
  const tweak = typeof key === 'string' ? decodeHex(key) : undefined;
  if (!isHash(txid) || !isCount(height, 0x7fffffff))
    throw nonsense(SUBSCRIBE, 'not an id or height');
  if (!isBytes(tweak) || tweak.length !== 33) throw nonsense(SUBSCRIBE, 'not a tweak');
  return height === 0 ? [] : [{ txid, height, tweak }];
}
