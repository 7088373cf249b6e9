import { networks } from 'coldsign/script';
import { readKeys, wipeKeys } from 'coldsign/seed';

const ring = readKeys(`${'abandon '.repeat(11)}about`, { network: networks.main });
if (!('error' in ring)) wipeKeys(ring);
console.log('error' in ring); // false
