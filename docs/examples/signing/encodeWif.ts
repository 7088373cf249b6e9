import { networks } from 'coldsign/script';
import { decodeWif, encodeWif } from 'coldsign/signing';

const wif = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
const key = decodeWif(wif, networks.regtest);
console.log(key && encodeWif(key, networks.regtest) === wif); // true
