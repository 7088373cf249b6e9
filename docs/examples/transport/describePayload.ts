import { describePayload } from 'coldsign/transport';

console.log(describePayload({ kind: 'psbt', bytes: new Uint8Array() })); // a PSBT
