import { inferDescriptor } from 'coldsign/descriptor';
import { createKeyProvider } from 'coldsign/signing';

console.log(inferDescriptor(Uint8Array.of(0x51), createKeyProvider({ keys: [] })).kind); // raw
