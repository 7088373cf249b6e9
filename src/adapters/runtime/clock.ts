import type { Context } from '../../rpc/context.ts';
import type { Options } from '../options/load.ts';
import { type OptionSpec, option } from '../options/option-specs.ts';

export const clockOptionSpecs: readonly OptionSpec[] = [
  option(
    'mocktime=<n>',
    'On regtest: the time to use, in seconds since 1970. 0 means the clock of the machine (default)',
  ),
];

/** Returns seconds since 1970, by the machine's clock. */
export const machineTime = (): number => Math.floor(Date.now() / 1000);

type Clock = Required<Pick<Context, 'now' | 'uptime'>> & Pick<Context, 'setTime'>;

/**
 * Creates the clock of a call's context. `setTime(0)` starts a stopped clock again; chains with
 * real value have no `setTime`.
 */
export function clockOf(options: Options): Clock {
  const uptime = () => performance.now() / 1000;
  if (options.network.name !== 'regtest') return { now: machineTime, uptime };
  let mocked = options.integer('mocktime') ?? 0;
  return {
    uptime,
    now: () => (mocked === 0 ? machineTime() : mocked),
    setTime(time) {
      mocked = time;
    },
  };
}
