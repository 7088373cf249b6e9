import { readNameProof, writeNameProof } from 'coldsign/review';

const bytes = writeNameProof({ name: 'bob@example.com', chain: Uint8Array.of(0) });
console.log(readNameProof(bytes)?.name); // bob@example.com
