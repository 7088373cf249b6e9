import { isRange, parseDescriptor } from 'coldsign/descriptor';
import { networks } from 'coldsign/script';

const key = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const parsed = parseDescriptor(`wpkh(${key})`, { network: networks.main });
const [descriptor] = 'error' in parsed ? [] : parsed.descriptors;
console.log(descriptor && isRange(descriptor)); // false
