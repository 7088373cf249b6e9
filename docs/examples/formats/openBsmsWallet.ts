import { openBsmsWallet } from 'coldsign/formats';
import { networks } from 'coldsign/script';
import { readKeys } from 'coldsign/seed';

const network = networks.main;
const keys = readKeys(`${'abandon '.repeat(11)}about`, { network });
if ('error' in keys) throw new Error(keys.error);
console.log('error' in openBsmsWallet('BSMS 1.0', { keys }, { network })); // true
