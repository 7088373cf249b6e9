import { readNameProof } from 'coldsign/review';

console.log(readNameProof(Uint8Array.of(5, 1))); // undefined
