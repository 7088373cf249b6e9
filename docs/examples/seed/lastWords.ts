import { english, lastWords } from 'coldsign/seed';

const words = 'abandon '.repeat(11).trim().split(' ');
console.log(lastWords({ words, list: english })?.length); // 128
