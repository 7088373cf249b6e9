import { exportWallet } from 'coldsign/formats';
import { networks } from 'coldsign/script';
import { listAccounts, readKeys } from 'coldsign/seed';

const context = { network: networks.main };
const ring = readKeys(`${'abandon '.repeat(11)}about`, context);
if ('error' in ring) throw new Error(ring.error);
const accounts = listAccounts(ring, context);
const descriptor = 'error' in accounts ? '' : (accounts[2]?.descriptor ?? '');
const file = exportWallet({ descriptors: [descriptor] }, 'bsms', context);
console.log('error' in file ? file.error : file.text.split('\n')[0]); // BSMS 1.0
