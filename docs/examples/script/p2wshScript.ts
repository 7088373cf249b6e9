import { p2wshScript } from 'coldsign/script';

console.log(p2wshScript(new Uint8Array(32)).length); // 34
