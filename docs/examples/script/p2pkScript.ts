import { p2pkScript } from 'coldsign/script';

console.log(p2pkScript(new Uint8Array(33)).length); // 35
