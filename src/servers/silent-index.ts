import { type Bytes, isBytes } from '../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import type { Txid } from '../transaction/transaction.ts';
import { type Fields, fieldsOf, isCount, isHash, nonsense } from './check-answers.ts';
import { MOST_TRANSACTIONS } from './check-transactions.ts';
import { checkGenesis, type ElectrumOptions } from './electrum.ts';
import { createElectrumClient, type ElectrumHandlers } from './electrum-client.ts';
import { sourceError } from './source-error.ts';

/** The keys that an index server looks for payments with. It keeps them while it is connected. */
export type SilentIndexQuestion = {
  /** 32 bytes: private. The server sees every payment to the address. */
  readonly scanKey: Bytes;
  /** 33 bytes: the public key without a label. */
  readonly spendKey: Bytes;
  /** Labels to look for, from 1. The label of change is always looked for. */
  readonly labels: readonly number[];
  /** Height of the first block, or seconds since 1970. */
  readonly start: number;
};

/** A transaction in a block that pays the address, as the server says. */
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
 * Asks an Electrum server that finds silent payments itself (Frigate) for the payments to an
 * address. The keys go to a server only if it says that it finds silent payments. What it answers
 * is a claim: the caller checks each transaction, and the server may leave payments out.
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
  // It may end before anything waits for it.
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
        // The connection ends with it, too.
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

/** Reads a payment; none if it waits for a block. */
function readPayment(entry: unknown): readonly IndexedPayment[] {
  const { tx_hash: txid, height, tweak_key: key } = fieldsOf(entry, SUBSCRIBE);
  const tweak = typeof key === 'string' ? decodeHex(key) : undefined;
  if (!isHash(txid) || !isCount(height, 0x7fffffff))
    throw nonsense(SUBSCRIBE, 'not an id or height');
  if (!isBytes(tweak) || tweak.length !== 33) throw nonsense(SUBSCRIBE, 'not a tweak');
  return height === 0 ? [] : [{ txid, height, tweak }];
}
