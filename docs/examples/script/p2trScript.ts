import { p2trScript } from 'coldsign/script';

console.log(p2trScript(new Uint8Array(32)).length); // 34
