import { isIPv4 } from 'node:net';
import { groupsOf, withoutMapping } from './numeric-host.ts';

/**
 * Limits how many passwords can be tried over all connections. Each wrong password uses up a try,
 * and tries return slowly. Without one, an attempt waits before anything is compared, and addresses
 * take turns.
 */
export type LoginGate = {
  /**
   * Resolves to the result of `compare`, which is `undefined` for a wrong password. Resolves to
   * `refused`, without comparing, if too many attempts from that address are waiting.
   */
  readonly attempt: <User extends object>(
    address: string,
    isGone: () => boolean,
    compare: () => User | undefined,
  ) => Promise<User | undefined | 'refused'>;
};

/** Wrong passwords that may be tried at once after a quiet time. */
export const TRIES = 128;
/** Milliseconds until another one may be tried. */
export const TRY_AGAIN = 125;
/** Most waiting attempts of one address. */
export const MOST_WAITING = 1024;

type Waiting = { readonly isGone: () => boolean; readonly proceed: () => void };

export function createLoginGate(): LoginGate {
  /** Queues by address, in the order of their turns. */
  const queues = new Map<string, Waiting[]>();
  let tries = TRIES;
  let timer: NodeJS.Timeout | undefined;

  const nextInLine = (): Waiting | undefined => {
    for (const [address, queue] of queues) {
      queues.delete(address);
      const present = queue.filter(({ isGone }) => !isGone());
      const [first, ...others] = present;
      if (others.length > 0) queues.set(address, others);
      if (first !== undefined) return first;
    }
    return undefined;
  };
  const giveBack = (): void => {
    const next = nextInLine();
    if (next !== undefined) next.proceed();
    else tries = Math.min(tries + 1, TRIES);
  };
  const refill = (): void => {
    timer = undefined;
    giveBack();
    if (tries < TRIES) start();
  };
  const start = (): void => {
    if (timer === undefined) timer = setTimeout(refill, TRY_AGAIN).unref();
  };
  /** Resolves to true once an attempt is allowed. */
  const take = (address: string, isGone: () => boolean): Promise<boolean> | boolean => {
    start();
    if (tries > 0) {
      tries--;
      return true;
    }
    let queue = queues.get(address) ?? [];
    if (queue.length >= MOST_WAITING) queue = queue.filter((waiting) => !waiting.isGone());
    if (queue.length >= MOST_WAITING) return false;
    return new Promise((done) => {
      queues.set(address, [...queue, { isGone, proceed: () => done(true) }]);
    });
  };
  return {
    attempt: async (address, isGone, compare) => {
      if (!(await take(networkOf(address), isGone))) return 'refused';
      const user = compare();
      if (user !== undefined) giveBack();
      return user;
    },
  };
}

/**
 * Returns the network that counts as one address. A machine has one IPv4 address, but 2^64 IPv6
 * addresses.
 */
function networkOf(address: string): string {
  const plain = withoutMapping(address);
  return isIPv4(plain) ? plain : groupsOf(plain).slice(0, 4).join(':');
}
