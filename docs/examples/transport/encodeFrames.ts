import { encodeFrames } from 'coldsign/transport';

const frames = encodeFrames({ kind: 'transaction', bytes: new Uint8Array(900) }, { as: 'bbqr' });
console.log('error' in frames ? frames.error : frames.count); // 1
