import { isColdsignError, parsePsbt } from 'coldsign';

try {
  parsePsbt('cHNidP8BADMC');
} catch (error) {
  console.log(isColdsignError(error, 'INVALID_PSBT')); // true
}
