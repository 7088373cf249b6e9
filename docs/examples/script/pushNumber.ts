import { pushNumber } from 'coldsign/script';

console.log(pushNumber(144).length, pushNumber(16).length); // 3 1
