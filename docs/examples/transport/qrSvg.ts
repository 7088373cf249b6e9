import { qrMatrix, qrSvg } from 'coldsign/transport';

const matrix = qrMatrix('HELLO');
console.log(matrix && qrSvg(matrix).startsWith('<svg')); // true
