import { judgeNameProof } from 'coldsign/review';

const nameProof = { name: 'bob@example.com', chain: Uint8Array.of(0) };
console.log(judgeNameProof(nameProof, 1_760_000_000)); // { error: 'malformed' }
