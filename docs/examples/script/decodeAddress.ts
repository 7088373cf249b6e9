import { decodeAddress, networks } from 'coldsign/script';
import { encodeHex } from 'coldsign/transaction';

const script = decodeAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', networks.main);
console.log('error' in script ? script.error : encodeHex(script));
// 0014751e76e8199196d454941c45d1b3a323f1433bd6
