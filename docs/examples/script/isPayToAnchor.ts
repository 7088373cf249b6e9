import { isPayToAnchor } from 'coldsign/script';

console.log(isPayToAnchor(Uint8Array.of(0x51, 0x02, 0x4e, 0x73))); // true
