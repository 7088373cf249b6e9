import { networks } from 'coldsign/script';
import { joinKeys, readKeys } from 'coldsign/seed';

const ring = readKeys(`${'abandon '.repeat(11)}about`, { network: networks.main });
if ('error' in ring) throw new Error(ring.error);
console.log(joinKeys([ring]).masters.length); // 1
