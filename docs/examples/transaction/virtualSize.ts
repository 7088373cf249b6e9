import { virtualSize } from 'coldsign/transaction';

console.log(virtualSize(561)); // 141
