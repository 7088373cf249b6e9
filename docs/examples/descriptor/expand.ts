import { expand, parseDescriptor } from 'coldsign/descriptor';
import { formatAddress, networks } from 'coldsign/script';

const key = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const parsed = parseDescriptor(`wpkh(${key})`, { network: networks.main });
const [descriptor] = 'error' in parsed ? [] : parsed.descriptors;
const expansion = descriptor && expand(descriptor, 0, { findPrivateKey: () => undefined });
const [script] = expansion?.scripts ?? [];
console.log(script && formatAddress(script, networks.main));
// bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
