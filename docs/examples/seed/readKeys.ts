import { networks } from 'coldsign/script';
import { readKeys, wipeKeys } from 'coldsign/seed';

const ring = readKeys(`${'abandon '.repeat(11)}about`, { network: networks.main });
if ('error' in ring) throw new Error(ring.error);
console.log(ring.masters.length, ring.canSign); // 1 true
wipeKeys(ring);
