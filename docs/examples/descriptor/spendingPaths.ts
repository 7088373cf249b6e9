import { parseDescriptor, spendingPaths } from 'coldsign/descriptor';
import { networks } from 'coldsign/script';

const key = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const heir = '02f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9';
const text = `wsh(or_d(pk(${key}),and_v(v:pkh(${heir}),older(144))))`;
const parsed = parseDescriptor(text, { network: networks.main });
const [descriptor] = 'error' in parsed ? [] : parsed.descriptors;
console.log(descriptor && spendingPaths(descriptor)?.length); // 2
