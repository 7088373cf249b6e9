import { tryParsePsbt } from 'coldsign';

const psbt = tryParsePsbt('cHNidP8BADMC');
console.log('error' in psbt ? psbt.error.code : psbt.version); // INVALID_PSBT
