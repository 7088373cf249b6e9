import { importWallet } from 'coldsign/formats';
import { networks } from 'coldsign/script';

const key = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const wallet = importWallet(`wpkh(${key})`, { network: networks.main });
console.log('error' in wallet ? wallet.error : wallet.descriptors.length); // 1
