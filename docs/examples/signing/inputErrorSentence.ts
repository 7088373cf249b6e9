import { inputErrorSentence } from 'coldsign/signing';

console.log(inputErrorSentence({ kind: 'coin-not-found' })); // Input not found or already spent
