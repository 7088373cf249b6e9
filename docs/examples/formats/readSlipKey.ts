import { readSlipKey } from 'coldsign/formats';

console.log(readSlipKey('zpub')); // undefined
