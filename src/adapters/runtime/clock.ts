import type { Context } from '../../rpc/context.ts';
import type { Options } from '../options/load.ts';
import { type OptionSpec, option } from '../options/option-specs.ts';

export const clockOptionSpecs: readonly OptionSpec[] = [
  option(
    'mocktime=<n>',
    'On regtest: the time to use, in seconds since 1970. 0 means the clock of the machine (default)',
  ),
];

export type Clock = {
  /** Seconds since 1970. */
  now(): number;
  /** Seconds that only go forward. */
  uptime(): number;
  /** Stops the clock at this time; 0 starts it again. Absent on chains with real value. */
  readonly set?: (time: number) => void;
};

/** The clock as a call's context has it. */
export function clockOf(options: Options): Pick<Context, 'now' | 'uptime' | 'setTime'> {
  const { now, uptime, set } = createClock(options);
  return { now, uptime, ...(set && { setTime: set }) };
}

export function createClock(options: Options): Clock {
  const machine = () => Math.floor(Date.now() / 1000);
  const uptime = () => performance.now() / 1000;
  if (options.network.name !== 'regtest') return { now: machine, uptime };
  let mocked = options.integer('mocktime') ?? 0;
  return {
    uptime,
    now: () => (mocked === 0 ? machine() : mocked),
    set(time) {
      mocked = time;
    },
  };
}
