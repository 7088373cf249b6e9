import { readQrCode } from 'coldsign/transport';

console.log(readQrCode({ width: 30, height: 30, data: new Uint8ClampedArray(3600) }));
// undefined
