import { formatAddress, networks, p2wpkhScript } from 'coldsign/script';

console.log(formatAddress(p2wpkhScript(new Uint8Array(20)), networks.main));
// bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq9e75rs
