import { formatAddress, networks } from 'coldsign/script';
import { decodeHex } from 'coldsign/transaction';

const script = decodeHex('0014751e76e8199196d454941c45d1b3a323f1433bd6');
console.log(script && formatAddress(script, networks.main));
// bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
