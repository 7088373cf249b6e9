import { p2pkhScript } from 'coldsign/script';

console.log(p2pkhScript(new Uint8Array(20)).length); // 25
