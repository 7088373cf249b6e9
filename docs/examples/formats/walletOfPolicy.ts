import { walletOfPolicy } from 'coldsign/formats';
import { networks } from 'coldsign/script';

const policy = { name: 'mine', template: 'wpkh(@0/**)', keys: [] };
console.log('error' in walletOfPolicy(policy, { network: networks.main })); // true
