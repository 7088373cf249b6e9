import { networks } from 'coldsign/script';
import { findAccount, readKeys } from 'coldsign/seed';

const network = networks.main;
const ring = readKeys(`${'abandon '.repeat(11)}about`, { network });
if ('error' in ring) throw new Error(ring.error);
const found = await findAccount(ring, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', { network });
console.log(found && 'index' in found ? found.index : found); // 0
