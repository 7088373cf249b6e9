import type { Context } from '../../rpc/context.ts';
import type { Options } from '../options/load.ts';
import type { OptionSpec } from '../options/specs.ts';

export const clockOptionSpecs: readonly OptionSpec[] = [
  {
    name: 'mocktime',
    argument: '<n>',
    help: 'On regtest: the time, in seconds since 1970, that this program goes by; 0: that of the machine (default)',
  },
];

export type Clock = {
  /** Seconds since 1970. */
  now(): number;
  /** Seconds that only go forward. */
  uptime(): number;
  /** Stands still at this time; 0: goes again. Absent on chains that are worth something. */
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
