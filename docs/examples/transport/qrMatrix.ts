import { qrMatrix } from 'coldsign/transport';

console.log(qrMatrix('HELLO')?.length, qrMatrix('x'.repeat(3_000))); // 29 undefined
