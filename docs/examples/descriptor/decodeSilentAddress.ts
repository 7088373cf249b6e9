import { decodeSilentAddress } from 'coldsign/descriptor';
import { networks } from 'coldsign/script';

console.log(decodeSilentAddress('sp1qq', networks.main)); // { error: 'checksum' }
