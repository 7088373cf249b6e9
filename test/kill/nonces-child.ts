import { writeSync } from 'node:fs';
import { nonceFiles, signOnce } from './nonces-shared.ts';

/** Signs for sessions in turn, and prints each partial signature on a line. */
const [folder = '', first = '', count = '', visit = '', how = ''] = process.argv.slice(2);
const nonces = nonceFiles(folder);
const endHere = () => {
  if (how === 'before it leaves') process.kill(process.pid, 'SIGKILL');
};

writeSync(1, 'ready\n');
for (let i = 0; i < Number(count); i++) {
  const partial = signOnce(nonces, Number(first) + i, Number(visit), endHere);
  if (partial !== undefined) writeSync(1, `${JSON.stringify(partial)}\n`);
}
