import { createBsmsWallet } from 'coldsign/formats';
import { networks } from 'coldsign/script';

const request = { records: [], required: 1, total: 1 };
console.log('error' in createBsmsWallet(request, { network: networks.main })); // true
