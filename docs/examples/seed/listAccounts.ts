import { networks } from 'coldsign/script';
import { listAccounts, readKeys } from 'coldsign/seed';

const network = networks.main;
const ring = readKeys(`${'abandon '.repeat(11)}about`, { network });
if ('error' in ring) throw new Error(ring.error);
const accounts = listAccounts(ring, { network });
console.log('error' in accounts ? accounts.error : accounts.map(({ path }) => path).join());
// m/44h/0h/0h,m/49h/0h/0h,m/84h/0h/0h,m/86h/0h/0h
