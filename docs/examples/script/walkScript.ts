import { walkScript } from 'coldsign/script';

console.log(walkScript(Uint8Array.of(0x51, 0xac))?.length, walkScript(Uint8Array.of(0x05)));
// 2 undefined
