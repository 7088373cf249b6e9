import { english, seedQrDigits } from 'coldsign/seed';

const words = `${'abandon '.repeat(11)}about`.split(' ');
console.log(seedQrDigits({ words, list: english }));
// 000000000000000000000000000000000000000000000003
