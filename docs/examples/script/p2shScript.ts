import { p2shScript } from 'coldsign/script';

console.log(p2shScript(new Uint8Array(20)).length); // 23
