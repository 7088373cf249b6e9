import { decodePsbt } from 'coldsign/psbt';

const decoded = decodePsbt(Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff));
console.log('error' in decoded ? decoded.error : decoded.version);
// Separator is missing at the end of the global map: iostream error
