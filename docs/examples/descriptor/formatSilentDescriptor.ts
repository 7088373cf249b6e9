import { formatSilentDescriptor, parseSilentDescriptor } from 'coldsign/descriptor';
import { networks } from 'coldsign/script';

const network = networks.regtest;
const wif = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
const spendKey = '02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5';
const silent = parseSilentDescriptor(`sp(${wif},${spendKey})`, { network });
if ('error' in silent) throw new Error(silent.error);
console.log(formatSilentDescriptor(silent, network, true).slice(0, 12)); // sp(tspscan1q
