import { locateChecksumError } from 'coldsign/descriptor';

// The checksum is that of raw(51).
console.log(locateChecksumError('raw(52)#8lvh9jxk')); // [ { position: 5, character: '1' } ]
