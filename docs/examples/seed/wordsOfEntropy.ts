import { english, wordsOfEntropy } from 'coldsign/seed';

console.log(wordsOfEntropy(new Uint8Array(16), english)?.at(-1)); // about
