import { networks } from 'coldsign/script';
import { decodeWif } from 'coldsign/signing';

const wif = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
console.log(decodeWif(wif, networks.regtest)?.compressed, decodeWif(wif, networks.main));
// true undefined
