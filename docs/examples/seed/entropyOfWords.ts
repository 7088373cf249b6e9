import { english, entropyOfWords } from 'coldsign/seed';

const words = `${'abandon '.repeat(11)}about`.split(' ');
console.log(entropyOfWords(words, english)?.length); // 16
