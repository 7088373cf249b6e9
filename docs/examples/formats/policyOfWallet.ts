import { policyOfWallet } from 'coldsign/formats';
import { networks } from 'coldsign/script';
import { listAccounts, readKeys } from 'coldsign/seed';

const context = { network: networks.main };
const ring = readKeys(`${'abandon '.repeat(11)}about`, context);
if ('error' in ring) throw new Error(ring.error);
const accounts = listAccounts(ring, context);
const descriptor = 'error' in accounts ? '' : (accounts[2]?.descriptor ?? '');
const policy = policyOfWallet({ descriptors: [descriptor] }, context);
console.log('error' in policy ? policy.error : policy.template); // wpkh(@0/**)
