import { english, readSeedQr } from 'coldsign/seed';

console.log(readSeedQr(`${'0000'.repeat(11)}0003`, english)?.words.at(-1)); // about
