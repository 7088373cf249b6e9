import { parseDescriptor } from 'coldsign/descriptor';
import { networks } from 'coldsign/script';

const key = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const parsed = parseDescriptor(`tr(${key.slice(2)})`, { network: networks.main });
console.log('error' in parsed ? parsed.error : parsed.descriptors[0]?.kind); // tr
