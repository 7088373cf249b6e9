import { formatAmount } from 'coldsign/transaction';

console.log(formatAmount(150_000n)); // 0.00150000
