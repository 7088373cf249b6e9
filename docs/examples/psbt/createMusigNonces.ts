import { createMusigNonces } from 'coldsign/psbt';

console.log(typeof createMusigNonces()); // object
