import { invalid, miscError } from '../error.ts';
import { num } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { noResult } from '../results/wallet-result.ts';
import { getInt64 } from '../values.ts';

/** The latest time that a block can have. */
const LAST_TIME = 0xffffffffn;

export const setmocktime = defineMethod({
  name: 'setmocktime',
  category: 'Control',
  summary: 'Stop the clock at a time, on regtest only.',
  params: [num('timestamp', 'Seconds since 1970; 0 means the clock of the computer again')],
  result: noResult,
  examples: ['setmocktime 1700000000'],
  run({ timestamp }, { network, setTime }) {
    if (network.name !== 'regtest' || setTime === undefined) {
      throw miscError('setmocktime is for regression testing (-regtest mode) only');
    }
    const time = getInt64(timestamp);
    if (time < 0n || time > LAST_TIME) {
      throw invalid(`Mocktime must be in the range [0, ${LAST_TIME}], not ${time}.`);
    }
    setTime(Number(time));
    return null;
  },
});
