import { networks } from 'coldsign/script';
import { createSingleKeyProvider, decodeWif } from 'coldsign/signing';

const wif = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
const key = decodeWif(wif, networks.regtest);
console.log(typeof createSingleKeyProvider(key ? [key] : [])); // object
