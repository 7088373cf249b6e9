import { compactSeedQr, english } from 'coldsign/seed';

const words = `${'abandon '.repeat(11)}about`.split(' ');
console.log(compactSeedQr({ words, list: english })?.length); // 16
