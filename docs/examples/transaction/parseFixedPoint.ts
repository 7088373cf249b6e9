import { parseFixedPoint } from 'coldsign/transaction';

console.log(parseFixedPoint('0.001', 8), parseFixedPoint('0.000000001', 8)); // 100000n undefined
