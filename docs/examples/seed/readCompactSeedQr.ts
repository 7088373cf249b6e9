import { english, readCompactSeedQr } from 'coldsign/seed';

console.log(readCompactSeedQr(new Uint8Array(16), english)?.words.at(-1)); // about
