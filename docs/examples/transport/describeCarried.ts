import { describeCarried } from 'coldsign/transport';

console.log(describeCarried({ kind: 'psbt', bytes: new Uint8Array() })); // a PSBT
